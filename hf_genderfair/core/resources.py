"""What a process holds: heavy objects, built once and never stored on a transform, the running one, and the device."""

from __future__ import annotations

import importlib
import os
import re
from collections.abc import Callable, Hashable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from types import ModuleType
from typing import NamedTuple, TypeVar, cast

from hf_genderfair.core.errors import GenderfairError, MissingDependencyError

Built = TypeVar("Built")

_built: dict[Hashable, object] = {}


def resource(key: Hashable, build: Callable[[], Built]) -> Built:
    """Return the object of this process for ``key``, building it the first time."""
    if key not in _built:
        _built[key] = build()
    return cast(Built, _built[key])


def require(module: str, extra: str) -> ModuleType:
    """Import an optional package, or say how to install it."""
    try:
        return importlib.import_module(module)
    except ImportError as error:
        raise MissingDependencyError(f"{module} is not installed: pip install 'hf-genderfair[{extra}]'") from error


@contextmanager
def environment(**variables: str) -> Iterator[None]:
    """Set variables of the environment for processes that are started in this context."""
    before = {name: os.environ.get(name) for name in variables}
    os.environ.update(variables)
    try:
        yield
    finally:
        for name, value in before.items():
            if value is None:
                del os.environ[name]
            else:
                os.environ[name] = value


class Running(NamedTuple):
    """A transform that annotates."""

    name: str
    lang: str  # language of its texts; empty for transforms of any language
    rank: int | None  # number of the worker process; None in a single process


_running: ContextVar[Running | None] = ContextVar("running", default=None)


@contextmanager
def running(name: str, lang: str, rank: int | None = None) -> Iterator[None]:
    """Set the transform that annotates within this context; of nested contexts the inner one counts."""
    around = _running.get()
    if rank is None and around:
        rank = around.rank
    token = _running.set(Running(name, lang, rank))
    try:
        yield
    finally:
        _running.reset(token)


def running_now() -> Running | None:
    """Return the transform that currently annotates, or None."""
    return _running.get()


VARIABLE = "HF_GENDERFAIR_DEVICE"
"""The environment variable that names the device, so that processes started from this one compute there too."""

EXTRA = "models"

GO_ON = "leave the device out to compute on the processor"


@contextmanager
def use_device(device: str) -> Iterator[None]:
    """Compute on a device within this context, and in all processes that are started there.

    Without it, language pipelines compute on the processor even where there is a GPU, so that their labels are the
    same bits on every machine, and language models on the GPU of the process. The environment variable
    ``HF_GENDERFAIR_DEVICE`` says the same to a whole command. The device is no part of a transform: a cache made on
    one is valid on the others.

    Args:
        device: ``cpu``; ``cuda`` for the GPU of the process, by its rank; ``cuda:1`` for one GPU. A GPU needs the
            extra ``models``.

    Raises:
        GenderfairError: There is no such device.
        MissingDependencyError: torch, which computes on GPUs, is not installed.

    Example:
        >>> from hf_genderfair.languages.pipelines import pipeline
        >>> with use_device("cpu"):
        ...     (analysis,) = pipeline("en").analyse(["She sings."])
        >>> analysis.sentences[0].tokens[0].pos
        'PRON'
    """
    with environment(**{VARIABLE: device}):
        # what is wrong is said before anything is computed
        pipeline_device()
        yield


def pipeline_device() -> str | None:
    """Return the device on which pipelines run in torch, such as ``cuda:0``; None where they run in numpy."""
    device = device_setting()
    if device in (None, "cpu"):
        return None
    now = running_now()
    return worker_device(now.rank if now else None, device)


def worker_device(rank: int | None, device: str | None = None) -> str:
    """Return the device of a language model in this process."""
    # In a worker process torch is set to one thread, since processes share the machine.
    device = device or device_setting()
    try:
        torch = require("torch", EXTRA)
    except MissingDependencyError as error:
        raise MissingDependencyError(f"{error}; or {GO_ON}") if device else error from error
    rank = _launched_rank() if rank is None else rank
    if rank is not None:
        torch.set_num_threads(1)
    gpus = torch.cuda.device_count()
    if device is None:
        device = "cuda" if gpus else "cpu"
    if not device.startswith("cuda"):
        return device
    if not gpus:
        raise GenderfairError(f"device {device!r} is asked for, but torch {torch.__version__} sees no GPU: {GO_ON}")
    number = int(device[5:]) if device[5:].isdecimal() else (rank or 0) % gpus
    if number >= gpus:
        raise GenderfairError(f"there is no device {device!r}: the last GPU is 'cuda:{gpus - 1}'; 'cuda' is the rank's")
    if torch.cuda._is_in_bad_fork():
        raise GenderfairError("the GPU was used before this process was forked: call set_start_method('spawn') first")
    return f"cuda:{number}"


def device_setting() -> str | None:
    """Return the device that `use_device` or the environment names; None where neither does."""
    device = os.environ.get(VARIABLE)
    if not device:
        return None
    if not re.fullmatch(r"cpu|cuda(:\d+)?", device):
        raise GenderfairError(f"unknown device {device!r}: give cpu, cuda or cuda:N, or leave it out ({VARIABLE})")
    return device


def _launched_rank() -> int | None:
    """Return the number that accelerate or torchrun gave this process on its machine."""
    rank = os.environ.get("LOCAL_RANK", "")
    return int(rank) if rank.isdecimal() else None
