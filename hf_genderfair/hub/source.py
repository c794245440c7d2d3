"""Open what a user names as a source: a Hub id, a folder, a file, or lines on standard input."""

from __future__ import annotations

import atexit
import bz2
import gzip
import hashlib
import lzma
import re
import shutil
import sys
import tempfile
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any, BinaryIO, TypeAlias, cast

import datasets
import pyarrow as pa
from datasets import Dataset, DatasetDict, Features, IterableDataset, IterableDatasetDict, load_dataset, load_from_disk
from datasets.exceptions import DatasetGenerationError
from huggingface_hub.errors import HTTPError  # type: ignore[attr-defined]

from hf_genderfair.core.errors import GenderfairError, SourceError
from hf_genderfair.hub.lines import read_csv, read_jsonl, read_lines, require_text_column

LAYOUTS = {
    ".txt": "text",
    ".text": "text",
    ".jsonl": "jsonl",
    ".ndjson": "jsonl",
    ".json": "jsonl",
    ".csv": "csv",
    ".tsv": "tsv",
    ".parquet": "parquet",
}
HUB_ID = re.compile(r"[\w.-]+(/[\w.-]+)?")
UNREADABLE = (OSError, ValueError, HTTPError, pa.ArrowException, DatasetGenerationError)
READER_VERSION = "1"

AnyLoaded: TypeAlias = "Dataset | IterableDataset | DatasetDict | IterableDatasetDict"


def _open_zstandard(path: Path) -> BinaryIO:
    return cast(BinaryIO, pa.input_stream(str(path), compression="zstd"))


COMPRESSIONS: dict[str, Callable[..., Any]] = {
    ".gz": gzip.open,
    ".bz2": bz2.open,
    ".xz": lzma.open,
    ".zst": _open_zstandard,
}


def source_name(source: str) -> str:
    """Return how a report names a source: a Hub id as it is, of a path its last part, so that no machine is named.

    Example:
        >>> source_name("me/posts"), source_name("-")
        ('me/posts', 'standard input')
    """
    if source == "-":
        return "standard input"
    path = Path(source)
    return path.resolve().name if path.exists() else source


def open_source(
    source: str | Path,
    text_column: str = "text",
    streaming: bool = False,
    *,
    split: str | None = None,
    config: str | None = None,
    layout: str | None = None,
    url_lines: bool = False,
) -> Dataset | IterableDataset:
    """Open a source of texts.

    Args:
        source: Id of a data set on the Hub; a folder that ``load_dataset`` or ``load_from_disk`` opens, or that holds
            data files of one kind; a file (parquet, jsonl, json, csv, tsv, txt; all but parquet also with .gz, .bz2,
            .xz or .zst); or ``-`` for lines on standard input.
        text_column: The column that holds the text; the name the lines of a text file get.
        streaming: Read lazily instead of into the cache of ``datasets``.
        split: Split of a source that has several.
        config: Configuration of a source that has several.
        layout: ``text``, ``jsonl``, ``csv``, ``tsv`` or ``parquet`` where the file name does not tell.
        url_lines: For text: a line that is only an http(s) address becomes the ``url`` of the lines after it.

    Returns:
        The data set. What was read from text, JSON lines or CSV has a column ``reading_problem``: why a row could not
        be read as it stands, null for the others.

    Raises:
        SourceError: There is no such source, its format is unknown, it is empty or damaged, or the text column is
            missing or not text.
    """
    name = str(source)
    if not name:
        raise SourceError("the source has no name: name a file, a folder or a data set, or - for standard input")
    if layout is not None and layout not in LAYOUTS.values():
        raise SourceError(f"unknown layout {layout!r}: choose one of {', '.join(sorted(set(LAYOUTS.values())))}")
    if name == "-":
        return _open_standard_input(text_column, streaming, layout or "text", url_lines)
    path = Path(source).expanduser()
    if path.is_file():
        reading = Reading((str(path),), layout or _layout(path), text_column, url_lines)
        return _open_files(reading, name, streaming)
    if path.is_dir():
        reading_or_none = _plain_files(path, layout, text_column, url_lines)
        if reading_or_none is not None:
            return _open_files(reading_or_none, name, streaming)
        return _checked(_one_split(_load_folder(path, config, streaming), split, name), text_column, name)
    if not HUB_ID.fullmatch(name) or _suffix(path) in LAYOUTS or path.suffix in COMPRESSIONS:
        raise SourceError(f"no such file or folder: {name}")
    loaded = _load(name, lambda: load_dataset(name, config, streaming=streaming))
    return _checked(_one_split(loaded, split, name), text_column, name)


@dataclass(frozen=True)
class Reading:
    """Which files to read, and how.

    Attributes:
        paths: The files, in order.
        layout: One of the values of `LAYOUTS`, or ``json`` for a file that is one array.
        text_column: The column of text.
        url_lines: Whether lines of text may be addresses.

    Example:
        >>> Reading(("posts.txt.gz",), "text").layout
        'text'
    """

    paths: tuple[str, ...]
    layout: str
    text_column: str = "text"
    url_lines: bool = False

    def tables(self) -> Iterator[pa.Table]:
        """Yield the rows of all files, all tables with the columns of the first.

        Raises:
            SourceError: A file cannot be read, files differ in their columns, or there are no rows.
        """
        schema: pa.Schema | None = None
        for path in map(Path, self.paths):
            try:
                with _open(path) as stream:
                    for table in self._read(stream, path.name):
                        schema = schema or table.schema
                        if table.schema.names != schema.names:
                            raise SourceError(f"{path.name} has other columns than {self.paths[0]}: open them apart")
                        yield table.cast(schema)
            except (OSError, pa.ArrowInvalid) as error:
                raise SourceError(f"{path} cannot be read: {_first_line(error)}") from error
        if schema is None:
            raise SourceError(f"{Path(self.paths[0]).name} is empty: there is nothing to read")

    def _read(self, stream: BinaryIO, name: str) -> Iterator[pa.Table]:
        if self.layout == "text":
            tables = read_lines(stream, self.text_column, self.url_lines, name)
        elif self.layout == "jsonl":
            tables = read_jsonl(stream, self.text_column, name)
        else:
            tables = read_csv(stream, "\t" if self.layout == "tsv" else ",", self.text_column, name)
        return (table for table in tables if table.num_rows)


@dataclass
class LinesConfig(datasets.BuilderConfig):  # type: ignore[misc]
    """Configuration of `LinesBuilder`; its hash names the cache.

    Attributes:
        reading: What to read.
        stamps: Size and time of change of each file, so that a changed file is read anew.

    Example:
        >>> LinesConfig(reading=Reading(("posts.txt",), "text")).name
        'default'
    """

    reading: Reading | None = None
    stamps: tuple[tuple[int, int], ...] = ()


class LinesBuilder(datasets.ArrowBasedBuilder):  # type: ignore[misc]
    """Reads lines of any quality into the cache of ``datasets``, or streams them.

    Example:
        >>> LinesBuilder.BUILDER_CONFIG_CLASS.__name__
        'LinesConfig'
    """

    BUILDER_CONFIG_CLASS = LinesConfig

    def _info(self) -> datasets.DatasetInfo:
        # the first block tells the columns: also a streamed data set then knows its features from the start
        first = next(self.config.reading.tables())
        return datasets.DatasetInfo(features=Features.from_arrow_schema(first.schema))

    def _split_generators(self, dl_manager: Any) -> list[datasets.SplitGenerator]:
        return [datasets.SplitGenerator(name=datasets.Split.TRAIN, gen_kwargs={"reading": self.config.reading})]

    def _generate_tables(self, reading: Reading) -> Iterator[tuple[Any, pa.Table]]:
        for number, table in enumerate(reading.tables()):
            yield datasets.builder.Key(0, number), table


def folder_cache(folder: str | Path) -> str:
    """Return the cache of ``datasets`` to load a local folder with.

    ``load_dataset`` of a folder whose card lists ``configs`` looks at the folder's name and card only: without a cache
    for this place and this state of its files it would return what another folder, or this one before, held.

    Args:
        folder: A folder with data files.

    Returns:
        Path of a cache below the usual one.
    """
    place = Path(folder).resolve()
    files = [(str(path), path.stat()) for path in sorted(place.rglob("*")) if path.is_file()]
    state = repr([(path, status.st_size, status.st_mtime_ns) for path, status in files])
    digest = hashlib.sha256(state.encode(errors="surrogateescape")).hexdigest()[:32]
    return str(Path(datasets.config.HF_DATASETS_CACHE, "folders", digest))


def _open_files(
    reading: Reading, name: str, streaming: bool, cache_dir: str | None = None
) -> Dataset | IterableDataset:
    if reading.layout in ("parquet", "json"):
        kind, files = reading.layout, list(reading.paths)
        loaded = _load(name, lambda: load_dataset(kind, data_files=files, split="train", streaming=streaming))
        return _checked(loaded, reading.text_column, name)
    stamps = tuple((status.st_size, status.st_mtime_ns) for status in (Path(path).stat() for path in reading.paths))

    def build() -> Dataset | IterableDataset:
        builder = LinesBuilder(
            cache_dir=cache_dir, dataset_name="lines", hash=READER_VERSION, reading=reading, stamps=stamps
        )
        if streaming:
            return builder.as_streaming_dataset(split="train")
        builder.download_and_prepare()
        return builder.as_dataset(split="train")

    return _checked(_load(name, build), reading.text_column, name)


def _open_standard_input(text_column: str, streaming: bool, layout: str, url_lines: bool) -> Dataset | IterableDataset:
    # standard input can be read once only; a data set must be readable again and again
    folder = tempfile.mkdtemp(prefix="hf-genderfair-")
    atexit.register(shutil.rmtree, folder, ignore_errors=True)
    path = Path(folder, "standard input")
    try:
        with path.open("wb") as copy:
            shutil.copyfileobj(sys.stdin.buffer, copy, 1 << 20)
    except OSError as error:
        raise SourceError(f"standard input cannot be kept in {folder}: {error.strerror}") from error
    return _open_files(Reading((str(path),), layout, text_column, url_lines), "standard input", streaming, folder)


def _load(name: str, load: Callable[[], Any]) -> Any:
    try:
        return load()
    except GenderfairError:
        raise
    except UNREADABLE as error:
        cause: BaseException | None = error
        while cause is not None and not isinstance(cause, GenderfairError):
            cause = cause.__cause__ or cause.__context__
        if cause is not None:
            raise SourceError(str(cause)) from error
        raise SourceError(f"{name} cannot be read: {_first_line(error.__cause__ or error)}") from error


def _load_folder(path: Path, config: str | None, streaming: bool) -> AnyLoaded:
    if (path / "state.json").exists() or (path / "dataset_dict.json").exists():
        loaded: Dataset | DatasetDict = _load(str(path), lambda: load_from_disk(str(path)))
        if not streaming:
            return loaded
        if isinstance(loaded, Dataset):
            return loaded.to_iterable_dataset()
        return IterableDatasetDict({name: part.to_iterable_dataset() for name, part in loaded.items()})
    cache = folder_cache(path)
    return cast(
        AnyLoaded, _load(str(path), lambda: load_dataset(str(path), config, streaming=streaming, cache_dir=cache))
    )


def _plain_files(path: Path, layout: str | None, text_column: str, url_lines: bool) -> Reading | None:
    """Return the data files of a folder; None if it is a folder that ``datasets`` describes itself."""
    if any((path / name).exists() for name in ("README.md", "state.json", "dataset_dict.json")):
        return None
    files = [file for file in sorted(path.rglob("*")) if file.is_file() and not file.name.startswith(".")]
    known = {file: _layout(file) for file in files if _suffix(file) in LAYOUTS}
    layouts = sorted(set(known.values()))
    if not known:
        raise SourceError(f"{path} holds no data files: expected {', '.join(LAYOUTS)}, or a folder of a data set")
    if layout is None and len(layouts) > 1:
        raise SourceError(f"{path} mixes files of {' and '.join(layouts)}: name one file, or choose a layout")
    chosen = layout or layouts[0]
    return Reading(tuple(str(file) for file, kind in known.items() if kind == chosen), chosen, text_column, url_lines)


def _one_split(loaded: AnyLoaded, split: str | None, name: str) -> Dataset | IterableDataset:
    if isinstance(loaded, (Dataset, IterableDataset)):
        return loaded
    splits = list(loaded)
    if split is None and len(splits) > 1:
        raise SourceError(f"{name} has the splits {', '.join(splits)}: choose one")
    if split is not None and split not in splits:
        raise SourceError(f"{name} has no split {split!r}, but {', '.join(splits)}")
    return loaded[split or splits[0]]


def _checked(dataset: Dataset | IterableDataset, text_column: str, name: str) -> Dataset | IterableDataset:
    if isinstance(dataset, Dataset) and len(dataset) == 0:
        raise SourceError(f"{name} is empty: there is nothing to read")
    if dataset.features is None:
        # reads the first rows: a streamed data set must know its columns before anything is mapped over it
        dataset = _load(name, dataset._resolve_features)
    features = dataset.features
    if not features:
        raise SourceError(f"{name} is empty: there is nothing to read")
    require_text_column(features, text_column, name)
    kind = getattr(features[text_column], "dtype", "a nested type")
    if kind not in ("string", "large_string"):
        raise SourceError(f"column {text_column!r} of {name} holds {kind}, not text")
    return dataset


def _open(path: Path) -> BinaryIO:
    opener = COMPRESSIONS.get(path.suffix.lower())
    return cast(BinaryIO, opener(path)) if opener else path.open("rb")


def _suffix(path: Path) -> str:
    """Return the ending of a file name, a compression's ending left out."""
    bare = path.with_suffix("") if path.suffix.lower() in COMPRESSIONS else path
    return bare.suffix.lower()


def _layout(path: Path) -> str:
    suffix = _suffix(path)
    if suffix not in LAYOUTS:
        raise SourceError(f"{path} has an unknown ending: expected {', '.join(LAYOUTS)}, or choose a layout")
    if suffix == ".json":
        with _open(path) as stream:
            return "json" if stream.read(64).lstrip().startswith(b"[") else "jsonl"
    return LAYOUTS[suffix]


def _first_line(error: BaseException) -> str:
    return next(iter(str(error).splitlines()), "") or type(error).__name__
