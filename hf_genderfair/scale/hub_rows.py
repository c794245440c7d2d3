"""The rows of a data set on the Hub whose files are Parquet, read over the network where they lie."""

from __future__ import annotations

import hashlib
import io
import logging
from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field, replace
from functools import cached_property, lru_cache, partial
from typing import Any

import pyarrow as pa
import pyarrow.parquet as pq
from datasets import Features
from huggingface_hub import HfApi, constants, hf_hub_url
from huggingface_hub.errors import HTTPError  # type: ignore[attr-defined]
from huggingface_hub.utils import build_hf_headers, hf_raise_for_status, http_backoff  # type: ignore[attr-defined]

from hf_genderfair.core.errors import SourceError
from hf_genderfair.hub.locate import HubSource
from hf_genderfair.hub.parquet import LARGEST_GROUP, footer_features, group_rows, parts_of_files, read_rows
from hf_genderfair.hub.remote import ask_hub, parquet_files, patiently, plain_error
from hf_genderfair.hub.source import check_text_column, explained, one_split
from hf_genderfair.hub.source_files import reason_in_one_line

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
