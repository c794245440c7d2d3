r"""Speed and memory of the Polish tagger on one core, beside ``grep`` in the same run.

    python -m benchmarks.run first_person/speed --data FOLDER [--megabytes 100 1000]

Rows are drawn by seed from the sentences under FOLDER (``polish/reviews_wykop``, ``polish/sejm10``,
``text/eltec_pol``), so that 8 % (A) or 1 % (B) of them hold a word in -łam or -łem. The full task is
``Dataset.map(FirstPerson("pl"), batched=True)`` from a memory-mapped Arrow file to one with labels and expressions, by
default and with ``diacritics="required"`` in turn; the ratio is to ``LC_ALL=C grep -c 'łam\|łem'`` on the same rows as
text. All times are those of the processor, and the best of three, so that other loads change ratios little. Memory is
the process's own (anonymous), as the mapped input file lies in the cache of the operating system. Several processes are
measured by ``scale/runs.py``.
"""

from __future__ import annotations

import json
import lzma
import random
import re
import resource
import subprocess
import tempfile
import time
from collections.abc import Iterator, Mapping
from functools import partial
from pathlib import Path
from typing import Any, Literal

import pyarrow as pa

from benchmarks.measure import Measure
from benchmarks.processes import in_new_process

GREP = ["grep", "-c", "łam\\|łem"]
SENTENCE = re.compile(r"(?<=[.!?])\s+")
HIT = re.compile(r"ł[ae]m\b")
RATES = {"A": 0.08, "B": 0.01}
ROUNDS = 3
MEGABYTES = (100, 1000)


def sentences(folder: Path) -> Iterator[str]:
    """Yield sentences of reviews, speeches and novels."""
    for path in sorted((folder / "polish" / "reviews_wykop").glob("*__train.txt.xz")):
        with lzma.open(path, "rt", encoding="utf-8") as lines:
            yield from (line.rstrip("\n").partition(" ")[2] for line in lines)
    for path in (folder / "polish/sejm10/speeches.jsonl.xz", folder / "text/eltec_pol/paragraphs.jsonl.xz"):
        with lzma.open(path, "rt", encoding="utf-8") as lines:
            for line in lines:
                yield from SENTENCE.split(json.loads(line)["text"].replace("\n", " "))


def write_rows(folder: Path, rate: float, megabytes: int, target: Path) -> None:
    """Write rows as text (``.txt``) and as an Arrow file (``.arrow``)."""
    rows = [row for row in sentences(folder) if row]
    hits, others = [r for r in rows if HIT.search(r)], [r for r in rows if not HIT.search(r)]
    drawn, size = random.Random(rate), 0
    schema = pa.schema({"text": pa.string()})
    with (
        target.with_suffix(".txt").open("w", encoding="utf-8") as text,
        pa.OSFile(str(target.with_suffix(".arrow")), "wb") as file,
        pa.ipc.new_stream(file, schema) as arrow,
    ):
        while size < megabytes * 1_000_000:
            block = [drawn.choice(hits if drawn.random() < rate else others) for _ in range(20_000)]
            arrow.write_batch(pa.record_batch({"text": pa.array(block)}, schema=schema))
            size += text.write("\n".join(block) + "\n")
            size = text.tell() if size > megabytes * 900_000 else size


def run_map(path: Path, diacritics: Literal["auto", "required"]) -> dict[str, Any]:
    """Tag an Arrow file in this process; runs in a process of its own."""
    import datasets

    from hf_genderfair.core.transform import annotate
    from hf_genderfair.first_person.scan import find_expressions
    from hf_genderfair.first_person.tagger import FirstPerson

    datasets.disable_progress_bars()
    find_expressions(["Jestem zmęczona, bo kupiłam rower."], "window")
    rows = datasets.Dataset.from_file(str(path))
    start = time.process_time()
    tagged = annotate(rows, FirstPerson("pl", diacritics=diacritics))
    seconds = time.process_time() - start
    labels = tagged.with_format("arrow")["first_person"][:]
    status = Path("/proc/self/status").read_text(encoding="ascii")
    peak = re.search(r"RssAnon:\s+(\d+)", status)
    return {
        "cpu_s": seconds,
        "rows": len(tagged),
        "labelled": int(pa.compute.sum(pa.compute.less(labels, 2)).as_py()),
        "anonymous_mb": int(peak[1]) / 1024 if peak else None,
    }


def grep_seconds(path: Path) -> float:
    """Return the processor time of the best of three runs of grep."""
    seconds = []
    for _ in range(ROUNDS):
        before = resource.getrusage(resource.RUSAGE_CHILDREN)
        subprocess.run([*GREP, str(path)], env={"LC_ALL": "C"}, capture_output=True, check=True)
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
        seconds.append(after.ru_utime - before.ru_utime + after.ru_stime - before.ru_stime)
    return min(seconds)


def measures(results: Mapping[str, Any]) -> Iterator[Measure]:
    """Yield the speed of the tagger on one core, beside grep on the same rows."""
    for name, run in results.items():
        rate, _, size = name.partition(" ")
        where = f"{size} of sentences, {100 * RATES[rate]:.0f} % with a form, processor time on a busy core"
        at = partial(Measure, "labels, speed on one core", where, run["auto"]["rows"])
        with_diacritics = run["mb_s"] / run["to_required"]
        beside = {"grep": run["grep_mb_s"], "diacritics required": with_diacritics}
        yield at("", run["mb_s"], unit="MB/s", beside=beside)
        yield at("memory", run["auto"]["anonymous_mb"], unit="MB")


def benchmark(data: Path, megabytes: list[int] | None = None) -> dict[str, Any]:
    """Print the table and return the results."""
    results: dict[str, Any] = {}
    print(f"{'rows':>6} {'MB':>5} {'grep MB/s':>10} {'ours MB/s':>10} {'ratio':>6} {'to required':>12} {'MB anon.':>9}")
    with tempfile.TemporaryDirectory() as place:
        for name, rate in RATES.items():
            for size in megabytes or MEGABYTES:
                target = Path(place) / f"{name}{size}"
                write_rows(data, rate, size, target)
                results[f"{name} {size} MB"] = row = compare_rows(target)
                print(
                    f"{name:>6} {row['megabytes']:5.0f} {row['grep_mb_s']:10.0f} {row['mb_s']:10.1f} "
                    f"{row['ratio']:6.3f} {row['to_required']:12.2f} {row['auto']['anonymous_mb']:9.0f}",
                    flush=True,
                )
                for written in Path(place).iterdir():
                    written.unlink()
    return results


def compare_rows(target: Path) -> dict[str, Any]:
    """Return the speed of grep and of the tagger with each setting, in turns, on the same rows."""
    size = target.with_suffix(".txt").stat().st_size / 1e6
    grep = grep_seconds(target.with_suffix(".txt"))
    best: dict[str, dict[str, Any]] = {}
    for _ in range(ROUNDS):
        for diacritics in ("auto", "required"):
            run = in_new_process(run_map, target.with_suffix(".arrow"), diacritics)
            best[diacritics] = min(run, best.get(diacritics, run), key=lambda one: one["cpu_s"])
            for cached in target.parent.glob("cache-*"):
                cached.unlink()
    return {
        "megabytes": size,
        "grep_mb_s": size / grep,
        "mb_s": size / best["auto"]["cpu_s"],
        "ratio": grep / best["auto"]["cpu_s"],
        "to_required": best["required"]["cpu_s"] / best["auto"]["cpu_s"],
        **best,
    }
