"""What the actor analysis costs on top of the bare pipeline, and its memory over many articles.

    python -m benchmarks.run actors/speed --data FOLDER [--lang de --lang …] [--articles 100000]

Texts are those of ``languages/speed.py``. Bare pipeline (all layers) and analysis alternate on the same texts; the cost
is the time of the analysis over that of the pipeline, less one, each at its best: what else a shared machine
does slows both. Memory is the largest of a process of its own that annotates short articles on disk, at 1, 10 and 100
times the first number.
"""

from __future__ import annotations

import json
import resource
import tempfile
import time
from collections.abc import Callable, Iterator, Mapping
from functools import partial
from pathlib import Path
from typing import Any

import pyarrow as pa
from datasets import Dataset, disable_caching, disable_progress_bars

from benchmarks.languages.speed import portions, texts
from benchmarks.measure import Measure
from benchmarks.processes import in_new_process
from hf_genderfair.actors.transform import ActorMetrics
from hf_genderfair.core.transform import annotate
from hf_genderfair.languages.pipelines import pipeline

LANGUAGES = ("de", "en")
WORDS = 30_000
GROWTH = (1, 10, 100)
GROWTH_WORDS = 600
PAIRS = 5
TARGET = 0.35
ARTICLES = 100_000
ARTICLE = (
    "Die Bürgermeisterin {name} hat am Montag den neuen Plan vorgestellt. „Wir bauen die Brücke“, sagte sie. "
    "Ihr Stellvertreter meinte, er sei noch nicht überzeugt."
)
NAMES = ("Nora Feldhaus", "Emil Brandtner", "Wilma Kossek", "Jonas Merz", "Ayla Sönmez", "Piet Harms")


def seconds(work: Callable[[], object]) -> float:
    """Return how much time of the processor a call takes, in one thread."""
    start = time.process_time()
    work()
    return time.process_time() - start


def measure(data: Path, lang: str) -> dict[str, Any]:
    """Return the cost on top of the bare pipeline, words a second, and how the cost grows."""
    warm, rows, *growing = portions(texts(data, lang), [WORDS // 6, WORDS, *(GROWTH_WORDS * times for times in GROWTH)])
    transform = ActorMetrics(lang)

    def annotated(part: list[str]) -> object:
        """Annotate texts as ``map`` does, from table to table."""
        return transform(pa.table({"text": pa.array(part, pa.large_string())}))

    annotated([*warm, *rows])
    words = sum(text.count(" ") + 1 for text in rows)
    pairs = []
    for _ in range(PAIRS):
        bare = seconds(lambda: list(pipeline(lang).analyse(rows)))
        pairs.append((bare, seconds(lambda: annotated(rows))))
    bare, whole = (min(times) for times in zip(*pairs, strict=True))
    return {
        "words": words,
        "words_per_second": words / whole,
        "bare_words_per_second": words / bare,
        "cost": whole / bare - 1,
        "pairs": pairs,
        "growth": [
            {
                "times": times,
                "words": sum(text.count(" ") + 1 for text in part),
                "seconds": seconds(lambda part=part: annotated(part)),  # type: ignore[misc]
            }
            for times, part in zip(GROWTH, growing, strict=True)
        ],
    }


def memory(articles: int) -> dict[str, Any]:
    """Annotate short articles on disk in this process, and return its peak of memory in MB and the time it took."""
    disable_progress_bars()
    disable_caching()
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "articles.jsonl"
        with path.open("w", encoding="utf-8") as lines:
            for number in range(articles):
                text = ARTICLE.format(name=NAMES[number % len(NAMES)]) + f" Beschluss Nummer {number}."
                lines.write(json.dumps({"text": text}) + "\n")
        start = time.perf_counter()
        rows = annotate(Dataset.from_json(str(path), cache_dir=folder), ActorMetrics("de"))
        took = time.perf_counter() - start
        found = sum(rows.with_format("arrow")["female_actors"][:].to_pylist())
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    return {"articles": articles, "peak_mb": round(peak), "seconds": round(took, 1), "female_actors": found}


def measures(results: Mapping[str, Any]) -> Iterator[Measure]:
    """Yield what the actor analysis costs on top of the pipeline, and its memory."""
    for lang, run in results["languages"].items():
        at = partial(Measure, f"actors {lang}, speed on one core", "real texts, words", run["words"])
        yield at("on top of the bare pipeline", run["cost"], beside={"target": results["target"]})
        yield at("", run["words_per_second"], unit="words/s")
    for run in results["memory"]:
        yield Measure("actors de, memory", "short articles", run["articles"], "peak", run["peak_mb"], unit="MB")


def benchmark(data: Path, lang: list[str] | None = None, articles: int = ARTICLES) -> dict[str, Any]:
    """Measure each language, then the memory at 1, 10 and 100 times so many articles."""
    results: dict[str, Any] = {"target": TARGET, "pairs": PAIRS, "languages": {}}
    for each in lang or LANGUAGES:
        found = results["languages"][each] = measure(data, each)
        print(
            f"{each}: {found['words_per_second']:,.0f} words/s, {found['cost']:.0%} on top of the bare pipeline "
            f"(target {TARGET:.0%})"
        )
        print("   ", ", ".join(f"{part['times']}x {part['seconds']:.2f} s" for part in found["growth"]))
    results["memory"] = []
    for times in (100, 10, 1):
        results["memory"].append(in_new_process(memory, articles // times))
        print("    {articles:,} articles: {peak_mb:,} MB at most, {seconds:.0f} s".format(**results["memory"][-1]))
    return results
