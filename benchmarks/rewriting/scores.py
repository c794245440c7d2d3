"""A rewriter beside a reference: which words it keeps, and the interval of its word error rate."""

from __future__ import annotations

from collections.abc import Sequence
from difflib import SequenceMatcher

import numpy as np

from hf_genderfair.core.settings import parallel_texts
from hf_genderfair.rewriting.evaluate import WordErrors


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


def rate_interval(lines: Sequence[WordErrors], resamples: int = 1000, seed: int = 0) -> tuple[float, float]:
    """Return the 95 per cent interval of a word error rate, in per cent, by drawing lines with replacement."""
    counts = np.array(lines)
    random = np.random.default_rng(seed)
    totals = np.array([counts[random.integers(0, len(counts), len(counts))].sum(axis=0) for _ in range(resamples)])
    low, high = np.percentile(100 * totals[:, 0] / totals[:, 1], [2.5, 97.5])
    return float(low), float(high)
