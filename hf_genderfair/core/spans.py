"""Edits on a text, what was left unedited, and the one place where text is built from them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass
from typing import Any, NamedTuple

from datasets import Dataset, Features, List, Value

from hf_genderfair.core.errors import ColumnError

EDIT_FEATURE = List(
    {
        "start": Value("int32"),
        "end": Value("int32"),
        "original": Value("string"),
        "replacement": Value("string"),
        "rule": Value("string"),
        "reason": Value("string"),
    }
)


@dataclass(frozen=True)
class Edit:
    """One replacement in a text.

    Attributes:
        start: First character replaced, in Unicode code points from the start of the text.
        end: Character after the last one replaced.
        original: What stands there; kept so that the edit can be checked and undone.
        replacement: What stands there afterwards.
        rule: Name of the rule that proposed the edit.
        reason: Why, in words for a reader.
    """

    start: int
    end: int
    original: str
    replacement: str
    rule: str
    reason: str

    def to_dict(self) -> dict[str, Any]:
        """Return the edit as a row of an edit column."""
        return asdict(self)


class Refusal(NamedTuple):
    """A word that could be changed and is left as it is.

    Attributes:
        start: Offset of its first character in the text, in code points.
        end: Offset after its last character.
        rule: The rule that would have changed it.
        reason: Why it is left alone, such as ``thing``.

    Example:
        >>> Refusal(0, 8, "noun", "thing").reason
        'thing'
    """

    start: int
    end: int
    rule: str
    reason: str


def edit_text(text: str, edits: Iterable[Edit]) -> str:
    """Build a text with its edits; what no edit touches stays identical.

    Args:
        text: The original text.
        edits: Edits that do not overlap, in any order.

    Returns:
        The edited text.

    Raises:
        ValueError: Edits overlap, lie outside the text, or do not fit it.

    Example:
        >>> edit_text("Byłam tu.", [Edit(0, 5, "Byłam", "Byłem", "past", "masculine counterpart")])
        'Byłem tu.'
    """
    pieces, position = [], 0
    for edit in sorted(edits, key=lambda edit: (edit.start, edit.end)):
        if edit.start < position or edit.end < edit.start or text[edit.start : edit.end] != edit.original:
            raise ValueError(f"edit at {edit.start}-{edit.end} overlaps another or does not fit the text")
        pieces += [text[position : edit.start], edit.replacement]
        position = edit.end
    return "".join([*pieces, text[position:]])


def restore_text(text: str, edits: Iterable[Edit]) -> str:
    """Build the original text from an edited one.

    Args:
        text: What `edit_text` returned.
        edits: The edits it was given.

    Returns:
        The original text.

    Raises:
        ValueError: The text was changed since.
    """
    inverse, shift = [], 0
    for edit in sorted(edits, key=lambda edit: (edit.start, edit.end)):
        start = edit.start + shift
        end = start + len(edit.replacement)
        inverse.append(Edit(start, end, edit.replacement, edit.original, edit.rule, edit.reason))
        shift += len(edit.replacement) - len(edit.original)
    return edit_text(text, inverse)


def apply_edits(dataset: Dataset, column: str | Sequence[str], text_column: str = "text") -> Dataset:
    """Apply a column of edits to the text of every row.

    Args:
        dataset: Rows with a text and a column of edits.
        column: The column of edits, such as ``first_person_edits``, or several columns whose edits all point into the
            same text and do not overlap, such as ``("stereotype_edits", "counterfactual_edits")``.
        text_column: The text that the edits' offsets point into.

    Returns:
        The data set with the edited text; the edits stay, so that it can be undone.

    Raises:
        ColumnError: A column is missing.
    """
    return _rebuild(dataset, column, text_column, undo=False)


def undo_edits(dataset: Dataset, column: str | Sequence[str], text_column: str = "text") -> Dataset:
    """Undo what `apply_edits` did.

    Args:
        dataset: What `apply_edits` returned.
        column: The same column or columns of edits.
        text_column: The edited text.

    Returns:
        The data set with the original text.

    Raises:
        ColumnError: A column is missing.
    """
    return _rebuild(dataset, column, text_column, undo=True)


def _rebuild(dataset: Dataset, column: str | Sequence[str], text_column: str, undo: bool) -> Dataset:
    columns = [column] if isinstance(column, str) else list(column)
    for name in (*columns, text_column):
        if name not in dataset.column_names:
            raise ColumnError(f"no column {name!r}: the data set has {', '.join(map(repr, dataset.column_names))}")
    arguments = {"columns": columns, "text_column": text_column, "undo": undo}
    return dataset.map(_rebuild_batch, batched=True, fn_kwargs=arguments, features=Features(dataset.features))


def _rebuild_batch(batch: Mapping[str, Any], columns: Sequence[str], text_column: str, undo: bool) -> dict[str, Any]:
    build = restore_text if undo else edit_text
    rows = zip(*(batch[name] for name in columns), strict=True)
    edits = [[edit for column in row for edit in edits_of(column or [])] for row in rows]
    return {
        text_column: [
            build(text, found) if found else text for text, found in zip(batch[text_column], edits, strict=True)
        ]
    }


def edits_of(rows: Iterable[Mapping[str, Any]]) -> list[Edit]:
    """Return the edits of a cell of a column of edits; what else its structs hold is left out.

    Args:
        rows: Structs with the fields of an `Edit` at least.

    Example:
        >>> row = Edit(0, 2, "He", "She", "pronoun", "counterfactual").to_dict()
        >>> edits_of([{**row, "pair": "a1"}])[0].replacement
        'She'
    """
    return [Edit(**{name: row[name] for name in EDIT_FEATURE.feature}) for row in rows]
