"""Open a source of texts: a Hub id, a folder, files (Parquet is checked first), or lines on standard input."""

from __future__ import annotations

import atexit
import hashlib
import shutil
import sys
import tempfile
from bisect import bisect_right
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import accumulate
from pathlib import Path
from textwrap import shorten
from typing import Any, TypeVar, cast

import datasets
import pyarrow as pa
import pyarrow.parquet as pq
from datasets import (
    Dataset,
    DatasetDict,
    Features,
    IterableDataset,
    IterableDatasetDict,
    Value,
    load_dataset,
    load_from_disk,
)
from datasets.exceptions import DatasetGenerationError
from huggingface_hub.errors import HTTPError  # type: ignore[attr-defined]
from yaml import YAMLError

from hf_genderfair.core.errors import GenderfairError, SourceError, SourceOptionError
from hf_genderfair.hub.lines import (
    SourceFiles,
    check_names,
    named,
    no_text_error,
    reason_in_one_line,
    require_text_column,
    stamp,
)
from hf_genderfair.hub.locate import DATA_SET, check_options, hub_source, locate_source
from hf_genderfair.hub.remote import AnyLoaded, load_from_hub

VIEWS = {"string_view": "string", "binary_view": "binary"}
"""How text and bytes lie in the memory of who wrote a file: Parquet has no such types."""

LARGEST_GROUP = 100_000
"""Rows of a row group up to which Parquet is read in place."""


def read_footer(path: str) -> pq.FileMetaData:
    """Return the footer of a Parquet file."""
    try:
        metadata = pq.read_metadata(path)
        # a footer may be whole, and the schema in it damaged
        metadata.schema.to_arrow_schema()
        return metadata
    except (OSError, pa.ArrowException) as error:
        raise SourceError(f"{path} cannot be read: {reason_in_one_line(error)}") from error


def footer_features(metadata: pq.FileMetaData, name: str) -> Features:
    """Return the columns that a footer names."""
    schema = metadata.schema.to_arrow_schema()
    check_names(schema.names, name)
    for field in schema:
        try:
            Features.from_arrow_schema(pa.schema([field]))
        except ValueError as error:
            problem = f"{name} cannot be read: column {named([field.name])} holds {field.type}"
            raise SourceError(
                f"{problem}, which datasets has no type for: leave it out, or write it as text"
            ) from error
    try:
        features = Features.from_arrow_schema(schema)
    # whatever the metadata hold is taken for features
    except Exception as error:
        problem = f"{name} cannot be read: its metadata 'huggingface' describe no columns of datasets"
        raise SourceError(f"{problem} ({reason_in_one_line(error)[:200]}): write it without them") from error
    return without_views(features)


def without_views(features: Features) -> Features:
    """Return columns of plain text and bytes in place of views of them."""
    plain = {name: VIEWS.get(getattr(kind, "dtype", "")) for name, kind in features.items()}
    return Features({name: Value(plain[name]) if plain[name] else kind for name, kind in features.items()})


def filled_parquet(paths: Sequence[str], name: str) -> list[str]:
    """Check Parquet files before they are opened, and return those that have rows."""
    footers = {path: read_footer(path) for path in paths}
    columns = {path: footer_features(footer, path) for path, footer in footers.items()}
    filled = [path for path in paths if footers[path].num_rows]
    for path in filled:
        if {*columns[path]} != {*columns[filled[0]]}:
            raise SourceError(f"{path} has other columns than {filled[0]}: open them apart")
    if not filled or not columns[filled[0]]:
        raise SourceError(f"{name} is empty: there is nothing to read")
    return filled


def group_rows(metadata: pq.FileMetaData) -> tuple[int, ...]:
    """Return the number of rows of each row group of a file."""
    return tuple(metadata.row_group(group).num_rows for group in range(metadata.num_row_groups))


def parts_of_files(rows: Sequence[int], first: int, number: int) -> Iterator[tuple[int, int, int]]:
    """Yield where some rows of several files lie."""
    ends, end = list(accumulate(rows)), first + number
    for index in range(bisect_right(ends, first), len(ends)):
        start = ends[index] - rows[index]
        if start >= end:
            return
        yield index, max(first - start, 0), min(end, ends[index]) - start


def read_rows(file: pq.ParquetFile, groups: Sequence[int], first: int, end: int, at_once: int) -> Iterator[pa.Table]:
    """Yield some rows of a file in tables."""
    starts = list(accumulate(groups, initial=0))
    chosen = [group for group in range(len(groups)) if starts[group] < end and starts[group + 1] > first]
    position = starts[chosen[0]] if chosen else 0
    for batch in file.iter_batches(at_once, row_groups=chosen):
        low, high = max(first - position, 0), min(end - position, batch.num_rows)
        position += batch.num_rows
        if low < high:
            yield pa.Table.from_batches([batch.slice(low, high - low)])


READABLE = (OSError, ValueError, EOFError, HTTPError, pa.ArrowException, YAMLError)
"""Errors whose message says what is wrong."""

LONGEST_REASON = 300
Item = TypeVar("Item")
READER_VERSION = "2"


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
        source: Id of a data set on the Hub, also as ``id@revision`` or ``hf://datasets/id@revision/path``; a folder
            that ``load_dataset`` or ``load_from_disk`` opens, or that holds data files of one kind; a file (parquet,
            jsonl, json, csv, tsv, txt; all but parquet also with .gz, .bz2, .xz or .zst); or ``-`` for lines on
            standard input.
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

    Example:
        >>> from tempfile import TemporaryDirectory
        >>> with TemporaryDirectory() as folder:
        ...     _ = Path(folder, "posts.txt").write_text("Ginger tea.", encoding="utf-8")
        ...     open_source(Path(folder, "posts.txt"))["text"][:]
        ['Ginger tea.']
    """
    name = str(source)
    kind, files = locate_source(name, layout, encoding)
    given = {"split": split, "config": config, "layout": layout, "encoding": encoding, "delimiter": delimiter}
    check_options("standard input" if name == "-" else name, kind, {**given, "url_lines": url_lines or None})
    if kind == DATA_SET:
        loaded = _load_folder(files[0], config, streaming) if files else _load_from_hub(name, config, streaming)
        return _checked(one_split(loaded, split, name), text_column, name)
    source_files = SourceFiles(tuple(map(str, files)), kind, text_column, url_lines, encoding, delimiter)
    return _open_standard_input(source_files, streaming) if name == "-" else _open_files(source_files, name, streaming)


@dataclass
class LinesConfig(datasets.BuilderConfig):  # type: ignore[misc]
    """Configuration of `LinesBuilder`; its hash names the cache."""

    source_files: SourceFiles | None = None
    stamps: tuple[tuple[int, int], ...] = ()
    """Size and modification time of each file, so that changed files are read again."""


class LinesBuilder(datasets.ArrowBasedBuilder):  # type: ignore[misc]
    """Reads lines of any quality into the cache of ``datasets``, or streams them."""

    BUILDER_CONFIG_CLASS = LinesConfig

    def _info(self) -> datasets.DatasetInfo:
        # the first block determines the columns, so that a streamed data set has its features from the start
        first = next(self.config.source_files.tables())
        return datasets.DatasetInfo(features=Features.from_arrow_schema(first.schema))

    def _split_generators(self, dl_manager: Any) -> list[datasets.SplitGenerator]:
        return [
            datasets.SplitGenerator(name=datasets.Split.TRAIN, gen_kwargs={"source_files": self.config.source_files})
        ]

    def _generate_tables(self, source_files: SourceFiles) -> Iterator[tuple[Any, pa.Table]]:
        for number, table in enumerate(source_files.tables()):
            yield datasets.builder.Key(0, number), table


def folder_cache(folder: str | Path) -> str:
    """Return the path of a cache of ``datasets`` for a local folder."""
    # ``load_dataset`` of a folder whose card lists ``configs`` only checks the name of the folder and the card: without
    # a cache for this path and the state of its files it could return the content of another folder.
    path = Path(folder).resolve()
    files = [(str(file), file.stat()) for file in sorted(path.rglob("*")) if file.is_file()]
    state = repr([(name, status.st_size, status.st_mtime_ns) for name, status in files])
    digest = hashlib.sha256(state.encode(errors="surrogateescape")).hexdigest()[:32]
    return str(Path(datasets.config.HF_DATASETS_CACHE, "folders", digest))


def _open_files(
    source_files: SourceFiles, name: str, streaming: bool, cache_dir: str | None = None
) -> Dataset | IterableDataset:
    if source_files.layout in ("parquet", "json"):
        kind, files = source_files.layout, list(source_files.paths)
        if kind == "parquet":
            files = filled_parquet(files, name)
        loaded = explained(
            name, lambda: load_dataset(kind, data_files=files, split="train", streaming=streaming, cache_dir=cache_dir)
        )
        return _checked(loaded, source_files.text_column, name)
    stamps = tuple(map(stamp, source_files.paths))

    def build() -> Dataset | IterableDataset:
        builder = LinesBuilder(
            cache_dir=cache_dir, dataset_name="lines", hash=READER_VERSION, source_files=source_files, stamps=stamps
        )
        if streaming:
            return builder.as_streaming_dataset(split="train")
        builder.download_and_prepare()
        return builder.as_dataset(split="train")

    return _checked(explained(name, build), source_files.text_column, name)


def _open_standard_input(source_files: SourceFiles, streaming: bool) -> Dataset | IterableDataset:
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
    return _open_files(replace(source_files, paths=(str(path),)), "standard input", streaming, folder)


def explained(name: str, load: Callable[[], Any]) -> Any:
    """Load something; what goes wrong is one line."""
    try:
        return load()
    except GenderfairError:
        raise
    # of files that nobody checked, libraries below raise whatever they stumble over
    except Exception as error:
        cause: BaseException | None = error
        while cause is not None and not isinstance(cause, GenderfairError):
            cause = cause.__cause__ or cause.__context__
        if cause is not None:
            raise cause from None
        raise SourceError(f"{name} cannot be read: {_reason(error)}") from error


def explained_items(name: str, items: Iterable[Item]) -> Iterator[Item]:
    """Yield what is read of a source bit by bit; see `explained`."""
    remaining, end = iter(items), object()
    while (item := explained(name, lambda: next(remaining, end))) is not end:
        yield item


def _reason(error: Exception) -> str:
    """Return why reading failed, in one line, with the kind of an error that says no more than a key."""
    reported = isinstance(error, DatasetGenerationError) and isinstance(error.__cause__, Exception)
    cause = error.__cause__ if reported and error.__cause__ else error
    said = shorten(getattr(cause, "strerror", None) or str(cause), LONGEST_REASON, placeholder=" …")
    return said if isinstance(cause, READABLE) and said else f"{type(cause).__name__} {said}".strip()


def _load_from_hub(name: str, config: str | None, streaming: bool) -> AnyLoaded:
    source = hub_source(name)
    assert source is not None
    # whoever mistypes a folder asks for a repository
    said = name if name.startswith("hf://") else f"{name}, which is no file or folder here,"
    return cast(AnyLoaded, explained(said, lambda: load_from_hub(source, config, streaming)))


def _load_folder(path: Path, config: str | None, streaming: bool) -> AnyLoaded:
    if (path / "state.json").exists() or (path / "dataset_dict.json").exists():
        loaded: Dataset | DatasetDict = explained(str(path), lambda: load_from_disk(str(path)))
        if not streaming:
            return loaded
        if isinstance(loaded, Dataset):
            return loaded.to_iterable_dataset()
        return IterableDatasetDict({name: part.to_iterable_dataset() for name, part in loaded.items()})
    cache = folder_cache(path)
    return cast(
        AnyLoaded, explained(str(path), lambda: load_dataset(str(path), config, streaming=streaming, cache_dir=cache))
    )


def one_split(loaded: Any, split: str | None, name: str) -> Any:
    """Return one split of several."""
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
        dataset = explained(name, dataset._resolve_features)
    features = dataset.features
    if not features:
        raise SourceError(f"{name} is empty: there is nothing to read")
    plain = without_views(features)
    if plain != features:
        dataset = dataset.cast(plain)
    check_text_column(plain, text_column, name)
    return dataset


def check_text_column(features: Features, text_column: str, name: str) -> None:
    """Check that there is a column of text."""
    require_text_column(features, text_column, name)
    kind = getattr(features[text_column], "dtype", "a nested type")
    if kind not in ("string", "large_string"):
        raise no_text_error(f"column {text_column!r} of {name} holds {kind}", features, text_column)
