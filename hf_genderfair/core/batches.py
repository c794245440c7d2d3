"""The rows of any data set as Arrow tables with one schema."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING, Any

import pyarrow as pa

from hf_genderfair.core.errors import ColumnError, GenderfairError

if TYPE_CHECKING:
    from datasets import Dataset, IterableDataset

ROWS_AT_ONCE = 10_000


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
        raise GenderfairError(f"{reader} reads one data set, not a {kind}: take one split, {_names(dataset)}")
    if isinstance(dataset, IterableDataset):
        raise GenderfairError(f"{reader} needs all rows of a Dataset at once, not {kind}: take one split, not streamed")
    raise GenderfairError(f"{reader} reads a data set, not {kind}: make one, such as with Dataset.from_dict")


def check_columns(present: Iterable[str] | None, needed: Iterable[str], advice: str | None = None) -> None:
    """Check that a data set has some columns; None are those of a stream whose rows have not been read."""
    missing = [] if present is None else [name for name in needed if name not in present]
    if missing:
        known = f"the data set has {', '.join(map(repr, present or ())) or 'no columns'}"
        raise ColumnError(f"no column {missing[0]!r}: {advice or known}")


def _names(splits: Iterable[str]) -> str:
    return " or ".join(map(repr, splits)) or "which has none"
