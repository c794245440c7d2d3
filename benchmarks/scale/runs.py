"""Runs over shards: the same bits however they are divided or stopped, the speed of processes, and whole recipes.

Sources are Parquet files of Polish sentences and German articles. Every run is a command of its own, with its start-up.
Its result is told by the hash of report, card and page, which hold the fingerprints of all rows, kept and excluded.
"""

from __future__ import annotations

import hashlib
import importlib
import json
import os
import random
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Callable
from datetime import date, timedelta
from functools import partial
from itertools import cycle, islice
from pathlib import Path
from typing import Any

import pyarrow as pa
import pyarrow.json as pjson
import pyarrow.parquet as pq

from benchmarks.measure import Figures, Measure, grouped
from benchmarks.texts import polish_sentences, portions, table_rows, texts
from benchmarks.timing import COMMAND, ENVIRONMENT

sys.path.insert(0, str(Path(__file__).parents[2] / "tests"))
minihub: Any = importlib.import_module("minihub")
WORK = Path(tempfile.gettempdir())
CHAINS = {
    "pl": "- transform: FirstPerson\n",
    "pl, kept": "- transform: FirstPerson\n- transform: FragmentReasons\n",
    "de": "- transform: PersonReferences\n  lang: de\n- transform: ActorMetrics\n- transform: GenderFair\n",
}
SHARDS, KILLS, ROUNDS = 32, 50, 2
MEGABYTES, WORDS = 1_000, 400_000
ENGINES = ("local", "ray", "spark", "datatrove")
ENGINE_ROWS, ENGINE_SHARDS, ENGINE_KILLS = 1_000_000, 16, 3
OF_THE_ENGINE = ("gcs_server", "raylet", "dashboard", "log_monitor", "java", "pyspark.daemon", "resource_tracker")
SOURCE, TARGET = "me/posts", "me/labelled"
FILES, HUB_SHARDS, CUTS = 6, 60, 50
UPLOADS = r"/lfs/[0-9a-f]+$"
CALLS = (
    ("GET", r"/resolve/.*parquet"),
    ("PUT", UPLOADS),
    ("POST", "/objects/batch"),
    ("POST", "/verify"),
    ("POST", "/commit/"),
)
NAME_THE_REPOSITORY = frozenset({"README.md", "croissant.json"})
CUT_KINDS = ("cut", "answer cut", "answer lost", "429", "5xx", "kill")
LAUNCH = "-m accelerate.commands.launch --num_machines 1 --mixed_precision no --dynamo_backend no".split()
RECIPE_ROWS = (1_000_000, 3_000_000, 10_000_000)
FORM = re.compile(r"ł(?:[ae]m|abym|bym)\b", re.IGNORECASE)
REPEATED = CHANGED = 0.025
REMEMBERED = 20_000
SITES = ["forum.example.pl", "blog.example.pl", *(f"strona{number}.example.pl" for number in range(400))]
POSTS_HOLD = grouped(
    (kind, json.loads(pattern)) for kind, pattern in table_rows(Path(__file__).with_name("polish_posts.tsv"))
)
"""What invented posts hold, by kind."""


def runs(data: Path, parts: list[str] | None = None, work: Path = WORK) -> Figures:
    """Divide, kill, cut and time runs over shards.

    Parts, all by default: ``same`` (shards, processes, engines, batches), ``stopped`` (workers and drivers are killed),
    ``speed`` (two processes over one, beside two commands that share nothing), ``hub`` (from the Hub to the Hub, cut at
    random), ``engines``, ``recipe`` (``corpus`` over sources of growing size, of which ``--work`` keeps the largest).
    """
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        measured: dict[str, Callable[[], Figures]] = {
            "same": lambda: _same(data, folder),
            "stopped": lambda: _stopped(folder, _polish(data, 15, folder)),
            "hub": lambda: _cut(folder, _polish(data, 15, folder)),
            "speed": lambda: _speed(data, folder),
            "engines": lambda: _engines(data, folder),
            "recipe": lambda: _recipe(data, folder, work),
        }
        for part in parts or measured:
            yield from measured[part]()


def run(asked: list[str]) -> float:
    """Run a command to its end and return how many seconds it took."""
    start = time.perf_counter()
    done = subprocess.run(asked, env=ENVIRONMENT, capture_output=True, text=True, check=False)
    if done.returncode:
        raise SystemExit(f"a run failed: {done.stderr.strip().splitlines()[-1:]}")
    return time.perf_counter() - start


def told(out: Path) -> str:
    """Return the hash of what a finished run tells."""
    names = ("README.md", "bias_report.json", "report.html")
    return hashlib.sha256(b"".join((out / name).read_bytes() for name in names)).hexdigest()[:16]


def divided(source: Path, parts: int) -> list[Path]:
    """Return as many files, each with a part of the rows of a source."""
    paths = [source.with_name(f"{source.stem}_{part}_of_{parts}.parquet") for part in range(parts)]
    with pq.ParquetFile(source) as file:
        for part, path in enumerate(paths):
            with pq.ParquetWriter(path, file.schema_arrow) as writer:
                for group in range(part * file.num_row_groups // parts, (part + 1) * file.num_row_groups // parts):
                    writer.write_table(file.read_row_group(group))
    return paths


def _chain(folder: Path, lang: str) -> list[str]:
    """Return the options with a chain, which may keep some rows alone."""
    chain = folder / f"{lang}.yaml"
    chain.write_text(CHAINS[lang], encoding="utf-8")
    return ["--chain", str(chain), *(["--keep", "fragment_reason"] if "kept" in lang else [])]


def _polish(data: Path, megabytes: int, folder: Path) -> Path:
    """Write sentences in their order, again and again with a number, until they are so many megabytes."""
    rows = list(islice(filter(None, polish_sentences(data)), 300_000))
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
    path = folder / f"de_{words}.parquet"
    pq.write_table(pa.table({"text": portions(texts(data, "de"), [words])[0]}), path, row_group_size=20)
    return path


def command(
    source: Path, lang: str, out: Path, processes: int = 1, engine: str = "local", **options: object
) -> list[str]:
    """Return the command of a run."""
    given = [str(source), *_chain(source.parent, lang), "--out", str(out)]
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
            number = process.pid if whom == "driver" else _busiest_below(process.pid)
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


def _speed(data: Path, folder: Path) -> Figures:
    """Yield the gain of two processes over one, beside two commands at once; and what German collections would take."""
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
                # 1 TB of text with 6.7 bytes a word, and 400 words in each article
                yield from _on_paper("German of FineWeb-2, chain", 150e9 / rate)
                yield from _on_paper("taz, 1.8 million articles, chain", 1.8e6 * 400 / rate)


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


class _Writer:
    """Draws rows of varied Polish text, half of them web posts; the same sentences give the same rows.

    Of all rows 12 % hold a first-person form; two fifths of the web posts are several posts run together.
    """

    def __init__(self, data: Path) -> None:
        self.drawn = random.Random(0)
        known = [sentence for sentence in polish_sentences(data) if 0 < len(sentence) <= 400]
        self.forms = [sentence for sentence in known if FORM.search(sentence)]
        self.others = [sentence for sentence in known if not FORM.search(sentence)]

    def text(self) -> str:
        """Return a text that repeats none on purpose."""
        drawn = self.drawn
        form = drawn.random() < 0.115
        if drawn.random() >= 0.5:
            return self._post(120, form)
        if drawn.random() >= 0.4:
            start = self._filled(drawn.choice(POSTS_HOLD["separator"])).lstrip() if drawn.random() < 0.1 else ""
            return start + self._signed(150, form)
        separator = drawn.choice(POSTS_HOLD["separator"])
        number = drawn.choice((2, 2, 2, 3, 3, 4))
        spoken = drawn.randrange(number)
        posts = [self._signed(75, form and index == spoken) for index in range(number)]
        heading = self._filled(separator).lstrip() if drawn.random() < 0.5 else ""
        return heading + "".join(
            post + (self._filled(separator) if index < number - 1 else "") for index, post in enumerate(posts)
        )

    def changed(self, text: str) -> str:
        """Return a text that differs in numbers, capitals or letters only."""
        kind = self.drawn.randrange(3)
        if kind == 0:
            return text.upper()
        without_marks = text.translate(str.maketrans("ąćęłńóśźż", "acelnoszz"))
        return without_marks if kind == 1 else f"{text} {self.drawn.randrange(1000)}"

    def url_and_date(self, number: int) -> tuple[str, str | None]:
        """Return where and when a row was written; the time of one in ten is not known."""
        site = SITES[int(len(SITES) * self.drawn.random() ** 3)]
        day = date(2005, 1, 1) + timedelta(self.drawn.randrange(4000))
        return f"http://{site}/{number}.html", None if self.drawn.random() < 0.1 else day.isoformat()

    def _signed(self, length: int, form: bool) -> str:
        drawn = self.drawn
        greeting = drawn.choice(POSTS_HOLD["greeting"]) if drawn.random() < 0.15 else ""
        farewell = self._filled(drawn.choice(POSTS_HOLD["farewell"])) if drawn.random() < 0.15 else ""
        return greeting + self._post(length - len(greeting) - len(farewell), form) + farewell

    def _post(self, length: int, form: bool) -> str:
        drawn = self.drawn
        wanted = drawn.expovariate(1 / length)
        parts = [drawn.choice(self.forms if form else self.others)]
        size = len(parts[0])
        while size < wanted:
            parts.append(drawn.choice(self.others))
            size += len(parts[-1])
        drawn.shuffle(parts)
        if drawn.random() < 0.2:
            parts[-1] += self._filled(drawn.choice(POSTS_HOLD["dated"]))
        return " ".join(parts)

    def _filled(self, pattern: str) -> str:
        drawn = self.drawn
        month = drawn.randrange(12)
        return pattern.format(
            day=drawn.randint(1, 28),
            month=month + 1,
            name=POSTS_HOLD["month"][month],
            year=drawn.randint(2003, 2015),
            hour=drawn.randrange(24),
            minute=drawn.randrange(60),
            number=drawn.randint(2, 999),
            nick=drawn.choice(POSTS_HOLD["nick"]),
        )


def write_rows(data: Path, rows: int, path: Path) -> None:
    """Write rows with ``text``, ``url`` and ``date`` as JSON Lines; fewer rows are the beginning of more.

    One row in 40 repeats an earlier one, and one in 40 does so with other numbers, capitals or letters.
    """
    writer, drawn = _Writer(data), random.Random(1)
    earlier: list[str] = []
    with path.open("w", encoding="utf-8") as file:
        for number in range(rows):
            kind = drawn.random() if earlier else 1.0
            text = drawn.choice(earlier) if kind < REPEATED + CHANGED else writer.text()
            text = writer.changed(text) if REPEATED <= kind < REPEATED + CHANGED else text
            url, day = writer.url_and_date(number)
            file.write(json.dumps({"text": text, "url": url, "date": day}, ensure_ascii=False) + "\n")
            if len(earlier) < REMEMBERED:
                earlier.append(text)
            else:
                earlier[drawn.randrange(REMEMBERED)] = text


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
    # the bytes that Graliński et al. 2016 (section 3) give
    yield from _on_paper("Polish of the Common Crawl, recipe", 345e9 / 1e6 / rate)


def _engines(data: Path, folder: Path) -> Figures:
    """Yield what each engine made of a chain and a recipe, what it cost, and what came of it where workers are killed.

    Start-up is that of the same command over a few rows in as many shards as there are processes.
    """
    source, few, out = folder / "rows.parquet", folder / "few.parquet", folder / "engine"
    write_rows(data, ENGINE_ROWS, folder / "rows.jsonl")
    table = pjson.read_json(folder / "rows.jsonl")
    pq.write_table(table, source, row_group_size=10_000)
    pq.write_table(table.slice(0, 2_000), few, row_group_size=100)
    commands = {"chain": ["run", *_chain(folder, "pl, kept")], "recipe": ["corpus"]}

    def asked(name: str, rows: Path, engine: str, shards: int) -> list[str]:
        first, *others = commands[name]
        given = ["--out", str(out), "--engine", engine, "--shards", str(shards), "--num-proc", "2"]
        return [*COMMAND, first, str(rows), *given, *others]

    def result_of(*given: Any) -> tuple[float, str]:
        found = run(asked(*given)), told(out)
        shutil.rmtree(out)
        return found

    results: dict[str, list[str]] = {name: [] for name in commands}
    seconds: dict[str, float] = {}
    start_up: dict[str, float] = {}
    for name in commands:
        for engine in ENGINES:
            rounds = ROUNDS if name == "chain" else 1
            found = [result_of(name, source, engine, ENGINE_SHARDS) for _ in range(rounds)]
            results[name] += [result for _, result in found]
            if name == "chain":
                seconds[engine] = min(taken for taken, _ in found)
                start_up[engine] = min(result_of(name, few, engine, 2)[0] for _ in range(ROUNDS))
    where, number = f"{ENGINE_ROWS:,} Polish rows", sum(map(len, results.values()))
    of = partial(Measure, "local, Ray, Spark and datatrove", where, number, unit="")
    for name, found_results in results.items():
        yield of(f"different results, {name}", len(set(found_results)))
    drawn, bare = random.Random(0), {engine: seconds[engine] - start_up[engine] for engine in ENGINES}
    for engine in ENGINES[1:]:
        wrong = kills = 0
        for _ in range(ENGINE_KILLS):
            after = start_up[engine] + drawn.uniform(0.1, 0.7) * bare[engine]
            kills += _killed(asked("chain", source, engine, ENGINE_SHARDS), after)
            wrong += told(out) != results["chain"][0]
            shutil.rmtree(out)
        of = partial(Measure, "engines", f"{where}, chain", ROUNDS, of=engine)
        yield of("over two local processes, start-up apart", bare[engine] / bare["local"] - 1)
        yield of("start-up", start_up[engine], unit="s")
        yield of("workers killed", kills, unit="")
        yield of("wrong results", wrong, unit="")


def _killed(command: list[str], after: float) -> int:
    """Run a command to its end, kill a worker on the way, and return how many were killed."""
    process = subprocess.Popen(command, env=ENVIRONMENT, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True)
    time.sleep(after)
    worker = _busiest_below(process.pid)
    if worker is not None:
        os.kill(worker, signal.SIGKILL)
    _, said = process.communicate()
    if process.returncode:
        raise SystemExit(f"a run with a killed worker failed: {said.strip().splitlines()[-1:]}")
    return int(worker is not None)


def _busiest_below(parent: int) -> int | None:
    """Return the process below another one, not an engine's own, that has used the processor most; Ray's by name."""
    listed = subprocess.run(["ps", "-eo", "pid,ppid,times,args"], capture_output=True, text=True, check=True)
    rows = [line.split(None, 3) for line in listed.stdout.splitlines()[1:]]
    daemons = {pid for pid, _, _, name in rows if "pyspark.daemon" in name}
    below = {parent}
    while more := {int(pid) for pid, above, *_ in rows if int(above) in below} - below:
        below |= more
    workers = [
        (int(seconds), int(pid))
        for pid, above, seconds, name in rows
        if (int(pid) in below - {parent} or name.startswith("ray::"))
        and ((pid in daemons and above in daemons) or not any(part in name for part in OF_THE_ENGINE))
    ]
    return max(workers)[1] if workers else None


def _random_cut(drawn: random.Random, kind: str) -> Any:
    """Return a fault at a random call: sometimes more often than the client tries again."""
    method, path = drawn.choice(CALLS)
    # of a commit, six failures are more than the attempts of a command; elsewhere the client tries for minutes
    after, times = drawn.randrange(5), drawn.choice((1, 1, 2, 6 if path == "/commit/" else 1))
    if kind == "answer cut":
        return minihub.Fault("GET", CALLS[0][1], times, halved=True, after=after)
    if kind == "answer lost":
        return minihub.Fault(*drawn.choice((CALLS[2], CALLS[4])), 1, lost=True, after=after % 2)
    if kind == "cut":
        return minihub.Fault(method, path, times, after=after)
    status = 429 if kind == "429" else drawn.choice((500, 502, 503, 504))
    return minihub.Fault(method, path, times, status=status, after=after)


def _cut(folder: Path, source: Path) -> Figures:
    """Cut runs from the Hub to the Hub at random, and yield what was sent twice and what was lost.

    At random moments the test server cuts a connection, loses an answer, or answers with 429 or 5xx, once or until the
    command gives up; or the driver is killed. Then the same command again, until the run is complete.
    """
    server = minihub.MiniHub().start()
    asked_of = {"HF_ENDPOINT": server.url, "HF_TOKEN": "hf_any", "HF_HOME": str(folder / "home")}
    environment = {**ENVIRONMENT, **asked_of, "HF_HUB_DISABLE_XET": "1", "HF_HUB_DISABLE_PROGRESS_BARS": "1"}
    repository = server.repositories[SOURCE] = minihub.Repository(False)
    contents = [minihub.File(part.read_bytes(), True) for part in divided(source, FILES)]
    repository.add({f"data/train-{part:05d}-of-{FILES:05d}.parquet": each for part, each in enumerate(contents)})
    whole, out = folder / "hub whole", folder / "hub cut"
    options = ["--license", "cc0-1.0", "--shards", str(HUB_SHARDS), "--out"]
    given = [*COMMAND, "run", SOURCE, *_chain(folder, "pl, kept"), *options]
    subprocess.run([*given, str(whole)], env=environment, check=True, capture_output=True)
    asked = [*given, str(out), "--push-to", TARGET]
    drawn, made, found = random.Random(0), Counter[str](), Counter[str]()
    while sum(made.values()) < CUTS:
        server.repositories.pop(TARGET, None)
        server.objects, server.received, server.broken_off = {}, Counter(), Counter()
        if not any(_one_command(server, asked, environment, drawn, made) for _ in range(20)):
            raise SystemExit("a run did not come to its end in twenty commands")
        found += _checked(server, whole, out)
        shutil.rmtree(out)
    cuts = ", ".join(f"{kind}: {number}" for kind, number in made.items())
    of = partial(Measure, "runs from the Hub to the Hub that are cut", cuts, sum(made.values()), unit="")
    yield of("runs", found["runs"])
    yield of("shards", HUB_SHARDS)
    for name in ("files sent", "twice", "lost", "wrong results"):
        yield of(name, found[name])
    server.repositories.pop(TARGET, None)
    server.objects, server.received = {}, Counter()
    server.faults[:] = [minihub.Fault("PUT", UPLOADS, 5, lost=True)]
    subprocess.run(asked, env=environment, check=True, capture_output=True)
    again = server.received.total() - len(server.received)
    yield of("sent again where the answer to a whole file is lost", again, beside={"such answers": 5})


def _one_command(
    server: Any, asked: list[str], environment: dict[str, str], drawn: random.Random, made: Counter[str]
) -> bool:
    """Run a command, cut it at random, and return whether it came to its end."""
    left = max(0, CUTS - sum(made.values()))
    kinds = [drawn.choice(CUT_KINDS) for _ in range(min(drawn.randrange(11), left))]
    planned = [(kind, _random_cut(drawn, kind)) for kind in kinds if kind != "kill"]
    before = {id(cut): cut.times for _, cut in planned}
    with server.lock:
        server.faults[:] = [cut for _, cut in planned]
    process = subprocess.Popen(asked, env=environment, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True)
    if "kill" in kinds:
        # start-up takes a few seconds, in which nothing is done
        time.sleep(drawn.uniform(2, 12))
        if process.poll() is None:
            os.kill(process.pid, signal.SIGKILL)
            made["kill"] += 1
    _, errors = process.communicate(timeout=600)
    with server.lock:
        server.faults.clear()
    for kind, cut in planned:
        made[kind] += cut.times < before[id(cut)]
    if "Traceback" in errors:
        raise SystemExit(f"a command ended without a line that says why: {errors}")
    return process.returncode == 0


def _checked(server: Any, whole: Path, out: Path) -> Counter[str]:
    """Compare what the server holds with the folder, and the folder with that of a run without cuts."""
    files = server.files(TARGET)
    local = {path.relative_to(out).as_posix(): path.read_bytes() for path in sorted(out.rglob("*")) if path.is_file()}
    local = {name: content for name, content in local.items() if not name.startswith((".", "run.json"))}
    counts = {"runs": 1, "files sent": server.received.total(), "wrong results": told(out) != told(whole)}
    counts["twice"] = server.received.total() - len(server.received)
    # on the Hub card and metadata name the repository
    same = (
        files.get(name, b"") == content or name in NAME_THE_REPOSITORY & files.keys() for name, content in local.items()
    )
    counts["lost"] = len(local) - sum(same)
    return Counter(counts)
