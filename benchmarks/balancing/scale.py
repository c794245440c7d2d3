"""Balance a synthetic corpus of the size of a newspaper: time, memory, rows left out against the bound and the paper.

    python -m benchmarks.run balancing/scale [--seed 0]

The corpus has the totals that Urchs 2025 publishes for taz2024full: 1,834,025 texts, 464,973 of them with actors,
236,059 women and 452,669 men with 1,144,200 and 2,572,817 mentions. How they come together is drawn by seed: the first
actor of a text is there by definition, others go to texts by weights from a gamma distribution; each text has its own
share of women (so that most have one gender only, as published), and mentions beyond the first go to texts by number
of actors and weights from a gamma distribution. Years and numbers of words are drawn independently. Smaller corpora
have a tenth and a hundredth of all totals.

Each line runs in a process of its own. Seconds are for balancing alone, with data set in and out; memory is the peak of
the whole process, imports included. Ratios are those of the kept rows, written as Parquet and read again. Small cases
are compared with trying all choices.
"""

from __future__ import annotations

import json
import resource
import time
from collections.abc import Iterator, Mapping
from fractions import Fraction
from functools import partial
from itertools import product
from tempfile import TemporaryDirectory
from typing import Any

import numpy as np
from datasets import Dataset, disable_progress_bars
from numpy.typing import NDArray

from benchmarks.measure import Measure
from benchmarks.processes import in_new_process
from hf_genderfair.balancing.alternatives import balance_weights, counterfactuals_needed
from hf_genderfair.balancing.corpus import balance, kept_totals
from hf_genderfair.balancing.counts import COUNT_COLUMNS
from hf_genderfair.balancing.equilibrium import find_equilibrium
from hf_genderfair.balancing.solver import Bounds
from hf_genderfair.report.render import table_text
from hf_genderfair.report.report import Cell, Table

TEXTS, WITH_ACTORS = 1_834_025, 464_973
WOMEN, MEN, FEMALE_MENTIONS, MALE_MENTIONS = 236_059, 452_669, 1_144_200, 2_572_817
YEARS = (1980, 2024)
PAPER = Bounds(Fraction(3, 4), Fraction(5, 4))
RUNS: dict[str, dict[str, Any]] = {
    "fewest rows": {},
    "fewest rows, 0.8 to 1.25": {"ratio": 1.25},
    "fewest rows, each year": {"by": "year"},
    "fewest words": {"words_column": "words"},
    "fewest rows, at most 1 %": {"max_removed": 0.01},
    "as published": {"method": "paper"},
    "as published, each year": {"method": "paper", "by": "year"},
}
SIZES = (100, 10, 1)
SMALL_CASES = 300


def corpus(part: int, seed: int) -> Dataset:
    """Return one part of the corpus: the totals divided by ``part``."""
    random = np.random.default_rng(seed)
    texts, some, women, men = (total // part for total in (TEXTS, WITH_ACTORS, WOMEN, MEN))
    weights = random.gamma(0.5, size=some)
    actors = 1 + random.multinomial(women + men - some, weights / weights.sum())
    owners = np.repeat(np.arange(some), actors)
    share = np.clip(random.beta(0.6, 1.2, some), 1e-9, 1 - 1e-9)
    score = np.log(share / (1 - share))[owners] + random.logistic(size=len(owners))
    female = np.zeros(len(owners), bool)
    female[np.argsort(score, kind="stable")[-women:]] = True
    counts = np.zeros((texts, 4), np.int32)
    places = np.sort(random.choice(texts, some, replace=False))
    for column, chosen, mentions in ((0, female, FEMALE_MENTIONS // part), (1, ~female, MALE_MENTIONS // part)):
        number = np.bincount(owners[chosen], minlength=some)
        weights = number * random.gamma(0.7, size=some)
        counts[places, column] = number
        counts[places, column + 2] = number + random.multinomial(mentions - number.sum(), weights / weights.sum())
    columns: dict[str, NDArray[Any]] = {name: counts[:, place] for place, name in enumerate(COUNT_COLUMNS)}
    columns["year"] = np.sort(random.integers(YEARS[0], YEARS[1] + 1, texts)).astype(np.int32)
    columns["words"] = 20 + random.gamma(2, 180, texts).astype(np.int32)
    return Dataset.from_dict(columns)


def measure(part: int, run: str, seed: int) -> dict[str, Any]:
    """Balance once; meant for a process of its own."""
    rows = corpus(part, seed)
    started = time.perf_counter()
    balanced = balance(rows, **RUNS[run])
    seconds = time.perf_counter() - started
    memory = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 2**20
    with TemporaryDirectory() as folder:
        balanced.kept.to_parquet(f"{folder}/kept.parquet")
        women, men, female, male = kept_totals(Dataset.from_parquet(f"{folder}/kept.parquet", cache_dir=folder))
    bounds = [each.bound for each in balanced.strata]
    return {
        "texts": len(rows),
        "run": run,
        "reached": balanced.reached,
        "removed": len(balanced.excluded),
        "cost": sum(each.cost for each in balanced.strata),
        "bound": sum(bound for bound in bounds if bound is not None),
        "largest_gap": max((each.gap for each in balanced.strata if each.gap is not None), default=None),
        "strata": len(balanced.strata),
        "actors": women / men,
        "mentions": female / male,
        "in_range": balanced.bounds.hold((women, men, female, male)),
        "seconds": round(seconds, 2),
        "memory_gib": round(memory, 2),
    }


def alternatives(seed: int) -> dict[str, Any]:
    """Weigh the whole corpus, and plan counterfactuals for it."""
    rows = corpus(1, seed)
    started = time.perf_counter()
    weights = balance_weights(rows)
    between = time.perf_counter()
    plan = counterfactuals_needed(rows)
    ended = time.perf_counter()
    return {
        "weights": dict(zip(weights.table.columns, weights.table.rows[0], strict=True)),
        "weights_seconds": round(between - started, 2),
        "counterfactuals": [dict(zip(plan.columns, row, strict=True)) for row in plan.rows],
        "counterfactuals_seconds": round(ended - between, 2),
    }


def small_cases(seed: int) -> dict[str, Any]:
    """Compare with trying all choices."""
    random = np.random.default_rng(seed)
    best, worst, reached = 0, 0, 0
    for _ in range(SMALL_CASES):
        size = int(random.integers(3, 13))
        counts = random.poisson((0.6, 1.1, 3, 6), (size, 4)) * random.integers(0, 2, (size, 4))
        found = find_equilibrium(counts, PAPER)
        fewest = fewest_by_trying(counts)
        reached += fewest is not None
        best += (found.cost if found.in_range else None) == fewest
        worst = max(worst, found.cost - (fewest or 0) if found.in_range else 0)
    return {"cases": SMALL_CASES, "rows": "3 to 12", "can_be_reached": reached, "same_as_trying": best, "worst": worst}


def fewest_by_trying(counts: NDArray[np.int64]) -> int | None:
    """Return the fewest rows without which both ratios are in range; None where there is no such choice."""
    keep = np.array(list(product((0, 1), repeat=len(counts))))
    fewest = [
        len(counts) - int(chosen.sum())
        for chosen, (women, men, female, male) in zip(keep, (keep @ counts).tolist(), strict=True)
        if PAPER.hold((women, men, female, male))
    ]
    return min(fewest, default=None)


def show(found: list[dict[str, Any]]) -> None:
    """Print the measurements as a table."""
    columns = ["texts", "run", "reached", "removed", "cost", "bound", "largest_gap", "actors", "mentions"]
    columns += ["in_range", "seconds", "memory_gib"]
    rows: list[list[Cell]] = [
        [{True: "yes", False: "no"}.get(each[name], each[name]) if isinstance(each[name], bool) else each[name]
         for name in columns]
        for each in found
    ]  # fmt: skip
    note = (
        "Cost: rows or words left out; bound: no choice leaves out less; the largest gap of a stratum. Actors and "
        "mentions: women to men of the written rows. Range 0.75 to 1.25 but for the second line."
    )
    print(table_text(Table("scale", "Balance at scale", columns, rows, note)))


def measures(results: Mapping[str, Any]) -> Iterator[Measure]:
    """Yield what balancing leaves out at the size of a newspaper, beside the bound and the published procedure."""
    largest = max(run["texts"] for run in results["scale"])
    for run in results["scale"]:
        if run["texts"] == largest and run["reached"]:
            where = "synthetic corpus with the totals of the paper"
            at = partial(Measure, f"balance, {run['run']}", where, run["texts"])
            yield at("left out", run["cost"], unit="", beside={"the fewest that any choice needs": run["bound"]})
            yield at("ratio of actors", run["actors"], unit="")
            yield at("of mentions", run["mentions"], unit="")
            yield at("time", run["seconds"], unit="s")
            yield at("memory", run["memory_gib"], unit="GiB")


def benchmark(seed: int = 0) -> dict[str, Any]:
    """Print the table and return the results."""
    disable_progress_bars()
    found = [in_new_process(measure, part, run, seed) for part in SIZES for run in RUNS]
    show(found)
    results = {"seed": seed, "scale": found}
    results["alternatives"] = alternatives(seed)
    results["small_cases"] = small_cases(seed)
    print(json.dumps({name: results[name] for name in ("alternatives", "small_cases")}, indent=1))
    return results
