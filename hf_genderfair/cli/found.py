"""What commands print that find something in each text: a line, or a JSON object with all of it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import partial
from typing import Any, NamedTuple, Protocol, TypeVar

import pyarrow as pa

from hf_genderfair.cli.options import Output
from hf_genderfair.cli.origin import LINES_AT_ONCE, Origin
from hf_genderfair.cli.runner import Show, run, texts_of
from hf_genderfair.core.batches import column_array
from hf_genderfair.core.errors import ColumnError
from hf_genderfair.core.spans import Edit, edit_text
from hf_genderfair.core.transform import text_array
from hf_genderfair.hub.lines import PROBLEM
from hf_genderfair.languages.chain import Chain
from hf_genderfair.languages.text_transform import TextTransform
from hf_genderfair.recipes.annotated import Editing, annotated, edited, plain

Found = TypeVar("Found")


class Proposed(Protocol):
    """A named tuple with the edits that are proposed for a text, and what else is said of it."""

    @property
    def edits(self) -> list[Edit]:
        """Edits in order, without overlap."""

    def _asdict(self) -> dict[str, Any]: ...


class Edits(NamedTuple):
    """Edits of which nothing else is said."""

    edits: list[Edit]


def edited_line(text: str, proposed: Proposed) -> str:
    """Return a text with its edits."""
    return edit_text(text, proposed.edits)


def edited_fields(text: str, proposed: Proposed) -> dict[str, Any]:
    """Return the JSON object of a text with its edits, by which it can be undone."""
    said = {name: plain(value) for name, value in proposed._asdict().items()}
    return {"text": edit_text(text, proposed.edits), **said}


def run_editing(origin: Origin, output: Output, editing: Editing) -> None:
    """Print the texts of a source with edits, or write them as a data set."""
    show = show_found(origin.text_column, editing.find, edited_line, edited_fields)
    run(origin, output, show, partial(edited, editing=editing), editing.features, LINES_AT_ONCE)


def run_annotating(
    origin: Origin,
    output: Output,
    transform: TextTransform,
    find: Callable[[list[str]], Iterable[Found]],
    line: Callable[[str, Found], str],
    fields: Callable[[str, Found], Mapping[str, Any]],
) -> None:
    """Print what a transform finds in the texts of a source, or write them with its columns."""
    show = show_found(origin.text_column, find, line, fields, transform)
    run(origin, output, show, partial(annotated, chain=Chain(transform)), transform.features, LINES_AT_ONCE)


def show_found(
    text_column: str,
    find: Callable[[list[str]], Iterable[Found]],
    line: Callable[[str, Found], str],
    fields: Callable[[str, Found], Mapping[str, Any]],
    transform: TextTransform | None = None,
) -> Show:
    """Return how rows are shown one text at a time."""

    def show(table: pa.Table, jsonl: bool) -> Iterable[Any]:
        texts = texts_of(table, text_column)
        reasons = reasons_of(table, transform)
        own = [text if not reason else "" for text, reason in zip(texts, reasons or [None] * len(texts), strict=True)]
        rows = zip(texts, find(own), strict=True)
        if not jsonl:
            return (line(text, found) for text, found in rows)
        return with_reasons((fields(text, found) for text, found in rows), reasons)

    return show


def with_reasons(objects: Iterable[Mapping[str, Any]], reasons: Sequence[str | None] | None) -> Iterable[Any]:
    """Add to objects why rows are left alone, where any may be."""
    if reasons is None:
        return objects
    return ({**each, "reason": reason} for each, reason in zip(objects, reasons, strict=True))


def reasons_of(table: pa.Table, transform: TextTransform | None) -> list[str | None] | None:
    """Return why rows are left alone; None where all are read."""
    if transform is None or transform.lang_column is None:
        return None
    return transform.reasons({transform.lang_column: language_column(table, transform.lang_column)})


def language_column(table: pa.Table, name: str) -> pa.Array:
    """Return the column that names the languages of rows."""
    if name not in table.column_names:
        there = ", ".join(repr(column) for column in table.column_names if column != PROBLEM)
        raise ColumnError(f"no column {name!r}, but {there}: name the column of languages with --lang-column")
    return text_array(column_array(table[name], name), name)
