"""What a benchmark measures on a model: a value for each item, and figures that are functions of the items."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from math import inf
from typing import TYPE_CHECKING, Literal, NamedTuple, Protocol

import numpy as np
from numpy.typing import NDArray

from hf_genderfair.core.errors import GenderfairError

if TYPE_CHECKING:
    from hf_genderfair.effects.causal_model import CausalModel

Floats = NDArray[np.float64]
Integers = NDArray[np.int64]

SHARE = (0.0, 1.0)
"""Bounds of a share."""

Goal = Literal["zero", "half", "higher", "lower", "none"]
"""What is better: nearer to 0, nearer to ½, more, less; ``none`` where a figure only says what a model does."""


@dataclass(frozen=True)
class Items:
    """What was measured on each item, in an order that is the same for every model.

    Attributes:
        columns: Values by name, one for each item; NaN where an item says nothing.
        unit: Number of the unit of each item, from 0 without gaps: items of one prompt, template or occupation
            belong together, and are drawn together where an interval is computed.

    Example:
        >>> items = Items.of({"log_odds": [0.5, 1.5, 2.0]}, ["nurse", "nurse", "pilot"])
        >>> items.units, items.drawn(np.array([1, 1])).columns["log_odds"].tolist()
        (2, [2.0, 2.0])
    """

    columns: Mapping[str, Floats]
    unit: Integers

    def __post_init__(self) -> None:
        """Check the lengths."""
        if any(len(column) != len(self.unit) for column in self.columns.values()):
            raise GenderfairError("the columns of items are not equally long")

    @classmethod
    def of(cls, columns: Mapping[str, Sequence[float] | Floats], units: Iterable[Hashable]) -> Items:
        """Return items from lists of numbers and of names of units, in the order in which these come first."""
        names: dict[Hashable, int] = {}
        numbers = [names.setdefault(name, len(names)) for name in units]
        return cls(
            {name: np.array(values, np.float64) for name, values in columns.items()}, np.array(numbers, np.int64)
        )

    def __len__(self) -> int:
        """Return the number of items."""
        return len(self.unit)

    @cached_property
    def units(self) -> int:
        """Number of units."""
        return int(self.unit.max()) + 1 if len(self.unit) else 0

    def mean(self, column: str) -> float:
        """Return the mean of a column over the items that say something; NaN where none does."""
        values = self.columns[column][~np.isnan(self.columns[column])]
        return float(values.mean()) if len(values) else float("nan")

    @cached_property
    def _of_unit(self) -> tuple[Integers, Integers]:
        """Items ordered by unit, and where each unit begins among them."""
        order = np.argsort(self.unit, kind="stable")
        return order, np.searchsorted(self.unit[order], np.arange(self.units + 1))

    def drawn(self, units: Integers) -> Items:
        """Return the items of some units, which may repeat; what is drawn twice counts as two units."""
        order, first = self._of_unit
        lengths = (first[1:] - first[:-1])[units]
        begins = np.repeat(first[:-1][units] - np.concatenate(([0], np.cumsum(lengths)[:-1])), lengths)
        rows = order[begins + np.arange(int(lengths.sum()))]
        return Items(
            {name: column[rows] for name, column in self.columns.items()}, np.repeat(np.arange(len(units)), lengths)
        )


class Measure(NamedTuple):
    """A figure of a benchmark.

    Attributes:
        name: Short identifier, such as ``occupations``.
        title: What it is, for a reader.
        value: From items to the figure; NaN where these say nothing.
        goal: What is better.
        fewest: So many units are needed for a verdict.
        bounds: Least and largest possible value, beyond which no interval of the figure goes.

    Example:
        >>> mean = Measure("mean", "Mean log-odds", lambda items: float(items.columns["log_odds"].mean()), "zero")
        >>> mean.value(Items.of({"log_odds": [0.5, 1.5]}, ["nurse", "pilot"]))
        1.0
    """

    name: str
    title: str
    value: Callable[[Items], float]
    goal: Goal
    fewest: int = 20
    bounds: tuple[float, float] = (-inf, inf)


class Benchmark(Protocol):
    """Questions to a model, and what the answers say.

    Example:
        >>> from hf_genderfair.effects.benchmarks import OccupationOdds
        >>> benchmark: Benchmark = OccupationOdds()
        >>> benchmark.name, benchmark.sampled, benchmark.measures[0].goal
        ('occupations', False, 'zero')
    """

    @property
    def name(self) -> str:
        """Short identifier, such as ``occupations``."""

    @property
    def source(self) -> str:
        """Where the questions and the score come from: paper, section, and what differs."""

    @property
    def version(self) -> str:
        """Raised whenever the items can change."""

    @property
    def sampled(self) -> bool:
        """Whether answers are drawn at random, so that they depend on the seed."""

    @property
    def measures(self) -> tuple[Measure, ...]:
        """The figures."""

    def identity(self) -> str:
        """Return the digest of the questions and settings, on which alone the items of a model depend."""

    def items(self, model: CausalModel, seed: int) -> Items:
        """Ask a model.

        Args:
            model: The model.
            seed: Of answers that are drawn.

        Returns:
            The same number of items, in the same order and units, for every model and seed.
        """


def benchmark_identity(benchmark: Benchmark, *read: str) -> str:
    """Return what tells the items of a benchmark from those of another, or of other settings."""
    asked = "\n".join([repr(benchmark), benchmark.version, *read])
    return hashlib.sha256(asked.encode()).hexdigest()[:16]
