"""Counts are exact under any grouping and order, survive JSON with their zeros, and shares have sane intervals."""

import json

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from hf_genderfair.core.counts import SHARE_BINS, Counts, bin_shares, share

KEYS = st.lists(st.sampled_from(["words", "female", "male", "", "ł\n"]), max_size=3).map(tuple)
COUNTS = st.dictionaries(KEYS, st.integers(-(2**70), 2**70), max_size=6).map(Counts)


@given(COUNTS, COUNTS, COUNTS)
def test_addition_is_associative_and_commutative_with_a_neutral_element(one, two, three):
    assert (one + two) + three == one + (two + three)
    assert one + two == two + one
    assert one + Counts() == one
    assert (one + two).total() == one.total() + two.total()


@given(COUNTS)
def test_json_keeps_every_key_and_zero(counts):
    text = counts.to_json()
    assert Counts.from_json(text) == counts
    assert Counts.from_json(text).to_json() == text
    keys = [key for key, _ in json.loads(text)]
    assert keys == sorted(map(list, counts))


@given(COUNTS, KEYS)
def test_under_takes_the_part_below_a_label(counts, key):
    part = counts.under(*key)
    assert all(counts[key + rest] == value for rest, value in part.items())
    assert len(part) == sum(full[: len(key)] == key for full in counts)


@pytest.mark.parametrize("values", [{"a": 1}, {("a", 1): 1}, {("a",): 1.0}, {("a",): True}, {("a",): None}])
def test_other_keys_and_values_are_refused(values):
    with pytest.raises(TypeError, match="Counts"):
        Counts(values)


@given(st.integers(0, 10**12), st.integers(0, 10**12), st.floats(0.5, 0.999))
def test_a_share_lies_in_its_interval(one, other, confidence):
    part = share(one, one + other, confidence)
    if part.n:
        assert 0 <= part.low <= part.value <= part.high <= 1
        turned = share(other, one + other, confidence)
        assert turned.low == pytest.approx(1 - part.high, abs=1e-9)
    else:
        assert (part.value, part.low, part.high) == (None, None, None)


def test_wilson_interval_against_published_values():
    # Newcombe (1998), table I: 81 of 263, 15 of 148, 0 of 20 and 1 of 29, without continuity correction.
    published = {
        (81, 263): (0.2553, 0.3662),
        (15, 148): (0.0624, 0.1605),
        (0, 20): (0, 0.1611),
        (1, 29): (0.0061, 0.1718),
    }
    for (count, n), (low, high) in published.items():
        part = share(count, n)
        assert (round(part.low, 4), round(part.high, 4)) == (low, high)


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
