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
    """Write a share as a percentage, with no-break spaces.

    Args:
        value: The share, 0 to 1; a difference of shares may be negative.
        decimals: Decimal places; shares near 0 and 1 have one in any case, so that few are not none.

    Example:
        >>> shares = percent(0.2943), percent(0.2943, 1), percent(0.004), percent(0.00001), percent(0.0, 1)
        >>> ", ".join(shares).replace(JOIN, "_")
        '29_%, 29.4_%, 0.4_%, <_0.1_%, 0_%'
    """
    if 0 < value < SMALLEST:
        return f"<{JOIN}0.1{JOIN}%"
    if value in (0, 1):
        decimals = 0
    elif abs(value) < 0.01 or value > 0.99:
        decimals = 1
    text = signed(f"{value:.{decimals}%}")
    return f"{text.removesuffix('%')}{JOIN}%"


def percent_with_limits(value: float, low: float | None, high: float | None) -> str:
    """Write a share with its interval.

    Args:
        value: The share, 0 to 1.
        low: Lower limit; None where there is no interval.
        high: Upper limit.

    Example:
        >>> percent_with_limits(0.2943, 0.274, 0.312).replace(JOIN, "_")
        '29_% (27–31_%)'
        >>> percent_with_limits(0.3754, 0.3751, 0.3757).replace(JOIN, "_")
        '37.5_% (37.5–37.6_%)'
    """
    if low is None or high is None:
        return percent(value)
    decimals = 1 if high - low < NARROW else 0
    return f"{percent(value, decimals)} ({limits(low, high, decimals)})"


def limits(low: float, high: float, decimals: int = 0) -> str:
    """Write the limits of an interval of a share.

    Args:
        low: Lower limit, 0 to 1.
        high: Upper limit.
        decimals: Decimal places.

    Example:
        >>> limits(0.274, 0.312).replace(JOIN, "_"), limits(0.00002, 0.02).replace(JOIN, "_")
        ('27–31_%', '<_0.1_%–2_%')
    """
    written = percent(low, decimals)
    return f"{written if written.startswith('<') else written.removesuffix(f'{JOIN}%')}–{percent(high, decimals)}"


def number_with_limits(value: float, low: float | None, high: float | None) -> str:
    """Write a number that is no share with its interval.

    Args:
        value: The number.
        low: Lower limit; None where there is no interval.
        high: Upper limit.

    Example:
        >>> number_with_limits(1.857, 1.52, 2.4)
        '1.9 (1.5–2.4)'
        >>> number_with_limits(0.79, 0.7, 0.89)
        '0.79 (0.70–0.89)'
    """
    if low is None or high is None:
        return signed(f"{value:,.0f}" if abs(value) >= 10 else f"{value:.2g}")
    largest = max(abs(value), abs(low), abs(high))
    decimals = 0 if largest >= 10 else 1 if largest >= 1 else 2
    said, *ends = (signed(f"{each:,.{decimals}f}") for each in (value, low, high))
    return f"{said} ({'–'.join(ends)})"


def signed(number: str) -> str:
    """Return a written number with a minus sign in the place of a hyphen.

    Example:
        >>> signed("-2.5")
        '−2.5'
    """
    return MINUS + number[1:] if number.startswith("-") else number


def counted(number: int, one: str, several: str | None = None) -> str:
    """Write a number with its noun.

    Args:
        number: The number.
        one: The noun in the singular.
        several: The noun in the plural; None adds an s.

    Example:
        >>> counted(1, "text"), counted(4933, "text"), counted(2, "is", "are")
        ('1 text', '4,933 texts', '2 are')
    """
    return f"{number:,} {one if number == 1 else several or f'{one}s'}"


def listed(names: Sequence[str]) -> str:
    """Write names one after the other.

    Example:
        >>> listed(["women", "men"]), listed(["young", "middle-aged", "old"])
        ('women and men', 'young, middle-aged and old')
    """
    return " and ".join(filter(None, [", ".join(names[:-1]), *names[-1:]]))


def main_reason(reasons: Mapping[str, int]) -> str:
    """Name the most frequent of some reasons in plain words, with its number.

    Args:
        reasons: Number of cases by reason; at least one.

    Example:
        >>> main_reason({"too_short": 2, "no_expression": 5})
        'the most frequent reason: no first-person form in it shows a gender (5)'
        >>> main_reason({"too_short": 2})
        'the reason: it is shorter than was asked for'
    """
    most = max(reasons, key=lambda reason: (reasons[reason], reason))
    if len(reasons) == 1:
        return f"the reason: {reason_in_words(most)}"
    return f"the most frequent reason: {reason_in_words(most)} ({reasons[most]:,})"
