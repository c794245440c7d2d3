"""What commands that read texts and print lines have in common: rows in; lines, JSON objects or a data set out."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import pyarrow as pa

from hf_genderfair.cli.console import PROGRESS
from hf_genderfair.cli.lines import write_lines, write_objects
from hf_genderfair.cli.options import Output
from hf_genderfair.cli.origin import Origin
from hf_genderfair.core.transform import text_array

if TYPE_CHECKING:
    from datasets import Features

    from hf_genderfair.recipes.made import Made

Show = Callable[[pa.Table, bool], Iterable[Any]]
"""From rows, and whether JSON is wanted, to what is printed of them: lines, or what `write_objects` takes."""


def run(
    origin: Origin,
    output: Output,
    show: Show,
    make: Callable[..., Made],
    adds: Callable[[], Features] | None = None,
    rows_at_once: int | None = None,
) -> None:
    """Print what is found in the rows of a source, or write the data set that a recipe makes of them."""
    if output.out is None:
        print_rows(origin, output.jsonl, show, rows_at_once)
        return
    leaves_out = output.leaves_out(adds()) if adds else []
    made = make(origin.rows(), source=origin.described(), num_proc=output.num_proc)
    write_made(without_columns(made, leaves_out), output)


def without_columns(made: Made, names: Collection[str]) -> Made:
    """Return what a recipe made, without some columns."""
    if not names:
        return made
    kept, excluded = (
        rows and rows.remove_columns([name for name in rows.column_names if name in names])
        for rows in (made.kept, made.excluded)
    )
    return replace(made, kept=kept, excluded=excluded)


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


def write_made(made: Made, output: Output) -> None:
    """Write a data set, and say what was written and where."""
    from hf_genderfair.cli.output import announce

    announce(output, made.write(output.folder, output.license, output.overwrite))
