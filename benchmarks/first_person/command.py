"""Megabytes a second of the whole command ``tag --lang pl --jsonl``, beside ``cat`` and ``grep`` in the same run.

    python -m benchmarks.run first_person/command [--megabytes 100]

The lines are invented Polish prose; one of a hundred has a first-person form. Start-up is included; each is the best of
three. Ratios are of the time of the command to that of the others, since machines differ.
"""

from __future__ import annotations

import os
import random
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Mapping
from functools import partial
from pathlib import Path
from typing import Any

from benchmarks.measure import Measure

NOUNS = "las rzeka miasto droga okno szkoła ogród chleb zima lato poranek stacja pociąg most ulica targ pole".split()
ADJECTIVES = "stary nowy wielki mały cichy jasny ciemny zielony długi krótki daleki dawny polski ciepły zimny".split()
VERBS, PREPOSITIONS = "stoi leży rośnie płynie wraca mija trwa świeci".split(), "nad pod przy obok za przed".split()
HIT = "Wczoraj byłam w kinie."
TAG = [sys.executable, "-c", "from hf_genderfair.cli.app import main; main()", "tag", "--lang", "pl", "--jsonl"]
ROUNDS = 3


def sentence(drawn: random.Random) -> str:
    """Return a sentence without first-person forms."""
    parts = (ADJECTIVES, NOUNS, VERBS, PREPOSITIONS, ADJECTIVES, NOUNS)
    return f"{' '.join(drawn.choice(words) for words in parts).capitalize()}."


def write_lines(path: Path, megabytes: int) -> int:
    """Write the lines, and return their bytes."""
    drawn, number = random.Random(1), 0
    with path.open("w", encoding="utf-8") as file:
        while file.tell() < megabytes * 1_000_000:
            lines = []
            for _ in range(10_000):
                number += 1
                prose = " ".join(sentence(drawn) for _ in range(drawn.randint(1, 4)))
                lines.append(HIT if number % 100 == 0 else prose)
            file.write("\n".join([*lines, ""]))
    return path.stat().st_size


def seconds(command: list[str], stdin: Path | None = None) -> float:
    """Return the seconds of a command that writes into a file, at its best of three."""
    taken = []
    for _ in range(ROUNDS):
        start = time.perf_counter()
        # into the null device, grep would stop at its first hit
        with (stdin or Path(os.devnull)).open("rb") as lines, tempfile.TemporaryFile() as out:
            subprocess.run(command, stdin=lines, stdout=out, check=True)
        taken.append(time.perf_counter() - start)
    return min(taken)


def measures(results: Mapping[str, Any]) -> Iterator[Measure]:
    """Yield the speed of the whole command, start-up included, beside grep on the same lines."""
    where = f"{results['megabytes']:.0f} MB of invented lines, 1 % with a form"
    grep = results["commands"]["grep"]["mb_s"]
    for source in ("standard input", "file"):
        speed = results["commands"][f"tag, {source}"]["mb_s"]
        at = partial(Measure, f"tag --jsonl from {source}", where, results["rounds"])
        yield at("", speed, unit="MB/s", beside={"grep": grep})


def benchmark(megabytes: int = 100) -> dict[str, Any]:
    """Measure each command on the same lines."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "lines.txt"
        size = write_lines(path, megabytes) / 1e6
        taken = {
            "cat": seconds(["cat", str(path)]),
            "grep": seconds(["grep", "-c", "łam\\|łem", str(path)]),
            "tag, standard input": seconds(TAG, path),
            "tag, file": seconds([*TAG, str(path)]),
        }
    measured: dict[str, Any] = {
        name: {"seconds": each, "mb_s": size / each, "to_grep": each / taken["grep"], "to_cat": each / taken["cat"]}
        for name, each in taken.items()
    }
    return {"megabytes": size, "rounds": ROUNDS, "commands": measured}
