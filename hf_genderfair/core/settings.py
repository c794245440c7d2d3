"""Checks of settings and other arguments, and what of them may leave this machine."""

from __future__ import annotations

import re
from collections.abc import Hashable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass, fields, is_dataclass
from difflib import get_close_matches
from functools import cache
from numbers import Integral, Number, Real
from pathlib import Path
from reprlib import repr as short_repr
from types import NoneType, UnionType
from typing import Annotated, Any, Literal, TypeVar, Union, cast, get_args, get_origin, get_type_hints

import numpy as np

from hf_genderfair.core.errors import GenderfairError

Option = TypeVar("Option", str, int)

TAG = re.compile(r"([A-Za-z]{2,3})(?:[-_][A-Za-z0-9]{1,8})*")
"""A language tag (BCP 47), also with the underscore of POSIX: ``de``, ``de-AT``, ``ca-valencia``, ``pl_PL``."""

THREE_LETTERS = {"cat": "ca", "deu": "de", "eng": "en", "ger": "de", "pol": "pl", "spa": "es"}
"""Codes of ISO 639-2 and 639-3 for languages that have one of two letters."""

WORDS = {str: "text", int: "a whole number", float: "a number", bool: "True or False", NoneType: "None"}
PLAIN = (str, bytes, Number, list, tuple, dict, set)
"""Types that cannot implement a protocol, such as that of a language model."""


def either(values: Iterable[object]) -> str:
    """Return values as a reader would list them."""
    *first, last = map(str, values)
    return f"{', '.join(first)} or {last}" if first else last


def choose(
    name: str, value: object, offered: Sequence[Option], error: type[GenderfairError] = GenderfairError
) -> Option:
    """Return the value of a setting."""
    for option in offered:
        if isinstance(value, type(option)) and not isinstance(value, bool) and value == option:
            return option
    words: list[str] = [str(option) for option in offered if isinstance(option, str)]
    near: list[str] = get_close_matches(value.lower(), words, 1) if isinstance(value, str) else []
    hint = f" (did you mean {near[0]!r}?)" if near and len(words) > 1 else ""
    raise error(f"{name}={short_repr(value)} is not offered: use {either(offered)}{hint}")


def language_code(lang: object) -> str | None:
    """Return the code of the language of a tag, without region, script or variant."""
    match = TAG.fullmatch(lang.strip()) if isinstance(lang, str) else None
    if match is None:
        return None
    code = match[1].lower()
    return THREE_LETTERS.get(code, code)


def language(lang: object, offered: Sequence[str]) -> str:
    """Return the code of a language that is offered."""
    code = language_code(lang)
    return code if code is not None and code in offered else choose("lang", lang, offered)


def language_tag(lang: object) -> str:
    """Return the code of the language of a tag; any language is accepted."""
    code = language_code(lang)
    if code is None:
        raise GenderfairError(f"lang={short_repr(lang)} names no language: use a tag such as de or de-AT")
    return code


@dataclass(frozen=True)
class Within:
    """Says in an ``Annotated`` between which numbers a setting lies."""

    least: float | None = None
    most: float | None = None

    def check(self, name: str, value: Any) -> None:
        """Refuse a number that lies outside."""
        if not isinstance(value, Real):
            return
        if self.most is not None and not (self.least or 0) <= float(value) <= self.most:
            raise GenderfairError(f"{name}={value} is out of range: use {self.least or 0:g} to {self.most:g}")
        if self.least is not None and float(value) < self.least:
            problem = "negative: use 0 or more" if self.least == 0 else f"too few: use at least {self.least:g}"
            raise GenderfairError(f"{name}={value} is {problem}")


def check_settings(settings: Any) -> None:
    """Refuse values that are of another type than the fields of a dataclass, or outside of their limits."""
    # Checked are annotations of plain values, literals, tuples, mappings, classes and protocols, and unions of these;
    # fields with other annotations accept any value.
    kinds = _kinds(cast(Hashable, type(settings)))
    for field in fields(settings):
        kind = kinds.get(field.name, Any)
        limits = get_args(kind)[1:] if get_origin(kind) is Annotated else ()
        kind = get_args(kind)[0] if limits else kind
        if field.init and not fits(getattr(settings, field.name), kind):
            raise _refusal(field.name, getattr(settings, field.name), kind)
        for limit in limits:
            if isinstance(limit, Within):
                limit.check(field.name, getattr(settings, field.name))


class Checked:
    """A dataclass whose settings are checked when it is made; see `check_settings`."""

    def __post_init__(self) -> None:
        """Check the settings."""
        check_settings(self)


@cache
def _kinds(settings: Hashable) -> dict[str, Any]:
    try:
        return get_type_hints(settings, include_extras=True)
    except (NameError, TypeError):  # annotations of a user's class may exist only for type checkers
        return {}


def _refusal(name: str, value: object, kind: Any) -> GenderfairError:
    if get_origin(kind) is Literal:
        try:
            choose(name, value, get_args(kind))
        except GenderfairError as error:
            return error
    if isinstance(value, str) and fits((value,), kind):
        return GenderfairError(f"{name}={short_repr(value)} is one text: put it into a tuple, ({value!r},)")
    return GenderfairError(f"{name}={short_repr(value)} does not fit: give {_described(kind)}{_as_in(value, kind)}")


def _as_in(value: object, kind: Any) -> str:
    """Return how an object is made, where its class or the first of its settings was given in its place."""
    for part in get_args(kind) or (kind,):
        if isinstance(part, type) and is_dataclass(part):
            if value is part:
                return f", as in {part.__name__}(...)"
            first = next((each.name for each in fields(part) if each.init and not each.kw_only), None)
            if isinstance(value, str) and first and fits(value, _kinds(cast(Hashable, part)).get(first, Any)):
                return f", as in {part.__name__}({value!r})"
    return ""


def _described(kind: Any) -> str:
    """Describe the type that a value must have."""
    if get_origin(kind) in (Union, UnionType):
        return either(_described(part) for part in get_args(kind))
    if get_origin(kind) is Literal:
        return either(get_args(kind))
    if get_origin(kind) is tuple:
        return f"a tuple of {_described(get_args(kind)[0]).replace('a tuple', 'tuples')}"
    if get_origin(kind) is Mapping:
        return f"a mapping to {_described(get_args(kind)[1])}"
    if get_origin(kind) is Sequence:
        return f"a list of {_described(get_args(kind)[0])}"
    name = getattr(kind, "__name__", str(kind))
    return WORDS.get(kind) or f"{'an' if name[0] in 'AEIO' else 'a'} {name}"


def fits(value: object, kind: Any) -> bool:
    """Return whether a value is of the type of an annotation; unknown annotations accept any value."""
    origin = get_origin(kind)
    if origin in (Union, UnionType):
        return any(fits(value, part) for part in get_args(kind))
    if origin is Literal:
        return any(type(value) is type(option) and value == option for option in get_args(kind))
    if origin is tuple:
        return isinstance(value, (tuple, list)) and _all_fit(value, get_args(kind))
    if origin is Mapping:
        return isinstance(value, Mapping) and all(fits(part, get_args(kind)[1]) for part in value.values())
    if origin is Sequence:
        return (
            isinstance(value, Sequence)
            and not isinstance(value, (str, bytes))
            and _all_fit(value, (*get_args(kind), ...))
        )
    return _is_one(value, kind) if isinstance(kind, type) and kind is not Any else True


def _all_fit(values: Sequence[object], kinds: tuple[Any, ...]) -> bool:
    if kinds[-1:] == (Ellipsis,):
        return all(fits(value, kinds[0]) for value in values)
    return len(values) == len(kinds) and all(map(fits, values, kinds))


def _is_one(value: object, kind: type) -> bool:
    """Return whether a value is of a class, or may implement a protocol."""
    is_bool = isinstance(value, (bool, np.bool_))
    if kind is bool:
        return is_bool or (isinstance(value, Integral) and value in (0, 1))
    if kind is int:
        return isinstance(value, Integral) and not is_bool
    if kind is float:
        return isinstance(value, Real) and not is_bool and value == value
    if getattr(kind, "_is_protocol", False):
        return not isinstance(value, PLAIN)
    return isinstance(value, kind)


def check_range(name: str, fewest: int, most: int | None) -> None:
    """Refuse a range that is empty."""
    if fewest < 0:
        raise GenderfairError(f"min_{name}={fewest} is negative: use 0 or more")
    if most is not None and most < fewest:
        raise GenderfairError(f"min_{name}={fewest} is more than max_{name}={most}: nothing lies between them")


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
    if is_dataclass(value) and not isinstance(value, type):
        return {field.name: public_value(getattr(value, field.name)) for field in fields(value)}
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
