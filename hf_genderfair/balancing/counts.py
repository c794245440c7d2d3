"""The counts of a corpus that balancing needs, read from columns into arrays."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc
from datasets import ClassLabel, Dataset
from numpy.typing import NDArray

from hf_genderfair.balancing.solver import Integers, Totals
from hf_genderfair.core.batches import arrow_batches, check_columns, check_rows, whole_numbers
from hf_genderfair.core.counts import strata_of
from hf_genderfair.core.errors import ColumnError

COUNT_COLUMNS = ("female_actors", "male_actors", "female_mentions", "male_mentions")
ALL = "all"
"""Name of the stratum of an undivided corpus."""


@dataclass(frozen=True)
class CorpusCounts:
    """The counts, strata and costs of the rows of a corpus."""

    counts: Integers  # the four of `COUNT_COLUMNS`
    counted: NDArray[np.bool_]  # rows without all four counts count as 0 and always stay
    strata: tuple[str, ...]  # sorted
    stratum: Integers  # index of the stratum of each row
    cost: Integers  # of leaving out the row: 1, or its words
    order: NDArray[np.uint64]  # rows with equal counts are left out in this order
    reason: pa.Array  # to leave out the row at text level; null for rows to keep


def read_counts(
    dataset: Dataset,
    *,
    by: str | None = None,
    words_column: str | None = None,
    exclude: str | None = None,
    seed: int = 0,
) -> CorpusCounts:
    """Read the counts of a data set."""
    check_rows(dataset, "balancing", streams=False)
    wanted = [*COUNT_COLUMNS, *(name for name in (by, words_column, exclude) if name is not None)]
    check_columns(dataset.column_names, wanted)
    # a column of texts is not kept in memory
    table = _read(dataset, [name for name in wanted if name != words_column or name == by])
    counts = [_integers(table[name], name) for name in COUNT_COLUMNS]
    counted = np.logical_and.reduce([pc.is_valid(column).to_numpy(zero_copy_only=False) for column in counts])
    matrix = np.column_stack([pc.fill_null(column, 0).to_numpy(zero_copy_only=False) for column in counts])
    matrix[~counted] = 0
    strata, stratum = _strata(dataset, table, by)
    cost = np.ones(len(table), np.int64) if words_column is None else word_costs_of(dataset, words_column)
    reason = pa.nulls(len(table), pa.string()) if exclude is None else _reasons(table[exclude], exclude)
    order = _order(len(table), seed)
    return CorpusCounts(matrix, counted, strata, stratum, cost, order, reason)


def group_sizes(dataset: Dataset, by: str) -> Counter[str]:
    """Return the number of rows of each value of a column, dates by their year."""
    strata, stratum = _strata(dataset, _read(dataset, [by]), by)
    return Counter(dict(zip(strata, np.bincount(stratum, minlength=len(strata)).tolist(), strict=True)))


def sum_counts(counts: Integers) -> Totals:
    """Return the totals of rows."""
    first, second, third, fourth = (int(total) for total in counts.sum(axis=0))
    return first, second, third, fourth


def _read(dataset: Dataset, columns: list[str]) -> pa.Table:
    blocks = list(arrow_batches(dataset, columns)) if len(dataset) else []
    schema = dataset.select_columns(list(dict.fromkeys(columns))).features.arrow_schema
    return pa.concat_tables(blocks).combine_chunks() if blocks else schema.empty_table()


def _flat(values: pa.ChunkedArray) -> pa.Array:
    return values.combine_chunks() if values.num_chunks != 1 else values.chunk(0)


def _integers(values: pa.ChunkedArray, name: str) -> pa.Array:
    numbers = whole_numbers(_flat(values), name)
    if pc.any(pc.less(numbers, 0)).as_py():
        raise ColumnError(f"column {name!r} holds a number below 0, which cannot be a count")
    return numbers


def _is_text(kind: pa.DataType) -> bool:
    return bool(pa.types.is_string(kind) or pa.types.is_large_string(kind))


def word_costs_of(dataset: Dataset, words_column: str) -> Integers:
    """Return the number of words of each row of a data set."""
    costs = [word_costs(block[words_column], words_column) for block in arrow_batches(dataset, [words_column])]
    return np.concatenate([np.zeros(0, np.int64), *costs])


def word_costs(values: pa.ChunkedArray, name: str) -> Integers:
    """Return the number of words of each row; at least one, since leaving out a row always has a cost."""
    numbers = _flat(values)
    if _is_text(numbers.type):
        numbers = pc.list_value_length(pc.utf8_split_whitespace(pc.utf8_trim_whitespace(numbers)))
    else:
        numbers = _integers(values, name)
    words: Integers = pc.fill_null(numbers.cast(pa.int64()), 0).to_numpy(zero_copy_only=False)
    return np.maximum(words, 1)


def _reasons(values: pa.ChunkedArray, name: str) -> pa.Array:
    if not (_is_text(values.type) or pa.types.is_null(values.type)):
        raise ColumnError(f"column {name!r} holds {values.type}, not reasons: text, and null where a row stays")
    return _flat(values).cast(pa.string())


def _strata(dataset: Dataset, table: pa.Table, by: str | None) -> tuple[tuple[str, ...], Integers]:
    if by is None:
        return (ALL,), np.zeros(len(table), np.int64)
    feature = dataset.features[by]
    names = feature.names if isinstance(feature, ClassLabel) else None
    codes = pc.dictionary_encode(strata_of(_flat(table[by]), by, names))
    found = codes.dictionary.to_pylist()
    numbers_of = {name: number for number, name in enumerate(sorted(found))}
    numbers = np.array([numbers_of[name] for name in found], np.int64)
    indices = codes.indices.to_numpy(zero_copy_only=False).astype(np.int64)
    return tuple(sorted(found)), numbers[indices] if len(indices) else indices


def _order(rows: int, seed: int) -> NDArray[np.uint64]:
    """Return a hash for each row, SplitMix64 of its position, to spread the removals evenly."""
    positions = np.arange(1, rows + 1, dtype=np.uint64) + (np.uint64(seed % 2**32) << np.uint64(32))
    mixed = positions * np.uint64(0x9E3779B97F4A7C15)
    mixed = (mixed ^ (mixed >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
    mixed = (mixed ^ (mixed >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
    return mixed ^ (mixed >> np.uint64(31))
