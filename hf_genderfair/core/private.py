"""What may leave this machine: no text in a dry run, and of addresses and paths the parts that hold no secret."""

from __future__ import annotations

import dataclasses
import re
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from pathlib import Path
from typing import Any

_SENDS: ContextVar[bool] = ContextVar("sends", default=True)

ADDRESS = re.compile(
    r"\b(?P<scheme>[a-z][a-z\d+.-]*://)(?P<host>[^\s/?#\"'<>]*)(?P<path>[^\s?#\"'<>]*)[^\s\"'<>]*", re.I
)
PLACE = re.compile(r"(/|~|\.\.?/|[A-Za-z]:[\\/]).*", re.DOTALL)
"""A path that tells where it is: from the root, from home, or from the folder where one stands."""


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


def public_text(text: str) -> str:
    """Return a text whose addresses have neither user, password, query nor fragment."""
    return ADDRESS.sub(lambda found: found["scheme"] + found["host"].rpartition("@")[2] + found["path"], text)


def public_name(name: str | Path) -> str:
    """Return a name as it may be kept: an address without secrets, the last part of a path, all else as it is."""
    text = str(name)
    if "://" in text:
        return public_text(text)
    local = isinstance(name, Path) or PLACE.fullmatch(text) or ("/" in text and "\n" not in text and _is_there(text))
    return (Path(text).name or Path(text).resolve().name or text) if local else text


def public_value(value: Any) -> Any:
    """Return a setting as it may be kept: plain values, in which every text is a `public_name`."""
    if isinstance(value, (str, Path)):
        return public_name(value)
    if dataclasses.is_dataclass(value) and not isinstance(value, type):
        return {field.name: public_value(getattr(value, field.name)) for field in dataclasses.fields(value)}
    if isinstance(value, Mapping):
        return {key: public_value(part) for key, part in value.items()}
    if isinstance(value, (list, tuple)):
        parts = [public_value(part) for part in value]
        return parts if isinstance(value, list) else tuple(parts)
    return value


def _is_there(text: str) -> bool:
    try:
        return Path(text).exists()
    except (OSError, ValueError):
        return False
