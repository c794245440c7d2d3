"""The choice of rows to leave out so that women and men are equally present (Urchs 2025, sections 4.2 and 5.3)."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from math import exp, log
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from hf_genderfair.balancing.counts import sum_counts
from hf_genderfair.balancing.solver import Bounds, Integers, Moves, Solution, Totals, cheapest_moves, cost_bound

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
    moves, kinds, rows = _removals(counts, cost, totals)
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


def _removals(counts: Integers, cost: Integers, totals: Totals) -> tuple[Moves, Integers, Integers]:
    """Return the removals as moves, the kind of each row with a person, and the indices of these rows."""
    rows = np.flatnonzero(counts.any(axis=1))
    alike, kinds, numbers = distinct(np.column_stack((counts[rows], cost[rows])))
    return Moves(totals, -alike[:, :4], numbers, alike[:, 4]), kinds, rows


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
