"""Columns that a run adds for what goes wrong: where no row has a value, the data set does without them."""

from __future__ import annotations

from collections.abc import Collection
from pathlib import Path

import pyarrow as pa
import pyarrow.parquet as pq
from datasets import Features

from hf_genderfair.hub.lines import PROBLEM
from hf_genderfair.scale.chain_recipe import ERROR_COLUMN

HELPERS = frozenset({PROBLEM, ERROR_COLUMN})
"""Their names. Shards are written without those that say nothing in them, and get them at the end if another has."""


def without_columns(schema: pa.Schema, names: Collection[str]) -> pa.Schema:
    """Return a schema without some columns; it still says which of the others are classes, and their names."""
    features = Features.from_arrow_schema(schema)
    return Features({name: kind for name, kind in features.items() if name not in names}).arrow_schema


def with_all_columns(table: pa.Table, schema: pa.Schema) -> pa.Table:
    """Return rows in the columns of a schema: null in those that the rows lack."""
    there = set(table.column_names)
    absent = [column for column in schema if column.name not in there]
    nulls = [pa.nulls(len(table), column.type) for column in absent]
    columns = [*table.columns, *nulls]
    extended = pa.Table.from_arrays(columns, [*table.column_names, *(column.name for column in absent)])
    return extended.select(schema.names).cast(schema)


def rewrite(path: Path, schema: pa.Schema, temporary: Path) -> None:
    """Give a Parquet file the columns of a schema, as a whole or not at all."""
    with pq.ParquetFile(path) as file, pq.ParquetWriter(temporary, schema, compression="zstd") as writer:
        for group in range(file.num_row_groups):
            writer.write_table(with_all_columns(file.read_row_group(group), schema))
    temporary.replace(path)
