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
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, BinaryIO, TypeAlias, cast

import datasets
import pyarrow as pa
from datasets import Dataset, DatasetDict, Features, IterableDataset, IterableDatasetDict, load_dataset, load_from_disk
from datasets.exceptions import DatasetGenerationError
from huggingface_hub.errors import HTTPError  # type: ignore[attr-defined]

from hf_genderfair.core.errors import GenderfairError, SourceError, SourceOptionError
from hf_genderfair.hub.encodings import as_utf_8, check_encoding
from hf_genderfair.hub.lines import (
    BOM,
    no_text_error,
    read_csv,
    read_jsonl,
    read_lines,
    require_text_column,
)
from hf_genderfair.hub.remote import load_from_hub

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
READER_VERSION = "2"
DATA_SET = "data set"
FORMATS = ("text", "jsonl", "json", "csv", "tsv", "parquet")
READ_BY_LINES = ("text", "jsonl", "csv", "tsv")
EFFECTIVE = {
    "split": (DATA_SET,),
    "config": (DATA_SET,),
    "layout": FORMATS,
    "encoding": READ_BY_LINES,
    "delimiter": ("csv", "tsv"),
    "url_lines": ("text",),
}
"""On which kinds of sources an option has an effect."""

AnyLoaded: TypeAlias = "Dataset | IterableDataset | DatasetDict | IterableDatasetDict"


def _open_zstandard(path: Path) -> BinaryIO:
    return cast(BinaryIO, pa.input_stream(str(path), compression="zstd"))


COMPRESSIONS: dict[str, Callable[..., Any]] = {
    ".gz": gzip.open,
    ".bz2": bz2.open,
    ".xz": lzma.open,
    ".zst": _open_zstandard,
}


def _in_words(source: str) -> str:
    return "standard input" if source == "-" else source


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
    encoding: str | None = None,
    delimiter: str | None = None,
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
        layout: ``text``, ``jsonl``, ``json``, ``csv``, ``tsv`` or ``parquet`` where the file name does not tell.
        url_lines: For text: a line that is only an http(s) address becomes the ``url`` of the lines after it.
        encoding: Encoding of text, JSON lines and CSV, such as ``cp1250``; None is UTF-8.
        delimiter: For CSV: the sign between the columns, such as ``;``.

    Returns:
        The data set. What was read from text, JSON lines or CSV has a column ``reading_problem``: why a row could not
        be read as it stands, null for the others.

    Raises:
        SourceOptionError: The text column is missing or not text, a split must be chosen, there is no such encoding,
            or an option has no effect on the source.
        SourceError: There is no such source, its format is unknown, it is empty or damaged.
    """
    name = str(source)
    kind, files = locate_source(name, layout, encoding)
    given = {"split": split, "config": config, "layout": layout, "encoding": encoding, "delimiter": delimiter}
    check_options(_in_words(name), kind, {**given, "url_lines": url_lines or None})
    if kind == DATA_SET:
        loaded = _load_folder(files[0], config, streaming) if files else _load_from_hub(name, config, streaming)
        return _checked(_one_split(loaded, split, name), text_column, name)
    reading = Reading(tuple(map(str, files)), kind, text_column, url_lines, encoding, delimiter)
    return _open_standard_input(reading, streaming) if name == "-" else _open_files(reading, name, streaming)


def locate_source(source: str, layout: str | None = None, encoding: str | None = None) -> tuple[str, tuple[Path, ...]]:
    """Find what a name of a source stands for.

    Args:
        source: See `open_source`.
        layout: The same.
        encoding: The same; a file .json is looked into.

    Returns:
        What it is: one of the formats of ``layout``, or ``data set``. And its files; for a folder of a data set the
        folder, for standard input and the Hub none.

    Raises:
        SourceError: There is no such source, or its format is unknown.

    Example:
        >>> locate_source("-"), locate_source("me/posts")
        (('text', ()), ('data set', ()))
    """
    if layout is not None and layout not in FORMATS:
        raise SourceError(f"unknown layout {layout!r}: choose one of {', '.join(sorted(FORMATS))}")
    if not source:
        raise SourceError("the source has no name: name a file, a folder or a data set, or - for standard input")
    if source == "-":
        return layout or "text", ()
    path = Path(source).expanduser()
    if path.is_file():
        return layout or _layout(path, encoding), (path,)
    if path.is_dir():
        return _locate_folder(path, layout, encoding)
    if path.is_symlink():
        raise SourceError(f"{source} is a link to a file that is not there")
    if path.exists():
        raise SourceError(f"{source} is a pipe or a device: send it to standard input, which is named -")
    if not HUB_ID.fullmatch(source) or _suffix(path) in LAYOUTS or path.suffix in COMPRESSIONS:
        raise SourceError(f"no such file or folder: {source}")
    return DATA_SET, ()


def check_options(name: str, kind: str, given: Mapping[str, Any]) -> None:
    """Check that each option is one, and has an effect on a source.

    Args:
        name: What the source is called in messages.
        kind: What it is; see `locate_source`.
        given: Options by name; those that are None were not given.

    Raises:
        SourceOptionError: An option has no effect, or is no encoding or no delimiter.

    Example:
        >>> check_options("posts.csv", "csv", {"delimiter": ";", "split": None})
    """
    for option, value in given.items():
        if value is not None and kind not in EFFECTIVE[option]:
            what = "a data set, not a file" if kind == DATA_SET else f"read as {kind}"
            raise SourceOptionError(f"{name} is {what}", "leave out {}, which has no effect", option, wrong_use=True)
    if given.get("encoding") is not None:
        check_encoding(given["encoding"])
    delimiter = given.get("delimiter")
    if delimiter is not None and (len(delimiter) != 1 or not delimiter.isascii() or delimiter in '"\r\n'):
        problem = f"{delimiter!r} cannot divide the columns"
        raise SourceOptionError(problem, "give {} one sign, such as ; or \\t or |", "delimiter", wrong_use=True)


@dataclass(frozen=True)
class Reading:
    """Which files to read, and how.

    Attributes:
        paths: The files, in order.
        layout: One of the values of `LAYOUTS`, or ``json`` for a file that is one array.
        text_column: The column of text.
        url_lines: Whether lines of text may be addresses.
        encoding: Encoding of the files; None is UTF-8.
        delimiter: Sign between columns; None is that of the layout.
    """

    paths: tuple[str, ...]
    layout: str
    text_column: str = "text"
    url_lines: bool = False
    encoding: str | None = None
    delimiter: str | None = None

    def tables(self) -> Iterator[pa.Table]:
        """Yield the rows of all files, all tables with the columns of the first.

        Raises:
            SourceError: A file cannot be read, files differ in their columns, or there are no rows.
        """
        schema: pa.Schema | None = None
        for path in map(Path, self.paths):
            try:
                with _open(path) as stream:
                    for table in self._read(as_utf_8(stream, self.encoding, path.name), path.name):
                        schema = schema or table.schema
                        if table.schema.names != schema.names:
                            raise SourceError(f"{path.name} has other columns than {self.paths[0]}: open them apart")
                        yield table.cast(schema)
            except (OSError, pa.ArrowInvalid) as error:
                raise SourceError(f"{path} cannot be read: {_reason(error)}") from error
        if schema is None:
            raise SourceError(f"{Path(self.paths[0]).name} is empty: there is nothing to read")

    def _read(self, stream: BinaryIO, name: str) -> Iterator[pa.Table]:
        if self.layout == "text":
            tables = read_lines(stream, self.text_column, self.url_lines, name)
        elif self.layout == "jsonl":
            tables = read_jsonl(stream, self.text_column, name)
        else:
            delimiter = self.delimiter or ("\t" if self.layout == "tsv" else ",")
            tables = read_csv(stream, delimiter, self.text_column, name)
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
        loaded = _load(
            name,
            lambda: load_dataset(kind, data_files=files, split="train", streaming=streaming, cache_dir=cache_dir),
        )
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


def _open_standard_input(reading: Reading, streaming: bool) -> Dataset | IterableDataset:
    if sys.stdin is None:
        raise SourceError("standard input is closed: name a file, or send lines")
    # standard input can be read once only; a data set must be readable again and again
    folder = tempfile.mkdtemp(prefix="hf-genderfair-")
    atexit.register(shutil.rmtree, folder, ignore_errors=True)
    path = Path(folder, "standard input")
    try:
        with path.open("wb") as copy:
            shutil.copyfileobj(sys.stdin.buffer, copy, 1 << 20)
    except OSError as error:
        raise SourceError(f"standard input cannot be kept in {folder}: {error.strerror}") from error
    return _open_files(replace(reading, paths=(str(path),)), "standard input", streaming, folder)


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
            raise cause from None
        raise SourceError(f"{name} cannot be read: {_reason(error.__cause__ or error)}") from error


def _load_from_hub(name: str, config: str | None, streaming: bool) -> AnyLoaded:
    return cast(AnyLoaded, _load(name, lambda: load_from_hub(name, config, streaming)))


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


def _locate_folder(path: Path, layout: str | None, encoding: str | None) -> tuple[str, tuple[Path, ...]]:
    """Return the layout and the data files of a folder; the folder itself if ``datasets`` knows how to open it."""
    if any((path / name).exists() for name in ("README.md", "state.json", "dataset_dict.json")):
        return DATA_SET, (path,)
    files = [file for file in sorted(path.rglob("*")) if file.is_file() and not file.name.startswith(".")]
    known = {file: _layout(file, encoding) for file in files if _suffix(file) in LAYOUTS}
    layouts = sorted(set(known.values()))
    if not known:
        raise SourceError(f"{path} holds no data files: expected {', '.join(LAYOUTS)}, or a folder of a data set")
    if layout is None and len(layouts) > 1:
        problem = f"{path} mixes files of {' and '.join(layouts)}"
        raise SourceOptionError(problem, "name one file, or choose the files of one kind with {}", "layout")
    chosen = layout or layouts[0]
    if chosen not in layouts:
        raise SourceError(f"{path} holds no files of {chosen}, but of {' and '.join(layouts)}")
    return chosen, tuple(file for file, kind in known.items() if kind == chosen)


def _one_split(loaded: AnyLoaded, split: str | None, name: str) -> Dataset | IterableDataset:
    if isinstance(loaded, (Dataset, IterableDataset)):
        return loaded
    splits = list(loaded)
    if split is None and len(splits) > 1:
        raise SourceOptionError(f"{name} has the splits {', '.join(splits)}", "choose one with {}", "split")
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
        raise no_text_error(f"column {text_column!r} of {name} holds {kind}", features, text_column)
    return dataset


def _open(path: Path) -> BinaryIO:
    opener = COMPRESSIONS.get(path.suffix.lower())
    return cast(BinaryIO, opener(path)) if opener else path.open("rb")


def _suffix(path: Path) -> str:
    """Return the ending of a file name, a compression's ending left out."""
    bare = path.with_suffix("") if path.suffix.lower() in COMPRESSIONS else path
    return bare.suffix.lower()


def _layout(path: Path, encoding: str | None) -> str:
    suffix = _suffix(path)
    if suffix not in LAYOUTS:
        advice = f"expected {', '.join(LAYOUTS)}, or name its format with {{}}"
        raise SourceOptionError(f"{path} has an unknown ending", advice, "layout")
    if suffix == ".json":
        with _open(path) as stream:
            begin = as_utf_8(stream, encoding, path.name).read(64).removeprefix(BOM)
            return "json" if begin.lstrip().startswith(b"[") else "jsonl"
    return LAYOUTS[suffix]


def _reason(error: BaseException) -> str:
    """Return what went wrong in one line, without Python's number of the error."""
    return getattr(error, "strerror", None) or next(iter(str(error).splitlines()), "") or type(error).__name__
