"""Gendered first-person expressions, one by one and as the columns of a batch."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, fields
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from hf_genderfair.first_person.lexicon import FEMALE, MALE

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
    """A gendered first-person expression in a row.

    Attributes:
        row: Index of the text in the batch.
        start: First character of the word that shows the gender, in code points of its text.
        end: Character after it.
        gender: ``female`` or ``male``.
        kind: Construction, see the package documentation.
        counterpart: The word in the other gender, in the same case.
        status: ``ok``, ``marginal``, ``surname``, ``unaccented``, ``misspelt`` or ``asymmetric``.
        quoted: Whether it stands in a quotation or another person's speech.
    """

    row: int
    start: int
    end: int
    gender: str
    kind: str
    counterpart: str
    status: str
    quoted: bool


@dataclass(frozen=True)
class Expressions:
    """All expressions of a batch as columns, ordered by row and start.

    Attributes:
        row: Index of the text in the batch.
        start: First character, in code points.
        end: Character after the last one.
        gender: Index into `GENDERS`.
        kind: Index into `KINDS`.
        status: Index into `STATUSES`.
        quoted: Whether it stands in another person's words.
        counterpart: Word of the other gender.
    """

    row: Integers
    start: Integers
    end: Integers
    gender: Integers
    kind: Integers
    status: Integers
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
