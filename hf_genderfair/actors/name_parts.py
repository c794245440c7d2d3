"""The parts from which the names of a text are put together: words, their entities, and what is found."""

from __future__ import annotations

from typing import NamedTuple

from hf_genderfair.actors.name_titles import TokenRange
from hf_genderfair.languages.document import Document


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
    """Return for each token the number of its entity; -1 where it has none.

    Args:
        document: The text.
    """
    numbers = [-1] * len(document.tokens)
    index = 0
    for number, entity in enumerate(document.entities):
        while index < len(numbers) and document.tokens[index].end <= entity.start:
            index += 1
        while index < len(numbers) and document.tokens[index].start < entity.end:
            numbers[index] = number
            index += 1
    return numbers
