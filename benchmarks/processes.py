"""Measurements in processes of their own: what ran before leaves no caches, no memory and no threads there."""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
from collections.abc import Callable, Collection, Mapping
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context
from typing import Any, TypeVar

ONE_THREAD = dict.fromkeys(("OPENBLAS_NUM_THREADS", "OMP_NUM_THREADS", "MKL_NUM_THREADS"), "1")
"""Lets libraries compute in one thread, where it is in the environment before they are imported."""
COMMAND = (
    sys.executable,
    "-c",
    "import sys; from hf_genderfair.cli.app import main; sys.argv[0] = 'hf-genderfair'; main()",
)
"""The command of the package, to which arguments are added."""
Result = TypeVar("Result")
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
