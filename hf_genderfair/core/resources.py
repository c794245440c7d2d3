"""What a process holds: heavy objects, built once and never stored on a transform, and the transform that annotates."""

from __future__ import annotations

import importlib
from collections.abc import Callable, Hashable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from types import ModuleType
from typing import NamedTuple, TypeVar, cast

from hf_genderfair.core.errors import MissingDependencyError

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
