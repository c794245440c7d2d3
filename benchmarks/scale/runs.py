"""Runs over shards: the same bits however they are divided or stopped, and the speed of two processes over one.

    python -m benchmarks.run scale/runs --data FOLDER [--parts same --parts stopped …]

Sources are Parquet files: Polish sentences as in ``first_person/speed.py``, German articles as in
``languages/speed.py``. Every run is a command of its own, with its start-up. The result of a run is told by the hash of
report, card and page, which hold the fingerprints of all rows, kept and excluded.

* ``same``: shards, processes, engines and sizes of batches.
* ``stopped``: a run in two processes, in which at a random moment a worker or the process that drives it is killed, and
  then the same command again, until there were so many kills.
* ``speed``: the same command in one and in two processes, in turns, beside two commands that share nothing; the best
  of each counts.
* ``annotate``: `annotate` in two processes of torchrun and of accelerate.
* ``hub``: from the Hub to the Hub on a test server, cut at random; see ``hub.py``.
* ``engines``: see ``engines.py``.
* ``recipe``, ``on paper``: see ``recipe.py``.
* ``gpu``: where there is one, the German chain on all cores, and on the GPU with one and two processes of accelerate.
"""

from __future__ import annotations

import hashlib
import json
import os
import random
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Mapping
from functools import partial
from itertools import cycle, islice
from pathlib import Path
from typing import Any

import pyarrow as pa
import pyarrow.json as pjson
import pyarrow.parquet as pq

from benchmarks.first_person.speed import sentences
from benchmarks.languages.speed import texts
from benchmarks.measure import Measure
from benchmarks.processes import ONE_THREAD
from benchmarks.results import stored
from benchmarks.scale.engines import Asked, engines
from benchmarks.scale.hub import CUTS, Command, cut_runs
from benchmarks.scale.polish_rows import write_rows
from benchmarks.scale.recipe import ROWS, on_paper, recipe, recipe_measures

WORK = Path(tempfile.gettempdir())
PARTS = ("same", "stopped", "speed", "annotate", "hub", "engines", "recipe", "gpu", "on paper")
TOLD = ("README.md", "bias_report.json", "report.html")
CHAINS = {
    "pl": "- transform: FirstPerson\n",
    "pl, kept": "- transform: FirstPerson\n- transform: FragmentReasons\n",
    "de": "- transform: PersonReferences\n  lang: de\n- transform: ActorMetrics\n- transform: GenderFair\n",
}
DIFFERENT = 300_000
"""Polish sentences that are read; a larger source repeats them, each time with another number."""

SHARDS = 32
ENGINE_ROWS = 1_000_000
KILLS = 50
TARGETS = {"speed": 1.9, "gpu over all cores": 4}
LAUNCH = (
    "-m",
    "accelerate.commands.launch",
    "--num_machines",
    "1",
    "--mixed_precision",
    "no",
    "--dynamo_backend",
    "no",
)
RUN = "from hf_genderfair.cli.app import main; import sys; sys.argv[0] = 'hf-genderfair'; main()"
ANNOTATE = """
import json, os, sys
from pathlib import Path
from datasets import load_dataset
from hf_genderfair import PersonReferences, annotate
from hf_genderfair.core.transform import Transform

counted = []
whole = Transform.annotate_typed
def count(transform, columns, rank):
    counted.append(len(next(iter(columns.values()))))
    return whole(transform, columns, rank)
Transform.annotate_typed = count
rows = load_dataset("parquet", data_files=sys.argv[1], split="train", cache_dir=sys.argv[2])
found = annotate(rows, PersonReferences("de"))
files = [each["filename"] for each in found.cache_files]
told = {"rows": sum(counted), "fingerprint": found._fingerprint, "files": files}
Path(sys.argv[3], os.environ.get("RANK", "0")).write_text(json.dumps(told))
"""


def write_polish(data: Path, megabytes: int, path: Path) -> None:
    """Write sentences in their order, again and again with a number, until they are so many megabytes."""
    rows = list(islice(filter(None, sentences(data)), DIFFERENT))
    schema, size, number = pa.schema({"text": pa.string()}), 0, 0
    with pq.ParquetWriter(path, schema) as writer:
        source = cycle(rows)
        while size < megabytes * 1_000_000:
            block = [f"{text} {number + index}" for index, text in enumerate(islice(source, 10_000))]
            number += len(block)
            size += sum(len(text.encode()) for text in block)
            writer.write_table(pa.table({"text": block}, schema))


def write_german(data: Path, words: int, path: Path) -> None:
    """Write articles with so many words."""
    chosen, found = [], 0
    for text in texts(data, "de"):
        chosen.append(text)
        found += text.count(" ") + 1
        if found >= words:
            break
    pq.write_table(pa.table({"text": chosen}), path, row_group_size=20)


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
        return [sys.executable, "-c", RUN, "run", *given, "--num-proc", str(processes)]
    kind = ["--multi_gpu"] if processes > 1 else []
    return [sys.executable, *LAUNCH, *kind, "--num_processes", str(processes), "-m", "hf_genderfair.scale", *given]


def hub_command(folder: Path) -> Command:
    """Return what makes the command of a run whose source is on the Hub."""
    chain = folder / "hub.yaml"
    chain.write_text(CHAINS["pl, kept"], encoding="utf-8")
    options = ["--chain", str(chain), "--keep", "fragment_reason"]
    return lambda source, out: [sys.executable, "-c", RUN, "run", source, *options, "--out", str(out)]


def environment(on_processors: bool = True) -> dict[str, str]:
    """Return the variables of a run: one thread a process, and with accelerate processors in place of GPUs."""
    named = {**os.environ, **ONE_THREAD, "HF_DATASETS_DISABLE_PROGRESS_BARS": "1"}
    return {**named, "ACCELERATE_USE_CPU": "true"} if on_processors else named


def run(*arguments: Any, on_processors: bool = True, **options: Any) -> float:
    """Run a command to its end and return how many seconds it took."""
    asked = command(*arguments, **options)
    start = time.perf_counter()
    done = subprocess.run(asked, env=environment(on_processors), capture_output=True, text=True, check=False)
    if done.returncode:
        raise SystemExit(f"a run failed: {done.stderr.strip().splitlines()[-1:]}")
    return time.perf_counter() - start


def told(out: Path) -> str:
    """Return the hash of what a finished run tells."""
    return hashlib.sha256(b"".join((out / name).read_bytes() for name in TOLD)).hexdigest()[:16]


def same(folder: Path) -> dict[str, str]:
    """Return the hash of each way to divide a run; batches are divided in a process of their own."""
    ways: dict[str, dict[str, Any]] = {f"{shards} shards": {"shards": shards} for shards in (1, 2, 7, 64)}
    ways |= {"2 processes": {"shards": 7, "processes": 2}}
    ways |= {f"accelerate, {number} processes": {"processes": number, "engine": "accelerate"} for number in (1, 2)}
    found = {}
    for lang in ("pl, kept", "de"):
        source = folder / f"small_{lang[:2]}.parquet"
        for name, options in ways.items():
            out = folder / "same"
            run(source, lang, out, **options)
            found[f"{lang}: {name}"] = told(out)
            shutil.rmtree(out)
        for rows in (10, 10_000):
            program = (
                "import sys; from hf_genderfair import run; "
                f"run(*sys.argv[1:], batch_rows={rows}, keep={('fragment_reason',) if 'kept' in lang else ()})"
            )
            given = [str(source), str(folder / f"{lang}.yaml"), str(folder / "same")]
            subprocess.run([sys.executable, "-c", program, *given], env=environment(), check=True, capture_output=True)
            found[f"{lang}: batches of {rows:,}"] = told(folder / "same")
            shutil.rmtree(folder / "same")
        print(lang, {name: value for name, value in found.items() if name.startswith(lang)})
    return found


def stopped(folder: Path, source: Path, kills: int) -> dict[str, Any]:
    """Kill workers and drivers of a run at random moments, and return what became of the results."""
    drawn, whole, out = random.Random(0), folder / "whole", folder / "stopped"
    seconds = run(source, "pl, kept", whole, 2, shards=24)
    expected, killed, runs, again, wrong, lost = told(whole), {"worker": 0, "driver": 0}, 0, [], 0, 0
    while sum(killed.values()) < kills:
        before: set[str] = set()
        while True:
            asked = command(source, "pl, kept", out, 2, shards=24)
            process = subprocess.Popen(asked, env=environment(), stdout=subprocess.DEVNULL)
            end = time.monotonic() + drawn.uniform(0, seconds)
            while time.monotonic() < end and process.poll() is None:
                time.sleep(0.002)
            whom = drawn.choice(list(killed))
            number = process.pid if whom == "driver" else worker_of(process.pid)
            if process.poll() is None and number is not None and sum(killed.values()) < kills:
                os.kill(number, signal.SIGKILL)
                killed[whom] += 1
            claims = {path.stem for path in (out / ".shards" / "0").glob("*.claim")}
            ended = process.wait()
            done = {path.stem for path in (out / ".shards" / "0").glob("*.json")}
            # a run that is complete clears up what proved its shards
            complete = '"shards": [' in (out / "run.json").read_text() if (out / "run.json").exists() else False
            lost += bool(before - done and ended and not complete)
            again.append(len(claims - done) if ended else 0)
            before = done
            if not ended:
                break
        wrong += told(out) != expected
        runs += 1
        shutil.rmtree(out)
    return {
        "seconds_of_a_run": seconds,
        "kills": killed,
        "finished_runs": runs,
        "wrong_results": wrong,
        "proofs_lost": lost,
        "most_shards_done_again_after_a_kill": max(again),
        "fingerprint": expected,
    }


def worker_of(parent: int) -> int | None:
    """Return a process that does a part of a run, started by another one."""
    listed = subprocess.run(
        ["pgrep", "-P", str(parent), "-f", "spawn_main"], capture_output=True, text=True, check=False
    )
    return int(listed.stdout.split()[-1]) if listed.stdout.split() else None


def speed(folder: Path, sources: dict[str, Path], rounds: int) -> dict[str, Any]:
    """Return the seconds of one and of two processes, of each engine, and the ratios of the best.

    What the machine can do at most is told by two commands at once, each with half of the rows, that share nothing.
    Start-up is that of a run over one row.
    """
    found: dict[str, Any] = {}
    for lang, source in sources.items():
        halves, (row,) = divided(source, 2), divided(source, 0)
        apart = [at_once([(half, lang) for half in halves], folder, shards=SHARDS // 2) for _ in range(rounds)]
        for engine in ("local", "accelerate"):
            start_up = {number: at_once([(row, lang, number, engine)], folder) for number in (1, 2)}
            seconds: dict[int, list[float]] = {1: [], 2: []}
            for _ in range(rounds):
                for number in seconds:
                    seconds[number].append(at_once([(source, lang, number, engine)], folder, shards=SHARDS))
            one, two = min(seconds[1]), min(seconds[2])
            found[f"{lang}, {engine}"] = each = {
                "megabytes": source.stat().st_size / 1e6,
                "seconds": seconds,
                "start_up": start_up,
                "two_apart": apart,
                "ratio": one / two,
                "ratio_start_up_apart": (one - start_up[1]) / (two - start_up[2]),
                "limit_of_machine": one / min(apart) if engine == "local" else None,
            }
            print(f"{lang}, {engine}: {each}")
    return found


def divided(source: Path, parts: int) -> list[Path]:
    """Return as many files, each with a part of the rows of a source; for 0 one with a single row."""
    paths = [source.with_name(f"{source.stem}_{part}_of_{parts}.parquet") for part in range(max(1, parts))]
    with pq.ParquetFile(source) as file:
        if not parts:
            pq.write_table(file.read_row_group(0).slice(0, 1), paths[0])
            return paths
        for part, path in enumerate(paths):
            with pq.ParquetWriter(path, file.schema_arrow) as writer:
                for group in range(part * file.num_row_groups // parts, (part + 1) * file.num_row_groups // parts):
                    writer.write_table(file.read_row_group(group))
    return paths


def at_once(runs: list[tuple[Any, ...]], folder: Path, **options: Any) -> float:
    """Start runs at the same time and return the seconds until all have ended; what they wrote is removed."""
    outs = [folder / f"speed_{number}" for number in range(len(runs))]
    start = time.perf_counter()
    started = [
        subprocess.Popen(command(source, lang, out, *rest, **options), env=environment(), stdout=subprocess.DEVNULL)
        for (source, lang, *rest), out in zip(runs, outs, strict=True)
    ]
    if sum(process.wait() for process in started):
        raise SystemExit("a run failed")
    seconds = time.perf_counter() - start
    for out in outs:
        shutil.rmtree(out)
    return seconds


def annotate(folder: Path, source: Path) -> dict[str, Any]:
    """Return rows and fingerprints of `annotate` in two processes of each launcher, beside those of one."""
    program = folder / "program.py"
    program.write_text(ANNOTATE, encoding="utf-8")
    launchers = {
        "one process": [],
        "torchrun": ["-m", "torch.distributed.run", "--standalone", "--nproc-per-node", "2"],
        "accelerate": [*LAUNCH, "--multi_gpu", "--num_processes", "2", "--main_process_port", "0"],
    }
    found = {}
    for name, launcher in launchers.items():
        cache, results = folder / f"cache {name}", folder / f"told {name}"
        results.mkdir()
        given = [str(program), str(source), str(cache), str(results)]
        subprocess.run([sys.executable, *launcher, *given], env=environment(), check=True, capture_output=True)
        each = [json.loads(path.read_text()) for path in sorted(results.iterdir())]
        found[name] = {
            "rows": [process["rows"] for process in each],
            "fingerprints": sorted({process["fingerprint"] for process in each}),
            "same_files": len({tuple(process["files"]) for process in each}) == 1,
        }
        print(name, found[name])
    return found


def gpu(folder: Path, source: Path) -> dict[str, Any]:
    """Return the seconds of the German chain on all cores, and on the GPU with one and more processes."""
    torch = __import__("torch")
    if not torch.cuda.is_available():
        return {"device": None}
    cores = os.cpu_count() or 1
    ways: dict[str, dict[str, Any]] = {f"{cores} cores": {"processes": cores}}
    for processes in (1, 2, 4, 8, cores):
        ways[f"GPU, {processes} processes"] = {"processes": processes, "device": "cuda"}
    ways["GPU, accelerate, 2 processes"] = {"processes": 2, "engine": "accelerate", "device": "cuda"}
    seconds = {}
    for name, options in ways.items():
        seconds[name] = run(source, "de", folder / "gpu", shards=96, on_processors=False, **options)
        shutil.rmtree(folder / "gpu")
        print(name, seconds[name])
    return {"device": torch.cuda.get_device_name(), "cores": cores, "seconds": seconds}


def engine_sources(folder: Path, data: Path) -> dict[str, tuple[Path, Asked]]:
    """Write rows for all engines, and return the commands of a chain and of a recipe over them."""
    rows, source, chain = folder / "rows.jsonl", folder / "rows.parquet", folder / "engines.yaml"
    write_rows(data, ENGINE_ROWS, rows)
    pq.write_table(pjson.read_json(rows), source, row_group_size=10_000)
    chain.write_text(CHAINS["pl, kept"], encoding="utf-8")

    def asked(name: str, settings: list[str]) -> Asked:
        def command(source: Path, out: Path, engine: str, shards: int) -> list[str]:
            given = ["--out", out, "--engine", engine, "--shards", shards, "--num-proc", 2]
            return [sys.executable, "-c", RUN, name, str(source), *settings, *map(str, given)]

        return command

    kept = ["--chain", str(chain), "--keep", "fragment_reason"]
    return {"chain": (source, asked("run", kept)), "recipe": (source, asked("corpus", []))}


def rows_of(data: Path, work: Path) -> Path:
    """Return the file of most rows of the recipe; it is written where it is not there from an earlier time."""
    path = work / "polish_rows.jsonl"
    if not path.exists():
        write_rows(data, max(ROWS), path)
    return path


def measures(results: Mapping[str, Any]) -> Iterator[Measure]:
    """Yield whether runs over shards give the same bits, what becomes of killed ones, and the gain of processes."""
    same, found = results["same"], results["stopped"]
    at = partial(Measure, "runs over shards", "1 to 64 shards, processes, accelerate, batches", len(same), unit="")
    yield at("different results", len(set(same.values())), beside={"sources": len({name[:2] for name in same})})
    kills = found["kills"]
    where = f"kill -9 of {kills['worker']} workers and {kills['driver']} drivers at random moments"
    at = partial(Measure, "runs that are killed", where, sum(kills.values()), unit="")
    yield at("wrong results", found["wrong_results"])
    yield at("shards done again, at most", found["most_shards_done_again_after_a_kill"])
    if "hub" in results:
        yield from _cut(results["hub"])
    for name, each in results["speed"].items():
        at = partial(Measure, f"run ({name})", f"{each['megabytes']:.0f} MB of Parquet", 2, unit="times")
        limit = {"two programs that share nothing": each["limit_of_machine"]} if each["limit_of_machine"] else {}
        yield at("two processes over one", each["ratio"], beside=limit)
        yield at("without start-up", each["ratio_start_up_apart"])
    yield from _engines(results.get("engines", {}))
    yield from recipe_measures(results)


def _cut(hub: Mapping[str, Any]) -> Iterator[Measure]:
    lost = hub["answers_lost_after_a_whole_file"]
    cuts = ", ".join(f"{kind}: {number}" for kind, number in hub["cuts"].items())
    what = "runs from the Hub to the Hub that are cut"
    at = partial(Measure, what, cuts, sum(hub["cuts"].values()), unit="")
    yield at("runs", hub["finished_runs"])
    yield at("shards", hub["shards"])
    yield at("files sent", hub["files_sent"])
    yield at("twice", hub["files_sent_twice"])
    yield at("lost", hub["files_lost"])
    yield at("wrong results", hub["wrong_results"])
    answers = {"such answers": lost["answers"]}
    yield at("sent again where the answer to a whole file is lost", lost["files_sent_twice"], beside=answers)


def _engines(found: Mapping[str, Any]) -> Iterator[Measure]:
    if not found:
        return
    number = sum(len(each) for by_engine in found["results"].values() for each in by_engine.values())
    for name, by_engine in found["results"].items():
        different = len({result for each in by_engine.values() for result in each})
        at = partial(Measure, "local, Ray, Spark and datatrove", "1,000,000 Polish rows", number, unit="")
        yield at(f"different results, {name}", different)
    for engine, share in found["overhead"].items():
        killed = found["killed"][engine]
        at = partial(Measure, f"engine {engine}", "1,000,000 Polish rows, chain", len(found["seconds"][engine]))
        yield at("over two local processes, start-up apart", share)
        yield at("start-up", found["start_up"][engine], unit="s")
        yield at("workers killed", killed["kills"], unit="")
        yield at("wrong results", killed["wrong_results"], unit="")


def benchmark(
    data: Path,
    parts: list[str] | None = None,
    megabytes: int = 1_000,
    words: int = 400_000,
    lang: list[str] | None = None,
    kills: int = KILLS,
    cuts: int = CUTS,
    rounds: int = 2,
    work: Path = WORK,
) -> dict[str, Any]:
    """Measure parts, the others keep their results; sizes and languages are those of the part speed."""
    results = stored("scale/runs") | {"targets": TARGETS}
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        write_polish(data, 1, folder / "small_pl.parquet")
        write_german(data, 5_000, folder / "small_de.parquet")

        def large() -> dict[str, Path]:
            sources = {each: folder / f"large_{each}.parquet" for each in lang or ("pl", "de")}
            if "pl" in sources:
                write_polish(data, megabytes, sources["pl"])
            if "de" in sources:
                write_german(data, words, sources["de"])
            return sources

        def middle(lang: str, write: Callable[[Path, int, Path], None], size: int) -> Path:
            write(data, size, folder / f"middle_{lang}.parquet")
            return folder / f"middle_{lang}.parquet"

        measure: dict[str, Callable[[], Any]] = {
            "same": lambda: same(folder),
            "stopped": lambda: stopped(folder, middle("pl", write_polish, 15), kills),
            "speed": lambda: {**results.get("speed", {}), **speed(folder, large(), rounds)},
            "annotate": lambda: annotate(folder, folder / "small_de.parquet"),
            "hub": lambda: cut_runs(middle("pl", write_polish, 15), hub_command(folder), environment(), cuts),
            "engines": lambda: engines(folder, engine_sources(folder, data), environment(), told, rounds),
            "recipe": lambda: recipe(folder, rows_of(data, work), [sys.executable, "-c", RUN], environment()),
            "gpu": lambda: gpu(folder, middle("de", write_german, words)),
            "on paper": lambda: on_paper(results, words),
        }
        for part in parts or PARTS:
            results[part] = measure[part]()
            print(f"{part}: {json.dumps(results[part])}", flush=True)
    return results
