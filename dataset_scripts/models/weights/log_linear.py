"""Conditional log-linear models: the right options of a choice against all others (Denis and Baldridge 2008)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

import numpy as np

from hf_genderfair.core.resources import require

LEAST = 0.02
"""Weights below this are left out."""


class Choice(NamedTuple):
    """A choice with its options.

    Attributes:
        options: Features of each option.
        right: For each option whether it may be right.
        weight: Weight of the choice.
    """

    options: Sequence[Sequence[str]]
    right: Sequence[bool]
    weight: float = 1.0


def fit(choices: Sequence[Choice], penalty: float, prior: Mapping[str, float] | None = None) -> dict[str, float]:
    """Return the weights of features under which the right options are most likely.

    Args:
        choices: What to fit on.
        penalty: Times half of the sum of the squares of the distances of the weights from those of `prior`.
        prior: Weights that hold where the choices say nothing else; by default all are 0.
    """
    prior = prior or {}
    sparse, optimize = require("scipy.sparse", "balance"), require("scipy.optimize", "balance")
    options = [option for choice in choices for option in choice.options]
    names = sorted({feature for option in options for feature in option})
    column = {name: place for place, name in enumerate(names)}
    columns = [column[feature] for option in options for feature in option]
    rows = np.repeat(np.arange(len(options)), [len(option) for option in options])
    sizes = np.array([len(choice.options) for choice in choices])
    starts, of_choice = np.cumsum(sizes) - sizes, np.repeat(np.arange(len(choices)), sizes)
    matrix: Any = sparse.csr_matrix((np.ones(len(columns)), (rows, columns)), shape=(len(options), len(names)))
    right = np.array([answer for choice in choices for answer in choice.right])
    share = np.array([choice.weight for choice in choices])
    expected = np.array([prior.get(name, 0.0) for name in names])

    def loss(weights: Any) -> tuple[float, Any]:
        scores = matrix @ weights
        scores = np.exp(scores - np.maximum.reduceat(scores, starts)[of_choice])
        good = np.where(right, scores, 0.0)
        total, hit = np.add.reduceat(scores, starts), np.add.reduceat(good, starts)
        far = weights - expected
        value = -(share * np.log(hit / total)).sum() + penalty / 2 * (far @ far)
        slope = share[of_choice] * (scores / total[of_choice] - good / hit[of_choice])
        return float(value), matrix.T @ slope + penalty * far

    found = optimize.minimize(loss, expected, jac=True, method="L-BFGS-B", options={"maxiter": 300})
    all_weights = {**prior, **dict(zip(names, found.x.tolist(), strict=True))}
    return {name: round(each, 2) for name, each in all_weights.items() if abs(each) >= LEAST}
