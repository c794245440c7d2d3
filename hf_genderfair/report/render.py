"""Renderings of a report: plain text for a terminal, Markdown for a card, one self-contained page of HTML."""

from __future__ import annotations

import json
import re
from base64 import b64encode
from importlib.resources import files

from jinja2 import Environment, StrictUndefined

from hf_genderfair.report.figures import Figure
from hf_genderfair.report.report import Cell, Report, Table

# an underscore inside a word, as in `too_short`, has no meaning in Markdown and needs no backslash
MARKDOWN_SIGNS = re.compile(r"[\\`*\[\]<>|&~#]|(?<![^\W_])_|_(?![^\W_])")
MISSING = "–"


def format_cell(cell: Cell) -> str:
    """Write a cell for a reader.

    Args:
        cell: Text, a number, or None for an unknown figure.

    Returns:
        Integers with commas between thousands, other numbers with four significant digits, None as a dash.

    Example:
        >>> [format_cell(cell) for cell in (9910946, 0.62467, 12.5, "female", None)]
        ['9,910,946', '0.6247', '12.5', 'female', '–']
    """
    if cell is None:
        return MISSING
    if isinstance(cell, float):
        return f"{cell:,.0f}" if abs(cell) >= 10_000 else f"{cell:,.4g}"
    return f"{cell:,}" if isinstance(cell, int) else " ".join(cell.split())


def table_markdown(table: Table) -> str:
    """Return a table without its title in GitHub's Markdown, numbers aligned right, its note below.

    Characters with a meaning in Markdown are escaped.

    Example:
        >>> print(table_markdown(Table("rows", "Rows", ["reason", "rows"], [["too_short", 1200]])), end="")
        | reason | rows |
        | :--- | ---: |
        | too_short | 1,200 |
    """
    rules = ["---:" if number else ":---" for number in _numeric(table)]
    cells = [list(map(_markdown, row)) for row in [table.columns, *_formatted(table)]]
    lines = ["| " + " | ".join(row) + " |" for row in [cells[0], rules, *cells[1:]]]
    if table.note:
        lines += ["", _markdown(table.note)]
    return "\n".join(lines) + "\n"


def table_text(table: Table) -> str:
    """Return a table without its title as plain text in aligned columns, numbers aligned right, its note below.

    Example:
        >>> print(table_text(Table("rows", "Rows", ["reason", "rows"], [["too_short", 1200]])), end="")
        reason      rows
        too_short  1,200
    """
    rows = [table.columns, *_formatted(table)]
    widths = [max(len(row[index]) for row in rows) for index in range(len(table.columns))]
    numeric = _numeric(table)
    lines = [
        "  ".join(
            cell.rjust(width) if number else cell.ljust(width)
            for cell, width, number in zip(row, widths, numeric, strict=True)
        ).rstrip()
        for row in rows
    ]
    return "\n".join([*lines, *([table.note] if table.note else [])]) + "\n"


def render_markdown(report: Report) -> str:
    """Return the whole report in Markdown, the title at the first level and all other headings at the second.

    Example:
        >>> render_markdown(Report("Sentences about tea", "en")).splitlines()[0]
        '# Sentences about tea'
    """
    parts = [f"# {_markdown(report.title)}\n"]
    parts += [f"## {_markdown(table.title)}\n\n{table_markdown(table)}" for table in report_tables(report)]
    if report.limits:
        parts.append("## Known limits\n\n" + "".join(f"- {_markdown(limit)}\n" for limit in report.limits))
    return "\n".join(parts)


def render_text(report: Report) -> str:
    """Return the whole report as plain text in aligned columns, for a terminal.

    Example:
        >>> render_text(Report("Sentences about tea", "en")).splitlines()[:2]
        ['Sentences about tea', '===================']
    """
    parts = [_underlined(report.title, "=")]
    parts += [_underlined(table.title, "-") + table_text(table) for table in report_tables(report)]
    if report.limits:
        parts.append(_underlined("Known limits", "-") + "".join(f"* {limit}\n" for limit in report.limits))
    return "\n".join(parts)


def render_html(report: Report, *figures: Figure) -> str:
    """Write the whole report as one page of HTML that needs no other file, readable on a phone and in print.

    Args:
        report: The report.
        *figures: Figures to embed, with their descriptions for screen readers.

    Returns:
        The page; all text from the report is escaped.

    Example:
        >>> render_html(Report("Tea & sugar", "en")).splitlines()[:2]
        ['<!doctype html>', '<html lang="en">']
    """
    environment = Environment(
        autoescape=True, undefined=StrictUndefined, trim_blocks=True, lstrip_blocks=True, keep_trailing_newline=True
    )
    template = environment.from_string(files("hf_genderfair.report").joinpath("report.html.jinja").read_text("utf-8"))
    tables = [
        {"table": table, "numeric": _numeric(table), "rows": _formatted(table)} for table in report_tables(report)
    ]
    images = [{"figure": figure, "data": b64encode(figure.png).decode("ascii")} for figure in figures]
    return template.render(report=report, tables=tables, images=images)


def report_tables(report: Report) -> list[Table]:
    """Return a report without title and limits as tables: figures, exclusions, steps, sources, data and software."""
    steps = [[step.name, step.version, _plain(step.parameters), step.rows_in, step.rows_out] for step in report.steps]
    source_keys = list(dict.fromkeys(key for source in report.sources for key in source))
    sources: list[list[Cell]] = [[_plain(source.get(key)) for key in source_keys] for source in report.sources]
    excluded: list[list[Cell]] = [[reason, rows] for reason, rows in sorted(report.excluded.items())]
    about = {"language": report.language, **report.data, **report.software}
    tables = [
        *report.tables,
        Table("excluded", "What was left out", ["reason", "rows"], excluded),
        Table("steps", "How it was made", ["step", "version", "parameters", "rows in", "rows out"], steps),
        Table("sources", "Where the text comes from", source_keys, sources),
        Table("about", "Data and software", ["name", "value"], [[key, _plain(value)] for key, value in about.items()]),
    ]
    return [table for table in tables if table.rows]


def _underlined(title: str, line: str) -> str:
    return f"{title}\n{line * len(title)}\n"


def _plain(value: object) -> str | int | float | None:
    if value is None or (isinstance(value, (str, int, float)) and not isinstance(value, bool)):
        return value
    if isinstance(value, dict):
        return ", ".join(f"{key}={_plain(item)}" for key, item in value.items())
    if isinstance(value, (list, tuple)):
        return ", ".join(str(_plain(item)) for item in value)
    return json.dumps(value, default=str)


def _formatted(table: Table) -> list[list[str]]:
    return [[format_cell(cell) for cell in row] for row in table.rows]


def _numeric(table: Table) -> list[bool]:
    """Return for each column whether all known cells are numbers."""
    known = [[row[index] for row in table.rows if row[index] is not None] for index in range(len(table.columns))]
    return [bool(cells) and all(isinstance(cell, (int, float)) for cell in cells) for cells in known]


def _markdown(text: str) -> str:
    return MARKDOWN_SIGNS.sub(lambda match: "\\" + match[0], " ".join(text.split()))
