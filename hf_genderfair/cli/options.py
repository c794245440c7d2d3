"""Arguments and options that several commands share, and the groups of them that become one object."""

from __future__ import annotations

import inspect
import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from copy import copy
from dataclasses import dataclass
from difflib import get_close_matches
from functools import partial, wraps
from pathlib import Path
from types import NoneType, UnionType
from typing import Annotated, Any, Literal, TypeAlias, TypeVar, Union, get_args, get_origin, get_type_hints

import typer
from typer.models import OptionInfo, ParameterInfo

from hf_genderfair.core.errors import ColumnError, GenderfairError, LicenseError
from hf_genderfair.core.settings import Within, either, language, language_tag
from hf_genderfair.hub.lines import PROBLEM

REQUIRED = inspect.Parameter.empty
"""Default of an option that has to be given."""

SHARED = ("lang", "lang_column", "text_column", "languages")
"""Fields that mean the same everywhere: where a group does not offer one, it takes what the command has; ``languages``
are those that its option ``--lang`` offers."""

METAVARS = {"column": "COLUMN", "name": "NAME", "folder": "FOLDER"}
"""What an option takes, by the last word of its field."""

PLAIN = (Path, bool, int, float, str)
SECTION = re.compile(r"^(?:Attributes|Args):\n((?: {4}.*\n|\n)+)", re.MULTILINE)
SENTENCE = re.compile(r"(?<=\.) (?=[A-Z`*])")
ENTRY = re.compile(r"^ {4}(\w+): ", re.MULTILINE)


class Options:
    """Says which fields of a group are options of a command, and what the command says otherwise of them.

    A group is a parameter of a command: a dataclass, made of the options that its fields are, or a dictionary of
    parameters of a function. Type, default, bounds and help of an option are those of the field.

    Args:
        names: The fields that are options; where neither they nor ``of`` are given, all that the docstring explains.
        of: The dataclass or function that has the fields; by default the annotated class.
        without: Fields that are neither options nor taken.
        takes: Fields that take the option, or the group made before, that the command has by that name.
        said: By field what is otherwise: a typer option (whose default ``...`` is that of the field), a `Flag`, or
            another default.
    """

    def __init__(
        self,
        *names: str,
        of: Callable[..., Any] | None = None,
        without: tuple[str, ...] = (),
        takes: tuple[str, ...] = (),
        **said: Any,
    ) -> None:
        """Hold what is said."""
        self.names, self.of, self.without, self.takes, self.said = names, of, without, takes, said


@dataclass(frozen=True)
class Flag:
    """An option without a value, which gives a field one."""

    name: str
    value: object
    help: str


class _Group:
    """A group of a command: its options by field, and what it makes of them."""

    def __init__(self, name: str, annotation: Any, taken: set[str]) -> None:
        chosen, *marks = get_args(annotation) if get_origin(annotation) is Annotated else (annotation,)
        self.said = next((mark for mark in marks if isinstance(mark, Options)), Options())
        parts = [each for each in get_args(chosen) if each is not NoneType]
        self.is_optional = len(parts) < len(get_args(chosen))
        kind = parts[0] if self.is_optional else chosen
        self.of = self.said.of or kind
        self.make: Callable[..., Any] = dict if get_origin(kind) is dict else self.of
        fields = inspect.signature(self.of).parameters
        help_texts, kinds = explained(self.of), get_type_hints(self.of, include_extras=True)
        named = [each for each in (*self.said.names, *self.said.said) if each in fields]
        only_named = self.said.names or self.said.of
        offered = named if only_named else [each for each in fields if each in help_texts or each in named]
        self.options: dict[str, inspect.Parameter] = {}
        for field in fields:
            if field in offered and field not in self.said.without:
                said = self.said.said.get(field, ...)
                default = fields[field].default
                option = _option(field, kinds[field], default, help_texts.get(field, ""), said, self.of)
                self.options[field] = option.replace(name=f"{name}_{field}" if field in taken else field)
        hidden = set(fields) - set(self.options) - set(self.said.without)
        self.taken = [each for each in (*SHARED, *self.said.takes) if each in hidden]

    def made(self, given: Mapping[str, Any]) -> Any:
        """Return what the group makes of the options of a command; None of an optional one without its first option."""
        first, *others = self.options.values()
        if self.is_optional and given[first.name] is None:
            idle = [option for option in others if given[option.name] != option.default]
            if idle:
                needed = _flag(first)
                raise typer.BadParameter(
                    f"{_flag(idle[0])} has no effect without {needed}: leave it out, or give {needed}"
                )
            return None
        values = {field: given[field] for field in self.taken if field in given}
        for field, option in self.options.items():
            value, said = given[option.name], self.said.said.get(field)
            read = getattr(said, "parser", None)
            if read and value is not None:
                # errors are those of the command, which says them in one line
                value = read(value)
            if isinstance(said, Flag):
                values |= {field: said.value} if value else {}
            elif isinstance(value, list):
                values |= {field: tuple(value)} if value else {}
            elif value is not None or option.default is not None:
                values[field] = value
        return self.make(**values)


def grouped(command: Callable[..., None]) -> Callable[..., None]:
    """Give a command each option of its groups, and hand it what the groups make of these."""
    # A group that has a method ``close`` is told when the command is done.
    own = inspect.signature(command, eval_str=True).parameters
    groups: dict[str, _Group] = {}
    options: list[inspect.Parameter] = []
    for name, each in own.items():
        if _is_group(each.annotation):
            groups[name] = _Group(name, each.annotation, {option.name for option in options})
            options += groups[name].options.values()
        else:
            options.append(each.replace(kind=inspect.Parameter.KEYWORD_ONLY))
    signature = inspect.Signature(options)
    # as `language_option` writes them
    offered = "".join(get_args(each.annotation)[1].metavar for each in options if each.name == "lang")
    languages = tuple(offered.strip("<>").split("|")) if "<" in offered else ()

    @wraps(command)
    def run(**given: Any) -> None:
        bound = signature.bind(**given)
        bound.apply_defaults()
        known: dict[str, Any] = {**bound.arguments, "languages": languages}
        for name, group in groups.items():
            known[name] = group.made(known)
        command(**{name: known[name] for name in own})
        for name in groups:
            if hasattr(known[name], "close"):
                known[name].close()

    # typer reads the signature, and must not find that of the command behind it
    run.__signature__ = signature  # type: ignore[attr-defined]
    run.__annotations__ = {each.name: each.annotation for each in options}
    return run


def _flag(option: inspect.Parameter) -> str:
    """Return an option as a shell has it."""
    info = get_args(option.annotation)[1]
    return str(info.param_decls[0] if info.param_decls else f"--{option.name.replace('_', '-')}")


def explained(of: Callable[..., Any]) -> dict[str, str]:
    """Return the first sentence that the docstrings of a dataclass and its bases, or of a function, say of a field."""
    texts: dict[str, str] = {}
    for kind in reversed(inspect.getmro(of) if isinstance(of, type) else (of,)):
        section = SECTION.search(f"{inspect.cleandoc(kind.__doc__ or '')}\n")
        entries = ENTRY.split(section[1])[1:] if section else []
        texts |= {
            name: SENTENCE.split(" ".join(text.split()))[0]
            for name, text in zip(entries[::2], entries[1::2], strict=True)
        }
    return {name: re.sub(r"``(.+?)``", r"'\1'", re.sub(r"\*(\S.*?)\*", r"\1", text)) for name, text in texts.items()}


def _is_group(annotation: Any) -> bool:
    chosen, *marks = get_args(annotation) if get_origin(annotation) is Annotated else (annotation,)
    return any(isinstance(mark, Options) for mark in marks) or hasattr(chosen, "__dataclass_fields__")


def _option(field: str, kind: Any, default: Any, text: str, said: Any, of: Callable[..., Any]) -> inspect.Parameter:
    """Return the option that a field is."""
    parameter = partial(inspect.Parameter, field, inspect.Parameter.KEYWORD_ONLY)
    if isinstance(said, Flag):
        return parameter(default=False, annotation=Annotated[bool, typer.Option(said.name, help=said.help)])
    marks = get_args(kind)[1:] if get_origin(kind) is Annotated else ()
    info = said if isinstance(said, ParameterInfo) else next((m for m in marks if isinstance(m, ParameterInfo)), None)
    info = copy(info) or typer.Option()
    if not isinstance(said, ParameterInfo) and said is not ...:
        default = said
    elif info.default is not ... and not str(info.default).startswith("--"):
        default = info.default
    if isinstance(info, OptionInfo) and str(info.default).startswith("--"):
        info.param_decls = (str(info.default), *(info.param_decls or ()))
    info.default = ...
    if field == "lang" and not info.parser:
        offered = getattr(of, "languages", ())
        said_of_texts = "Language of the texts." if offered else "Language of the texts, such as es."
        info = language_option(offered, info.help or said_of_texts)
        return parameter(default=default, annotation=Annotated[str, info])
    info.help = info.help or text
    kind, info.parser = str if info.parser else _plain(kind), None
    default = default if isinstance(default, (*PLAIN, type)) else None
    if get_origin(kind) is list and default is not REQUIRED:
        default = None
    if isinstance(info, OptionInfo):
        _name(info, field, kind, default)
        limits = next((mark for mark in marks if isinstance(mark, Within)), Within())
        info.min, info.max = limits.least if info.min is None else info.min, info.max or limits.most
    optional = kind if default is not None else kind | None
    return parameter(default=default, annotation=Annotated[optional, info])


def _name(info: OptionInfo, field: str, kind: Any, default: Any) -> None:
    """Name an option as its field is called: a flag without its opposite, what may be repeated in the singular."""
    words = field.removesuffix("_name")
    if get_origin(kind) is list:
        words = words.removesuffix("s")
    if not info.param_decls and not (kind is bool and default is True):
        info.param_decls = (f"--{words.strip('_').replace('_', '-')}",)
    if info.metavar is None and info.parser is None:
        ending = field.rpartition("_")[2]
        info.metavar = METAVARS.get(ending, "FILE" if kind is Path else None)


def _plain(kind: Any) -> Any:
    """Return the type that an option has for a field: of several, the first that a shell can write."""
    if get_origin(kind) is Annotated:
        return _plain(get_args(kind)[0])
    if get_origin(kind) in (Union, UnionType):
        parts = [_plain(part) for part in get_args(kind) if part is not NoneType and get_origin(part) is not Mapping]
        lists = (each for each in parts if get_origin(each) is list)
        return next(lists, next((each for each in PLAIN if each in parts), parts[0]))
    if get_origin(kind) is Mapping:
        return list[str]
    if get_origin(kind) is tuple or get_origin(kind) is list:
        return list[_plain(get_args(kind)[0])]  # type: ignore[misc]
    return kind if kind in PLAIN or get_origin(kind) is Literal else str


def language_option(offered: Sequence[str] = (), what: str = "Language of the texts.") -> Any:
    """Return the option ``--lang`` of a command, for the annotation of its argument."""
    codes = tuple(offered)

    def read(given: str) -> str:
        try:
            return language(given, codes) if codes else language_tag(given)
        except GenderfairError:
            known = f"not one of {', '.join(map(repr, codes))}" if codes else "no language: use a tag such as de"
            raise typer.BadParameter(f"{given!r} is {known}.") from None

    return typer.Option("--lang", metavar=f"<{'|'.join(codes)}>" if codes else "TAG", parser=read, help=what)


Value = TypeVar("Value")
Limit = Annotated[int | None, typer.Option("--limit", min=1, help="Read only the first rows, without the rest.")]
AsJson = Annotated[bool, typer.Option("--json", help="Print one JSON object.")]
Title = Annotated[str | None, typer.Option("--title", help="Title of report and card.")]
Seed = Annotated[int, typer.Option("--seed", min=0, help="Another seed gives another choice of rows.")]
DIVIDED_BY = typer.Option(
    ..., "--by", metavar="COLUMN", help="Divide by this column, such as year, date or section; dates by year."
)
EDITION_HELP = "Edition of the package's word lists: corrected, or as published, faults included."
WordListEdition = Annotated[Literal["corrected", "published"], typer.Option("--edition", help=EDITION_HELP)]
PipelineName = Annotated[
    str | None,
    typer.Option("--pipeline", metavar="NAME", help="An installed spaCy pipeline or a folder, instead of our own."),
]
Directory = Annotated[Path | None, typer.Option(metavar="DIR")]


def known_license(license: str | None) -> str | None:
    """Check the option of a licence: what the Hub does not know is wrong use."""
    if license is None:
        return None
    from hf_genderfair.hub.card import check_license

    try:
        return check_license(license)
    except LicenseError as error:
        raise typer.BadParameter(str(error)) from error


KnownLicense = Annotated[str | None, typer.Option(callback=known_license)]


@dataclass(frozen=True)
class Output:
    """Where a command writes, and what.

    Attributes:
        jsonl: Print one JSON object for each text.
        out: Write a data set with report and card there.
        title: Title of report and card.
        license: Licence of the texts as the Hub spells it, such as cc-by-4.0.
        num_proc: Number of processes.
        overwrite: Replace a data set that stands in the folder.
        columns: Of the columns that are added write few (labels and counts), all, or those that are named.
        tables: Print all tables of the report.
        as_json: Print one JSON object.

    Example:
        >>> Output().out is None
        True
    """

    jsonl: bool = False
    out: Directory = None
    title: str | None = None
    license: KnownLicense = None
    num_proc: Annotated[int | None, Within(1)] = None
    overwrite: bool = False
    columns: Annotated[str | None, typer.Option(metavar="few|all|NAMES")] = None
    tables: bool = False
    as_json: Annotated[bool, typer.Option("--json")] = False

    def __post_init__(self) -> None:
        """Refuse what cannot be printed together."""
        if self.tables and self.as_json:
            raise typer.BadParameter("--tables has no effect with --json: leave one of them out")

    @property
    def folder(self) -> Path:
        """Folder that is written."""
        assert self.out is not None
        return self.out

    def leaves_out(self, added: Mapping[str, Any]) -> list[str]:
        """Return the columns that are added and are not to be written."""
        if self.columns in (None, "all"):
            return []
        if self.columns == "few":
            return [name for name, kind in added.items() if not hasattr(kind, "dtype")]
        names = [name.strip() for name in str(self.columns).split(",")]
        unknown = [name for name in names if name not in added]
        if unknown:
            near = get_close_matches(unknown[0], added) or list(added)[:3]
            raise typer.BadParameter(
                f"--columns {unknown[0]!r} is no column that is added: give few, all or names, such as "
                f"{either(near)}; 'hf-genderfair columns' lists them with their meaning"
            )
        return [name for name in added if name not in names]


NAMED_FOLDER = typer.Option(REQUIRED, "--out", metavar="DIR", help="Folder to write: data, report and card.")
Lines: TypeAlias = Annotated[Output, Options(without=("title",))]
"""Lines, JSON lines or a data set with columns that are added."""

SameColumns: TypeAlias = Annotated[Output, Options(without=("title", "columns"))]
"""Lines, JSON lines or a data set without columns of results."""

Folder: TypeAlias = Annotated[Output, Options(out=NAMED_FOLDER, without=("jsonl", "columns"))]
"""A data set in a folder that has to be named."""


def pairs(given: Iterable[str], option: str, form: str, kind: Callable[[str], Value]) -> dict[str, Value]:
    """Read ``NAME=VALUE`` settings of an option, each name once."""
    found: dict[str, Value] = {}
    for each in given:
        name, _, value = map(str.strip, each.partition("="))
        try:
            read = kind(value)
        except ValueError:
            value = ""
        if not (name and value):
            raise GenderfairError(f"{option} {each!r} cannot be read: write {form}")
        if name in found:
            raise GenderfairError(f"{option} names {name} twice: give it one value")
        found[name] = read
    return found


def dividing_column(by: str | None, columns: Sequence[str]) -> str | None:
    """Return the column that ``--by`` means: ``year`` is that of the column ``date`` where there is no other."""
    if by == "year" and "year" not in columns and "date" in columns:
        return "date"
    if by is not None and by not in columns:
        there = ", ".join(repr(name) for name in columns if name != PROBLEM)
        raise ColumnError(f"no column {by!r}, but {there}: name one of them with --by")
    return by
