"""The languages whose words for women and men can be swapped: the record of each."""

from __future__ import annotations

from hf_genderfair.core.settings import language
from hf_genderfair.counterfactual import spanish
from hf_genderfair.counterfactual.english import swap as english
from hf_genderfair.counterfactual.german import swap as german
from hf_genderfair.counterfactual.rules import SwapRules
from hf_genderfair.counterfactual.swapping import SwapOptions, Swapping
from hf_genderfair.counterfactual.weighed import UNWEIGHED, weighed
from hf_genderfair.languages.document import Document
from hf_genderfair.languages.sentence_transform import GroupWord
from hf_genderfair.languages.types import BinaryGender

SWAP_RULES: dict[str, SwapRules] = {"de": german.RULES, "en": english.RULES, "es": spanish.RULES}
"""Rules by language code; which languages are offered follows from here."""

LANGUAGES = tuple(SWAP_RULES)

NAMING = frozenset({"pronoun", "possessive", "reflexive", "noun", "title"})
"""Rules of the words that refer to a person; words of other rules agree with these."""


def swap_rules(lang: str) -> SwapRules:
    """Return how words for women and men are swapped."""
    return SWAP_RULES[language(lang, LANGUAGES)]


def swap(document: Document, to: BinaryGender, options: SwapOptions) -> Swapping:
    """Propose the words for persons of the other gender that change, as rules and the reader see them."""
    rules = swap_rules(document.lang)
    found = rules.propose(document, to, options, UNWEIGHED)
    words = weighed(document, to, found.changes, rules.has_form)
    return found if words is None else rules.propose(document, to, options, words)


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
