"""Calibration of probabilities on labelled sentences."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

Floats = npt.NDArray[np.float64]
Booleans = npt.NDArray[np.bool_]


def fitted_calibration(probabilities: Floats, gold: Booleans, steps: int = 25) -> tuple[float, float]:
    """Return factor and shift of the logits that fit labels best (Platt 1999), by Newton's method.

    Args:
        probabilities: Of a model, between 0 and 1.
        gold: What is true.
        steps: Of the method.

    Example:
        >>> factor, shift = fitted_calibration(np.array([0.1, 0.4, 0.6, 0.9] * 9), np.array([0, 1, 0, 1] * 9) > 0)
        >>> 0 < factor < 1
        True
    """
    bounded = np.clip(probabilities, 1e-6, 1 - 1e-6)
    table = np.stack([np.log(bounded / (1 - bounded)), np.ones(len(bounded))], axis=1)
    weights = np.zeros(2)
    for _ in range(steps):
        found = 1 / (1 + np.exp(-table @ weights))
        curvature = (table * (found * (1 - found))[:, None]).T @ table + 1e-6 * np.eye(2)
        weights = weights + np.linalg.solve(curvature, table.T @ (gold - found))
    return float(weights[0]), float(weights[1])


def macro_f1_threshold(probabilities: Floats, gold: Booleans) -> float:
    """Return the probability above which calling everything a yes gives the highest mean F1 of yes and no."""
    limits = np.unique(np.round(probabilities, 2))
    return float(max(limits, key=lambda limit: macro_f1(probabilities > limit, gold)))


def macro_f1(found: Booleans, gold: Booleans) -> float:
    """Return the mean F1 of yes and no."""
    halves = [(found, gold), (~found, ~gold)]
    return float(sum(2 * (one & other).sum() / max(1, one.sum() + other.sum()) for one, other in halves) / 2)


def expected_calibration_error(probabilities: Floats, gold: Booleans, bins: int = 10) -> float:
    """Return how far the mean probability of ten equal ranges is from the share of yes, weighted by their sizes."""
    number = np.minimum((probabilities * bins).astype(int), bins - 1)
    sizes = np.bincount(number, minlength=bins)
    apart = np.abs(np.bincount(number, probabilities - gold, minlength=bins))
    return float(apart.sum() / max(1, sizes.sum()))
