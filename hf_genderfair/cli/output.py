"""Write the result of a command, laid out for a terminal of any width, and say where it lies."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import asdict, dataclass, replace

import rich.table
from rich.box import SIMPLE_HEAD
from rich.cells import cell_len
from rich.console import Console, RenderableType
from rich.padding import Padding
from rich.text import Text

from hf_genderfair.cli.console import PROGRESS, say, visible
from hf_genderfair.cli.lines import json_line
from hf_genderfair.cli.options import Output
from hf_genderfair.generation.generator import Cost
from hf_genderfair.hub.contacts import Contacts
from hf_genderfair.hub.folder import REPORT_FILE
from hf_genderfair.report.render import LIMITS, format_column, readable, render_text, report_tables, table_text
from hf_genderfair.report.report import Cell, Report, Table

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


SUMMARIES = {
    "fragments_by_gender": ("gender", "fragments", "share", "low", "high"),
    "balance_ratios": ("stage", "measure", "women", "men", "women : men"),
    "group_words": ("group", "before", "after"),
    "actors": ("gender", "actors", "share of actors", "low", "high"),
    "representation": ("attribute", "DR", "low", "high", "maximum"),
    "person_ratio": ("text", "L_PM : L_PF", "low", "high", "n"),
    "refusals": ("reason", "kind of word", "words", "number"),
    "excluded": ("reason", "rows"),
}
"""Tables that stand for a report on a screen, the first that it has, each with the columns that are shown."""

SHOWN_ANSWERS, SHOWN_ROWS = 3, 8


def print_table(table: Table, err: bool = False) -> None:
    """Print a table with its title: fitted to the screen on a terminal, in plain columns otherwise."""
    console = Console(stderr=err)
    if not console.is_terminal:
        say(f"{table.title}\n{table_text(table)}", err=err)
        return
    console.print(Text(visible(table.title), style="bold"))
    rows = [[visible(cell) if isinstance(cell, str) else cell for cell in row] for row in table.rows]
    shown = replace(table, columns=list(map(visible, table.columns)), rows=rows)
    for number, block in enumerate(fit_table(shown, console.width)):
        console.print(*([""] if number else []), block, sep="\n")
    console.print(Text(f"{visible(table.note)}\n" if table.note else ""))


def print_cost(cost: Cost, err: bool = False) -> None:
    """Print what answers of a language model cost."""
    print_table(
        Table("cost", "What the answers cost", ["what", "number"], [list(row) for row in cost.as_table_rows()]), err
    )


def print_report(report: Report) -> None:
    """Print a whole report: fitted to the screen on a terminal, as `render_text` writes it otherwise."""
    if not Console().is_terminal:
        say(render_text(report), nl=False)
        return
    print_text(f"{report.title}\n")
    print_answers(report.answers)
    for table in report_tables(report):
        print_table(table)
    print_text("".join(f"* {limit}\n" for limit in report.limits))


def print_answers(answers: Sequence[str]) -> None:
    """Print what the figures of a report say."""
    if answers:
        print_text("".join(f"* {answer}\n" for answer in answers))


def print_text(text: str) -> None:
    """Print text: wrapped between words on a terminal, below the first word of its line, as it is otherwise."""
    console = Console()
    if not console.is_terminal:
        say(text)
        return
    for line in visible(text).split("\n"):
        words = line.lstrip(" ")
        console.print(Padding(Text(words), (0, 0, 0, len(line) - len(words)), expand=False) if words else "")


def found_contacts(contacts: Contacts) -> str:
    """Return what is said before data are published that hold addresses and numbers of persons."""
    return f"Its columns of text hold {contacts.in_words()}: look at them, or write it anew with --redact."


def announce(output: Output, report: Report) -> None:
    """Print what a result says in a few sentences and one small table, and where all the rest lies."""
    PROGRESS.written.append(output.folder)
    rows = {part: int(described["rows"]) for part, described in report.data.items()}
    contacts = Contacts.of_data(report.data)
    if output.as_json:
        found = {"rows": rows, "excluded": report.excluded, "contacts": asdict(contacts)}
        say(json_line({"folder": str(output.folder), **found}))
        return
    if output.tables:
        print_report(report)
    else:
        print_text(f"{report.title}\n")
        print_answers(report.answers[:SHOWN_ANSWERS])
        table = summary(report)
        if table.rows:
            print_table(table)
    if contacts != Contacts():
        print_text(found_contacts(contacts))
    print_text(f"Rows written: {', '.join(f'{part} {number:,}' for part, number in rows.items())}.")
    rest = "" if output.tables else "; --tables prints all tables"
    print_text(f"Written to {output.folder}: read report.html there, or {REPORT_FILE} by program{rest}.")


def summary(report: Report) -> Table:
    """Return the first rows of the table that says most, in few columns; one without rows where there is none."""
    tables = {table.name: table for table in report_tables(report)}
    name = next((name for name in SUMMARIES if name in tables), None)
    if name is None:
        return Table("summary", "", [], [])
    table = tables[name]
    places = [table.columns.index(column) for column in SUMMARIES[name] if column in table.columns]
    rows = [[row[place] for place in places] for row in table.rows]
    shown = rows if len(rows) <= SHOWN_ROWS else rows[: SHOWN_ROWS - 1]
    note = f"… and {len(rows) - len(shown):,} more rows in the report." if len(shown) < len(rows) else ""
    said = readable(replace(table, columns=[table.columns[place] for place in places], rows=shown))
    return Table(table.name, table.title, said.heads, [list(row) for row in said.rows], note)
