"""The counts of a corpus, and the rows to leave out until women and men are equally present (Urchs 2025, 4.2, 5.3)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from math import exp, log, sqrt
from statistics import NormalDist
from typing import Literal

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc
from datasets import ClassLabel, Dataset, concatenate_datasets
from numpy.typing import NDArray

from hf_genderfair.balancing.solver import Bounds, Integers, Moves, Solution, Totals, cheapest_moves, cost_bound
from hf_genderfair.core.batches import arrow_batches, check_columns, check_rows, column_array, is_text, whole_numbers
from hf_genderfair.core.counts import SHARE_BINS, SHARE_BINS_NOTE, bin_shares, share, strata_of
from hf_genderfair.core.errors import ColumnError
from hf_genderfair.report.report import Cell, Table

COUNT_COLUMNS = ("female_actors", "male_actors", "female_mentions", "male_mentions")
ALL = "all"
"""Name of the stratum of an undivided corpus."""


@dataclass(frozen=True)
class CorpusCounts:
    """The counts, strata and costs of the rows of a corpus."""

    counts: Integers  # the four of `COUNT_COLUMNS`
    counted: NDArray[np.bool_]  # rows without all four counts count as 0 and always stay
    strata: tuple[str, ...]  # sorted
    stratum: Integers  # index of the stratum of each row
    cost: Integers  # of leaving out the row: 1, or its words
    order: NDArray[np.uint64]  # rows with equal counts are left out in this order
    reason: pa.Array  # to leave out the row at text level; null for rows to keep


def read_counts(
    dataset: Dataset,
    *,
    by: str | None = None,
    words_column: str | None = None,
    exclude: str | None = None,
    seed: int = 0,
) -> CorpusCounts:
    """Read the counts of a data set."""
    check_rows(dataset, "balancing", streams=False)
    wanted = [*COUNT_COLUMNS, *(name for name in (by, words_column, exclude) if name is not None)]
    check_columns(dataset.column_names, wanted)
    # a column of texts is not kept in memory
    table = _read(dataset, [name for name in wanted if name != words_column or name == by])
    counts = [_integers(table[name], name) for name in COUNT_COLUMNS]
    counted = np.logical_and.reduce([pc.is_valid(column).to_numpy(zero_copy_only=False) for column in counts])
    matrix = np.column_stack([pc.fill_null(column, 0).to_numpy(zero_copy_only=False) for column in counts])
    matrix[~counted] = 0
    strata, stratum = _strata(dataset, table, by)
    cost = np.ones(len(table), np.int64) if words_column is None else word_costs_of(dataset, words_column)
    reason = pa.nulls(len(table), pa.string()) if exclude is None else _reasons(table[exclude], exclude)
    order = _order(len(table), seed)
    return CorpusCounts(matrix, counted, strata, stratum, cost, order, reason)


def group_sizes(dataset: Dataset, by: str) -> Counter[str]:
    """Return the number of rows of each value of a column, dates by their year."""
    strata, stratum = _strata(dataset, _read(dataset, [by]), by)
    return Counter(dict(zip(strata, np.bincount(stratum, minlength=len(strata)).tolist(), strict=True)))


def sum_counts(counts: Integers) -> Totals:
    """Return the totals of rows."""
    first, second, third, fourth = (int(total) for total in counts.sum(axis=0))
    return first, second, third, fourth


def _read(dataset: Dataset, columns: list[str]) -> pa.Table:
    blocks = list(arrow_batches(dataset, columns)) if len(dataset) else []
    schema = dataset.select_columns(list(dict.fromkeys(columns))).features.arrow_schema
    return pa.concat_tables(blocks).combine_chunks() if blocks else schema.empty_table()


def _integers(values: pa.ChunkedArray, name: str) -> pa.Array:
    numbers = whole_numbers(column_array(values, name), name)
    if pc.any(pc.less(numbers, 0)).as_py():
        raise ColumnError(f"column {name!r} holds a number below 0, which cannot be a count")
    return numbers


def word_costs_of(dataset: Dataset, words_column: str) -> Integers:
    """Return the number of words of each row of a data set."""
    costs = [word_costs(block[words_column], words_column) for block in arrow_batches(dataset, [words_column])]
    return np.concatenate([np.zeros(0, np.int64), *costs])


def word_costs(values: pa.ChunkedArray, name: str) -> Integers:
    """Return the number of words of each row; at least one, since leaving out a row always has a cost."""
    numbers = column_array(values, name)
    if is_text(numbers.type):
        numbers = pc.list_value_length(pc.utf8_split_whitespace(pc.utf8_trim_whitespace(numbers)))
    else:
        numbers = _integers(values, name)
    words: Integers = pc.fill_null(numbers.cast(pa.int64()), 0).to_numpy(zero_copy_only=False)
    return np.maximum(words, 1)


def _reasons(values: pa.ChunkedArray, name: str) -> pa.Array:
    if not (is_text(values.type) or pa.types.is_null(values.type)):
        raise ColumnError(f"column {name!r} holds {values.type}, not reasons: text, and null where a row stays")
    return column_array(values, name).cast(pa.string())


def _strata(dataset: Dataset, table: pa.Table, by: str | None) -> tuple[tuple[str, ...], Integers]:
    if by is None:
        return (ALL,), np.zeros(len(table), np.int64)
    feature = dataset.features[by]
    names = feature.names if isinstance(feature, ClassLabel) else None
    codes = pc.dictionary_encode(strata_of(column_array(table[by], by), by, names))
    found = codes.dictionary.to_pylist()
    numbers_of = {name: number for number, name in enumerate(sorted(found))}
    numbers = np.array([numbers_of[name] for name in found], np.int64)
    indices = codes.indices.to_numpy(zero_copy_only=False).astype(np.int64)
    return tuple(sorted(found)), numbers[indices] if len(indices) else indices


def _order(rows: int, seed: int) -> NDArray[np.uint64]:
    """Return a hash for each row, SplitMix64 of its position, to spread the removals evenly."""
    positions = np.arange(1, rows + 1, dtype=np.uint64) + (np.uint64(seed % 2**32) << np.uint64(32))
    mixed = positions * np.uint64(0x9E3779B97F4A7C15)
    mixed = (mixed ^ (mixed >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
    mixed = (mixed ^ (mixed >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
    return mixed ^ (mixed >> np.uint64(31))


MEASURES = {"mentions": 2, "actors": 0}
"""The column of women among the four counts, in the order of the published figures."""

POINTS = 200
Z = NormalDist().inv_cdf(0.975)
FLAGS = ("sentiment", "subject_object", "direct_indirect", "named_pronoun")


def ratio(totals: Totals, women: int) -> float | None:
    """Return the ratio of women to men; None where there are no men."""
    return totals[women] / totals[women + 1] if totals[women + 1] else None


def ratios_table(counts: Integers, stages: Mapping[str, NDArray[np.bool_]]) -> Table:
    """Return totals and ratios of women to men at each stage."""
    rows: list[list[Cell]] = []
    last = list(stages)[-1]
    for stage, there in stages.items():
        totals = sum_counts(counts[there])
        for measure, women in MEASURES.items():
            limits = (None, None) if stage == last else _ratio_limits(counts[there, women], counts[there, women + 1])
            part = share(totals[women], totals[women] + totals[women + 1]).value
            with_someone = int(counts[there, women : women + 2].any(axis=1).sum())
            row: list[Cell] = [stage, measure, int(there.sum()), with_someone, totals[women], totals[women + 1]]
            rows.append([*row, ratio(totals, women), *limits, part])
    columns = ["stage", "measure", "texts", "texts with one", "women", "men", "women : men", "low", "high"]
    note = (
        "Interval: 95 % interval over texts, since persons of one text are not independent; none at the last stage, "
        "whose texts were chosen for their ratio. A dash: no men."
    )
    return Table("balance_ratios", "Women and men at each stage", [*columns, "share of women"], rows, note)


def _ratio_limits(women: Integers, men: Integers) -> tuple[float | None, float | None]:
    all_women, all_men = int(women.sum()), int(men.sum())
    if not all_women or not all_men:
        return None, None
    value = log(all_women / all_men)
    # the sum of the squares of women/all_women - men/all_men, from integers: the same in any order of the rows
    squares = (
        int(women @ women) * all_men**2 - 2 * int(women @ men) * all_women * all_men + int(men @ men) * all_women**2
    )
    reach = Z * sqrt(squares / (all_women * all_men) ** 2)
    return exp(value - reach), exp(value + reach)


def shares_table(counts: Integers, stages: Mapping[str, NDArray[np.bool_]]) -> Table:
    """Return the distribution of the share of women by text at each stage (figures 4 and 6 of the paper)."""
    rows: list[list[Cell]] = []
    for stage, there in stages.items():
        for measure, column in MEASURES.items():
            numbers = bin_shares(counts[there, column], counts[there, column + 1])
            for name, count in zip(SHARE_BINS, numbers, strict=True):
                part = share(count, sum(numbers))
                rows.append([stage, measure, name, count, part.n, part.value, part.low, part.high])
    columns = ["stage", "measure", "share of women", "texts", "n", "share", "low", "high"]
    note = (
        f"Share of women: among the women and men of a text. {SHARE_BINS_NOTE} n: texts with at least one of them. "
        "Interval: 95 % Wilson interval of the share of texts."
    )
    return Table("balance_shares", "Share of women by text at each stage", columns, rows, note)


def trajectory_table(
    counts: Integers, there: NDArray[np.bool_], removed: NDArray[np.bool_], order: NDArray[np.uint64]
) -> Table:
    """Return the ratios along the removals at corpus level, the rows with the largest effect first."""
    totals = sum_counts(counts[there])
    rows = np.flatnonzero(removed)
    weight = sum(
        np.abs(counts[rows, women] - counts[rows, women + 1]) / max(1, totals[women] + totals[women + 1])
        for women in MEASURES.values()
    )
    ranked = rows[np.lexsort((order[rows], -np.asarray(weight, float)))] if len(rows) else rows
    left = np.array(totals) - np.concatenate((np.zeros((1, 4), np.int64), np.cumsum(counts[ranked], axis=0)))
    listed: list[list[Cell]] = []
    for number in np.unique(np.linspace(0, len(rows), min(POINTS, len(rows) + 1)).round().astype(int)).tolist():
        first, second, third, fourth = left[number].tolist()
        here: Totals = (first, second, third, fourth)
        listed.append([number, ratio(here, 0), ratio(here, 2), *here])
    columns = ["rows left out", "actors", "mentions"]
    columns += ["female actors", "male actors", "female mentions", "male mentions"]
    note = "Ratios of women to men after so many rows were left out, those with the largest effect first."
    return Table("balance_trajectory", "Women to men, as more and more rows are left out", columns, listed, note)


def removal_table(kept: Dataset, excluded: Dataset, by: str) -> Table:
    """Return the number of rows left out, by flag (figures 5 and 7 of the paper)."""
    check_columns(excluded.column_names, ["balance_step"], "give the excluded rows of a balance")
    wanted = list(dict.fromkeys((*COUNT_COLUMNS, by)))
    check_columns(kept.column_names, wanted)
    corpus = read_counts(concatenate_datasets([part.select_columns(wanted) for part in (kept, excluded)]), by=by)
    stratum, size = corpus.stratum[len(kept) :], len(corpus.strata)
    steps = np.array(excluded["balance_step"][:], dtype=object)
    fired = {
        flag: np.array(excluded[f"asymmetry_{flag}"][:], dtype=object) == True  # noqa: E712 - null is no flag
        for flag in FLAGS
        if f"asymmetry_{flag}" in excluded.column_names
    }
    parts = [steps == "text level", steps == "corpus level", *fired.values()]
    parts.append(~np.logical_or.reduce(list(fired.values())) if fired else np.ones(len(stratum), bool))
    everything = np.bincount(corpus.stratum, minlength=size).tolist()
    out = np.bincount(stratum, minlength=size).tolist()
    numbers = [np.bincount(stratum[part], minlength=size).tolist() for part in parts]
    rows: list[list[Cell]] = []
    for index, name in enumerate(corpus.strata):
        part = share(out[index], everything[index])
        row: list[Cell] = [name, part.n, part.count, part.value, part.low, part.high]
        rows.append([*row, *(number[index] for number in numbers)])
    columns = [by, "rows", "left out", "share", "low", "high", "as flagged", "for balance", *fired, "no flag"]
    note = (
        "A row counts for each flag that fired on it, whatever the reason for leaving it out. Interval: 95 % "
        "Wilson interval of the share."
    )
    return Table("balance_removals", f"Rows left out by {by}", columns, rows, note)


Verdict = Literal["in range", "reached", "out of reach", "only one gender", "nobody"]
Method = Literal["fewest", "paper"]
"""``fewest``: as few rows as possible; ``paper``: the procedure of the published program."""

PAPER_ACTOR_WEIGHT = 10
"""The published program ranks an article by its mentions and ten times its actors."""

PRECISION = 0.005
"""Precision of the search for the nearest attainable ratios, in natural logarithms."""


@dataclass(frozen=True)
class Equilibrium:
    """Rows to leave out of one stratum.

    Attributes:
        removed: Whether each row is to be left out. Where the range cannot be reached, the rows without which both
            ratios are nearest to it.
        verdict: ``in range`` without removals; ``reached`` with them; ``out of reach``; ``only one gender`` in actors
            or mentions, so that no removal can balance them; ``nobody``: no person is counted.
        bound: Lower bound of the cost of any choice that brings both ratios into the range; None where there is none.
        cost: Rows, or words, of the choice.
        before: Totals of all rows.
        after: Totals without the removed rows.

    Example:
        >>> counts = np.array([[1, 0, 4, 0], [0, 1, 0, 5], [0, 1, 0, 5], [0, 0, 0, 0]])
        >>> found = find_equilibrium(counts, Bounds(Fraction(3, 4), Fraction(5, 4)))
        >>> found.verdict, found.cost, found.after
        ('reached', 1, (1, 1, 4, 5))
    """

    removed: NDArray[np.bool_]
    verdict: Verdict
    bound: int | None
    cost: int
    before: Totals
    after: Totals

    @property
    def in_range(self) -> bool:
        """Whether both ratios lie in the range without the removed rows."""
        return self.verdict in ("in range", "reached")


def find_equilibrium(
    counts: Integers,
    bounds: Bounds,
    *,
    cost: Integers | None = None,
    order: NDArray[np.uint64] | None = None,
    most: int | None = None,
    method: Method = "fewest",
) -> Equilibrium:
    """Choose rows to leave out so that both ratios of women to men lie in a range."""
    # With ``fewest``, no choice is cheaper than ``bound``; rows without a person always stay. With ``paper``, rows with
    # persons of only one gender are left out, by their mentions plus ten times their actors, largest first, until both
    # ratios are in the range. That gender is men where either ratio is too low, and women otherwise.
    cost = np.ones(len(counts), np.int64) if cost is None else cost
    order = np.arange(len(counts), dtype=np.uint64) if order is None else order
    totals = sum_counts(counts)
    stays = np.zeros(len(counts), bool)
    if bounds.hold(totals) or min(totals) == 0:
        verdict: Verdict = "in range" if min(totals) else "only one gender" if max(totals) else "nobody"
        return Equilibrium(stays, verdict, 0 if min(totals) else None, 0, totals, totals)
    rows = np.flatnonzero(counts.any(axis=1))
    alike, kinds, numbers = distinct(np.column_stack((counts[rows], cost[rows])))
    moves = Moves(totals, -alike[:, :4], numbers, alike[:, 4])
    if method == "paper":
        removed = _published(counts, bounds, cost, order, most)
        bound = cost_bound(moves, bounds)
    else:
        found = cheapest_moves(moves, bounds, most)
        bound = cost_bound(moves, bounds) if found is None else found.bound
        solution = _nearest(moves, bounds, most) if found is None else found
        removed = stays.copy()
        removed[rows] = _first_of_each(kinds, solution.chosen, order[rows])
    after = sum_counts(counts[~removed])
    verdict = "reached" if bounds.hold(after) else "out of reach"
    return Equilibrium(removed, verdict, bound, int(cost[removed].sum()), totals, after)


def distinct(lines: Integers) -> tuple[Integers, Integers, Integers]:
    """Return the distinct rows in order, the index of the distinct row of each row, and their frequencies."""
    ordered = np.lexsort(lines.T[::-1])
    in_order = lines[ordered]
    begins = np.concatenate(([True], (in_order[1:] != in_order[:-1]).any(axis=1)))[: len(lines)]
    numbers = np.empty(len(lines), np.int64)
    numbers[ordered] = np.cumsum(begins) - 1
    starts = np.flatnonzero(begins)
    return in_order[starts], numbers, np.diff(np.append(starts, len(lines)))


def _first_of_each(kinds: Integers, wanted: Integers, order: NDArray[np.uint64]) -> NDArray[np.bool_]:
    """Choose the wanted number of rows of each kind, those with the lowest order."""
    ordered = np.lexsort((order, kinds))
    starts = np.searchsorted(kinds[ordered], np.arange(len(wanted)))
    rank = np.arange(len(kinds)) - starts[kinds[ordered]]
    chosen = np.empty(len(kinds), bool)
    chosen[ordered] = rank < wanted[kinds[ordered]]
    return chosen


def _nearest(moves: Moves, bounds: Bounds, most: int | None) -> Solution:
    """Return the cheapest moves into the smallest attainable widening of the range; all totals are above 0."""
    women_men = (moves.totals[:2], moves.totals[2:])
    distances = [max(bounds.low * men / women, women / (bounds.high * men)) for women, men in women_men]
    best = Solution(np.zeros(len(moves.cost), np.int64), 0, 0)
    low, high = 0.0, log(max(distances))
    while high - low > PRECISION:
        middle = (low + high) / 2
        found = cheapest_moves(moves, bounds.widened(Fraction(exp(middle))), most)
        if found is None:
            low = middle
        else:
            best, high = found, middle
    return best


def _published(
    counts: Integers, bounds: Bounds, cost: Integers, order: NDArray[np.uint64], most: int | None
) -> NDArray[np.bool_]:
    totals = sum_counts(counts)
    too_many_men = any(women < bounds.low * men for women, men in (totals[:2], totals[2:]))
    scarce, plenty = ((0, 2), (1, 3)) if too_many_men else ((1, 3), (0, 2))
    impact = PAPER_ACTOR_WEIGHT * counts[:, plenty[0]] + counts[:, plenty[1]]
    candidates = np.flatnonzero((impact > 0) & ~counts[:, scarce].any(axis=1))
    ranked = candidates[np.lexsort((order[candidates], -impact[candidates]))]
    if most is not None:
        ranked = ranked[np.cumsum(cost[ranked]) <= most]
    left = np.array(totals) - np.cumsum(counts[ranked], axis=0)
    inside = np.flatnonzero(_inside(left, bounds))
    removed = np.zeros(len(counts), bool)
    removed[ranked[: inside[0] + 1] if len(inside) else ranked] = True
    return removed


def _inside(left: Integers, bounds: Bounds) -> NDArray[np.bool_]:
    (low, low_of), (high, high_of) = bounds.low.as_integer_ratio(), bounds.high.as_integer_ratio()
    inside = np.ones(len(left), bool)
    for women, men in ((left[:, 0], left[:, 1]), (left[:, 2], left[:, 3])):
        inside &= (men > 0) & (women > 0) & (women * low_of >= men * low) & (women * high_of <= men * high)
    return inside
