"""Count the unreadable rows of a source, and leave out texts that are too long."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

import pyarrow as pa
import pyarrow.compute as pc

from hf_genderfair.core.errors import SourceError
from hf_genderfair.core.text_view import LONGEST_WORD, long_words
from hf_genderfair.hub.lines import PROBLEM

if TYPE_CHECKING:
    from datasets import Dataset

TOO_LONG = "too_long"
NO_TEXT = "missing_text"
IN_WORDS = {
    "invalid_encoding": "encoding",
    "invalid_json": "no JSON",
    "not_text": "a number or list instead of text",
    "invalid_value": "a value that does not fit its column",
    TOO_LONG: "too long",
}
"""Reasons why a row is unreadable, as worded in messages; rows without a text are not unreadable."""

TOLERATED = 0.05


class UnreadableError(SourceError):
    """More than one row of twenty of a source cannot be read.

    Args:
        problems: What was found.

    Attributes:
        problems: The same.

    Example:
        >>> print(UnreadableError(ReadingProblems(3, Counter(invalid_json=1))))
        1 of 3 rows could not be read: 1 no JSON; mend the source, or pass keep_going=True
    """

    def __init__(self, problems: ReadingProblems) -> None:
        """Say what was found, and what to do."""
        super().__init__(f"{problems.in_words()}; mend the source, or pass keep_going=True")
        self.problems = problems


@dataclass
class ReadingProblems:
    """The numbers of rows and of unreadable rows of a source.

    Attributes:
        rows: Number of all rows.
        unreadable: Number of rows by reason, in the codes of ``reading_problem``.
        without_text: Number of rows whose text is null or missing, which is not an error.
        long_words: Number of words that are read by their ends alone, see `text_view`.

    Example:
        >>> found = ReadingProblems()
        >>> found.add(pa.table({"text": ["raz", "dw\ufffd", None], PROBLEM: [None, "invalid_encoding", None]}), "text")
        >>> found.in_words()
        '1 of 3 rows could not be read: 1 encoding; 1 row has no text'
    """

    rows: int = 0
    unreadable: Counter[str] = field(default_factory=Counter)
    without_text: int = 0
    long_words: int = 0

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
        self.rows += len(table)
        empty = table[text_column].null_count
        if PROBLEM in table.column_names and table[PROBLEM].null_count < len(table):
            stated = table.filter(pc.is_valid(table[PROBLEM]))
            reasons = Counter(stated[PROBLEM].to_pylist())
            reasons.pop(NO_TEXT, None)
            self.unreadable += reasons
            known = pc.is_in(stated[PROBLEM], pa.array(list(reasons), pa.string()))
            empty -= stated.filter(known)[text_column].null_count
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
        by_number = sorted(self.unreadable.items(), key=lambda item: (-item[1], item[0]))
        reasons = ", ".join(f"{number:,} {IN_WORDS.get(reason, reason)}" for reason, number in by_number)
        return f"{self.total:,} of {_rows(self.rows)} could not be read: {reasons}"

    def in_words(self) -> str:
        """Return the result in one line; empty if every row is readable, and as a whole, and has a text."""
        empty = long = ""
        if self.without_text:
            empty = f"{_rows(self.without_text)} {'has' if self.without_text == 1 else 'have'} no text"
        if self.long_words:
            words, by = ("word", "is read by its") if self.long_words == 1 else ("words", "are read by their")
            long = f"{self.long_words:,} {words} of more than {LONGEST_WORD} letters {by} ends alone"
        return "; ".join(part for part in (self.counted(), empty, long) if part)


def without_long_texts(table: pa.Table, text_column: str, longest: int | None) -> pa.Table:
    """Replace texts that are too long by null, with the reason ``too_long``."""
    texts = table[text_column]
    if longest is None or texts.nbytes <= longest:
        return table
    long = pc.fill_null(pc.greater(pc.utf8_length(texts), longest), False)
    if not pc.any(long).as_py():
        return table
    before = table[PROBLEM] if PROBLEM in table.column_names else pa.nulls(len(table), pa.string())
    problems = pc.if_else(long, pa.scalar(TOO_LONG), before)
    table = table.set_column(
        table.column_names.index(text_column), text_column, pc.if_else(long, pa.scalar(None, texts.type), texts)
    )
    if PROBLEM in table.column_names:
        return table.set_column(table.column_names.index(PROBLEM), PROBLEM, problems)
    return table.append_column(PROBLEM, problems)


def own_columns(rows: Dataset) -> list[str]:
    """Return the columns of the source: without what reading it added where every row could be read."""
    clean = PROBLEM in rows.column_names and not any(rows.unique(PROBLEM))
    return [name for name in rows.column_names if not (clean and name == PROBLEM)]


def _rows(number: int) -> str:
    return f"{number:,} row{'' if number == 1 else 's'}"
