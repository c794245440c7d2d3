"""A hash of the content of a data set, independent of its storage."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable
from typing import Any, TypeAlias

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc
from datasets import ClassLabel, Dataset, Features, IterableDataset

from hf_genderfair.core.batches import arrow_batches, is_list, is_text
from hf_genderfair.core.errors import ColumnError

SCHEME = "sha256-v2:"
"""How fingerprints begin: the hash, and the version of the way in which it is computed."""

BYTES = (is_text, pa.types.is_string_view, pa.types.is_binary, pa.types.is_binary_view, pa.types.is_fixed_size_binary)
"""What tells text and bytes from other types, however they lie in memory."""

Path: TypeAlias = "tuple[str, ...]"
"""The way to an array inside a column."""

Shape: TypeAlias = "str | list[Any]"
"""A type: a name, or the kind of a nested type with what it consists of."""


class DataFingerprint:
    """Hashes rows incrementally; equal content gives an equal result, whatever its batches.

    Column names and types, labels of classes, the order of rows and every value count; shards, chunks, indices
    mappings, large or small offsets, and a round trip through Arrow or Parquet files do not.
    """

    def __init__(self, features: Features, new_stream: Callable[[], Any] = hashlib.sha256) -> None:
        """Start without rows."""
        self.rows = 0
        self._new_stream = new_stream
        schema = features.arrow_schema
        self._columns = {name: _shape(schema.field(name).type, feature) for name, feature in features.items()}
        # one stream of bytes for each array inside a column, so that the boundaries of batches do not matter
        self._streams: dict[str, dict[Path, Any]] = {name: {} for name in features}
        self._bytes = dict.fromkeys(features, 0)

    @property
    def num_bytes(self) -> int:
        """Size of the values so far, in bytes; as independent of storage as the fingerprint."""
        return sum(self._bytes.values())

    def update(self, table: pa.Table) -> None:
        """Add rows."""
        self.rows += table.num_rows
        for name in self._columns:
            for chunk in table[name].chunks:
                self._add(name, (), chunk)

    def forget(self, name: str) -> None:
        """Leave out a column, as if the rows had never had it."""
        del self._columns[name], self._streams[name], self._bytes[name]

    def digest(self) -> str:
        """Return the fingerprint so far: ``sha256-v2:`` and 64 hexadecimal digits."""
        of_columns = self._streams.items() if self.rows else ()
        streams = [
            [name, *path, stream.hexdigest()] for name, each in of_columns for path, stream in sorted(each.items())
        ]
        # names and labels in JSON have ends: no two lists of them are written alike
        content = json.dumps([list(self._columns.items()), self.rows, streams], ensure_ascii=True)
        return SCHEME + hashlib.sha256(content.encode()).hexdigest()

    def _add(self, column: str, path: Path, array: pa.Array) -> None:
        array = _plain(array)
        kind = array.type
        if pa.types.is_null(kind):
            return
        self._write(column, (*path, "/valid"), array.is_valid().cast(pa.uint8()).to_numpy(zero_copy_only=False))
        if pa.types.is_struct(kind):
            for field, child in zip(kind, array.flatten(), strict=True):
                self._add(column, (*path, f".{field.name}"), child)
        elif pa.types.is_large_list(kind):
            self._write(column, (*path, "/length"), pc.fill_null(pc.list_value_length(array), 0).to_numpy())
            self._add(column, (*path, "[]"), array.flatten())
        elif pa.types.is_large_binary(kind):
            array = array.fill_null(b"") if array.null_count else array
            self._write(column, (*path, "/length"), pc.binary_length(array).to_numpy())
            self._write(column, path, _bytes(array))
        else:
            self._write(column, path, pc.fill_null(array, 0).to_numpy(zero_copy_only=False))

    def _write(self, column: str, path: Path, values: np.ndarray[Any, Any]) -> None:
        streams = self._streams[column]
        stream = streams.get(path) or streams.setdefault(path, self._new_stream())
        stream.update(np.ascontiguousarray(values).data)
        self._bytes[column] += values.nbytes


def data_fingerprint(dataset: Dataset | IterableDataset) -> str:
    """Return the fingerprint of a data set's content; reads all rows once."""
    fingerprint = DataFingerprint(known_features(dataset))
    for table in arrow_batches(dataset, desc="Fingerprint"):
        fingerprint.update(table)
    return fingerprint.digest()


def known_features(dataset: Dataset | IterableDataset) -> Features:
    """Return the features of a data set."""
    if dataset.features is None:
        raise ColumnError(
            "the streamed data set does not know its columns: add them with hf_genderfair.annotate, "
            "or pass features= to map"
        )
    return dataset.features


def describe_columns(features: Features) -> dict[str, str]:
    """Return the type of each column in words, in the order of the columns."""
    schema = features.arrow_schema
    return {name: _describe(feature, schema.field(name).type) for name, feature in features.items()}


def _describe(feature: Any, kind: pa.DataType) -> str:
    return "class: " + ", ".join(feature.names) if isinstance(feature, ClassLabel) else _in_words(_shape(kind))


def _in_words(shape: Shape) -> str:
    if isinstance(shape, str):
        return shape
    if shape[0] == "list":
        return f"list<{_in_words(shape[1])}>"
    return "struct<" + ", ".join(f"{name}: {_in_words(part)}" for name, part in shape[1]) + ">"


def _shape(kind: pa.DataType, feature: Any = None) -> Shape:
    """Return a type for JSON, with the labels of its classes and without what a round trip may change."""
    if isinstance(feature, ClassLabel):
        return ["class", feature.names]
    if isinstance(kind, pa.BaseExtensionType):
        return _shape(kind.storage_type, feature)
    if pa.types.is_dictionary(kind):
        return _shape(kind.value_type, feature)
    if pa.types.is_struct(kind):
        parts = feature if isinstance(feature, dict) else {}
        return ["struct", [[field.name, _shape(field.type, parts.get(field.name))] for field in kind]]
    if is_list(kind):
        return ["list", _shape(kind.value_type, getattr(feature, "feature", None))]
    return str(kind).removeprefix("large_").removesuffix("_view")


def _plain(array: pa.Array) -> pa.Array:
    """Convert an array to one of few types: null, struct, large list, large binary, or numbers."""
    kind = array.type
    if isinstance(kind, pa.BaseExtensionType):
        return _plain(array.storage)
    if pa.types.is_dictionary(kind):
        return _plain(array.dictionary_decode())
    if pa.types.is_list(kind) or pa.types.is_fixed_size_list(kind):
        return array.cast(pa.large_list(kind.value_type))
    if any(is_kind(kind) for is_kind in BYTES):
        return array.cast(pa.large_binary())
    if pa.types.is_boolean(kind):
        return array.cast(pa.uint8())
    if pa.types.is_temporal(kind):
        return array.cast(pa.int32() if kind.bit_width == 32 else pa.int64())
    if pa.types.is_decimal(kind):
        return array.cast(pa.string()).cast(pa.large_binary())
    return array


def _bytes(array: pa.Array) -> np.ndarray[Any, Any]:
    _, offsets, content = array.buffers()
    ends = np.frombuffer(offsets, np.int64)[array.offset : array.offset + len(array) + 1]
    if len(array) == 0 or content is None:
        return np.empty(0, np.uint8)
    return np.frombuffer(content, np.uint8)[ends[0] : ends[-1]]
