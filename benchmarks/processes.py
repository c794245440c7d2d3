"""Measurements in processes of their own: what ran before leaves no caches, no memory and no threads there."""

from __future__ import annotations

import hashlib
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Collection, Mapping
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context
from pathlib import Path
from typing import Any, TypeVar

import pyarrow.parquet as pq

ONE_THREAD = dict.fromkeys(("OPENBLAS_NUM_THREADS", "OMP_NUM_THREADS", "MKL_NUM_THREADS"), "1")
"""Lets libraries compute in one thread, where it is in the environment before they are imported."""
COMMAND = (
    sys.executable,
    "-c",
    "import sys; from hf_genderfair.cli.app import main; sys.argv[0] = 'hf-genderfair'; main()",
)
"""The command of the package, to which arguments are added."""
Result = TypeVar("Result")
TOLD = ("README.md", "bias_report.json", "report.html")
QUIET = {"HF_DATASETS_DISABLE_PROGRESS_BARS": "1", "ACCELERATE_USE_CPU": "true"}
ENVIRONMENT: Mapping[str, str] = {**os.environ, **ONE_THREAD, **QUIET}
"""The variables of a run: one thread a process, and with accelerate processors in place of GPUs."""


def printed_by(*arguments: str) -> str:
    """Run the command as a user does, and return what it prints."""
    ran = subprocess.run([*COMMAND, *arguments], capture_output=True, text=True, check=False, encoding="utf-8")
    if ran.returncode:
        raise RuntimeError(f"{' '.join(arguments)} failed: {ran.stderr}")
    return ran.stdout


def in_new_process(work: Callable[..., Result], *arguments: Any, cores: Collection[int] = ()) -> Result:
    """Call a function of a module in a new process, with an empty cache of data sets, and without the Hub."""
    with (
        tempfile.TemporaryDirectory() as cache,
        ProcessPoolExecutor(1, mp_context=get_context("spawn"), initializer=_begin, initargs=(cache, cores)) as pool,
    ):
        return pool.submit(work, *arguments).result()


def _begin(cache: str, cores: Collection[int]) -> None:
    os.environ |= {"HF_DATASETS_CACHE": cache, "HF_HUB_OFFLINE": "1"}
    if cores:
        os.sched_setaffinity(0, cores)


def run(asked: list[str]) -> float:
    """Run a command to its end and return how many seconds it took."""
    start = time.perf_counter()
    done = subprocess.run(asked, env=ENVIRONMENT, capture_output=True, text=True, check=False)
    if done.returncode:
        raise SystemExit(f"a run failed: {done.stderr.strip().splitlines()[-1:]}")
    return time.perf_counter() - start


def told(out: Path) -> str:
    """Return the hash of what a finished run tells."""
    return hashlib.sha256(b"".join((out / name).read_bytes() for name in TOLD)).hexdigest()[:16]


def divided(source: Path, parts: int) -> list[Path]:
    """Return as many files, each with a part of the rows of a source."""
    paths = [source.with_name(f"{source.stem}_{part}_of_{parts}.parquet") for part in range(parts)]
    with pq.ParquetFile(source) as file:
        for part, path in enumerate(paths):
            with pq.ParquetWriter(path, file.schema_arrow) as writer:
                for group in range(part * file.num_row_groups // parts, (part + 1) * file.num_row_groups // parts):
                    writer.write_table(file.read_row_group(group))
    return paths
