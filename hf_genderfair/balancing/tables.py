"""Tables of a balanced corpus: ratios and shares at each stage, ratios along the removals, rows left out."""

from __future__ import annotations

from collections.abc import Mapping
from math import exp, log, sqrt
from statistics import NormalDist

import numpy as np
from datasets import Dataset, concatenate_datasets
from numpy.typing import NDArray

from hf_genderfair.balancing.counts import COUNT_COLUMNS, read_counts, sum_counts
from hf_genderfair.balancing.solver import Integers, Totals
from hf_genderfair.core.batches import check_columns
from hf_genderfair.core.counts import SHARE_BINS, SHARE_BINS_NOTE, bin_shares, share
from hf_genderfair.report.report import Cell, Table

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
    note = "Ratios of women to men after a number of removals, by decreasing effect on actors and mentions."
    return Table("balance_trajectory", "Ratios along the removals", columns, listed, note)


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
