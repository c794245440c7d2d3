"""Polish forms for both genders: *zrobiłem/am*, *zrobiłam (em)*, *pewien/pewna*, *zdrowy lub zdrowa*."""

from __future__ import annotations

import re

from hf_genderfair.first_person.lexicon import FEMALE, MALE, FirstPersonForms

OR = (" lub ", " albo ", " czy ", " bądź ")
"""Conjunctions between two forms of one word."""

AFTER = re.compile(rf"(?P<sign>\s?[/(|\\]\s?[-–]?|{'|'.join(OR)})(?P<word>[^\W\d_]+)")
BEFORE = re.compile(rf"(?P<word>[^\W\d_]+)(?P<sign>\s?[/(|\\]\s?|{'|'.join(OR)})$")
SEARCHED = 40
"""Characters before a form that are searched for the other one."""

ENDINGS_OF = {FEMALE: frozenset("a am łam abym łabym na".split()), MALE: frozenset("y em łem ebym bym łbym".split())}


def leaves_gender_open(text: str, start: int, end: int, gender: str, forms: FirstPersonForms) -> bool:
    """Return whether the form of the other gender, or its ending, stands beside a form."""
    # A slash joins any two forms of different genders (*żonaty/zamężna*). In parentheses and after *lub* stands the
    # same word or another first-person form, since any other may be an aside.
    word, other = text[start:end], MALE if gender == FEMALE else FEMALE
    after = AFTER.match(text, end)
    if after and after["sign"] not in OR and after["word"] in ENDINGS_OF[other]:
        return True
    for match in (after, BEFORE.search(text[max(0, start - SEARCHED) : start])):
        if match is None:
            continue
        beside, sign = match["word"], match["sign"]
        first_person = forms.first_person(beside) if sign not in OR and (match is after or "(" not in sign) else None
        if (first_person and first_person.gender == other) or _are_counterparts(word, beside, forms):
            return True
        if not sign.strip("/|\\-–") and _gender(beside, forms) == other:
            return True
    return False


def _gender(word: str, forms: FirstPersonForms) -> str | None:
    """Return the gender of a predicate or participle, None for other words."""
    found = forms.predicate(word) or forms.participles.get(word)
    return found.gender if found else None


def _are_counterparts(one: str, two: str, forms: FirstPersonForms) -> bool:
    """Return whether two words are the same in different genders."""
    for word, other in ((one, two), (two, one)):
        found = forms.first_person(word) or forms.predicate(word) or forms.participles.get(word)
        if found and found.counterpart == other:
            return True
    return False
