"""What is around the words of a block: their sentences, by rule, and whether they stand in running text."""

from __future__ import annotations

import re
from dataclasses import dataclass
from itertools import pairwise

import numpy as np

from hf_genderfair.representation.text_blocks import LANE, Block, Flags, Integers, is_lower

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
