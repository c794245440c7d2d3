"""Unreadable rows of a source: text that is no UTF-8 or too long, and how many there are."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

import pyarrow as pa
import pyarrow.compute as pc

from hf_genderfair.core.batches import is_list, is_text
from hf_genderfair.core.errors import SourceError
from hf_genderfair.core.text_view import LONGEST_WORD, long_words
from hf_genderfair.hub.lines import PROBLEM
from hf_genderfair.report.sentences import by_number, counted

if TYPE_CHECKING:
    from datasets import Dataset


INVALID, TOO_LONG = "invalid_encoding", "too_long"
NO_TEXT = "missing_text"
IN_WORDS = {
    INVALID: "encoding",
    "invalid_json": "no JSON",
    "not_text": "a number or list instead of text",
    "invalid_value": "a value that does not fit its column",
    TOO_LONG: "too long",
}
"""Reasons why a row is unreadable, as worded in messages; rows without a text are not unreadable."""

TOLERATED = 0.05


class UnreadableError(SourceError):
    """More than one row of twenty of a source cannot be read."""

    def __init__(self, problems: ReadingProblems) -> None:
        """Say what was found, and what to do."""
        super().__init__(f"{problems.in_words()}; mend the source, or pass keep_going=True")
        self.problems = problems


@dataclass
class ReadingProblems:
    """The numbers of rows and of unreadable rows of a source."""

    rows: int = 0
    unreadable: Counter[str] = field(default_factory=Counter)
    """Number of rows by reason, in the codes of ``reading_problem``."""
    without_text: int = 0  # number of rows whose text is null or missing, which is not an error
    long_words: int = 0  # number of words that are read by their ends alone, see `text_view`
    first: int | None = None  # number of the first unreadable row, counted from 0; None where it is not known

    @property
    def total(self) -> int:
        """Number of rows that could not be read."""
        return sum(self.unreadable.values())

    @property
    def too_many(self) -> bool:
        """Whether more than one row of twenty could not be read."""
        return self.total > TOLERATED * self.rows

    def add(self, table: pa.Table, text_column: str) -> None:
        """Count the rows of a table."""
        before = self.rows
        self.rows += len(table)
        empty = table[text_column].null_count
        if PROBLEM in table.column_names and table[PROBLEM].null_count < len(table):
            stated = table.filter(pc.is_valid(table[PROBLEM]))
            reasons = Counter(stated[PROBLEM].to_pylist())
            reasons.pop(NO_TEXT, None)
            self.unreadable += reasons
            known = pc.is_in(stated[PROBLEM], pa.array(list(reasons), pa.string()))
            empty -= stated.filter(known)[text_column].null_count
            if reasons and self.first is None:
                self.first = before + pc.index(pc.is_in(table[PROBLEM], pa.array(list(reasons))), True).as_py()
        self.without_text += empty
        self.long_words += sum(map(long_words, table[text_column].chunks))

    def __add__(self, other: ReadingProblems) -> ReadingProblems:
        """Return what was found in both."""
        return ReadingProblems(
            self.rows + other.rows,
            self.unreadable + other.unreadable,
            self.without_text + other.without_text,
            self.long_words + other.long_words,
        )

    def counted(self) -> str:
        """Return the number of unreadable rows with the reasons; empty if there are none."""
        if not self.total:
            return ""
        numbers = by_number(self.unreadable)
        reasons = ", ".join(f"{number:,} {IN_WORDS.get(reason, reason)}" for reason, number in numbers)
        return f"{self.total:,} of {counted(self.rows, 'row')} could not be read: {reasons}"

    def in_words(self, first: str = "") -> str:
        """Return the result in one line, with the place of the first unreadable row; empty if all could be read."""
        empty = long = ""
        if self.without_text:
            empty = f"{counted(self.without_text, 'row')} {'has' if self.without_text == 1 else 'have'} no text"
        if self.long_words:
            words, by = ("word", "is read by its") if self.long_words == 1 else ("words", "are read by their")
            long = f"{self.long_words:,} {words} of more than {LONGEST_WORD} letters {by} ends alone"
        return "; ".join(part for part in (f"{self.counted()}{first}", empty, long) if part)


def without_long_texts(table: pa.Table, text_column: str, longest: int | None) -> pa.Table:
    """Replace texts that are too long by null, with the reason ``too_long``."""
    texts = table[text_column]
    if longest is None or texts.nbytes <= longest:
        return table
    long = pc.fill_null(pc.greater(pc.utf8_length(texts), longest), False)
    if not pc.any(long).as_py():
        return table
    place = table.column_names.index(text_column)
    table = table.set_column(place, text_column, pc.if_else(long, pa.scalar(None, texts.type), texts))
    return _with_problem(table, long, TOO_LONG)


def _with_problem(table: pa.Table, rows: pa.Array | pa.ChunkedArray, reason: str) -> pa.Table:
    """Note why some rows of a table cannot be read as they are."""
    if PROBLEM not in table.column_names:
        return table.append_column(PROBLEM, pc.if_else(rows, pa.scalar(reason), pa.scalar(None, pa.string())))
    problems = pc.if_else(rows, pa.scalar(reason), table[PROBLEM].cast(pa.string()))
    return table.set_column(table.column_names.index(PROBLEM), PROBLEM, problems)


def own_columns(rows: Dataset) -> list[str]:
    """Return the columns of the source: without what reading it added where every row could be read."""
    clean = PROBLEM in rows.column_names and not any(rows.unique(PROBLEM))
    return [name for name in rows.column_names if not (clean and name == PROBLEM)]


def with_sound_text(table: pa.Table) -> tuple[pa.Table, list[int]]:
    """Replace bytes that are no UTF-8 by U+FFFD in all text of a table."""
    changed: set[int] = set()
    for index, column in enumerate(table.schema):
        if holds_text(kind := column.type) and not _is_sound(table.column(index)):
            given = table.column(index).cast(_as_bytes(kind)).to_pylist()
            values = [_mapped(value, kind, lambda text: text.decode(errors="replace")) for value in given]
            changed.update(row for row, value in enumerate(values) if _mapped(value, kind, str.encode) != given[row])
            table = table.set_column(index, column, pa.array(values, kind))
    return table, sorted(changed)


def mark_rows(table: pa.Table, rows: list[int]) -> pa.Table:
    """Note in ``reading_problem`` that the text of some rows was no UTF-8."""
    if not rows:
        return table
    return _with_problem(table, pc.is_in(pa.array(range(len(table))), pa.array(rows)), INVALID)


def holds_text(kind: pa.DataType) -> bool:
    """Return whether values of a type are text, or hold some."""
    inner = [kind.field(index).type for index in range(kind.num_fields)]
    return _is_text(kind) or any(map(holds_text, inner))


def _is_text(kind: pa.DataType) -> bool:
    return is_text(kind) or bool(pa.types.is_string_view(kind))


def _is_sound(column: pa.ChunkedArray) -> bool:
    try:
        column.validate(full=True)
    except pa.ArrowInvalid:
        return False
    return True


def _as_bytes(kind: pa.DataType) -> pa.DataType:
    """Return a type with bytes in place of text."""
    if _is_text(kind):
        return pa.large_binary()
    if pa.types.is_struct(kind):
        return pa.struct([field.with_type(_as_bytes(field.type)) for field in kind])
    if is_list(kind):
        inner = kind.value_field.with_type(_as_bytes(kind.value_type))
        size = kind.list_size if pa.types.is_fixed_size_list(kind) else -1
        return pa.large_list(inner) if pa.types.is_large_list(kind) else pa.list_(inner, size)
    return kind


def _mapped(value: Any, kind: pa.DataType, change: Any) -> Any:
    """Change what is text in a value of a type."""
    if value is None:
        return None
    if _is_text(kind):
        return change(value)
    if pa.types.is_struct(kind):
        return {field.name: _mapped(value[field.name], field.type, change) for field in kind}
    if is_list(kind):
        return [_mapped(each, kind.value_type, change) for each in value]
    return value
