"""Which rows of which Parquet file a shard reads: whole row groups, of which it passes over the rows of others."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterator, Sequence
from itertools import accumulate

import pyarrow as pa
import pyarrow.parquet as pq

LARGEST_GROUP = 100_000
"""Rows of a row group up to which Parquet is read in place."""


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
