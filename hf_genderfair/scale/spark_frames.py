"""Transforms for data frames of Spark."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import nullcontext
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import pyarrow as pa
from datasets import Features

from hf_genderfair.core.devices import device_setting, use_device
from hf_genderfair.core.errors import MissingDependencyError
from hf_genderfair.core.resources import require
from hf_genderfair.core.transform import Transform

if TYPE_CHECKING:
    from pyspark.sql import DataFrame, SparkSession

SIGNED = {pa.uint8(): pa.int16(), pa.uint16(): pa.int32(), pa.uint32(): pa.int64(), pa.uint64(): pa.decimal128(20)}
"""Types of Arrow that Spark lacks, each with the next one that holds all its values."""


def annotate_spark(frame: DataFrame, transform: Transform, *, device: str | None = None) -> DataFrame:
    """Add the columns of a transform to a data frame of Spark, by ``mapInArrow``.

    Rows are annotated when the frame is read, in batches of ``spark.sql.execution.arrow.maxRecordsPerBatch``. Spark has
    no classes with names and no unsigned numbers: columns of classes are whole numbers (their names are in
    ``transform.features()``), and unsigned numbers get the next larger signed type.

    Args:
        frame: The rows.
        transform: A transform or a chain.
        device: Device of pipelines and models; see `use_device`. A task that Spark gave a GPU computes on that one.

    Returns:
        The frame with the columns of the transform.

    Raises:
        ColumnError: A column is missing, or exists already.
        MissingDependencyError: The interpreter of Spark's workers lacks this package.

    Example:
        >>> SIGNED[pa.uint8()]
        DataType(int16)
    """
    types = require("pyspark.sql.pandas.types", "spark")
    transform.check_columns(frame.columns)
    check_workers(frame.sparkSession)
    before = types.to_arrow_schema(frame.schema)
    after = transform.output_features(Features.from_arrow_schema(before)).arrow_schema
    added = pa.schema([pa.field(field.name, spark_type(field.type)) for field in after])
    wanted = types.from_arrow_schema(added)
    schema = types.to_arrow_schema(wanted)
    # columns that were there keep their type as Spark has it
    kept = {field.name: field for field in frame.schema}
    wanted = type(wanted)([kept.get(field.name, field) for field in wanted])
    return frame.mapInArrow(_Annotator(transform, schema, device or device_setting()), wanted)


def spark_type(kind: pa.DataType) -> pa.DataType:
    """Return the type of Arrow that a column has in Spark."""
    if pa.types.is_struct(kind):
        return pa.struct([pa.field(field.name, spark_type(field.type)) for field in kind])
    if pa.types.is_list(kind) or pa.types.is_large_list(kind) or pa.types.is_fixed_size_list(kind):
        return pa.list_(pa.field("element", spark_type(kind.value_type)))
    return SIGNED.get(kind, kind)


@dataclass(frozen=True)
class _Annotator:
    transform: Transform
    schema: pa.Schema
    device: str | None

    def __call__(self, batches: Iterator[pa.RecordBatch]) -> Iterator[pa.RecordBatch]:
        with nullcontext() if self.device is None else use_device(self.device):
            for batch in batches:
                table = self.transform(pa.Table.from_batches([batch]), worker_rank(None))
                assert isinstance(table, pa.Table)
                yield from table.select(self.schema.names).cast(self.schema).to_batches()


def worker_rank(otherwise: int | None) -> int | None:
    """Return the number of this task of Spark: of the GPU that it was given, else of its part of the rows."""
    now = require("pyspark", "spark").TaskContext.get()
    given = now.resources().get("gpu") if now else None
    if given and given.addresses[0].isdecimal():
        return int(given.addresses[0])
    return now.partitionId() if now and otherwise is None else otherwise


def choose_interpreter(spark: SparkSession) -> None:
    """Have the workers of a session run the interpreter of this process, unless PYSPARK_PYTHON names one."""
    context = getattr(spark, "_sc", None)
    if context is not None and context.pythonExec == "python3":
        # workers would take any interpreter that is called so
        context.pythonExec = sys.executable


def check_workers(spark: SparkSession) -> None:
    """Find out whether the workers of a session can import this package."""
    choose_interpreter(spark)

    # Spark sends a function inside another as it is, so that workers without the package can run it
    def found(batches: Iterator[Any]) -> Iterator[Any]:
        from importlib.util import find_spec
        from sys import executable

        import pyarrow

        missing = executable if find_spec("hf_genderfair") is None else ""
        for _ in batches:
            yield pyarrow.RecordBatch.from_pydict({"missing": pyarrow.array([missing])})

    missing = spark.range(0, 1, 1, 1).mapInArrow(found, "missing string").collect()[0].missing
    if missing:
        raise MissingDependencyError(
            f"the workers of Spark run {missing}, which lacks hf-genderfair: install it there, "
            "or name another interpreter in PYSPARK_PYTHON before Spark starts"
        )
