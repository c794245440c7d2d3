"""The possible rewritings of a text in pieces: every word stays or becomes one of a few others."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import accumulate
from typing import NamedTuple

from hf_genderfair.rewriting.neural.changes import LearnedChanges
from hf_genderfair.rewriting.neural.subwords import END, KNOWN_WORDS, Subwords


class Node:
    """The state of a word after some of its pieces.

    Attributes:
        next: The state after each possible piece.
        ends: Whether the word may end here.
        stays: Whether these are pieces of the word as it stands.
        written: Number of pieces so far.

    Example:
        >>> node = Node()
        >>> node.add((5, 6))
        >>> node.next[5].ends, node.next[5].next[6].ends
        (False, True)
    """

    __slots__ = ("ends", "next", "stays", "written")

    def __init__(self, written: int = 0) -> None:
        """Start without following pieces."""
        self.next: dict[int, Node] = {}
        self.ends = False
        self.stays = False
        self.written = written

    def add(self, pieces: Sequence[int]) -> None:
        """Add a way to write the word."""
        node = self
        for piece in pieces:
            node = node.next.setdefault(piece, Node(node.written + 1))
        node.ends = True


class _Position(NamedTuple):
    """The state of a text: a word, and its state after some of its pieces.

    Attributes:
        word: Number of the word.
        node: The state of the word.

    Example:
        >>> _Position(0, Node()).word
        0
    """

    word: int
    node: Node


Positions = tuple[_Position, ...]
"""All states that the same pieces lead to."""


class WordSpellings:
    """The ways to write words, built once for each.

    Example:
        >>> subwords = Subwords.train(["Alle Lehrer*innen kamen."] * 9, size=300)
        >>> words = WordSpellings(subwords, LearnedChanges({"Alle": ("Manche",)}, {}, {}))
        >>> len(words.of("Alle").next), words.of("kamen") is words.of("kamen")
        (1, True)
    """

    def __init__(self, subwords: Subwords, changes: LearnedChanges) -> None:
        """Set the vocabulary and the changes."""
        self.subwords = subwords
        self.changes = changes
        self._known: dict[str, Node] = {}

    def of(self, word: str) -> Node:
        """Return the start of all ways to write a word."""
        start = self._known.get(word)
        if start is None:
            if len(self._known) >= KNOWN_WORDS:
                self._known.clear()
            start = self._known[word] = self.among(word, self.changes.of(word))
        return start

    def among(self, word: str, forms: Iterable[str]) -> Node:
        """Return the start of given ways to write a word."""
        start = Node()
        for form in (word, *forms):
            start.add(self.subwords.encode(form) if form else self.subwords.word(form))
        node = start
        node.stays = True
        for piece in self.subwords.word(word):
            node = node.next[piece]
            node.stays = True
        return start


class Lattice:
    """The ways to write a text.

    Example:
        >>> subwords = Subwords.train(["Alle Lehrer*innen kamen."] * 9, size=300)
        >>> lattice = Lattice("Alle kamen", WordSpellings(subwords, LearnedChanges({}, {}, {})))
        >>> pieces = []
        >>> positions = lattice.start
        >>> while (allowed := lattice.allowed(positions)) != [END]:
        ...     pieces.append(allowed[0])
        ...     positions = lattice.after(positions, allowed[0])
        >>> subwords.decode(pieces)
        'Alle kamen'
    """

    def __init__(self, text: str, words: WordSpellings, forms: Mapping[int, Iterable[str]] | None = None) -> None:
        """Build the lattice of a text."""
        sources = text.split(" ") if text else []
        if forms is None:
            self._words = [words.of(word) for word in sources]
        else:
            self._words = [words.among(word, forms.get(index, ())) for index, word in enumerate(sources)]
        self._lengths = [len(words.subwords.word(word)) for word in sources]
        self._starts = list(accumulate(self._lengths, initial=0))
        self.start: Positions = (_Position(0, self._words[0]),) if sources else ()

    def allowed(self, positions: Positions) -> list[int]:
        """Return the pieces that may come next, in order; the end of the text where it may end."""
        if not self._words:
            return [END]
        found: dict[int, None] = {}
        for position in self._open(positions):
            found.update(dict.fromkeys(position.node.next if position.word < len(self._words) else (END,)))
        return sorted(found)

    def after(self, positions: Positions, piece: int) -> Positions:
        """Return the states after one more piece; none if it is not allowed."""
        return tuple(
            _Position(position.word, position.node.next[piece])
            for position in self._open(positions)
            if piece in position.node.next
        )

    def copy(self, positions: Positions) -> int:
        """Return the piece that comes next if the word is finished the shortest way and then nothing is changed."""
        if not positions:
            return END
        position = next((position for position in positions if position.node.ends), positions[0])
        if position.node.ends and position.word + 1 < len(self._words):
            return next(iter(self._words[position.word + 1].next))
        return END if position.node.ends else next(iter(position.node.next))

    def unchanged(self, positions: Positions) -> int | None:
        """Return the piece that comes next if the word stays as it is; None inside a word that changes."""
        position = max(
            self._open(positions), key=lambda position: position.word, default=_Position(len(self._words), _NOTHING)
        )
        if position.word == len(self._words):
            return END
        return next(iter(position.node.next)) if position.node.stays else None

    def source(self, positions: Positions) -> int:
        """Return the piece of the source that is to be written next if nothing is changed: the piece to attend to."""
        position = max(self._open(positions), key=lambda position: position.word, default=_Position(0, _NOTHING))
        if position.word == len(self._words):
            return self._starts[-1]
        return self._starts[position.word] + min(position.node.written, self._lengths[position.word] - 1)

    def _open(self, positions: Positions) -> Iterator[_Position]:
        """Yield the positions, and the start of the next word where one ends."""
        for position in positions:
            yield position
            if position.node.ends:
                following = position.word + 1
                yield _Position(following, self._words[following] if following < len(self._words) else _NOTHING)


_NOTHING = Node()
