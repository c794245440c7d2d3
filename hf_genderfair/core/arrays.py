"""Conversions between Arrow and NumPy that avoid `pyarrow.array` and `to_numpy`, which import pandas at first use."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
import pyarrow as pa
from numpy.typing import NDArray


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


def row_numbers(indices: pa.Array) -> NDArray[np.int64]:
    """Return the result of `pyarrow.compute.indices_nonzero` as a NumPy array."""
    return np.frombuffer(indices.buffers()[1], np.uint64, len(indices), indices.offset * 8).astype(np.int64)
