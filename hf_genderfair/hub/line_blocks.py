"""Read a stream of bytes as blocks of whole lines, and tell what is no text of lines at all."""

from __future__ import annotations

import codecs
import lzma
import zlib
from collections.abc import Iterator
from typing import BinaryIO

from hf_genderfair.core.errors import SourceError, SourceOptionError

BLOCK_BYTES = 8 << 20
MAX_LINE_BYTES = 1 << 30
BOM = b"\xef\xbb\xbf"
HEAD, FEWEST = 1000, 4
"""Bytes at the begin of a stream that tell its encoding, and how many of them must be NUL to tell a wide one."""

FILES = {
    b"\x1f\x8b": ("compressed by gzip", "rename it to end in .gz"),
    b"BZh": ("compressed by bzip2", "rename it to end in .bz2"),
    b"\xfd7zXZ\0": ("compressed by xz", "rename it to end in .xz"),
    b"\x28\xb5\x2f\xfd": ("compressed by zstd", "rename it to end in .zst"),
    b"PAR1": ("Parquet", "rename it to end in .parquet"),
    b"PK\x03\x04": ("an archive, or a document of an office", "take the text out of it first"),
    b"%PDF-": ("PDF", "take the text out of it first"),
    b"\x89PNG": ("a picture", "give a file of text"),
    b"\xff\xd8\xff": ("a picture", "give a file of text"),
}
"""How files begin that are no lines: what they are, and what to do."""


def line_blocks(stream: BinaryIO, name: str, block_bytes: int) -> Iterator[bytes]:
    """Yield whole lines, about ``block_bytes`` at a time, each block ending in a line end."""
    pending: list[bytes] = []
    size, at_start, by_cr = 0, True, False
    while chunk := _read(stream, name, block_bytes):
        if at_start:
            _refuse_other_files(chunk, name)
            by_cr = ends_in_cr(chunk)
            chunk, at_start = chunk.removeprefix(BOM), False
        if by_cr:
            chunk = chunk.replace(b"\r", b"\n")
        end = chunk.rfind(b"\n") + 1
        if end:
            yield b"".join([*pending, chunk[:end]])
            pending, size = [], 0
        pending.append(chunk[end:])
        size += len(chunk) - end
        if size > MAX_LINE_BYTES:
            raise SourceError(f"{name} holds a line of more than {MAX_LINE_BYTES >> 30} GiB: it is not a text of lines")
    if size:
        yield b"".join([*pending, b"\n"])


def ends_in_cr(head: bytes) -> bool:
    """Return whether lines end in CR alone, as old systems wrote them."""
    return b"\n" not in head and head.count(b"\r") > 1


def _refuse_other_files(chunk: bytes, name: str) -> None:
    """Raise an error for what is no text in an encoding that lines can be found in."""
    for begin, (what, advice) in FILES.items():
        if chunk.startswith(begin) and not _is_utf_8(chunk[:HEAD]):
            raise SourceError(f"{name} is {what}, no text: {advice}")
    encoding = wide_encoding(chunk[:HEAD])
    if encoding:
        raise SourceOptionError(f"{name} is {encoding.upper()}, not UTF-8", f"give {{}} {encoding}", "encoding")


def _is_utf_8(head: bytes) -> bool:
    try:
        codecs.getincrementaldecoder("utf-8")().decode(head)
    except UnicodeDecodeError:
        return False
    return True


def wide_encoding(head: bytes) -> str | None:
    """Return the encoding of text in which the letters of most alphabets have bytes that are NUL; None for others."""
    # A byte order mark alone may be noise. Text in UTF-8 has no NUL, and a damaged one has few, anywhere.
    by_place = [head[place::4].count(0) for place in range(4)]
    even, odd = by_place[0] + by_place[2], by_place[1] + by_place[3]
    if even + odd < max(FEWEST, len(head) // 10):
        return None
    marked = head.startswith((b"\xff\xfe", b"\xfe\xff", b"\0\0\xfe\xff"))
    if (even + odd) * 2 > len(head) and min(by_place) * 4 < max(by_place):
        return "utf-32" if marked else "utf-32-le" if by_place[0] < by_place[3] else "utf-32-be"
    if min(even, odd) * 8 > max(even, odd):
        return None
    return "utf-16" if marked else "utf-16-le" if odd > even else "utf-16-be"


def _read(stream: BinaryIO, name: str, size: int) -> bytes:
    try:
        return stream.read(size)
    except (OSError, EOFError, lzma.LZMAError, zlib.error) as error:
        reason = " ".join(str(error).split()) or type(error).__name__
        raise SourceError(f"{name} cannot be read, it may be damaged or cut short: {reason}") from error
