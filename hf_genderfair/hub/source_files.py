"""Read files of lines, JSON lines and CSV as tables, one file after the other."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import BinaryIO

import pyarrow as pa

from hf_genderfair.core.errors import SourceError
from hf_genderfair.hub.line_blocks import as_utf_8
from hf_genderfair.hub.lines import read_csv, read_jsonl, read_lines
from hf_genderfair.hub.locate import decompressed


@dataclass(frozen=True)
class SourceFiles:
    """Files of lines, JSON lines or CSV, and how they are read."""

    paths: tuple[str, ...]
    layout: str  # ``text``, ``jsonl``, ``csv`` or ``tsv``; others are for `datasets` to read
    text_column: str = "text"
    url_lines: bool = False  # whether lines of text may be addresses
    encoding: str | None = None
    delimiter: str | None = None  # character between columns; None for that of the layout

    def tables(self) -> Iterator[pa.Table]:
        """Yield the rows of all files, all tables with the columns of the first."""
        return (table for table, _ in self.tables_with_progress())

    def tables_with_progress(self) -> Iterator[tuple[pa.Table, float]]:
        """Yield what `tables` yields, each with the share of the bytes of all files that was read by then."""
        schema: pa.Schema | None = None
        paths = list(map(Path, self.paths))
        sizes = [path.stat().st_size if path.is_file() else 0 for path in paths]
        for number, path in enumerate(paths):
            try:
                with path.open("rb") as file, decompressed(file, path.name) as stream:
                    for table in self._read(as_utf_8(stream, self.encoding, path.name), path.name):
                        schema = schema or table.schema
                        if table.schema.names != schema.names:
                            raise SourceError(f"{path.name} has other columns than {self.paths[0]}: open them apart")
                        yield table.cast(schema), (sum(sizes[:number]) + file.tell()) / sum(sizes)
            except (OSError, pa.ArrowInvalid) as error:
                raise SourceError(f"{path} cannot be read: {reason_in_one_line(error)}") from error
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


def reason_in_one_line(error: BaseException) -> str:
    """Return the reason of an error in one line, without its number."""
    return getattr(error, "strerror", None) or next(iter(str(error).splitlines()), "") or type(error).__name__


def stamp(path: str) -> tuple[int, int]:
    """Return size and time of change of a file."""
    try:
        status = Path(path).stat()
    except OSError as error:
        raise SourceError(f"{path} cannot be read: {error.strerror}") from error
    return status.st_size, status.st_mtime_ns


def changed(name: str) -> str:
    """Return the message that a file has changed."""
    return f"{name} has changed while it was read: let nothing write to it, and begin anew in another folder"
