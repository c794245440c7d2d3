"""Arguments and options that several commands share."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from difflib import get_close_matches
from pathlib import Path
from typing import Annotated, Any, Literal, TypeAlias, TypeVar

import typer

from hf_genderfair.cli.groups import REQUIRED, Options
from hf_genderfair.core.errors import ColumnError, GenderfairError, LicenseError
from hf_genderfair.core.settings import Within, either
from hf_genderfair.hub.licenses import check_license
from hf_genderfair.hub.lines import PROBLEM

Value = TypeVar("Value")
Limit = Annotated[int | None, typer.Option("--limit", min=1, help="Read only the first rows, without the rest.")]
JsonLines = Annotated[bool, typer.Option("--jsonl", help="Print one JSON object for each text.")]
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


def _known_license(license: str | None) -> str | None:
    try:
        return None if license is None else check_license(license)
    except LicenseError as error:
        raise typer.BadParameter(str(error)) from error


KnownLicense = Annotated[str | None, typer.Option(callback=_known_license)]


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
