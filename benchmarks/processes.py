"""Measurements in processes of their own: what ran before leaves no caches, no memory and no threads there."""

from __future__ import annotations

import os
import tempfile
from collections.abc import Callable, Collection
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context
from typing import Any, TypeVar

ONE_THREAD = dict.fromkeys(("OPENBLAS_NUM_THREADS", "OMP_NUM_THREADS", "MKL_NUM_THREADS"), "1")
"""Lets libraries compute in one thread, where it is in the environment before they are imported."""

Result = TypeVar("Result")


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
