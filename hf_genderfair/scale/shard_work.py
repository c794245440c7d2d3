"""The work of a process: it takes a shard that nobody has, annotates and divides its rows, and marks it as done."""

from __future__ import annotations

import errno
import time
from collections import Counter
from collections.abc import Callable, Collection, Generator, Iterator, Mapping
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, closing, suppress
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import Any, TypeVar

import pyarrow as pa
import pyarrow.compute as pc
import pyarrow.parquet as pq
import xxhash
from datasets import Features

from hf_genderfair.core.counts import Counts, Key
from hf_genderfair.core.errors import GenderfairError, OutputError, RunError
from hf_genderfair.hub.card import EXCLUDED, KEPT
from hf_genderfair.hub.fingerprint import SCHEME, DataFingerprint
from hf_genderfair.hub.lines import PROBLEM, reason_in_one_line
from hf_genderfair.hub.reading_problems import INVALID, ReadingProblems, with_sound_text
from hf_genderfair.scale.folder import PARTS, Plan, RunFolder, ShardDone
from hf_genderfair.scale.recipe import ERROR_COLUMN, TOO_LONG, Parted, Place, Recipe
from hf_genderfair.scale.rows import LinesRows, ParquetRows, Rows

TOLERATED = 0.05
FEWEST_FAILED = 20
"""A shard fails as a whole where more than one row of twenty fails, and at least so many."""

ERRORS_KEPT = 5
LONGEST_ERROR = 200
GROUP_BYTES = 32_000_000

OnBatch = Callable[[int, int, int], None]
"""Called now and then with a shard, how many of its rows are done, and how many of these are kept."""

INTERVAL = 0.2
"""Seconds between two such calls."""

HELPERS = frozenset({PROBLEM, ERROR_COLUMN})
"""Columns for what goes wrong: shards are written without those that say nothing, and get them if another has some."""

Item = TypeVar("Item")


@dataclass(frozen=True)
class Work:
    """What every process of a run needs to know in one pass."""

    folder: RunFolder  # where the run writes, at this pass
    plan: Plan
    rows: Rows
    recipe: Recipe
    at_once: int = 10_000  # most rows of a batch
    keep_going: bool = False  # whether any number of rows may fail

    @property
    def number(self) -> int:
        """The pass, from 0."""
        return self.folder.number

    @property
    def last(self) -> bool:
        """Whether the rows that this pass keeps are those of the data set."""
        return self.number == self.plan.passes - 1

    @cached_property
    def read_features(self) -> Features:
        """The columns of the rows that are read."""
        source = self.rows.features
        return self.recipe.kept_features(self.number - 1, source) if self.number else source

    @cached_property
    def features(self) -> Features:
        """The columns of kept rows."""
        return self.recipe.kept_features(self.number, self.rows.features)

    @cached_property
    def excluded_features(self) -> Features:
        """The columns of excluded rows: with the reason of those that failed."""
        return self.recipe.excluded_features(self.rows.features)

    def schema(self, part: str) -> pa.Schema:
        """Return the columns of kept or excluded rows."""
        return (self.features if part == KEPT else self.excluded_features).arrow_schema

    def helpers(self, part: str) -> frozenset[str]:
        """Return the columns that files of kept or excluded rows do without where no row has a value."""
        # Rows that go on to another pass have all columns.
        return HELPERS & {*self.schema(part).names} if part == EXCLUDED or self.last else frozenset()

    def pending(self) -> list[int]:
        """Return the shards that are to be done; `RunFolder.begin_pass` has looked at the files of the others."""
        return [shard for shard in range(self.plan.shards) if not self.folder.marked(shard)]

    @cached_property
    def _decision(self) -> tuple[list[int], pa.Table | None, str]:
        """First row of each shard, and what was decided, before this pass."""
        return self.folder.decision()

    def bounds(self, shard: int) -> tuple[int, int]:
        """Return the number of the first row of a shard among all of this pass, and the number of its rows."""
        if not self.number:
            return self.plan.bounds[shard]
        first, after = self._decision[0][shard : shard + 2]
        return first, after - first

    def tables(self, shard: int) -> Iterator[tuple[pa.Table, Place]]:
        """Yield the rows of a shard in order, in batches, each with its place."""
        first, number = self.bounds(shard)
        at_once = min(self.at_once, self.recipe.rows_at_once(self.number) or self.at_once)
        place = Place(first, self.plan.rows)
        if self.number:
            _, decided, settings = self._decision
            place = Place(first, self.plan.rows, None if decided is None else decided.slice(first, number), settings)
            read = ParquetRows((str(self.folder.of_pass(self.number - 1).file(shard, KEPT)),)) if number else None
            tables = read.tables(0, number, at_once) if read else iter(())
        else:
            tables = self.rows.tables(first, number, at_once)
        start = 0
        for table in tables:
            yield table, place.part(start, len(table))
            start += len(table)


def work_through(
    work: Work, worker: str, rank: int | None, on_batch: OnBatch, after_shard: Callable[[], None] = lambda: None
) -> None:
    """Do the shards that are to be done and that no other process has taken."""
    for shard in work.pending():
        if work.folder.claim(shard, worker):
            do_shard(work, shard, rank, on_batch)
            after_shard()


def do_shard(work: Work, shard: int, rank: int | None, on_batch: OnBatch) -> ShardDone:
    """Carry out the pass on the rows of a shard, write them, and mark the shard as done; see `work_through`."""
    read = DataFingerprint(work.read_features, xxhash.xxh3_128)
    problems = ReadingProblems()
    tally, next_call = _Tally(work.bounds(shard)[1], work.keep_going), 0.0
    try:
        with ExitStack() as opened:
            parts = {
                part: opened.enter_context(_Part(work.folder, work.schema(part), work.helpers(part))) for part in PARTS
            }
            for table, place, broken in opened.enter_context(closing(ahead(_read(work, shard, read, problems)))):
                for parted, counts in part_rows(work, table, place, rank, broken):
                    tally.add(parted, counts)
                    parts[KEPT].write(parted.kept)
                    parts[EXCLUDED].write(parted.excluded)
                if time.monotonic() >= next_call:
                    next_call = time.monotonic() + INTERVAL
                    on_batch(shard, read.rows, parts[KEPT].rows)
            files = {name: path for name, part in parts.items() if (path := part.close()) is not None}
        done = ShardDone(
            shard,
            "xxh3:" + read.digest().removeprefix(SCHEME),
            work.plan.state,
            read.rows,
            {name: part.rows for name, part in parts.items()},
            {name: path.stat().st_size for name, path in files.items()},
            dict(sorted(tally.excluded.items())),
            tally.messages,
            work.number,
            dict(sorted(problems.unreadable.items())),
            problems.without_text,
            problems.long_words,
        )
        work.folder.finish_shard(done, files, Counts(tally.counts))
    except (OSError, pa.ArrowException) as error:
        full = getattr(error, "errno", None) == errno.ENOSPC or "No space left" in str(error)
        reason = "the disk is full: make room" if full else reason_in_one_line(error)
        raise OutputError(f"{work.folder.path} cannot be written: {reason}; {work.folder.in_words()}") from error
    return done


def _read(
    work: Work, shard: int, read: DataFingerprint, problems: ReadingProblems
) -> Iterator[tuple[pa.Table, Place, list[int]]]:
    """Yield the rows of a shard with their places and the rows whose text is no UTF-8, and note what was read."""
    lines = work.rows if isinstance(work.rows, LinesRows) and not work.number else None
    for table, place in work.tables(shard):
        broken: list[int] = []
        if lines is None and not work.number:
            table, broken = with_sound_text(table)
        read.update(table)
        if lines is not None:
            problems.add(table, lines.source_files.text_column)
        yield table, place, broken


def part_rows(
    work: Work, table: pa.Table, place: Place, rank: int | None, broken: Collection[int] = ()
) -> Iterator[tuple[Parted, Mapping[Key, int] | None]]:
    """Carry out the pass on a batch, row by row where it fails as a whole."""
    refused = {**work.recipe.refused(work.number, table), **dict.fromkeys(broken, INVALID)}
    start = 0
    for row in (*sorted(refused), len(table)):
        if row > start:
            yield from _apply(work, table.slice(start, row - start), place.part(start, row - start), rank)
        if row < len(table):
            yield _failed(work, table.slice(row, 1), refused[row])
        start = row + 1


def _apply(
    work: Work, table: pa.Table, place: Place, rank: int | None
) -> Iterator[tuple[Parted, Mapping[Key, int] | None]]:
    try:
        parted = work.recipe.apply(work.number, table, place, rank)
        counts = work.recipe.count(work.number, parted)
        schema = work.features.arrow_schema
        kept = parted.kept.select(schema.names).cast(schema)
        # a later pass may have no use for a column of an earlier one
        excluded = with_all_columns(parted.excluded, work.excluded_features.arrow_schema)
        yield parted._replace(kept=kept, excluded=excluded), counts
    except (GenderfairError, ImportError):
        raise
    except Exception as error:
        if len(table) == 1:
            reason = " ".join(f"error: {type(error).__name__}: {error}".split())
            yield _failed(work, table, reason[:LONGEST_ERROR])
            return
        half = len(table) // 2
        yield from _apply(work, table.slice(0, half), place.part(0, half), rank)
        yield from _apply(work, table.slice(half), place.part(half, len(table) - half), rank)


def _failed(work: Work, row: pa.Table, reason: str) -> tuple[Parted, None]:
    excluded = work.recipe.failed(work.number, row, reason, work.excluded_features)
    kept = work.features.arrow_schema.empty_table()
    return Parted(kept, excluded, pa.chunked_array([[reason]], pa.string())), None


@dataclass
class _Tally:
    """What is counted while a shard is done."""

    rows: int
    keep_going: bool
    counts: dict[Key, int] = field(default_factory=dict)
    excluded: Counter[str] = field(default_factory=Counter)
    messages: list[str] = field(default_factory=list)
    failed: int = 0

    def add(self, parted: Parted, counts: Mapping[Key, int] | None) -> None:
        if counts is None:
            self.failed += 1
            self.messages = (self.messages + parted.reasons.to_pylist())[:ERRORS_KEPT]
            if not self.keep_going and self.failed >= FEWEST_FAILED and self.failed > TOLERATED * self.rows:
                raise RunError(
                    f"more than 5 % of the rows of a shard fail, the first with: {self.messages[0]}; "
                    "mend the chain or the source, or pass keep_going=True"
                )
        for entry in pc.value_counts(parted.reasons).to_pylist():
            # of a message only its kind is counted: the rest differs from row to row
            kind, _, rest = entry["values"].partition(": ")
            reason = f"error: {rest.partition(':')[0]}" if kind == "error" else entry["values"]
            self.excluded[TOO_LONG if kind == TOO_LONG else reason] += entry["counts"]
        for key, number in (counts or {}).items():
            self.counts[key] = self.counts.get(key, 0) + number


class _Part:
    """The kept or the excluded rows of a shard: one Parquet file, or none where there is no row."""

    def __init__(self, folder: RunFolder, schema: pa.Schema, helpers: Collection[str]) -> None:
        self.rows = 0
        self._folder, self._schema = folder, schema
        self._empty = {*helpers}
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
        self._empty -= {name for name in self._empty if table[name].null_count < len(table)}
        self._waiting.append(table.cast(self._schema))
        self._waiting_bytes += table.nbytes
        # small row groups make large files that are slow to read
        if self._waiting_bytes >= GROUP_BYTES:
            self._flush(self._schema)

    def _flush(self, schema: pa.Schema) -> None:
        if self._writer is None:
            self._writer = pq.ParquetWriter(self._path, schema, compression="zstd")
        self._writer.write_table(pa.concat_tables(self._waiting).select(schema.names))
        self._waiting, self._waiting_bytes = [], 0

    def close(self) -> Path | None:
        """Complete the file; return None where there is none."""
        said = without_columns(self._schema, self._empty)
        in_groups = self._writer is not None
        if self._waiting:
            self._flush(self._schema if in_groups else said)
        if self._writer is None:
            return None
        self._writer.close()
        if in_groups and self._empty:
            rewrite(self._path, said, self._folder.temporary())
        return self._path


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


def ahead(items: Iterator[Item]) -> Generator[Item, None, None]:
    """Yield the items of an iterator, of which a thread makes the next one while the last one is used."""
    with ThreadPoolExecutor(1) as thread:
        end = object()
        coming = thread.submit(next, items, end)
        while (item := coming.result()) is not end:
            coming = thread.submit(next, items, end)
            yield item  # type: ignore[misc]
