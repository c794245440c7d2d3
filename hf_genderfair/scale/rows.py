"""The rows of a source by their numbers, for processes that each read a part: files where they lie, or a data set."""

from __future__ import annotations

import hashlib
import io
import logging
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field, replace
from functools import cached_property, lru_cache, partial
from itertools import pairwise
from pathlib import Path
from typing import Any, NamedTuple, Protocol

import pyarrow as pa
import pyarrow.parquet as pq
import xxhash
from datasets import Dataset, Features
from datasets.utils import tqdm
from huggingface_hub import HfApi, constants, hf_hub_url
from huggingface_hub.errors import HTTPError  # type: ignore[attr-defined]
from huggingface_hub.utils import build_hf_headers, hf_raise_for_status, http_backoff  # type: ignore[attr-defined]

from hf_genderfair.core.batches import check_rows
from hf_genderfair.core.errors import GenderfairError, RunError, SourceError
from hf_genderfair.hub.fingerprint import data_fingerprint
from hf_genderfair.hub.lines import SourceFiles, changed, count_rows, reason_in_one_line, stamp, table_of_lines
from hf_genderfair.hub.locate import (
    BOM,
    COMPRESSIONS,
    DATA_SET,
    READ_BY_LINES,
    HubSource,
    check_options,
    ends_in_cr,
    hub_source,
    line_blocks,
    locate_source,
    source_name,
)
from hf_genderfair.hub.reading_problems import own_columns
from hf_genderfair.hub.remote import ask_hub, parquet_files, patiently, plain_error
from hf_genderfair.hub.source import (
    LARGEST_GROUP,
    check_text_column,
    explained,
    footer_features,
    group_rows,
    one_split,
    open_source,
    parts_of_files,
    read_footer,
    read_rows,
    without_views,
)

FOOTERS_AT_ONCE = 8
PATHS_AT_ONCE = 500

logger = logging.getLogger(__name__)


@dataclass(frozen=True)
class HubFile:
    """A Parquet file on the Hub."""

    path: str
    size: int
    groups: tuple[int, ...] = ()  # rows of each of its row groups

    @property
    def rows(self) -> int:
        """Number of rows."""
        return sum(self.groups)


@dataclass(frozen=True)
class HubRows:
    """The rows of Parquet files of a data set on the Hub, read by ranges of bytes; nothing is kept on disk."""

    source: HubSource  # the data set as a user named it
    commit: str  # the commit that is read, whatever becomes of the branch
    files: tuple[HubFile, ...]
    features: Features
    chosen: Mapping[str, str] = field(default_factory=dict)
    """Which configuration and split of the data set they are, where a user had to say so."""

    @cached_property
    def number(self) -> int:
        """Number of rows."""
        return sum(file.rows for file in self.files)

    @property
    def num_bytes(self) -> int:
        """Size of the files, in bytes."""
        return sum(file.size for file in self.files)

    @cached_property
    def identity(self) -> str:
        """The source as it was named, the commit, and a digest of the names of the files."""
        digest = hashlib.sha256("\n".join(file.path for file in self.files).encode()).hexdigest()
        return f"{_identity(self.source)}{self.commit} {digest}"

    @property
    def facts(self) -> dict[str, str]:
        """What a report says of the source."""
        return {"id": str(replace(self.source, revision=None)), "revision": self.commit, **self.chosen}

    def tables(self, first: int, number: int, at_once: int) -> Iterator[pa.Table]:
        """Yield some rows in order; see `Rows.tables`."""
        schema, pinned = self.features.arrow_schema, replace(self.source, revision=self.commit)
        for index, start, end in parts_of_files([file.rows for file in self.files], first, number):
            file = self.files[index]
            try:
                # what a shard reads of a file is fetched at once, in few large ranges
                remote = _RemoteFile(pinned, file)
                with pq.ParquetFile(remote, metadata=_footer(pinned, file), pre_buffer=True) as opened:
                    for table in read_rows(opened, file.groups, start, end, at_once):
                        yield table.cast(schema)
            except (OSError, HTTPError, pa.ArrowException) as error:
                raise _unreadable(self.source, error) from error


def open_hub_rows(
    source: HubSource, text_column: str, split: str | None = None, config: str | None = None, begun: str = ""
) -> HubRows | None:
    """Open a data set on the Hub for reading over the network."""
    commit = _commit(source, begun)
    if commit is None:
        return None
    pinned = replace(source, revision=commit)
    found = explained(str(source), lambda: parquet_files(pinned, config))
    if found is None:
        return None
    urls, described = found
    try:
        footers = _read_footers(pinned, one_split(urls, split, str(source)))
    except (OSError, HTTPError, pa.ArrowException) as error:
        raise _unreadable(source, error) from error
    schemas = [metadata.schema.to_arrow_schema() for _, metadata in footers]
    features = footer_features(footers[0][1], str(source))
    files = tuple(replace(file, groups=group_rows(metadata)) for file, metadata in footers)
    largest = max((rows for file in files for rows in file.groups), default=0)
    same = all(schema.equals(schemas[0]) for schema in schemas) and described in (None, features)
    if not same or not 0 < largest <= LARGEST_GROUP:
        reason = f"of row groups of more than {LARGEST_GROUP:,} rows" if same else "its files differ in their columns"
        logger.warning("%s is loaded as a whole, because %s", source, reason)
        return None
    check_text_column(features, text_column, str(source))
    chosen = {name: value for name, value in (("config", config), ("split", split)) if value}
    return HubRows(source, commit, files, features, chosen)


def _identity(source: HubSource) -> str:
    return f"hub {source} at "


def _commit(source: HubSource, begun: str) -> str | None:
    """Return the commit that was pinned, or the newest one of the revision; None in offline mode."""
    if begun.startswith(_identity(source)):
        return begun.removeprefix(_identity(source)).partition(" ")[0]
    try:
        answer = patiently(lambda: ask_hub(source.repo_id, source.revision))
    except OSError as error:
        raise SourceError(f"{source} cannot be read: {error}") from error
    return None if answer is None else str(answer.sha)


def _read_footers(source: HubSource, urls: Sequence[str]) -> list[tuple[HubFile, pq.FileMetaData]]:
    """Return the files with their footers, which are fetched side by side."""
    # an address is hf://datasets/ID@COMMIT/PATH
    paths = [url.partition("@")[2].partition("/")[2] for url in urls]
    sizes: dict[str, int] = {}
    for start in range(0, len(paths), PATHS_AT_ONCE):
        asked = paths[start : start + PATHS_AT_ONCE]
        for entry in patiently(partial(_paths_info, source, asked)):
            sizes[entry.path] = getattr(entry, "size", 0)
    files = [HubFile(path, sizes[path]) for path in paths]
    with ThreadPoolExecutor(FOOTERS_AT_ONCE) as pool:
        return list(zip(files, pool.map(lambda file: _read_footer(source, file), files), strict=True))


def _paths_info(source: HubSource, paths: list[str]) -> list[Any]:
    return list(HfApi().get_paths_info(source.repo_id, paths, revision=source.revision, repo_type="dataset"))


class _RemoteFile(io.RawIOBase):
    """A file on the Hub at a commit, of which each read fetches a range of bytes.

    The file of `HfFileSystem` does the same, but asks the Hub in each process whether the commit exists, once and
    without another attempt.
    """

    def __init__(self, source: HubSource, file: HubFile) -> None:
        self._url = hf_hub_url(source.repo_id, file.path, repo_type="dataset", revision=source.revision)
        self._size = file.size
        self._position = 0

    def readable(self) -> bool:
        return True

    def seekable(self) -> bool:
        return True

    def tell(self) -> int:
        return self._position

    def seek(self, offset: int, whence: int = io.SEEK_SET) -> int:
        self._position = offset + {io.SEEK_SET: 0, io.SEEK_CUR: self._position, io.SEEK_END: self._size}[whence]
        return self._position

    def readinto(self, buffer: Any) -> int:
        end = min(self._position + len(buffer), self._size)
        if end <= self._position:
            return 0
        headers = {**build_hf_headers(), "Range": f"bytes={self._position}-{end - 1}"}
        answer = http_backoff("GET", self._url, headers=headers, timeout=constants.HF_HUB_DOWNLOAD_TIMEOUT)
        hf_raise_for_status(answer)
        read = answer.content
        buffer[: len(read)] = read
        self._position += len(read)
        return len(read)


def _read_footer(source: HubSource, file: HubFile) -> pq.FileMetaData:
    return pq.read_metadata(_RemoteFile(source, file))


@lru_cache(4)
def _footer(source: HubSource, file: HubFile) -> pq.FileMetaData:
    """Return the footer of a file; the shards that a process takes one after the other mostly lie in one file."""
    return _read_footer(source, file)


def _unreadable(source: HubSource, error: BaseException) -> SourceError:
    reason = plain_error(error, source.repo_id, source.revision) if isinstance(error, (HTTPError, OSError)) else error
    return SourceError(f"{source} cannot be read: {reason_in_one_line(reason)}")


ROWS_BYTES = 3_000_000
"""Bytes of a run of lines that is read at once; two shards may read the same one."""


class Rows(Protocol):
    """The rows of a source; an instance can be sent to other processes."""

    @property
    def features(self) -> Features:
        """The columns."""

    @property
    def number(self) -> int:
        """Number of rows."""

    @property
    def num_bytes(self) -> int:
        """Size of the rows where they lie, in bytes."""

    @property
    def identity(self) -> str:
        """Differs between sources that differ in a row; the same in every process."""

    def tables(self, first: int, number: int, at_once: int) -> Iterator[pa.Table]:
        """Yield some rows in order, in tables of at most ``at_once``."""


def open_rows(
    source: str | Path | Dataset | LinesRows,
    text_column: str = "text",
    *,
    split: str | None = None,
    config: str | None = None,
    begun: str = "",
) -> Rows:
    """Open a source: Parquet, text and JSON lines where they lie, anything else through the cache of ``datasets``."""
    # Parquet files may lie on the Hub.
    if isinstance(source, LinesRows):
        return source
    if not isinstance(source, (str, Path)):
        check_rows(source, "a run", streams=False)
        return DatasetRows(source)
    name = str(source)
    kind, files = locate_source(name)
    check_options(name, kind, {"split": split, "config": config})
    # processes that work in other folders read them too
    paths = [str(file.absolute()) for file in files if file.is_file()]
    rows: Rows | None = None
    if kind == "parquet":
        parquet = ParquetRows(tuple(paths))
        whole = parquet.readable_in_place and text_column in parquet.features and parquet.number
        rows = parquet if whole else None
    elif kind == DATA_SET and not files and (on_hub := hub_source(name)):
        rows = open_hub_rows(on_hub, text_column, split, config, begun)
    elif kind in READ_BY_LINES:
        rows = open_lines(SourceFiles(tuple(paths), kind, text_column))
    if rows is not None:
        return rows
    stamps = [stamp(path) for path in paths]
    opened = open_source(source, text_column, split=split, config=config)
    if [stamp(path) for path in paths] != stamps:
        raise RunError(changed(source_name(name)))
    assert isinstance(opened, Dataset)
    return DatasetRows(opened.select_columns(own_columns(opened)))


@dataclass(frozen=True)
class DatasetRows:
    """The rows of a `Dataset`."""

    dataset: Dataset  # the data set; one on disk is sent to other processes as names of files

    @property
    def features(self) -> Features:
        """The columns."""
        return without_views(self.dataset.features)

    @property
    def number(self) -> int:
        """Number of rows."""
        return len(self.dataset)

    @property
    def num_bytes(self) -> int:
        """Size of the rows in memory, in bytes."""
        size: int = self.dataset.data.nbytes
        return size

    @cached_property
    def identity(self) -> str:
        """Fingerprint: of the content for a data set in memory, of its files and changes for one on disk."""
        return self.dataset._fingerprint if self.dataset.cache_files else data_fingerprint(self.dataset)

    def tables(self, first: int, number: int, at_once: int) -> Iterator[pa.Table]:
        """Yield some rows in order; see `Rows.tables`."""
        schema = self.features.arrow_schema
        chosen = self.dataset.with_format("arrow").select(range(first, first + number))
        for table in chosen.iter(at_once):
            yield table.cast(schema)


@dataclass(frozen=True)
class ParquetRows:
    """The rows of Parquet files, read where they lie."""

    paths: tuple[str, ...]

    @cached_property
    def features(self) -> Features:
        """The columns, as ``datasets`` reads them."""
        return footer_features(self._metadata[0], self.paths[0])

    @cached_property
    def number(self) -> int:
        """Number of rows."""
        return sum(self._file_rows)

    @cached_property
    def num_bytes(self) -> int:
        """Size of the files, in bytes."""
        return sum(size for size, _ in self._stamps)

    @cached_property
    def identity(self) -> str:
        """Digest of sizes and footers of the files, which hold the statistics of every column."""
        digest = hashlib.sha256()
        for (size, _), path in zip(self._stamps, self.paths, strict=True):
            with Path(path).open("rb") as file:
                file.seek(-8, 2)
                footer = int.from_bytes(file.read(4), "little")
                file.seek(-8 - footer, 2)
                digest.update(b"%d " % size + file.read(footer))
        return "parquet:" + digest.hexdigest()

    @cached_property
    def readable_in_place(self) -> bool:
        """Whether the files have the same columns and small row groups."""
        schemas = [metadata.schema.to_arrow_schema() for metadata in self._metadata]
        groups = [rows for metadata in self._metadata for rows in group_rows(metadata)]
        return all(schema.equals(schemas[0]) for schema in schemas) and max(groups, default=0) <= LARGEST_GROUP

    def tables(self, first: int, number: int, at_once: int) -> Iterator[pa.Table]:
        """Yield some rows in order; see `Rows.tables`."""
        schema = self.features.arrow_schema
        for index, start, end in parts_of_files(self._file_rows, first, number):
            self._check(index)
            try:
                with pq.ParquetFile(self.paths[index]) as file:
                    for table in read_rows(file, group_rows(self._metadata[index]), start, end, at_once):
                        yield table.cast(schema)
            except (OSError, pa.ArrowException) as error:
                self._check(index)
                name = Path(self.paths[index]).name
                raise SourceError(f"{name} cannot be read: {reason_in_one_line(error)}") from error
            self._check(index)

    def _check(self, index: int) -> None:
        _check_unchanged(self.paths[index], self._stamps[index])

    @cached_property
    def _stamps(self) -> Sequence[tuple[int, int]]:
        return [stamp(path) for path in self.paths]

    @cached_property
    def _metadata(self) -> Sequence[pq.FileMetaData]:
        assert self._stamps
        return [read_footer(path) for path in self.paths]

    @cached_property
    def _file_rows(self) -> Sequence[int]:
        return [metadata.num_rows for metadata in self._metadata]


def _check_unchanged(path: str, known: tuple[int, int]) -> None:
    """Refuse a file that has changed since its size and time of change were noted."""
    if stamp(path) != known:
        raise RunError(changed(Path(path).name))


def shard_bounds(rows: int, shards: int) -> list[tuple[int, int]]:
    """Return the first row and the number of rows of each shard."""
    if rows < 1:
        raise GenderfairError("the source has no rows: there is nothing to do")
    if shards < 1:
        raise GenderfairError(f"shards={shards} holds no row: use 1 or more")
    shards = min(shards, rows)
    starts = [rows * shard // shards for shard in range(shards + 1)]
    return [(start, end - start) for start, end in pairwise(starts)]


class Lines(NamedTuple):
    """Lines of a file that are read at once."""

    file: int
    start: int  # its first byte
    size: int
    rows: int


@dataclass(frozen=True)
class LinesRows:
    """The rows of files of text or JSON lines, read where they lie."""

    source_files: SourceFiles  # the files, in order, by their absolute paths, and how they are read
    schemas: tuple[pa.Schema, ...]  # the columns of each file; those of the first hold for all
    lines: tuple[Lines, ...]  # what is read at once, in order
    stamps: tuple[tuple[int, int], ...]  # size and time of change of each file
    identity: str

    @cached_property
    def features(self) -> Features:
        """The columns, as ``datasets`` reads them."""
        return Features.from_arrow_schema(self.schemas[0])

    @cached_property
    def number(self) -> int:
        """Number of rows."""
        return sum(each.rows for each in self.lines)

    @property
    def num_bytes(self) -> int:
        """Size of the files, in bytes."""
        return sum(size for size, _ in self.stamps)

    def tables(self, first: int, number: int, at_once: int) -> Iterator[pa.Table]:
        """Yield some rows in order; see `Rows.tables`."""
        for index, low, high in parts_of_files([each.rows for each in self.lines], first, number):
            table = self._read(self.lines[index]).cast(self.features.arrow_schema)
            for position in range(low, high, at_once):
                yield table.slice(position, min(at_once, high - position))

    def _read(self, lines: Lines) -> pa.Table:
        path = Path(self.source_files.paths[lines.file])
        self._check(lines.file)
        try:
            with path.open("rb") as file:
                file.seek(lines.start)
                block = file.read(lines.size)
        except OSError as error:
            raise SourceError(f"{path} cannot be read: {reason_in_one_line(error)}") from error
        self._check(lines.file)
        table = table_of_lines(
            block, self.source_files.layout, self.source_files.text_column, self.schemas[lines.file], path.name
        )
        if table is None or len(table) != lines.rows:
            raise RunError(changed(path.name))
        return table

    def _check(self, file: int) -> None:
        _check_unchanged(self.source_files.paths[file], self.stamps[file])


def open_lines(
    source_files: SourceFiles, on_table: Callable[[pa.Table], object] = lambda table: None
) -> LinesRows | None:
    """Count the rows of files of lines, and note where they lie."""
    if not all(Path(path).is_file() and Path(path).stat().st_size for path in source_files.paths):
        return None
    compressed = any(path.lower().endswith(tuple(COMPRESSIONS)) for path in source_files.paths)
    if source_files.layout not in ("text", "jsonl") or compressed or source_files.encoding or source_files.url_lines:
        return None
    stamps = tuple(map(stamp, source_files.paths))
    digest = xxhash.xxh3_128(repr((source_files.layout, source_files.text_column)).encode())
    schemas: list[pa.Schema] = []
    lines: list[Lines] = []
    for number, name in enumerate(source_files.paths):
        path = Path(name)
        first = next(SourceFiles((name,), source_files.layout, source_files.text_column).tables())
        on_table(first)
        schemas.append(first.schema)
        if first.schema.names != schemas[0].names:
            raise SourceError(f"{path.name} has other columns than {source_files.paths[0]}: open them apart")
        progress = tqdm(total=stamps[number][0], unit="B", unit_scale=True, desc="read")
        with path.open("rb") as file, progress:
            head = file.read(ROWS_BYTES)
            if ends_in_cr(head):
                return None
            start = len(BOM) if head.startswith(BOM) else 0
            file.seek(0)
            for block in line_blocks(file, path.name, ROWS_BYTES):
                digest.update(block)
                if rows := count_rows(block, source_files.layout):
                    lines.append(Lines(number, start, len(block), rows))
                start += len(block)
                progress.update(len(block))
    # processes that work in other folders read them too
    absolute = replace(source_files, paths=tuple(str(Path(path).absolute()) for path in source_files.paths))
    opened = LinesRows(absolute, tuple(schemas), tuple(lines), stamps, "lines:" + digest.hexdigest())
    for number in range(len(stamps)):
        opened._check(number)
    return opened
