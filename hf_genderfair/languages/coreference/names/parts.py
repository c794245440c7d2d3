"""The parts from which the names of a text are put together: words, their entities, and what is found."""

from __future__ import annotations

from typing import NamedTuple

from hf_genderfair.languages.coreference.names.titles import TokenRange
from hf_genderfair.languages.document import Document

Name = tuple[str, ...]


class NameSpan(NamedTuple):
    """The name of a person.

    Attributes:
        first: Index of its first token.
        last: Index after its last token.
        titles: The words before it that are its titles, as pairs of token indices, in order.

    Example:
        >>> NameSpan(1, 2, ((0, 1),)).titles
        ((0, 1),)
    """

    first: int
    last: int
    titles: tuple[TokenRange, ...]


class Group(NamedTuple):
    """Words of a sequence that belong to the same entity, or to none.

    Attributes:
        words: The words, as pairs of token indices.
        kind: The type of the entity; empty without one.

    Example:
        >>> Group([(0, 1)], "PER").kind
        'PER'
    """

    words: list[TokenRange]
    kind: str


def entity_numbers(document: Document) -> list[int]:
    """Return for each token the number of its entity; -1 where it has none."""
    numbers = [-1] * len(document.tokens)
    index = 0
    for number, entity in enumerate(document.entities):
        while index < len(numbers) and document.tokens[index].end <= entity.start:
            index += 1
        while index < len(numbers) and document.tokens[index].start < entity.end:
            numbers[index] = number
            index += 1
    return numbers


def same_full(one: Name, other: Name) -> bool:
    """Return whether two full names may be of one person: same first and last word, an initial, or an omitted part."""
    shorter, longer = sorted((one, other), key=len)
    if longer[-len(shorter) :] == shorter or longer[: len(shorter)] == shorter:
        return True
    # surnames come first in some languages
    return one == other[::-1] or (one[-1] == other[-1] and _same_first(one[0], other[0]))


def _same_first(one: str, other: str) -> bool:
    if one == other:
        return True
    shorter, longer = sorted((one.rstrip("."), other.rstrip(".")), key=len)
    return len(shorter) == 1 and longer.startswith(shorter)
