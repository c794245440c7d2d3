"""What labelled data say of answers: shares that are right, F, and intervals of what is no share."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from difflib import SequenceMatcher
from random import Random
from typing import Any

import numpy as np
from numpy.typing import NDArray

from benchmarks.measure import Figures, Measure, ends
from hf_genderfair.core.counts import share
from hf_genderfair.core.settings import parallel_texts

Of = Callable[..., Measure]
"""`Measure` with all but the name of the figure and its value."""


def portion(right: int, n: int) -> tuple[Any, Any, Any]:
    """Return a share and its interval, that of Wilson."""
    return ends(share(right, n))


def meet(one: tuple[int, int], other: tuple[int, int]) -> bool:
    """Tell whether two spans share a character."""
    return one[0] < other[1] and other[0] < one[1]


def precision_and_recall(of: Of, right: int, found: int, true: int, beside: Mapping[str, Any] | None = None) -> Figures:
    """Yield both, ``beside`` has what each is held against, by its name."""
    for name, n in (("precision", found), ("recall", true)):
        yield of(name, *portion(right, n), beside=(beside or {}).get(name, {}))


def f_score(right: float, found: float, true: float) -> float | None:
    """Return the harmonic mean of precision and recall; None where nothing was found and nothing is there."""
    return 2 * right / (found + true) if found + true else None


def resampled(counts: Sequence[Sequence[int]] | NDArray[Any]) -> NDArray[Any]:
    """Return sums of counts over texts drawn with replacement: a draw a row."""
    table = np.asarray(counts)
    drawn = np.random.default_rng(0).multinomial(len(table), np.full(len(table), 1 / len(table)), size=1000)
    return np.tensordot(drawn, table, axes=1)


def drawn_again(counts: Sequence[Sequence[float]], draws: int = 1000) -> NDArray[Any]:
    """Return sums of counts over texts drawn one by one: a draw a row."""
    table, random = np.asarray(counts), Random(0)
    return np.array([table[random.choices(range(len(table)), k=len(table))].sum(0) for _ in range(draws)])


def ratio_interval(over: NDArray[Any], under: NDArray[Any]) -> tuple[float, float]:
    """Return what 95 % of resampled ratios lie between; those that divide by 0 are none."""
    values = np.sort(over[under > 0] / under[under > 0]).tolist()
    low, high = (values[int(len(values) * end)] for end in (0.025, 0.975))
    return low, high


def interval(values: Any) -> tuple[float, float]:
    """Return what 95 % of resampled values lie between."""
    low, high = np.nanpercentile(values, (2.5, 97.5)).tolist()
    return low, high


def words_kept(sources: Sequence[str], references: Sequence[str], hypotheses: Sequence[str]) -> tuple[int, int]:
    """Count the words that a reference leaves as they are, and before them those that a system leaves too."""
    both = total = 0
    lists = parallel_texts(sources=sources, references=references, hypotheses=hypotheses)
    for source, reference, hypothesis in zip(*lists, strict=True):
        left = _kept(source, reference)
        total += len(left)
        both += len(left & _kept(source, hypothesis))
    return both, total


def _kept(before: str, after: str) -> set[int]:
    if before == after:
        return set(range(len(before.split())))
    blocks = SequenceMatcher(None, before.split(), after.split(), autojunk=False).get_matching_blocks()
    return {block.a + step for block in blocks for step in range(block.size)}


def rate_interval(lines: Sequence[tuple[int, int]], resamples: int = 1000) -> tuple[float, float]:
    """Return the 95 per cent interval of a word error rate, in per cent, by drawing lines with replacement."""
    counts = np.array(lines)
    drawn = np.random.default_rng(0).integers(0, len(counts), (resamples, len(counts)))
    errors, words = counts[drawn].sum(axis=1).T
    return interval(100 * errors / words)
