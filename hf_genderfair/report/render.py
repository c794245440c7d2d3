"""Renderings of a report: plain text for a terminal, Markdown for a card, one self-contained page of HTML."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from importlib.resources import files
from itertools import groupby
from math import floor, log10
from typing import NamedTuple

from jinja2 import Environment, FunctionLoader, StrictUndefined
from markupsafe import Markup, escape

from hf_genderfair.report.change_list import CHANGES_FILE, ChangeList
from hf_genderfair.report.figures import Figure
from hf_genderfair.report.report import Cell, Piece, Report, Table
from hf_genderfair.report.sentences import (
    by_number,
    counted,
    decimals_of,
    explained_terms,
    language_name,
    limits,
    percent,
    reason_in_words,
    signed,
    three_digits,
)

# an underscore inside a word, as in `too_short`, has no meaning in Markdown and needs no backslash
MARKDOWN_SIGNS = re.compile(r"[\\`*\[\]<>|&~#]|(?<![^\W_])_|_(?![^\W_])")
MISSING = "–"
SHARE = re.compile(r"(?:.* )?share(?: of .*| by .*)?|target")
"""Names of columns that hold shares."""

RATIO = re.compile(r" : |^f_[FM]/|^lean$|^z$|PMI")
"""Names of columns that hold ratios and their logarithms: two digits of them say enough."""

WHOLE = re.compile(r"\((?=[^()]*\d)[^()]{1,32}\)|[\d.]+ %")
"""What stands on one line of a page: an interval or a number in parentheses, and a percentage."""

LIMITS = ("low", "high")
"""How the names of columns begin that hold the limits of an interval."""

REASON = "reason"
"""Name of columns of reasons, which are written in plain words."""

LONG = 12
"""Tables with more rows are folded, in print as well."""

LONGEST_CELL = 200
"""Tables with longer cells are folded."""

OPEN_WORDS = 1_100
"""Words of a page that are read without opening anything: tables that would be beyond them are folded."""

MOST_LIMITS = 6
"""More limits than this are folded."""

FIRST_ANSWERS = 3
"""Answers at the top of a page; further ones stand below the picture."""

WIDE = 7
"""Tables with more columns are turned in a page where they have few rows: at most three, or half as many as columns."""

ROWS_COUNTED = "Rows are counted from 0, in each split."

UNSAID = {"und": "", "mul": "several languages"}
"""What is said of the language where no one language is known."""

HOW = ("steps", "sources", "about", "symbols")
"""Tables that tell how a data set was made, and of what only programs and other papers need; a page folds them."""


FOLDED = (*HOW, "balance_strata")
"""Tables that only few readers need; of the last the page says the main figures in words."""


class Readable(NamedTuple):
    """A table as it is read: figures with their intervals in one column, symbols in words."""

    heads: list[str]
    rows: list[list[str]]
    numeric: list[bool]  # whether all known cells of a column are numbers
    legend: str  # the symbols that heads stand for; empty where there are none


class Shown(NamedTuple):
    """A table as a page shows it."""

    table: Table
    readable: Readable  # the same as it is read
    folded: bool  # whether only its title is shown until a reader opens it
    rows: str  # its number of rows, with the noun
    long: bool  # whether it stays folded in print


def format_cell(cell: Cell) -> str:
    """Write a cell for a reader."""
    if cell is None:
        return MISSING
    if isinstance(cell, float):
        return signed(f"{cell:,.0f}") if abs(cell) >= 1000 else three_digits(cell)
    return signed(f"{cell:,}") if isinstance(cell, int) else " ".join(cell.split())


def format_column(table: Table, index: int) -> list[str]:
    """Write a column for a reader: shares and their limits as percentages, reasons in plain words."""
    cells = [row[index] for row in table.rows]
    if table.columns[index] == REASON:
        return [reason_in_words(format_cell(cell)) for cell in cells]
    return [_written(table, row, index) for row in table.rows]


def readable(table: Table) -> Readable:
    """Return a table as it is read."""
    names, numeric = table.columns, _numeric(table)
    columns, heads, kinds = [], [], []
    index = 0
    while index < len(names):
        cells, head = format_column(table, index), table.heads.get(names[index], names[index])
        kinds.append(numeric[index])
        if _has_limits(names, index):
            cells, head = _with_limits(table, index, cells), f"{head} (95 % interval)"
        columns.append(cells)
        heads.append(head)
        index += 3 if _has_limits(names, index) else 1
    legend = ", ".join(f"{symbol} for “{words}”" for symbol, words in _symbols(table).items())
    rows = [list(row) for row in zip(*columns, strict=True)] if columns else []
    return Readable(heads, rows, kinds, f"The file of figures writes {legend}." if legend else "")


def _symbols(table: Table) -> dict[str, str]:
    """Return what a table writes in place of symbols that occur in it."""
    used = {*table.columns, *(cell for row in table.rows for cell in row if isinstance(cell, str))}
    return {symbol: words for symbol, words in table.heads.items() if symbol in used}


def _written(table: Table, row: Sequence[Cell], index: int) -> str:
    """Return a cell as it is read; a row may be one of shares as a column may be."""
    cell = row[index]
    if isinstance(cell, str):
        # what a column is called says nothing of a cell that is written alike
        return format_cell(cell if cell in table.columns else table.heads.get(cell, cell))
    if cell is not None and _is_share(table, index, row):
        return percent(cell, _decimals(table, row, _estimate(table, index)))
    if isinstance(cell, float) and RATIO.search(table.columns[_estimate(table, index)]):
        return f"{cell:,.0f}" if abs(cell) >= 10 else f"{cell:.2g}"
    return format_cell(cell)


def table_markdown(table: Table) -> str:
    """Return a table without its title in GitHub's Markdown, numbers aligned right, its note below."""
    # Characters with a meaning in Markdown are escaped.
    shown = readable(table)
    rules = ["---:" if number else ":---" for number in shown.numeric]
    cells = [list(map(_markdown, row)) for row in [shown.heads, *shown.rows]]
    lines = ["| " + " | ".join(row) + " |" for row in [cells[0], rules, *cells[1:]]]
    for note in filter(None, (table.note, shown.legend)):
        lines += ["", _markdown(note)]
    return "\n".join(lines) + "\n"


def table_text(table: Table) -> str:
    """Return a table without its title as plain text in aligned columns, numbers aligned right, its note below."""
    columns = [format_column(table, index) for index in range(len(table.columns))]
    rows = [table.columns, *map(list, zip(*columns, strict=True))]
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
    if report.answers:
        parts.append("".join(f"- {_markdown(answer)}\n" for answer in report.answers))
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
    if report.answers:
        parts.append("".join(f"* {answer}\n" for answer in report.answers))
    parts += [_underlined(table.title, "-") + table_text(table) for table in report_tables(report)]
    if report.limits:
        parts.append(_underlined("Known limits", "-") + "".join(f"* {limit}\n" for limit in report.limits))
    return "\n".join(parts)


def render_html(
    report: Report, *figures: Figure, changes: ChangeList | None = None, links: Mapping[str, str] | None = None
) -> str:
    """Write the whole report as one page of HTML that needs no other file, readable on a phone and in print.

    Args:
        report: The report.
        *figures: Figures to embed, with their descriptions for screen readers; the first one stands at the top.
        changes: The list of what was changed, which lies beside the page; its first lines are shown.
        links: What else lies beside the page: addresses by what they are called.

    Returns:
        The page: answers, a picture, examples, tables, limits, and how the data set was made. All text from the report
        is escaped.

    Example:
        >>> render_html(Report("Tea & sugar", "en")).splitlines()[:2]
        ['<!doctype html>', '<html lang="en">']
    """
    template = _environment().get_template("report.html.jinja")
    tables = sorted([*report_tables(report), *_all_symbols(report)], key=lambda table: table.name in HOW)
    readables = [readable(table) if table.name in HOW else _turned(readable(table)) for table in tables]
    shown = _open_while_short(
        list(map(_shown, tables, readables)), OPEN_WORDS - _words_around(report, figures, changes)
    )
    return template.render(
        report=report,
        subject=_subject(report),
        first=report.answers[:FIRST_ANSWERS],
        further=report.answers[FIRST_ANSWERS:],
        figures=figures,
        changes=changes,
        changes_file=CHANGES_FILE,
        rows_counted=ROWS_COUNTED,
        links=links or {},
        folded_limits=len(report.limits) > MOST_LIMITS,
        examples=[(kind, list(group)) for kind, group in groupby(report.examples, lambda example: example.kind)],
        tables=[part for part in shown if part.table.name not in HOW],
        how=[part for part in shown if part.table.name in HOW],
        terms=explained_terms(" ".join(_said(report, shown, figures, changes))),
    )


def render_pieces(pieces: Sequence[Piece]) -> Markup:
    """Write a text as HTML, with what is deleted, inserted or marked in it.

    Args:
        pieces: The text, as of `edited_pieces` or `marked_pieces`.

    Returns:
        Elements ``del``, ``ins`` and ``mark``; ``span`` of the class ``masked``, and of the class ``person`` with the
        label and one of the colours ``--series-0`` to ``--series-4``, which a style sheet defines. All text is escaped.

    Example:
        >>> str(render_pieces([Piece("He", "deleted"), Piece("They", "inserted"), Piece(" <left>.")]))
        '<del>He</del><ins>They</ins> &lt;left&gt;.'
    """
    return Markup(_environment().get_template("pieces.html.jinja").make_module().pieces(pieces))  # type: ignore[attr-defined]


@cache
def _environment() -> Environment:
    environment = Environment(
        loader=FunctionLoader(lambda name: files("hf_genderfair.report").joinpath(name).read_text("utf-8")),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=True,
    )
    environment.filters["whole"] = _whole
    return environment


def _whole(text: str) -> Markup:
    """Return text as HTML in which no line ends within an interval, a number in parentheses or a percentage."""
    parts, place = [], 0
    for match in WHOLE.finditer(text):
        parts += [escape(text[place : match.start()]), Markup('<span class="whole">{}</span>').format(match[0])]
        place = match.end()
    return Markup("").join([*parts, escape(text[place:])])


def _shown(table: Table, shown: Readable) -> Shown:
    """Return a table as a page shows it: folded where it is long or holds long cells."""
    longest = max(len(cell) for row in shown.rows for cell in row)
    # a table that was turned is not long for that
    long = len(table.rows) > LONG
    folded = long or longest > LONGEST_CELL or table.name in FOLDED
    return Shown(table, shown, folded, counted(len(table.rows), "row"), long)


def _all_symbols(report: Report) -> list[Table]:
    """Return a table of what all tables write in place of symbols; none without such."""
    symbols = {symbol: words for table in report.tables for symbol, words in _symbols(table).items()}
    rows: list[list[Cell]] = [[symbol, words] for symbol, words in symbols.items()]
    title = "What the file of figures writes in short"
    return [Table("symbols", title, ["name", "meaning"], rows)] if rows else []


def _said(
    report: Report, shown: Sequence[Shown], figures: Sequence[Figure], changes: ChangeList | None
) -> Iterator[str]:
    """Yield what a page says in words of its own."""
    yield from (report.title, *report.answers, *report.limits)
    yield from (said for figure in figures for said in (figure.alt, figure.caption))
    if changes:
        yield ROWS_COUNTED
    yield from (said for example in report.examples for said in (example.kind, example.reason))
    for part in shown:
        cells = (cell for row in part.readable.rows for cell in row)
        yield from (part.table.title, part.table.note, *part.readable.heads, *cells)


def _open_while_short(tables: Sequence[Shown], words: int) -> list[Shown]:
    """Return tables of which the first ones are open, as far as so many words go."""
    shown = []
    for part in tables:
        cells = (cell for row in (part.readable.heads, *part.readable.rows) for cell in row)
        needed = sum(map(_words, (part.table.title, part.table.note, *cells)))
        part = part._replace(folded=part.folded or needed > words)
        words -= _words(part.table.title) + 2 if part.folded else needed
        shown.append(part)
    return shown


def _words_around(report: Report, figures: Sequence[Figure], changes: ChangeList | None) -> int:
    """Return the words of a page beside its tables."""
    limits = report.limits if len(report.limits) <= MOST_LIMITS else ()
    said = [report.title, *report.answers, *limits, *(figure.caption for figure in figures)]
    said += [piece.text for example in report.examples for piece in example.pieces]
    said += [example.reason for example in report.examples]
    said += [cell for change in (changes.first if changes else ()) for cell in change]
    return sum(map(_words, said))


def _words(text: str) -> int:
    return len(text.split())


def _turned(shown: Readable) -> Readable:
    """Return a wide table of few rows with its columns as rows, so that none lies beyond the edge."""
    if len(shown.heads) <= WIDE or 2 * len(shown.rows) > max(WIDE, len(shown.heads) - 2):
        return shown
    rows = [[head, *cells] for head, *cells in zip(shown.heads, *shown.rows, strict=True)]
    return Readable(rows[0], rows[1:], [False] + [True] * len(shown.rows), shown.legend)


def report_tables(report: Report) -> list[Table]:
    """Return a report without title, answers, examples and limits as tables."""
    steps = [[step.name, step.version, _plain(step.parameters), step.rows_in, step.rows_out] for step in report.steps]
    source_keys = list(dict.fromkeys(key for source in report.sources for key in source))
    sources: list[list[Cell]] = [[_plain(source.get(key)) for key in source_keys] for source in report.sources]
    source_heads = ["source" if key == "id" else key for key in source_keys]
    excluded: list[list[Cell]] = [[reason, rows] for reason, rows in by_number(report.excluded)]
    about = {"language": report.language, **report.data, **report.software}
    tables = [
        *report.tables,
        Table("excluded", "What was left out", [REASON, "rows"], excluded),
        Table("steps", "Steps", ["step", "version", "parameters", "rows in", "rows out"], steps),
        Table("sources", "Where the text comes from", source_heads, sources),
        Table("about", "Data and software", ["name", "value"], [[key, _plain(value)] for key, value in about.items()]),
    ]
    return [table for table in tables if table.rows and table.columns]


def _subject(report: Report) -> str:
    """Return what the report is about: sources, language and number of rows."""
    names = [str(source["id"]) for source in report.sources if source.get("id")]
    parts = [part for name, part in report.data.items() if isinstance(part, dict) and name.startswith("default/")]
    rows = [part["rows"] for part in parts if isinstance(part.get("rows"), int)]
    read = report.steps[0].rows_in if report.steps else None
    number = counted(sum(rows), "row") if rows else "" if read is None else counted(read, "row")
    more = f" and {len(names) - 1} more" if len(names) > 1 else ""
    language = UNSAID.get(report.language, language_name(report.language))
    return " · ".join(filter(None, [*names[:1], more.strip(), language, number]))


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


def _estimate(table: Table, index: int) -> int:
    """Return the column whose figures a column limits, or the column itself."""
    while index and table.columns[index].startswith(LIMITS):
        index -= 1
    return index


def _is_share(table: Table, index: int, row: Sequence[Cell]) -> bool:
    """Return whether a column, or a row, holds shares or the limits of shares."""
    index = _estimate(table, index)
    if isinstance(row[0], str) and SHARE.fullmatch(table.heads.get(row[0], row[0])):
        return isinstance(row[index], float)
    values = [row[index] for row in table.rows if isinstance(row[index], (int, float))]
    name = table.columns[index]
    return bool(SHARE.fullmatch(table.heads.get(name, name))) and all(-1 <= float(value or 0) <= 1 for value in values)


def _decimals(table: Table, row: Sequence[Cell], index: int) -> int:
    """Return with how many decimal places a share is written: with as many as a sentence that says the same."""
    known = [each for each in row[index + 1 : index + 3] if isinstance(each, (int, float))]
    return decimals_of(*known) if _has_limits(table.columns, index) and len(known) == 2 else 0


def _has_limits(names: Sequence[str], index: int) -> bool:
    return all(name.startswith(limit) for name, limit in zip(names[index + 1 : index + 3], LIMITS, strict=False)) and (
        len(names) > index + 2
    )


def _with_limits(table: Table, index: int, cells: list[str]) -> list[str]:
    """Return the cells of a column with the limits in the two columns after it."""
    written = []
    for cell, row, low, high in zip(
        cells, table.rows, format_column(table, index + 1), format_column(table, index + 2), strict=True
    ):
        known = [each for each in row[index + 1 : index + 3] if isinstance(each, (int, float))]
        if not known:
            written.append(cell)
        elif len(known) == 2 and _is_share(table, index, row):
            written.append(f"{cell} ({limits(float(known[0]), float(known[1]), _decimals(table, row, index))})")
        elif len(known) == 2 and isinstance(row[index], float) and abs(known[1] - known[0]) < 10:
            written.append("{} ({} to {})".format(*_as_exact([float(row[index] or 0), *map(float, known)])))
        else:
            written.append(f"{cell} ({low} to {high})")
    return written


def _as_exact(figures: Sequence[float]) -> list[str]:
    """Write a figure and its limits with as many decimals as make two digits of what lies between these."""
    width = figures[2] - figures[1]
    decimals = max(0, 1 - floor(log10(width))) if width > 0 else 2
    return [signed(f"{figure:,.{min(decimals, 4)}f}") for figure in figures]


def _numeric(table: Table) -> list[bool]:
    """Return for each column whether all known cells are numbers."""
    known = [[row[index] for row in table.rows if row[index] is not None] for index in range(len(table.columns))]
    return [bool(cells) and all(isinstance(cell, (int, float)) for cell in cells) for cells in known]


def _markdown(text: str) -> str:
    return MARKDOWN_SIGNS.sub(lambda match: "\\" + match[0], " ".join(text.split()))
