"""What gender-fair rewriting of English is made of."""

from __future__ import annotations

from hf_genderfair.languages.analysis import LAYERS
from hf_genderfair.languages.document import Document
from hf_genderfair.rewriting.english import biased
from hf_genderfair.rewriting.english.normalise import normalising_edits
from hf_genderfair.rewriting.english.rewrite import NEEDS, EnglishOptions, mentions_gender, rewrite
from hf_genderfair.rewriting.rules import Rewriting, RewritingOptions, RewritingRules


def _rewrite(document: Document, options: RewritingOptions) -> Rewriting:
    return rewrite(document, EnglishOptions(options.scope, options.quotations, options.reflexive, options.nouns))


RULES = RewritingRules(
    layers={"all": NEEDS, "generic": frozenset(LAYERS)},
    mentions=lambda text, options: mentions_gender(text, options.nouns),
    rewrite=_rewrite,
    normalise=lambda text, form: normalising_edits(text),
    bias=biased.english_biasing_edits,
    bias_layers=biased.NEEDS,
)
"""How English is rewritten."""
