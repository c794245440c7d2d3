"""Read text of any encoding as UTF-8, block by block."""

from __future__ import annotations

import codecs
from difflib import get_close_matches
from encodings.aliases import aliases
from typing import BinaryIO, cast

from hf_genderfair.core.errors import SourceOptionError

UNREADABLE = "hf_genderfair.unreadable"
UTF_8 = ("utf-8", "utf_8")
NO_FILE_ENCODINGS = ("idna", "punycode", "unicode_escape", "raw_unicode_escape", "undefined")


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
