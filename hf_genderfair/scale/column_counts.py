"""What the columns of annotated rows hold, as counts that add up over shards."""

from __future__ import annotations

import re
from collections.abc import Mapping

import pyarrow as pa
import pyarrow.compute as pc
from datasets import ClassLabel, Features

from hf_genderfair.core.counts import Counts, Key, share
from hf_genderfair.report.report import Cell, Table

LABEL, TRUE, SUM, ITEMS, KNOWN = "label", "true", "sum", "items", "known"
CLAUSE_END = re.compile(r"[.:;]( |$)")


TITLE = "What the added columns hold"


def count_columns(table: pa.Table, added: Features) -> Counts:
    """Count what some rows hold in the columns that a chain added."""
    counts: dict[Key, int] = {}
    for name, feature in added.items():
        column, kind = table[name], added.arrow_schema.field(name).type
        counted = _count(column, kind, feature)
        if counted:
            counts[name, KNOWN] = len(column) - column.null_count
            counts |= {(name, *key): number for key, number in counted.items()}
    return Counts(counts)


def _count(column: pa.ChunkedArray, kind: pa.DataType, feature: object) -> dict[Key, int]:
    if isinstance(feature, ClassLabel):
        found = {entry["values"]: entry["counts"] for entry in pc.value_counts(column).to_pylist()}
        return {(LABEL, label): found.get(number, 0) for number, label in enumerate(feature.names)}
    if pa.types.is_boolean(kind):
        return {(TRUE,): pc.sum(column).as_py() or 0}
    # unsigned numbers of eight bytes are hashes, whose sum says nothing
    if pa.types.is_integer(kind) and kind != pa.uint64():
        return {(SUM,): pc.sum(column).as_py() or 0}
    if pa.types.is_list(kind) or pa.types.is_large_list(kind):
        return {(ITEMS,): pc.sum(pc.list_value_length(column)).as_py() or 0}
    return {}


def counts_table(counts: Counts, meanings: Mapping[str, str]) -> Table | None:
    """Return what was counted as a table for readers; None where nothing was."""
    rows: list[list[Cell]] = []
    for key, number in sorted(counts.items()):
        name, kind, *label = key
        known = counts[name, KNOWN]
        words = CLAUSE_END.split(meanings.get(name, ""))[0] or name
        if kind in (LABEL, TRUE):
            part = share(number, known)
            rows.append([words, label[0] if label else TRUE, number, known, part.value, part.low, part.high, name])
        elif kind in (SUM, ITEMS):
            rows.append([words, "in all", number, known, None, None, None, name])
    if not rows:
        return None
    columns = ["what", "of it", "number", "rows", "share", "low", "high", "column"]
    note = "Of all rows that were annotated, kept or not."
    if all(row[4] is None for row in rows):
        return Table("columns", TITLE, [*columns[:4], columns[-1]], [[*row[:4], row[-1]] for row in rows], note)
    note += (
        " The share of rows has a 95 % Wilson interval, which takes rows as independent of each other; sums are no "
        "shares of rows."
    )
    return Table("columns", TITLE, columns, rows, note)
