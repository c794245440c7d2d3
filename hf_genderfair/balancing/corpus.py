"""Corpora in which women and men are equally present: rows left out for it, or weights and copies (Urchs 2025, 4.2)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from math import floor
from typing import Any

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc
from datasets import Dataset, Value
from numpy.typing import NDArray

from hf_genderfair.balancing.equilibrium import (
    CorpusCounts,
    Equilibrium,
    Method,
    Verdict,
    distinct,
    find_equilibrium,
    ratios_table,
    read_counts,
    shares_table,
    sum_counts,
    trajectory_table,
)
from hf_genderfair.balancing.equilibrium import ratio as ratio_of
from hf_genderfair.balancing.solver import Bounds, Integers, Moves, Totals, cheapest_moves, read_bounds
from hf_genderfair.core.batches import refuse_columns
from hf_genderfair.core.keep import Keep
from hf_genderfair.core.resources import require
from hf_genderfair.report.report import Cell, Table

REASON, STEP = "balance_reason", "balance_step"
TEXT_LEVEL, CORPUS_LEVEL = "text level", "corpus level"
WITHOUT_FLAGGED = "without flagged texts"
"""The stage of tables before rows are left out for balance."""
SURPLUS = ("only women", "more women", "only men", "more men", "mixed")
"""Reasons to leave out a row at corpus level, by its own counts; mixed: actors and mentions differ, or are even."""


@dataclass(frozen=True)
class Stratum:
    """The result for one stratum.

    Attributes:
        name: Value of the column ``by``; ``unknown`` for rows without one, ``all`` where there are no strata.
        rows: Its rows.
        uncounted: Rows without counts, which always stay.
        text_level: Rows left out at text level, for the reasons of the column ``exclude``.
        corpus_level: Rows left out for balance.
        cost: Cost of the rows left out for balance: their number, or their words.
        bound: Lower bound of the cost of any choice of rows that brings the ratios into the range; None where there is
            none.
        verdict: See `Equilibrium`.
        before: Female actors, male actors, female mentions, male mentions of all rows.
        between: The same without the rows left out at text level.
        after: The same for the rows that are kept.
        nearest: The same as near to the range as possible; equal to ``after`` where the range is reached.

    Example:
        >>> totals = (3, 4, 10, 12)
        >>> Stratum("2004", 5, 0, 0, 0, 0, 0, "in range", totals, totals, totals, totals).gap
        0.0
    """

    name: str
    rows: int
    uncounted: int
    text_level: int
    corpus_level: int
    cost: int
    bound: int | None
    verdict: Verdict
    before: Totals
    between: Totals
    after: Totals
    nearest: Totals

    @property
    def gap(self) -> float | None:
        """Excess of the cost over its bound, as a share of the bound; None without a bound or a reached range."""
        if self.bound is None or self.verdict not in ("in range", "reached"):
            return None
        return 0.0 if self.cost == self.bound else self.cost / self.bound - 1 if self.bound else None


@dataclass(frozen=True)
class Balance:
    """A balanced corpus, the rows left out, and the tables that prove the balance."""

    kept: Dataset  # the rows that stay, with the columns of the source
    excluded: Dataset  # all others, with the step and the reason
    reached: bool  # whether both ratios of the kept rows are in the range, in each stratum that has a person
    bounds: Bounds
    strata: tuple[Stratum, ...]  # in the order of their names
    tables: tuple[Table, ...]
    """Strata, ratios at each stage, shares of women by text at each stage, and the ratios along the removals."""

    def table(self, name: str) -> Table:
        """Return the table with this name: ``balance_strata``, ``_ratios``, ``_shares`` or ``_trajectory``."""
        return next(table for table in self.tables if table.name == name)


def find_balance(
    dataset: Dataset,
    ratio: tuple[float, float] | float = (0.75, 1.25),
    *,
    by: str | None = None,
    exclude: str | None = None,
    words_column: str | None = None,
    max_removed: float | None = None,
    force: bool = False,
    method: Method = "fewest",
    seed: int = 0,
) -> Balance:
    """Divide rows with counts so that both ratios of women to men lie in a range, in each stratum where it can be."""
    bounds = read_bounds(ratio)
    corpus = read_counts(dataset, by=by, words_column=words_column, exclude=exclude, seed=seed)
    refuse_columns(dataset.column_names, (STEP, REASON))
    first = corpus.reason.is_valid().to_numpy(zero_copy_only=False)
    removed = np.zeros(len(first), bool)
    strata = []
    for name, rows, left, found in choices(corpus, bounds, max_removed, method):
        if found.in_range or force:
            removed[left[found.removed]] = True
        strata.append(_stratum(name, corpus, rows, len(rows) - len(left), found, force))
    kept, excluded = _split(dataset, corpus, first, removed)
    reached = all(each.verdict in ("in range", "reached", "nobody") for each in strata)
    _prove(kept, strata, bounds, reached)
    stages = {"before": ~np.zeros_like(first), WITHOUT_FLAGGED: ~first, "balanced": ~(first | removed)}
    if not first.any():
        del stages[WITHOUT_FLAGGED]
    tables = (
        _strata_table(strata, bounds, "rows" if words_column is None else "words"),
        ratios_table(corpus.counts, stages),
        shares_table(corpus.counts, stages),
        trajectory_table(corpus.counts, ~first, removed, corpus.order),
    )
    return Balance(kept, excluded, reached and any(min(each.after) for each in strata), bounds, tuple(strata), tables)


def choices(
    corpus: CorpusCounts, bounds: Bounds, max_removed: float | None, method: Method
) -> Iterator[tuple[str, Integers, Integers, Equilibrium]]:
    """Yield each stratum: its name, its rows, those without a reason at text level, and which of these to leave out."""
    first = corpus.reason.is_valid().to_numpy(zero_copy_only=False)
    for number, name in enumerate(corpus.strata):
        rows = np.flatnonzero(corpus.stratum == number)
        left = rows[~first[rows]]
        cost = corpus.cost[left]
        most = None if max_removed is None else floor(max_removed * int(cost.sum()))
        order = corpus.order[left]
        yield (
            name,
            rows,
            left,
            find_equilibrium(corpus.counts[left], bounds, cost=cost, order=order, most=most, method=method),
        )


def kept_totals(dataset: Dataset) -> Totals:
    """Add up the counts of a data set, to prove the ratios of what was written.

    Args:
        dataset: Rows with the four columns of counts.

    Returns:
        Female actors, male actors, female mentions, male mentions.

    Raises:
        ColumnError: A column is missing or of the wrong type.

    Example:
        >>> rows = Dataset.from_dict({
        ...     "female_actors": [0, 1, 0, 1], "male_actors": [3, 1, 2, 1],
        ...     "female_mentions": [0, 2, 0, 1], "male_mentions": [5, 2, 2, 1],
        ... })
        >>> kept_totals(rows)
        (2, 7, 3, 10)
    """
    return sum_counts(read_counts(dataset).counts)


def _stratum(
    name: str, corpus: CorpusCounts, rows: Integers, text_level: int, found: Equilibrium, force: bool
) -> Stratum:
    done = found.in_range or force
    return Stratum(
        name=name,
        rows=len(rows),
        uncounted=int((~corpus.counted[rows]).sum()),
        text_level=text_level,
        corpus_level=int(found.removed.sum()) if done else 0,
        cost=found.cost if done else 0,
        bound=found.bound,
        verdict=found.verdict,
        before=sum_counts(corpus.counts[rows]),
        between=found.before,
        after=found.after if done else found.before,
        nearest=found.after,
    )


def _split(
    dataset: Dataset, corpus: CorpusCounts, first: NDArray[np.bool_], removed: NDArray[np.bool_]
) -> tuple[Dataset, Dataset]:
    steps = pa.array([TEXT_LEVEL, CORPUS_LEVEL]).take(pa.array(removed.astype(np.int64), mask=~(first | removed)))
    at_corpus_level = pa.array(SURPLUS).take(pa.array(_surplus(corpus.counts), mask=~removed))
    reasons = pc.coalesce(corpus.reason, at_corpus_level)
    marked = dataset.add_column(STEP, steps, feature=Value("string"))
    marked = marked.add_column(REASON, reasons, feature=Value("string"))
    kept, excluded = Keep(REASON).split(marked)
    return kept.remove_columns([STEP, REASON]), excluded


def _surplus(counts: Integers) -> Integers:
    women, men = counts[:, 0::2], counts[:, 1::2]
    conditions = [
        women.any(axis=1) & ~men.any(axis=1),
        (women >= men).all(axis=1) & (women > men).any(axis=1),
        men.any(axis=1) & ~women.any(axis=1),
        (men >= women).all(axis=1) & (men > women).any(axis=1),
    ]
    surplus: Integers = np.select(conditions, range(4), 4).astype(np.int64)
    return surplus


def _prove(kept: Dataset, strata: list[Stratum], bounds: Bounds, reached: bool) -> None:
    """Check the totals of the kept rows by adding them up again."""
    totals = kept_totals(kept)
    expected = tuple(sum(each.after[number] for each in strata) for number in range(4))
    if totals != expected or (reached and any(totals) and not bounds.hold(totals)):
        raise AssertionError(f"the kept rows have {totals}, not {expected} in the range {bounds}")


def _strata_table(strata: list[Stratum], bounds: Bounds, cost: str) -> Table:
    rows: list[list[Cell]] = []
    for each in strata:
        row: list[Cell] = [each.name, each.verdict, each.rows, each.text_level, each.corpus_level]
        row += [each.cost, each.bound, each.gap]
        for women in (0, 2):
            row += [ratio_of(totals, women) for totals in (each.between, each.after, each.nearest)]
        rows.append([*row, each.uncounted])
    columns = ["stratum", "verdict", "rows", "left out as flagged", "left out for balance"]
    columns += [f"{cost} left out", f"fewest {cost}", "gap"]
    columns += [f"{measure} {stage}" for measure in ("actors", "mentions") for stage in ("before", "after", "nearest")]
    note = (
        f"Ratios are women to men; the range is {float(bounds.low):.4g} to {float(bounds.high):.4g}, limits included. "
        f"Fewest {cost}: lower bound of any choice of rows that brings both ratios into the range; the gap is the "
        "excess over it. Before: without flagged rows. After: of the rows kept. Nearest: the nearest ratios that can "
        "be reached; where they are outside the range, nothing was left out unless that was asked for."
    )
    return Table("balance_strata", "Balance by stratum", [*columns, "rows without counts"], rows, note)


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
