"""What commands that read texts and print lines have in common: rows in; lines, JSON objects or a data set out."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any, Protocol, TypeVar

import pyarrow as pa

from hf_genderfair.cli.lines import write_lines, write_objects
from hf_genderfair.cli.options import Folder, Output
from hf_genderfair.cli.origin import LINES_AT_ONCE, Origin
from hf_genderfair.cli.progress import PROGRESS
from hf_genderfair.core.errors import ColumnError
from hf_genderfair.core.map_batches import column_array
from hf_genderfair.core.transform import text_array
from hf_genderfair.hub.lines import PROBLEM

if TYPE_CHECKING:
    from datasets import Dataset

    from hf_genderfair.languages.text_transform import TextTransform
    from hf_genderfair.report.report import Report

Found = TypeVar("Found")
Show = Callable[[pa.Table, bool], Iterable[Any]]
"""From rows, and whether JSON is wanted, to what is printed of them: lines, or what `write_objects` takes."""


class Writable(Protocol):
    """What can be written as a data set."""

    def write(self, folder: Path, /, license: str | None = None, overwrite: bool = False) -> Report:
        """Write rows, report and card into a folder, and return the report."""


def run(
    origin: Origin,
    output: Output,
    show: Show,
    make: Callable[[Dataset], Writable],
    rows_at_once: int | None = None,
) -> None:
    """Print what is found in the rows of a source, or write the data set that is made of them."""
    if output.out is None:
        print_rows(origin, output.jsonl, show, rows_at_once)
    else:
        write_made(make(origin.rows()), output)


def print_rows(origin: Origin, jsonl: bool, show: Show, rows_at_once: int | None = None) -> None:
    """Print what is found in the rows of a source."""
    write = write_objects if jsonl else write_lines
    for table in origin.tables():
        for first in range(0, len(table), rows_at_once or max(1, len(table))):
            rows = table.slice(first, rows_at_once)
            write(show(rows, jsonl))
            PROGRESS.rows += len(rows)


def write_made(made: Writable, output: Output | Folder) -> None:
    """Write a data set, and say what was written and where."""
    from hf_genderfair.cli.output import announce

    assert output.out is not None
    announce(output.out, made.write(output.out, output.license, output.overwrite), output.as_json)


def print_found(
    origin: Origin,
    jsonl: bool,
    find: Callable[[list[str]], Iterable[Found]],
    line: Callable[[str, Found], str],
    fields: Callable[[str, Found], Mapping[str, Any]],
    transform: TextTransform | None = None,
) -> None:
    """Print what is found in the texts of a source; see `show_found`."""
    print_rows(origin, jsonl, show_found(origin.text_column, find, line, fields, transform), LINES_AT_ONCE)


def show_found(
    text_column: str,
    find: Callable[[list[str]], Iterable[Found]],
    line: Callable[[str, Found], str],
    fields: Callable[[str, Found], Mapping[str, Any]],
    transform: TextTransform | None = None,
) -> Show:
    """Return how rows are shown one text at a time."""

    def show(table: pa.Table, jsonl: bool) -> Iterable[Any]:
        texts = [text or "" for text in text_array(table[text_column], text_column).to_pylist()]
        reasons = _reasons(table, transform)
        own = [
            text if reason is None else "" for text, reason in zip(texts, reasons or [None] * len(texts), strict=True)
        ]
        rows = zip(texts, find(own), strict=True)
        if not jsonl:
            return (line(text, found) for text, found in rows)
        objects = (fields(text, found) for text, found in rows)
        if reasons is None:
            return objects
        return ({**each, "reason": reason} for each, reason in zip(objects, reasons, strict=True))

    return show


def _reasons(table: pa.Table, transform: TextTransform | None) -> list[str | None] | None:
    """Return why rows are left alone; None where all are read."""
    if transform is None or transform.lang_column is None:
        return None
    return transform.reasons({transform.lang_column: language_column(table, transform.lang_column)})


def language_column(table: pa.Table, name: str) -> pa.Array:
    """Return the column that names the languages of rows."""
    if name not in table.column_names:
        there = ", ".join(repr(column) for column in table.column_names if column != PROBLEM)
        raise ColumnError(f"no column {name!r}, but {there}: name the column of languages with --lang-column")
    return text_array(column_array(table[name], name), name)
