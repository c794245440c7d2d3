"""Split a data set by a column of reasons; nothing is dropped without one."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, NamedTuple

import pyarrow as pa
import pyarrow.compute as pc
from datasets import Dataset

from hf_genderfair.core.counts import Counts, Key
from hf_genderfair.core.errors import ColumnError
from hf_genderfair.core.transform import INNER_BATCH


class Split(NamedTuple):
    """The two halves of a data set: together they hold every row exactly once."""

    kept: Dataset
    excluded: Dataset


@dataclass(frozen=True)
class Keep:
    """Keeps the rows that have no reason to go; use it with ``filter`` or to split.

    Attributes:
        column: Column of reasons: text, null in the rows that stay.

    Example:
        >>> rows = Dataset.from_dict({"text": ["a", "b"], "reason": [None, "too_short"]})
        >>> kept, excluded = Keep("reason").split(rows)
        >>> kept["text"][:], excluded["reason"][:]
        (['a'], ['too_short'])
        >>> rows.filter(Keep("reason"), batched=True)["text"][:]
        ['a']
    """

    column: str

    def __call__(self, batch: Mapping[str, Any]) -> list[bool]:
        """Return for each row of a batch whether it stays.

        Raises:
            ColumnError: The data set has no such column.
        """
        if self.column not in batch:
            raise ColumnError(f"no column {self.column!r}: run the transform that gives the reasons first")
        return [reason is None for reason in batch[self.column]]

    def split(self, dataset: Dataset) -> Split:
        """Return (kept, excluded), both in the order of the data set; excluded rows keep their reason.

        Raises:
            ColumnError: The data set has no such column.
        """
        self._reasons(dataset)
        return Split(self._rows(dataset, stay=True), self._rows(dataset, stay=False))

    def counts(self, dataset: Dataset) -> Counts:
        """Return the number of rows under ``("kept",)`` and under ``("excluded", reason)``."""
        reasons = self._reasons(dataset)
        table = pc.value_counts(reasons).to_pylist()
        values: dict[Key, int] = {("kept",): reasons.null_count}
        for entry in table:
            if entry["values"] is not None:
                values["excluded", entry["values"]] = entry["counts"]
        return Counts(values)

    def _reasons(self, dataset: Dataset) -> pa.ChunkedArray:
        if self.column not in dataset.column_names:
            raise ColumnError(f"no column {self.column!r}: run the transform that gives the reasons first")
        return dataset.with_format("arrow")[self.column][:] if len(dataset) else pa.chunked_array([[]], pa.string())

    def _rows(self, dataset: Dataset, stay: bool) -> Dataset:
        """Copy rows block by block: a mapping of indices, as of ``select``, makes every later reading slow."""
        if len(dataset) == 0:
            return dataset
        rows = dataset.with_format("arrow").map(
            _filter_table,
            batched=True,
            batch_size=INNER_BATCH,
            fn_kwargs={"column": self.column, "stay": stay},
            features=dataset.features,
            desc=f"Keep({self.column!r})",
        )
        rows.set_format(**dataset.format)
        return rows


def _filter_table(table: pa.Table, column: str, stay: bool) -> pa.Table:
    stays = pc.is_null(table[column])
    return table.filter(stays if stay else pc.invert(stays))
