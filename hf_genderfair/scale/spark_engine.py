"""The workers of Spark: jobs of one task that each do a shard, and that Spark starts again where a worker is lost."""

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
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pyarrow as pa

from hf_genderfair.core.errors import GenderfairError, MissingDependencyError, RunError
from hf_genderfair.core.processes import SAFE_PATH, environment
from hf_genderfair.core.resources import require
from hf_genderfair.scale.driver import ShardTask, check_answers, dispatch, last_line
from hf_genderfair.scale.merge import Merge
from hf_genderfair.scale.shard_work import Work
from hf_genderfair.scale.spark_frames import check_workers, choose_interpreter, worker_rank

ATTEMPTS = 4
"""So often Spark starts a task on this machine; on clusters that is its own default."""

ANSWER = "answer binary"

SHARDS_OF_A_JOB = 4
"""A job costs some tenths of a second, whatever it does; Spark starts a task again, not a job."""

LEAN_JAVA = "-XX:TieredStopAtLevel=1 -XX:+UseSerialGC"
"""Java on this machine hands out shards and little more: what it takes, the workers lack."""


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
                return RunError(
                    f"workers of Spark ended again and again at shard {numbers}, perhaps for lack of memory: "
                    f"repeat the same command with fewer processes; what is done is kept ({type(error).__name__})"
                )
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
    if not _has_java():
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


def _has_java() -> bool:
    home = os.environ.get("JAVA_HOME")
    return shutil.which("java", path=str(Path(home, "bin")) if home else None) is not None


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
