"""Every command on real texts of each of its languages, with all options that change the way."""

from __future__ import annotations

import json
import os
import random
import shlex
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Mapping
from concurrent.futures import ThreadPoolExecutor
from datetime import datetime
from functools import partial
from pathlib import Path
from typing import Any, NamedTuple

import pyarrow as pa
import pyarrow.parquet as pq
import yaml

from benchmarks.acceptance.invariants import broken_folder, broken_objects, same_rows
from benchmarks.measure import Figures, Measure, grouped
from benchmarks.processes import ONE_THREAD
from benchmarks.texts import labelled, lines, table_rows
from hf_genderfair.core.errors import GenderfairError
from hf_genderfair.hub.contacts import redact

HERE = Path(__file__).parent
SCHEMA = pa.schema(
    {"id": pa.string(), "text": pa.string(), "date": pa.timestamp("s"), "section": pa.string(), "url": pa.string()}
)


class Source(NamedTuple):
    """A file of texts; see the head of the table."""

    language: str
    kind: str
    path: str
    layout: str
    text: str
    date: str


def sources() -> list[Source]:
    """Read the table of sources."""
    return [Source(*row) for row in table_rows(HERE / "sources.tsv")]


def write_sources(data: Path, folder: Path, rows: int, seed: int = 0) -> dict[str, Path]:
    """Write a Parquet file of texts for each language."""
    files = {}
    for language, parts in grouped((source.language, source) for source in sources()).items():
        chosen = [row for part in parts for row in _chosen(data, part, -(-rows // len(parts)), seed)][:rows]
        if len(chosen) < rows:
            raise GenderfairError(f"there are {len(chosen)} texts in {language}, not {rows}")
        files[language] = folder / f"{language}.parquet"
        pq.write_table(pa.Table.from_pylist(chosen, SCHEMA), files[language])
    return files


def _chosen(data: Path, source: Source, number: int, seed: int) -> Iterator[dict[str, Any]]:
    """Yield some rows of a source, most of them cut."""
    found = [row for row in _rows(data / source.path, source) if row[0].strip()]
    chosen = random.Random(seed).sample(found, min(number, len(found)))
    for place, (text, date) in enumerate(chosen):
        # one of fifty stays whole, so that many texts of many kinds can be read in the time there is
        longest = 500 if place % 50 else 20_000
        cut = text if len(text) <= longest else text[:longest].rpartition(" ")[0]
        name = f"{source.language}-{source.kind}-{place}"
        url = f"http://{source.kind}.example/{place}"
        yield {"id": name, "text": cut, "date": date, "section": source.kind, "url": url}


def _rows(path: Path, source: Source) -> Iterator[tuple[str, datetime | None]]:
    """Yield the texts of a file with their dates."""
    if source.layout == "labelled":
        yield from ((text, None) for _, text in labelled(path))
        return
    for line in lines(path, ""):
        if source.layout == "jsonl":
            row = json.loads(line)
            yield row[source.text] or "", datetime.strptime(row[source.date][:10], "%Y-%m-%d") if source.date else None
        else:
            yield line.partition(". ")[2] if source.layout == "numbered" else line, None


class Case(NamedTuple):
    """A call: its name, language and arguments, and the cases whose folders it reads."""

    name: str
    language: str
    arguments: tuple[str, ...]
    reads: tuple[str, ...]


class Outcome(NamedTuple):
    """What came of a call: rows that were read, seconds at work, peak memory in megabytes, and what is wrong."""

    case: Case
    rows: int
    seconds: float
    memory: float
    wrong: tuple[str, ...]


def cases(files: Mapping[str, Path], folder: Path) -> list[Case]:
    """Return all calls."""
    rows = table_rows(HERE / "cases.tsv")
    names = {name for name, _, _ in rows}
    found = []
    for name, languages, command in rows:
        for language in languages.split():
            if language not in files:
                continue
            places = {other: str(folder / f"{other}-{language}") for other in names}
            places |= {"source": str(files[language]), "lang": language, "out": places[name]}
            places |= {"words": str(HERE / "trades.tsv"), "chain": str(_chain(language, folder))}
            reads = tuple(other for other in names if f"{{{other}}}" in command)
            found.append(Case(name, language, tuple(shlex.split(command.format(**places))), reads))
    return found


def wrong(case: Case, code: int, printed: str, said: str, folder: Path, texts: Mapping[str, str]) -> list[str]:
    """Return what is wrong with what a call printed, said and wrote."""
    problems = [line for line in said.splitlines() if not line.startswith("Note: ")]
    if code:
        return [f"ends with {code}", *problems]
    if "--redact" in case.arguments:
        texts = {name: redact(text) for name, text in texts.items()}
    command, out = case.arguments[0], folder / f"{case.name}-{case.language}"
    if "--jsonl" in case.arguments:
        problems += broken_objects(printed, list(texts.values()))
    elif "--json" in case.arguments:
        json.loads(printed)
    elif "--out" in case.arguments and len(printed.splitlines()) > 25:
        problems.append(f"prints {len(printed.splitlines())} lines beside what it writes")
    if out.is_dir() and command not in ("view", "challenge"):
        problems += broken_folder(out, texts)
    if case.name.endswith("-shards"):
        problems += same_rows(out, folder / f"{case.name.removesuffix('-shards')}-{case.language}")
    return problems


def commands(data: Path, rows: int = 1_000, only: str = "", processes: int = 2) -> Figures:
    """Call everything and print what came of it; with ``only`` the cases whose names begin so, without keeping it.

    ``cases.tsv`` says what is called, ``sources.tsv`` on which texts of FOLDER. A call is right if it ends with 0, says
    nothing on standard error but notes, and everything in ``invariants.py`` holds of what it prints or writes.
    """
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        files = write_sources(data, folder, rows)
        # the Hub is not asked
        chosen = [case for case in cases(files, folder) if case.arguments[0] != "publish"]
        named = {case.name for case in chosen if case.name.startswith(only)}
        named |= {other for case in chosen if case.name in named for other in case.reads}
        chosen = [case for case in chosen if case.name in named]
        outcomes: list[Outcome] = []
        with ThreadPoolExecutor(processes) as pool:
            for reads in (False, True):
                several = [case for case in chosen if bool(case.reads) == reads]
                for outcome in pool.map(lambda case: _call(case, files[case.language], folder), several):
                    outcomes.append(outcome)
                    facts = f"{outcome.rows:6,} rows {outcome.seconds:6.1f} s {outcome.memory:6,.0f} MB"
                    verdict = "WRONG" if outcome.wrong else "right"
                    print(f"{outcome.case.name:22} {outcome.case.language} {facts}  {verdict}", flush=True)
                    print("".join(f"    {problem}\n" for problem in outcome.wrong), end="", flush=True)
    if not only:
        on = "news, forums, parliaments, novels, web"
        of = partial(Measure, "every command, with the options that change its way", on, len(outcomes))
        yield of("nothing wrong", sum(not one.wrong for one in outcomes) / len(outcomes))
        yield of("rows of a call", min(one.rows for one in outcomes), unit="")
        yield of("longest call", max(round(one.seconds, 1) for one in outcomes), unit="s")
        yield of("most memory", max(round(one.memory) for one in outcomes), unit="MB")


def _chain(language: str, folder: Path) -> Path:
    """Write the chain of a language, and return the file."""
    rows = table_rows(HERE / "chains.tsv")
    links = [{"transform": name, **json.loads(settings)} for lang, name, settings in rows if lang == language]
    path = folder / f"{language}.yaml"
    path.write_text(yaml.safe_dump(links, sort_keys=False), encoding="utf-8")
    return path


def _call(case: Case, file: Path, folder: Path) -> Outcome:
    """Call a command in a process of its own, and look at what it printed and wrote."""
    table = pq.read_table(file, columns=["id", "text"])
    texts = dict(zip(table["id"].to_pylist(), table["text"].to_pylist(), strict=True))
    log = folder / f"{case.name}-{case.language}"
    # a cache of its own, so that no call finds what another one computed
    environment = {**os.environ, **ONE_THREAD, "HF_DATASETS_CACHE": f"{log}-cache", "HF_HUB_OFFLINE": "1"}
    command = [str(Path(sys.executable).with_name("hf-genderfair")), *case.arguments]
    with Path(f"{log}.out").open("wb") as printed, Path(f"{log}.err").open("wb") as said:
        process = subprocess.Popen(command, stdout=printed, stderr=said, env=environment)
        _, status, usage = os.wait4(process.pid, 0)
        process.returncode = os.waitstatus_to_exitcode(status)
    contents = [Path(f"{log}.{kind}").read_text(encoding="utf-8") for kind in ("out", "err")]
    problems = wrong(case, process.returncode, contents[0], contents[1], folder, texts)
    return Outcome(case, len(texts), usage.ru_utime + usage.ru_stime, usage.ru_maxrss / 1e3, tuple(problems))
