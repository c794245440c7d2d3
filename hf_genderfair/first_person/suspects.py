"""Find the few texts of a batch that may have a reason which reads their words.

Hardly any text with first-person forms has one, and the reading of its words is the dearest part of the judgement.
Every test here is a necessary condition of one in `word_reasons`, on the bytes of all texts at once: a text that meets
none of them has no such reason.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from string import ascii_uppercase
from typing import NamedTuple

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc
from numpy.typing import NDArray

from hf_genderfair.core.arrays import number_array
from hf_genderfair.core.resources import resource
from hf_genderfair.first_person.letters import (
    CODE_POINTS,
    OTHER_LETTER,
    PADDING,
    ROW_END,
    Bytes,
    joined,
    multibyte,
    normalise,
)
from hf_genderfair.first_person.lexicon import first_person_forms
from hf_genderfair.first_person.polish import (
    CHARACTERS_READ,
    FOREIGN_LETTERS,
    LEAST_EVIDENCE,
    POLISH_LETTERS,
    POLISH_SHARE,
    function_words,
)
from hf_genderfair.first_person.word_reasons import (
    BAR_ITEMS,
    FORMULAS,
    ITEM_WORDS,
    LIST_ITEMS,
    REPEATED_SHARE,
    REPEATED_WORDS,
    SPAM,
    TITLES,
    folded_words,
    word_pattern,
)
from hf_genderfair.lexicons.loader import load_lexicon

Integers = NDArray[np.int64]
Mask = NDArray[np.bool_]

# One byte a character: a-z for a letter, in capitals for one of another language, with the high bit for a Polish one.
POLISH_BIT = 0x80
SPACE, COMMA, BAR, COMMA_AND_BAR = b" ,|>"
LATIN = (*range(0x80), *range(0xC0, 0x250))


class _Signs(NamedTuple):
    """Texts as one byte a character, with `ROW_END` between them, and where each begins and ends."""

    content: bytes
    starts: Integers
    ends: Integers

    def positions(self, signs: bytes) -> Integers:
        """Return where any of the given signs stands."""
        return np.flatnonzero(np.frombuffer(self.content.translate(_is_in(signs)), np.bool_))

    def number(self, positions: Integers, limit: int | None = None) -> Integers:
        """Return how many positions lie in each text, or in as many characters of it as the limit says."""
        ends = self.ends if limit is None else np.minimum(self.ends, self.starts + limit)
        return np.searchsorted(positions, ends) - np.searchsorted(positions, self.starts)

    def cut(self, content: bytes, rows: Integers) -> Iterator[bytes]:
        """Yield some texts of a content that is as long as this."""
        spans = zip(self.starts[rows].tolist(), self.ends[rows].tolist(), strict=True)
        return (content[start:end] for start, end in spans)


def suspects(texts: pa.Array, own: Mask, quoted: Mask) -> Mask:
    """Return which texts may have a reason that reads their words."""
    signs = _signs(texts)
    if len(signs.starts) != len(texts):
        return np.ones(len(texts), np.bool_)
    folded = signs.content.translate(_WORDS)
    words = signs.number(_word_starts(folded))
    rare = signs.positions(_RARE)
    kinds = np.frombuffer(signs.content, np.uint8)[rare]
    other, bars, commas, foreign_letters = (
        signs.number(rare[np.isin(kinds, list(kind))]) for kind in (OTHER_LETTER, _BARS, _COMMAS, _FOREIGN)
    )
    found: Mask = other > 0
    found |= (bars + 1 >= BAR_ITEMS) & (words <= (bars + 1) * 2 * ITEM_WORDS)
    found |= (commas + 1 >= LIST_ITEMS) & (words <= (commas + 1) * ITEM_WORDS)
    rows = _rows(folded, signs)
    found |= _matches(rows, resource(("suspects", "phrases"), _phrases))
    titles = np.flatnonzero(~own & quoted & ~found)
    found[titles] = _matches(rows.take(number_array(titles)), resource(("suspects", "works"), _works))
    many = np.flatnonzero(~found & (words >= REPEATED_WORDS))
    found[many] = list(map(_repeats, signs.cut(folded, many)))
    foreign = resource(("suspects", "foreign"), _foreign_words)
    little_polish = np.flatnonzero(~found & _has_little_polish(signs))
    evidence = [sum(map(foreign.__contains__, text.split())) for text in signs.cut(folded, little_polish)]
    found[little_polish] = foreign_letters[little_polish] + np.array(evidence, np.int64) >= LEAST_EVIDENCE
    return found


def _repeats(text: bytes) -> bool:
    words = text.split()
    most = len(words) * REPEATED_SHARE
    # Half of the words show nearly always that they are not the same few.
    return len(set(words[: len(words) // 2])) <= most and len(set(words)) <= most


def _signs(texts: pa.Array) -> _Signs:
    data = joined(texts)
    positions, codes = multibyte(data)
    table = resource(("suspects", "signs"), _sign_table)
    ascii_signs = table[:0x80].tobytes() + bytes(range(0x80, 0x100))
    signs = np.frombuffer(data.tobytes().translate(ascii_signs), np.uint8).copy()
    signs[positions] = table[codes]
    content = signs[:-PADDING].tobytes().translate(None, _CONTINUATIONS)
    ends = np.append(np.flatnonzero(np.frombuffer(content, np.uint8) == ROW_END[0]), len(content))
    return _Signs(content, np.append(0, ends[:-1] + 1), ends)


def _rows(folded: bytes, signs: _Signs) -> pa.Array:
    """Return the folded texts; each but the last ends with a space more."""
    offsets = np.append(signs.starts, len(folded))
    buffers = [None, pa.py_buffer(offsets), pa.py_buffer(folded)]
    return pa.Array.from_buffers(pa.large_string(), len(signs.starts), buffers)


def _word_starts(folded: bytes) -> Integers:
    letters = np.frombuffer(b" " + folded, np.uint8) != SPACE
    return np.flatnonzero(letters[1:] > letters[:-1])


def _has_little_polish(signs: _Signs) -> Mask:
    """Return which texts have too few Polish letters for `foreign_language` to trust these alone."""
    read = np.minimum(signs.ends - signs.starts, CHARACTERS_READ)
    letters = read - signs.number(signs.positions(_NO_LETTERS), CHARACTERS_READ)
    few: Mask = signs.number(signs.positions(_POLISH), CHARACTERS_READ) <= letters * POLISH_SHARE
    return few


def _matches(folded: pa.Array, pattern: str) -> Mask:
    matched: Mask = np.asarray(pc.match_substring_regex(folded, pattern))
    return matched


def _phrases() -> str:
    """Return a pattern of all phrases that give a reason, in texts where several spaces may follow each other."""
    read = [folded_words(row[0]) for name in (FORMULAS, TITLES, SPAM) for row in load_lexicon(name).rows]
    phrases = sorted({" ".join(map(word_pattern, words)) for words in read})
    return rf"(?:^| )(?:{'|'.join(phrases)})(?: |$)".replace(" ", " +")


def _works() -> str:
    """Return a pattern of the beginnings of nouns for works."""
    return rf"(?:^| )(?:{'|'.join(map(normalise, first_person_forms().words['work']))})"


def _foreign_words() -> frozenset[bytes]:
    """Return the function words that Polish does not have."""
    languages = function_words()
    return frozenset(word.encode() for word in frozenset().union(*languages.values()) - languages["pl"])


def _sign_table() -> Bytes:
    """Return the sign of each code point; `OTHER_LETTER` for what is not one of a-z without its diacritics."""
    characters = np.arange(CODE_POINTS, dtype="<u4").tobytes().decode("utf-32-le", "surrogatepass")
    table: Bytes = np.full(CODE_POINTS, SPACE, np.uint8)
    for run in re.finditer(r"[^\W\d_]+", characters):
        table[slice(*run.span())] = OTHER_LETTER[0]
    other = frozenset("".join(FOREIGN_LETTERS.values()))
    for character in map(chr, LATIN):
        folded, small = normalise(character), character.lower()
        if len(folded) == len(small) == 1 and folded.isascii():
            sign = ord(folded.upper() if small in other else folded)
            table[ord(character)] = sign | POLISH_BIT if small in POLISH_LETTERS else sign
    for marks, sign in ((",;•·\n", COMMA), ("|/", BAR), ("»", COMMA_AND_BAR)):
        table[list(map(ord, marks))] = sign
    return table


def _folded(sign: int) -> int:
    letter = sign & 0x7F
    return letter | 0x20 if chr(letter).isalpha() else SPACE


def _is_in(signs: bytes) -> bytes:
    return bytes(sign in signs for sign in range(256))


_CONTINUATIONS = bytes(range(0x80, 0xC0))
_WORDS = bytes(map(_folded, range(256)))
_NO_LETTERS = bytes(sign for sign in range(256) if _WORDS[sign] == SPACE)
_POLISH = bytes(range(ord("a") | POLISH_BIT, (ord("z") | POLISH_BIT) + 1))
_FOREIGN = ascii_uppercase.encode()
_COMMAS, _BARS = bytes([COMMA, COMMA_AND_BAR]), bytes([BAR, COMMA_AND_BAR])
_RARE = OTHER_LETTER + _COMMAS + _BARS + _FOREIGN
