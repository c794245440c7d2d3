"""What commands that read texts and print lines have in common: rows in; lines, JSON objects or a data set out."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from pathlib import Path
from typing import TYPE_CHECKING, Any, Protocol

import pyarrow as pa

from hf_genderfair.cli.lines import write_lines, write_objects
from hf_genderfair.cli.options import Output
from hf_genderfair.cli.origin import Origin
from hf_genderfair.cli.progress import PROGRESS
from hf_genderfair.core.transform import text_array

if TYPE_CHECKING:
    from hf_genderfair.report.report import Report

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
    make: Callable[..., Writable],
    rows_at_once: int | None = None,
) -> None:
    """Print what is found in the rows of a source, or write the data set that a recipe makes of them."""
    if output.out is None:
        print_rows(origin, output.jsonl, show, rows_at_once)
    else:
        write_made(make(origin.rows(), source=origin.described(), num_proc=output.num_proc), output)


def print_rows(origin: Origin, jsonl: bool, show: Show, rows_at_once: int | None = None) -> None:
    """Print what is found in the rows of a source."""
    write = write_objects if jsonl else write_lines
    for table in origin.tables():
        for first in range(0, len(table), rows_at_once or max(1, len(table))):
            rows = table.slice(first, rows_at_once)
            write(show(rows, jsonl))
            PROGRESS.rows += len(rows)


def texts_of(table: pa.Table, text_column: str) -> list[str]:
    """Return the texts of rows; empty where there is none."""
    return [text or "" for text in text_array(table[text_column], text_column).to_pylist()]


def write_made(made: Writable, output: Output) -> None:
    """Write a data set, and say what was written and where."""
    from hf_genderfair.cli.output import announce

    announce(output, made.write(output.folder, output.license, output.overwrite))
