"""Numbers in sentences have the digits that they need."""

from __future__ import annotations

import pytest

from hf_genderfair.report.sentences import counted, limits, listed, number_with_limits, percent, percent_with_limits


@pytest.mark.parametrize(
    ("value", "decimals", "text"),
    [
        (0, 0, "0 %"),
        (1.0, 1, "100 %"),
        (0.5, 1, "50.0 %"),
        (0.0049, 0, "0.5 %"),
        (0.9951, 0, "99.5 %"),
        (0.0004, 1, "< 0.1 %"),
        (-0.25, 0, "-25 %"),
    ],
)
def test_percentages(value, decimals, text):
    assert percent(value, decimals) == text


def test_intervals_decide_on_digits():
    assert percent_with_limits(0.294, None, None) == "29 %"
    assert percent_with_limits(0.294, 0.27, 0.32) == "29 % (27–32 %)"
    assert percent_with_limits(0.294, 0.291, 0.297) == "29.4 % (29.1–29.7 %)"
    assert limits(0, 0.07) == "0–7 %"
    assert number_with_limits(2, None, None) == "2"


def test_nouns_have_their_number():
    assert counted(1, "sentence") == "1 sentence"
    assert counted(0, "copy", "copies") == "0 copies"
    assert listed(["women"]) == "women"
    assert listed([]) == ""
