"""Tell running text from web addresses, file names, handles and code by the context of a word."""

from __future__ import annotations

import re
from itertools import pairwise

import numpy as np

from hf_genderfair.representation.text_blocks import Block, Flags, Integers

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
    opened = _SPACE[before] | (_OPENING[before] & _BEYOND[second_before])
    closed = _SPACE[after] | (_CLOSING[after] & _BEYOND[second_after])
    kept = opened & closed
    for index in np.flatnonzero(~kept).tolist():
        kept[index] = _is_text(block, int(starts[index]), int(ends[index]))
    if b"`" in block.data:
        kept &= ~_in_code(block, starts)
    return kept


def _is_text(block: Block, start: int, end: int) -> bool:
    """Decide from the run without white space and tags around a word."""
    left = block.data[max(0, start - REACH) : start].split()[-1:] if not _SPACE[block.array[start - 1]] else []
    right = block.data[end : end + REACH].split()[:1] if not _SPACE[block.array[end]] else []
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
    opens, closes = ~_TOUCHING[before] & ~_SPACE[after], ~_SPACE[before] & ~_TOUCHING[after]
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


def _table(characters: str, beyond: bool = False) -> Flags:
    table = np.zeros(256, np.bool_)
    table[[ord(character) for character in characters]] = True
    table[0x80:] = beyond
    return table


_SPACE = _table(" \t\n\r\x0b\x0c")
_OPENING = _table("\"'([*,;!?`", beyond=True)
_CLOSING = _table("\"')]*,;!?`.:", beyond=True)
_BEYOND = _table(" \t\n\r\x0b\x0c\"'()[]*.,;", beyond=True)
_TOUCHING = np.array([chr(byte).isalnum() or chr(byte) in "_`" or byte >= 0x80 for byte in range(256)])
