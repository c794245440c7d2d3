"""The same chain and the same recipe on every engine: results, cost over local processes, and workers that are killed.

Start-up is that of the same command over a few rows in as many shards as there are processes. After it a worker is
killed at a random moment: the process below that of the command which has used the processor most, the engine's own
apart; Ray's workers, which stand below nobody, are known by their names.
"""

from __future__ import annotations

import os
import random
import shutil
import signal
import subprocess
import time
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from pathlib import Path

import pyarrow as pa
import pyarrow.parquet as pq

from benchmarks.measure import Measure
from benchmarks.processes import ENVIRONMENT, run, told

ENGINES = ("local", "ray", "spark", "datatrove")
ROWS, PROCESSES, SHARDS, KILLS, ROUNDS = 1_000_000, 2, 16, 3, 2
OF_THE_ENGINE = ("gcs_server", "raylet", "dashboard", "log_monitor", "java", "pyspark.daemon", "resource_tracker")
Asked = Callable[[Path, Path, str, int], list[str]]
"""From source, folder, engine and shards to the command of a run in two processes."""


def engines(folder: Path, given: Sequence[tuple[str, Path, Asked]]) -> Iterator[Measure]:
    """Yield what each engine made of each source, and what it cost."""
    out, (timed, source, asked) = folder / "engine", given[0]
    few = folder / "few.parquet"
    with pq.ParquetFile(source) as file:
        pq.write_table(pa.Table.from_batches([next(file.iter_batches(2_000))]), few, row_group_size=100)

    def result_of(command: list[str]) -> tuple[float, str]:
        found = run(command), told(out)
        shutil.rmtree(out)
        return found

    results: dict[str, list[str]] = {name: [] for name, _, _ in given}
    seconds: dict[str, float] = {}
    start_up: dict[str, float] = {}
    for name, rows, command in given:
        for engine in ENGINES:
            found = [result_of(command(rows, out, engine, SHARDS)) for _ in range(ROUNDS if name == timed else 1)]
            results[name] += [result for _, result in found]
            if name == timed:
                seconds[engine] = min(taken for taken, _ in found)
                start_up[engine] = min(result_of(command(few, out, engine, PROCESSES))[0] for _ in range(ROUNDS))
    where, number = f"{ROWS:,} Polish rows", sum(map(len, results.values()))
    for name, found_results in results.items():
        of = partial(Measure, "local, Ray, Spark and datatrove", where, number, unit="")
        yield of(f"different results, {name}", len(set(found_results)))
    drawn, bare = random.Random(0), {engine: seconds[engine] - start_up[engine] for engine in ENGINES}
    for engine in ENGINES[1:]:
        wrong = kills = 0
        for _ in range(KILLS):
            after = start_up[engine] + drawn.uniform(0.1, 0.7) * bare[engine]
            kills += _killed(asked(source, out, engine, SHARDS), after)
            wrong += told(out) != results[timed][0]
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
    """Return the process that was started by another one, at any depth, and has used the processor most."""
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
