"""Ask models the questions of benchmarks, each question once, and say what the answers add up to."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from zipfile import BadZipFile

import numpy as np
import xxhash

from hf_genderfair.core.errors import GenderfairError
from hf_genderfair.effects.causal_model import CausalModel
from hf_genderfair.effects.comparison import EstimatedFigure, estimate
from hf_genderfair.effects.items import Benchmark, Goal, Items, Measure
from hf_genderfair.report.report import Table

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
        >>> from hf_genderfair.effects.scratch import scratch_model
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
    rows = [
        [
            each.measure,
            each.estimate.value,
            each.estimate.low,
            each.estimate.high,
            GOALS[each.goal],
            each.n,
            each.units,
            each.title,
        ]
        for each in scores
    ]
    note = (
        "95 % intervals over units (prompts, pairs, templates, occupations) by bootstrap, and over drawn answers where "
        "they were drawn several times. They say nothing about another training of the model."
    )
    return Table("scores", "What benchmarks say of the model", columns, rows, note)
