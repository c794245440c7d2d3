"""The transform that currently annotates, for code that needs to know its caller."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from typing import NamedTuple


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
