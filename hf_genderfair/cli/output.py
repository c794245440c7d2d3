"""Write the result of a command and say where it lies."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict, replace

from rich.console import Console
from rich.padding import Padding
from rich.text import Text

from hf_genderfair.cli.lines import json_line
from hf_genderfair.cli.options import Output
from hf_genderfair.cli.progress import PROGRESS
from hf_genderfair.cli.say import say, visible
from hf_genderfair.cli.screen import fit_table
from hf_genderfair.generation.generator import Cost
from hf_genderfair.hub.contacts import Contacts
from hf_genderfair.hub.folder import REPORT_FILE
from hf_genderfair.report.render import render_text, report_tables, table_text
from hf_genderfair.report.report import Report, Table

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

SHOWN_ANSWERS, SHOWN_ROWS = 3, 6


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
    print_table(
        Table("cost", "What the answers cost", ["what", "number"], [list(row) for row in cost.as_table_rows()]), err
    )


def _visible_cells(table: Table) -> Table:
    rows = [[visible(cell) if isinstance(cell, str) else cell for cell in row] for row in table.rows]
    return replace(table, columns=list(map(visible, table.columns)), rows=rows)


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
    rows = [[row[place] for place in places] for row in table.rows[:SHOWN_ROWS]]
    return replace(table, columns=[table.columns[place] for place in places], rows=rows, note="")
