"""Ray: shards of a run as its tasks, and transforms over its data sets."""

from __future__ import annotations

import logging
import math
import os
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager, nullcontext, redirect_stdout
from typing import TYPE_CHECKING, Any

import pyarrow as pa

from hf_genderfair.core.errors import GenderfairError, RunError
from hf_genderfair.core.processes import SAFE_PATH
from hf_genderfair.core.resources import device_setting, environment, require, use_device
from hf_genderfair.core.transform import Transform
from hf_genderfair.hub.lines import reason_in_one_line
from hf_genderfair.scale.merge import Merge
from hf_genderfair.scale.shard_work import Work
from hf_genderfair.scale.workers import ShardTask, check_answers, dispatch, last_line, no_answer, no_memory

if TYPE_CHECKING:
    from ray.data import Dataset


RETRIES = 3
"""So often Ray starts a task again whose worker ended."""

START_SECONDS = 30
"""How long a cluster that accepts connections may take to take this process in."""

QUIET = {"RAY_USAGE_STATS_ENABLED": "0", "RAY_ACCEL_ENV_VAR_OVERRIDE_ON_ZERO": "0"}
"""Variables of Ray that this process sets where the user has not."""


SILENT: dict[str, Any] = {"logging_level": logging.ERROR, "log_to_driver": False}

BATCH_ROWS = 10_000
RANK = 0
"""Ray shows an actor the GPUs that it has, and no others."""


@contextmanager
def ray_session(num_proc: int) -> Iterator[Any]:
    """Give Ray, in the session of this process or in one that ends with this context."""
    for name, value in QUIET.items():
        os.environ.setdefault(name, value)
    ray = require("ray", "ray")
    if ray.is_initialized():
        yield ray
        return
    address = os.environ.get("RAY_ADDRESS", "")
    if address and address != "local":
        _connect(ray, address)
    else:
        job = ray.job_config.JobConfig()
        # Ray would have workers import from the folder where one stands, unless a client of it is elsewhere
        job._client_job = True
        # workers find what this process finds, as those of the other engines do
        with environment(**SAFE_PATH, PYTHONPATH=os.pathsep.join(filter(None, sys.path))):
            ray.init("local", num_cpus=num_proc, include_dashboard=False, job_config=job, **SILENT)
    try:
        # Ray tells of workers that ended on standard output, which belongs to results
        with redirect_stdout(sys.stderr):
            yield ray
    finally:
        ray.shutdown()


def run_on_ray(work: Work, merge: Merge, num_proc: int) -> None:
    """Do a pass in tasks of Ray: of this process, of the cluster at ``RAY_ADDRESS``, or of this machine."""
    with ray_session(num_proc) as ray:
        task = ShardTask.of(work)
        shared, running = ray.put(task), set()
        gpus = _part_of_gpus(ray, num_proc) if (task.device or "").startswith("cuda") else 0
        remote = ray.remote(_do).options(num_cpus=1, num_gpus=gpus, max_retries=RETRIES, name="genderfair_shard")

        def do(shards: list[int], rank: int) -> GenderfairError | None:
            [shard] = shards
            begun = remote.remote(shared, shard, rank)
            running.add(begun)
            try:
                found: GenderfairError | None = ray.get(begun)
            except (ray.exceptions.WorkerCrashedError, ray.exceptions.OutOfMemoryError) as error:
                return no_memory(f"workers of Ray ended again and again at shard {shard}", error)
            except ray.exceptions.RayError as error:
                return RunError(f"a worker of Ray failed: {last_line(error)}")
            running.discard(begun)
            return found

        try:
            dispatch(work, merge, num_proc, do)
        finally:
            for begun in list(running):
                ray.cancel(begun, force=True)


def _do(task: ShardTask, shard: int, rank: int) -> GenderfairError | None:
    return task(shard, rank)


def _part_of_gpus(ray: Any, num_proc: int) -> float:
    """Return the part of a GPU for each of some tasks, which Ray counts in ten thousandths."""
    gpus: float = ray.cluster_resources().get("GPU", 0.0)
    if not gpus:
        raise GenderfairError("the cluster of Ray has no GPU: leave the device out to compute on processors")
    return min(1.0, math.floor(10_000 * gpus / num_proc) / 10_000)


def _connect(ray: Any, address: str) -> None:
    """Connect to a cluster, as long as it may take."""
    check_answers("Ray", address.removeprefix("ray://"))
    failed: list[BaseException] = []

    def connect() -> None:
        try:
            ray.init(address, **SILENT)
        except BaseException as error:
            failed.append(error)

    # Ray itself tries for two minutes, in which it hears no signal
    thread = threading.Thread(target=connect, daemon=True)
    thread.start()
    thread.join(START_SECONDS)
    if thread.is_alive():
        raise no_answer("Ray", address, f"not within {START_SECONDS} seconds")
    if failed:
        raise no_answer("Ray", address, reason_in_one_line(failed[0])) from failed[0]


def annotate_ray(
    dataset: Dataset,
    transform: Transform,
    *,
    concurrency: int | tuple[int, int] = 1,
    batch_size: int = BATCH_ROWS,
    num_cpus: float = 1,
    num_gpus: float = 0,
    device: str | None = None,
) -> Dataset:
    """Add the columns of a transform to a data set of Ray, by ``map_batches`` with a pool of actors.

    Each actor loads word lists and models once. Rows are annotated when the data set is read. The features with the
    names of classes are in the schema of each Arrow table: ``Features.from_arrow_schema(table.schema)``.

    Args:
        dataset: The rows.
        transform: A transform or a chain.
        concurrency: Number of actors, or the fewest and the most of a pool that grows.
        batch_size: Most rows of a batch.
        num_cpus: Processors of an actor.
        num_gpus: GPUs of an actor, such as 0.25 for four actors that share one.
        device: Device of pipelines and models; see `use_device`. None for that of this process, or ``cuda`` where
            ``num_gpus`` is given.

    Returns:
        The data set with the columns of the transform.

    Raises:
        ColumnError: A column is missing, or exists already.
        MissingDependencyError: Ray is not installed.

    Example:
        >>> annotate_ray.__kwdefaults__["batch_size"]
        10000
    """
    pool = require("ray.data", "ray").ActorPoolStrategy
    names = dataset.columns()
    if names is None:
        raise GenderfairError("the data set of Ray has no rows, and so no columns: there is nothing to annotate")
    transform.check_columns(names)
    least, most = concurrency if isinstance(concurrency, tuple) else (concurrency, concurrency)
    return dataset.map_batches(
        _Annotator,
        fn_constructor_args=(transform, device or device_setting() or ("cuda" if num_gpus else None)),
        batch_format="pyarrow",
        batch_size=batch_size,
        compute=pool(min_size=least, max_size=most),
        num_cpus=num_cpus,
        num_gpus=num_gpus,
    )


class _Annotator:
    """What an actor does."""

    def __init__(self, transform: Transform, device: str | None) -> None:
        self._transform, self._device = transform, device

    def __call__(self, table: pa.Table) -> pa.Table:
        with nullcontext() if self._device is None else use_device(self._device):
            annotated = self._transform(table, RANK)
        assert isinstance(annotated, pa.Table)
        return annotated
