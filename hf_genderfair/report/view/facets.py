"""Facets: the columns by whose values rows can be filtered, and the value of each row in a few bytes."""

from __future__ import annotations

from array import array
from base64 import b64encode
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np
from datasets import ClassLabel, Features, Value

from hf_genderfair.core.spans import EDIT_FEATURE
from hf_genderfair.report.view.layers import BUILT, INTEGERS, find_layers

MOST_VALUES = 30
LONGEST_VALUE = 60
FEW_VALUES = 8
"""Number of values from which on half of the rows must share theirs: else there is nothing to filter by."""

COMPARED = 1_000
"""Number of values that are compared with the text: what repeats its words is searched for, not chosen from a list."""

FOUND = "found"
"""Value of rows in which a column of spans holds any."""

TEXT = ("string", "large_string")


@dataclass
class Facet:
    """The values of a column, or of a field of its structs, and which of them each row has.

    Attributes:
        column: Name of the column.
        path: The field; empty for the column itself.
        labels: Names of the numbers of a class label.
        values: Number of each value.
        combinations: Number of each set of values that a row has.
        known: The same by what the column holds.
        codes: The number of the set of each row.
        usable: Whether the values are few and short.
        compared: Number of values of structs that were compared with the text, and of those that stand in it.

    Example:
        >>> facet = Facet("reason")
        >>> for reason in ("too_short", None, "too_short"):
        ...     facet.add(reason)
        >>> facet.counts(), list(facet.codes)
        ({'too_short': 2}, [1, 0, 1])
    """

    column: str
    path: str = ""
    labels: list[str] | None = None
    values: dict[str, int] = field(default_factory=dict)
    combinations: dict[tuple[int, ...], int] = field(default_factory=lambda: {(): 0})
    known: dict[Any, int] = field(default_factory=dict)
    codes: array[int] = field(default_factory=lambda: array("L"))
    usable: bool = True
    compared: tuple[int, int] = (0, 0)

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
