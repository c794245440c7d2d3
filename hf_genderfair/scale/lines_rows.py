"""The rows of text and JSON lines, read where they lie."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import accumulate
from pathlib import Path
from typing import NamedTuple

import pyarrow as pa
import xxhash
from datasets import Features
from datasets.utils import tqdm

from hf_genderfair.core.errors import RunError, SourceError
from hf_genderfair.hub.line_blocks import BOM, ends_in_cr, line_blocks
from hf_genderfair.hub.lines import count_rows, table_of_lines
from hf_genderfair.hub.locate import COMPRESSIONS
from hf_genderfair.hub.source_files import SourceFiles, reason_in_one_line
from hf_genderfair.scale.file_changes import changed, stamp

ROWS_BYTES = 3_000_000
"""Bytes of a run of lines that is read at once; two shards may read the same one."""


class Lines(NamedTuple):
    """Lines of a file that are read at once.

    Attributes:
        file: Number of the file.
        start: Its first byte.
        size: Number of bytes.
        rows: Number of rows in them.
    """

    file: int
    start: int
    size: int
    rows: int


@dataclass(frozen=True)
class LinesRows:
    r"""The rows of files of text or JSON lines, read where they lie.

    Attributes:
        source_files: The files, in order, by their absolute paths, and how they are read.
        schemas: The columns of each file; those of the first hold for all.
        lines: What is read at once, in order.
        stamps: Size and time of change of each file.
        identity: Digest of the content.

    Example:
        >>> from tempfile import TemporaryDirectory
        >>> with TemporaryDirectory() as folder:
        ...     path = Path(folder, "tea.jsonl")
        ...     _ = path.write_text('{"text": "a"}\n{"text": "b"}\n{"text": "c"}\n', encoding="utf-8")
        ...     rows = open_lines(SourceFiles((str(path),), "jsonl"))
        ...     [table["text"].to_pylist() for table in rows.tables(1, 2, at_once=10)]
        [['b', 'c']]
    """

    source_files: SourceFiles
    schemas: tuple[pa.Schema, ...]
    lines: tuple[Lines, ...]
    stamps: tuple[tuple[int, int], ...]
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

    @cached_property
    def _ends(self) -> list[int]:
        return list(accumulate(each.rows for each in self.lines))

    def tables(self, first: int, number: int, at_once: int) -> Iterator[pa.Table]:
        """Yield some rows in order; see `Rows.tables`."""
        schema, end = self.features.arrow_schema, first + number
        for index in range(bisect_right(self._ends, first), len(self.lines)):
            each = self.lines[index]
            start = self._ends[index] - each.rows
            if start >= end:
                break
            table = self._read(each).cast(schema)
            low, high = max(first - start, 0), min(end - start, each.rows)
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
        path = self.source_files.paths[file]
        if stamp(path) != self.stamps[file]:
            raise RunError(changed(Path(path).name))


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
