"""The limits that reports write."""

from __future__ import annotations

import pytest

from hf_genderfair.report.sentences import limits_of


def test_limits_come_part_by_part() -> None:
    both = limits_of("chain", "balance")
    assert both == limits_of("chain") + limits_of("balance")
    assert len(set(both)) == len(both) > len(limits_of("chain")) > 0


def test_a_part_without_limits_is_no_silence() -> None:
    with pytest.raises(KeyError, match="weather"):
        limits_of("chain", "weather")
