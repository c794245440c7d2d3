"""Write the result of a command and say where it lies."""

from __future__ import annotations

from pathlib import Path
from types import NoneType

import rich.table
import typer
from datasets import Dataset, DatasetDict
from rich.box import SIMPLE_HEAD
from rich.console import Console
from rich.markup import escape

from hf_genderfair.cli.lines import json_line
from hf_genderfair.cli.recipe import report_pages
from hf_genderfair.hub.card import CardDetails
from hf_genderfair.hub.folder import REPORT_FILE, write_dataset
from hf_genderfair.report.render import format_cell, table_text
from hf_genderfair.report.report import Cell, Report, Table

SUMMARY = "fragments_by_gender"


def write_result(
    folder: Path,
    kept: Dataset | DatasetDict,
    report: Report,
    excluded: Dataset | None = None,
    license: str | None = None,
    overwrite: bool = False,
) -> Report:
    """Write a data set with its report as JSON and as a page, and its card.

    Args:
        folder: Where to write.
        kept: The rows.
        report: Their report.
        excluded: Rows left out.
        license: Licence of the texts.
        overwrite: Replace a data set that stands there.

    Returns:
        The report with what ties it to the data.

    Raises:
        OutputError: See `write_dataset`.
    """
    return write_dataset(folder, kept, report, excluded, CardDetails(license), overwrite, pages=report_pages)


def print_table(table: Table) -> None:
    """Print a table with its title: ruled on a terminal, in plain columns otherwise.

    Args:
        table: The table.
    """
    console = Console()
    if not console.is_terminal:
        typer.echo(f"{table.title}\n{table_text(table)}")
        return
    ruled = rich.table.Table(title=table.title, title_justify="left", box=SIMPLE_HEAD, pad_edge=False)
    for index, name in enumerate(table.columns):
        cells = [row[index] for row in table.rows]
        number = all(isinstance(cell, (int, float, NoneType)) for cell in cells)
        width = max(map(len, [*name.split(), *(format_cell(cell) for cell in cells if number)]))
        ruled.add_column(name, justify="right" if number else "left", min_width=width, overflow="fold")
    for row in table.rows:
        ruled.add_row(*(escape(format_cell(cell)) for cell in row))
    console.print(ruled)
    typer.echo(f"{table.note}\n" if table.note else "")


def announce(folder: Path, report: Report, as_json: bool = False) -> None:
    """Print where a result lies, how many rows it has, and the figures by gender.

    Args:
        folder: Where it was written.
        report: What `write_result` returned.
        as_json: Print one JSON object.
    """
    rows = {part: int(described["rows"]) for part, described in report.data.items()}
    if as_json:
        typer.echo(json_line({"folder": str(folder), "rows": rows, "excluded": report.excluded}))
        return
    parts: list[list[Cell]] = [[part, number] for part, number in rows.items()]
    reasons: list[list[Cell]] = [[reason, number] for reason, number in sorted(report.excluded.items())]
    tables = [
        *(table for table in report.tables if table.name == SUMMARY),
        Table("excluded", "What was left out", ["reason", "rows"], reasons),
        Table("rows", "What was written", ["part", "rows"], parts),
    ]
    typer.echo(f"{report.title}\n")
    for table in tables:
        if table.rows:
            print_table(table)
    typer.echo(f"Written to {folder}: read {folder / 'report.html'}, or {folder / REPORT_FILE} by program.")
