"""The list of what was changed, left out or left as it is in a data set: a file beside it, and its first lines."""

from __future__ import annotations

import csv
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import count, islice
from pathlib import Path
from typing import Any, Literal, NamedTuple

import pyarrow as pa
import pyarrow.compute as pc
import pyarrow.parquet as pq

from hf_genderfair.core.spans import Edit, edits_of, restore_text
from hf_genderfair.report.examples import LETTER, PERSONAL
from hf_genderfair.report.sentences import reason_in_words

CHANGES_FILE = "changes.tsv"
STEREOTYPE = "a stereotype"
"""Reason for which a sentence stays that may offend: a page masks its letters."""

HEAD = ("row", "before", "after", "reason")

LONGEST = 160
"""Characters of a text that a line shows."""

SHOWN = 4
"""Lines of each kind that a page shows."""

ROWS_AT_ONCE = 1_000

PHRASE = 3
"""An edit that removes more words than this removes what a text says, which may offend: a page masks its letters."""

Kind = Literal["changed", "removed", "left out", "unchanged"]
KINDS: tuple[Kind, ...] = ("changed", "removed", "left out", "unchanged")


class ListedChange(NamedTuple):
    """A line of the list.

    Attributes:
        kind: What became of it.
        row: Its split and number there, counted from 0; ``excluded`` before it where the row was left out.
        before: The words as they were, or the beginning of a text.
        after: The words as they are; empty where they are gone, and as before where they were left as they are.
        reason: Why, for a reader.

    Example:
        >>> ListedChange("changed", "train 0", "He", "She", "swapped").after
        'She'
    """

    kind: Kind
    row: str
    before: str
    after: str
    reason: str


class ChangeList(NamedTuple):
    """The list that was written.

    Attributes:
        file: Where.
        number: Number of its lines by kind.
        first: The first lines of each kind that name no address of a person.

    Example:
        >>> ChangeList(Path("changes.tsv"), {"left out": 3}, []).number["left out"]
        3
    """

    file: Path
    number: Mapping[str, int]
    first: Sequence[ListedChange]


@dataclass(frozen=True)
class ChangeColumns:
    """Where a data set says what was changed in it.

    What was left out is in its configuration ``excluded``, whose columns of reasons end in ``reason``.

    Attributes:
        text_column: Column of text.
        edited: Names before ``_edits``, ``_refusals``, ``_sentences`` and ``_reason`` of the columns of edits that were
            applied, and of what was left as it is. Where none is given, all columns of edits count in the rows whose
            text shows that they were applied.

    Example:
        >>> ChangeColumns(edited=("rewriting",)).names(["text", "rewriting_edits", "date"], left_out=False)
        ['text', 'rewriting_edits']
    """

    text_column: str = "text"
    edited: tuple[str, ...] = ()

    def names(self, column_names: Iterable[str], left_out: bool) -> list[str]:
        """Return the columns that are read; none where they say nothing of changes."""
        there = list(column_names)
        parts = ("edits", "refusals", "sentences", "reason")
        edited = {f"{name}_{part}" for name in self.edited or _edited(there) for part in parts}
        said = [name for name in there if (_is_reason(name) if left_out else name in edited)]
        return [*(name for name in there if name == self.text_column), *said] if said else []

    def changes(self, row: Mapping[str, Any], place: str) -> Iterator[ListedChange]:
        """Yield what was changed in a row that was kept."""
        text = row.get(self.text_column) or ""
        # what was applied last is undone first
        for name in reversed(self.edited or _edited(row)):
            edits = edits_of(row.get(f"{name}_edits") or [])
            before = _restored(text, edits)
            if not self.edited and (before is None or not edits):
                continue
            for edit in edits:
                kind: Kind = "changed" if edit.replacement or len(edit.original.split()) <= PHRASE else "removed"
                why = reason_in_words(edit.reason or edit.rule)
                yield ListedChange(kind, place, _line(edit.original), _line(edit.replacement), why)
            text = text if before is None else before
            left = (*(row.get(f"{name}_refusals") or ()), *(row.get(f"{name}_sentences") or ()))
            for (start, end), why in reasons_by_place(left).items():
                words = _line(text[start:end])
                yield ListedChange("unchanged", place, words, words, why)
            if row.get(f"{name}_reason"):
                words = _line(text)
                yield ListedChange("unchanged", place, words, words, reason_in_words(row[f"{name}_reason"]))

    def left_out(self, batch: pa.RecordBatch, places: Iterable[str]) -> Iterator[ListedChange]:
        """Yield what is said of rows that were left out: often most of a source, so that they are read by column."""
        said = [pc.cast(batch[name], pa.string()) for name in batch.schema.names if _is_reason(name)]
        reasons = pc.coalesce(*(pc.if_else(pc.equal(column, ""), None, column) for column in said), "")
        in_words = {reason: reason_in_words(reason) for reason in pc.unique(reasons).to_pylist()}
        begins = [""] * len(batch)
        if self.text_column in batch.schema.names:
            begins = pc.utf8_slice_codeunits(pc.fill_null(batch[self.text_column], ""), 0, 2 * LONGEST).to_pylist()
        for place, begin, reason in zip(places, begins, reasons.to_pylist(), strict=True):
            yield ListedChange("left out", place, _line(begin), "", in_words[reason])


def list_changes(
    file: Path, data: Iterable[tuple[bool, str, Path]], columns: ChangeColumns | None = None
) -> ChangeList | None:
    """Write the list of what was changed in files of data: whether its rows were left out, split and path of each."""
    number, shown = Counter[str](), Counter[str]()
    first: list[ListedChange] = []
    with file.open("w", encoding="utf-8", newline="") as stream:
        lines = csv.writer(stream, delimiter="\t", lineterminator="\n")
        lines.writerow(HEAD)
        for change in _changes(data, columns or ChangeColumns()):
            lines.writerow(change[1:])
            number[change.kind] += 1
            if shown[change.kind] < SHOWN and not PERSONAL.search(change.before):
                shown[change.kind] += 1
                offends = change.kind == "removed" or reason_in_words(STEREOTYPE) in change.reason
                first.append(_masked(change) if offends else change)
    if not number:
        file.unlink()
        return None
    return ChangeList(file, number, sorted(first, key=lambda change: KINDS.index(change.kind)))


def _masked(change: ListedChange) -> ListedChange:
    """Return a change without its letters."""
    before, after = (LETTER.sub("•", words) for words in (change.before, change.after))
    return change._replace(before=before, after=after)


def _changes(data: Iterable[tuple[bool, str, Path]], columns: ChangeColumns) -> Iterator[ListedChange]:
    """Yield what was changed in the rows of files, in their order."""
    numbers: dict[str, Iterator[int]] = {}
    for left_out, split, path in data:
        part = f"excluded {split}" if left_out else split
        places = (f"{part} {number}" for number in numbers.setdefault(part, count()))
        with pq.ParquetFile(path) as read:
            names = columns.names(read.schema_arrow.names, left_out)
            for batch in read.iter_batches(ROWS_AT_ONCE, columns=names) if names else ():
                if left_out:
                    yield from columns.left_out(batch, islice(places, len(batch)))
                    continue
                for row, place in zip(batch.to_pylist(), islice(places, len(batch)), strict=True):
                    yield from columns.changes(row, place)


def reasons_by_place(left: Iterable[Mapping[str, Any]]) -> dict[tuple[int, int], str]:
    """Return why places of a text stay as they are, in words; several reasons of one stand together."""
    reasons: dict[tuple[int, int], list[str]] = {}
    for each in left:
        if each["reason"]:
            reasons.setdefault((each["start"], each["end"]), []).append(reason_in_words(each["reason"]))
    return {place: "; ".join(dict.fromkeys(said)) for place, said in reasons.items()}


def _edited(column_names: Iterable[str]) -> tuple[str, ...]:
    """Return the names of what wrote columns of edits."""
    return tuple(name.removesuffix("_edits") for name in column_names if name.endswith("_edits"))


def _restored(text: str, edits: Sequence[Edit]) -> str | None:
    """Return a text as it was before edits; None where they were not applied to it."""
    try:
        return restore_text(text, edits)
    except ValueError:
        return None


def _is_reason(column: str) -> bool:
    """Return whether a column says why a row was left out."""
    return column in ("reason", "run_error") or column.endswith("_reason")


def _line(text: str) -> str:
    """Return the beginning of a text on one line."""
    line = " ".join(text[: 2 * LONGEST].split())
    return line if len(line) <= LONGEST else f"{line[:LONGEST]}…"
