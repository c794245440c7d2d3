"""Speed of person references on one core, beside the bare pipeline with the same layers in the same run.

    python -m benchmarks.run references/speed --data FOLDER [--lang es ...]

Texts are those of ``languages/speed.py``; for Polish, which has no pipeline, speeches of the Sejm. Bare pipeline and
references alternate on the same texts; the ratio is the median over the pairs. Cost at 1, 10 and 100 times the first
portion shows how it grows.
"""

from __future__ import annotations

import json
import lzma
import statistics
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import Any

import pyarrow as pa

from benchmarks.languages.speed import anonymous_megabytes, portions
from benchmarks.languages.speed import texts as pipeline_texts
from benchmarks.measure import Measure
from hf_genderfair.languages.pipelines import pipeline
from hf_genderfair.representation.references.languages import REFERENCE_RULES
from hf_genderfair.representation.references.transform import PersonReferences

NEEDS = {lang: rules.layers for lang, rules in REFERENCE_RULES.items() if rules.reads_with_pipeline}
LANGUAGES = tuple(REFERENCE_RULES)
WORDS = 30_000
GROWTH = (1, 10, 100)
GROWTH_WORDS = 600
PAIRS = 3
TARGET = 0.85


def texts(data: Path, lang: str) -> Iterator[str]:
    """Yield texts of a language."""
    if lang != "pl":
        yield from pipeline_texts(data, lang)
        return
    with lzma.open(data / "polish" / "sejm10" / "speeches.jsonl.xz", "rt", encoding="utf-8") as lines:
        for line in lines:
            yield str(json.loads(line)["text"])


def seconds(work: Callable[[], object]) -> float:
    """Return how much time of the processor a call takes, in one thread."""
    start = time.process_time()
    work()
    return time.process_time() - start


def annotated(transform: PersonReferences, rows: Sequence[str]) -> object:
    """Annotate texts as ``map`` does, from Arrow to Arrow."""
    return transform({"text": pa.array(rows, pa.large_string())})


def measure(data: Path, lang: str) -> dict[str, Any]:
    """Return words a second, the ratio to the bare pipeline, how the cost grows, and memory."""
    warm, rows, *growing = portions(texts(data, lang), [WORDS // 6, WORDS, *(GROWTH_WORDS * times for times in GROWTH)])
    transform = PersonReferences(lang)
    annotated(transform, [*warm, *rows])
    words = sum(text.count(" ") + 1 for text in rows)
    pairs: list[tuple[float | None, float]] = []
    for _ in range(PAIRS):
        bare = seconds(lambda: list(pipeline(lang).analyse(rows, NEEDS[lang]))) if lang in NEEDS else None
        pairs.append((bare, seconds(lambda: annotated(transform, rows))))
    ratios = [bare / whole for bare, whole in pairs if bare is not None]
    growth = [seconds(partial(annotated, transform, portion)) for portion in growing]
    return {
        "words": words,
        "words_per_second": words / statistics.median(whole for _, whole in pairs),
        "bare_words_per_second": words / statistics.median(bare for bare, _ in pairs if bare) if ratios else None,
        "ratio": statistics.median(ratios) if ratios else None,
        "ratios": ratios,
        "growth": [
            {"times": times, "words": sum(text.count(" ") + 1 for text in portion), "seconds": took}
            for times, portion, took in zip(GROWTH, growing, growth, strict=True)
        ],
        "anonymous_mb": anonymous_megabytes(),
    }


def measures(results: Mapping[str, Any]) -> Iterator[Measure]:
    """Yield the speed of person references beside the bare pipeline with the same layers."""
    for lang, run in results["languages"].items():
        at = partial(Measure, f"person references {lang}, speed on one core", "real texts, words", run["words"])
        beside = {"the bare pipeline": run["words_per_second"] / run["ratio"]} if run["ratio"] else {}
        yield at("", run["words_per_second"], unit="words/s", beside=beside)
        yield at("memory", run["anonymous_mb"], unit="MB")


def benchmark(data: Path, lang: list[str] | None = None) -> dict[str, Any]:
    """Measure each language and return the results."""
    results: dict[str, Any] = {"target": TARGET, "pairs": PAIRS, "languages": {}}
    for each in lang or LANGUAGES:
        found = measure(data, each)
        results["languages"][each] = found
        ratio = "-" if found["ratio"] is None else f"{found['ratio']:.2f}"
        print(f"{each}: {found['words_per_second']:,.0f} words/s, {ratio} of the bare pipeline (target {TARGET})")
        print("   ", ", ".join(f"{part['times']}x {part['seconds']:.2f} s" for part in found["growth"]))
    return results
