"""The solver finds what trying everything finds, and its bound is one."""

from fractions import Fraction
from itertools import product

import numpy as np
import pytest
from as_one_test import as_one_test
from golden import all_rows
from hypothesis import given, settings
from hypothesis import strategies as st

from hf_genderfair.balancing.solver import Bounds, Moves, cheapest_moves, cost_bound, read_bounds
from hf_genderfair.core.errors import GenderfairError

PAPER = Bounds(Fraction(3, 4), Fraction(5, 4))

kinds = st.lists(st.tuples(*[st.integers(0, 3)] * 2, *[st.integers(0, 9)] * 2), min_size=1, max_size=5, unique=True)
ranges = st.sampled_from([(0.75, 1.25), (0.9, 1.1), (1, 1), (0.3, 0.5), (1.5, 1.6), (0.8, 1.25)])


def removal(counts, numbers, cost):
    counts, numbers = np.array(counts), np.array(numbers)
    totals = tuple(int(total) for total in numbers @ counts)
    return Moves(totals, -counts, numbers, np.array(cost))


def best_by_trying(moves, bounds, most=None):
    """Return the least cost of all choices; None where no choice will do."""
    costs = [
        int(moves.cost @ np.array(chosen))
        for chosen in product(*(range(number + 1) for number in moves.capacity))
        if bounds.hold(moves.totals_after(np.array(chosen)))
    ]
    allowed = [cost for cost in costs if most is None or cost <= most]
    return min(allowed, default=None)


@settings(deadline=None, max_examples=150)
@given(kinds, st.data(), ranges, st.one_of(st.none(), st.integers(0, 9)))
def test_finds_what_trying_everything_finds(counts, data, ratio, most):
    some = [st.integers(1, high) for high in (4, 5)]
    numbers, cost = (data.draw(st.lists(each, min_size=len(counts), max_size=len(counts))) for each in some)
    moves, bounds = removal(counts, numbers, cost), read_bounds(ratio)
    best, found = best_by_trying(moves, bounds, most), cheapest_moves(moves, bounds, most)
    assert (None if found is None else found.cost) == best
    if found is not None:
        assert found.bound <= found.cost == moves.cost @ found.chosen
        assert (found.chosen >= 0).all()
        assert (found.chosen <= moves.capacity).all()
        assert bounds.hold(moves.totals_after(found.chosen))
        assert cost_bound(moves, bounds) <= found.bound


@settings(deadline=None, max_examples=15)
@given(st.integers(0, 2**32 - 1), ranges)
def test_many_kinds_stay_near_the_bound(seed, ratio):
    random = np.random.default_rng(seed)
    counts = random.negative_binomial(1, 0.3, (400, 4)) * random.integers(0, 2, (400, 4)) + np.array([0, 0, 0, 1])
    moves = removal(
        np.unique(counts, axis=0), [3] * len(np.unique(counts, axis=0)), [1] * len(np.unique(counts, axis=0))
    )
    found = cheapest_moves(moves, read_bounds(ratio))
    assert found is not None
    assert cost_bound(moves, read_bounds(ratio)) <= found.bound <= found.cost <= 1.02 * found.bound


@all_rows
def test_limits_belong_to_the_range_and_nothing_beyond_does(totals, inside):
    assert PAPER.hold(totals) is inside


@all_rows
def test_ranges_are_read_exactly(ratio, low, high):
    assert read_bounds(ratio) == (Fraction(low), Fraction(high))


@as_one_test(
    "ratio",
    [
        *(0, 1, 0.9, -2, float("nan"), float("inf"), "1.25", None),
        *((1.25, 0.75), (0, 1), (-1, 1), (0.5, float("inf")), (float("nan"), 1), (1e-9, 1), (1,), (1, 2, 3)),
    ],
)
def test_other_ranges_are_refused(ratio):
    with pytest.raises(GenderfairError, match="give "):
        read_bounds(ratio)
