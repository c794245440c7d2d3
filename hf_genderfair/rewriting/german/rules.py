"""What gender-fair rewriting of German is made of."""

from __future__ import annotations

from hf_genderfair.core.spans import Edit
from hf_genderfair.languages.document import Document
from hf_genderfair.languages.german.role_nouns import GermanOptions
from hf_genderfair.languages.types import PairedGender
from hf_genderfair.rewriting.forms import FORMS
from hf_genderfair.rewriting.german.normalise import german_fair_words, normalising_edits
from hf_genderfair.rewriting.german.rewrite import NEEDS, mentions_person, rewrite
from hf_genderfair.rewriting.rules import Rewriting, RewritingOptions, RewritingRules


def biasing_edits(text: str, gender: PairedGender) -> list[Edit]:
    """Propose the edits by which every form for all genders becomes the masculine or the feminine one."""
    edits = []
    for word in german_fair_words(text):
        original = text[word.start : word.end]
        form = word.masculine if gender == "masculine" else word.feminine
        if form != original:
            edits.append(Edit(word.start, word.end, original, form, word.rule, f"reads as {gender}"))
    return edits


def _rewrite(document: Document, options: RewritingOptions) -> Rewriting:
    chosen = GermanOptions(options.scope, options.quotations, options.organisations)
    return rewrite(document, options.form, chosen)


RULES = RewritingRules(
    layers=NEEDS,
    mentions=lambda text, options: mentions_person(text),
    rewrite=_rewrite,
    normalise=normalising_edits,
    bias=lambda text, gender, analysis: biasing_edits(text, gender),
    forms=FORMS,
    sign="*",
)
"""How German is rewritten."""
