r"""Speed and memory of `GroupWords` on one core, beside ``grep`` with the same words in the same run.

    python -m benchmarks.run representation/group_words_speed [--data FOLDER] [--megabytes 1 10 100]

Rows are English-like text made by seed (frequent words, invented ones, and words of the lists about as often as in
English) and, with ``--data``, the sentences under FOLDER/text/small_heap, repeated. Each size is annotated from a
memory-mapped Arrow file in batches of 20,000 rows: with the list of gender, with all corrected lists in one pass, and
with a list of 100,000 invented words, to see that the length of a list costs nothing. The ratio is to
``LC_ALL=C grep -c -w -F -f WORDS`` on the same rows as text; grep heeds case and stops at the first word of a line.
With the long list it takes minutes for a megabyte and is left out.
Both are timed by the time of the processor, since a machine may be shared. Memory is the process's own (anonymous).
"""

from __future__ import annotations

import lzma
import random
import re
import resource
import subprocess
import tempfile
import time
from collections.abc import Callable, Iterator, Mapping
from functools import partial
from itertools import cycle
from pathlib import Path
from typing import Any

import pyarrow as pa

from benchmarks.measure import Measure
from benchmarks.processes import in_new_process
from hf_genderfair.lexicons.word_lists import WordList, word_list

ALL = ("gender", "age", "religion")
MEGABYTES = (1, 10, 100)
BATCH = 20_000
REPEATS = 7
FREQUENT = (
    "the of and to a in that it was for is on with as at by be had not but from have this which or were are an one all "
    "they there when who been will more no if out so said what up its about into than them can only other new some "
    "could time these two may then do first any now such like our over even most made after also did many before must "
    "through back years where much way well down should because each just those people how too little state good very"
).split()


def invented(count: int, seed: int, shortest: int = 3) -> list[str]:
    """Return words that no language has, of up to 12 letters, each once."""
    drawn = random.Random(seed)
    made: dict[str, None] = {}
    while len(made) < count:
        made["".join(drawn.choices("eeettaaooiinnsshhrrddlluucmfwygpbvk", k=drawn.randint(shortest, 12)))] = None
    return list(made)


def generated_rows() -> Iterator[str]:
    """Yield sentences: 45 % frequent words, 51 % invented ones, 4 % words of the lists."""
    drawn = random.Random(2025)
    rare = invented(20_000, 1)
    pronouns = "he his him she her his he man women".split()
    listed = [entry.word for name in ALL for entry in word_list(name).entries]
    while True:
        words = []
        for _ in range(drawn.randint(6, 34)):
            kind = drawn.random()
            if kind < 0.45:
                words.append(drawn.choice(FREQUENT))
            elif kind < 0.96:
                words.append(rare[min(int(drawn.paretovariate(0.7) * 20), len(rare)) - 1])
            else:
                words.append(drawn.choice(pronouns if kind < 0.99 else listed))
        yield " ".join(words).capitalize() + drawn.choice("...,?!") + drawn.choice(("", "", "”", "’s end."))


def heap_rows(folder: Path) -> Iterator[str]:
    """Yield the sentences of Small Heap, again and again."""
    lines: list[str] = []
    for path in sorted((folder / "text" / "small_heap").glob("orig__*.txt.xz")):
        with lzma.open(path, "rt", encoding="utf-8") as file:
            lines += [line.rstrip("\n") for line in file]
    yield from cycle(lines)


def write_rows(rows: Iterator[str], megabytes: int, target: Path) -> None:
    """Write rows as text (``.txt``) and as an Arrow file (``.arrow``)."""
    schema = pa.schema({"text": pa.string()})
    with (
        target.with_suffix(".txt").open("wb") as text,
        pa.OSFile(str(target.with_suffix(".arrow")), "wb") as file,
        pa.ipc.new_stream(file, schema) as arrow,
    ):
        while text.tell() < megabytes * 1_000_000:
            block = [next(rows) for _ in range(2_000)]
            arrow.write_batch(pa.record_batch({"text": pa.array(block)}, schema=schema))
            text.write("".join(f"{row}\n" for row in block).encode())


def long_list() -> WordList:
    """Return a list of 100,000 words in two groups."""
    words = invented(100_000, 7, shortest=6)
    return WordList.from_groups("invented", {"one": words[::2], "two": words[1::2]})


def run(path: Path, lists: str) -> dict[str, Any]:
    """Annotate an Arrow file in this process; runs in a process of its own."""
    from hf_genderfair.representation.group_words import GroupWords

    transform = GroupWords(long_list() if lists == "long" else "gender" if lists == "gender" else ALL)
    with pa.memory_map(str(path)) as file:
        table = pa.ipc.open_stream(file).read_all()
        texts = table["text"]
        transform.annotate({"text": pa.array(["warm up é"])}, None)
        seconds, words = [], 0
        for _ in range(REPEATS):
            start, words = time.process_time(), 0
            for first in range(0, len(texts), BATCH):
                added = transform.annotate({"text": texts.slice(first, BATCH).combine_chunks()}, None)
                words += sum(len(column.values) for name, column in added.items() if name.endswith("_words"))
            seconds.append(time.process_time() - start)
    peak = re.search(r"RssAnon:\s+(\d+)", Path("/proc/self/status").read_text(encoding="ascii"))
    return {"cpu_s": min(seconds), "words": words, "anonymous_mb": int(peak[1]) / 1024 if peak else None}


def grep_seconds(path: Path, words: list[str], place: Path) -> float:
    """Return the processor time of the best of some runs of grep."""
    pattern = place / "words"
    pattern.write_text("\n".join(words) + "\n", encoding="utf-8")
    seconds = []
    for _ in range(REPEATS):
        before = resource.getrusage(resource.RUSAGE_CHILDREN)
        command = ["grep", "-c", "-w", "-F", "-f", str(pattern), str(path)]
        subprocess.run(command, env={"LC_ALL": "C"}, capture_output=True, check=False)
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
        seconds.append(after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime)
    return min(seconds)


def measures(results: Mapping[str, Any]) -> Iterator[Measure]:
    """Yield the speed on one core, beside grep with the same words on the same rows; largest files."""
    names = {"gender": "the list of gender", "all": "all lists", "long": "a list of 100,000 words"}
    largest = max(run["megabytes"] for run in results.values())
    for name, run in results.items():
        if run["megabytes"] < largest / 2:
            continue
        corpus, size, unit, which = name.split()
        what = f"group words, {names[which]}, speed on one core"
        at = partial(Measure, what, f"{corpus}, {size} {unit}", run["words"])
        beside = {"grep": run["grep_mb_s"]} if "grep_mb_s" in run else {}
        yield at("", run["mb_s"], unit="MB/s", beside=beside)
        yield at("memory", run["anonymous_mb"], unit="MB")


def benchmark(data: Path | None = None, megabytes: list[int] | None = None) -> dict[str, Any]:
    """Print the table and return the results."""
    results: dict[str, Any] = {}
    patterns = {
        "gender": [entry.word for entry in word_list("gender").entries],
        "all": [entry.word for name in ALL for entry in word_list(name).entries],
        "long": [],
    }
    sources: dict[str, Callable[[], Iterator[str]]] = {"generated": generated_rows}
    if data:
        sources["small_heap"] = partial(heap_rows, data)
    print(f"{'rows':>10} {'MB':>5} {'lists':>7} {'words':>9} {'MB/s':>6} {'grep':>6} {'ratio':>6} {'MB anon.':>9}")
    with tempfile.TemporaryDirectory() as name:
        place = Path(name)
        for source, rows in sources.items():
            for asked in megabytes or MEGABYTES:
                target = place / "rows"
                write_rows(rows(), asked, target)
                size = target.with_suffix(".txt").stat().st_size / 1e6
                for lists, words in patterns.items():
                    ours = in_new_process(run, target.with_suffix(".arrow"), lists)
                    row = {"megabytes": size, **ours, "mb_s": size / ours["cpu_s"]}
                    if words:
                        row["grep_mb_s"] = size / grep_seconds(target.with_suffix(".txt"), words, place)
                        row["ratio"] = row["mb_s"] / row["grep_mb_s"]
                    results[f"{source} {asked} MB {lists}"] = row
                    print(
                        f"{source:>10} {size:5.0f} {lists:>7} {row['words']:9d} {row['mb_s']:6.1f} "
                        f"{row.get('grep_mb_s', 0):6.1f} {row.get('ratio', 0):6.2f} {row['anonymous_mb'] or 0:9.0f}"
                    )
    return results
