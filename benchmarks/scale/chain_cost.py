"""What three transforms of the same texts cost over analysing the texts once: apart, chained, behind kept analyses.

    python -m benchmarks.run scale/chain_cost --data FOLDER [--lang de --lang …]

Texts are the news articles of ``languages/speed.py``. All ways alternate on the same texts in one process, and each
counts at its best: what else a shared machine does slows all of them. It also measures how much room kept analyses
take, in memory and in a Parquet file, and how the chain grows with the texts.
"""

from __future__ import annotations

import tempfile
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import Any

import pyarrow as pa
from datasets import Dataset, disable_progress_bars

from benchmarks.languages.speed import portions, texts
from benchmarks.measure import Measure
from hf_genderfair.actors.transform import ActorMetrics
from hf_genderfair.core.transform import Transform
from hf_genderfair.languages.analyse import Analyse
from hf_genderfair.languages.chain import Chain
from hf_genderfair.languages.pipelines import pipeline
from hf_genderfair.representation.references.transform import PersonReferences
from hf_genderfair.rewriting.transform import GenderFair

LANGUAGES = ("de", "en")
WORDS = 40_000
GROWTH = (1, 10, 100)
GROWTH_WORDS = 600
ROUNDS = 4
TARGETS = {"chained": 1.5, "kept": 1.7, "memory": 30, "parquet": 12}


def seconds(work: Callable[[], object]) -> float:
    """Return how much time of the processor a call takes, in one thread."""
    start = time.process_time()
    work()
    return time.process_time() - start


def annotated(rows: Sequence[str], *transforms: Transform) -> pa.Table:
    """Annotate texts as ``map`` does, from table to table."""
    table = pa.table({"text": pa.array(rows, pa.large_string())})
    for transform in transforms:
        table = transform(table)
    return table


def measure(data: Path, lang: str) -> dict[str, Any]:
    """Return the cost of each way over the bare pipeline with all layers, and the room of kept analyses."""
    warm, rows, *growing = portions(texts(data, lang), [WORDS // 6, WORDS, *(GROWTH_WORDS * times for times in GROWTH)])
    links = (PersonReferences(lang), ActorMetrics(lang), GenderFair(lang))
    ways: dict[str, Callable[[], object]] = {
        "bare": lambda: list(pipeline(lang).analyse(rows)),
        "references": lambda: annotated(rows, links[0]),
        "actors": lambda: annotated(rows, links[1]),
        "rewriting": lambda: annotated(rows, links[2]),
        "apart": lambda: annotated(rows, *links),
        "chained": lambda: annotated(rows, Chain(*links)),
        "kept": lambda: annotated(rows, Analyse(lang), *links),
    }
    annotated([*warm, *rows], *links)
    apart = annotated(rows, *links)
    same = {
        "chained": apart.equals(annotated(rows, Chain(*links))),
        "kept": apart.equals(annotated(rows, Analyse(lang), *links).drop_columns("text_analysis")),
    }
    times = [{name: seconds(work) for name, work in ways.items()} for _ in range(ROUNDS)]
    best = {name: min(each[name] for each in times) for name in ways}
    return {
        "texts": len(rows),
        "words": sum(len(text.split()) for text in rows),
        "same_columns": same,
        "over_bare": {name: value / best["bare"] for name, value in best.items() if name != "bare"},
        "seconds": times,
        "room": room(annotated(rows, Analyse(lang))["text_analysis"], rows),
        "growth": [
            {
                "times": times,
                "words": sum(len(text.split()) for text in part),
                "seconds": seconds(lambda part=part: annotated(part, Chain(*links))),  # type: ignore[misc]
            }
            for times, part in zip(GROWTH, growing, strict=True)
        ],
    }


def room(column: pa.ChunkedArray, rows: Sequence[str]) -> dict[str, float]:
    """Return the bytes that kept analyses take for each word between white space."""
    words = sum(len(text.split()) for text in rows)
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder, "kept.parquet")
        Dataset(pa.table({"text_analysis": column})).to_parquet(str(path))
        return {"memory": column.combine_chunks().nbytes / words, "parquet": path.stat().st_size / words}


def measures(results: Mapping[str, Any]) -> Iterator[Measure]:
    """Yield what references, actors and rewriting cost together over analysing the texts once."""
    names = {"chained": "in a chain", "kept": "behind kept analyses", "apart": "apart"}
    for lang, run in results["languages"].items():
        what = f"references, actors and rewriting {lang}, cost"
        at = partial(Measure, what, "news articles, words", run["words"])
        for way, name in names.items():
            target = results["targets"].get(way)
            beside = {"target": target} if target else {}
            yield at(name, run["over_bare"][way], unit="times the bare pipeline", beside=beside)
        yield at("a word in memory", run["room"]["memory"], unit="bytes")
        yield at("in Parquet", run["room"]["parquet"], unit="bytes")


def benchmark(data: Path, lang: list[str] | None = None) -> dict[str, Any]:
    """Measure each language and return the results."""
    disable_progress_bars()
    results: dict[str, Any] = {"targets": TARGETS, "rounds": ROUNDS, "languages": {}}
    for each in lang or LANGUAGES:
        found = results["languages"][each] = measure(data, each)
        over = ", ".join(f"{name} {value:.2f}" for name, value in found["over_bare"].items())
        print(f"{each}: {found['words']:,} words, over the bare pipeline: {over}")
        print(f"    same columns: {found['same_columns']}")
        print("    bytes a word: " + ", ".join(f"{name} {value:.1f}" for name, value in found["room"].items()))
        print("   ", ", ".join(f"{part['times']}x {part['seconds']:.2f} s" for part in found["growth"]))
    return results
