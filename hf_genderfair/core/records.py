"""Read what others wrote as JSON or YAML; what is of another form is one line."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import MISSING, fields, is_dataclass
from pathlib import Path
from reprlib import repr as short_repr
from types import NoneType, UnionType
from typing import Any, Literal, TypeVar, Union, cast, get_args, get_origin, get_type_hints

import yaml

from hf_genderfair.core.errors import GenderfairError

PIECE = 1 << 20
"""Bytes of a file that are read at once."""

LARGEST = 2**64
"""Whole numbers are smaller: columns hold hashes up to here, and further ones count nothing."""

DEEPEST = 100
"""Levels of lists and mappings in each other."""

WORDS = {str: "text", int: "a whole number", float: "a number", bool: "true or false", NoneType: "null"}

Record = TypeVar("Record")

Loader = getattr(yaml, "CSafeLoader", yaml.SafeLoader)

MOST_VALUES = 1_000_000
"""Values of a file, with those that it names again; a word list in a chain has some thousands."""

LONGEST_NUMBER = 400
"""Characters of a number, or of a date; longer ones would be computed for hours."""


def read_record(kind: type[Record], text: str) -> Record:
    """Read a dataclass from JSON."""
    return as_record(kind, read_json(text))


def read_file(kind: type[Record], file: Path) -> Record:
    """Read a dataclass from a file of JSON; see `read_record`."""
    try:
        return read_record(kind, file.read_text(encoding="utf-8"))
    except (OSError, ValueError) as error:
        raise GenderfairError(f"{file} cannot be read ({error}): get it anew, or choose another folder") from error


def add_file(digest: Any, file: Path) -> Any:
    """Add the content of a file, piece by piece, to a hash, and return it."""
    with file.open("rb") as stream:
        while piece := stream.read(PIECE):
            digest.update(piece)
    return digest


def as_record(kind: type[Record], value: object) -> Record:
    """Return a value that was read from JSON as a dataclass; see `read_record`."""
    return cast(Record, _read(kind, value, ""))


def read_json(text: str) -> Any:
    """Read JSON of bounded depth whose texts can be written again."""
    try:
        value = json.loads(text)
        depth = _depth(value)
    except RecursionError:
        depth = DEEPEST + 1
    if depth > DEEPEST:
        raise ValueError(f"lists and mappings stand in each other over more than {DEEPEST} levels")
    # half of a surrogate pair can be written as an escape, and by nobody afterwards
    json.dumps(value, ensure_ascii=False).encode()
    return value


def _depth(value: object) -> int:
    level, depth = [value], 0
    while level := [part for each in level if isinstance(each, (list, dict)) for part in _parts(each)]:
        depth += 1
    return depth


def _parts(value: list[Any] | dict[str, Any]) -> Sequence[Any]:
    return value if isinstance(value, list) else list(value.values())


def _read(kind: Any, value: Any, place: str) -> Any:
    """Return a value as what an annotation says; `place` is where it stands."""
    origin, parts = get_origin(kind), get_args(kind)
    if kind is Any:
        return value
    if origin in (Union, UnionType):
        return _first(parts, value, place)
    if origin is Literal and isinstance(value, str) and value in parts:
        return value
    if origin is list and isinstance(value, list):
        return [_read(parts[0], each, f"{place}[{number}]") for number, each in enumerate(value)]
    if origin is tuple and isinstance(value, list) and parts[-1] is Ellipsis:
        return tuple(_read(parts[0], each, f"{place}[{number}]") for number, each in enumerate(value))
    if origin in (dict, Mapping) and isinstance(value, dict):
        return {name: _read(parts[1], each, _inside(place, name)) for name, each in value.items()}
    if is_dataclass(kind) and isinstance(value, dict):
        return _fields(kind, value, place)
    if hasattr(kind, "_fields") and isinstance(value, dict):
        return _fields(kind, value, place)
    if hasattr(kind, "_fields") and isinstance(value, list) and len(value) <= len(kind._fields):
        return _fields(kind, dict(zip(kind._fields, value, strict=False)), place)
    if _is_plain(kind, value):
        return value
    raise ValueError(f"{place or 'it'} is {short_repr(value)}, not {_in_words(kind)}")


def _first(kinds: Sequence[Any], value: Any, place: str) -> Any:
    """Return a value as the first of several types that it has."""
    for kind in kinds:
        with suppress(ValueError):
            return _read(kind, value, place)
    raise ValueError(f"{place or 'it'} is {short_repr(value)}, not {' or '.join(map(_in_words, kinds))}")


def _fields(kind: Any, values: Mapping[str, Any], place: str) -> Any:
    """Return the values of fields as a dataclass or a named tuple."""
    if is_dataclass(kind):
        known = {field.name for field in fields(kind)}
        needed = {each.name for each in fields(kind) if each.default is MISSING and each.default_factory is MISSING}
    else:
        known, needed = {*kind._fields}, {*kind._fields} - {*kind._field_defaults}
    for names, problem in ((values.keys() - known, "is not known"), (needed - values.keys(), "is missing")):
        if names:
            raise ValueError(f"{_inside(place, min(names))} {problem}")
    kinds = get_type_hints(kind)
    return kind(**{name: _read(kinds[name], value, _inside(place, name)) for name, value in values.items()})


def _inside(place: str, name: str) -> str:
    named = name if name.isidentifier() else short_repr(name)
    return f"{place}.{named}" if place else named


def _is_plain(kind: Any, value: Any) -> bool:
    if kind is int:
        return type(value) is int and -LARGEST < value < LARGEST
    if kind is float:
        return type(value) is float or _is_plain(int, value)
    return kind in WORDS and type(value) is kind


def _in_words(kind: Any) -> str:
    origin = get_origin(kind)
    if origin is Literal:
        return " or ".join(map(repr, get_args(kind)))
    if origin in (list, tuple) or hasattr(kind, "_fields"):
        return "a list"
    return WORDS.get(kind, "a mapping")


def read_yaml(text: str, loader: Any = Loader) -> Any:
    """Read YAML as plain values."""
    _check_size(text, loader)
    try:
        return yaml.load(text, loader)
    except yaml.YAMLError:
        raise
    except (ValueError, TypeError, LookupError, AttributeError, OverflowError) as error:
        # a day 99, an explicit tag on a text that cannot be read so
        raise yaml.YAMLError(f"a value cannot be read ({error})") from error


def _check_size(text: str, loader: Any) -> None:
    """Refuse what would be large or endless, from the events of the parser, before anything is built."""
    sizes: dict[str, int] = {}
    begun: list[tuple[str | None, int]] = []
    total = 0
    for event in yaml.parse(text, loader):
        if isinstance(event, yaml.CollectionEndEvent):
            anchor, before = begun.pop()
            if anchor:
                sizes[anchor] = total - before
            continue
        if not isinstance(event, yaml.NodeEvent):
            continue
        if isinstance(event, yaml.AliasEvent):
            if any(event.anchor == anchor for anchor, _ in begun):
                raise _refusal(event, f"{event.anchor!r} holds itself")
            total += sizes.get(event.anchor, 1)
        elif isinstance(event, yaml.CollectionStartEvent):
            begun.append((event.anchor, total))
            total += 1
        else:
            total += 1
            if len(event.value) > LONGEST_NUMBER and event.value[0] in "+-.0123456789" and " " not in event.value:
                raise _refusal(event, f"a number of {len(event.value):,} characters")
            if event.anchor:
                sizes[event.anchor] = 1
        if total > MOST_VALUES or len(begun) > DEEPEST:
            raise _refusal(event, f"more than {MOST_VALUES:,} values, or more than {DEEPEST} inside one another")


def _refusal(event: yaml.Event, problem: str) -> yaml.YAMLError:
    return yaml.MarkedYAMLError(problem=problem, problem_mark=event.start_mark)
