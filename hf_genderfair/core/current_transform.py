"""The transform that currently annotates, for code that needs to know its caller."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from typing import NamedTuple


class Running(NamedTuple):
    """A transform that annotates.

    Attributes:
        name: Name of its class.
        lang: Language of its texts; empty for transforms of any language.
        rank: Number of the worker process; None in a single process.

    Example:
        >>> with running("PersonReferences", "es", rank=1):
        ...     running_now()
        Running(name='PersonReferences', lang='es', rank=1)
    """

    name: str
    lang: str
    rank: int | None


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
