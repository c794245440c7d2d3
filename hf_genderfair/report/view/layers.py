"""Layers: what columns of spans say of a text, and the text with what edits take away and what they put there."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import accumulate, chain, pairwise
from typing import Any, NamedTuple

from datasets import Features, Value

from hf_genderfair.core.spans import EDIT_FEATURE, Edit, edit_text, edits_applied, edits_of, inverse

INTEGERS = frozenset({"int8", "int16", "int32", "int64", "uint8", "uint16", "uint32", "uint64"})
BUILT = ("original", "replacement")
"""Fields of an edit that the text shows."""
PERSON = "person"
"""Field of words for persons and for others."""

Row = list[dict[str, Any]]


class Layer(NamedTuple):
    """Spans of a text that a column holds: those of its structs, or further ones such as that of a speaker.

    Attributes:
        column: Name of the column.
        prefix: What stands before the names of both offsets: nothing, or such as ``speaker_``.
        fields: Further fields of the structs, which say something of the span.
        edits: Whether the spans are edits.
        persons: Whether the spans are of persons, where the column has others too; None where it does not say.

    Example:
        >>> Layer("quotes", "speaker_", (), False).name
        'quotes.speaker'
    """

    column: str
    prefix: str
    fields: tuple[str, ...]
    edits: bool
    persons: bool | None = None

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
    """An edit in a woven text: first the text that it takes away, then what it puts there.

    Attributes:
        column: Its column.
        start: First character taken away.
        middle: First character put there.
        end: Character after the last one put there.
        applied: Whether the text of the data set holds the edit.
        row: The struct of the column.

    Example:
        >>> PlacedEdit("edits", 0, 2, 5, True, {}).middle
        2
    """

    column: str
    start: int
    middle: int
    end: int
    applied: bool
    row: dict[str, Any]


@dataclass
class Woven:
    """A text that holds both what edits take away and what they put there.

    Attributes:
        text: The woven text.
        versions: The text of the data set, then the texts before each column of edits that was applied.
        places: For each version the place of each of its characters, and of its end, in the woven text.
        edits: The edits, with their places in the woven text.
        unfit: Columns of edits that the text does not fit, since it was changed after them.

    Example:
        >>> edit = Edit(0, 2, "He", "She", "pronoun", "counterfactual").to_dict()
        >>> woven = Woven.of("She left.")
        >>> woven.weave([("edits", edit)], applied=True)
        >>> woven.text, woven.versions, woven.edits[0][1:4]
        ('HeShe left.', ['She left.', 'He left.'], (0, 2, 5))
    """

    text: str
    versions: list[str]
    places: list[Sequence[int]]
    edits: list[PlacedEdit] = field(default_factory=list)
    unfit: list[str] = field(default_factory=list)

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
