"""Split a data set by a column of reasons to exclude rows."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, NamedTuple

import pyarrow as pa
import pyarrow.compute as pc
from datasets import Dataset, DatasetDict

from hf_genderfair.core.batches import check_columns, check_rows, column_array, column_names, read_batch, whole_column
from hf_genderfair.core.counts import Counts, Key
from hf_genderfair.core.errors import ColumnError
from hf_genderfair.core.settings import Checked
from hf_genderfair.core.transform import INNER_BATCH, text_array

ADVICE = "run the transform that gives the reasons first"
REASON_TYPES = ("string", "large_string", "null")


class Split(NamedTuple):
    """The kept and the excluded rows of a data set, or of each of its splits, which together are all rows."""

    kept: Dataset | DatasetDict
    excluded: Dataset | DatasetDict


@dataclass(frozen=True)
class Keep(Checked):
    """Keeps the rows without a reason to exclude them; use it with ``filter`` or to split a data set.

    Attributes:
        column: Column of reasons as text; null for the rows to keep.

    Example:
        >>> rows = Dataset.from_dict({"text": ["a", "b"], "reason": [None, "too_short"]})
        >>> kept, excluded = Keep("reason").split(rows)
        >>> kept["text"][:], excluded["reason"][:]
        (['a'], ['too_short'])
        >>> rows.filter(Keep("reason"), batched=True)["text"][:]
        ['a']
    """

    column: str

    def __call__(self, batch: Mapping[str, Any] | pa.Table) -> list[bool]:
        """Return for each row of a batch whether it is kept."""
        batch = read_batch(batch, type(self).__name__)
        check_columns(column_names(batch), [self.column], ADVICE)
        reasons = text_array(column_array(batch[self.column], self.column), self.column)
        stays: list[bool] = pc.is_null(reasons).to_pylist()
        return stays

    def split(self, dataset: Dataset | DatasetDict) -> Split:
        """Return (kept, excluded), both in the order of the data set; excluded rows keep their reason.

        A `DatasetDict` is divided by split; both results have all of its splits.

        Raises:
            ColumnError: The data set has no such column, or it does not hold text.
            GenderfairError: It is a stream, which ``filter(Keep(...), batched=True)`` can read, or no data set.
        """
        if isinstance(dataset, DatasetDict):
            halves = {name: self.split(part) for name, part in dataset.items()}
            kept = DatasetDict({name: half.kept for name, half in halves.items()})
            return Split(kept, DatasetDict({name: half.excluded for name, half in halves.items()}))
        kept = self._reasons(dataset).null_count
        return Split(self._rows(dataset, True, kept), self._rows(dataset, False, len(dataset) - kept))

    def counts(self, dataset: Dataset | DatasetDict) -> Counts:
        """Return the number of rows under ``("kept",)`` and under ``("excluded", reason)``, of all splits together.

        Raises:
            ColumnError: The data set has no such column, or it does not hold text.
            GenderfairError: It is a stream, or no data set.
        """
        if isinstance(dataset, DatasetDict):
            return sum((self.counts(part) for part in dataset.values()), Counts())
        reasons = self._reasons(dataset)
        found = pc.value_counts(reasons.drop_null()).to_pylist()
        excluded: dict[Key, int] = {("excluded", entry["values"]): entry["counts"] for entry in found}
        return Counts({("kept",): reasons.null_count, **excluded})

    def _reasons(self, dataset: Dataset) -> pa.ChunkedArray:
        check_rows(dataset, type(self).__name__, streams=False)
        check_columns(dataset.column_names, [self.column], ADVICE)
        if getattr(dataset.features[self.column], "dtype", None) not in REASON_TYPES:
            kind = dataset.features[self.column]
            raise ColumnError(f"column {self.column!r} holds {kind}, not reasons: name a column of text and nulls")
        return whole_column(dataset, self.column)

    def _rows(self, dataset: Dataset, stay: bool, number: int) -> Dataset:
        """Copy rows block by block: an indices mapping, as of ``select``, would make every later access slow."""
        if len(dataset) == 0:
            return dataset
        rows = dataset.with_format("arrow").map(
            _filter_table,
            batched=True,
            batch_size=INNER_BATCH,
            fn_kwargs={"column": self.column, "stay": stay},
            features=dataset.features,
            desc=f"{'Keep' if stay else 'Exclude'} {number:,} of {len(dataset):,}",
        )
        rows.set_format(**dataset.format)
        return rows


def _filter_table(table: pa.Table, column: str, stay: bool) -> pa.Table:
    stays = pc.is_null(table[column])
    return table.filter(stays if stay else pc.invert(stays))
