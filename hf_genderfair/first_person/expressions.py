"""Gendered first-person expressions, as columns, and whether both genders stand beside each other: *zrobiłem/am*."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, fields
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from hf_genderfair.first_person.lexicon import FEMALE, MALE, FirstPersonForms

Integers = NDArray[np.int64]

GENDERS = (FEMALE, MALE)
KINDS = (
    "past",
    "conditional",
    "winien",
    "past_plural",
    "conditional_plural",
    "mobile_past",
    "mobile_conditional",
    "future",
    "adjective",
    "passive_participle",
    "active_participle",
    "sam",
    "noun",
)
STATUSES = ("ok", "marginal", "surname", "asymmetric", "unaccented", "misspelt")


class Expression(NamedTuple):
    """A gendered first-person expression in a row."""

    row: int
    start: int  # of the word that shows the gender, in code points
    end: int
    gender: str
    kind: str
    counterpart: str  # the word in the other gender, in the same case
    status: str
    quoted: bool


@dataclass(frozen=True)
class Expressions:
    """All expressions of a batch as columns, ordered by row and start."""

    row: Integers
    start: Integers
    end: Integers
    gender: Integers  # index into `GENDERS`
    kind: Integers  # index into `KINDS`
    status: Integers  # index into `STATUSES`
    quoted: NDArray[np.bool_]
    counterpart: list[str]

    @classmethod
    def joined(cls, parts: list[Expressions]) -> Expressions:
        """Return the expressions of consecutive parts of a batch as one."""
        columns = {
            field.name: np.concatenate([getattr(part, field.name) for part in parts]) for field in fields(cls)[:-1]
        }
        return cls(**columns, counterpart=[word for part in parts for word in part.counterpart])

    def take(self, indices: Integers) -> Expressions:
        """Return some of the expressions, in the order of their indices."""
        columns = {field.name: getattr(self, field.name)[indices] for field in fields(self)[:-1]}
        return Expressions(**columns, counterpart=[self.counterpart[index] for index in indices.tolist()])

    def __iter__(self) -> Iterator[Expression]:
        """Iterate over the expressions one by one."""
        columns = (self.row, self.start, self.end, self.gender, self.kind, self.status, self.quoted)
        rows = zip(*(column.tolist() for column in columns), strict=True)
        for values, counterpart in zip(rows, self.counterpart, strict=True):
            row, start, end, gender, kind, status, quoted = values
            yield Expression(row, start, end, GENDERS[gender], KINDS[kind], counterpart, STATUSES[status], quoted)

    @classmethod
    def collected(cls, found: list[Expression]) -> Expressions:
        """Return expressions as columns."""

        def numbers(values: Iterable[int]) -> Integers:
            return np.fromiter(values, np.int64, len(found))

        return cls(
            numbers(one.row for one in found),
            numbers(one.start for one in found),
            numbers(one.end for one in found),
            numbers(GENDERS.index(one.gender) for one in found),
            numbers(KINDS.index(one.kind) for one in found),
            numbers(STATUSES.index(one.status) for one in found),
            np.array([one.quoted for one in found], dtype=np.bool_),
            [one.counterpart for one in found],
        )


def same_case(word: str, model: str) -> str:
    """Return a lower-case word with the capitals of another."""
    if model.islower():
        return word
    if model.isupper() and len(model) > 1:
        return word.upper()
    return word[0].upper() + word[1:] if model[0].isupper() else word


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
