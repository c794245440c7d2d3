"""Participles for persons of any gender: *Studierende* for ``Student*innen``, declined to fit the sentence."""

from __future__ import annotations

import re

from hf_genderfair.core.resources import resource
from hf_genderfair.languages.german.gendered_word import GenderedWord
from hf_genderfair.languages.german.nouns import role_noun
from hf_genderfair.lexicons.loader import load_lexicon
from hf_genderfair.lexicons.word_class import WordClass

PLURAL = re.compile(r"([^*]+)\*innen$")
COMPOUND = re.compile(r"([^*]+)\*innen((?:[a-zäöüß]|-\w)[^*]*)$")
SHORTEST_FIRST_PART = 3

BEFORE = re.compile(r"((?:[^\W_]+[ \n]+){0,5})$")
WINDOW = 80
SHORTEST_ADJECTIVE = 4
WEAK_AFTER = WordClass("determiners_de", "weak_after")
"""Determiners after which a nominalised plural ends in ``-en`` in every case."""

DATIVE_BEFORE = WordClass("closed_classes_de", "before_dative_plural")
"""Prepositions before a plural without article that has, or may have, the dative."""

NO_ADJECTIVES = WordClass("closed_classes_de", "no_adjective")
"""Words with the endings of adjectives before plurals without article."""

JOINTS = frozenset({"und", "oder", "sowie"})
UNINFLECTED = WordClass("closed_classes_de", "uninflected")


def participle(text: str, word: GenderedWord) -> str:
    """Return the participle that stands for a word for persons in the plural, or in a compound."""
    inside = COMPOUND.match(word.star)
    if inside and word.rule == "compound":
        stem = _stem(inside[1])
        return f"{stem}en{inside[2]}" if stem else ""
    plural = PLURAL.match(word.star)
    if not plural or not word.plural:
        return ""
    stem = _stem(plural[1])
    return stem + _ending(text[: word.start], word.masculine) if stem else ""


def _stem(start: str) -> str:
    """Return the participle without ending for the stem of a feminine noun; compounds by their last part."""
    words, heads = resource(("participles",), _read)
    low = start.lower()
    low = low.removesuffix("er") if low.endswith("erer") else low
    if low in words:
        return words[low]
    for index in range(SHORTEST_FIRST_PART, len(low) - 4):
        known = heads.get(low[index:])
        if known:
            hyphen = start[index - 1] == "-"
            return start[:index] + (known if hyphen else known.lower())
    return ""


def _read() -> tuple[dict[str, str], dict[str, str]]:
    rows = load_lexicon("participles_de").rows
    words = {feminine.removesuffix("in").lower(): stem for feminine, stem, _ in rows}
    return words, {feminine.removesuffix("in").lower(): stem for feminine, stem, head in rows if head}


def _ending(before: str, masculine: str) -> str:
    """Return the ending of the participle from the words before it and from the masculine plural that it replaces."""
    found = BEFORE.search(before[-WINDOW:])
    words = found[1].split() if found else []
    while words and (words[-1].lower() in UNINFLECTED or words[-1][0].isdigit()):
        words.pop()
    if len(words) > 1 and words[-1] in JOINTS and role_noun(words[-2]):
        # *den Lehrern und Studenten* share their article
        words = words[:-2]
    nearest = words[-1].lower() if words else ""
    if nearest in WEAK_AFTER or nearest in DATIVE_BEFORE:
        return "en"
    # the ending of an adjective without article is the noun's: neue, neuer, neuen Studierende-
    if nearest not in NO_ADJECTIVES and words and words[-1][0].islower():
        if nearest.endswith("en"):
            return "en"
        if nearest.endswith("er") and len(nearest) > SHORTEST_ADJECTIVE:
            return "er"
    # *Lehrern* shows the dative, *Studenten* nothing
    return "en" if masculine.endswith(("ern", "eln")) else "e"
