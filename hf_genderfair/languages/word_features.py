"""What the embedded network sees of a word: pieces of its spelling, what lexicons know of it, and its vector."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache, lru_cache
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


ROWS = 64
"""Sentences, or words, in one matrix product."""

FEW_ROWS = 8
"""Rows of a product where the kernels of a processor add up in different orders, by the place of a row among more."""

KNOWN_WORDS = 100_000
"""Words whose vectors are kept; then the memory starts again."""

Floats = NDArray[np.float32]
Weights = Mapping[str, Floats]


class WordVectors:
    """The words that a network knows so far.

    Attributes:
        rows: The row of each word in ``vectors``.
        vectors: Shape (rows, length of a vector); rows beyond the known words are free.
    """

    def __init__(self, weights: Weights, lexicons: Sequence[WordClasses]) -> None:
        """Keep the weights; nothing is computed yet."""
        self.weights = weights
        self.lexicons = tuple(lexicons)
        self.rows: dict[str, int] = {}
        self.trigrams = weights["table.trigrams"].copy()
        # what fills up adds nothing
        self.trigrams[0] = 0
        self.vectors = np.zeros((1024, weights["mix.bias"].shape[0]), dtype=np.float32)

    def learn(self, sentences: Iterable[Sequence[str]]) -> slice:
        """Compute the vectors of words that are new."""
        forms = {form for sentence in sentences for form in sentence}
        if len(self.rows) + len(forms) > KNOWN_WORDS:
            self.rows.clear()
        new = sorted(forms - self.rows.keys())
        start, needed = len(self.rows), len(self.rows) + len(new)
        if not new:
            return slice(start, needed)
        if needed > len(self.vectors):
            grown = np.zeros((2 * needed, self.vectors.shape[1]), dtype=np.float32)
            grown[: len(self.vectors)] = self.vectors
            self.vectors = grown
        self.vectors[start:needed] = self._compute(new)
        self.rows.update(zip(new, range(start, needed), strict=True))
        return slice(start, needed)

    def _compute(self, forms: Sequence[str]) -> Floats:
        features = word_features(forms, self.lexicons)
        weights = self.weights
        parts = [weights[f"table.{name}"][features.hashed[:, column]] for column, name in enumerate(TABLES)]
        # few words at a time: the vectors of their trigrams fit the cache of the processor
        blocks = [features.trigrams[start : start + ROWS] for start in range(0, len(forms), ROWS)]
        present = (features.trigrams > 0).sum(1)
        trigrams = np.concatenate([self.trigrams[block].sum(1) for block in blocks])
        parts.append(trigrams / np.maximum(present, 1)[:, None].astype(np.float32))
        for column in range(len(self.lexicons)):
            parts.append(weights[f"table.lexicon_{column}"][features.classes[:, column]])
        return gelu(rows_product(np.concatenate(parts, axis=1), weights["mix.weight"]) + weights["mix.bias"])


def rows_product(rows: Floats, weight: Floats) -> Floats:
    """Multiply any number of rows, so that what comes of a row never depends on the others."""
    padded = np.zeros((-(-len(rows) // ROWS) * ROWS, rows.shape[1]), dtype=rows.dtype)
    padded[: len(rows)] = rows
    return product(padded, weight)[: len(rows)]


def product(rows: Floats, weight: Floats) -> Floats:
    """Multiply a multiple of ``ROWS`` rows, so that a result depends neither on other rows nor on its place."""
    result: Floats = np.matmul(rows.reshape(-1, rows_alike(), rows.shape[-1]), weight)
    return result.reshape(*rows.shape[:-1], -1)


@cache
def rows_alike() -> int:
    """Return how many rows the matrix product of this processor adds up in one order: ``ROWS``, or else `FEW_ROWS`."""
    chance = np.random.default_rng(0)
    row, weight = (chance.standard_normal(shape, dtype=np.float32) for shape in ((1, 4 * ROWS), (4 * ROWS, ROWS)))
    found = np.repeat(row, ROWS, axis=0) @ weight
    return ROWS if (found == found[0]).all() else FEW_ROWS


def gelu(values: Floats) -> Floats:
    """Return the tanh form of the Gaussian error linear unit."""
    inner: Floats = np.float32(0.7978845608) * (values + np.float32(0.044715) * values * values * values)
    result: Floats = (np.float32(0.5) * values * (np.float32(1) + np.tanh(inner))).astype(values.dtype, copy=False)
    return result
