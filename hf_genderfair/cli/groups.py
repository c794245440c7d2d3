"""Groups of options: dataclasses whose fields are options, and commands that are handed one in place of these."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Mapping
from dataclasses import MISSING, dataclass, field, fields, is_dataclass
from functools import wraps
from typing import Annotated, Any, get_args, get_origin, get_type_hints

REQUIRED = inspect.Parameter.empty
"""Default of an option that has to be given."""

Command = Callable[..., None]


@dataclass(frozen=True)
class Varied:
    """How a command takes a group of options otherwise than the group has them.

    Attributes:
        without: Options that the command lacks: the group has their defaults.
        defaults: Other defaults, by the name of the field; None for the source leaves the whole group out where no
            source is named.
        types: Other annotations, by the name of the field.

    Example:
        >>> Varied(without=("title",)).defaults
        {}
    """

    without: tuple[str, ...] = ()
    defaults: Mapping[str, Any] = field(default_factory=dict)
    types: Mapping[str, Any] = field(default_factory=dict)


def grouped(command: Command) -> Command:
    """Give a command each option of its groups, and hand it the groups that these options make."""
    # A group is a parameter whose annotation is a dataclass; `Varied` in an ``Annotated`` changes it for one command. A
    # group that has a method ``finish`` is told when the command is done, and one that has the fields ``language`` and
    # ``lang_column``, which are no options of its own, what the command was told of the language of rows.
    own = inspect.signature(command, eval_str=True).parameters
    groups = {name: _options(each.annotation) for name, each in own.items() if _group(each.annotation) is not None}
    kind = inspect.Parameter.KEYWORD_ONLY
    signature = inspect.Signature(
        [option for name, each in own.items() for option in groups.get(name, [each.replace(kind=kind)])]
    )

    @wraps(command)
    def run(**given: Any) -> None:
        bound = signature.bind(**given)
        bound.apply_defaults()
        values = dict(bound.arguments)
        built: dict[str, Any] = {}
        for name, options in groups.items():
            taken = {option.name: values.pop(option.name) for option in options}
            absent = "source" in taken and taken["source"] is None
            if "language" in _facts(own[name].annotation):
                taken |= {"language": bound.arguments.get("lang"), "lang_column": given.get("lang_column")}
            built[name] = None if absent else _group(own[name].annotation)(**taken)
        command(**values, **built)
        for group in built.values():
            if hasattr(group, "finish"):
                group.finish()

    # typer reads the signature, and must not find that of the command behind it
    run.__signature__ = signature  # type: ignore[attr-defined]
    run.__annotations__ = {each.name: each.annotation for each in signature.parameters.values()}
    return run


def _group(annotation: Any) -> Any:
    """Return the dataclass that an annotation names; None where it names none."""
    bare = get_args(annotation)[0] if get_origin(annotation) is Annotated else annotation
    chosen = next((each for each in get_args(bare) if is_dataclass(each)), bare)
    return chosen if is_dataclass(chosen) else None


def _facts(annotation: Any) -> frozenset[str]:
    """Return the fields of a group."""
    return frozenset(each.name for each in fields(_group(annotation)))


def _options(annotation: Any) -> list[inspect.Parameter]:
    """Return the options of a group: its fields that are annotated as such."""
    varied = next((each for each in get_args(annotation) if isinstance(each, Varied)), Varied())
    group = _group(annotation)
    hints = {**get_type_hints(group, include_extras=True), **varied.types}
    return [
        inspect.Parameter(
            each.name,
            inspect.Parameter.KEYWORD_ONLY,
            annotation=hints[each.name],
            default=varied.defaults.get(each.name, REQUIRED if each.default is MISSING else each.default),
        )
        for each in fields(group)
        if each.name not in varied.without and get_origin(hints[each.name]) is Annotated
    ]
