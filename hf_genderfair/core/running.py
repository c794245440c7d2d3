"""Which transform annotates at the moment, for those who must know on whose behalf they are asked."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from typing import NamedTuple


class Running(NamedTuple):
    """A transform that annotates.

    Attributes:
        name: Name of its class.
        lang: Language of its texts; empty where any will do.

    Example:
        >>> with running("PersonReferences", "es"):
        ...     running_now()
        Running(name='PersonReferences', lang='es')
    """

    name: str
    lang: str


_running: ContextVar[Running | None] = ContextVar("running", default=None)


@contextmanager
def running(name: str, lang: str) -> Iterator[None]:
    """Name the transform that annotates within this context; within another one's, the inner one counts.

    Args:
        name: Name of its class.
        lang: Language of its texts; empty where any will do.
    """
    token = _running.set(Running(name, lang))
    try:
        yield
    finally:
        _running.reset(token)


def running_now() -> Running | None:
    """Return the transform that annotates, None outside of any."""
    return _running.get()
