"""Commands over shards: how they are started, what they tell, and sources of a part of the rows."""

from __future__ import annotations

import hashlib
import os
import subprocess
import time
from collections.abc import Mapping
from pathlib import Path

import pyarrow.parquet as pq

from benchmarks.processes import ONE_THREAD

TOLD = ("README.md", "bias_report.json", "report.html")
QUIET = {"HF_DATASETS_DISABLE_PROGRESS_BARS": "1", "ACCELERATE_USE_CPU": "true"}
ENVIRONMENT: Mapping[str, str] = {**os.environ, **ONE_THREAD, **QUIET}
"""The variables of a run: one thread a process, and with accelerate processors in place of GPUs."""


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
