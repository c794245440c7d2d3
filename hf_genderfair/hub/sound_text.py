"""Text in Arrow columns that is no UTF-8: Parquet promises it, and nobody checks it when it is written."""

from __future__ import annotations

from typing import Any

import pyarrow as pa
import pyarrow.compute as pc

from hf_genderfair.hub.lines import PROBLEM

INVALID = "invalid_encoding"


def with_sound_text(table: pa.Table) -> tuple[pa.Table, list[int]]:
    """Replace bytes that are no UTF-8 by U+FFFD in all text of a table."""
    changed: set[int] = set()
    for index, field in enumerate(table.schema):
        if holds_text(field.type) and not _is_sound(table.column(index)):
            given = table.column(index).cast(_as_bytes(field.type)).to_pylist()
            values = [_decoded(value, field.type) for value in given]
            changed.update(row for row, value in enumerate(values) if _encoded(value, field.type) != given[row])
            table = table.set_column(index, field, pa.array(values, field.type))
    return table, sorted(changed)


def mark_rows(table: pa.Table, rows: list[int]) -> pa.Table:
    """Note in ``reading_problem`` that the text of some rows was no UTF-8."""
    if not rows:
        return table
    marked = pc.is_in(pa.array(range(len(table))), pa.array(rows))
    earlier = table[PROBLEM].combine_chunks() if PROBLEM in table.column_names else pa.nulls(len(table), pa.string())
    problems = pc.if_else(marked, pa.scalar(INVALID), earlier.cast(pa.string()))
    if PROBLEM in table.column_names:
        return table.set_column(table.column_names.index(PROBLEM), PROBLEM, problems)
    return table.append_column(PROBLEM, problems)


def holds_text(kind: pa.DataType) -> bool:
    """Return whether values of a type are text, or hold some."""
    inner = [kind.field(index).type for index in range(kind.num_fields)]
    return _is_text(kind) or any(map(holds_text, inner))


def _is_text(kind: pa.DataType) -> bool:
    return bool(pa.types.is_string(kind) or pa.types.is_large_string(kind) or pa.types.is_string_view(kind))


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
    if pa.types.is_list(kind):
        return pa.list_(kind.value_field.with_type(_as_bytes(kind.value_type)))
    if pa.types.is_large_list(kind):
        return pa.large_list(kind.value_field.with_type(_as_bytes(kind.value_type)))
    if pa.types.is_fixed_size_list(kind):
        return pa.list_(kind.value_field.with_type(_as_bytes(kind.value_type)), kind.list_size)
    return kind


def _decoded(value: Any, kind: pa.DataType) -> Any:
    return _mapped(value, kind, lambda each: each.decode(errors="replace"))


def _encoded(value: Any, kind: pa.DataType) -> Any:
    return _mapped(value, kind, str.encode)


def _mapped(value: Any, kind: pa.DataType, change: Any) -> Any:
    """Change what is text in a value of a type."""
    if value is None:
        return None
    if _is_text(kind):
        return change(value)
    if pa.types.is_struct(kind):
        return {field.name: _mapped(value[field.name], field.type, change) for field in kind}
    if pa.types.is_list(kind) or pa.types.is_large_list(kind) or pa.types.is_fixed_size_list(kind):
        return [_mapped(each, kind.value_type, change) for each in value]
    return value
