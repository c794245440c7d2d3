"""The case of a German noun that names all genders, from the words before it, without an analysis.

Only the masculine form shows it (*den Ärzten*, *des Arztes*), so that an estimate suffices: nominative without
other evidence, and in the plural only whether it is the dative.
"""

from __future__ import annotations

import re

from hf_genderfair.languages.german.agreement import adjective_interpretations, determiner
from hf_genderfair.languages.german.noun_phrase import PREPOSITIONS, USUAL_CASE
from hf_genderfair.languages.types import Case
from hf_genderfair.lexicons.word_class import WordClass

BEFORE = re.compile(r"[^\W\d_]+|[^\w\s]|\d+")
LONGEST_PHRASE = 6
WINDOW = 80

DATIVE_QUANTIFIERS = WordClass("determiners_de", "dative_quantifier")
"""Words in *-en* that, with no article before them, show the dative of a plural."""

FIRST_CASES: tuple[Case, ...] = ("Gen", "Dat", "Acc")
"""Of the cases that a preposition can have, the most frequent one with persons comes first."""

CARDINALS = WordClass("closed_classes_de", "cardinal")


def _governed_case(word: str) -> Case | None:
    """Return the most frequent case behind a preposition; None for other words."""
    if word in USUAL_CASE:
        return USUAL_CASE[word]
    return next((case for case in FIRST_CASES if case in PREPOSITIONS[word]), None) if word in PREPOSITIONS else None


def case_before(text: str, start: int, plural: bool) -> Case:
    """Return the case of a noun by the words before it."""
    words = BEFORE.findall(text[max(0, start - WINDOW) : start])[-LONGEST_PHRASE:]
    if plural:
        return "Dat" if _is_dative_plural(words) else "Nom"
    for word in reversed(words):
        low = word.lower()
        governed = _governed_case(low)
        if governed:
            return governed
        known = case_of_article(low)
        if known:
            return known
        if not _is_adjective(word):
            break
    return "Nom"


def case_of_article(masculine: str) -> Case | None:
    """Return the case that an article with a masculine noun shows; None for other words."""
    known = determiner(masculine)
    if known is None:
        return None
    return next(
        (interpretation.case for interpretation in known.interpretations if interpretation.gender == "masculine"), "Nom"
    )


def case_of_adjective(masculine: str) -> Case:
    """Return the case that the ending of an adjective shows before a masculine noun."""
    return "Dat" if masculine.endswith("em") else "Acc" if masculine.endswith("en") else "Nom"


def _is_dative_plural(words: list[str]) -> bool:
    for word in reversed(words):
        low = word.lower()
        governed = _governed_case(low)
        if governed:
            return governed == "Dat"
        known = determiner(low)
        if known:
            cases = [
                interpretation.case for interpretation in known.interpretations if interpretation.gender == "plural"
            ]
            return cases == ["Dat"]
        if low in DATIVE_QUANTIFIERS and not _has_article(words, word):
            return True
        if low not in CARDINALS and not low.isdigit() and not (_is_adjective(word) and low.endswith("en")):
            return False
    return False


def _has_article(words: list[str], word: str) -> bool:
    index = len(words) - 1 - words[::-1].index(word)
    return index > 0 and determiner(words[index - 1].lower()) is not None


def _is_adjective(word: str) -> bool:
    return word[0].islower() and bool(
        adjective_interpretations(word, "mixed") or adjective_interpretations(word, "strong")
    )
