"""Checks of the batches that ``map`` and ``filter`` of ``datasets`` pass to a function."""

from __future__ import annotations

import inspect
from collections.abc import Mapping
from typing import Any, TypeAlias

import numpy as np
import pyarrow as pa

from hf_genderfair.core.errors import ColumnError

Batch: TypeAlias = "pa.Table | Mapping[str, Any]"
TABLES = ("DataFrame", "LazyFrame")


def read_batch(batch: Any, reader: str) -> Batch:
    """Return a batch as an Arrow table where it is backed by one, else as a mapping from names to lists."""
    if isinstance(batch, pa.Table):
        return batch
    from datasets.formatting.formatting import LazyBatch, LazyRow

    if isinstance(batch, LazyBatch):
        return batch.pa_table
    if isinstance(batch, LazyRow) or (isinstance(batch, Mapping) and not all(map(_is_column, batch.values()))):
        raise ColumnError(f"{reader} reads batches, and this is a single row: pass batched=True")
    if isinstance(batch, Mapping):
        return batch
    if type(batch).__name__ in TABLES:
        raise ColumnError(
            f"{reader} cannot read a batch of type {type(batch).__name__}: "
            "use dataset.with_format(None) or with_format('arrow')"
        )
    if isinstance(batch, str) or batch is None:
        raise ColumnError(f"{reader} reads batches of rows, not {batch!r}: use dataset.map with batched=True")
    raise ColumnError(
        f"{reader} reads whole rows by the names of their columns, not a {type(batch).__name__}: "
        "use dataset.map with batched=True and without input_columns"
    )


def is_batch(value: Any) -> bool:
    """Return whether a value is a batch of ``map``: an Arrow table, or a lazy batch of ``datasets``."""
    return isinstance(value, pa.Table) or isinstance(getattr(value, "pa_table", None), pa.Table)


def column_names(batch: Batch) -> list[str]:
    """Return the names of the columns of a batch."""
    return batch.column_names if isinstance(batch, pa.Table) else list(batch)


def column_array(values: Any, name: str) -> pa.Array:
    """Return a column of a batch as one Arrow array."""
    if isinstance(values, pa.ChunkedArray):
        values = values.combine_chunks() if values.num_chunks != 1 else values.chunk(0)
    if isinstance(values, pa.Array):
        return values
    if _is_tensor(values):
        raise ColumnError(f"column {name!r} comes as tensors, which hold no nulls: use dataset.with_format(None)")
    try:
        return pa.array(values)
    except (pa.ArrowInvalid, pa.ArrowTypeError, UnicodeEncodeError, TypeError, ValueError) as error:
        reason = " ".join(str(error).split())
        if _holds_tensors(values):
            reason = "it comes as tensors; use dataset.with_format(None)"
        raise ColumnError(f"column {name!r} cannot be read: {reason}") from error


def removed_by_map() -> frozenset[str]:
    """Return the columns that the running call of ``Dataset.map`` removes."""
    # ``map(remove_columns=...)`` removes columns only from results that are mappings. A mapping would lose the names of
    # classes; a transform therefore returns a table, and removes these columns itself.
    frame = inspect.currentframe()
    while frame is not None:
        if frame.f_code.co_name == "_map_single" and frame.f_globals.get("__name__") == "datasets.arrow_dataset":
            return frozenset(frame.f_locals.get("remove_columns") or ())
        frame = frame.f_back
    return frozenset()


def _is_column(values: Any) -> bool:
    if isinstance(values, (str, bytes, Mapping)):
        return False
    return isinstance(values, (list, tuple, pa.Array, pa.ChunkedArray)) or bool(getattr(values, "shape", ()))


def _is_tensor(values: Any) -> bool:
    """Return whether values are an array of anything but text or Python objects."""
    if isinstance(values, np.ndarray):
        return values.dtype.kind not in "OUT" or values.ndim > 1
    return hasattr(values, "shape")


def _holds_tensors(values: Any) -> bool:
    if isinstance(values, Mapping):
        return any(map(_holds_tensors, values.values()))
    if isinstance(values, (list, tuple)) or (isinstance(values, np.ndarray) and values.dtype.kind == "O"):
        return any(_holds_tensors(value) for value in values)
    return hasattr(values, "shape")
