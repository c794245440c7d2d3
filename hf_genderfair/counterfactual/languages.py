"""The languages whose words for women and men can be swapped: the record of each."""

from __future__ import annotations

from hf_genderfair.core.settings import language
from hf_genderfair.counterfactual.english import ENGLISH
from hf_genderfair.counterfactual.german import GERMAN
from hf_genderfair.counterfactual.spanish import SPANISH
from hf_genderfair.counterfactual.swap import swap_persons
from hf_genderfair.counterfactual.swap_forms import SwapForms
from hf_genderfair.counterfactual.swapping import SwapOptions, Swapping
from hf_genderfair.languages.document import Document
from hf_genderfair.languages.sentence_transform import GroupWord
from hf_genderfair.languages.types import BinaryGender

SWAP_FORMS: dict[str, SwapForms] = {"de": GERMAN, "en": ENGLISH, "es": SPANISH}
"""Forms by language code; which languages are offered follows from here."""

LANGUAGES = tuple(SWAP_FORMS)

NAMING = frozenset({"pronoun", "possessive", "reflexive", "noun", "title"})
"""Rules of the words that refer to a person; words of other rules agree with these."""


def swap_forms(lang: str) -> SwapForms:
    """Return the forms of words for women and men."""
    return SWAP_FORMS[language(lang, LANGUAGES)]


def swap(document: Document, to: BinaryGender, options: SwapOptions) -> Swapping:
    """Propose what changes when all particular persons of a text have a gender."""
    forms = swap_forms(document.lang)
    return swap_persons(document, to, options, forms) if forms.mentions(document.text, to) else Swapping([], [])


def gendered_words(document: Document) -> tuple[GroupWord, ...]:
    """Find the words of a text that name women or men, for languages without a list of them."""
    sides: tuple[tuple[str, BinaryGender], ...] = (("male", "female"), ("female", "male"))
    return tuple(
        sorted(
            GroupWord(change.start, change.end, "gender", group, document.text[change.start : change.end])
            for group, to in sides
            for change in document.derived(swap, to, SwapOptions("keep")).changes
            if change.rule in NAMING
        )
    )
