"""Lines in, lines out: what makes the commands Unix filters."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterable, Iterator
from typing import Any, BinaryIO, cast

import numpy as np
import orjson
import pyarrow as pa
import pyarrow.compute as pc

from hf_genderfair.cli.console import PROGRESS, send
from hf_genderfair.core.batches import string_array
from hf_genderfair.core.errors import SourceError
from hf_genderfair.hub.lines import read_lines
from hf_genderfair.hub.locate import as_utf_8


class _Arriving:
    """A stream whose `read` returns what is there instead of waiting for a whole block."""

    def __init__(self, stream: Any) -> None:
        self._stream = stream

    def read(self, size: int) -> bytes:
        return cast(bytes, self._stream.read1(size))


def standard_input_tables(text_column: str, encoding: str | None = None) -> Iterator[pa.Table]:
    """Read standard input, one row a line, in blocks of what has arrived."""
    if sys.stdin is None:
        raise SourceError("standard input is closed: name a file, or send lines")
    arriving = cast(BinaryIO, _Arriving(sys.stdin.buffer))
    yield from read_lines(as_utf_8(arriving, encoding), text_column)


def write_lines(lines: Iterable[str]) -> None:
    """Print lines in UTF-8 whatever the locale, and send them on at once."""
    rows = [line.replace("\n", " ") for line in lines]
    _send("\n".join([*rows, ""]).encode("utf-8", "replace"), len(rows))


def write_objects(values: Iterable[object]) -> None:
    """Print values as JSON, one a line, and send them on at once."""
    if isinstance(values, pa.Array):
        joined = pc.binary_join_element_wise(values, *map(large_text, ("\n", "")))
        ends = np.frombuffer(joined.buffers()[1], np.int64)[joined.offset : joined.offset + len(joined) + 1]
        _send(joined.buffers()[2][int(ends[0]) : int(ends[-1])] if len(joined) else b"", len(joined))
        return
    # each goes into the block at once: the library allots a kilobyte to every object, however small
    block, number = bytearray(), 0
    for number, value in enumerate(values, 1):  # noqa: B007
        block += json_line(value)
        block += b"\n"
    _send(block, number)


def json_line(value: object) -> bytes:
    """Write a value as JSON on one line, without the line break."""
    try:
        return orjson.dumps(value)
    except orjson.JSONEncodeError:
        return json.dumps(value, ensure_ascii=False, separators=(",", ":")).encode("utf-8", "replace")


def json_strings(texts: pa.Array) -> pa.Array:
    """Write texts as JSON, all at once."""
    texts = pc.fill_null(texts.cast(pa.large_string()), "")
    characters = np.frombuffer(texts.buffers()[2] or b"", np.uint8)
    escaped = texts
    for sign in ("\\", '"'):
        if (characters == ord(sign)).any():
            escaped = pc.replace_substring(escaped, sign, f"\\{sign}")
    quoted = pc.binary_join_element_wise(*map(large_text, '"'), escaped, *map(large_text, ('"', "")))
    if (characters < ord(" ")).any():
        control = pc.match_substring_regex(texts, "[\x00-\x1f]")
        written = [orjson.dumps(text).decode() for text in texts.filter(control).to_pylist()]
        quoted = pc.replace_with_mask(quoted, control, string_array(written).cast(pa.large_string()))
    return quoted


def large_text(text: str) -> pa.Scalar:
    """Return a text as Arrow has it beside columns of ``large_string``."""
    # pa.scalar would load pandas, which takes longer than most commands
    return string_array([text]).cast(pa.large_string())[0]


def _send(block: Any, lines: int) -> None:
    PROGRESS.lines += lines
    send(block)
