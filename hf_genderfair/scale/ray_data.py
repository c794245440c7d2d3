"""Transforms for data sets of Ray."""

from __future__ import annotations

from contextlib import nullcontext
from typing import TYPE_CHECKING

import pyarrow as pa

from hf_genderfair.core.devices import device_setting, use_device
from hf_genderfair.core.errors import GenderfairError
from hf_genderfair.core.resources import require
from hf_genderfair.core.transform import Transform

if TYPE_CHECKING:
    from ray.data import Dataset

BATCH_ROWS = 10_000
RANK = 0
"""Ray shows an actor the GPUs that it has, and no others."""


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
