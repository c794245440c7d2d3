"""The same chain and the same recipe on every engine: results, cost over local processes, and workers that are killed.

The part ``engines`` of ``runs.py``. A result is told by the hash of report, card and page, as there. Start-up is that
of the same command over a few rows in as many shards as there are processes. A worker is killed at a random moment
after start-up with ``kill -9``: the process below that of the command which has used the processor most, the engine's
own apart; Ray's workers, which stand below nobody, are known by their names.
"""

from __future__ import annotations

import os
import random
import shutil
import signal
import subprocess
import time
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import pyarrow as pa
import pyarrow.parquet as pq

ENGINES = ("local", "ray", "spark", "datatrove")
PROCESSES = 2
SHARDS = 16
KILLS = 3
OVERHEAD = 0.15
OF_THE_ENGINE = ("gcs_server", "raylet", "dashboard", "log_monitor", "java", "pyspark.daemon", "resource_tracker")

Asked = Callable[[Path, Path, str, int], list[str]]
"""From source, folder, engine and shards to the command of a run in two processes."""


def engines(
    folder: Path,
    sources: Mapping[str, tuple[Path, Asked]],
    environment: Mapping[str, str],
    told: Callable[[Path], str],
    rounds: int,
) -> dict[str, Any]:
    """Return what each engine made of each source, and what it cost.

    Args:
        folder: For results.
        sources: By name, the rows and the command; that of the chain comes first, and is timed.
        environment: Variables of the commands.
        told: From a folder to the hash of its result.
        rounds: How often each is timed; the best counts.
    """
    found: dict[str, Any] = {"results": {}, "seconds": {}, "start_up": {}, "killed": {}}
    (timed, (source, asked)), *_ = sources.items()
    few = folder / "few.parquet"
    with pq.ParquetFile(source) as file:
        pq.write_table(pa.Table.from_batches([next(file.iter_batches(2_000))]), few, row_group_size=100)

    def run(command: list[str]) -> tuple[float, str]:
        start = time.perf_counter()
        done = subprocess.run(command, env=environment, capture_output=True, text=True, check=False)
        seconds = time.perf_counter() - start
        if done.returncode:
            raise SystemExit(f"a run failed: {done.stderr.strip().splitlines()[-1:]}")
        result = told(folder / "engine")
        shutil.rmtree(folder / "engine")
        return seconds, result

    for name, (rows, command) in sources.items():
        for engine in ENGINES:
            seconds: list[float] = []
            for _ in range(rounds if name == timed else 1):
                taken, result = run(command(rows, folder / "engine", engine, SHARDS))
                seconds.append(taken)
                found["results"].setdefault(name, {}).setdefault(engine, []).append(result)
            if name == timed:
                found["seconds"][engine] = seconds
                starts = [run(command(few, folder / "engine", engine, PROCESSES))[0] for _ in range(rounds)]
                found["start_up"][engine] = min(starts)
            print(f"{name}, {engine}: {seconds} s, {found['results'][name][engine]}")
    drawn = random.Random(0)
    for engine in ENGINES[1:]:
        expected, wrong, kills = found["results"][timed]["local"][0], 0, 0
        for _ in range(KILLS):
            started = found["start_up"][engine]
            after = started + drawn.uniform(0.1, 0.7) * (min(found["seconds"][engine]) - started)
            kills += _killed(asked(source, folder / "engine", engine, SHARDS), environment, after)
            wrong += told(folder / "engine") != expected
            shutil.rmtree(folder / "engine")
        found["killed"][engine] = {"kills": kills, "runs": KILLS, "wrong_results": wrong}
        print(f"{engine}: {found['killed'][engine]}")
    bare = {engine: min(found["seconds"][engine]) - found["start_up"][engine] for engine in ENGINES}
    found["overhead"] = {engine: bare[engine] / bare["local"] - 1 for engine in ENGINES[1:]}
    return found


def _killed(command: list[str], environment: Mapping[str, str], after: float) -> int:
    """Run a command to its end, kill a worker on the way, and return how many were killed."""
    process = subprocess.Popen(command, env=environment, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True)
    time.sleep(after)
    worker = busiest_below(process.pid)
    if worker is not None:
        os.kill(worker, signal.SIGKILL)
    _, said = process.communicate()
    if process.returncode:
        raise SystemExit(f"a run with a killed worker failed: {said.strip().splitlines()[-1:]}")
    return int(worker is not None)


def busiest_below(parent: int) -> int | None:
    """Return the process that was started by another one, at any depth, and has used the processor most."""
    listed = subprocess.run(["ps", "-eo", "pid,ppid,times,args"], capture_output=True, text=True, check=True)
    rows = [line.split(None, 3) for line in listed.stdout.splitlines()[1:]]
    below = {parent}
    while more := {int(pid) for pid, above, *_ in rows if int(above) in below} - below:
        below |= more
    workers = [
        (int(seconds), int(pid))
        for pid, above, seconds, name in rows
        if (int(pid) in below - {parent} or name.startswith("ray::"))
        and (("pyspark.daemon" in name and _has_parent(rows, above, "pyspark.daemon")) or not _is_engines(name))
    ]
    return max(workers)[1] if workers else None


def _is_engines(name: str) -> bool:
    return any(part in name for part in OF_THE_ENGINE)


def _has_parent(rows: list[list[str]], above: str, name: str) -> bool:
    return any(pid == above and name in args for pid, _, _, args in rows)
