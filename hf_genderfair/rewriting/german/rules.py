"""What gender-fair rewriting of German is made of."""

from __future__ import annotations

from hf_genderfair.languages.document import Document
from hf_genderfair.languages.german.scope import GermanOptions
from hf_genderfair.rewriting.forms import FORMS
from hf_genderfair.rewriting.german.biased import biasing_edits
from hf_genderfair.rewriting.german.normalise import normalising_edits
from hf_genderfair.rewriting.german.rewrite import NEEDS, mentions_person, rewrite
from hf_genderfair.rewriting.proposal import Rewriting
from hf_genderfair.rewriting.rules import RewritingOptions, RewritingRules


def _rewrite(document: Document, options: RewritingOptions) -> Rewriting:
    chosen = GermanOptions(options.scope, options.quotations, options.organisations)
    return rewrite(document, options.form, chosen)


RULES = RewritingRules(
    layers={"all": NEEDS, "generic": NEEDS},
    mentions=lambda text, options: mentions_person(text),
    rewrite=_rewrite,
    normalise=normalising_edits,
    bias=lambda text, gender, analysis: biasing_edits(text, gender),
    forms=FORMS,
    sign="*",
)
"""How German is rewritten."""
