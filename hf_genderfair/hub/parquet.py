"""Parquet files: their columns as ``datasets`` reads them, checked first, and which rows a part of a run reads."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterator, Sequence
from itertools import accumulate

import pyarrow as pa
import pyarrow.parquet as pq
from datasets import Features, Value

from hf_genderfair.core.errors import SourceError
from hf_genderfair.hub.lines import check_names, named
from hf_genderfair.hub.source_files import reason_in_one_line

VIEWS = {"string_view": "string", "binary_view": "binary"}
"""How text and bytes lie in the memory of who wrote a file: Parquet has no such types."""

LARGEST_GROUP = 100_000
"""Rows of a row group up to which Parquet is read in place."""


def read_footer(path: str) -> pq.FileMetaData:
    """Return the footer of a Parquet file."""
    try:
        metadata = pq.read_metadata(path)
        # a footer may be whole, and the schema in it damaged
        metadata.schema.to_arrow_schema()
        return metadata
    except (OSError, pa.ArrowException) as error:
        raise SourceError(f"{path} cannot be read: {reason_in_one_line(error)}") from error


def footer_features(metadata: pq.FileMetaData, name: str) -> Features:
    """Return the columns that a footer names."""
    schema = metadata.schema.to_arrow_schema()
    check_names(schema.names, name)
    for field in schema:
        try:
            Features.from_arrow_schema(pa.schema([field]))
        except ValueError as error:
            problem = f"{name} cannot be read: column {named([field.name])} holds {field.type}"
            raise SourceError(
                f"{problem}, which datasets has no type for: leave it out, or write it as text"
            ) from error
    try:
        features = Features.from_arrow_schema(schema)
    # whatever the metadata hold is taken for features
    except Exception as error:
        problem = f"{name} cannot be read: its metadata 'huggingface' describe no columns of datasets"
        raise SourceError(f"{problem} ({reason_in_one_line(error)[:200]}): write it without them") from error
    return without_views(features)


def without_views(features: Features) -> Features:
    """Return columns of plain text and bytes in place of views of them."""
    plain = {name: VIEWS.get(getattr(kind, "dtype", "")) for name, kind in features.items()}
    return Features({name: Value(plain[name]) if plain[name] else kind for name, kind in features.items()})


def filled_parquet(paths: Sequence[str], name: str) -> list[str]:
    """Check Parquet files before they are opened, and return those that have rows."""
    footers = {path: read_footer(path) for path in paths}
    columns = {path: footer_features(footer, path) for path, footer in footers.items()}
    filled = [path for path in paths if footers[path].num_rows]
    for path in filled:
        if {*columns[path]} != {*columns[filled[0]]}:
            raise SourceError(f"{path} has other columns than {filled[0]}: open them apart")
    if not filled or not columns[filled[0]]:
        raise SourceError(f"{name} is empty: there is nothing to read")
    return filled


def group_rows(metadata: pq.FileMetaData) -> tuple[int, ...]:
    """Return the number of rows of each row group of a file."""
    return tuple(metadata.row_group(group).num_rows for group in range(metadata.num_row_groups))


def parts_of_files(rows: Sequence[int], first: int, number: int) -> Iterator[tuple[int, int, int]]:
    """Yield where some rows of several files lie."""
    ends, end = list(accumulate(rows)), first + number
    for index in range(bisect_right(ends, first), len(ends)):
        start = ends[index] - rows[index]
        if start >= end:
            return
        yield index, max(first - start, 0), min(end, ends[index]) - start


def read_rows(file: pq.ParquetFile, groups: Sequence[int], first: int, end: int, at_once: int) -> Iterator[pa.Table]:
    """Yield some rows of a file in tables."""
    starts = list(accumulate(groups, initial=0))
    chosen = [group for group in range(len(groups)) if starts[group] < end and starts[group + 1] > first]
    position = starts[chosen[0]] if chosen else 0
    for batch in file.iter_batches(at_once, row_groups=chosen):
        low, high = max(first - position, 0), min(end - position, batch.num_rows)
        position += batch.num_rows
        if low < high:
            yield pa.Table.from_batches([batch.slice(low, high - low)])
