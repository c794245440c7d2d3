"""Texts of a batch as blocks of bytes, with the positions of their words, their sentences, and what is running text."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise

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
        kinds = resource(("characters", "classes"), _class_table)[_code_at(array, leads)]
        others = np.flatnonzero(kinds != WORD)
        positions, kinds = leads[others], kinds[others]
        classes[positions] = kinds
        lead = array[positions]
        for offset, first_lead in ((1, 0xC2), (2, 0xE0), (3, 0xF0)):
            following = positions[lead >= first_lead] + offset
            classes[following[(array[following] & 0xC0) == 0x80]] = OTHER
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


LONG_LINE = 50
"""From this length in bytes on, a line may end inside a sentence (text with hard line breaks)."""

STEPS = 8
"""Characters that are skipped for all positions at once; longer runs are skipped one by one."""

NOWHERE, ROW = -2, -1
"""Instead of a position: no sentence ends here; it ends with its row."""

STRETCH = 4096
"""Number of bytes of long white space that are skipped at once."""

_SPACE_BYTES = b" \t\n\r\x0b\x0c"
_NOT_SPACE = re.compile(rb"[^ \t\n\r\x0b\x0c]")


def _table(characters: str, beyond: bool = False) -> Flags:
    table = np.zeros(256, np.bool_)
    table[[ord(character) for character in characters]] = True
    table[0x80:] = beyond
    return table


SPACE = _table(" \t\n\r\x0b\x0c")
_OPENING = _table("\"'([*,;!?`", beyond=True)
_CLOSING = _table("\"')]*,;!?`.:", beyond=True)
_BEYOND = _table(" \t\n\r\x0b\x0c\"'()[]*.,;", beyond=True)
_TOUCHING = np.array([chr(byte).isalnum() or chr(byte) in "_`" or byte >= 0x80 for byte in range(256)])
_CLOSERS = _table("\"')]}*_")
_CONTINUING = _table(",;:)]}")


@dataclass(frozen=True)
class Sentences:
    """The ends of the sentences of a block, by word."""

    # A sentence has at least one word. It ends at ``. ! ? …`` and closing marks before white space and anything but a
    # small letter or a comma; not after an abbreviation, an initial or a number of one or two digits; at a blank line,
    # and at the end of a line shorter than `LONG_LINE`. These are the rules of the embedded pipelines but for what they
    # learn from tokens: their sentences also end after 256 tokens.

    block: Block
    breaks: Integers  # numbers of the words that are the last of their sentence
    ends: Integers  # byte after each of these sentences; `ROW` where the row ends
    starts: Integers  # first byte of the sentence after each; `ROW` where a row begins

    def counts(self) -> Integers:
        """Return the number of sentences of each row."""
        if not len(self.block.starts):
            return np.zeros(len(self.block.rows) - 1, np.int64)
        first = self.block.starts[np.concatenate(([0], self.breaks + 1))]
        return np.bincount(self.block.row_of(first), minlength=len(self.block.rows) - 1)

    def holding(self, words: Integers) -> tuple[Integers, Integers, Integers]:
        """Return the sentences that hold words."""
        numbers = np.searchsorted(self.breaks, words)
        numbers = numbers[np.diff(numbers, prepend=-1) > 0]
        starts = np.concatenate(([ROW], self.starts))[numbers]
        ends = np.concatenate((self.ends, [ROW]))[numbers]
        first = self.block.starts[np.concatenate(([0], self.breaks + 1))[numbers]] if len(numbers) else numbers
        rows = self.block.row_of(first)
        opening, closing = np.flatnonzero(starts == ROW), np.flatnonzero(ends == ROW)
        starts[opening] = _next_non_space(self.block, self.block.rows[rows[opening]])
        ends[closing] = _after_last_non_space(self.block, self.block.rows[rows[closing] + 1] - 1)
        return rows, starts, ends


def find_sentences(block: Block, is_abbreviation: Flags) -> Sentences:
    """Find where the sentences of a block end."""
    last = len(block.starts) - 1
    gaps = np.searchsorted(block.starts, block.stops) - 1
    inside = (gaps >= 0) & (gaps < last)
    stops, gaps = block.stops[inside], gaps[inside]
    is_line = block.array[stops] == 10
    marked, mark_ends = _ends_by_marks(block, stops[~is_line], gaps[~is_line], is_abbreviation)
    lines, line_ends = _ends_by_lines(block, stops[is_line], gaps[is_line])
    rows = np.searchsorted(block.starts, block.rows[1:-1] - 1) - 1
    rows = rows[(rows >= 0) & (rows < last)]
    end_of = np.full(len(block.starts), NOWHERE)
    for broken, positions in ((lines, line_ends), (marked, mark_ends), (rows, ROW)):
        end_of[broken] = positions
    breaks = np.flatnonzero(end_of != NOWHERE)
    ends = end_of[breaks]
    starts = ends.copy()
    within = np.flatnonzero(ends != ROW)
    starts[within] = _next_non_space(block, ends[within])
    return Sentences(block, breaks, ends, starts)


def _ends_by_marks(block: Block, marks: Integers, gaps: Integers, is_abbreviation: Flags) -> tuple[Integers, Integers]:
    """Return the gaps between words in which a mark ends a sentence, and where it ends."""
    array = block.array
    final = _last_of_run(gaps)
    marks, gaps = marks[final], gaps[final]
    positions = _after_closers(block, marks)
    wide = (array[marks] == 0xE3) | (array[marks] == 0xEF)
    possible = np.flatnonzero(SPACE[array[positions]] | wide)
    marks, gaps, positions = marks[possible], gaps[possible], positions[possible]
    following = _next_non_space(block, positions)
    ended = ~is_lower(array, following) & ~_CONTINUING[array[following]]
    stopped = (array[marks] == ord(".")) & (block.ends[gaps] == marks)
    ended &= ~(stopped & _keeps_stop(block, gaps, is_abbreviation))
    return gaps[ended], positions[ended]


def _keeps_stop(block: Block, words: Integers, is_abbreviation: Flags) -> Flags:
    """Return which words include the full stop after them: abbreviations, initials, small numbers (*1.*)."""
    starts = block.starts[words]
    lengths, first = block.ends[words] - starts, block.array[starts]
    initial = (lengths == 1) & (first >= ord("A")) & (first <= ord("Z")) & (first != ord("I"))
    number = (lengths <= 2) & (first >= ord("0")) & (first <= ord("9"))
    keeps: Flags = initial | number | is_abbreviation[words]
    return keeps


def _ends_by_lines(block: Block, breaks: Integers, gaps: Integers) -> tuple[Integers, Integers]:
    """Return the gaps between words in which a line break ends a sentence, and where it ends."""
    final = _last_of_run(gaps)
    first = np.concatenate(([0], final[:-1] + 1)) if len(final) else final
    begins = np.searchsorted(block.rows, breaks[first], side="right") - 1
    positions = breaks[first]
    line_starts = np.maximum(np.concatenate(([0], breaks))[first] + 1, block.rows[begins])
    ended = (final > first) | (positions - line_starts < LONG_LINE)
    return gaps[final][ended], _after_last_non_space(block, positions[ended])


def _last_of_run(values: Integers) -> Integers:
    """Return the index of the last one of each run of equal values."""
    return np.flatnonzero(np.append(values[1:] != values[:-1], True)) if len(values) else np.zeros(0, np.int64)


def _after_closers(block: Block, marks: Integers) -> Integers:
    """Return the positions after marks and the closing quotation marks and brackets after them."""
    array = block.array
    positions = marks + np.where(array[marks] < 0x80, 1, 3)
    for _ in range(STEPS):
        lead, second = array[positions], array[positions + 1]
        width = _CLOSERS[lead].astype(np.int64)
        width[(lead == 0xC2) & ((second == 0xAB) | (second == 0xBB))] = 2
        width[(lead == 0xE2) & (second == 0x80) & np.isin(array[positions + 2], _CLOSING_QUOTES)] = 3
        if not width.any():
            break
        positions = positions + width
    return positions


def _next_non_space(block: Block, positions: Integers) -> Integers:
    """Return the first position from each on that is no white space."""
    for _ in range(STEPS):
        spaces = SPACE[block.array[positions]]
        if not spaces.any():
            return positions
        positions = positions + spaces
    limit = len(block.data) - LANE
    for index in np.flatnonzero(SPACE[block.array[positions]]).tolist():
        found = _NOT_SPACE.search(block.data, int(positions[index]))
        positions[index] = found.start() if found else limit
    return positions


def _after_last_non_space(block: Block, positions: Integers) -> Integers:
    """Return the positions before which the white space before each begins."""
    for _ in range(STEPS):
        spaces = SPACE[block.array[positions - 1]]
        if not spaces.any():
            return positions
        positions = positions - spaces
    for index in np.flatnonzero(SPACE[block.array[positions - 1]]).tolist():
        position = int(positions[index])
        while position > 0 and not (kept := block.data[max(0, position - STRETCH) : position].rstrip(_SPACE_BYTES)):
            position = max(0, position - STRETCH)
        positions[index] = max(0, position - STRETCH) + len(kept) if position > 0 else 0
    return positions


_CLOSING_QUOTES = np.array([0x98, 0x99, 0x9C, 0x9D, 0xB9, 0xBA], np.uint8)


REACH = 100
"""Number of bytes of a run without white space that are read on each side of a word."""

LONGEST_CODE = 500
"""Most bytes of inline code; a longer span between two backticks is text."""

FENCED_CODE = re.compile(rb"(?:\A|\n)[ \t]*```.*?(?:\n[ \t]*```|\Z)", re.DOTALL)

ADDRESS = re.compile(
    r"://|\bwww\.|\w@\w|\\\w|^[\W_]*[~.]{0,2}/\w[^/]*/|/[^/]*\.\w"
    r"|\.(?:com|org|net|edu|gov|info|html?|php|jpe?g|png|pdf)\b",
    re.IGNORECASE,
)
ADDRESS_MARKS = frozenset(":@\\/.")
"""Characters of which every address has one, and most runs have none."""

ALTERNATIVES = re.compile(r"[^\w/]*/?[\w'’-]+(?:/[\w'’-]+){0,5}/?[^\w/]*")
"""Words side by side, *he/she/they*; other runs with a stroke are paths."""

FILE_NAME = re.compile(r"\w\.[a-z][a-z0-9]{1,4}\W*$")
BEFORE = re.compile(r"[@#$%&\\{]\W?[\w-]*$|[^\W_]_+$|<\W?$|=\W?$|->$|::$|\w\.$")
AFTER = re.compile(r"_+[^\W_]|\(\)|->|::|\W?=\W?\w|\.[a-z0-9]|\W?>\w?|\}|@\w|\\")
SENTENCE_START = re.compile(r"[a-z0-9)]\.$")


def in_running_text(block: Block, starts: Integers, ends: Integers) -> Flags:
    """Return which words stand in running text."""
    # A word with white space, quotation marks, brackets or punctuation around it does. Of others the run without white
    # space around them decides: none in an address, a file name, a path, a handle, a hashtag or an identifier; a part
    # of a hyphenated word or of alternatives (*he/she*) is text. Code between backticks is not.
    array = block.array
    before, second_before = array[starts - 1], array[starts - 2]
    after, second_after = array[ends], array[ends + 1]
    opened = SPACE[before] | (_OPENING[before] & _BEYOND[second_before])
    closed = SPACE[after] | (_CLOSING[after] & _BEYOND[second_after])
    kept = opened & closed
    for index in np.flatnonzero(~kept).tolist():
        kept[index] = _is_text(block, int(starts[index]), int(ends[index]))
    if b"`" in block.data:
        kept &= ~_in_code(block, starts)
    return kept


def _is_text(block: Block, start: int, end: int) -> bool:
    """Decide from the run without white space and tags around a word."""
    left = block.data[max(0, start - REACH) : start].split()[-1:] if not SPACE[block.array[start - 1]] else []
    right = block.data[end : end + REACH].split()[:1] if not SPACE[block.array[end]] else []
    head, tail = b"".join(left).decode("utf-8", "replace"), b"".join(right).decode("utf-8", "replace")
    if not head.endswith("->"):
        head = head.rpartition(">")[2]
    tail = tail.partition("<")[0]
    word = block.text(start, end)
    run = head + word + tail
    if AFTER.match(tail) or (not ADDRESS_MARKS.isdisjoint(run) and ADDRESS.search(run)):
        return False
    if BEFORE.search(head) and not (word[0].isupper() and SENTENCE_START.search(head)):
        return False
    if "/" in run and not ALTERNATIVES.fullmatch(run):
        return False
    return not ("-" in run and FILE_NAME.search(run))


def _in_code(block: Block, positions: Integers) -> Flags:
    """Return which positions lie in code between backticks or in fenced blocks."""
    # The next backtick on each side decides; in `quotes of this kind' none closes.
    array = block.array
    ticks = np.flatnonzero(array == ord("`"))
    before, after = array[ticks - 1], array[ticks + 1]
    opens, closes = ~_TOUCHING[before] & ~SPACE[after], ~SPACE[before] & ~_TOUCHING[after]
    number = np.searchsorted(ticks, positions)
    left, right = np.maximum(number - 1, 0), np.minimum(number, len(ticks) - 1)
    inside: Flags = (number > 0) & (number < len(ticks)) & opens[left] & closes[right]
    inside &= ticks[right] - ticks[left] <= LONGEST_CODE
    for index in np.flatnonzero(inside).tolist():
        inside[index] = block.data.find(b"\n", int(ticks[left[index]]), int(ticks[right[index]])) < 0
    if (ticks[2:] == ticks[:-2] + 2).any():
        for begin, end in pairwise(block.rows.tolist()):
            if block.data.find(b"```", begin, end) >= 0:
                for match in FENCED_CODE.finditer(block.data[begin : end - 1]):
                    low, high = np.searchsorted(positions, [begin + match.start(), begin + match.end()])
                    inside[low:high] = True
    return inside
