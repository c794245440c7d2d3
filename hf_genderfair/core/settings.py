"""Type checks of the settings of a dataclass, when it is created."""

from __future__ import annotations

from collections.abc import Hashable, Mapping, Sequence
from dataclasses import dataclass, fields
from functools import cache
from numbers import Integral, Number, Real
from reprlib import repr as short_repr
from types import NoneType, UnionType
from typing import Annotated, Any, Literal, Union, cast, get_args, get_origin, get_type_hints

import numpy as np

from hf_genderfair.core.choices import choose, either
from hf_genderfair.core.errors import GenderfairError

WORDS = {str: "text", int: "a whole number", float: "a number", bool: "True or False", NoneType: "None"}
PLAIN = (str, bytes, Number, list, tuple, dict, set)
"""Types that cannot implement a protocol, such as that of a language model."""


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
    return GenderfairError(f"{name}={short_repr(value)} does not fit: give {_described(kind)}")


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
    return WORDS.get(kind) or f"a {getattr(kind, '__name__', kind)}"


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


def check_at_least_one(settings: Any, *names: str) -> None:
    """Refuse numbers of things that are below 1."""
    for name in names:
        value = getattr(settings, name)
        if value is not None and value < 1:
            raise GenderfairError(f"{name}={value} is too few: use at least 1")
