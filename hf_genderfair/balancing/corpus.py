"""Corpora in which women and men are equally present, and the rows left out for it (Urchs 2025, section 4.2)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from math import floor
from typing import get_args

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc
from datasets import Dataset, Value
from numpy.typing import NDArray

from hf_genderfair.balancing.counts import (
    CorpusCounts,
    ratios_table,
    read_counts,
    shares_table,
    sum_counts,
    trajectory_table,
)
from hf_genderfair.balancing.counts import ratio as ratio_of
from hf_genderfair.balancing.equilibrium import Equilibrium, Method, Verdict, find_equilibrium
from hf_genderfair.balancing.solver import Bounds, Integers, Totals, read_bounds
from hf_genderfair.core.batches import refuse_columns
from hf_genderfair.core.errors import GenderfairError
from hf_genderfair.core.keep import Keep
from hf_genderfair.core.settings import choose
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
    check_options(max_removed, method)
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


def check_options(max_removed: float | None, method: str) -> None:
    """Check options of `balance`."""
    if max_removed is not None and not 0 <= max_removed <= 1:
        raise GenderfairError(f"max_removed={max_removed!r} is no share: give a number from 0 to 1")
    choose("method", method, get_args(Method))


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
    columns += [f"{cost} out", f"fewest {cost}", "gap"]
    columns += [f"{measure} {stage}" for measure in ("actors", "mentions") for stage in ("before", "after", "nearest")]
    note = (
        f"Ratios are women to men; the range is {float(bounds.low):.4g} to {float(bounds.high):.4g}, limits included. "
        f"Fewest {cost}: lower bound of any choice of rows that brings both ratios into the range; the gap is the "
        "excess over it. Before: without flagged rows. After: of the rows kept. Nearest: the nearest ratios that can "
        "be reached; where they are outside the range, nothing was left out unless forced."
    )
    return Table("balance_strata", "Balance by stratum", [*columns, "rows without counts"], rows, note)
