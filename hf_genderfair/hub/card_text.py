"""Render the card of a data set: metadata, and a text short enough to be read, with the tables that fit."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from functools import cache, partial
from textwrap import shorten
from typing import Any

from jinja2 import Environment, FunctionLoader, StrictUndefined, Template

from hf_genderfair import __version__
from hf_genderfair.hub.card import BEGIN, END, EXCLUDED, CardDetails, WrittenSplit, join_card, template_text
from hf_genderfair.hub.card_metadata import card_metadata, one_line
from hf_genderfair.hub.contacts import Contacts
from hf_genderfair.hub.fingerprint import describe_columns
from hf_genderfair.report.figures import Figure
from hf_genderfair.report.render import report_tables, table_markdown
from hf_genderfair.report.report import Cell, Report, Table
from hf_genderfair.report.sentences import listed

MOST_WORDS = 1_200
MOST_ROWS = 12
"""Longer tables are in the report only."""

MOST_ANSWERS = 3
MOST_NAMES = 80
LONGEST_ALT = 300
REPOSITORY = "namespace/name"
"""In place of the id of a repository until it is known; see `set_repository`."""

# an underscore inside a word has no meaning in Markdown
MARKDOWN = re.compile(r"[\\`*\[\]<>|&~#!]|(?<![^\W_])_|_(?![^\W_])")
DIRECTIONS = re.compile(r"[\u202a-\u202e\u2066-\u2069]")
FIELDS = re.compile(r"(?<=struct)<.*")
SENTENCE = re.compile(r".*?[.!?](?= |$)")


def render_card(
    report: Report,
    written: Sequence[WrittenSplit],
    details: CardDetails,
    figures: Mapping[str, Figure] | None = None,
    pages: Sequence[str] = (),
) -> str:
    """Write the card of a data set; every number in it comes from the report or from the rows written."""
    template = card_template(details.template)
    render = partial(template.render, _values(report, written, details, figures or {}, pages))
    left = MOST_WORDS - _words(f"{BEGIN} {render(figures=[], further=' all further tables and')} {END}")
    chosen = []
    for table in report.tables:
        words = _words(f"### {table.title} {table_markdown(table)}")
        if len(table.rows) <= MOST_ROWS and words <= left:
            chosen.append(table)
            left -= words
    body = _body(render, chosen, len(report.tables))
    # figures bring words of the template along: their heading, and how to read them
    while chosen and _words(f"{BEGIN} {body} {END}") > MOST_WORDS:
        body = _body(render, chosen := chosen[:-1], len(report.tables))
    body = DIRECTIONS.sub("", body).replace(BEGIN, "").replace(END, "")
    body = re.sub(r"\n{3,}", "\n\n", body).strip()
    return join_card(card_metadata(report, written, details), f"{BEGIN}\n{body}\n{END}\n")


def card_template(name: str) -> Template:
    """Return a template of ``cards/``, compiled once in a process."""
    return _environment().get_template(name)


@cache
def _environment() -> Environment:
    environment = Environment(
        undefined=StrictUndefined, trim_blocks=True, lstrip_blocks=True, loader=FunctionLoader(template_text)
    )
    environment.filters |= {"markdown_table": table_markdown, "plain": plain}
    return environment


def _body(render: Callable[..., str], chosen: Sequence[Table], tables: int) -> str:
    others = tables - len(chosen)
    further = f" {others} further table{'s' * (others > 1)} and" if others else ""
    return render(figures=chosen, further=further)


def plain(text: str) -> str:
    """Return a text in one line without meaning in Markdown."""
    return MARKDOWN.sub(lambda match: "\\" + match[0], one_line(text))


def _values(
    report: Report,
    written: Sequence[WrittenSplit],
    details: CardDetails,
    figures: Mapping[str, Figure],
    pages: Sequence[str],
) -> dict[str, Any]:
    """Return what templates name."""
    tables = {table.name: table for table in report_tables(report)}
    columns = _columns(written)
    names = [str(row[0]) for row in columns.rows]
    more = f" and {len(names) - MOST_NAMES:,} more" if len(names) > MOST_NAMES else ""
    ticks = max(map(len, re.findall("`+", details.rebuild or "")), default=0)
    return {
        "report": report,
        "details": details,
        "steps": _shortened(_steps(report)),
        "sources": _shortened(tables["sources"]) if "sources" in tables else None,
        "excluded": _shortened(_excluded(report)),
        "contents": _contents(written),
        "contacts": sum((part.contacts for part in written), Contacts()),
        "columns": columns,
        "column_names": ", ".join(names[:MOST_NAMES]) + more,
        "most_rows": MOST_ROWS,
        "most_answers": MOST_ANSWERS,
        "loading": _loading(written),
        "repository": REPOSITORY,
        "pictures": [{"file": name, "alt": _first_sentence(figure.alt)} for name, figure in figures.items()],
        "pages": pages[:MOST_ROWS],
        "more_pages": f" and {len(pages) - MOST_ROWS:,} more beside this card" if len(pages) > MOST_ROWS else "",
        "step_names": {step.name for step in report.steps},
        "redacted": [str(source["redacted"]) for source in report.sources if "redacted" in source],
        "left_out": [
            f"{part.config}/{part.split} is without {listed(part.empty_columns)}, since no row had a value."
            for part in written
            if part.empty_columns
        ],
        "fence": "`" * max(3, ticks + 1),
        "software": report.software.get("hf-genderfair", __version__),
    }


def _words(text: str) -> int:
    return len(text.split())


def _first_sentence(text: str) -> str:
    text = one_line(text)
    match = SENTENCE.match(text)
    return shorten(match[0] if match else text, LONGEST_ALT, placeholder=" …")


def _shortened(table: Table) -> Table | None:
    """Return the first rows of a table, with a note where there are more; None for a table without rows."""
    more = len(table.rows) - MOST_ROWS
    if more <= 0:
        return table if table.rows else None
    note = f"{table.note} {more:,} more {'is' if more == 1 else 'are'} in the report.".strip()
    return replace(table, rows=table.rows[:MOST_ROWS], note=note)


def _steps(report: Report) -> Table:
    """Return the steps without their parameters, of which there may be many."""
    rows: list[list[Any]] = [[step.name, step.version, step.rows_in, step.rows_out] for step in report.steps]
    return Table("steps", "Steps", ["step", "version", "rows in", "rows out"], rows)


def _excluded(report: Report) -> Table:
    """Return the number of rows left out by reason, the most frequent first, with the reasons as data hold them."""
    by_number = sorted(report.excluded.items(), key=lambda item: (-item[1], item[0]))
    rows: list[list[Cell]] = [[reason, reason, number] for reason, number in by_number]
    return Table("excluded", "Left out", ["reason", "in the data", "rows"], rows)


def _contents(written: Sequence[WrittenSplit]) -> Table:
    rows: list[list[Any]] = [[part.config, part.split, part.rows, part.fingerprint] for part in written]
    return Table("contents", "Contents", ["configuration", "split", "rows", "fingerprint"], rows)


def _columns(written: Sequence[WrittenSplit]) -> Table:
    described = describe_columns(written[0].features)
    rows: list[list[Any]] = [[name, _type(kind)] for name, kind in described.items()]
    return Table("columns", "Columns", ["column", "type"], rows)


def _type(kind: str) -> str:
    """Return a type without the fields of structs, which the metadata list."""
    return FIELDS.sub("", kind.replace("list<", "list of ")).rstrip(">")


def _loading(written: Sequence[WrittenSplit]) -> list[str]:
    """Return a line of code for each configuration."""
    splits: dict[str, list[str]] = {}
    for part in written:
        splits.setdefault(part.config, []).append(part.split)
    lines = []
    for config, names in splits.items():
        named = f", {json.dumps(config)}" if config == EXCLUDED else ""
        only = f", split={json.dumps(names[0])}" if len(names) == 1 else ""
        variable = config if config == EXCLUDED else "rows" if only else "splits"
        lines.append(f'{variable} = load_dataset("{REPOSITORY}"{named}{only})')
    return lines
