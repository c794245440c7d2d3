"""Lay tables out for a terminal of any width, so that no figure is ever cut."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import rich.table
from rich.box import SIMPLE_HEAD
from rich.cells import cell_len
from rich.console import RenderableType
from rich.text import Text

from hf_genderfair.report.render import LIMITS, format_column
from hf_genderfair.report.report import Cell, Table

FIGURE = re.compile(r"[^A-Za-z]*\d[^A-Za-z]*[A-Za-z]{0,3}")
"""Text that is a figure: a number, a range, a percentage, a date, or a number with its unit."""

GAP = 2
"""Characters between two columns."""

PROSE_WIDTH = 16
"""A column of longer texts is not made narrower than this, or it would be a tower of single words."""

HEAD_LINES = 3
"""Lines that every further block of a table costs: its names, the rule below them, and the line before it."""


@dataclass(frozen=True)
class _Column:
    """A column with the width it needs and the width it would like."""

    name: str
    cells: Sequence[str]
    number: bool
    least: int
    most: int


def fit_table(table: Table, width: int) -> list[RenderableType]:
    """Lay a table out for a screen."""
    # Texts and names of columns are wrapped between words, a cell that holds a figure never is. A table that is still
    # too wide is divided: into blocks of columns, each with the columns that tell the rows apart, or into one list of
    # names and values for each row, whichever is shorter.
    columns = [_column(table, index, width) for index in range(len(table.columns))]
    blocks = _blocks(columns, _labels(table), width)
    turned = len(table.rows) * (len(columns) + 1)
    if blocks is None or (len(blocks) > 1 and turned < len(blocks) * (len(table.rows) + HEAD_LINES)):
        return [_record(columns, row) for row in range(len(table.rows))]
    return [_ruled(block, width) for block in blocks]


def _column(table: Table, index: int, width: int) -> _Column:
    name, texts = table.columns[index], format_column(table, index)
    cells: list[Cell] = [row[index] for row in table.rows]
    widest = max(map(cell_len, texts), default=0)
    if all(cell is None or not isinstance(cell, str) or FIGURE.fullmatch(cell) for cell in cells):
        least = widest
    else:
        least = max(_longest_word(texts), min(widest, PROSE_WIDTH))
    least = min(width, max(least, _longest_word([name])))
    number = all(not isinstance(cell, str) for cell in cells)
    return _Column(name, texts, number, least, max(least, widest, cell_len(name)))


def _longest_word(texts: Iterable[str]) -> int:
    return max((cell_len(word) for text in texts for word in text.split()), default=0)


def _labels(table: Table) -> int:
    """Return how many of the first columns tell the rows apart; one where no number of them does."""
    for count in range(1, len(table.columns)):
        if len({tuple(row[:count]) for row in table.rows}) == len(table.rows):
            return count
    return 1


def _total(columns: Sequence[_Column]) -> int:
    return sum(column.least for column in columns) + GAP * (len(columns) - 1)


def _blocks(columns: Sequence[_Column], labels: int, width: int) -> list[list[_Column]] | None:
    """Divide the columns among blocks that fit; None where some columns do not fit beside the labels."""
    head = list(columns[:labels])
    blocks = [head]
    for unit in _units(columns[labels:]):
        if _total([*blocks[-1], *unit]) > width and len(blocks[-1]) > labels:
            blocks.append(head)
        blocks[-1] = [*blocks[-1], *unit]
    return blocks if all(_total(block) <= width for block in blocks) else None


def _units(columns: Sequence[_Column]) -> list[list[_Column]]:
    """Keep the limits of an interval with the figure that they belong to."""
    units: list[list[_Column]] = []
    for column in columns:
        if units and column.name.startswith(LIMITS):
            units[-1].append(column)
        else:
            units.append([column])
    return units


def _ruled(columns: Sequence[_Column], width: int) -> rich.table.Table:
    ruled = rich.table.Table(box=SIMPLE_HEAD, show_edge=False, pad_edge=False, padding=(0, GAP - 1, 0, 0))
    for column, given in zip(columns, _widths(columns, width), strict=True):
        ruled.add_column(Text(column.name), justify="right" if column.number else "left", width=given, overflow="fold")
    for row in zip(*(column.cells for column in columns), strict=True):
        ruled.add_row(*map(Text, row))
    return ruled


def _widths(columns: Sequence[_Column], width: int) -> list[int]:
    """Give what is left of the screen to the columns that would like more, one character at a time."""
    widths = [column.least for column in columns]
    spare = width - _total(columns)
    while spare > 0 and (wanting := [index for index, column in enumerate(columns) if widths[index] < column.most]):
        for index in wanting[:spare]:
            widths[index] += 1
        spare -= len(wanting)
    return widths


def _record(columns: Sequence[_Column], row: int) -> Text:
    lines = (Text.assemble((f"{column.name}: ", "bold"), column.cells[row]) for column in columns)
    return Text("\n").join(lines)
