"""Tell running text from web addresses, file names, handles and code by what stands around a word."""

from __future__ import annotations

import re

import numpy as np

from hf_genderfair.representation.text_blocks import Block, Flags, Integers

REACH = 200
"""How far, in bytes, a run without white space is looked at on each side of a word."""

CODE = re.compile(
    rb"(?:\A|\n)[ \t]*```.*?(?:\n[ \t]*```|\Z)|(?<![\w`])`(?![\s`])[^`\n]*(?<![\s`])`(?![\w`])", re.DOTALL
)
"""Fenced blocks and inline code. In `quotes of this kind' no backtick closes."""

ADDRESS = re.compile(
    r"://|\bwww\.|\w@\w|\\\w|^[\W_]*[~.]{0,2}/\w[^/]*/|/[^/]*\.\w"
    r"|\.(?:com|org|net|edu|gov|info|html?|php|jpe?g|png|pdf)\b",
    re.IGNORECASE,
)
ALTERNATIVES = re.compile(r"[^\w/]*/?[\w'’-]+(?:/[\w'’-]+){0,5}/?[^\w/]*")
"""Words side by side, *he/she/they*; other runs with a stroke are paths."""

FILE_NAME = re.compile(r"\w\.[a-z][a-z0-9]{1,4}\W*$")
BEFORE = re.compile(r"[@#$%&\\{]\W?[\w-]*$|\w_$|<\W?$|=\W?$|->$|::$|\w\.$")
AFTER = re.compile(r"_\w|\(\)|->|::|\W?=\W?\w|\.[a-z0-9]|\W?>\w?|\}|@\w|\\")
SENTENCE_START = re.compile(r"[a-z0-9)]\.$")


def in_running_text(block: Block, starts: Integers, ends: Integers) -> Flags:
    """Return which words stand in running text.

    A word with white space, quotation marks, brackets or punctuation around it does. Of others the run without white
    space around them decides: none in an address, a file name, a path, a handle, a hashtag or an identifier; a part of
    a hyphenated word or of alternatives (*he/she*) is text. Code between backticks is not.

    Args:
        block: Rows of text.
        starts: First byte of each word.
        ends: Byte after each, possessive or clitic included.
    """
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
    """Decide from the run without white space around a word."""
    left = block.data[max(0, start - REACH) : start].split()[-1:] if not _SPACE[block.array[start - 1]] else []
    right = block.data[end : end + REACH].split()[:1] if not _SPACE[block.array[end]] else []
    head, tail = b"".join(left).decode("utf-8", "replace"), b"".join(right).decode("utf-8", "replace")
    word = block.text(start, end)
    run = head + word + tail
    if ADDRESS.search(run) or AFTER.match(tail):
        return False
    if BEFORE.search(head) and not (word[0].isupper() and SENTENCE_START.search(head)):
        return False
    if "/" in run and not ALTERNATIVES.fullmatch(run):
        return False
    return not ("-" in run and FILE_NAME.search(run))


def _in_code(block: Block, places: Integers) -> Flags:
    """Return which places lie in code between backticks."""
    inside = np.zeros(len(places), np.bool_)
    rows = block.row_of(places)
    for row in np.unique(rows).tolist():
        begin, end = int(block.rows[row]), int(block.rows[row + 1])
        if block.data.find(b"`", begin, end) < 0:
            continue
        spans = [match.span() for match in CODE.finditer(block.data[begin:end])]
        opens = np.array([low for low, _ in spans], np.int64) + begin
        closes = np.array([high for _, high in spans], np.int64) + begin
        at = np.flatnonzero(rows == row)
        number = np.searchsorted(opens, places[at], side="right") - 1
        inside[at] = (number >= 0) & (places[at] < np.append(closes, 0)[number])
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
