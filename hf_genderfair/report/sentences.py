"""What stands in sentences of a report: shares as percentages with their intervals, numbers, and reasons."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from hf_genderfair.report.reasons import reason_in_words

NARROW = 0.02
"""An interval narrower than this is written with one decimal place."""

SMALLEST = 0.001
"""Smaller shares are written as less than this."""

TOO_FEW = "too few to say more"

MINUS = "\N{MINUS SIGN}"

JOIN = "\N{NO-BREAK SPACE}"
"""Between a number and its sign, so that no line ends there."""


def percent(value: float, decimals: int = 0) -> str:
    """Write a share as a percentage, with no-break spaces."""
    if 0 < value < SMALLEST:
        return f"<{JOIN}0.1{JOIN}%"
    if value in (0, 1):
        decimals = 0
    elif abs(value) < 0.01 or value > 0.99:
        decimals = 1
    text = signed(f"{value:.{decimals}%}")
    return f"{text.removesuffix('%')}{JOIN}%"


def percent_with_limits(value: float, low: float | None, high: float | None) -> str:
    """Write a share with its interval."""
    if low is None or high is None:
        return percent(value)
    decimals = 1 if high - low < NARROW else 0
    return f"{percent(value, decimals)} ({limits(low, high, decimals)})"


def limits(low: float, high: float, decimals: int = 0) -> str:
    """Write the limits of an interval of a share."""
    written = percent(low, decimals)
    return f"{written if written.startswith('<') else written.removesuffix(f'{JOIN}%')}–{percent(high, decimals)}"


def number_with_limits(value: float, low: float | None, high: float | None) -> str:
    """Write a number that is no share with its interval."""
    if low is None or high is None:
        return signed(f"{value:,.0f}" if abs(value) >= 10 else f"{value:.2g}")
    largest = max(abs(value), abs(low), abs(high))
    decimals = 0 if largest >= 10 else 1 if largest >= 1 else 2
    said, *ends = (signed(f"{each:,.{decimals}f}") for each in (value, low, high))
    return f"{said} ({'–'.join(ends)})"


def signed(number: str) -> str:
    """Return a written number with a minus sign in the place of a hyphen."""
    return MINUS + number[1:] if number.startswith("-") else number


def counted(number: int, one: str, several: str | None = None) -> str:
    """Write a number with its noun."""
    return f"{number:,} {one if number == 1 else several or f'{one}s'}"


def listed(names: Sequence[str]) -> str:
    """Write names one after the other."""
    return " and ".join(filter(None, [", ".join(names[:-1]), *names[-1:]]))


def main_reason(reasons: Mapping[str, int]) -> str:
    """Name the most frequent of some reasons in plain words, with its number."""
    most = max(reasons, key=lambda reason: (reasons[reason], reason))
    if len(reasons) == 1:
        return f"the reason: {reason_in_words(most)}"
    return f"the most frequent reason: {reason_in_words(most)} ({reasons[most]:,})"
