"""Role nouns as first or middle parts of German words: *Mitarbeiter* in *Mitarbeiterversammlung*."""

from __future__ import annotations

import re

from hf_genderfair.languages.german.noun_lexicon import NO_FIRST_PARTS, PART_END, Part, noun_lexicon
from hf_genderfair.lexicons.word_class import WordClass

SHORTEST_PART = 5
SHORTEST_INNER_PART = 6
"""Of a part that has letters and no hyphen before it."""
SHORTEST_BEFORE = 4
SHORT_BEFORE = WordClass("noun_classes_de", "short_first_part")
"""Beginnings of up to three letters that a part may have before it."""
NO_END_BEFORE = re.compile(r"(?:^|.*[^s])sc$|.*(?:[^n]sch|[bcdfghjklmnpqrtvwxyz]{5,})$|[^aeiouyäöü]+$")
"""What stands before a part and cannot be a part by itself: *Obersch-enkel*."""

SOLE_OFFICES = ("kanzler", "premierminister", "ministerpräsident")
"""Offices that one person holds: before a hyphen they stand for that person (*Kanzler-Besuch*)."""
INNER_FEMININE = re.compile(r"(?<=\w\w)in(?:nen|(?=-))")


def person_part(beginning: str) -> Part | None:
    """Read a beginning of a word that ends in a role noun."""
    if beginning.endswith("-"):
        part = _before_hyphen(beginning[:-1])
        return part and Part(part.masculine + "-", part.feminine + "-")
    low = beginning.lower()
    known = noun_lexicon()
    if low[-PART_END:] not in known.part_ends:
        return None
    for start in range(max(len(low) - SHORTEST_PART, 0) + 1):
        if low[start:] in NO_FIRST_PARTS:
            return None
        part = known.parts.get(low[start:])
        if part and _may_stand_after(low[:start], len(low) - start, known.things, low):
            return _after(beginning[:start], part, beginning.isupper())
    return None


def star_part(masculine: str, feminine: str) -> str:
    """Return the form for all genders of a word with a role noun that is not its last part."""
    inner = INNER_FEMININE.search(feminine.lower())
    if not inner or INNER_FEMININE.search(masculine.lower()):
        return feminine
    stem = feminine[: inner.start()]
    if stem.lower().endswith("er") and masculine.lower().startswith(stem.lower() + "er"):
        stem = masculine[: len(stem) + 2]
    return stem + "*" + feminine[inner.start() :]


def _before_hyphen(beginning: str) -> Part | None:
    """Read what stands before a hyphen, where a singular can stand too."""
    index = beginning.rfind("-") + 1
    head = noun_lexicon().forms.get(beginning[index:].lower())
    usable = head and head.sense == "person" and head.masculine.lower() not in NO_FIRST_PARTS
    if (
        not head
        or not usable
        or not head.feminine.endswith("in")
        or ("Nom", "Sing") not in head.cells
        or head.gender == "common"
    ):
        return person_part(beginning) if beginning else None
    sole = head.gender == "feminine" or head.masculine.lower().endswith(SOLE_OFFICES)
    return _after(beginning[:index], Part(head.masculine, head.feminine + "nen" * (not sole)), beginning.isupper())


def _may_stand_after(before: str, length: int, things: frozenset[str], whole: str) -> bool:
    if not before or before.endswith("-"):
        return True
    if length < SHORTEST_INNER_PART or any(whole[start:] in things for start in range(len(before) + 1)):
        return False
    if len(before) < SHORTEST_BEFORE:
        return before in SHORT_BEFORE
    return not NO_END_BEFORE.match(before)


def _after(before: str, part: Part, capitals: bool) -> Part:
    masculine, feminine = part
    if capitals:
        masculine, feminine = masculine.upper(), feminine.upper()
    elif before and not before.endswith("-"):
        masculine, feminine = masculine.lower(), feminine.lower()
    return Part(before + masculine, before + feminine)
