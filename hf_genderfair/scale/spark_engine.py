"""Spark: shards of a run as its tasks, and transforms over its data frames."""

from __future__ import annotations

import os
import pickle
import shutil
import signal
import subprocess
import sys
import threading
import uuid
import warnings
from collections.abc import Iterator
from contextlib import contextmanager, nullcontext
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pyarrow as pa
from datasets import Features

from hf_genderfair.core.batches import is_list
from hf_genderfair.core.errors import GenderfairError, MissingDependencyError, RunError
from hf_genderfair.core.processes import SAFE_PATH
from hf_genderfair.core.resources import device_setting, environment, require, use_device
from hf_genderfair.core.transform import Transform
from hf_genderfair.scale.merge import Merge
from hf_genderfair.scale.shard_work import Work
from hf_genderfair.scale.workers import ShardTask, check_answers, dispatch, last_line, no_memory

if TYPE_CHECKING:
    from pyspark.sql import DataFrame, SparkSession


ATTEMPTS = 4
"""So often Spark starts a task on this machine; on clusters that is its own default."""

ANSWER = "answer binary"

SHARDS_OF_A_JOB = 4
"""A job costs some tenths of a second, whatever it does; Spark starts a task again, not a job."""

LEAN_JAVA = "-XX:TieredStopAtLevel=1 -XX:+UseSerialGC"
"""Java on this machine hands out shards and little more: what it takes, the workers lack."""

SIGNED = {pa.uint8(): pa.int16(), pa.uint16(): pa.int32(), pa.uint32(): pa.int64(), pa.uint64(): pa.decimal128(20)}
"""Types of Arrow that Spark lacks, each with the next one that holds all its values."""


def run_on_spark(work: Work, merge: Merge, num_proc: int) -> None:
    """Do a pass in jobs of Spark: in the session of this process, at the master Spark is set to, or on this machine."""
    with spark_session(num_proc) as spark:
        choose_interpreter(spark)
        task, tag = ShardTask.of(work), f"genderfair-{uuid.uuid4().hex}"

        def do(shards: list[int], rank: int) -> GenderfairError | None:
            # tags belong to threads: of this run's jobs, and of no others of the session
            spark.addTag(tag)
            tasks = spark.range(0, len(shards), 1, len(shards)).mapInArrow(_answers(task, shards, rank), ANSWER)
            try:
                answers = [pickle.loads(bytes(row.answer)) for row in tasks.collect()]
            except Exception as error:
                check_workers(spark)
                numbers = " or ".join(str(shard) for shard in shards if not work.folder.marked(shard))
                return no_memory(f"workers of Spark ended again and again at shard {numbers}", error)
            return next(filter(None, answers), None)

        try:
            dispatch(work, merge, num_proc, do, SHARDS_OF_A_JOB)
        except BaseException:
            spark.interruptTag(tag)
            raise


def _answers(task: ShardTask, shards: list[int], rank: int) -> Any:
    """Return a function for ``mapInArrow`` from positions in a list of shards to what `ShardTask` returns."""

    def answers(batches: Iterator[pa.RecordBatch]) -> Iterator[pa.RecordBatch]:
        for batch in batches:
            places = batch.column(0).to_pylist()
            # tasks of a job run at the same time, and want different devices
            found = [pickle.dumps(task(shards[place], worker_rank(rank + place))) for place in places]
            yield pa.RecordBatch.from_pydict({"answer": pa.array(found, pa.binary())})

    return answers


@contextmanager
def spark_session(num_proc: int) -> Iterator[Any]:
    """Give the session of Spark of this process, or one that ends with this context."""
    sql = require("pyspark.sql", "spark")
    warnings.filterwarnings("ignore", "PySpark does not yet fully support pandas", FutureWarning)
    active = sql.SparkSession.getActiveSession()
    if active is not None:
        yield active
        return
    os.environ.setdefault("PYSPARK_PYTHON", sys.executable)
    builder = sql.SparkSession.builder.appName("hf-genderfair")
    remote = os.environ.get("SPARK_REMOTE", "")
    if remote.startswith("sc://"):
        place = remote.removeprefix("sc://").partition("/")[0]
        check_answers("Spark", place if ":" in place else f"{place}:15002")
    elif not remote:
        master = _start_java(num_proc)
        builder = builder.config("spark.ui.showConsoleProgress", "false")
        if master.startswith("local"):
            builder = builder.config("spark.ui.enabled", "false")
    with _own_interruptions():
        session = builder.getOrCreate()
    try:
        yield session
    finally:
        session.stop()


def _start_java(num_proc: int) -> str:
    """Start the Java process of Spark, which keeps silent; return the master that it is set to, and that answers."""
    context, gateway = require("pyspark", "spark"), require("pyspark.java_gateway", "spark")
    home = os.environ.get("JAVA_HOME")
    if shutil.which("java", path=str(Path(home, "bin")) if home else None) is None:
        raise MissingDependencyError(
            "Spark needs Java 17, and there is none: apt-get install openjdk-17-jre-headless, or set JAVA_HOME"
        )
    if context.SparkContext._gateway is None:
        quiet = None if "PYSPARK_GATEWAY_PORT" in os.environ else {"stderr": subprocess.DEVNULL}
        # what the environment says, and what the configuration of Spark says, comes first
        defaults = {"MASTER": f"local[{num_proc},{ATTEMPTS}]", "JDK_JAVA_OPTIONS": LEAN_JAVA}
        with environment(**SAFE_PATH, **{name: value for name, value in defaults.items() if name not in os.environ}):
            try:
                context.SparkContext._ensure_initialized(gateway=gateway.launch_gateway(popen_kwargs=quiet))
            except Exception as error:
                raise RunError(f"Spark does not start: try spark-submit --version ({last_line(error)})") from error
    master: str = context.SparkConf().get("spark.master", "")
    if master.startswith("spark://"):
        check_answers("Spark", master.removeprefix("spark://"))
    return master


@contextmanager
def _own_interruptions() -> Iterator[None]:
    """Keep what this process does at Ctrl-C, which Spark would replace."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    before = signal.getsignal(signal.SIGINT)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)


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
    if is_list(kind):
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
