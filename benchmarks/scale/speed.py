"""What a chain of transforms costs, and what a command costs before it does anything."""

from __future__ import annotations

import sys
import tempfile
from functools import partial
from pathlib import Path

import pyarrow as pa
from datasets import Dataset, disable_progress_bars

from benchmarks.measure import Figures, Measure
from benchmarks.timing import (
    COMMAND,
    Work,
    analysed,
    annotated,
    child_seconds,
    growth,
    in_turns,
    read_through,
    warmed_rows,
)
from hf_genderfair.actors.transform import ActorMetrics
from hf_genderfair.languages.analyse import Analyse
from hf_genderfair.languages.chain import Chain
from hf_genderfair.representation.references.transform import PersonReferences
from hf_genderfair.rewriting.transform import GenderFair

ROUNDS = 5
COMMANDS: dict[str, tuple[str, float | None]] = {
    "--version": ("", 0.25),
    "--help": ("", None),
    "tag": ("Wczoraj byłam w kinie.", 0.9),
    "analyse --lang de": ("Die Ärztin half ihm.", 1.8),
    "actors --lang de --jsonl": ("Die Ärztin half ihm.", None),
    "rewrite --lang en": ("She says that he has left.", None),
    "columns": ("", None),
}
"""By arguments: standard input, and the seconds that it is to take at most."""


def chain_cost(data: Path, lang: list[str] | None = None) -> Figures:
    """Run three transforms of the same texts apart, chained and behind kept analyses, over reading the texts once.

    All ways must give the same columns. It also measures how much room kept analyses take.
    """
    disable_progress_bars()
    for each in lang or ("de", "en"):
        links = (PersonReferences(each), ActorMetrics(each), GenderFair(each))
        rows = warmed_rows(data, each, 40_000, *links)
        ways = {"in a chain": (Chain(*links),), "behind kept analyses": (Analyse(each), *links), "apart": links}
        apart, kept = annotated(rows, *links), annotated(rows, Analyse(each), *links)
        if not apart.equals(annotated(rows, Chain(*links))):
            raise SystemExit("a chain gives other columns")
        if not apart.equals(kept.drop_columns("text_analysis")):
            raise SystemExit("kept analyses give other columns")
        works: dict[str, Work] = {"bare": partial(analysed, each, rows), "reading": partial(read_through, each, rows)}
        works |= {way: partial(annotated, rows, *transforms) for way, transforms in ways.items()}
        taken, words = in_turns(works, ROUNDS), sum(len(text.split()) for text in rows)
        of = partial(Measure, "references, actors and rewriting, cost", "news articles, words", words, of=each)
        for way, beside in (("in a chain", {"target": 1.2}), ("behind kept analyses", {}), ("apart", {})):
            yield of(way, taken[way] / taken["reading"], unit="times the bare reading", beside=beside)
            yield of(way, taken[way] / taken["bare"], unit="times the bare pipeline")
        column = kept["text_analysis"].combine_chunks()
        yield of("a word in memory", column.nbytes / words, unit="bytes")
        with tempfile.NamedTemporaryFile(suffix=".parquet") as file:
            Dataset(pa.table({"text_analysis": column})).to_parquet(file.name)
            yield of("in Parquet", Path(file.name).stat().st_size / words, unit="bytes")
        yield from growth(of, rows, Chain(*links))


def start_up() -> Figures:
    """Start commands that get one line or none, beside a bare Python that ends at once, in turns with it."""
    for arguments, (line, target) in COMMANDS.items():
        command = [*COMMAND, *arguments.split()]
        child_seconds(command, input=f"{line}\n".encode())
        pairs = [
            (child_seconds(command, input=f"{line}\n".encode()), child_seconds([sys.executable, "-c", "pass"]))
            for _ in range(ROUNDS)
        ]
        taken, bare = (min(column) for column in zip(*pairs, strict=True))
        beside = {"Python alone": bare, **({"target": target} if target else {})}
        of = partial(Measure, "start of hf-genderfair", "one line or none", ROUNDS, of=arguments)
        yield of("processor", taken, unit="s", beside=beside)
