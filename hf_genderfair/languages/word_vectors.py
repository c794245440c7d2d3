"""The vectors of words, each computed once and then remembered."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import cache

import numpy as np
from numpy.typing import NDArray

from hf_genderfair.languages.word_features import TABLES, WordClasses, word_features

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
