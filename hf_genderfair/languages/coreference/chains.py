"""Which words of a text mean the same person."""

from __future__ import annotations


class Chains:
    """Coreference chains: indices of words, joined where they mean the same person.

    Example:
        >>> chains = Chains()
        >>> chains.join(2, 5)
        >>> chains.number(5), chains.number(9), chains.number(2)
        (0, 1, 0)
    """

    def __init__(self) -> None:
        """Start without chains."""
        self.above: dict[int, int] = {}
        self.numbers: dict[int, int] = {}

    def root(self, index: int) -> int:
        """Return the first index of the chain that a word belongs to."""
        while (above := self.above.get(index, index)) != index:
            self.above[index] = self.above.get(above, above)
            index = above
        return index

    def join(self, index: int, other: int) -> None:
        """Say that two words mean the same person."""
        first, second = sorted((self.root(index), self.root(other)))
        self.above[second] = first

    def number(self, index: int) -> int:
        """Return the number of a word's chain; chains are numbered in the order of the calls."""
        return self.numbers.setdefault(self.root(index), len(self.numbers))
