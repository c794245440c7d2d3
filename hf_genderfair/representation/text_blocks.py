"""Texts of a batch as blocks of bytes with the positions of their words, for searches without Python strings."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc
from numpy.typing import NDArray

from hf_genderfair.core.resources import resource

Bytes = NDArray[np.uint8]
Integers = NDArray[np.int64]
Flags = NDArray[np.bool_]

BLOCK_BYTES = 1 << 21
"""Bytes of text in a block: smaller blocks take more time for each byte, larger ones more memory."""

LANE = 8
"""Bytes that are compared at once."""

OTHER, WORD, STOP = 0, 1, 2
"""Classes of characters: between words, of words, and marks or line breaks that can end a sentence."""

STOPS = ".!?…\n。！？"
APOSTROPHE_LETTERS = "ʼʻ"

KNOWN_CODES = 0x20000
"""Characters from this code point on count as letters; nearly all are ideographs."""


@dataclass(frozen=True)
class Block:
    """Consecutive rows of a batch in one buffer, a line feed before each row and after the last."""

    data: bytes
    array: Bytes  # the same as numbers, with room behind the end
    rows: Integers  # where each row begins, and one more would; a row ends one byte before the next
    first: int  # number of the first row in the batch
    starts: Integers  # of each word: a run of letters, digits and marks on letters
    ends: Integers
    stops: Integers  # of each character that can end a sentence

    @cached_property
    def lanes(self) -> NDArray[np.uint64]:
        """The eight bytes from each position on, as one number."""
        return np.ndarray((len(self.data) - LANE + 1,), np.dtype("<u8"), self.data, 0, (1,))

    @cached_property
    def continuations(self) -> Integers:
        """Positions of the bytes that do not begin a character."""
        return np.flatnonzero((self.array & 0xC0) == 0x80)

    def row_of(self, positions: Integers) -> Integers:
        """Return the row of each position, counted in the block."""
        return np.searchsorted(self.rows, positions, side="right") - 1

    def code_points(self, positions: Integers, rows: Integers) -> Integers:
        """Return offsets in code points of the text of each row."""
        begins = self.rows[rows]
        offsets = positions - begins
        if len(self.continuations):
            before = np.searchsorted(self.continuations, positions) - np.searchsorted(self.continuations, begins)
            offsets = offsets - before
        return offsets

    def text(self, start: int, end: int) -> str:
        """Return a part of the block as text; invalid UTF-8 is replaced."""
        return self.data[start:end].decode("utf-8", "replace")


def blocks(texts: pa.Array) -> Iterator[Block]:
    """Divide a batch into blocks."""
    lengths = pc.fill_null(pc.binary_length(texts), 0).to_numpy(zero_copy_only=False)
    sizes = np.concatenate(([0], np.cumsum(lengths + 1)))
    first = 0
    while first < len(texts):
        last = int(np.searchsorted(sizes, sizes[first] + BLOCK_BYTES, side="right")) - 1
        last = max(last, first + 1)
        yield _block(texts.slice(first, last - first), sizes[first : last + 1] - sizes[first] + 1, first)
        first = last


def _block(texts: pa.Array, rows: Integers, first: int) -> Block:
    texts = pc.fill_null(texts, "") if texts.null_count else texts
    joined = pc.binary_join_element_wise(texts, _EMPTY, _LINE_FEED)
    _, _, buffer = joined.buffers()
    data = b"\n" + buffer.slice(0, int(rows[-1]) - 1).to_pybytes() + b"\n" * LANE
    array = np.frombuffer(data, np.uint8)
    classes = np.frombuffer(data.translate(_CLASSES), np.uint8)
    leads = np.flatnonzero(array >= 0xC2)
    if len(leads):
        classes = classes.copy()
        _classify(array, classes, leads)
    words = classes == WORD
    stops = np.flatnonzero(classes[: int(rows[-1])] == STOP)
    # Starts and ends separately: two sparse searches take less time than one that is half as sparse.
    before = np.concatenate((words[:1], words[:-1]))
    starts, ends = np.flatnonzero(words & ~before), np.flatnonzero(before & ~words)
    return Block(data, array, rows, first, starts, ends, stops)


def _code_at(array: Bytes, positions: Integers) -> NDArray[np.int32]:
    """Return the character that begins at each position of UTF-8; beyond `KNOWN_CODES`, the last known one."""
    lead, second, third, fourth = (array[positions + offset].astype(np.int32) for offset in range(4))
    second, third, fourth = second & 0x3F, third & 0x3F, fourth & 0x3F
    codes = np.where(lead < 0x80, lead, (lead & 0x1F) << 6 | second)
    codes = np.where(lead >= 0xE0, (lead & 0x0F) << 12 | second << 6 | third, codes)
    codes = np.where(lead >= 0xF0, (lead & 0x07) << 18 | second << 12 | third << 6 | fourth, codes)
    return np.minimum(codes, KNOWN_CODES - 1).astype(np.int32)


def is_lower(array: Bytes, positions: Integers) -> Flags:
    """Return whether the character at each position is a small letter."""
    lower: Flags = _LOWER[array[positions]]
    beyond = np.flatnonzero(array[positions] >= 0x80)
    if len(beyond):
        lower[beyond] = resource(("characters", "lower"), _lower_table)[_code_at(array, positions[beyond])]
    return lower


def _classify(array: Bytes, classes: Bytes, leads: Integers) -> None:
    """Set the class of characters beyond ASCII that are no letters."""
    kinds = resource(("characters", "classes"), _class_table)[_code_at(array, leads)]
    others = np.flatnonzero(kinds != WORD)
    positions, kinds = leads[others], kinds[others]
    classes[positions] = kinds
    lead = array[positions]
    for offset, first_lead in ((1, 0xC2), (2, 0xE0), (3, 0xF0)):
        following = positions[lead >= first_lead] + offset
        classes[following[(array[following] & 0xC0) == 0x80]] = OTHER


def class_of(character: str) -> int:
    """Return whether a character belongs to words, can end a sentence, or neither."""
    if character in STOPS:
        return STOP
    if character in APOSTROPHE_LETTERS:
        return OTHER
    return WORD if character.isalnum() or unicodedata.category(character)[0] == "M" else OTHER


def _class_table() -> Bytes:
    return np.fromiter((class_of(chr(code)) for code in range(KNOWN_CODES)), np.uint8, KNOWN_CODES)


def _lower_table() -> Flags:
    return np.fromiter((chr(code).islower() for code in range(KNOWN_CODES)), np.bool_, KNOWN_CODES)


_CLASSES = bytes(WORD if code >= 0x80 else class_of(chr(code)) for code in range(256))
_LOWER = np.array([chr(code).islower() for code in range(256)])
_EMPTY, _LINE_FEED = (pa.scalar(text, type=pa.large_string()) for text in ("", "\n"))
