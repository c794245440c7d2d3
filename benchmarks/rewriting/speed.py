"""How many sentences a second the rules rewrite, and what they cost on top of the bare pipeline.

    python -m benchmarks.run rewriting/speed --data FOLDER

Two kinds of sentences, one a row: *running* text, sentences of treebanks as they come, most of which name nobody and
need no analysis; and *dense* text, lines of the published test sets, in which every line has something to rewrite. Bare
pipeline (the layers that the rules read) and rewriting alternate on the same sentences, each at its best: what else a
shared machine does slows both; *rules alone* work on analyses that are there, of every sentence. Times are those of the
processor, in one thread. Growth: sentences a second at 1, 10 and 100 times the first number of running sentences;
memory: the largest of this process until then.
"""

from __future__ import annotations

import resource
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import Any

import pyarrow as pa

from benchmarks.measure import Measure
from benchmarks.rewriting.quality import lines_of, running_sentences
from hf_genderfair.languages.documents import documents
from hf_genderfair.languages.german.scope import GermanOptions
from hf_genderfair.languages.pipelines import pipeline
from hf_genderfair.report.render import table_text
from hf_genderfair.report.report import Cell, Table
from hf_genderfair.rewriting.english import rewrite as english
from hf_genderfair.rewriting.english.rewrite import EnglishOptions
from hf_genderfair.rewriting.german import rewrite as german
from hf_genderfair.rewriting.transform import GenderFair

DENSE = {"de": ("de.gendered",), "en": ("en.gendered", "en.opensubtitles", "en.reddit", "en.winobias+")}
TARGETS = {"de": 1_500, "en": 3_000}
SENTENCES = 2_000
GROWTH = (1, 10, 100)
GROWTH_SENTENCES = 20
PAIRS = 5
FIGURES = ("sentences", "edited", "sentences_per_second", "ratio", "rules_sentences_per_second")


def dense(data: Path, lang: str) -> list[str]:
    """Return lines in which there is something to rewrite."""
    return [line for name in DENSE[lang] for line in lines_of(data / "rewriting" / f"{name}.src")]


def seconds(work: Callable[[], object]) -> float:
    """Return how much time of the processor a call takes."""
    start = time.process_time()
    work()
    return time.process_time() - start


def rewrite(transform: GenderFair, sentences: Sequence[str]) -> pa.Table:
    """Annotate sentences as ``map`` does, from table to table."""
    table = transform(pa.table({"text": pa.array(sentences, pa.large_string())}))
    assert isinstance(table, pa.Table)
    return table


def measure(lang: str, sentences: Sequence[str]) -> dict[str, Any]:
    """Return sentences a second with and without the rules, and how many sentences were analysed and edited."""
    transform = GenderFair(lang, scope="all")
    request = transform.analysis_request()
    assert request is not None
    needs = request.layers
    edited = sum(count > 0 for count in rewrite(transform, sentences)["rewriting_edited"].to_pylist())
    pairs = []
    for _ in range(PAIRS):
        bare = seconds(lambda: list(pipeline(lang).analyse(sentences, needs)))
        pairs.append((bare, seconds(lambda: rewrite(transform, sentences))))
    bare, whole = (min(times) for times in zip(*pairs, strict=True))
    rules = min(rules_alone(lang, sentences) for _ in range(PAIRS))
    return {
        "rules_sentences_per_second": len(sentences) / rules,
        "sentences": len(sentences),
        "words": sum(len(sentence.split()) for sentence in sentences),
        "edited": edited,
        "sentences_per_second": len(sentences) / whole,
        "bare_sentences_per_second": len(sentences) / bare,
        "ratio": bare / whole,
        "layers": sorted(needs),
        "pairs": pairs,
    }


def rules_alone(lang: str, sentences: Sequence[str]) -> float:
    """Return the time of the rules for all sentences, whose analyses are there already."""
    request = GenderFair(lang).analysis_request()
    assert request is not None
    read = list(documents(sentences, request))
    if lang == "de":
        return seconds(lambda: [german.rewrite(document, "star", GermanOptions("all")) for document in read])
    return seconds(lambda: [english.rewrite(document, EnglishOptions("all")) for document in read])


def growth(lang: str, sentences: Sequence[str]) -> list[dict[str, Any]]:
    """Return sentences a second at 1, 10 and 100 times as many, and the memory after each."""
    transform = GenderFair(lang, scope="all")
    result = []
    for times in GROWTH:
        part = sentences[: GROWTH_SENTENCES * times]
        taken = min(seconds(lambda part=part: rewrite(transform, part)) for _ in range(2))  # type: ignore[misc]
        megabytes = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
        result.append(
            {"times": times, "sentences": len(part), "sentences_per_second": len(part) / taken, "megabytes": megabytes}
        )
    return result


def measures(results: Mapping[str, Any]) -> Iterator[Measure]:
    """Yield how many sentences a second the rules rewrite."""
    for lang, parts in results["languages"].items():
        for kind, where in (("running", "running text"), ("dense", "sentences that all have something to rewrite")):
            run = parts[kind]
            at = partial(Measure, f"rewriting {lang}, speed on one core", where, run["sentences"], unit="sentences/s")
            bare = run["sentences_per_second"] / run["ratio"]
            yield at("", run["sentences_per_second"], beside={"the bare pipeline": bare})
            yield at("rules alone", run["rules_sentences_per_second"])


def benchmark(data: Path) -> dict[str, Any]:
    """Print the table and return the results."""
    results: dict[str, Any] = {"targets": TARGETS, "languages": {}}
    rows: list[list[Cell]] = []
    for lang in TARGETS:
        text = running_sentences(data, lang)
        parts = {"running": text[:SENTENCES], "dense": dense(data, lang)[:SENTENCES]}
        found: dict[str, Any] = {kind: measure(lang, part) for kind, part in parts.items()}
        rows += [[lang, kind, *(of[key] for key in FIGURES)] for kind, of in found.items()]
        results["languages"][lang] = {**found, "growth": growth(lang, text)}
    columns = ["language", "text", "sentences", "edited", "sentences a second", "ratio to the bare pipeline"]
    columns.append("rules alone")
    print(table_text(Table("speed", "Speed of the rules", columns, rows)))
    return results
