"""One figure that was measured, and how it is said."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import KW_ONLY, asdict, dataclass, field
from operator import attrgetter, itemgetter
from typing import Any, TypeAlias, TypeVar

from hf_genderfair.core.counts import share

Key = TypeVar("Key")
Value = TypeVar("Value")
SHARE = "share"
limits = itemgetter("value", "low", "high")
"""A figure and its interval, as results hold them."""
ends = attrgetter("value", "low", "high")
"""The same of a share or an estimate."""


@dataclass(frozen=True)
class Measure:
    """A figure.

    Example:
        >>> found = Measure("German pronouns", "news", 375, "right", 0.877, 0.84, 0.907, beside={"nearest": 0.432})
        >>> found.said()
        'right 87.7 % (84.0–90.7) against 43.2 % (nearest)'
        >>> Measure("forms", "news", 44, "right", 1.0, 1.0, 1.0).said()
        'right 100.0 % (92.0–100.0)'
        >>> Measure("tag", "lines", 3, "speed", 27.31, unit="MB/s").said()
        'speed 27.3 MB/s'
    """

    what: str  # figures with the same stand in one row
    on: str  # the data, and who labelled them
    n: int | None  # number of cases; None where nothing was counted
    name: str  # which figure: "precision"
    value: float | None  # None where it is unknown
    low: float | None = None  # of its 95 % interval
    high: float | None = None
    _: KW_ONLY
    of: str = ""  # which of several classes, languages or ways
    unit: str = SHARE  # in per cent; another follows the value; empty is a plain number
    beside: Mapping[str, float] = field(default_factory=dict)  # in the same unit: published figures, simpler ways

    def __post_init__(self) -> None:
        """Give a share of none or all the interval that resamples, which are all alike, do not show."""
        if self.unit == SHARE and self.n and self.value in (0, 1) and self.low == self.high == self.value:
            limits = share(int(self.value) * self.n, self.n)
            object.__setattr__(self, "low", limits.low)
            object.__setattr__(self, "high", limits.high)

    def said(self) -> str:
        """Return the figure in words, with its interval and what it is held against."""
        return f"{self.name} {self.figure()}".strip()

    def figure(self) -> str:
        """Return the figure without its name."""
        text = self.short()
        if self.low is not None and self.high is not None:
            ends = self._shown(self.low), self._shown(self.high)
            text += f" ({(' to ' if self.low < 0 else '–').join(ends)})"
        percent = " %" if self.unit == SHARE else ""
        others = [f"{self._shown(value)}{percent} ({name})" for name, value in self.beside.items()]
        return f"{text} against {', '.join(others)}" if others else text

    def short(self) -> str:
        """Return the value with its unit."""
        text = self._shown(self.value)
        if self.unit and self.value is not None:
            text += " %" if self.unit == SHARE else f" {self.unit}"
        return text

    def _shown(self, value: float | None) -> str:
        if value is None:
            return "unknown"
        if isinstance(value, bool):
            return "yes" if value else "no"
        if self.unit == SHARE:
            # near the ends, a tenth of a per cent would say too little
            near = self.value is not None and (0 < self.value < 0.02 or 0.99 < self.value < 1)
            digits = 2 if near else 1
            return f"{100 * value:.{digits}f}"
        if isinstance(value, int) or abs(value) >= 100:
            return f"{value:,.0f}"
        return f"{value:.3g}"

    def to_json(self) -> dict[str, Any]:
        """Return what a results file holds of it: the fields that say something."""
        always = ("what", "on", "n", "name", "value")
        return {
            name: value
            for name, value in asdict(self).items()
            if name in always or (value not in (None, {}, SHARE) and (name, value) != ("of", ""))
        }


Figures: TypeAlias = Iterator[Measure]
"""What a benchmark yields."""


MOST_LINES = 40
"""A measure of more lines is told by language; all of them are in the results file."""


@dataclass(frozen=True)
class Row:
    """What the page says of one measure: a line for each class, data or number of cases, which stand apart if one."""

    what: str
    on: str
    n: str
    lines: list[str]
    summary: str


def rows(measures: Iterable[Measure]) -> list[Row]:
    """Return a row for each what, in the order of the first figure of each."""
    return [_row(what, figures) for what, figures in grouped((each.what, each) for each in measures).items()]


def grouped(pairs: Iterable[tuple[Key, Value]]) -> dict[Key, list[Value]]:
    """Return values by their keys, in the order of the first of each."""
    groups: dict[Key, list[Value]] = {}
    for key, value in pairs:
        groups.setdefault(key, []).append(value)
    return groups


def _row(what: str, figures: list[Measure]) -> Row:
    by_case = grouped(((each.of, each.on, each.n), each) for each in figures)
    sets, numbers = {each.on for each in figures}, {each.n for each in figures}
    lines = []
    for (of, on, n), measured in by_case.items():
        parts = [of, on if len(sets) > 1 else "", f"n = {n:,}" if n is not None and len(numbers) > 1 else ""]
        label = ", ".join(filter(None, parts))
        lines.append(": ".join(filter(None, [label, "; ".join(each.said() for each in measured)])))
    summary = f"{len(lines)} lines: {_ranges(figures)}"
    if len(lines) > MOST_LINES:
        # a line for each language, or whatever stands first in the names of classes
        groups = grouped((each.of.partition(": ")[0], each) for each in figures)
        lines = [f"{group}, {len(measured)} figures: {_ranges(measured)}" for group, measured in groups.items()]
    of_all = {"–" if n is None else f"{n:,}" for n in numbers}
    on, n_of_all = (each.pop() if len(each) == 1 else "" for each in (sets, of_all))
    return Row(what, on, n_of_all, lines, summary)


def _ranges(figures: list[Measure]) -> str:
    ranges = []
    for name, measured in grouped((each.name, each) for each in figures if each.value is not None).items():
        lowest, highest = (end(measured, key=attrgetter("value")).short() for end in (min, max))
        said = lowest if lowest == highest else f"{lowest} to {highest}"
        ranges.append(f"{name} {said}".strip())
    return "; ".join(ranges)
