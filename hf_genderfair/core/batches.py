"""Rows of any data set, block by block, as Arrow tables of one type."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import pyarrow as pa
from datasets import Dataset, IterableDataset

ROWS_AT_ONCE = 10_000


def arrow_batches(
    dataset: Dataset | IterableDataset, columns: Sequence[str] | None = None, batch_rows: int = ROWS_AT_ONCE
) -> Iterator[pa.Table]:
    """Read a data set in order.

    Asked for Arrow, a stream of rows guesses the types of each row anew and fails where a list is empty in one row and
    not in the next. Here its rows get the types of its features, or of a whole block where it knows none.

    Args:
        dataset: The data set, in any format.
        columns: The columns to read, as far as they are there; None for all.
        batch_rows: Rows in a table.

    Yields:
        Tables of the rows.

    Example:
        >>> rows = Dataset.from_dict({"words": [["she"], []]}).to_iterable_dataset()
        >>> [table.num_rows for table in arrow_batches(rows, ["words"])]
        [2]
    """
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
