"""Which words of a text mean the same person."""

from __future__ import annotations

NOBODY_NAMED = -1
"""Stands for the person of the pronouns that nothing in the text comes before."""


class Chains:
    """Indices of words, joined where they mean the same person.

    Example:
        >>> chains = Chains()
        >>> chains.join(2, 5)
        >>> chains.number(5), chains.number(9), chains.number(2)
        (0, 1, 0)
    """

    def __init__(self) -> None:
        """Begin without any person."""
        self.above: dict[int, int] = {}
        self.numbers: dict[int, int] = {}

    def root(self, index: int) -> int:
        """Return the index of the word that stands for the person whom a word means."""
        while (above := self.above.get(index, index)) != index:
            index = above
        return index

    def join(self, index: int, other: int) -> None:
        """Say that two words mean the same person."""
        first, second = sorted((self.root(index), self.root(other)))
        self.above[second] = first

    def number(self, index: int) -> int:
        """Return the number of the person whom a word means, in the order in which they are asked for."""
        return self.numbers.setdefault(self.root(index), len(self.numbers))
