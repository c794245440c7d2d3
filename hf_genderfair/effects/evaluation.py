"""Ask models the questions of benchmarks; figures of models and their differences, with intervals."""

from __future__ import annotations

import hashlib
import json
import math
from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from math import inf
from pathlib import Path
from typing import Any, Literal, NamedTuple, Protocol
from zipfile import BadZipFile

import numpy as np
import xxhash
from numpy.typing import NDArray

from hf_genderfair.core.errors import GenderfairError
from hf_genderfair.core.resources import require
from hf_genderfair.effects.causal_model import EFFECTS, CausalModel
from hf_genderfair.report.report import Cell, Table

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


def mean_of(column: str, name: str, title: str, goal: Goal, bounds: tuple[float, float] = (-inf, inf)) -> Measure:
    """Return the figure that is the mean of a column."""
    return Measure(name, title, lambda items: items.mean(column), goal, bounds=bounds)


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


CONFIDENCE = 0.95
RESAMPLES = 1000
MOST_UNDEFINED = 0.05
"""Without an interval where more than one resample of twenty has no value."""

FEWEST_SEEDS = 3
"""Fewer trainings do not tell how much trainings differ by chance."""

FEWEST_DRAWN = 2
"""Fewer units, or resamples, have no variance."""


@dataclass(frozen=True)
class EstimatedFigure:
    """A figure with its 95 % interval.

    Attributes:
        value: The mean over seeds; None where a model has no value.
        low: Lower limit; None where there is no interval.
        high: Upper limit.
        p: Two-sided p value against 0; None where there is no interval.

    Example:
        >>> EstimatedFigure(0.5, 0.4, 0.6).high
        0.6
    """

    value: float | None
    low: float | None = None
    high: float | None = None
    p: float | None = None


@dataclass(frozen=True)
class Difference:
    """A figure of the models trained on one data set less that of the models trained on another.

    Items and seeds are paired: the same units are drawn for all models, and models of one seed are compared. The
    standard error has two parts, the paired bootstrap over units with the trainings as they are, and the variance of
    the differences between seeds; the interval takes Student's t with the degrees of freedom of Welch and
    Satterthwaite. With three seeds that differ much it is wide, as it should be.

    Attributes:
        measure: Name of the figure.
        title: What it is, for a reader.
        goal: What is better.
        before: The figure before.
        after: The figure after.
        difference: After less before.
        gain: By how much the figure came nearer to its goal; its interval decides the verdict.
        n: Number of items.
        units: Number of units, such as prompts.
        seeds: Number of trainings on each data set.
        fewest: So many units are needed for a verdict.
        adjusted: p value of the gain, adjusted for the number of figures (Holm 1979); None where there is none.
        learnt: Whether the models know texts of their kind better than before they were trained: those that do not
            show no effect of anything.
    """

    measure: str
    title: str
    goal: Goal
    before: EstimatedFigure
    after: EstimatedFigure
    difference: EstimatedFigure
    gain: EstimatedFigure
    n: int
    units: int
    seeds: int
    fewest: int
    adjusted: float | None = None
    learnt: bool = True

    @property
    def verdict(self) -> str:
        """``better``, ``worse``, ``changed``, ``no effect shown``, or why there is no verdict."""
        if self.difference.value is None:
            return "no value"
        if self.units < self.fewest:
            return f"too few to say: {self.units} of {self.fewest} units"
        if self.seeds < FEWEST_SEEDS:
            return f"too few to say: {self.seeds} of {FEWEST_SEEDS} seeds"
        if self.adjusted is None or self.gain.value is None:
            return "too few to say"
        if self.adjusted >= 1 - CONFIDENCE:
            return "no effect shown" if self.learnt else "too little learnt to say"
        if self.goal == "none":
            return "changed"
        return "better" if self.gain.value > 0 else "worse"


def compare(
    measure: Measure, before: Sequence[Items], after: Sequence[Items], resamples: int = RESAMPLES, seed: int = 0
) -> Difference:
    """Compare a figure of two groups of models.

    Args:
        measure: The figure.
        before: Items of the models trained on the one data set, one for each seed; a single one, such as that of the
            model without training, is compared with each of the others.
        after: Items of the models trained on the other one, in the same order of seeds.
        resamples: Number of resamples of units.
        seed: The same seed gives the same interval.

    Returns:
        The difference; without adjustment, see `hf_genderfair.representation.resampling.holm`.

    Raises:
        GenderfairError: Items or seeds cannot be paired.

    Example:
        >>> mean = Measure("mean", "Mean", lambda items: float(items.columns["score"].mean()), "higher", fewest=3)
        >>> before = [Items.of({"score": [0.0, 0.1, 0.2, 0.1]}, range(4)) for seed in range(3)]
        >>> after = [Items.of({"score": [0.5, 0.7, 0.6, 0.6]}, range(4)) for seed in range(3)]
        >>> found = compare(measure=mean, before=before, after=after)
        >>> round(found.difference.value, 2), found.difference.low > 0
        (0.5, True)
    """
    pairs = _pairs(before, after)
    first = pairs[0][0]
    draws = _draws(first.units, resamples, seed)

    values = np.array([[measure.value(items) for items in pair] for pair in pairs]).T
    resampled = np.array([[[measure.value(items.drawn(draw)) for draw in draws] for items in pair] for pair in pairs])
    # models, seeds, resamples
    resampled = resampled.transpose(1, 0, 2)

    def interval(of: Callable[[Floats, Floats], Floats]) -> EstimatedFigure:
        return _interval(of(*values), of(*resampled), first.units)

    return Difference(
        measure.name,
        measure.title,
        measure.goal,
        _within(interval(lambda before, after: before), measure.bounds),
        _within(interval(lambda before, after: after), measure.bounds),
        interval(lambda before, after: after - before),
        interval(lambda before, after: _badness(before, measure.goal) - _badness(after, measure.goal)),
        len(first),
        first.units,
        len(pairs),
        measure.fewest,
    )


def estimate(measure: Measure, items: Sequence[Items]) -> EstimatedFigure:
    """Return a figure of a group of models with its interval; see `compare`."""
    draws = _draws(items[0].units, RESAMPLES, 0)
    values = np.array([measure.value(each) for each in items])
    resampled = np.array([[measure.value(each.drawn(draw)) for draw in draws] for each in items])
    return _within(_interval(values, resampled, items[0].units), measure.bounds)


def _within(figure: EstimatedFigure, bounds: tuple[float, float]) -> EstimatedFigure:
    """Return a figure whose interval does not go beyond what is possible."""
    if figure.low is None or figure.high is None:
        return figure
    return replace(figure, low=max(figure.low, bounds[0]), high=min(figure.high, bounds[1]))


def _pairs(before: Sequence[Items], after: Sequence[Items]) -> list[tuple[Items, Items]]:
    number = max(len(before), len(after))
    if not before or not after or {len(before), len(after)} - {1, number}:
        raise GenderfairError(f"{len(before)} and {len(after)} models cannot be paired: train as many of each")
    pairs = [(before[seed % len(before)], after[seed % len(after)]) for seed in range(number)]
    if any(not np.array_equal(items.unit, pairs[0][0].unit) for pair in pairs for items in pair):
        raise GenderfairError("the items of two models are not the same: ask all models the same benchmark")
    return pairs


def _draws(units: int, resamples: int, seed: int) -> list[NDArray[np.int64]]:
    source = np.random.default_rng(seed)
    return list(source.integers(0, units, (resamples, units))) if units else []


def _badness(values: Floats, goal: Goal) -> Floats:
    """Return how far values are from their goal; where there is none, less the values, so that more is a gain."""
    if goal == "zero":
        return np.abs(values)
    if goal == "half":
        return np.abs(values - 0.5)
    return values if goal == "lower" else -values


def _interval(values: Floats, resampled: Floats, units: int) -> EstimatedFigure:
    """Return the mean of the values of seeds, with an interval from these and from resamples (seeds, resamples)."""
    if np.isnan(values).any():
        return EstimatedFigure(None)
    value, seeds = float(values.mean()), len(values)
    means = resampled.mean(axis=0) if resampled.size else np.zeros(0)
    defined = means[~np.isnan(means)]
    if units < FEWEST_DRAWN or len(defined) < max(FEWEST_DRAWN, (1 - MOST_UNDEFINED) * len(means)):
        return EstimatedFigure(value)
    parts = [(float(defined.var(ddof=1)), units - 1)]
    if seeds > 1:
        parts.append((float(values.var(ddof=1)) / seeds, seeds - 1))
    variance = sum(part for part, _ in parts)
    if not variance:
        return EstimatedFigure(value, value, value, 1.0 if value == 0 else 0.0)
    freedom = variance**2 / sum(part**2 / degrees for part, degrees in parts)
    student = require("scipy.stats", EFFECTS).t(freedom)
    half = math.sqrt(variance) * float(student.ppf((1 + CONFIDENCE) / 2))
    return EstimatedFigure(value, value - half, value + half, 2 * float(student.sf(abs(value) / math.sqrt(variance))))


GOALS: dict[Goal, str] = {
    "zero": "nearer to 0",
    "half": "nearer to 0.5",
    "higher": "more",
    "lower": "less",
    "none": "neither more nor less",
}


@dataclass(frozen=True)
class Score:
    """A figure of a model.

    Attributes:
        benchmark: Name of the benchmark.
        measure: Name of the figure.
        title: What it is, for a reader.
        goal: What is better.
        estimate: The figure with its interval over units.
        n: Number of items.
        units: Number of units, such as prompts.
        fewest: So many units are needed for a verdict.

    Example:
        >>> Score("soct", "soct-female", "Female half", "zero", EstimatedFigure(0.1), 1000, 10, 10).estimate.value
        0.1
    """

    benchmark: str
    measure: str
    title: str
    goal: Goal
    estimate: EstimatedFigure
    n: int
    units: int
    fewest: int


def answers(model: CausalModel, benchmark: Benchmark, *, seed: int = 0, cache: str | Path | None = None) -> Items:
    """Return what a benchmark measures on a model, from the cache where it was asked before."""
    asked = (model.identity, benchmark.identity(), seed if benchmark.sampled else 0)
    name = f"{benchmark.name}-{xxhash.xxh3_128(json.dumps(asked).encode()).hexdigest()}.npz"
    file = None if cache is None else Path(cache, name)
    if file is not None and file.is_file():
        return _kept(file)
    items = benchmark.items(model, seed)
    if file is not None:
        file.parent.mkdir(parents=True, exist_ok=True)
        unfinished = file.with_suffix(".part")
        with unfinished.open("wb") as opened:
            arrays: dict[str, Any] = {"unit": items.unit, **items.columns}
            np.savez_compressed(opened, **arrays)
        unfinished.rename(file)
    return items


def _kept(file: Path) -> Items:
    """Return the answers in a file, which others may have written; a pickle in it is not read."""
    try:
        with file.open("rb") as opened, np.load(opened, allow_pickle=False) as kept:
            columns = {column: kept[column] for column in kept.files}
        unit = columns.pop("unit").astype(np.int64, casting="safe")
        return Items({name: column.astype(np.float64, casting="safe") for name, column in columns.items()}, unit)
    except (OSError, ValueError, LookupError, TypeError, AttributeError, EOFError, BadZipFile) as error:
        raise GenderfairError(f"{file} holds no answers ({error}): delete it, or choose another folder") from error


def evaluate(
    model: CausalModel,
    benchmarks: Sequence[Benchmark],
    *,
    seeds: int = 1,
    cache: str | Path | None = None,
    on_benchmark: Callable[[str], None] = lambda name: None,
) -> list[Score]:
    """Evaluate a model by several benchmarks.

    Args:
        model: The model.
        benchmarks: The benchmarks.
        seeds: How often answers are drawn, where they are drawn; the interval then holds their variation too.
        cache: Folder for answers; None keeps none.
        on_benchmark: Is told the name of each benchmark before it begins.

    Returns:
        The figures, in the order of the benchmarks.

    Raises:
        GenderfairError: Two benchmarks have one name, or one cannot be asked.

    Example:
        >>> from hf_genderfair.effects.benchmarks.perplexity import HeldOutPerplexity
        >>> from hf_genderfair.effects.training import scratch_model
        >>> model = scratch_model(["The tea is hot."], size="tiny")
        >>> [found] = evaluate(model, [HeldOutPerplexity(("The tea is green.", "The tea is hot."))])
        >>> found.measure, found.n, found.estimate.value > 1
        ('perplexity', 2, True)
    """
    check_names(benchmarks)
    found = []
    for benchmark in benchmarks:
        on_benchmark(benchmark.name)
        drawn = range(seeds if benchmark.sampled else 1)
        items = [answers(model, benchmark, seed=seed, cache=cache) for seed in drawn]
        found += [score(benchmark.name, measure, items) for measure in benchmark.measures]
    return found


def score(benchmark: str, measure: Measure, items: Sequence[Items]) -> Score:
    """Return a figure of a model, or of models with several seeds."""
    return Score(
        benchmark,
        measure.name,
        measure.title,
        measure.goal,
        estimate(measure, items),
        len(items[0]),
        items[0].units,
        measure.fewest,
    )


def check_names(benchmarks: Sequence[Benchmark]) -> None:
    """Find out whether each benchmark has its name to itself."""
    names = [benchmark.name for benchmark in benchmarks]
    twice = [name for name in dict.fromkeys(names) if names.count(name) > 1]
    if twice or not names:
        raise GenderfairError(f"benchmark {twice[0]} is given twice" if twice else "there is no benchmark: name one")


def scores_table(scores: Sequence[Score]) -> Table:
    """Return the figures of a model as a table."""
    columns = ["figure", "value", "low", "high", "better is", "items", "units", "what it is"]
    rows: list[list[Cell]] = []
    for each in scores:
        found = each.estimate
        row: list[Cell] = [each.measure, found.value, found.low, found.high, GOALS[each.goal]]
        rows.append([*row, each.n, each.units, each.title])
    note = (
        "95 % intervals over units (prompts, pairs, templates, occupations) by bootstrap, and over drawn answers where "
        "they were drawn several times. They say nothing about another training of the model."
    )
    return Table("scores", "What benchmarks say of the model", columns, rows, note)
