"""Runs over shards: the same bits however they are divided or stopped, the speed of processes, and whole recipes.

Sources are Parquet files of Polish sentences and German articles. Every run is a command of its own, with its start-up.
Its result is told by the hash of report, card and page, which hold the fingerprints of all rows, kept and excluded.
"""

from __future__ import annotations

import os
import random
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from functools import partial
from itertools import cycle, islice
from pathlib import Path
from typing import Any

import pyarrow as pa
import pyarrow.json as pjson
import pyarrow.parquet as pq

from benchmarks.measure import Figures, Measure
from benchmarks.processes import COMMAND, ENVIRONMENT, divided, run, told
from benchmarks.scale.engines import ROWS as ENGINE_ROWS
from benchmarks.scale.engines import Asked, engines
from benchmarks.scale.hub import cut_runs
from benchmarks.scale.polish_rows import write_rows
from benchmarks.texts import polish_sentences, portions, texts

WORK = Path(tempfile.gettempdir())
CHAINS = {
    "pl": "- transform: FirstPerson\n",
    "pl, kept": "- transform: FirstPerson\n- transform: FragmentReasons\n",
    "de": "- transform: PersonReferences\n  lang: de\n- transform: ActorMetrics\n- transform: GenderFair\n",
}
DIFFERENT = 300_000
"""Polish sentences that are read; a larger source repeats them, each time with another number."""
SHARDS, KILLS, ROUNDS = 32, 50, 2
MEGABYTES, WORDS = 1_000, 400_000
LAUNCH = "-m accelerate.commands.launch --num_machines 1 --mixed_precision no --dynamo_backend no".split()
RECIPE_ROWS = (1_000_000, 3_000_000, 10_000_000)
COMMON_CRAWL_BYTES = 345e9
"""Polish text of the Common Crawl of 2016 (Graliński et al. 2016, section 3)."""
FINEWEB_WORDS = 150e9
"""German of FineWeb-2: about 400 GB compressed, taken as 1 TB of text with 6.7 bytes a word."""
TAZ_WORDS = 1.8e6 * 400
"""1.8 million articles of taz2024full (Urchs et al. 2025), taken as 400 words each."""


def runs(data: Path, parts: list[str] | None = None, work: Path = WORK) -> Figures:
    """Divide, kill, cut and time runs over shards.

    Parts, all by default: ``same`` (shards, processes, engines and sizes of batches), ``stopped`` (a run in two
    processes of which a worker or the driver is killed at random moments, and then the same command again), ``speed``
    (one and two processes in turns, beside two commands that share nothing; what German collections would take),
    ``hub`` (see ``hub.py``), ``engines`` (see ``engines.py``), and ``recipe``: the command ``corpus`` over sources of
    growing size, as ``polish_rows.py`` writes them; what the Polish of the Common Crawl would take. ``--work`` keeps
    the largest.
    """
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        measured: dict[str, Callable[[], Figures]] = {
            "same": lambda: _same(data, folder),
            "stopped": lambda: _stopped(folder, _polish(data, 15, folder)),
            "hub": lambda: cut_runs(_polish(data, 15, folder), ["--chain", *_kept_chain(folder)]),
            "speed": lambda: _speed(data, folder),
            "engines": lambda: engines(folder, list(_engine_sources(folder, data))),
            "recipe": lambda: _recipe(data, folder, work),
        }
        for part in parts or measured:
            yield from measured[part]()


def _kept_chain(folder: Path) -> list[str]:
    """Return a file with the chain that keeps some rows, and the option that does."""
    chain = folder / "kept.yaml"
    chain.write_text(CHAINS["pl, kept"], encoding="utf-8")
    return [str(chain), "--keep", "fragment_reason"]


def _polish(data: Path, megabytes: int, folder: Path) -> Path:
    """Write sentences in their order, again and again with a number, until they are so many megabytes."""
    rows = list(islice(filter(None, polish_sentences(data)), DIFFERENT))
    path, schema, size, number = folder / f"pl_{megabytes}.parquet", pa.schema({"text": pa.string()}), 0, 0
    with pq.ParquetWriter(path, schema) as writer:
        source = cycle(rows)
        while size < megabytes * 1_000_000:
            block = [f"{text} {number + index}" for index, text in enumerate(islice(source, 10_000))]
            number += len(block)
            size += sum(len(text.encode()) for text in block)
            writer.write_table(pa.table({"text": block}, schema))
    return path


def _german(data: Path, words: int, folder: Path) -> Path:
    """Write articles with so many words."""
    (chosen,) = portions(texts(data, "de"), [words])
    path = folder / f"de_{words}.parquet"
    pq.write_table(pa.table({"text": chosen}), path, row_group_size=20)
    return path


def command(
    source: Path, lang: str, out: Path, processes: int = 1, engine: str = "local", **options: object
) -> list[str]:
    """Return the command of a run."""
    chain = source.parent / f"{lang}.yaml"
    chain.write_text(CHAINS[lang], encoding="utf-8")
    given = [str(source), "--chain", str(chain), "--out", str(out)]
    if lang == "pl, kept":
        given += ["--keep", "fragment_reason"]
    given += [part for name, value in options.items() for part in (f"--{name}", str(value))]
    if engine == "local":
        return [*COMMAND, "run", *given, "--num-proc", str(processes)]
    kind = ["--multi_gpu"] if processes > 1 else []
    return [sys.executable, *LAUNCH, *kind, "--num_processes", str(processes), "-m", "hf_genderfair.scale", *given]


def _same(data: Path, folder: Path) -> Figures:
    """Yield how many results the ways to divide a run give; batches are divided in a process of their own."""
    ways: list[dict[str, Any]] = [{"shards": shards} for shards in (1, 2, 7, 64)]
    ways += [{"shards": 7, "processes": 2}]
    ways += [{"processes": number, "engine": "accelerate"} for number in (1, 2)]
    sources = {"pl, kept": _polish(data, 1, folder), "de": _german(data, 5_000, folder)}
    found, out = [], folder / "same"
    for lang, source in sources.items():
        keep = ("fragment_reason",) if "kept" in lang else ()
        program = (
            f"import sys; from hf_genderfair import run; run(*sys.argv[2:], batch_rows=int(sys.argv[1]), keep={keep})"
        )
        given = [str(source), str(folder / f"{lang}.yaml"), str(out)]
        asked = [command(source, lang, out, **options) for options in ways]
        for each in (*asked, *([sys.executable, "-c", program, rows, *given] for rows in ("10", "10000"))):
            run(each)
            found.append(told(out))
            shutil.rmtree(out)
    of = partial(Measure, "runs over shards", "1 to 64 shards, processes, accelerate, batches", len(found), unit="")
    yield of("different results", len(set(found)), beside={"sources": len(sources)})


def _stopped(folder: Path, source: Path) -> Figures:
    """Kill workers and drivers of a run at random moments, and yield what became of the results."""
    drawn, whole, out = random.Random(0), folder / "whole", folder / "stopped"
    asked = partial(command, source, "pl, kept", processes=2, shards=24)
    seconds = run(asked(whole))
    expected, killed, again, wrong = told(whole), {"worker": 0, "driver": 0}, [], 0
    while sum(killed.values()) < KILLS:
        ended = 1
        while ended:
            process = subprocess.Popen(asked(out), env=ENVIRONMENT, stdout=subprocess.DEVNULL)
            end = time.monotonic() + drawn.uniform(0, seconds)
            while time.monotonic() < end and process.poll() is None:
                time.sleep(0.002)
            whom = drawn.choice(list(killed))
            number = process.pid if whom == "driver" else _worker_of(process.pid)
            if process.poll() is None and number is not None and sum(killed.values()) < KILLS:
                os.kill(number, signal.SIGKILL)
                killed[whom] += 1
            claims = {path.stem for path in (out / ".shards" / "0").glob("*.claim")}
            ended = process.wait()
            done = {path.stem for path in (out / ".shards" / "0").glob("*.json")}
            again.append(len(claims - done) if ended else 0)
        wrong += told(out) != expected
        shutil.rmtree(out)
    where = f"kill -9 of {killed['worker']} workers and {killed['driver']} drivers at random moments"
    of = partial(Measure, "runs that are killed", where, sum(killed.values()), unit="")
    yield of("wrong results", wrong)
    yield of("shards done again, at most", max(again))


def _worker_of(parent: int) -> int | None:
    """Return a process that does a part of a run, started by another one."""
    asked = ["pgrep", "-P", str(parent), "-f", "spawn_main"]
    listed = subprocess.run(asked, capture_output=True, text=True, check=False)
    return int(listed.stdout.split()[-1]) if listed.stdout.split() else None


def _speed(data: Path, folder: Path) -> Figures:
    """Yield the gain of two processes over one by engine, and what whole German collections would take.

    Two commands at once, each with half of the rows, tell what the machine can do. Start-up is a run over one row.
    """
    for lang, source in (("pl", _polish(data, MEGABYTES, folder)), ("de", _german(data, WORDS, folder))):
        halves, row = divided(source, 2), source.with_name(f"{source.stem}_row.parquet")
        with pq.ParquetFile(source) as file:
            pq.write_table(file.read_row_group(0).slice(0, 1), row)
        apart = min(_at_once([(half, lang) for half in halves], folder, shards=SHARDS // 2) for _ in range(ROUNDS))
        for engine in ("local", "accelerate"):
            start = {number: _at_once([(row, lang, number, engine)], folder) for number in (1, 2)}
            taken: dict[int, list[float]] = {1: [], 2: []}
            for _ in range(ROUNDS):
                for number, seconds in taken.items():
                    seconds.append(_at_once([(source, lang, number, engine)], folder, shards=SHARDS))
            one, two = min(taken[1]), min(taken[2])
            where = f"{source.stat().st_size / 1e6:.0f} MB of Parquet"
            of = partial(Measure, "run in processes", where, 2, of=f"{lang}, {engine}", unit="times")
            limit = {"two programs that share nothing": one / apart} if engine == "local" else {}
            yield of("two processes over one", one / two, beside=limit)
            yield of("without start-up", (one - start[1]) / (two - start[2]))
            if (lang, engine) == ("de", "local"):
                rate = WORDS / (one - start[1])
                yield from _on_paper("German of FineWeb-2, chain", FINEWEB_WORDS / rate)
                yield from _on_paper("taz, 1.8 million articles, chain", TAZ_WORDS / rate)


def _on_paper(name: str, seconds: float) -> Figures:
    """Yield hours of one core, and machines of 16 cores for one day."""
    of = partial(Measure, "on paper", "from the rates measured here, processors only", None, of=name)
    yield of("", seconds / 3600, unit="core-hours")
    yield of("machines of 16 cores for a day", seconds / 3600 / 16 / 24, unit="")


def _at_once(asked: list[tuple[Any, ...]], folder: Path, **options: Any) -> float:
    """Start runs at the same time and return the seconds until all have ended; what they wrote is removed."""
    outs = [folder / f"speed_{number}" for number in range(len(asked))]
    start = time.perf_counter()
    started = [
        subprocess.Popen(command(source, lang, out, *rest, **options), env=ENVIRONMENT, stdout=subprocess.DEVNULL)
        for (source, lang, *rest), out in zip(asked, outs, strict=True)
    ]
    if sum(process.wait() for process in started):
        raise SystemExit("a run failed")
    seconds = time.perf_counter() - start
    for out in outs:
        shutil.rmtree(out)
    return seconds


def _engine_sources(folder: Path, data: Path) -> Iterator[tuple[str, Path, Asked]]:
    """Write rows for all engines, and yield the commands of a chain and of a recipe over them."""
    rows, source = folder / "rows.jsonl", folder / "rows.parquet"
    write_rows(data, ENGINE_ROWS, rows)
    pq.write_table(pjson.read_json(rows), source, row_group_size=10_000)
    for name, asked in {"chain": ["run", "--chain", *_kept_chain(folder)], "recipe": ["corpus"]}.items():

        def command_of(rows: Path, out: Path, engine: str, shards: int, asked: list[str] = asked) -> list[str]:
            given = ["--out", str(out), "--engine", engine, "--shards", str(shards), "--num-proc", "2"]
            return [*COMMAND, asked[0], str(rows), *given, *asked[1:]]

        yield name, source, command_of


def _recipe(data: Path, folder: Path, work: Path) -> Figures:
    """Yield the speed and memory of the Polish recipe by size, and what the Common Crawl would take."""
    whole, rate = work / "polish_rows.jsonl", 0.0
    if not whole.exists():
        write_rows(data, max(RECIPE_ROWS), whole)
    for rows in RECIPE_ROWS:
        source, out = folder / "rows.jsonl", folder / "corpus"
        with whole.open("rb") as lines, source.open("wb") as file:
            file.writelines(islice(lines, rows))
        asked = [*COMMAND, "corpus", str(source), "--out", str(out), "--license", "cc0-1.0"]
        start = time.perf_counter()
        process = subprocess.Popen(asked, env=ENVIRONMENT, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        _, status, usage = os.wait4(process.pid, 0)
        seconds = time.perf_counter() - start
        if status:
            raise SystemExit(f"the recipe failed with {os.waitstatus_to_exitcode(status)}")
        size, text = source.stat().st_size, sum(batch.column("text").nbytes for batch in pjson.open_json(source))
        rate = max(rate, text / 1e6 / seconds)
        of = partial(Measure, "corpus, one process", f"{rows:,} rows of JSON lines, {size / 1e6:,.0f} MB", None)
        yield of("", size / 1e6 / seconds, unit="MB/s")
        yield of("of text", text / 1e6 / seconds, unit="MB/s")
        yield of("time", seconds, unit="s")
        yield of("memory", usage.ru_maxrss * (1 if sys.platform == "darwin" else 1024) / 1e6, unit="MB")
        shutil.rmtree(out)
        source.unlink()
    yield from _on_paper("Polish of the Common Crawl, recipe", COMMON_CRAWL_BYTES / 1e6 / rate)
