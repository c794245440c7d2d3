"""Runs from the Hub to the Hub that are cut at random: what is sent twice, and what is lost.

A data set on the test server of ``tests/minihub.py`` is read over the network, annotated, and uploaded to it while the
run goes on. At random moments the server cuts a connection, loses an answer, or answers with 429 or 5xx, once or until
the command gives up; or the driver is killed. Then the same command again, until the run is complete. The server counts
what arrives by its hash. Where an answer is lost after a whole file has arrived, the client sends the file again.
"""

from __future__ import annotations

import importlib
import os
import random
import shutil
import signal
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from functools import partial
from pathlib import Path
from typing import Any

from benchmarks.measure import Measure
from benchmarks.processes import COMMAND, ENVIRONMENT, TOLD, divided

sys.path.insert(0, str(Path(__file__).parents[2] / "tests"))
minihub: Any = importlib.import_module("minihub")
Fault = minihub.Fault
SOURCE, TARGET = "me/posts", "me/labelled"
FILES, SHARDS, CUTS, CUTS_OF_A_COMMAND = 6, 60, 50, 10
SECONDS = 600
UPLOADS = r"/lfs/[0-9a-f]+$"
CALLS = (
    ("GET", r"/resolve/.*parquet"),
    ("PUT", UPLOADS),
    ("POST", "/objects/batch"),
    ("POST", "/verify"),
    ("POST", "/commit/"),
)
KINDS = ("cut", "answer cut", "answer lost", "429", "5xx", "kill")


def random_cut(drawn: random.Random, kind: str) -> Any:
    """Return a fault at a random call: sometimes more often than the client tries again."""
    method, path = drawn.choice(CALLS)
    # of a commit, six failures are more than the attempts of a command; elsewhere the client tries for minutes
    after, times = drawn.randrange(5), drawn.choice((1, 1, 2, 6 if path == "/commit/" else 1))
    if kind == "answer cut":
        return Fault("GET", CALLS[0][1], times, halved=True, after=after)
    if kind == "answer lost":
        return Fault(*drawn.choice((CALLS[2], CALLS[4])), 1, lost=True, after=after % 2)
    if kind == "cut":
        return Fault(method, path, times, after=after)
    return Fault(method, path, times, status=429 if kind == "429" else drawn.choice((500, 502, 503, 504)), after=after)


def cut_runs(source: Path, chain: Sequence[str]) -> Iterator[Measure]:
    """Cut runs of a chain at random, and yield what was sent twice and what was lost."""
    folder = source.parent
    server = minihub.MiniHub().start()
    told = {"HF_ENDPOINT": server.url, "HF_TOKEN": "hf_any", "HF_HUB_DISABLE_XET": "1", "HF_HOME": str(folder / "home")}
    environment = {**ENVIRONMENT, **told, "HF_HUB_DISABLE_PROGRESS_BARS": "1"}
    put_on(server, source)
    whole, out = folder / "hub whole", folder / "hub cut"
    given = [*COMMAND, "run", SOURCE, *chain, "--license", "cc0-1.0", "--shards", str(SHARDS), "--out"]
    subprocess.run([*given, str(whole)], env=environment, check=True, capture_output=True)
    asked = [*given, str(out), "--push-to", TARGET]
    drawn, made, found = random.Random(0), Counter[str](), Counter[str]()
    while sum(made.values()) < CUTS:
        server.repositories.pop(TARGET, None)
        server.objects, server.received, server.broken_off = {}, Counter(), Counter()
        if not any(one_command(server, asked, environment, drawn, made) for _ in range(20)):
            raise SystemExit("a run did not come to its end in twenty commands")
        found += checked(server, whole, out)
        shutil.rmtree(out)
    cuts = ", ".join(f"{kind}: {number}" for kind, number in made.items())
    of = partial(Measure, "runs from the Hub to the Hub that are cut", cuts, sum(made.values()), unit="")
    yield of("runs", found["runs"])
    yield of("shards", SHARDS)
    for name in ("files sent", "twice", "lost", "wrong results"):
        yield of(name, found[name])
    server.repositories.pop(TARGET, None)
    server.objects, server.received = {}, Counter()
    server.faults[:] = [Fault("PUT", UPLOADS, 5, lost=True)]
    subprocess.run(asked, env=environment, check=True, capture_output=True)
    again = sum(times - 1 for times in server.received.values())
    yield of("sent again where the answer to a whole file is lost", again, beside={"such answers": 5})


def put_on(server: Any, source: Path) -> None:
    """Put the rows of a file on the server as a data set of several."""
    parts = divided(source, FILES)
    repository = server.repositories[SOURCE] = minihub.Repository(False)
    names = [f"data/train-{part:05d}-of-{FILES:05d}.parquet" for part in range(FILES)]
    repository.add({name: minihub.File(path.read_bytes(), True) for name, path in zip(names, parts, strict=True)})


def one_command(
    server: Any, asked: list[str], environment: dict[str, str], drawn: random.Random, made: Counter[str]
) -> bool:
    """Run a command, cut it at random, and return whether it came to its end."""
    left = max(0, CUTS - sum(made.values()))
    kinds = [drawn.choice(KINDS) for _ in range(min(drawn.randrange(CUTS_OF_A_COMMAND + 1), left))]
    planned = [(kind, random_cut(drawn, kind)) for kind in kinds if kind != "kill"]
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
    _, errors = process.communicate(timeout=SECONDS)
    with server.lock:
        server.faults.clear()
    for kind, cut in planned:
        made[kind] += cut.times < before[id(cut)]
    if "Traceback" in errors:
        raise SystemExit(f"a command ended without a line that says why: {errors}")
    return process.returncode == 0


def checked(server: Any, whole: Path, out: Path) -> Counter[str]:
    """Compare what the server holds with the folder, and the folder with that of a run without cuts."""
    files = server.files(TARGET)
    local = {path.relative_to(out).as_posix(): path.read_bytes() for path in sorted(out.rglob("*")) if path.is_file()}
    local = {name: content for name, content in local.items() if not name.startswith((".", "run.json"))}
    counts = {
        "runs": 1,
        "files sent": sum(server.received.values()),
        "twice": sum(times - 1 for times in server.received.values()),
        "lost": sum(files.get(name) != content for name, content in local.items()),
        "wrong results": any((out / name).read_bytes() != (whole / name).read_bytes() for name in TOLD),
    }
    return Counter(counts)
