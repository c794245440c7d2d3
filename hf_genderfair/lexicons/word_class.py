"""Classes of words in the lexicons of a language, as the rules name them: read when they are first asked for.

A lexicon of classes has a row for each word, which its first column holds; the column ``classes`` names, divided by
spaces, the classes that the word belongs to. Other columns hold what is known of the word: its case, its
ending, what it agrees with.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import cached_property
from typing import Generic, TypeVar

from hf_genderfair.core.errors import LexiconError
from hf_genderfair.core.resources import resource
from hf_genderfair.lexicons.loader import load_lexicon

Value = TypeVar("Value")


class WordClass:
    """The words of a lexicon that belong to a class.

    Attributes:
        lexicon: Name of the lexicon, with the words in its first column.
        name: Name of the class.

    Example:
        >>> dative = WordClass("verb_frames_de", "dative")
        >>> "helfen" in dative, "sehen" in dative
        (True, False)
    """

    def __init__(self, lexicon: str, name: str) -> None:
        """Name a class; nothing is read yet."""
        self.lexicon = lexicon
        self.name = name

    def __contains__(self, word: object) -> bool:
        """Return whether a word belongs to the class, as it is written in the lexicon."""
        return word in self.as_set

    @cached_property
    def as_tuple(self) -> tuple[str, ...]:
        """The words in the order of the lexicon, as ``str.endswith`` takes them."""
        words = resource(("word classes", self.lexicon), lambda: _read_classes(self.lexicon)).get(self.name)
        if words is None:
            raise LexiconError(f"lexicon {self.lexicon!r} has no class {self.name!r}")
        return words

    @cached_property
    def as_set(self) -> frozenset[str]:
        """The words without an order."""
        return frozenset(self.as_tuple)

    @cached_property
    def pattern(self) -> re.Pattern[str]:
        """A regular expression for any of the words, which are regular expressions themselves."""
        return re.compile("|".join(self.as_tuple))


class WordValues(Generic[Value]):
    """The words of a lexicon that have a value in a column.

    Attributes:
        lexicon: Name of the lexicon, with the words in its first column.
        column: Name of the column.

    Example:
        >>> cases = WordValues("prepositions_de", "cases", str.split)
        >>> cases["mit"], "und" in cases
        (['Dat'], False)
    """

    def __init__(self, lexicon: str, column: str, read: Callable[[str], Value]) -> None:
        """Name a column, and what makes a value of a cell; nothing is read yet."""
        self.lexicon = lexicon
        self.column = column
        self._read = read

    @cached_property
    def as_dict(self) -> dict[str, Value]:
        """Words and their values, in the order of the lexicon."""
        lexicon = load_lexicon(self.lexicon)
        columns = lexicon.metadata["columns"].split()
        if self.column not in columns:
            raise LexiconError(f"lexicon {self.lexicon!r} has no column {self.column!r}")
        index = columns.index(self.column)
        return {row[0]: self._read(row[index]) for row in lexicon.rows if row[index]}

    def __getitem__(self, word: str) -> Value:
        """Return the value of a word."""
        return self.as_dict[word]

    def __contains__(self, word: object) -> bool:
        """Return whether a word has a value."""
        return word in self.as_dict


def _read_classes(name: str) -> dict[str, tuple[str, ...]]:
    lexicon = load_lexicon(name)
    classes = lexicon.metadata["columns"].split().index("classes")
    found: dict[str, list[str]] = {}
    for row in lexicon.rows:
        for kind in row[classes].split():
            found.setdefault(kind, []).append(row[0])
    return {kind: tuple(words) for kind, words in found.items()}
