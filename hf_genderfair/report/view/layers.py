"""What is laid over a text to be read: layers of words, edits woven in; and the facets by which rows are chosen."""

from __future__ import annotations

from array import array
from base64 import b64encode
from bisect import bisect_left, bisect_right
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import accumulate, chain, pairwise
from typing import Any, NamedTuple

import numpy as np
from datasets import ClassLabel, Features, Value

from hf_genderfair.core.spans import EDIT_FEATURE, Edit, edit_text, edits_applied, edits_of, inverse

INTEGERS = frozenset({"int8", "int16", "int32", "int64", "uint8", "uint16", "uint32", "uint64"})
BUILT = ("original", "replacement")
"""Fields of an edit that the text shows."""
PERSON = "person"
"""Field of words for persons and for others."""

Row = list[dict[str, Any]]

MOST_VALUES = 30
LONGEST_VALUE = 60
FEW_VALUES = 8
"""Number of values from which on half of the rows must share theirs: else there is nothing to filter by."""

COMPARED = 1_000
"""Number of values that are compared with the text: what repeats its words is searched for, not chosen from a list."""

FOUND = "found"
"""Value of rows in which a column of spans holds any."""

TEXT = ("string", "large_string")


class Layer(NamedTuple):
    """Spans of a text that a column holds: those of its structs, or further ones such as that of a speaker."""

    column: str
    prefix: str  # what stands before the names of both offsets: nothing, or such as ``speaker_``
    fields: tuple[str, ...]  # further fields of the structs, which say something of the span
    edits: bool
    persons: bool | None = None
    """Whether the spans are of persons, where the column has others too; None where it does not say."""

    @property
    def name(self) -> str:
        """The name of the column, and of the further span in it."""
        if self.persons is False:
            return f"{self.column}: no persons"
        return f"{self.column}.{self.prefix[:-1]}" if self.prefix else self.column

    def has(self, found: Mapping[str, Any]) -> bool:
        """Return whether a struct of the column belongs to the layer; where persons are not known they are meant."""
        return self.persons is None or (found[PERSON] is not False) == self.persons


def find_layers(features: Features) -> list[Layer]:
    """Return the layers that columns hold: lists of structs with the offsets of spans."""
    return [layer for column, kind in features.items() for layer in _layers_of(column, getattr(kind, "feature", None))]


def _layers_of(column: str, fields: Any) -> Iterator[Layer]:
    if not isinstance(fields, Mapping):
        return
    numbers = {name for name, kind in fields.items() if isinstance(kind, Value) and kind.dtype in INTEGERS}
    prefixes = [name[: -len("start")] for name in fields if name.endswith("start")]
    found = [prefix for prefix in prefixes if {f"{prefix}start", f"{prefix}end"} <= numbers]
    if "" not in found:
        return
    offsets = {f"{prefix}{end}" for prefix in found for end in ("start", "end")}
    edits = set(EDIT_FEATURE.feature) <= set(fields)
    said = tuple(name for name in fields if name not in offsets and not (edits and name in BUILT))
    for persons in (True, False) if getattr(fields.get(PERSON), "dtype", "") == "bool" else (None,):
        yield Layer(column, "", said, edits, persons)
    yield from (Layer(column, prefix, (), False) for prefix in found if prefix)


class PlacedEdit(NamedTuple):
    """An edit in a woven text: first the text that it takes away, then what it puts there."""

    column: str
    start: int  # first character taken away
    middle: int  # first character put there
    end: int
    applied: bool  # whether the text of the data set holds the edit
    row: dict[str, Any]  # the struct of the column


@dataclass
class Woven:
    """A text that holds both what edits take away and what they put there."""

    text: str
    versions: list[str]  # the text of the data set, then the texts before each column of edits that was applied
    places: list[Sequence[int]]
    """For each version the place of each of its characters, and of its end, in the woven text."""
    edits: list[PlacedEdit] = field(default_factory=list)  # the edits, with their places in the woven text
    unfit: list[str] = field(default_factory=list)
    """Columns of edits that the text does not fit, since it was changed after them."""

    @classmethod
    def of(cls, text: str) -> Woven:
        """Return a text without edits."""
        return cls(text, [text], [range(len(text) + 1)])

    def weave(self, rows: Sequence[tuple[str, dict[str, Any]]], applied: bool) -> None:
        """Add edits."""
        ordered = sorted(rows, key=lambda row: (row[1]["start"], row[1]["end"]))
        edits = edits_of(row for _, row in ordered)
        here, places = inverse(edits) if applied else edits, self.places[-1]
        before = edit_text(self.versions[-1], here) if applied else None
        spans = [_span(places, edit.start, edit.end) for edit in here]
        # where edits are applied, what they took away comes before what stands there; else what they add comes after it
        points = [start if applied else end for start, end in spans]
        moved = list(accumulate((len(edit.replacement) for edit in here), initial=0))
        shifted = self._insert(points, [edit.replacement for edit in here], moved)
        for number, (column, row) in enumerate(ordered):
            first, last = points[number] + moved[number], points[number] + moved[number + 1]
            if applied:
                span = first, last, max(last, _end(shifted, *spans[number]))
            else:
                span = min(first, shifted(spans[number][0])), first, last
            self.edits.append(PlacedEdit(column, *span, applied, row))
        if before is not None:
            self._add_version(before, here)

    def _insert(self, points: Sequence[int], added: Sequence[str], moved: Sequence[int]) -> Callable[[int], int]:
        """Insert texts at points of the woven text; return what gives the new place of a character."""
        bounds = [0, *points, len(self.text)]
        kept = [self.text[start:end] for start, end in pairwise(bounds)]
        self.text = "".join(chain.from_iterable(zip(kept, [*added, ""], strict=True)))

        def shifted(place: int) -> int:
            return place + moved[bisect_right(points, place)]

        self.places = [_moved(places, points, moved) for places in self.places]
        self.edits = [
            edit._replace(
                start=shifted(edit.start),
                middle=_end(shifted, edit.start, edit.middle),
                end=_end(shifted, edit.start, edit.end),
            )
            for edit in self.edits
        ]
        return shifted

    def _add_version(self, before: str, undone: Sequence[Edit]) -> None:
        last, position = self.places[-1], 0
        places: list[int] = []
        for edit, placed in zip(undone, self.edits[-len(undone) :], strict=True):
            places += last[position : edit.start]
            places += range(placed.start, placed.middle)
            position = edit.end
        self.versions.append(before)
        self.places.append([*places, *last[position:]])


def _span(places: Sequence[int], start: int, end: int) -> tuple[int, int]:
    """Return where a span of a version lies in the woven text."""
    return (places[start], places[end - 1] + 1) if end > start else (places[start],) * 2


def _moved(places: Sequence[int], points: Sequence[int], moved: Sequence[int]) -> list[int]:
    """Return ascending places after texts of some lengths, which sum up to `moved`, were inserted at points."""
    found: list[int] = []
    position = 0
    for point, amount in zip([*points, places[-1] + 1], moved, strict=True):
        cut = bisect_left(places, point, position)
        found += [place + amount for place in places[position:cut]]
        position = cut
    return found


def _end(shifted: Callable[[int], int], start: int, end: int) -> int:
    """Return the new end of a span: it stays behind its last character."""
    return shifted(end - 1) + 1 if end > start else shifted(start)


def weave_rows(texts: Sequence[str], columns: Mapping[str, Sequence[Row | None]]) -> list[Woven]:
    """Weave edits into the texts of rows."""
    woven = [Woven.of(text) for text in texts]
    refused: dict[int, list[tuple[str, dict[str, Any]]]] = {}
    for column, cells in reversed(list(columns.items())):
        rows = [number for number, cell in enumerate(cells) if cell and number not in refused]
        edits = [edits_of(cells[number] or ()) for number in rows]
        states = edits_applied([woven[number].versions[-1] for number in rows], edits)
        for number, state in zip(rows, states, strict=True):
            own = [(column, row) for row in cells[number] or ()]
            if state is None:
                refused[number] = own
            else:
                woven[number].weave(own, state)
    for number in refused:
        together = [(column, row) for column, cells in columns.items() for row in cells[number] or ()]
        woven[number] = _woven_together(texts[number], together)
    return woven


def _woven_together(text: str, rows: Sequence[tuple[str, dict[str, Any]]]) -> Woven:
    """Weave the edits of several columns that all point into one text; none where the text does not fit them."""
    woven = Woven.of(text)
    state = edits_applied([text], [edits_of(row for _, row in rows)])[0]
    if state is None:
        woven.unfit = list(dict.fromkeys(column for column, _ in rows))
    else:
        woven.weave(rows, state)
    return woven


def choose_version(woven: Sequence[Woven], layer: Layer, cells: Sequence[Row | None]) -> int:
    """Return the version of the texts that the spans of a layer point into."""
    # A column made before edits were applied points into the text before them, another into the text as it is. Spans
    # begin and end at the ends of words where they are in the right text, and some repeat the word that stands there.
    scores: dict[int, int] = {}
    for text, cell in zip(woven, cells, strict=True):
        if len(text.versions) > 1:
            for number, version in enumerate(text.versions):
                scores[number] = scores.get(number, 0) + sum(_score(version, layer, row) for row in cell or ())
    return max(scores, key=lambda number: (scores[number], number), default=0)


def _score(text: str, layer: Layer, row: Mapping[str, Any]) -> int:
    start, end = offsets(layer, row)
    if not 0 <= start < end <= len(text):
        return -1
    word = text[start:end].casefold()
    cut = any(0 < place < len(text) and text[place - 1].isalnum() and text[place].isalnum() for place in (start, end))
    named = any(isinstance(value, str) and value.casefold() == word for value in row.values())
    return named - cut


def offsets(layer: Layer, row: Mapping[str, Any]) -> tuple[int, int]:
    """Return the offsets of a span; (0, 0) where it has none."""
    start, end = row[f"{layer.prefix}start"], row[f"{layer.prefix}end"]
    return (0, 0) if start is None or end is None else (start, end)


def place_span(woven: Woven, version: int, start: int, end: int) -> tuple[int, int] | None:
    """Return where a span of a version lies in the woven text; None where it lies outside, or is empty."""
    places = woven.places[min(version, len(woven.places) - 1)]
    return _span(places, start, end) if 0 <= start < end < len(places) else None


@dataclass
class Facet:
    """The values of a column, or of a field of its structs, and which of them each row has."""

    column: str
    path: str = ""  # the field; empty for the column itself
    labels: list[str] | None = None  # names of the numbers of a class label
    values: dict[str, int] = field(default_factory=dict)
    combinations: dict[tuple[int, ...], int] = field(default_factory=lambda: {(): 0})
    """Number of each set of values that a row has."""
    known: dict[Any, int] = field(default_factory=dict)  # the same by what the column holds
    codes: array[int] = field(default_factory=lambda: array("L"))  # the number of the set of each row
    usable: bool = True  # whether the values are few and short
    compared: tuple[int, int] = (0, 0)
    """Number of values of structs that were compared with the text, and of those that stand in it."""

    @property
    def name(self) -> str:
        """The name of the column and of the field."""
        return f"{self.column}.{self.path}" if self.path else self.column

    def add(self, cell: Any, text: str | None = None) -> None:
        """Add the next row."""
        if not self.usable:
            return
        # most rows have the values of an earlier one
        key = frozenset(self._items(cell)) if isinstance(cell, list) else cell
        if self.path not in ("", FOUND) and cell and text and self.compared[0] < COMPARED:
            values = set(self._values(cell))
            repeated = sum(value.casefold() in text.casefold() for value in values)
            self.compared = self.compared[0] + len(values), self.compared[1] + repeated
        code = self.known.get(key)
        if code is None:
            found = sorted(map(self._number, sorted(set(self._values(cell)))))
            self.usable &= len(self.values) <= MOST_VALUES
            code = self.combinations.setdefault(tuple(found), len(self.combinations))
            self.known[key] = code
        self.codes.append(code)

    def counts(self) -> dict[str, int]:
        """Return the number of rows that have each value."""
        rows = np.bincount(self.codes, minlength=len(self.combinations))
        counted = dict.fromkeys(self.values, 0)
        names = list(self.values)
        for numbers, code in self.combinations.items():
            for number in numbers:
                counted[names[number]] += int(rows[code])
        return counted

    def divides(self) -> bool:
        """Return whether rows can be filtered by it: values are few, short, and not words of the text; rows differ."""
        rows = len(self.codes)
        compared, repeated = self.compared
        few = len(self.values) <= max(FEW_VALUES, rows // 2)
        return self.usable and few and len(set(self.codes)) > 1 and repeated * 2 <= compared

    def written(self) -> dict[str, Any]:
        """Return the facet as the page reads it: one, two or four bytes a row, low ones first."""
        width = next(width for width in (1, 2, 4) if len(self.combinations) <= 256**width)
        codes = np.asarray(self.codes, dtype=f"<u{width}").tobytes()
        return {
            "name": self.name,
            "values": list(self.counts().items()),
            "without": self.codes.count(0),
            "combinations": list(self.combinations),
            "width": width,
            "codes": b64encode(codes).decode("ascii"),
        }

    def _values(self, cell: Any) -> Iterator[str]:
        for value in self._items(cell) if isinstance(cell, list) else [cell]:
            yield from self._value(value)

    def _items(self, cell: list[Any]) -> list[Any]:
        """Return the values of a list, or those of a field of its structs."""
        if self.path == FOUND:
            return [FOUND] if cell else []
        return [item if not self.path or item is None else item[self.path] for item in cell]

    def _value(self, value: Any) -> Iterator[str]:
        if self.labels is not None:
            value = class_name(self.labels, value)
        if value is None or value == "":
            return
        if isinstance(value, bool):
            yield "yes" if value else "no"
        else:
            yield str(value)

    def _number(self, value: str) -> int:
        self.usable &= len(value) <= LONGEST_VALUE
        return self.values.setdefault(value, len(self.values))


def class_name(names: Sequence[str], value: int | None) -> str | int | None:
    """Return the name of a class; the number where none has it, and None for what is not known."""
    if value is None or value < 0:
        return None
    return names[value] if value < len(names) else value


def find_facets(features: Features, text_column: str, known: frozenset[str] = frozenset()) -> list[Facet]:
    """Return the facets that columns may have, by their types."""
    spans = {layer.column for layer in find_layers(features)}
    found = []
    for column, kind in features.items():
        inner = getattr(kind, "feature", None)
        if column == text_column:
            continue
        scalars = {*TEXT, "bool", *(() if column in known else INTEGERS)}
        if isinstance(kind, ClassLabel):
            found.append(Facet(column, labels=list(kind.names)))
        elif getattr(kind, "dtype", "") in scalars or getattr(inner, "dtype", "") in TEXT:
            found.append(Facet(column))
        elif isinstance(inner, Mapping):
            edits = set(EDIT_FEATURE.feature) <= set(inner)
            texts = [name for name, each in inner.items() if isinstance(each, Value) and each.dtype in TEXT]
            names = [name for name in texts if not (edits and name in BUILT)]
            found += [Facet(column, path) for path in [*names, *([FOUND] if column in spans else [])]]
    return found


def useful_facets(facets: list[Facet]) -> list[Facet]:
    """Return the facets that divide the rows; that spans were found goes without saying beside the values of them."""
    dividing = [facet for facet in facets if facet.divides()]
    with_values = {facet.column for facet in dividing if facet.path != FOUND}
    return [facet for facet in dividing if facet.path != FOUND or facet.column not in with_values]
