"""Balance a synthetic corpus of the size of a newspaper: time, memory, rows left out against the bound and the paper.

It has the totals that Urchs 2025 publishes for taz2024full; how they come together is drawn by seed.
"""

from __future__ import annotations

import time
from fractions import Fraction
from functools import partial
from itertools import product
from tempfile import TemporaryDirectory
from typing import Any

import numpy as np
from datasets import Dataset, disable_progress_bars
from numpy.typing import NDArray

from benchmarks.measure import Figures, Measure
from benchmarks.run import in_new_process
from benchmarks.timing import peak_megabytes
from hf_genderfair.balancing.corpus import find_balance, kept_totals
from hf_genderfair.balancing.equilibrium import COUNT_COLUMNS, find_equilibrium
from hf_genderfair.balancing.solver import Bounds

TEXTS, WITH_ACTORS = 1_834_025, 464_973
WOMEN, MEN, FEMALE_MENTIONS, MALE_MENTIONS = 236_059, 452_669, 1_144_200, 2_572_817
RUNS: dict[str, dict[str, Any]] = {
    "fewest rows": {},
    "fewest rows, 0.8 to 1.25": {"ratio": 1.25},
    "fewest rows, each year": {"by": "year"},
    "fewest words": {"words_column": "words"},
    "as published": {"method": "paper"},
    "as published, each year": {"method": "paper", "by": "year"},
}
SMALL_CASES = 300


def corpus(seed: int) -> Dataset:
    """Return the corpus."""
    random = np.random.default_rng(seed)
    some, women = WITH_ACTORS, WOMEN
    weights = random.gamma(0.5, size=some)
    actors = 1 + random.multinomial(women + MEN - some, weights / weights.sum())
    owners = np.repeat(np.arange(some), actors)
    share = np.clip(random.beta(0.6, 1.2, some), 1e-9, 1 - 1e-9)
    score = np.log(share / (1 - share))[owners] + random.logistic(size=len(owners))
    female = np.zeros(len(owners), bool)
    female[np.argsort(score, kind="stable")[-women:]] = True
    counts = np.zeros((TEXTS, 4), np.int32)
    places = np.sort(random.choice(TEXTS, some, replace=False))
    for column, chosen, mentions in ((0, female, FEMALE_MENTIONS), (1, ~female, MALE_MENTIONS)):
        number = np.bincount(owners[chosen], minlength=some)
        weights = number * random.gamma(0.7, size=some)
        counts[places, column] = number
        counts[places, column + 2] = number + random.multinomial(mentions - number.sum(), weights / weights.sum())
    columns: dict[str, NDArray[Any]] = {name: counts[:, place] for place, name in enumerate(COUNT_COLUMNS)}
    columns["year"] = np.sort(random.integers(1980, 2025, TEXTS)).astype(np.int32)
    columns["words"] = 20 + random.gamma(2, 180, TEXTS).astype(np.int32)
    return Dataset.from_dict(columns)


def scale(seed: int = 0) -> Figures:
    """Balance a synthetic corpus of the size of a newspaper, beside the bound and the published procedure.

    Seconds are for balancing alone, memory is the peak of a process for each line. Ratios are those of the kept rows as
    written to Parquet and read again. Small cases are compared with trying all choices.
    """
    where = "synthetic corpus with the totals of the paper"
    for run in RUNS:
        found = in_new_process(_measured, run, seed)
        if found["reached"]:
            of = partial(Measure, "balance", where, TEXTS, of=run, unit="")
            yield of("left out", found["cost"], beside={"the fewest that any choice needs": found["bound"]})
            yield of("ratio of actors", found["actors"])
            yield of("of mentions", found["mentions"])
            yield of("time", found["seconds"], unit="s")
            yield of("memory", found["memory"], unit="GiB")
    best = sum(_is_best(np.random.default_rng([seed, case])) for case in range(SMALL_CASES))
    yield Measure("balance, small cases", "3 to 12 rows, drawn", SMALL_CASES, "as few as by trying", best, unit="")


def _measured(run: str, seed: int) -> dict[str, Any]:
    """Balance once; meant for a process of its own."""
    disable_progress_bars()
    rows = corpus(seed)
    started = time.perf_counter()
    balanced = find_balance(rows, **RUNS[run])
    seconds = time.perf_counter() - started
    memory = peak_megabytes() / 1024
    women, men, female, male = written_totals(balanced.kept)
    return {
        "reached": balanced.reached,
        "cost": sum(each.cost for each in balanced.strata),
        "bound": sum(each.bound for each in balanced.strata if each.bound is not None),
        "actors": women / men,
        "mentions": female / male,
        "seconds": round(seconds, 2),
        "memory": round(memory, 2),
    }


def written_totals(kept: Dataset) -> tuple[int, int, int, int]:
    """Return the totals of rows that are written as Parquet and read again."""
    with TemporaryDirectory() as folder:
        kept.to_parquet(f"{folder}/kept.parquet")
        return kept_totals(Dataset.from_parquet(f"{folder}/kept.parquet", cache_dir=folder))


def _is_best(random: np.random.Generator) -> bool:
    """Tell whether a small case is solved as by trying all choices."""
    size, paper = int(random.integers(3, 13)), Bounds(Fraction(3, 4), Fraction(5, 4))
    counts = random.poisson((0.6, 1.1, 3, 6), (size, 4)) * random.integers(0, 2, (size, 4))
    found = find_equilibrium(counts, paper)
    keep = np.array(list(product((0, 1), repeat=size)))
    fewest = [
        size - int(chosen.sum())
        for chosen, totals in zip(keep, (keep @ counts).tolist(), strict=True)
        if paper.hold(tuple(totals))
    ]
    return (found.cost if found.in_range else None) == min(fewest, default=None)
