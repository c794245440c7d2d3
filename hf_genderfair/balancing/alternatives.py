"""Alternatives to leaving rows out: weights, and gender-swapped copies."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
import pyarrow as pa
from datasets import Dataset, Value
from numpy.typing import NDArray

from hf_genderfair.balancing.counts import ratio as ratio_of
from hf_genderfair.balancing.counts import read_counts, sum_counts
from hf_genderfair.balancing.equilibrium import distinct
from hf_genderfair.balancing.solver import Bounds, Integers, Moves, cheapest_moves, read_bounds
from hf_genderfair.core.batches import refuse_columns
from hf_genderfair.core.resources import require
from hf_genderfair.report.report import Cell, Table

WEIGHT = "balance_weight"
MARGIN = 1e-6
"""Relative tolerance of weighted ratios; the range is narrowed by less, so that they lie inside."""

SWAPPED = (1, 0, 3, 2)
WAYS = ("copies added", "texts replaced")


@dataclass(frozen=True)
class Weights:
    """A data set with a weight for each row.

    Attributes:
        dataset: The rows with the column ``balance_weight``.
        reached: Whether both weighted ratios lie in the range, in each stratum that has a person.
        table: Ratios, greatest weight and effective number of rows by stratum.

    Example:
        >>> counts = {"female_actors": [1, 0, 0], "male_actors": [0, 1, 1]}
        >>> rows = Dataset.from_dict({**counts, "female_mentions": [4, 0, 0], "male_mentions": [0, 4, 4]})
        >>> weighted = balance_weights(rows, ratio=(1, 1))
        >>> weighted.reached, [round(weight, 2) for weight in weighted.dataset["balance_weight"][:]]
        (True, [1.5, 0.75, 0.75])
    """

    dataset: Dataset
    reached: bool
    table: Table


def balance_weights(
    dataset: Dataset,
    ratio: tuple[float, float] | float = (0.75, 1.25),
    *,
    by: str | None = None,
    overwrite: bool = False,
) -> Weights:
    """Weight rows so that the weighted ratios of women to men, among actors and among mentions, lie in a range.

    Among all weights that do so, these are nearest to 1 by Kullback-Leibler divergence (entropy balancing, Hainmueller
    2012); all are above 0, and their mean over the rows with a person is 1. Other rows have weight 1.

    Args:
        dataset: Rows with the columns ``female_actors``, ``male_actors``, ``female_mentions`` and ``male_mentions``.
        ratio: The range; see `balance`.
        by: Column of strata that are weighted one by one; dates are grouped by year.
        overwrite: Replace a column ``balance_weight`` that exists already.

    Returns:
        The weighted rows. Where a stratum cannot reach the range, its rows have weight 1.

    Raises:
        GenderfairError: The range means nothing.
        ColumnError: A column is missing, of the wrong type, or exists already.
        MissingDependencyError: scipy is not installed.

    Example:
        >>> rows = Dataset.from_dict({
        ...     "female_actors": [0, 1, 0, 1], "male_actors": [3, 1, 2, 1],
        ...     "female_mentions": [0, 2, 0, 1], "male_mentions": [5, 2, 2, 1],
        ... })
        >>> [round(weight, 2) for weight in balance_weights(rows).dataset["balance_weight"]]
        [0.17, 1.75, 0.34, 1.75]
    """
    bounds = read_bounds(ratio)
    corpus = read_counts(dataset, by=by)
    if not overwrite:
        refuse_columns(dataset.column_names, [WEIGHT], "or pass overwrite=True")
    weights = np.ones(len(corpus.counts))
    someone = corpus.counts.any(axis=1)
    lines: list[list[Cell]] = []
    reached = True
    for number, name in enumerate(corpus.strata):
        rows = np.flatnonzero(someone & (corpus.stratum == number))
        counts = corpus.counts[rows]
        found = _entropy_weights(counts, bounds) if len(rows) else np.ones(0)
        reached &= found is not None
        weights[rows] = 1.0 if found is None else found
        chosen = weights[rows]
        effective = float(chosen.sum() ** 2 / np.square(chosen).sum()) if len(rows) else 0.0
        before, after = sum_counts(counts), chosen @ counts
        row: list[Cell] = [name, len(rows), effective, float(chosen.max(initial=1.0)), "no" if found is None else "yes"]
        for women in (0, 2):
            row += [ratio_of(before, women), float(after[women] / after[women + 1]) if after[women + 1] else None]
        lines.append(row)
    columns = ["stratum", "rows with a person", "effective rows", "greatest weight", "reached"]
    columns += ["actors before", "actors after", "mentions before", "mentions after"]
    note = (
        "Ratios of women to men, without and with weights; effective rows: square of the sum of the weights divided by "
        "the sum of their squares (Kish 1965), the number of unweighted rows with the same precision."
    )
    kept = dataset.remove_columns([name for name in (WEIGHT,) if name in dataset.column_names])
    weighted = kept.add_column(WEIGHT, pa.array(weights), feature=Value("float64"))
    return Weights(weighted, reached and bool(someone.any()), Table("balance_weights", "Weights", columns, lines, note))


def _entropy_weights(counts: Integers, bounds: Bounds) -> NDArray[np.float64] | None:
    """Return weights with mean 1, or None where none are found."""
    # The weights nearest to 1 under linear conditions are exponentials of linear combinations of these conditions,
    # whose non-negative multipliers minimise the logarithm of the sum of weights.
    totals = sum_counts(counts)
    if min(totals) == 0:
        return None
    if bounds.hold(totals):
        return np.ones(len(counts))
    low, high = float(bounds.low), float(bounds.high)
    margin = MARGIN * min(1.0, (high - low) / low) / 4
    alike, kinds, numbers = distinct(counts)
    conditions = np.concatenate(
        [
            [women - low * (1 + margin) * men, high * (1 - margin) * men - women]
            for women, men in (alike.T[:2], alike.T[2:])
        ]
    )
    scale = np.abs(conditions).max(axis=1, keepdims=True)
    conditions = conditions / scale

    def objective(multipliers: NDArray[np.float64]) -> tuple[float, NDArray[np.float64]]:
        exponents = multipliers @ conditions
        top = float(exponents.max())
        parts = numbers * np.exp(exponents - top)
        return top + float(np.log(parts.sum())), conditions @ parts / parts.sum()

    found: Any = require("scipy.optimize", "balance").minimize(
        objective,
        np.zeros(4),
        jac=True,
        method="L-BFGS-B",
        bounds=[(0, None)] * 4,
        options={"maxiter": 2_000, "ftol": 1e-15, "gtol": 1e-12},
    )
    exponents = found.x @ conditions
    parts = np.exp(exponents - exponents.max())
    weights: NDArray[np.float64] = (parts * (numbers.sum() / (numbers @ parts)))[kinds]
    women_men = weights @ counts
    inside = all(
        low * (1 - MARGIN) <= women_men[women] / women_men[women + 1] <= high * (1 + MARGIN) for women in (0, 2)
    )
    return weights if inside and weights.min() > 0 else None


def counterfactuals_needed(
    dataset: Dataset, ratio: tuple[float, float] | float = (0.75, 1.25), *, by: str | None = None
) -> Table:
    """Plan how many gender-swapped texts would bring both ratios of women to men into a range.

    In a gender-swapped text the counts of women and men are exchanged. Copies are either added to their originals or
    replace them. The plan only counts texts.

    Args:
        dataset: Rows with the columns ``female_actors``, ``male_actors``, ``female_mentions`` and ``male_mentions``.
        ratio: The range; see `balance`.
        by: Column of strata that are planned one by one; dates are grouped by year.

    Returns:
        Two rows for each stratum: the smallest number of texts, its lower bound, and the ratios before and after; null
        where no number of texts reaches the range.

    Raises:
        GenderfairError: The range means nothing, or the solver failed.
        ColumnError: A column is missing or of the wrong type.
        MissingDependencyError: scipy is not installed.

    Example:
        >>> counts = {"female_actors": [1, 0, 0], "male_actors": [0, 1, 1]}
        >>> rows = Dataset.from_dict({**counts, "female_mentions": [4, 0, 0], "male_mentions": [0, 4, 4]})
        >>> [row[:4] for row in counterfactuals_needed(rows).rows]
        [['all', 'copies added', 3, 1], ['all', 'texts replaced', 3, None]]
    """
    bounds = read_bounds(ratio)
    corpus = read_counts(dataset, by=by)
    lines: list[list[Cell]] = []
    for number, name in enumerate(corpus.strata):
        counts = corpus.counts[corpus.stratum == number]
        alike, _, numbers = distinct(counts[counts.any(axis=1)])
        swapped = alike[:, SWAPPED]
        totals = sum_counts(counts)
        for way, effects in zip(WAYS, (swapped, swapped - alike), strict=True):
            moves = Moves(totals, effects, numbers, np.ones(len(alike), np.int64))
            found = cheapest_moves(moves, bounds) if len(alike) else None
            row: list[Cell] = [name, way, int(numbers.sum()), None, None, ratio_of(totals, 0), None]
            row += [ratio_of(totals, 2), None]
            if found is not None:
                after = moves.totals_after(found.chosen)
                row[3:5] = [found.cost, found.bound]
                row[6], row[8] = ratio_of(after, 0), ratio_of(after, 2)
            lines.append(row)
    columns = ["stratum", "way", "texts with a person", "texts needed", "bound"]
    columns += ["actors before", "actors after", "mentions before", "mentions after"]
    note = "Ratios of women to men. Bound: no number of texts below it brings both ratios into the range."
    return Table("balance_counterfactuals", "Gender-swapped texts needed", columns, lines, note)
