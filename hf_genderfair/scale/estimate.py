"""How much a run would be, and how long it would take, from a sample of its rows."""

from __future__ import annotations

import resource
import sys
import time
from collections.abc import Iterator, Sequence
from contextlib import nullcontext
from dataclasses import dataclass
from pathlib import Path

import pyarrow as pa
import pyarrow.parquet as pq
from datasets import Dataset

from hf_genderfair.core.devices import use_device
from hf_genderfair.core.private import nothing_sent
from hf_genderfair.core.transform import Transform
from hf_genderfair.scale.chain_recipe import LONGEST_TEXT
from hf_genderfair.scale.folder import RunFolder
from hf_genderfair.scale.recipe import Place
from hf_genderfair.scale.rows import LinesRows, Rows, open_rows
from hf_genderfair.scale.run_records import Described
from hf_genderfair.scale.shard_work import Work, part_rows
from hf_genderfair.scale.sharded import chain_recipe, default_shards, make_plan

SAMPLE_ROWS = 1_000
BLOCKS = 10


@dataclass(frozen=True)
class RunEstimate:
    """What a run would be.

    Attributes:
        rows: Rows of the source.
        source_bytes: Size of the source where it lies.
        shards: Number of shards.
        sampled_rows: Rows from which time, memory and size were estimated.
        num_proc: Number of processes.
        seconds: Time that the processes would take, start-up apart.
        start_seconds: Time of the start-up of a process: models, word lists.
        memory_bytes: Memory of one process.
        result_bytes: Size of the result on disk.

    Example:
        >>> RunEstimate(10, 900, 1, 10, 2, 0.5, 1.5, 200_000_000, 1_200).rows
        10
    """

    rows: int
    source_bytes: int
    shards: int
    sampled_rows: int
    num_proc: int
    seconds: float
    start_seconds: float
    memory_bytes: int
    result_bytes: int


def estimate_run(
    source: str | Path | Dataset | LinesRows,
    chain: str | Path | Transform,
    *,
    num_proc: int = 1,
    shards: int | None = None,
    keep: str | Sequence[str] = (),
    device: str | None = None,
    text_column: str = "text",
    split: str | None = None,
    config: str | None = None,
    longest: int | None = LONGEST_TEXT,
    trust: bool = False,
) -> RunEstimate:
    """Estimate a run from 1,000 rows, drawn evenly from the source; nothing is written, and no server is asked.

    Args:
        source: See `run`, as for all others.
        chain: The same.
        num_proc: The same.
        shards: The same.
        keep: The same.
        device: The same.
        text_column: The same.
        split: The same.
        config: The same.
        longest: The same.
        trust: The same.

    Returns:
        The estimate. Time is divided by the number of processes: it takes each of them to have a core of its own.
        The time that a server takes is not in it.

    Raises:
        GenderfairError: See `run`: what is wrong is said before anything is read.

    Example:
        >>> from hf_genderfair import FirstPerson
        >>> estimate_run(Dataset.from_dict({"text": ["Pada.", "Kupiłem rower."]}), FirstPerson()).sampled_rows
        2
    """
    rows, recipe = open_rows(source, text_column, split=split, config=config), chain_recipe(chain, keep, longest, trust)
    plan = make_plan(rows, recipe, shards or default_shards(rows), device, Described(""))
    work = Work(RunFolder(Path()), plan, rows, recipe)
    with nothing_sent(), nullcontext() if device is None else use_device(device):
        started = time.perf_counter()
        list(part_rows(work, next(rows.tables(0, 1, 1)), Place(0, rows.number), None))
        ready = time.perf_counter()
        sample = list(_sample(rows))
        parted = [part for table in sample for part, _ in part_rows(work, table, Place(0, rows.number), None)]
        seconds = time.perf_counter() - ready
    sampled = sum(map(len, sample))
    factor = rows.number / sampled
    sink = pa.BufferOutputStream()
    annotated = [part.excluded.select(part.kept.column_names) for part in parted]
    pq.write_table(pa.concat_tables([*(part.kept for part in parted), *annotated]), sink, compression="zstd")
    return RunEstimate(
        rows.number,
        rows.num_bytes,
        plan.shards,
        sampled,
        num_proc,
        seconds * factor / num_proc,
        ready - started,
        _peak_memory(),
        round(sink.getvalue().size * factor),
    )


def _sample(rows: Rows) -> Iterator[pa.Table]:
    """Yield blocks of rows, evenly spread."""
    if rows.number <= SAMPLE_ROWS:
        yield from rows.tables(0, rows.number, SAMPLE_ROWS)
        return
    size = SAMPLE_ROWS // BLOCKS
    for block in range(BLOCKS):
        yield from rows.tables(block * (rows.number - size) // (BLOCKS - 1), size, size)


def _peak_memory() -> int:
    """Return the most memory that this process has had, in bytes."""
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return peak if sys.platform == "darwin" else peak * 1024
