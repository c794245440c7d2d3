"""Letters of many texts at once, read from the bytes of an Arrow column instead of from Python strings."""

from __future__ import annotations

import unicodedata

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc
from numpy.typing import NDArray

from hf_genderfair.core.errors import ColumnError
from hf_genderfair.core.resources import resource
from hf_genderfair.core.text_view import column_view

Bytes = NDArray[np.uint8]

# Neither byte occurs in UTF-8, so neither can come from a text.
ROW_END = b"\xff"
OTHER_LETTER = b"\xfe"

# Unicode ends here; all letters that fold to one of a-z lie below the second number.
CODE_POINTS = 0x110000
LATIN_END = 0x2000
# Room behind the last row, so that reading a character cut off there stays inside the buffer.
PADDING = 3


class _Folding(dict[int, str]):
    """The folded form of each code point, computed at its first occurrence."""

    def __missing__(self, code: int) -> str:
        character = chr(code)
        letters = unicodedata.normalize("NFKD", character).lower() if character.isalpha() else ""
        # Lower-casing can bring a combining mark back, as for the Turkish dotted capital i.
        self[code] = "".join(letter for letter in letters if letter.isalpha()).replace("ł", "l").replace("ς", "σ")
        return self[code]


_FOLDING = _Folding()


def normalise(text: str) -> str:
    """Reduce a text to its lower-case letters without diacritics."""
    # Letters are those of Unicode; digits, marks, signs and spaces are removed. Ł loses its stroke although Unicode
    # does not decompose it, and the Greek final sigma is a sigma. Each character is treated by itself, so the result of
    # a joined text is the joined result.
    return text.translate(_FOLDING)


def folded_rows(texts: pa.Array) -> tuple[list[bytes], list[int]]:
    """Normalise a column by bytes; right for every row whose letters all fold to a-z."""
    data = joined(texts)
    starts, codes = multibyte(data)
    data[starts] = resource(("letters", "folding"), _folding_table)[codes]
    folded = data.tobytes().translate(_ASCII_FOLDING, _DELETED)
    signs = np.frombuffer(folded, np.uint8)
    ends = np.flatnonzero(signs == ROW_END[0])
    empty = np.flatnonzero(np.diff(ends, prepend=-1, append=len(signs)) == 1)
    other = np.searchsorted(ends, np.flatnonzero(signs == OTHER_LETTER[0]))
    return folded.split(ROW_END), np.union1d(empty, other).tolist()


def words(texts: pa.Array) -> pa.Array:
    """Return all words of a column in order: runs of letters in lower case."""
    try:
        data = joined(pc.utf8_lower(column_view(texts).texts))
    except (pa.ArrowInvalid, UnicodeDecodeError) as error:
        raise ColumnError("the text is not valid UTF-8: decode it with errors='replace'") from error
    starts, codes = multibyte(data)
    signs = starts[~resource(("letters", "table"), _letter_table)[codes]]
    lead = data[signs]
    for offset, first_lead in ((1, 0xC0), (2, 0xE0), (3, 0xF0)):
        data[signs[lead >= first_lead] + offset] = 0x20
    data[signs] = 0x20
    found = np.frombuffer(data.tobytes().translate(_ASCII_WORDS), np.uint8)
    letters = found != 0x20
    edges = np.flatnonzero(np.diff(letters, prepend=False, append=False))
    offsets = np.concatenate(([0], np.cumsum(edges[1::2] - edges[::2])))
    buffers = [None, pa.py_buffer(offsets), pa.py_buffer(found[letters])]
    return pa.Array.from_buffers(pa.large_string(), len(offsets) - 1, buffers)


def joined(texts: pa.Array) -> Bytes:
    """Return the rows as one writable buffer with `ROW_END` between them."""
    rows = pc.fill_null(texts, "").cast(pa.large_binary())
    everything = pa.LargeListArray.from_arrays([0, len(rows)], rows)
    joined = pc.binary_join(everything, pa.scalar(ROW_END, pa.large_binary()))[0].as_buffer()
    data: Bytes = np.zeros(joined.size + PADDING, np.uint8)
    data[: joined.size] = np.frombuffer(joined, np.uint8)
    return data


def multibyte(data: Bytes) -> tuple[NDArray[np.intp], NDArray[np.int32]]:
    """Return where characters beyond ASCII start, and their code points."""
    # One comparison for 0xC2 <= byte < 0xF8: smaller bytes wrap around.
    starts = np.flatnonzero(data - np.uint8(0xC2) < 0x36)
    lead = data[starts].astype(np.int32)
    codes = (lead & 0x1F) << 6 | data[1:][starts] & 0x3F
    # Nearly all Polish characters have one or two bytes; only the others need another step.
    longer = np.flatnonzero(lead >= 0xE0)
    first, second, third = (data[starts[longer] + offset].astype(np.int32) & 0x3F for offset in (1, 2, 3))
    three = (lead[longer] & 0x0F) << 12 | first << 6 | second
    four = (lead[longer] & 0x07) << 18 | first << 12 | second << 6 | third
    codes[longer] = np.where(lead[longer] < 0xF0, three, four)
    return starts, np.minimum(codes, CODE_POINTS - 1)


def _letter_table() -> NDArray[np.bool_]:
    return np.fromiter(map(str.isalpha, map(chr, range(CODE_POINTS))), np.bool_, CODE_POINTS)


def _folding_table() -> Bytes:
    table: Bytes = np.where(resource(("letters", "table"), _letter_table), OTHER_LETTER[0], 0).astype(np.uint8)
    for code in range(LATIN_END):
        folded = _FOLDING[code]
        if len(folded) == 1 and folded.isascii():
            table[code] = ord(folded)
    return table


_ASCII_FOLDING = bytes(code + 32 if 65 <= code <= 90 else code for code in range(256))
_DELETED = bytes(code for code in range(0xFE) if not (code < 128 and chr(code).isalpha()))
_ASCII_WORDS = bytes(
    code if 128 <= code < 0xFE or (code < 128 and chr(code).isalpha()) else 0x20 for code in range(256)
)
