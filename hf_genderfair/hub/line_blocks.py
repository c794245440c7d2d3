"""The bytes of text files: in any encoding, converted to UTF-8, and cut into blocks of whole lines."""

from __future__ import annotations

import codecs
import lzma
import zlib
from collections.abc import Iterator
from difflib import get_close_matches
from encodings.aliases import aliases
from typing import BinaryIO, cast

from hf_genderfair.core.errors import SourceError, SourceOptionError

UNREADABLE = "hf_genderfair.unreadable"
UTF_8 = ("utf-8", "utf_8")
NO_FILE_ENCODINGS = ("idna", "punycode", "unicode_escape", "raw_unicode_escape", "undefined")

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


def _replacement(error: UnicodeError) -> tuple[str, int]:
    """Replace undecodable bytes by a lone surrogate, which becomes the byte 0xFF, which is never part of UTF-8."""
    return "\udcff", cast(UnicodeDecodeError, error).end


codecs.register_error(UNREADABLE, _replacement)


def check_encoding(encoding: str) -> str:
    """Return the name of an encoding as Python writes it."""
    found = _text_codec(encoding)
    if found is not None:
        return found.name
    known = sorted({name.replace("_", "-") for name in (*aliases, *aliases.values())})
    near = [name for name in get_close_matches(encoding.lower(), known, 9, 0.5) if _text_codec(name)][:4]
    near = near or ["utf-8", "latin-1", "cp1252"]
    problem = f"no encoding is called {encoding!r}, but there is {' or '.join(near)}"
    raise SourceOptionError(problem, "name one with {}", "encoding", wrong_use=True)


def _text_codec(encoding: str) -> codecs.CodecInfo | None:
    """Return the codec of an encoding of text files, or None."""
    try:
        found = codecs.lookup(encoding)
    except (LookupError, ValueError):
        return None
    return found if found._is_text_encoding and found.name.replace("-", "_") not in NO_FILE_ENCODINGS else None


def as_utf_8(stream: BinaryIO, encoding: str | None, name: str = "standard input") -> BinaryIO:
    """Return a stream that converts text to UTF-8 in constant memory."""
    if encoding is None or check_encoding(encoding) in UTF_8:
        return stream
    return cast(BinaryIO, _Transcoded(stream, encoding, name))


class _Transcoded:
    def __init__(self, stream: BinaryIO, encoding: str, name: str) -> None:
        self._stream, self._encoding, self._name = stream, encoding, name
        self._decoder = codecs.getincrementaldecoder(encoding)(UNREADABLE)

    def read(self, size: int) -> bytes:
        while chunk := self._stream.read(size):
            # an incomplete character gives no output yet, which must not look like the end
            if content := self._decode(chunk):
                return content
        return self._decode(b"", final=True)

    def _decode(self, chunk: bytes, final: bool = False) -> bytes:
        try:
            return self._decoder.decode(chunk, final).encode("utf-8", "surrogateescape")
        except UnicodeError as error:
            raise SourceOptionError(
                f"{self._name} is not {self._encoding}, {error}", "name its encoding with {}", "encoding"
            ) from error


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
