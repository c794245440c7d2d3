"""Checks of arguments that hold several texts or names: a single string would be read letter by letter."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from reprlib import repr as short_repr
from typing import cast

from hf_genderfair.core.errors import GenderfairError


def several_texts(texts: Iterable[str], name: str = "texts") -> Iterator[str]:
    """Return an iterator over texts that raises an error for anything else."""
    return cast(Iterator[str], _checked(_items(texts, name), name, missing=False))


def texts_or_none(texts: Iterable[str | None], name: str = "texts") -> Iterator[str | None]:
    """Return an iterator over texts of which some may be missing; see `several_texts`."""
    return _checked(_items(texts, name), name, missing=True)


def parallel_texts(**lists: Iterable[str]) -> list[list[str]]:
    """Return lists of texts whose items belong together by their index."""
    read = {name: list(several_texts(texts, name)) for name, texts in lists.items()}
    (first, wanted), *others = read.items()
    for name, found in others:
        if len(found) != len(wanted):
            plural = "" if len(wanted) == 1 else "s"
            raise GenderfairError(
                f"{first} has {len(wanted)} text{plural} and {name} has {len(found)}: give as many of each"
            )
    return list(read.values())


def several_names(names: Iterable[str], name: str) -> tuple[str, ...]:
    """Return names of columns or groups; a single name is refused."""
    if isinstance(names, (str, bytes)):
        raise GenderfairError(f"{name} holds several names: put a single one into a list, [{names!r}]")
    if not isinstance(names, Iterable):
        raise GenderfairError(f"{name} must be a list of names, not a value of type {type(names).__name__}")
    given = tuple(names)
    for index, value in enumerate(given):
        if not isinstance(value, str):
            raise GenderfairError(f"{name}[{index}] is {short_repr(value)}, no name")
    if not given:
        raise GenderfairError(f"{name} is empty: give at least one name")
    return given


def _items(texts: Iterable[str | None], name: str) -> Iterator[str | None]:
    if isinstance(texts, (str, bytes, bytearray)):
        raise GenderfairError(f"{name} holds several texts: put a single one into a list")
    if isinstance(texts, Mapping) or not isinstance(texts, Iterable):
        raise GenderfairError(f"{name} must be a list of texts, not a value of type {type(texts).__name__}")
    return iter(texts)


def _checked(texts: Iterator[str | None], name: str, missing: bool) -> Iterator[str | None]:
    for index, text in enumerate(texts):
        if not isinstance(text, str) and not (missing and text is None):
            raise _no_text(text, name, index)
        yield text


def _no_text(value: object, name: str, index: int) -> GenderfairError:
    hint = ""
    if isinstance(value, Mapping):
        hint = ": give a column, such as dataset['text']"
    elif isinstance(value, (bytes, bytearray)):
        hint = ": decode it"
    elif value is None:
        hint = ": leave it out, or put an empty text in its place"
    return GenderfairError(f"{name}[{index}] is {short_repr(value)}, no text{hint}")
