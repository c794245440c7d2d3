"""Write a page to read rows in a browser: static files that work from disk, without a server or a network."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from importlib.resources import files
from pathlib import Path
from typing import Any

import orjson
import pyarrow as pa
from datasets import ClassLabel, Dataset, Features

from hf_genderfair.core.batches import arrow_batches
from hf_genderfair.report.sentences import known_reasons
from hf_genderfair.report.view.layers import (
    INTEGERS,
    Facet,
    Layer,
    PlacedEdit,
    Woven,
    choose_version,
    class_name,
    find_facets,
    find_layers,
    offsets,
    place_span,
    useful_facets,
    weave_rows,
)

PAGE_FILE = "index.html"
ROWS_FOLDER = "rows"
STATIC = (PAGE_FILE, "view.css", "view.js")
"""Files that are the same in every folder: what the data say comes in by the script alone, as text."""

BATCH_ROWS = 1_000
CHUNK_ROWS = 250
CHUNK_BYTES = 400_000
LONGEST_CELL = 2_000
SHOWN_AT_FIRST = 2
"""Most layers of a capability that are switched on at first, beside those of edits."""

PART = "part"


@dataclass(frozen=True)
class ColumnFacts:
    """What is known of columns beside their types."""

    text_column: str = "text"
    capabilities: Mapping[str, str] = field(default_factory=dict)  # the capability that a column belongs to
    meanings: Mapping[str, str] = field(default_factory=dict)
    masked: frozenset[str] = frozenset()  # columns whose spans are hidden until a reader asks for them
    pair_column: str | None = None  # column with the name that two rows share


def write_view(
    folder: Path, parts: Mapping[str, Dataset], title: str, facts: ColumnFacts | None = None, note: str = ""
) -> int:
    """Write a page to read rows: the text with layers, filters, search."""
    view = _View(folder, parts, facts or ColumnFacts())
    (folder / ROWS_FOLDER).mkdir()
    for name, rows in parts.items():
        view.add_part(name, rows)
    view.chunks.close()
    index = {"title": title, "note": note, "reasons": known_reasons(), **view.index()}
    (folder / "index.js").write_bytes(b"index(" + orjson.dumps(index) + b");\n")
    for name in STATIC:
        (folder / name).write_bytes(files("hf_genderfair.report.view").joinpath(name).read_bytes())
    return view.chunks.rows


class _Chunks:
    """Files of rows, small enough to be read when a page of rows is shown."""

    def __init__(self, folder: Path) -> None:
        self.rows = 0
        self.starts: list[int] = []
        self._folder, self._pending = folder, list[bytes]()

    def add(self, row: list[Any]) -> None:
        if not self._pending:
            self.starts.append(self.rows)
        self._pending.append(orjson.dumps(row))
        self.rows += 1
        if len(self._pending) >= CHUNK_ROWS or sum(map(len, self._pending)) >= CHUNK_BYTES:
            self.close()

    def close(self) -> None:
        """Write the rows that wait."""
        if self._pending:
            number = len(self.starts) - 1
            content = b"rows(%d,[%s]);\n" % (number, b",".join(self._pending))
            (self._folder / f"{number:05d}.js").write_bytes(content)
            self._pending = []


class _View:
    """What the page is made of, while the rows are read."""

    def __init__(self, folder: Path, parts: Mapping[str, Dataset], facts: ColumnFacts) -> None:
        self.facts = facts
        self.chunks = _Chunks(folder / ROWS_FOLDER)
        self.features = Features({name: kind for rows in parts.values() for name, kind in rows.features.items()})
        self.layers = find_layers(self.features)
        self.covered = [0] * len(self.layers)
        self.characters = 0
        self.facets = [Facet(PART), *find_facets(self.features, facts.text_column, frozenset(facts.capabilities))]
        self.applied: set[str] = set()
        hidden = {facts.text_column, *(layer.column for layer in self.layers)}
        self.columns = [
            field.name
            for field in self.features.arrow_schema
            if field.name not in hidden and "binary" not in str(field.type)
        ]
        self.starts: dict[str, int] = {}
        self.pairs: dict[str, list[int]] = {}

    def add_part(self, name: str, rows: Dataset) -> None:
        """Read the rows of a part."""
        self.starts[name] = self.chunks.rows
        for table in arrow_batches(rows, batch_rows=BATCH_ROWS, desc=f"Read {name}"):
            cells = {column: values_of(table[column]) for column in table.column_names if column in self.features}
            self._index(name, cells, table.num_rows)
            for row in self._rows(cells, table.num_rows):
                self.chunks.add(row)

    def _index(self, part: str, cells: Mapping[str, Sequence[Any]], number: int) -> None:
        nothing = [None] * number
        texts = cells.get(self.facts.text_column, nothing)
        for facet in self.facets:
            column = [part] * number if facet.column == PART else cells.get(facet.column, nothing)
            for cell, text in zip(column, texts, strict=True):
                facet.add(cell, text)
        for row, pair in enumerate(cells.get(self.facts.pair_column or "", nothing), self.chunks.rows):
            if pair is not None:
                self.pairs.setdefault(pair, []).append(row)

    def _rows(self, cells: Mapping[str, Sequence[Any]], number: int) -> Iterator[list[Any]]:
        """Yield each row as text, spans and values of the other columns."""
        texts = cells.get(self.facts.text_column, [None] * number)
        edits = {layer.column: cells[layer.column] for layer in self.layers if layer.edits and layer.column in cells}
        woven = weave_rows([text or "" for text in texts], edits)
        layers = [(place, layer) for place, layer in enumerate(self.layers) if layer.column in cells]
        versions = {
            place: choose_version(woven, layer, cells[layer.column]) for place, layer in layers if not layer.edits
        }
        for row, (text, read) in enumerate(zip(woven, texts, strict=True)):
            spans: list[list[Any]] = []
            for place, layer in layers:
                found = list(
                    _edits(layer, text.edits) if layer.edits else _spans(layer, text, versions[place], cells, row)
                )
                self.covered[place] += sum(end - start for start, end, *_ in found)
                spans += [[place, *span] for span in found]
            self.applied |= {edit.column for edit in text.edits if edit.applied}
            self.characters += len(text.text)
            values = [self._value(name, cells[name][row]) if name in cells else None for name in self.columns]
            yield [None if read is None else text.text, _in_utf_16(text.text, spans, self.layers), values, text.unfit]

    def _value(self, column: str, value: Any) -> Any:
        kind = self.features[column]
        if isinstance(kind, ClassLabel):
            return class_name(kind.names, value)
        if value is None or isinstance(value, (str, bool, int, float)):
            return value
        return (
            orjson.dumps(value, default=str).decode()[:LONGEST_CELL] if isinstance(value, (list, dict)) else str(value)
        )

    def index(self) -> dict[str, Any]:
        """Return what the page must know of all rows."""
        facets = useful_facets(self.facets)
        single = {facet.column for facet in facets if not facet.path and facet.column in self.columns}
        known = self.facts.capabilities
        return {
            "rows": self.chunks.rows,
            "starts": self.chunks.starts,
            "parts": list(self.starts.items()),
            "layers": [
                {
                    "name": layer.name,
                    "fields": layer.fields,
                    "edits": layer.edits,
                    "masked": layer.column in self.facts.masked,
                    "shown": shown,
                    "capability": known.get(layer.column, ""),
                    "meaning": self.facts.meanings.get(layer.column, ""),
                }
                for layer, shown in zip(self.layers, self._shown(), strict=True)
            ],
            "columns": self.columns,
            "counts": [place for place, name in enumerate(self.columns) if name in known and self._is_number(name)],
            "badges": [place for place, name in enumerate(self.columns) if name in single and name in known],
            "facets": [
                {**facet.written(), "capability": known.get(facet.column, ""), "meaning": self._meaning(facet)}
                for facet in facets
            ],
            "pairs": [rows for rows in self.pairs.values() if len(rows) > 1],
        }

    def _is_number(self, column: str) -> bool:
        return getattr(self.features[column], "dtype", "") in INTEGERS

    def _meaning(self, facet: Facet) -> str:
        return self.facts.meanings.get(facet.name) or self.facts.meanings.get(facet.column, "")

    def _shown(self) -> Iterator[bool]:
        """Yield whether a layer is switched on at first: edits that the text holds, or the first ones that it might."""
        # Others are off where they cover most of the text, are of no persons, or where two of their capability are on.
        used: dict[str, int] = {}
        proposed = next((layer.column for layer in self.layers if layer.edits), "")
        for layer, covered in zip(self.layers, self.covered, strict=True):
            if layer.edits:
                yield layer.column in self.applied or (not self.applied and layer.column == proposed)
                continue
            if layer.persons is False:
                yield False
                continue
            capability = self.facts.capabilities.get(layer.column, "")
            fits = covered * 2 < self.characters and used.get(capability, 0) < SHOWN_AT_FIRST
            used[capability] = used.get(capability, 0) + fits
            yield fits


def values_of(column: pa.ChunkedArray) -> list[Any]:
    """Return the values of a column; times for which Python has no date or zone as their numbers."""
    try:
        values: list[Any] = column.to_pylist()
        return values
    except (ValueError, OverflowError, KeyError):
        return [getattr(value, "value", None) for value in column]


def _edits(layer: Layer, edits: Sequence[PlacedEdit]) -> Iterator[list[Any]]:
    """Yield start, end, where the added text begins, whether the edit is applied, and its fields."""
    for edit in sorted(edits, key=lambda edit: edit.start):
        if edit.column == layer.column:
            yield [edit.start, edit.end, edit.middle, edit.applied, *(edit.row[name] for name in layer.fields)]


def _spans(
    layer: Layer, text: Woven, version: int, cells: Mapping[str, Sequence[Any]], row: int
) -> Iterator[list[Any]]:
    """Yield start, end and fields of the spans of a row."""
    for found in filter(layer.has, cells[layer.column][row] or ()):
        placed = place_span(text, version, *offsets(layer, found))
        if placed is not None:
            yield [*placed, *(_said(name, found[name], cells, row) for name in layer.fields)]


def _said(name: str, value: Any, cells: Mapping[str, Sequence[Any]], row: int) -> Any:
    """Return the value of a field; for the index of an entry of another column, such as ``actors``, what that says."""
    listed = cells.get(f"{name}s", ())
    entries = listed[row] if row < len(listed) else None
    if isinstance(value, int) and isinstance(entries, list) and 0 <= value < len(entries):
        entry = entries[value]
        return ", ".join(item for item in entry.values() if isinstance(item, str)) if isinstance(entry, dict) else value
    if isinstance(value, (list, dict)):
        return orjson.dumps(value, default=str).decode()[:LONGEST_CELL]
    return value if value is None or isinstance(value, (str, bool, int, float)) else str(value)


def _in_utf_16(text: str, spans: list[list[Any]], layers: Sequence[Layer]) -> list[list[Any]]:
    """Return spans with offsets as JavaScript counts: two for a character beyond the first 65,536."""
    if text.isascii() or max(text) <= "\uffff":
        return spans
    places = [0]
    for character in text:
        places.append(places[-1] + (2 if character > "\uffff" else 1))
    for span in spans:
        for position in (1, 2, *((3,) if layers[span[0]].edits else ())):
            span[position] = places[span[position]]
    return spans
