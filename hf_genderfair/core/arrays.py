"""Conversions between Arrow and NumPy that avoid `pyarrow.array` and `to_numpy`, which import pandas at first use."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
import pyarrow as pa
from numpy.typing import NDArray


def number_array(values: NDArray[Any]) -> pa.Array:
    """Return numbers or booleans as an Arrow array of their type.

    Args:
        values: The values, of one dimension.

    Example:
        >>> number_array(np.array([1, 2], np.int32)).type, number_array(np.array([True])).to_pylist()
        (DataType(int32), [True])
    """
    packed = np.packbits(values, bitorder="little") if values.dtype == np.bool_ else np.ascontiguousarray(values)
    return pa.Array.from_buffers(pa.from_numpy_dtype(values.dtype), len(values), [None, pa.py_buffer(packed)])


def string_array(texts: Sequence[str]) -> pa.Array:
    """Return texts as an Arrow array.

    Args:
        texts: The texts; none of them is null.

    Example:
        >>> string_array(["zażółć", ""]).to_pylist()
        ['zażółć', '']
    """
    encoded = [text.encode() for text in texts]
    offsets = np.zeros(len(encoded) + 1, np.int32)
    np.cumsum([len(text) for text in encoded], out=offsets[1:])
    return pa.Array.from_buffers(
        pa.string(), len(encoded), [None, pa.py_buffer(offsets), pa.py_buffer(b"".join(encoded))]
    )


def row_numbers(indices: pa.Array) -> NDArray[np.int64]:
    """Return the result of `pyarrow.compute.indices_nonzero` as a NumPy array.

    Args:
        indices: Unsigned 64-bit integers without nulls.

    Example:
        >>> import pyarrow.compute as pc
        >>> row_numbers(pc.indices_nonzero(pa.array([False, True]))).tolist()
        [1]
    """
    return np.frombuffer(indices.buffers()[1], np.uint64, len(indices), indices.offset * 8).astype(np.int64)
