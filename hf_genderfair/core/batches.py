"""Rows as Arrow: those of any data set, and the batches that ``map`` and ``filter`` pass to a function."""

from __future__ import annotations

import inspect
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any, TypeAlias

import numpy as np
import pyarrow as pa
from numpy.typing import NDArray

from hf_genderfair.core.errors import ColumnError, GenderfairError

if TYPE_CHECKING:
    from datasets import Dataset, IterableDataset


ROWS_AT_ONCE = 10_000

Batch: TypeAlias = "pa.Table | Mapping[str, Any]"
TABLES = ("DataFrame", "LazyFrame")


def number_array(values: NDArray[Any]) -> pa.Array:
    """Return numbers or booleans as an Arrow array of their type."""
    packed = np.packbits(values, bitorder="little") if values.dtype == np.bool_ else np.ascontiguousarray(values)
    return pa.Array.from_buffers(pa.from_numpy_dtype(values.dtype), len(values), [None, pa.py_buffer(packed)])


def string_array(texts: Sequence[str]) -> pa.Array:
    """Return texts as an Arrow array."""
    encoded = [text.encode() for text in texts]
    offsets = np.zeros(len(encoded) + 1, np.int32)
    np.cumsum([len(text) for text in encoded], out=offsets[1:])
    return pa.Array.from_buffers(
        pa.string(), len(encoded), [None, pa.py_buffer(offsets), pa.py_buffer(b"".join(encoded))]
    )


def text_bounds(texts: pa.Array) -> NDArray[np.int64]:
    """Return where the rows of a ``large_string`` begin and end in its buffer."""
    return np.frombuffer(texts.buffers()[1], np.int64)[texts.offset : texts.offset + len(texts) + 1]


def byte_table(codes: Iterable[int]) -> NDArray[np.bool_]:
    """Return which bytes are among some."""
    table = np.zeros(256, np.bool_)
    table[list(codes)] = True
    return table


def is_text(kind: pa.DataType) -> bool:
    """Return whether values of a type are text."""
    return bool(pa.types.is_string(kind) or pa.types.is_large_string(kind))


def is_list(kind: pa.DataType) -> bool:
    """Return whether values of a type are lists, of any length or of one."""
    return bool(pa.types.is_list(kind) or pa.types.is_large_list(kind) or pa.types.is_fixed_size_list(kind))


def whole_column(dataset: Dataset, name: str) -> pa.ChunkedArray:
    """Return a column of text of a data set as Arrow."""
    return dataset.with_format("arrow")[name][:] if len(dataset) else pa.chunked_array([[]], pa.string())


def whole_numbers(column: pa.Array | pa.ChunkedArray, name: str) -> pa.Array | pa.ChunkedArray:
    """Return a column of integers in one type."""
    if not (pa.types.is_integer(column.type) or pa.types.is_null(column.type)):
        raise ColumnError(f"column {name!r} holds {column.type}, not whole numbers")
    return column.cast(pa.int64())


def row_numbers(indices: pa.Array) -> NDArray[np.int64]:
    """Return the result of `pyarrow.compute.indices_nonzero` as a NumPy array."""
    return np.frombuffer(indices.buffers()[1], np.uint64, len(indices), indices.offset * 8).astype(np.int64)


def arrow_batches(
    dataset: Dataset | IterableDataset,
    columns: Sequence[str] | None = None,
    batch_rows: int = ROWS_AT_ONCE,
    desc: str = "Count",
) -> Iterator[pa.Table]:
    """Yield the rows of a data set in order; what takes longer than a second has a progress bar of ``datasets``."""
    # A stream in Arrow format infers the types of each row separately and fails where a list is empty in one row and
    # not in the next. Here its rows get the types of its features, or, where it has none, those of a whole block.
    from datasets import Dataset
    from datasets.utils import tqdm

    total = len(dataset) if isinstance(dataset, Dataset) else None
    with tqdm(total=total, desc=desc, unit=" examples", leave=False, delay=1) as bar:
        for table in _tables(dataset, columns, batch_rows):
            yield table
            bar.update(table.num_rows)


def _tables(dataset: Dataset | IterableDataset, columns: Sequence[str] | None, batch_rows: int) -> Iterator[pa.Table]:
    from datasets import Dataset

    if columns is not None and dataset.column_names is not None:
        dataset = dataset.select_columns([name for name in dataset.column_names if name in columns])
    if isinstance(dataset, Dataset):
        yield from dataset.with_format("arrow").iter(batch_rows)
        return
    if dataset.features is not None:
        schema = dataset.features.arrow_schema
        for batch in dataset.decode(False).with_format(None).iter(batch_rows):
            yield pa.table(dict(batch), schema)
        return
    for batch in dataset.with_format(None).iter(batch_rows):
        yield pa.table({name: batch[name] for name in batch if columns is None or name in columns})


def check_rows(dataset: Any, reader: str, streams: bool = True) -> None:
    """Check that something is one data set."""
    from datasets import Dataset, DatasetDict, IterableDataset, IterableDatasetDict

    if isinstance(dataset, Dataset) or (streams and isinstance(dataset, IterableDataset)):
        return
    kind = type(dataset).__name__
    if isinstance(dataset, (DatasetDict, IterableDatasetDict)):
        splits = " or ".join(map(repr, dataset)) or "which has none"
        raise GenderfairError(f"{reader} reads one data set, not a {kind}: take one split, {splits}")
    if isinstance(dataset, IterableDataset):
        raise GenderfairError(f"{reader} needs all rows of a Dataset at once, not {kind}: take one split, not streamed")
    raise GenderfairError(f"{reader} reads a data set, not {kind}: make one, such as with Dataset.from_dict")


def check_columns(
    present: Iterable[str] | None, needed: Iterable[str], advice: str | None = None, in_python: str = ""
) -> None:
    """Check that a data set has some columns; None are those of a stream whose rows have not been read."""
    missing = [] if present is None else [name for name in needed if name not in present]
    if missing:
        known = f"the data set has {', '.join(map(repr, present or ())) or 'no columns'}"
        raise ColumnError(f"no column {missing[0]!r}: {advice or known}", in_python=in_python)


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


def refuse_columns(names: Iterable[str] | None, added: Iterable[str], in_python: str = "") -> None:
    """Refuse rows that have a column which is to be added."""
    there = set(names or ())
    for name in added:
        if name in there:
            raise ColumnError(f"column {name!r} exists already: remove it first", in_python=in_python)


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
