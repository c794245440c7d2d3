"""What the embedded network sees of a word: pieces of its spelling and what lexicons know of it, as numbers."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from operator import mod
from zlib import crc32

import numpy as np
from numpy.typing import NDArray

KEY_BITS = 28

TABLES: Mapping[str, int] = {
    "word": 12288,
    "word_again": 12288,
    "prefix": 4096,
    "suffix_2": 2048,
    "suffix_3": 6144,
    "suffix_4": 8192,
    "shape": 256,
}
"""Hashed pieces of a word and the number of buckets of each."""

TRIGRAM_BUCKETS = 12288
MOST_TRIGRAMS = 24
LONGEST_END = 200
"""Letters of the longest end of a word that is looked up."""
KNOWN_TRIGRAMS = 1 << 16
KNOWN_SHAPES = 1 << 12


@dataclass(frozen=True)
class WordClasses:
    """A word list that gives each word one of a few hundred classes, by a hash of 28 bits instead of the letters.

    A word that is not in the list is taken for one that is with a probability of less than one in a thousand.

    Attributes:
        keys: Sorted hashes.
        classes: The class of each key, from 1; class 0 means that a word is not in the list.
        backs_off: Whether an unknown capitalised word gets the class of the longest word it ends with (compounds).

    Example:
        >>> lexicon = WordClasses.build({"Frau": 3, "Herr": 5}, backs_off=True)
        >>> lexicon.find(["Frau", "frau", "Putzfrau", "Kind"]).tolist()
        [3, 0, 3, 0]
    """

    keys: NDArray[np.uint32]
    classes: NDArray[np.uint16]
    backs_off: bool = False

    @classmethod
    def build(cls, words: Mapping[str, int], backs_off: bool = False) -> WordClasses:
        """Return the list of ``words``; of two words with one hash the first stays."""
        keys = np.array([_key(word) for word in words], dtype=np.uint32)
        classes = np.array(list(words.values()), dtype=np.uint16)
        keys, first = np.unique(keys, return_index=True)
        return cls(keys, classes[first], backs_off)

    def find(self, words: Sequence[str]) -> NDArray[np.int64]:
        """Return the class of each word; 0 where it has no class."""
        found = self._look_up([_key(word) for word in words])
        if self.backs_off:
            unknown = np.flatnonzero(found == 0)
            found[unknown] = self._compound_classes([words[index] for index in unknown.tolist()])
        return found

    def _look_up(self, keys: Sequence[int]) -> NDArray[np.int64]:
        wanted = np.array(keys, dtype=np.uint32)
        index = np.minimum(np.searchsorted(self.keys, wanted), len(self.keys) - 1)
        return np.where(self.keys[index] == wanted, self.classes[index], 0).astype(np.int64)

    def _compound_classes(self, words: Sequence[str]) -> list[int]:
        """Return the class of the longest known end of each word, 0 where there is none."""
        ends = [_ends(word) for word in words]
        classes = self._look_up([_key(end) for own in ends for end in own]).tolist()
        found, first = [], 0
        for own in ends:
            found.append(next(filter(None, classes[first : first + len(own)]), 0))
            first += len(own)
        return found


def _ends(word: str) -> list[str]:
    """Return what a compound could end with, the longest first."""
    if len(word) < 7 or not word[0].isupper():
        return []
    return [word[start:].capitalize() for start in range(max(3, len(word) - LONGEST_END), len(word) - 2)]


def _key(word: str) -> int:
    return crc32(word.encode()) >> (32 - KEY_BITS)


@dataclass(frozen=True)
class WordFeatures:
    """The numbers of some words.

    Attributes:
        hashed: Shape (words, tables): the bucket in each of ``TABLES``.
        trigrams: Shape (words, MOST_TRIGRAMS): buckets of letter trigrams from 1; 0 fills up.
        classes: Shape (words, lexicons): the class in each lexicon; 0 where a word is unknown.
    """

    hashed: NDArray[np.int64]
    trigrams: NDArray[np.int64]
    classes: NDArray[np.int64]


def word_features(words: Sequence[str], lexicons: Sequence[WordClasses]) -> WordFeatures:
    """Return the numbers of words."""
    hashed = np.array([_buckets(word) for word in words], dtype=np.int64).reshape(len(words), len(TABLES))
    trigrams = np.zeros((len(words), MOST_TRIGRAMS), dtype=np.int64)
    for row, word in zip(trigrams, words, strict=True):
        marked = f"<{word.lower()[:MOST_TRIGRAMS]}>"
        row[: len(marked) - 2] = list(map(_trigram, zip(marked, marked[1:], marked[2:], strict=False)))
    classes = np.zeros((len(words), len(lexicons)), dtype=np.int64)
    for column, lexicon in enumerate(lexicons):
        classes[:, column] = lexicon.find(words)
    return WordFeatures(hashed, trigrams, classes)


def _buckets(word: str) -> tuple[int, ...]:
    low = word.lower()
    pieces = (low, "2" + low, low[:3], low[-2:], low[-3:], low[-4:], _cut_runs(word[:12].translate(_MARKS)))
    return tuple(map(mod, map(crc32, map(str.encode, pieces)), TABLES.values()))


@lru_cache(KNOWN_TRIGRAMS)
def _trigram(letters: tuple[str, str, str]) -> int:
    return 1 + crc32("".join(letters).encode()) % (TRIGRAM_BUCKETS - 1)


@lru_cache(KNOWN_SHAPES)
def _cut_runs(marks: str) -> str:
    return "".join(mark for index, mark in enumerate(marks) if marks[max(index - 3, 0) : index] != mark * 3)


class _Marks(dict[int, str]):
    """The mark of each character, found when it is first seen."""

    def __missing__(self, code: int) -> str:
        letter = chr(code)
        self[code] = mark = (
            "X" if letter.isupper() else "x" if letter.isalpha() else "d" if letter.isdigit() else letter
        )
        return mark


_MARKS = _Marks()
