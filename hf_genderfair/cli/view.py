"""The command ``view``."""

from __future__ import annotations

import re
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from hf_genderfair.cli.columns import ADDED_BY, TRANSFORMS
from hf_genderfair.cli.console import say
from hf_genderfair.cli.groups import REQUIRED, Options, grouped
from hf_genderfair.cli.origin import Origin, words_of_commands
from hf_genderfair.cli.progress import PROGRESS
from hf_genderfair.core.errors import OutputError, SourceError
from hf_genderfair.counterfactual.twins import TWIN
from hf_genderfair.hub.card import data_parts
from hf_genderfair.hub.folder import REPORT_FILE, all_or_nothing, check_target
from hf_genderfair.hub.locate import source_name
from hf_genderfair.hub.source import open_source
from hf_genderfair.report.report import Report
from hf_genderfair.report.view.page import PAGE_FILE, STATIC, ColumnFacts, write_view

if TYPE_CHECKING:
    from datasets import Dataset

MASKED = "stereotypes"
"""The capability whose spans are sentences that may offend."""

ViewedOrigin = Annotated[Origin, Options(without=("longest",), source=REQUIRED)]


@grouped
def view(
    origin: ViewedOrigin,
    out: Annotated[
        Path | None, typer.Option("--out", metavar="FOLDER", help="Folder of the page; by default NAME-view.")
    ] = None,
    limit: Annotated[int, typer.Option("--limit", min=1, help="Most rows; of several parts, some of each.")] = 100_000,
    overwrite: Annotated[
        bool, typer.Option("--overwrite", help="Replace a data set that stands in the folder.")
    ] = False,
) -> None:
    """Write a page to read the rows in a browser.

    The text, with what the columns of this library say of it: layers to switch on and off, edits, filters, search. A
    folder that a command wrote is shown with the rows that were left out. The page works from disk: it needs no
    server, and sends nothing anywhere. Sentences that may hold a stereotype are masked until they are asked for.

    Examples:
        hf-genderfair view corpus/
        hf-genderfair view fair/ --out fair-page --limit 5000
        hf-genderfair view me/first-person-pl --split train
    """
    name = re.sub(r"[^\w.-]+", "-", source_name(origin.source)).strip(".-")
    folder = out or Path(f"{name or 'rows'}-view")
    _check_free(folder, overwrite)
    title, parts, note = _published(origin, limit) or _source(origin, limit)
    capabilities, meanings = _declared()
    spans = {column: str(kind) for part in parts.values() for column, kind in part.features.items()}
    capabilities |= {column: capabilities[alike] for column, alike in _alike(spans, capabilities).items()}
    facts = ColumnFacts(
        origin.text_column,
        capabilities,
        meanings,
        frozenset(column for column, capability in capabilities.items() if capability == MASKED),
        next(iter(TWIN)),
    )
    with all_or_nothing(folder, overwrite) as building:
        rows = write_view(building, parts, title, facts, note)
    PROGRESS.written.append(folder)
    origin.close()
    say(f"{rows:,} rows. Written to {folder}: open {folder / PAGE_FILE} in a browser.")


def _check_free(folder: Path, overwrite: bool) -> None:
    is_page = all((folder / name).is_file() for name in STATIC)
    if overwrite and folder.is_dir() and any(folder.iterdir()) and not is_page:
        raise OutputError(f"{folder} holds something else than a page of this command: choose another folder")
    if not (overwrite and is_page):
        check_target(folder)


def _published(origin: Origin, limit: int) -> tuple[str, dict[str, Dataset], str] | None:
    """Return title, parts and a note of a folder with a report; None for other sources, or where a part is chosen."""
    file = Path(origin.source).expanduser() / REPORT_FILE
    if not file.is_file() or origin.split or origin.config:
        return None
    try:
        report = Report.from_json(file.read_text(encoding="utf-8"))
        described = data_parts(report)
    except (OSError, ValueError) as error:
        raise SourceError(f"{file} cannot be read ({error}): get it anew, or name a file of the data") from error
    parts = {}
    with words_of_commands():
        for part in described:
            config, _, split = part.partition("/")
            name = split if config == "default" else f"{config}, {split}"
            parts[name] = open_source(origin.source, origin.text_column, config=config, split=split)
    numbers = shares({name: len(rows) for name, rows in parts.items()}, limit)
    total, kept = sum(map(len, parts.values())), sum(numbers.values())
    note = f"{kept:,} of {total:,} rows: the first ones of each part." if kept < total else ""
    return report.title, {name: rows.select(range(numbers[name])) for name, rows in parts.items()}, note


def _source(origin: Origin, limit: int) -> tuple[str, dict[str, Dataset], str]:
    """Return title, rows and a note of a source."""
    rows = origin.rows(limit)
    name = source_name(origin.source)
    note = f"The first {limit:,} rows." if len(rows) == limit else ""
    return name, {origin.split or name: rows}, note


def shares(rows: Mapping[str, int], limit: int) -> dict[str, int]:
    """Return how many rows of each part are taken: all of small parts, and of the others equally many."""
    taken: dict[str, int] = {}
    for place, (name, number) in enumerate(sorted(rows.items(), key=lambda part: part[1])):
        taken[name] = min(number, (limit - sum(taken.values())) // (len(rows) - place))
    return taken


def _declared() -> tuple[dict[str, str], dict[str, str]]:
    """Return the capability and the meaning of each column that the library adds."""
    folders = {type(transform).__name__: type(transform).__module__.split(".")[1] for transform in TRANSFORMS}
    capabilities: dict[str, str] = {}
    meanings: dict[str, str] = {}
    for name, (features, said) in ADDED_BY.items():
        for column in features:
            capabilities.setdefault(column, folders.get(name, ""))
        meanings = {**said, **meanings}
    return capabilities, meanings


def _alike(columns: Mapping[str, str], capabilities: Mapping[str, str]) -> dict[str, str]:
    """Return for columns that are named after a setting, such as an attribute, a declared one with the same fields."""
    declared: dict[str, Any] = {}
    for features, _ in ADDED_BY.values():
        for column, kind in features.items():
            if "start" in str(kind):
                declared.setdefault(str(kind), column)
    return {name: declared[kind] for name, kind in columns.items() if name not in capabilities and kind in declared}
