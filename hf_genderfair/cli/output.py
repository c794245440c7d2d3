"""Write the result of a command and say where it lies."""

from __future__ import annotations

from dataclasses import asdict, replace
from pathlib import Path

from rich.console import Console
from rich.padding import Padding
from rich.text import Text

from hf_genderfair.cli.lines import json_line
from hf_genderfair.cli.progress import PROGRESS
from hf_genderfair.cli.say import say, visible
from hf_genderfair.cli.screen import fit_table
from hf_genderfair.generation.cost import Cost
from hf_genderfair.hub.contacts import Contacts
from hf_genderfair.hub.folder import REPORT_FILE
from hf_genderfair.report.render import render_text, report_tables, table_text
from hf_genderfair.report.report import Cell, Report, Table

SUMMARY = "fragments_by_gender"


def print_table(table: Table, err: bool = False) -> None:
    """Print a table with its title: fitted to the screen on a terminal, in plain columns otherwise."""
    console = Console(stderr=err)
    if not console.is_terminal:
        say(f"{table.title}\n{table_text(table)}", err=err)
        return
    console.print(Text(visible(table.title), style="bold"))
    for number, block in enumerate(fit_table(_visible_cells(table), console.width)):
        console.print(*([""] if number else []), block, sep="\n")
    console.print(Text(f"{visible(table.note)}\n" if table.note else ""))


def print_cost(cost: Cost, err: bool = False) -> None:
    """Print what answers of a language model cost."""
    print_table(Table("cost", "Cost", ["what", "number"], [list(row) for row in cost.as_table_rows()]), err)


def _visible_cells(table: Table) -> Table:
    rows = [[visible(cell) if isinstance(cell, str) else cell for cell in row] for row in table.rows]
    return replace(table, columns=list(map(visible, table.columns)), rows=rows)


def print_report(report: Report) -> None:
    """Print a whole report: fitted to the screen on a terminal, as `render_text` writes it otherwise."""
    if not Console().is_terminal:
        say(render_text(report), nl=False)
        return
    print_text(f"{report.title}\n")
    print_answers(report)
    for table in report_tables(report):
        print_table(table)
    print_text("".join(f"* {limit}\n" for limit in report.limits))


def print_answers(report: Report) -> None:
    """Print what the figures of a report say."""
    if report.answers:
        print_text("".join(f"* {answer}\n" for answer in report.answers))


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


def announce(folder: Path, report: Report, as_json: bool = False) -> None:
    """Print where a result lies, how many rows it has, and the figures by gender."""
    PROGRESS.written.append(folder)
    rows = {part: int(described["rows"]) for part, described in report.data.items()}
    contacts = Contacts.of_data(report.data)
    if as_json:
        written = {"folder": str(folder), "rows": rows, "excluded": report.excluded, "contacts": asdict(contacts)}
        say(json_line(written))
        return
    parts: list[list[Cell]] = [[part, number] for part, number in rows.items()]
    reasons: list[list[Cell]] = [[reason, number] for reason, number in sorted(report.excluded.items())]
    tables = [
        *(table for table in report.tables if table.name == SUMMARY),
        Table("excluded", "What was left out", ["reason", "rows"], reasons),
        Table("rows", "What was written", ["part", "rows"], parts),
    ]
    print_text(f"{report.title}\n")
    print_answers(report)
    for table in tables:
        if table.rows:
            print_table(table)
    if contacts != Contacts():
        print_text(found_contacts(contacts))
    print_text(f"Written to {folder}: read {folder / 'report.html'}, or {folder / REPORT_FILE} by program.")
