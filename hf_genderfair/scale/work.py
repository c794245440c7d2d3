"""The work of a process: it takes a shard that nobody has, annotates and divides its rows, and marks it as done."""

from __future__ import annotations

import errno
import time
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, suppress
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import Any

import pyarrow as pa
import pyarrow.compute as pc
import pyarrow.parquet as pq
import xxhash
from datasets import Features, Value

from hf_genderfair.core.counts import Counts
from hf_genderfair.core.errors import GenderfairError, OutputError, RunError
from hf_genderfair.core.transform import text_array
from hf_genderfair.hub.card import EXCLUDED, KEPT
from hf_genderfair.hub.fingerprint import DataFingerprint
from hf_genderfair.hub.source_files import reason_in_one_line
from hf_genderfair.languages.chain import Chain
from hf_genderfair.languages.text_transform import TextTransform
from hf_genderfair.scale.column_counts import count_columns
from hf_genderfair.scale.folder import Plan, RunFolder, ShardDone
from hf_genderfair.scale.rows import Rows

ERROR_COLUMN = "run_error"
TOO_LONG = "too_long"
TOLERATED = 0.05
FEWEST_FAILED = 20
"""A shard fails as a whole where more than one row of twenty fails, and at least so many."""

ERRORS_KEPT = 5
LONGEST_ERROR = 200
GROUP_BYTES = 32_000_000
ANALYSED_AT_ONCE = 200
"""Rows that are annotated between two signs of progress, where a pipeline reads them."""

OnBatch = Callable[[int, int, int], None]
"""Called now and then with a shard, how many of its rows are done, and how many of these are kept."""

INTERVAL = 0.2
"""Seconds between two such calls."""


@dataclass(frozen=True)
class Work:
    """What every process of a run needs to know.

    Attributes:
        folder: Where the run writes.
        plan: What is to be done.
        rows: The rows of the source.
        chain: The transforms.
        at_once: Most rows of a batch.
        keep_going: Whether any number of rows may fail.

    Example:
        >>> from datasets import Dataset
        >>> from hf_genderfair import FirstPerson
        >>> from hf_genderfair.scale.folder import Described
        >>> from hf_genderfair.scale.rows import open_rows
        >>> plan = Plan("", 1, 1, "", "", (), None, None, "", Described("Posts"))
        >>> rows = open_rows(Dataset.from_dict({"text": ["Pada."]}))
        >>> list(Work(RunFolder(Path("run")), plan, rows, Chain(FirstPerson())).features)[-1]
        'first_person_expressions'
    """

    folder: RunFolder
    plan: Plan
    rows: Rows
    chain: Chain
    at_once: int = 10_000
    keep_going: bool = False

    @cached_property
    def features(self) -> Features:
        """The columns of kept rows."""
        return self.chain.output_features(self.rows.features)

    @cached_property
    def added(self) -> Features:
        """The columns that the chain adds."""
        return self.chain.features()

    @cached_property
    def excluded_features(self) -> Features:
        """The columns of excluded rows: with the reason of those that failed."""
        return Features({**self.features, ERROR_COLUMN: Value("string")})

    @cached_property
    def analysed_columns(self) -> list[str]:
        """The columns of text that a pipeline reads."""
        links = [link for link in self.chain.links if isinstance(link, TextTransform)]
        return list(dict.fromkeys(link.text_column for link in links if link.analysis_request() is not None))

    def pending(self) -> list[int]:
        """Return the shards that are to be done; `RunFolder.begin` has looked at the files of the others."""
        return [shard for shard in range(self.plan.shards) if not self.folder.marked(shard)]


def work_through(
    work: Work, worker: str, rank: int | None, on_batch: OnBatch, after_shard: Callable[[], None] = lambda: None
) -> None:
    """Do the shards that are to be done and that no other process has taken.

    Args:
        work: The work of the run.
        worker: Name of this process, different from all others of the run.
        rank: Number of this process, which picks a device; None for a single one.
        on_batch: Called between batches.
        after_shard: Called after each shard.

    Raises:
        OutputError: The disk is full, or the folder cannot be written.
        RunError: The source has changed, or too many rows fail.
    """
    for shard in work.pending():
        if work.folder.claim(shard, worker):
            do_shard(work, shard, rank, on_batch)
            after_shard()


def do_shard(work: Work, shard: int, rank: int | None, on_batch: OnBatch) -> ShardDone:
    """Annotate the rows of a shard, write the kept and the excluded ones, and mark it as done; see `work_through`."""
    first, number = work.plan.bounds[shard]
    at_once = min(work.at_once, ANALYSED_AT_ONCE) if work.analysed_columns else work.at_once
    read = DataFingerprint(work.rows.features, xxhash.xxh3_128)
    tally, next_call = _Tally(number, work.keep_going), 0.0
    try:
        with ExitStack() as opened:
            parts = {
                KEPT: opened.enter_context(_Part(work.folder, work.features)),
                EXCLUDED: opened.enter_context(_Part(work.folder, work.excluded_features)),
            }
            for table in work.rows.tables(first, number, at_once):
                read.update(table)
                annotated, errors = annotate_rows(work, table, rank)
                reasons = _reasons(annotated, errors, work.plan.keep)
                tally.add(annotated, errors, reasons, work.added)
                stays = pc.is_null(reasons)
                parts[KEPT].write(annotated.filter(stays))
                with_error = annotated.append_column(ERROR_COLUMN, pa.array(errors, pa.string()))
                parts[EXCLUDED].write(with_error.filter(pc.invert(stays)))
                if time.monotonic() >= next_call:
                    next_call = time.monotonic() + INTERVAL
                    on_batch(shard, read.rows, parts[KEPT].rows)
            files = {name: path for name, part in parts.items() if (path := part.close()) is not None}
        done = ShardDone(
            shard,
            "xxh3:" + read.digest().removeprefix("sha256:"),
            work.plan.state,
            {name: part.rows for name, part in parts.items()},
            {name: path.stat().st_size for name, path in files.items()},
            dict(sorted(tally.excluded.items())),
            tally.counts.to_json(),
            tally.messages,
        )
        work.folder.finish_shard(done, files)
    except (OSError, pa.ArrowException) as error:
        raise _cannot_write(work, error) from error
    return done


def _cannot_write(work: Work, error: BaseException) -> OutputError:
    full = getattr(error, "errno", None) == errno.ENOSPC or "No space left" in str(error)
    reason = "the disk is full: make room" if full else reason_in_one_line(error)
    return OutputError(f"{work.folder.path} cannot be written: {reason}; {work.folder.in_words()}")


def annotate_rows(work: Work, table: pa.Table, rank: int | None) -> tuple[pa.Table, list[str | None]]:
    """Annotate a batch row by row where it fails as a whole.

    Args:
        work: The work of the run.
        table: The rows.
        rank: See `Transform.annotate`.

    Returns:
        All rows with the added columns, null in those that failed; and for each why it failed, None where it did not.

    Raises:
        GenderfairError: The chain cannot be applied at all: a missing column, a missing package.
    """
    too_long = _too_long(work, table)
    pieces: list[tuple[pa.Table, list[str | None]]] = []
    start = 0
    for row in (*sorted(too_long), len(table)):
        if row > start:
            pieces += _annotate(work, table.slice(start, row - start), rank)
        if row < len(table):
            pieces.append(_failed(work, table.slice(row, 1), too_long[row]))
        start = row + 1
    return pa.concat_tables(part for part, _ in pieces), [error for _, errors in pieces for error in errors]


def _too_long(work: Work, table: pa.Table) -> dict[int, str]:
    """Return the rows with a text that is too long to be analysed, each with the reason."""
    found: dict[int, str] = {}
    for name in work.analysed_columns if work.plan.longest is not None else ():
        if name in table.column_names:
            lengths = pc.fill_null(pc.utf8_length(text_array(table[name], name)), 0)
            for row in pc.indices_nonzero(pc.greater(lengths, work.plan.longest)).to_pylist():
                found[row] = f"{TOO_LONG}: {lengths[row].as_py()} characters"
    return found


def _annotate(work: Work, table: pa.Table, rank: int | None) -> Iterator[tuple[pa.Table, list[str | None]]]:
    try:
        annotated = work.chain(table, rank)
        assert isinstance(annotated, pa.Table)
        yield annotated.cast(work.features.arrow_schema), [None] * len(table)
    except (GenderfairError, ImportError):
        raise
    except Exception as error:
        if len(table) == 1:
            reason = " ".join(f"error: {type(error).__name__}: {error}".split())
            yield _failed(work, table, reason[:LONGEST_ERROR])
            return
        half = len(table) // 2
        yield from _annotate(work, table.slice(0, half), rank)
        yield from _annotate(work, table.slice(half), rank)


def _failed(work: Work, row: pa.Table, error: str) -> tuple[pa.Table, list[str | None]]:
    schema, added = work.features.arrow_schema, work.added
    columns = [pa.nulls(1, schema.field(name).type) if name in added else row[name] for name in schema.names]
    return pa.table(columns, schema), [error]


def _reasons(table: pa.Table, errors: Sequence[str | None], keep: Sequence[str]) -> pa.ChunkedArray:
    """Return why each row is excluded, null where it is kept: an error, or the first reason."""
    columns = [pa.chunked_array([pa.array(errors, pa.string())]), *(table[name].cast(pa.string()) for name in keep)]
    return pc.coalesce(*columns)


@dataclass
class _Tally:
    """What is counted while a shard is done."""

    rows: int
    keep_going: bool
    counts: Counts = field(default_factory=Counts)
    excluded: Counter[str] = field(default_factory=Counter)
    messages: list[str] = field(default_factory=list)
    failed: int = 0

    def add(self, table: pa.Table, errors: Sequence[str | None], reasons: pa.ChunkedArray, added: Features) -> None:
        failed = [error for error in errors if error is not None]
        self.failed += len(failed)
        self.messages = (self.messages + failed)[:ERRORS_KEPT]
        if not self.keep_going and self.failed >= FEWEST_FAILED and self.failed > TOLERATED * self.rows:
            raise RunError(
                f"more than 5 % of the rows of a shard fail, the first with: {self.messages[0]}; "
                "mend the chain or the source, or pass keep_going=True"
            )
        for entry in pc.value_counts(reasons).to_pylist():
            if entry["values"] is not None:
                # of a message only its kind is counted: the rest differs from row to row
                kind, _, rest = entry["values"].partition(": ")
                reason = f"error: {rest.partition(':')[0]}" if kind == "error" else entry["values"]
                self.excluded[TOO_LONG if kind == TOO_LONG else reason] += entry["counts"]
        good = table.filter(pa.array([error is None for error in errors])) if failed else table
        self.counts += count_columns(good, added)


class _Part:
    """The kept or the excluded rows of a shard: one Parquet file, or none where there is no row."""

    def __init__(self, folder: RunFolder, features: Features) -> None:
        self.rows = 0
        self._schema = features.arrow_schema
        self._path = folder.temporary()
        self._writer: Any = None
        self._waiting: list[pa.Table] = []
        self._waiting_bytes = 0

    def __enter__(self) -> _Part:
        return self

    def __exit__(self, kind: type[BaseException] | None, *_: object) -> None:
        if kind is not None:
            if self._writer is not None:
                with suppress(OSError, pa.ArrowException):
                    self._writer.close()
            self._path.unlink(missing_ok=True)

    def write(self, table: pa.Table) -> None:
        if not len(table):
            return
        self.rows += len(table)
        self._waiting.append(table.cast(self._schema))
        self._waiting_bytes += table.nbytes
        # small row groups make large files that are slow to read
        if self._waiting_bytes >= GROUP_BYTES:
            self._flush()

    def _flush(self) -> None:
        if self._writer is None:
            self._writer = pq.ParquetWriter(self._path, self._schema, compression="zstd")
        self._writer.write_table(pa.concat_tables(self._waiting))
        self._waiting, self._waiting_bytes = [], 0

    def close(self) -> Path | None:
        """Complete the file; return None where there is none."""
        if self._waiting:
            self._flush()
        if self._writer is None:
            return None
        self._writer.close()
        return self._path
