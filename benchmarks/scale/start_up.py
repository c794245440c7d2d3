"""What a command costs before it does anything: processor seconds of whole processes that get one line.

    python -m benchmarks.run scale/start_up

User and system time of each process, at its best of five, after one that is not counted; ratio is the time to that of a
bare Python that ends at once, measured in turns with it, since machines differ.
"""

from __future__ import annotations

import os
import resource
import subprocess
import sys
from collections.abc import Iterator, Mapping
from functools import partial
from typing import Any

from benchmarks.measure import Measure

ROUNDS = 5
PROGRAM = "from hf_genderfair.cli.app import main; main()"
LINES = {"pl": "Wczoraj byłam w kinie.", "de": "Die Ärztin half ihm.", "en": "She says that he has left."}
COMMANDS: dict[str, tuple[str, str, float | None]] = {
    "version": ("--version", "", 0.25),
    "help": ("--help", "", None),
    "tag": ("tag", LINES["pl"], 0.9),
    "analyse": ("analyse --lang de", LINES["de"], 1.8),
    "actors": ("actors --lang de --jsonl", LINES["de"], None),
    "rewrite": ("rewrite --lang en", LINES["en"], None),
    "columns": ("columns", "", None),
}
"""By name: the arguments, standard input, and the seconds that it is to take at most."""


def seconds(program: str, arguments: str = "", line: str = "") -> float:
    """Return the processor seconds of a process of Python.

    Args:
        program: What it runs.
        arguments: Its arguments.
        line: Standard input.
    """
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    subprocess.run(
        [sys.executable, "-c", program, *arguments.split()],
        input=f"{line}\n",
        encoding="utf-8",
        stdout=subprocess.DEVNULL,
        check=True,
        env={**os.environ, "OPENBLAS_NUM_THREADS": "1"},
    )
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def measure(arguments: str, line: str, target: float | None) -> dict[str, Any]:
    """Return what a command takes, and what it is to take."""
    seconds(PROGRAM, arguments, line)
    pairs = [(seconds(PROGRAM, arguments, line), seconds("pass")) for _ in range(ROUNDS)]
    taken, bare = (min(column) for column in zip(*pairs, strict=True))
    return {"arguments": arguments, "seconds": taken, "bare_seconds": bare, "ratio": taken / bare, "target": target}


def measures(results: Mapping[str, Any]) -> Iterator[Measure]:
    """Yield the processor time of commands that have one line to read, or none."""
    for run in results["commands"].values():
        at = partial(Measure, f"start of hf-genderfair {run['arguments']}", "one line or none", results["rounds"])
        target = {"target": run["target"]} if run["target"] else {}
        yield at("processor", run["seconds"], unit="s", beside={"Python alone": run["bare_seconds"], **target})


def benchmark() -> dict[str, Any]:
    """Measure each command."""
    commands = {name: measure(*command) for name, command in COMMANDS.items()}
    return {"rounds": ROUNDS, "commands": commands}
