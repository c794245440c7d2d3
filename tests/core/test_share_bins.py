"""Shares fall into the same classes from both sides, and none is lost."""

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from hf_genderfair.core.counts import SHARE_BINS, bin_shares

PAIRS = st.lists(st.tuples(st.integers(0, 30), st.integers(0, 30), st.integers(1, 5)), min_size=1)


@given(PAIRS)
def test_each_pair_is_in_one_class_and_its_mirror_in_that_of_the_other_side(pairs):
    part, other, weights = (np.array(column) for column in zip(*pairs, strict=True))
    numbers = bin_shares(part, other, weights)
    assert bin_shares(other, part, weights) == numbers[::-1]
    assert sum(numbers) == sum(weight for one, two, weight in pairs if one + two)
    assert bin_shares(np.repeat(part, weights), np.repeat(other, weights)) == numbers


@given(st.integers(0, 30), st.integers(0, 30).filter(bool))
def test_a_share_lies_between_the_limits_of_its_class(part, other):
    [name] = [
        name for name, number in zip(SHARE_BINS, bin_shares(np.array([part]), np.array([other])), strict=True) if number
    ]
    limits = [int(limit) / 100 for limit in name.removesuffix(" %").split("–")]
    assert limits[0] <= part / (part + other) <= limits[-1]
