"""The cheapest moves that bring two ratios into a range: a linear relaxation, and an exact search around it.

Leaving out a row, adding a gender-swapped copy of it or putting such a copy in its place are *moves*: each adds
something to four totals (female and male actors, female and male mentions) and has a cost. Rows with equal counts are
interchangeable, so that the moves of a corpus of millions are some ten thousand kinds with a number each.

The relaxation allows fractions of a move; its cost is a lower bound. It has at most as many fractional kinds as there
are conditions, and only kinds with a small reduced cost can improve an integer solution. The exact search (branch and
bound) therefore covers a *core* of those kinds, as for knapsack problems, and enlarges it, in the end to all kinds,
until its result is near the bound. Whether a result lies in the range is decided in integer arithmetic.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from math import ceil, inf, isfinite
from typing import Any, NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray

from hf_genderfair.core.errors import GenderfairError
from hf_genderfair.core.resources import require

Integers: TypeAlias = NDArray[np.int64]
Totals: TypeAlias = tuple[int, int, int, int]
"""Female actors, male actors, female mentions, male mentions."""

MAXIMUM_DENOMINATOR = 10_000
CORES = ((100, 0.001), (1_000, 0.01))
"""Sizes of the core, each with the accepted excess of the result over the bound, as a share of the bound."""
NODES = 2_000
LARGEST_SCALE = 10_000
"""Conditions are divided by their largest weight up to this, so that the solver's tolerance stays far below 0.5."""

NEAR_ENOUGH = 0.0001
"""The search ends when its result is at most this share of the bound above the best one."""

INFEASIBLE = 2


class Bounds(NamedTuple):
    """The range for both ratios of women to men, limits included.

    Attributes:
        low: Smallest ratio.
        high: Largest ratio.

    Example:
        >>> read_bounds(1.25)
        Bounds(low=Fraction(4, 5), high=Fraction(5, 4))
    """

    low: Fraction
    high: Fraction

    def hold(self, totals: Totals) -> bool:
        """Return whether both ratios are defined and in the range, in exact arithmetic."""
        women_men = (totals[:2], totals[2:])
        return all(men > 0 and women > 0 and self.low * men <= women <= self.high * men for women, men in women_men)

    def widened(self, factor: Fraction) -> Bounds:
        """Return the range with its lower limit divided and its upper one multiplied by a factor."""
        return Bounds(_near(self.low / factor), _near(self.high * factor))


def read_bounds(ratio: tuple[float, float] | float) -> Bounds:
    """Return the range that a user specifies."""
    single = isinstance(ratio, (int, float))
    try:
        low, high = (1 / ratio, ratio) if isinstance(ratio, (int, float)) else ratio
        proper = 0 < low <= high and isfinite(high)
    except (TypeError, ValueError, ZeroDivisionError):
        proper = False
    if not proper or (single and ratio == 1):
        raise GenderfairError(
            f"ratio={ratio!r} is no range: give two numbers above 0, the lower one first, or one number above 1"
        )
    bounds = Bounds(_near(low), _near(high))
    if bounds.low == 0:
        raise GenderfairError(f"ratio={ratio!r} is too low: give a lower limit of at least 1/{MAXIMUM_DENOMINATOR:,}")
    return bounds


def _near(value: float | Fraction) -> Fraction:
    return Fraction(value).limit_denominator(MAXIMUM_DENOMINATOR)


@dataclass(frozen=True)
class Moves:
    """The possible moves, by kind."""

    totals: Totals  # without any move
    effects: Integers  # change of the totals by one move of each kind; shape (kinds, 4)
    capacity: Integers  # number of moves of each kind
    cost: Integers  # of one move of each kind

    def totals_after(self, chosen: Integers) -> Totals:
        """Return the totals after a number of moves of each kind."""
        added = self.effects.T @ chosen
        first, second, third, fourth = (total + int(change) for total, change in zip(self.totals, added, strict=True))
        return first, second, third, fourth


class Solution(NamedTuple):
    """The moves that were chosen."""

    chosen: Integers  # number of moves of each kind
    cost: int
    bound: int  # of the cost of any solution


def cheapest_moves(moves: Moves, bounds: Bounds, most: int | None = None) -> Solution | None:
    """Return the cheapest moves that bring both ratios into a range."""
    if bounds.hold(moves.totals):
        return Solution(np.zeros(len(moves.cost), np.int64), 0, 0)
    conditions = _Conditions.of(moves, bounds, most)
    relaxed = _relaxation(moves, conditions)
    if relaxed is None:
        return None
    bound = _up(relaxed.fun)
    order = _by_reduced_cost(moves, conditions, relaxed)
    fixed = np.rint(relaxed.x).astype(np.int64)
    for size, excess in (*CORES, (len(order), inf)):
        core = np.sort(order[:size])
        everything = len(core) == len(order)
        chosen, least = _search(moves, conditions, fixed, core, bound)
        if everything:
            bound = max(bound, least)
        if chosen is not None and bounds.hold(moves.totals_after(chosen)):
            cost = int(moves.cost @ chosen)
            if everything or cost - bound <= excess * bound:
                return Solution(chosen, cost, bound)
        if everything:
            break
    return None


def cost_bound(moves: Moves, bounds: Bounds) -> int | None:
    """Return a lower bound of the cost of moves that bring both ratios into a range; None where none do."""
    # The bound is the cost of the linear relaxation, rounded up.
    relaxed = None if bounds.hold(moves.totals) else _relaxation(moves, _Conditions.of(moves, bounds, None))
    return 0 if bounds.hold(moves.totals) else None if relaxed is None else _up(relaxed.fun)


class _Conditions(NamedTuple):
    """Conditions ``weights @ moves >= least``, all in integers."""

    weights: NDArray[np.float64]
    least: NDArray[np.float64]

    @classmethod
    def of(cls, moves: Moves, bounds: Bounds, most: int | None) -> _Conditions:
        low, high = bounds
        rows, least = [], []
        for women in (0, 2):
            for on_women, on_men, minimum in (
                (low.denominator, -low.numerator, 0),
                (-high.denominator, high.numerator, 0),
                (1, 1, 1),
            ):
                effects = moves.effects[:, women].astype(float), moves.effects[:, women + 1].astype(float)
                rows.append(on_women * effects[0] + on_men * effects[1])
                least.append(minimum - on_women * moves.totals[women] - on_men * moves.totals[women + 1])
        if most is not None:
            rows.append(-moves.cost.astype(float))
            least.append(-most)
        return cls(np.array(rows), np.array(least, float))


def _up(cost: float) -> int:
    return ceil(cost - 1e-6 * max(1.0, abs(cost)))


def _relaxation(moves: Moves, conditions: _Conditions) -> Any:
    found = require("scipy.optimize", "balance").linprog(
        moves.cost,
        A_ub=-conditions.weights,
        b_ub=-conditions.least,
        bounds=np.column_stack((np.zeros_like(moves.capacity), moves.capacity)),
        method="highs",
    )
    if found.status == INFEASIBLE:
        return None
    if found.status:
        raise GenderfairError(f"the solver could not balance these counts ({found.message}): try a wider range")
    return found


def _by_reduced_cost(moves: Moves, conditions: _Conditions, relaxed: Any) -> Integers:
    """Return the kinds of moves, first those with a fraction, then by increasing reduced cost."""
    reduced = np.abs(moves.cost + relaxed.ineqlin.marginals @ conditions.weights)
    reduced[np.abs(relaxed.x - np.rint(relaxed.x)) > 1e-9] = -1
    return np.argsort(reduced, kind="stable")


def _search(
    moves: Moves, conditions: _Conditions, fixed: Integers, core: Integers, bound: int
) -> tuple[Integers | None, int]:
    """Choose the numbers of moves of the core; return the choice and a lower bound for choices of this core."""
    # For integers, at least 0 means above -0.5: with this limit, rounding errors of the solver exclude no solution.
    optimize = require("scipy.optimize", "balance")
    outside = fixed.copy()
    outside[core] = 0
    weights = conditions.weights[:, core]
    least = conditions.least - conditions.weights @ outside - 0.5
    # the solver only knows the cost of the core, but its gap is a share of the whole cost
    gap = NEAR_ENOUGH * bound / max(1, bound - int(moves.cost @ outside))
    scale = np.clip(np.abs(weights).max(axis=1), 1, LARGEST_SCALE)
    found = optimize.milp(
        moves.cost[core],
        integrality=np.ones(len(core)),
        bounds=optimize.Bounds(0, moves.capacity[core]),
        constraints=optimize.LinearConstraint(weights / scale[:, None], least / scale, np.inf),
        options={"node_limit": NODES, "mip_rel_gap": gap},
    )
    if found.x is None:
        return None, 0
    outside[core] = np.rint(found.x).astype(np.int64)
    return outside, _up(found.mip_dual_bound)
