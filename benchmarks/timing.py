"""Speed and memory: what is measured takes turns with what it is held against, in time of the processor."""

from __future__ import annotations

import os
import re
import resource
import subprocess
import sys
import time
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import Any

import pyarrow as pa

from benchmarks.measure import Figures, Measure
from benchmarks.run import ONE_THREAD
from benchmarks.texts import portions, texts
from hf_genderfair.core.transform import Transform
from hf_genderfair.languages.analysis import Analysis
from hf_genderfair.languages.documents import AnalysisRequest, documents
from hf_genderfair.languages.pipelines import pipeline
from hf_genderfair.languages.reader.reading import read

Work = Callable[[], object]
GROWTH = (1, 10, 100)
"""So many times the smallest number of texts show how the cost grows."""
COMMAND = (
    sys.executable,
    "-c",
    "import sys; from hf_genderfair.cli.app import main; sys.argv[0] = 'hf-genderfair'; main()",
)
"""The command of the package, to which arguments are added."""
QUIET = {"HF_DATASETS_DISABLE_PROGRESS_BARS": "1", "ACCELERATE_USE_CPU": "true"}
ENVIRONMENT: Mapping[str, str] = {**os.environ, **ONE_THREAD, **QUIET}
"""The variables of a run: one thread a process, and with accelerate processors in place of GPUs."""


def seconds(work: Work) -> float:
    """Return how much time of the processor a call takes."""
    start = time.process_time()
    work()
    return time.process_time() - start


def in_turns(works: Mapping[str, Work], rounds: int) -> dict[str, float]:
    """Return the seconds of each work at its best of some rounds, in which they take turns."""
    times = [{name: seconds(work) for name, work in works.items()} for _ in range(rounds)]
    return {name: min(each[name] for each in times) for name in works}


def child_seconds(command: Sequence[str], rounds: int = 1, **options: Any) -> float:
    """Return the processor time of a command at its best of some rounds."""
    taken = []
    for _ in range(rounds):
        before = resource.getrusage(resource.RUSAGE_CHILDREN)
        subprocess.run(command, stdout=subprocess.DEVNULL, check=False, **options)
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
        taken.append(after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime)
    return min(taken)


def grep_seconds(path: Path, *arguments: str, rounds: int = 3) -> float:
    """Return the processor time of ``grep -c`` on a file, in bytes, at its best."""
    return child_seconds(["grep", "-c", *arguments, str(path)], rounds, env={**os.environ, "LC_ALL": "C"})


def anonymous_megabytes() -> float:
    """Return the memory that belongs to this process alone; mapped files lie in the cache of the operating system."""
    found = re.search(r"RssAnon:\s+(\d+)", Path("/proc/self/status").read_text(encoding="ascii"))
    return int(found[1]) / 1024 if found else float("nan")


def peak_megabytes() -> float:
    """Return the most memory that this process has had."""
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024


def annotated(rows: Sequence[str], *transforms: Transform) -> pa.Table:
    """Annotate texts as ``map`` does, from table to table."""
    table = pa.table({"text": pa.array(rows, pa.large_string())})
    for transform in transforms:
        table = transform(table)
    return table


def analysed(lang: str, rows: Sequence[str], layers: Collection[str] | None = None) -> list[Analysis]:
    """Return what the bare pipeline makes of texts, with all layers or some."""
    chosen = pipeline(lang)
    return list(chosen.analyse(rows, chosen.layers if layers is None else layers))


def read_through(lang: str, rows: Sequence[str]) -> None:
    """Read texts as all capabilities do, and do nothing with them: the pipeline, and what the reader sees."""
    for document in documents(rows, AnalysisRequest(lang)):
        document.derived(read)


def warmed_rows(data: Path, lang: str, words: int, *transforms: Transform) -> list[str]:
    """Return running texts of so many words that transforms have read once, so that all that they need is loaded."""
    warm, rows = portions(texts(data, lang), [words // 6, words])
    annotated([*warm, *rows], *transforms)
    return rows


def words_of(rows: Sequence[str]) -> int:
    """Return the number of words between white space."""
    return sum(text.count(" ") + 1 for text in rows)


def rates(of: Callable[..., Measure], n: int, works: Mapping[str, Work], unit: str, rounds: int = 5) -> Figures:
    """Yield how many a second the first work does, beside the others."""
    first, *others = in_turns(works, rounds).items()
    yield of("", n / first[1], unit=f"{unit}/s", beside={name: n / taken for name, taken in others})


def growth(of: Callable[..., Measure], rows: Sequence[str], *transforms: Transform) -> Figures:
    """Yield what a character costs among all texts, over what it costs among one text of a hundred."""
    few = rows[: max(1, len(rows) // GROWTH[-1])]
    costs = [seconds(partial(annotated, part, *transforms)) / max(1, sum(map(len, part))) for part in (few, rows)]
    yield of("cost of a character among 100 times as many texts", costs[1] / costs[0], unit="times")


def write_rows(rows: Iterator[str], megabytes: int, target: Path, at_once: int = 20_000) -> float:
    """Write rows as text (``.txt``) and Arrow (``.arrow``) until there is enough, and return the megabytes."""
    schema = pa.schema({"text": pa.string()})
    with (
        target.with_suffix(".txt").open("wb") as text,
        pa.OSFile(str(target.with_suffix(".arrow")), "wb") as file,
        pa.ipc.new_stream(file, schema) as arrow,
    ):
        while text.tell() < megabytes * 1_000_000:
            block = [next(rows) for _ in range(at_once)]
            arrow.write_batch(pa.record_batch({"text": pa.array(block)}, schema=schema))
            text.write("".join(f"{row}\n" for row in block).encode())
        return text.tell() / 1e6
