"""Whether this process may send texts anywhere: a dry run may not."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar

_SENDS: ContextVar[bool] = ContextVar("sends", default=True)


@contextmanager
def nothing_sent() -> Iterator[None]:
    """Have what would ask a server fail in this context, before a key is read."""
    token = _SENDS.set(False)
    try:
        yield
    finally:
        _SENDS.reset(token)


def may_send() -> bool:
    """Return whether texts may be sent."""
    return _SENDS.get()
