"""Lines in, lines out: what makes the commands Unix filters."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterable, Iterator
from typing import Any, BinaryIO, cast

import pyarrow as pa

from hf_genderfair.cli.progress import PROGRESS
from hf_genderfair.core.errors import SourceError
from hf_genderfair.hub.encodings import as_utf_8
from hf_genderfair.hub.lines import read_lines


class _Arriving:
    """A stream whose `read` returns what is there instead of waiting for a whole block."""

    def __init__(self, stream: Any) -> None:
        self._stream = stream

    def read(self, size: int) -> bytes:
        return cast(bytes, self._stream.read1(size))


def standard_input_tables(text_column: str, encoding: str | None = None) -> Iterator[pa.Table]:
    """Read standard input, one row a line, in blocks of what has arrived.

    Args:
        text_column: Name of the column of lines.
        encoding: Encoding of the lines; None is UTF-8.

    Yields:
        Tables; see `read_lines`.

    Raises:
        SourceError: Standard input is closed, damaged or in UTF-16.
    """
    if sys.stdin is None:
        raise SourceError("standard input is closed: name a file, or send lines")
    arriving = cast(BinaryIO, _Arriving(sys.stdin.buffer))
    yield from read_lines(as_utf_8(arriving, encoding), text_column)


def write_lines(lines: Iterable[str]) -> None:
    """Print lines in UTF-8 whatever the locale, and send them on at once.

    Args:
        lines: Lines; a line break inside one becomes a space, so that a text is a line.
    """
    rows = [line.replace("\n", " ") + "\n" for line in lines]
    PROGRESS.lines += len(rows)
    block = "".join(rows)
    sys.stdout.buffer.write(block.encode("utf-8", "replace"))
    sys.stdout.buffer.flush()


def json_line(value: object) -> str:
    """Write a value as JSON on one line."""
    return json.dumps(value, ensure_ascii=False)
