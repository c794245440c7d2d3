"""Participles for persons of any gender: *Studierende* for ``Student*innen``, declined as the sentence wants it."""

from __future__ import annotations

import re

from hf_genderfair.core.resources import resource
from hf_genderfair.lexicons.loader import load_lexicon
from hf_genderfair.rewriting.fair_words import FairWord

PLURAL = re.compile(r"([^*]+)\*innen$")
COMPOUND = re.compile(r"([^*]+)\*innen((?:[a-zäöüß]|-\w)[^*]*)$")
SHORTEST_FIRST_PART = 3

BEFORE = re.compile(r"((?:[^\W\d_]+[ \n]+){0,4})$")
WEAK_AFTER = frozenset(
    "die der den diese dieser diesen jene jener jenen alle aller allen beide beider beiden sämtliche sämtlicher "
    "sämtlichen welche welcher welchen solche solcher solchen keine keiner keinen meine meiner meinen deine deiner "
    "deinen seine seiner seinen ihre ihrer ihren unsere unserer unseren unsre unsrer unsren eure eurer euren "
    "diejenigen derjenigen denjenigen dieselben derselben denselben".split()
)
"""Determiners after which a nominalised plural ends in ``-en`` in every case."""

DATIVE_BEFORE = frozenset(
    "mit von bei zu aus nach seit zwischen unter an in gegenüber samt außer nebst neben vor mitsamt dank".split()
)
"""Prepositions before a plural without article that has, or may as well have, the dative."""

ACCUSATIVE_BEFORE = frozenset("für ohne gegen um durch über als wie und oder sowie".split())
"""Words after which a plural without article tells no case; it is written in the nominative."""

UNINFLECTED = frozenset(
    "ein etwa rund fast mehr als zwei drei vier fünf sechs sieben acht neun zehn elf zwölf hundert tausend".split()
)


def participle(text: str, word: FairWord) -> str:
    """Return the participle that stands for a word for persons in the plural, or in a compound.

    Args:
        text: The text; the words before tell the ending (*die Studierenden*, *viele Studierende*).
        word: The word.

    Returns:
        The participle as it is declined here; empty where none is usual, and in the singular.

    Example:
        >>> word = FairWord(4, 13, "Studenten", "Studentinnen", "Student*innen", "noun", "", 0, True)
        >>> participle("Die Studenten", word), participle("400 Studenten", word)
        ('Studierenden', 'Studierende')
    """
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
    for place in range(SHORTEST_FIRST_PART, len(low) - 4):
        known = heads.get(low[place:])
        if known:
            hyphen = start[place - 1] == "-"
            return start[:place] + (known if hyphen else known.lower())
    return ""


def _read() -> tuple[dict[str, str], dict[str, str]]:
    rows = load_lexicon("participles_de").rows
    words = {feminine.removesuffix("in").lower(): stem for feminine, stem, _ in rows}
    return words, {feminine.removesuffix("in").lower(): stem for feminine, stem, head in rows if head}


def _ending(before: str, masculine: str) -> str:
    """Return the ending of the participle from the words before it and from the masculine plural that it replaces."""
    found = BEFORE.search(before[-80:])
    words = found[1].lower().split() if found else []
    while words and words[-1] in UNINFLECTED:
        words.pop()
    nearest = words[-1] if words else ""
    if nearest in WEAK_AFTER:
        return "en"
    if nearest in DATIVE_BEFORE:
        return "en"
    if nearest in ACCUSATIVE_BEFORE:
        return _ending_alone(masculine)
    # the ending of an adjective without article is the noun's: neue, neuer, neuen Studierende-
    if nearest.endswith(("en", "ern")):
        return "en"
    if nearest.endswith("er") and len(nearest) > 4 and nearest not in ("immer", "wieder", "leider", "unser", "euer"):
        return "er"
    return _ending_alone(masculine)


def _ending_alone(masculine: str) -> str:
    # *Lehrern* shows the dative, *Studenten* nothing
    return "en" if masculine.endswith(("ern", "eln")) else "e"
