"""Classes of shares for histograms: the same in every report, so that they can be compared."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

Integers = NDArray[np.int64]

SHARE_BINS = (
    "0 %",
    "0–10 %",
    "10–20 %",
    "20–30 %",
    "30–40 %",
    "40–50 %",
    "50 %",
    "50–60 %",
    "60–70 %",
    "70–80 %",
    "80–90 %",
    "90–100 %",
    "100 %",
)
"""Shares of one of two: none, less than half, half, more, all. One half and both ends are separate classes."""

HALF = SHARE_BINS.index("50 %")

SHARE_BINS_NOTE = "A class holds its limit that is farther from one half."


def bin_shares(part: Integers, other: Integers, weights: Integers | None = None) -> list[int]:
    """Count into which class the share of one of two numbers falls."""
    both, smaller = part + other, np.minimum(part, other)
    # integers assign shares exactly; shares above one half mirror those below
    index = np.where(smaller == 0, 0, 1 + 10 * smaller // np.maximum(both, 1))
    index = np.where(2 * part > both, len(SHARE_BINS) - 1 - index, np.where(2 * part == both, HALF, index))
    chosen = None if weights is None else weights[both > 0]
    numbers: list[int] = np.bincount(index[both > 0], chosen, len(SHARE_BINS)).astype(int).tolist()
    return numbers
