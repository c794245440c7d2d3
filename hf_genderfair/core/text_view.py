r"""A text as matchers read it, and the way back to the text as it was given.

Words come with their letters apart (*a* and a combining mark), with soft hyphens and other signs that nobody sees
inside, with hyphens at which no line breaks, and with letters and quotation marks written as entities of HTML. Word
lists, dictionaries and pipelines know none of these. So each text is read in one form: letters composed (Unicode form
C), without invisible signs, with plain hyphens, entities resolved, and of a word of more than 200 letters, which is
encoded data, a genome or a stuck key, only its ends: so no rule meets a word whose length matters. What is found is
given back with the offsets of the text as it was given, and an edit replaces the stretch there.
"""

from __future__ import annotations

import html
import re
import string
import unicodedata
from bisect import bisect_left, bisect_right
from collections import defaultdict
from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import TYPE_CHECKING, NamedTuple

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc
import regex
from numpy.typing import NDArray

from hf_genderfair.core.batches import is_text, number_array, string_array
from hf_genderfair.core.resources import resource

if TYPE_CHECKING:
    from hf_genderfair.core.spans import Edit

REVISION = "2"
"""Raised when texts are read otherwise: what is kept of the text read so far does not fit any more."""

JOINER = "\u200d"
"""A joiner that also makes one emoji of several."""
INVISIBLE = "\u00ad\u180e\u200b\u200c\u200e\u200f\u202a-\u202e\u2060-\u2064\u2066-\u2069\ufeff"
"""Soft hyphen, spaces without width, joiners and marks of direction."""
HYPHENS = "\u2010\u2011"
"""The hyphen of typography, and that at which no line breaks."""
MINUS = "\u2212"
COMBINING = "\u0300-\u036f\u0653-\u0655\u1161-\u11c2\u3099\u309a"
"""What composes with the character before, in Latin, Greek, Cyrillic, Arabic, Korean and Japanese."""
SINGLE = "\u0340\u0341\u2126\u212a\u212b"
"""Characters that are another one in Unicode form C."""
ENTITY = re.compile("&(?:#[0-9]{1,7}|#[xX][0-9a-fA-F]{1,6}|[A-Za-z][A-Za-z0-9]{1,31});")

SIGN = re.compile(f"[{INVISIBLE}{JOINER}{HYPHENS}{MINUS}{COMBINING}{SINGLE}]")
"""What texts hold that are not read as they are, beside entities, and little else."""

SIGNS = re.compile(rf"(?:[{INVISIBLE}]|{JOINER}(?![^\w\s\x00-\x7f]))+")
OTHER_HYPHEN = re.compile(rf"[{HYPHENS}]|(?<=[^\W\d_]){MINUS}(?=[^\W\d_])")
SPACES = re.compile(r"[^\S \n][^\S\n]*\n?[^\S\n]*| [^\S\n]+\n?[^\S\n]*| \n[^\S\n]*|\n[^\S\n]+")
"""What stands between words but for a single space or line break; two line breaks stay two."""
LONGEST_WORD = 200
"""Letters of the longest word that is read as a whole; of what is longer, half as many from each end."""
INNER_LETTERS = regex.compile(rf"(?<!\w)\w{{{LONGEST_WORD // 2}}}\K\w+(?=\w{{{LONGEST_WORD // 2}}})")
SAMPLE, STEP = 64, 136
"""So many bytes are looked at for a space, and one sample begins so far behind the other: every long word has one."""
CLUSTER = regex.compile(r"\X(?<=[^\x00-\x7f])")
"""A letter with its marks, unless all of it is ASCII."""

Integers = NDArray[np.int64]


class _Reading(NamedTuple):
    """Stretches that are read as one character or none: start and end in the text read, and in the one before it."""

    starts: list[int]
    ends: list[int]
    starts_before: list[int]
    ends_before: list[int]

    def start_before(self, offset: int) -> int:
        """Return where a character stood, by the offset where it stands; signs that are left out stay before it."""
        index = bisect_right(self.ends, offset)
        return offset + (self.ends_before[index - 1] - self.ends[index - 1] if index else 0)

    def end_before(self, offset: int) -> int:
        """Return where a character ended, by the offset after it; signs that are left out stay behind it."""
        index = bisect_left(self.ends, offset)
        if index < len(self.ends) and self.ends[index] == offset and self.starts[index] < offset:
            index += 1
        return offset + (self.ends_before[index - 1] - self.ends[index - 1] if index else 0)

    def offset_after(self, offset: int) -> int:
        """Return the offset in the text read; inside of a stretch, that of its end."""
        index = bisect_right(self.starts_before, offset) - 1
        if index < 0:
            return offset
        if offset == self.starts_before[index]:
            return self.starts[index]
        return self.ends[index] + max(0, offset - self.ends_before[index])


class TextView(NamedTuple):
    """A text, or a part of it, as matchers read it."""

    whole: str
    start: int  # offset of the first character of the part in it
    end: int
    text: str
    readings: tuple[_Reading, ...]  # what was read otherwise, one way after the other

    @property
    def straight(self) -> TextView:
        """The view with straight apostrophes, as pipelines learnt to read."""
        return self._replace(text=straighten_apostrophes(self.text))

    def start_as_given(self, offset: int) -> int:
        """Return the offset in the whole text of what begins at an offset of the part as it is read."""
        for reading in reversed(self.readings):
            offset = reading.start_before(offset)
        return self.start + offset

    def end_as_given(self, offset: int) -> int:
        """Return the offset in the whole text of what ends at an offset of the part as it is read."""
        for reading in reversed(self.readings):
            offset = reading.end_before(offset)
        return self.start + offset

    def span_as_given(self, start: int, end: int) -> tuple[int, int]:
        """Return start and end in the whole text of a span of the part as it is read."""
        begins = self.start_as_given(start)
        return begins, max(begins, self.end_as_given(end))

    def offset_within(self, offset: int) -> int:
        """Return the offset in the part as it is read of an offset in the whole text."""
        offset -= self.start
        for reading in self.readings:
            offset = reading.offset_after(offset)
        return offset

    def read_further(self, pattern: re.Pattern[str] | regex.Pattern[str], reading: Callable[[str], str]) -> TextView:
        """Return the view with all that a pattern finds read as one character or none, or letters with their marks."""
        pieces: list[str] = []
        changes = _Reading([], [], [], [])
        position = shift = 0
        for match in pattern.finditer(self.text):
            old = match[0]
            new = reading(old)
            if new == old:
                continue
            start, end = match.span()
            pieces += (self.text[position:start], new)
            position = end
            if len(new) == len(old):
                continue
            # marks that stay apart stand where they stood: the first character alone is one of several
            changes.starts.append(start - shift)
            changes.ends.append(start - shift + min(1, len(new)))
            changes.starts_before.append(start)
            changes.ends_before.append(end - max(0, len(new) - 1))
            shift += len(old) - len(new)
        readings = (*self.readings, changes) if changes.starts else self.readings
        return self._replace(text="".join([*pieces, self.text[position:]]), readings=readings)

    def with_plain_spaces(self) -> TextView:
        """Return the view with one space, or one line break, where words stand farther apart."""
        return self.read_further(SPACES, lambda spaces: "\n" if "\n" in spaces else " ")

    def edit(self, edit: Edit) -> Edit:
        """Return an edit of the part as it is read as one of the whole text."""
        # What the edit takes over at both ends stays as it was given, with its signs; letters are composed.
        start, end = self.span_as_given(edit.start, edit.end)
        given, read, new = self.whole[start:end], self.text[edit.start : edit.end], edit.replacement
        if given != read:
            head = _shared(read, new)
            tail = _shared(read[head:][::-1], new[head:][::-1])
            kept = self.end_as_given(edit.start + head) if head else start
            again = self.start_as_given(edit.end - tail) if tail else end
            new = self.whole[start:kept] + new[head : len(new) - tail] + self.whole[again:end]
            new = unicodedata.normalize("NFC", new)
        return replace(edit, start=start, end=end, original=given, replacement=new)


def text_view(text: str, start: int = 0, end: int | None = None) -> TextView:
    """Return a text, or a part of it, as matchers read it."""
    end = len(text) if end is None else end
    part = text if (start, end) == (0, len(text)) else text[start:end]
    view = TextView(text, start, end, part, ())
    if "&" in part:
        view = view.read_further(ENTITY, _character)
    if not view.text.isascii():
        view = view.read_further(SIGNS, lambda signs: "").read_further(OTHER_HYPHEN, lambda sign: "-")
        if not unicodedata.is_normalized("NFC", view.text):
            view = view.read_further(CLUSTER, _composed)
    return view.read_further(INNER_LETTERS, lambda letters: "") if _has_long_run(view.text) else view


def long_words(texts: pa.Array) -> int:
    """Return how many words of a column are read by their ends."""
    if not is_text(texts.type):
        return 0
    rows = _rows_with_long_runs(texts)
    return sum(len(INNER_LETTERS.findall(text)) for text in texts.take(number_array(rows)).to_pylist())


def straighten_apostrophes(text: str) -> str:
    """Return a text with straight apostrophes, as pipelines learnt to read; no offset changes."""
    return text.replace("\u2019", "'")


def like(word: str, pattern: str) -> str:
    """Write a lower-case form in the capitals of the word that it stands for, at its start or all over."""
    if len(pattern) > 1 and pattern.isupper():
        return word.upper()
    return word[:1].upper() + word[1:] if pattern[:1].isupper() else word


def _shared(first: str, second: str) -> int:
    """Return how many characters two texts begin with alike."""
    pairs = enumerate(zip(first, second, strict=False))
    return next((index for index, (one, other) in pairs if one != other), min(len(first), len(second)))


def _character(entity: str) -> str:
    """Return the character that an entity names; the entity where it names none, or several."""
    named = html.unescape(entity)
    return named if len(named) == 1 else entity


def _composed(cluster: str) -> str:
    """Return a letter with its marks in Unicode form C; as it is where that is longer, as few scripts have it."""
    composed = unicodedata.normalize("NFC", cluster)
    return composed if len(composed) <= len(cluster) else cluster


class ColumnView(NamedTuple):
    """A column of texts as matchers read it."""

    texts: pa.Array
    views: Mapping[int, TextView]  # by its number, each row that is not read as it is

    def as_given(self, rows: Integers, starts: Integers, ends: Integers) -> tuple[Integers, Integers]:
        """Return starts and ends of what was found in rows, as offsets of the texts as they were given."""
        if not self.views:
            return starts, ends
        starts, ends = starts.copy(), ends.copy()
        for index in np.flatnonzero(np.isin(rows, list(self.views))).tolist():
            view = self.views[int(rows[index])]
            starts[index], ends[index] = view.span_as_given(int(starts[index]), int(ends[index]))
        return starts, ends


def column_view(texts: pa.Array) -> ColumnView:
    """Return a column of texts as matchers read it; where nothing is read otherwise, a look at its bytes is all."""
    rows = np.union1d(_rows_with_long_runs(texts), _marked_rows(texts))
    if not len(rows):
        return ColumnView(texts, {})
    marked = texts.take(number_array(rows)).to_pylist()
    views = {row: text_view(text) for row, text in zip(rows.tolist(), marked, strict=True) if text}
    views = {row: view for row, view in views.items() if view.text != view.whole}
    if not views:
        return ColumnView(texts, views)
    changed = np.zeros(len(texts), np.bool_)
    changed[list(views)] = True
    read = string_array([view.text for view in views.values()]).cast(texts.type)
    return ColumnView(pc.replace_with_mask(texts, number_array(changed), read), views)


def _marked_rows(texts: pa.Array) -> Integers:
    """Return the rows whose bytes hold what is read otherwise."""
    starts, characters = _characters(texts)
    signs = characters.to_pybytes()
    data = np.frombuffer(signs, np.uint8)
    found = []
    for first, following in resource(("text view", "bytes"), _bytes_after).items():
        # most texts have none of these bytes
        if first in signs:
            places = np.flatnonzero(data == first[0])
            pairs = (data.take(places + offset, mode="clip").astype(np.int64) for offset in (1, 2))
            found.append(places[following[next(pairs) << 8 | next(pairs)]])
    if not any(map(len, found)):
        return np.zeros(0, np.int64)
    return np.unique(np.searchsorted(starts, np.concatenate(found), side="right") - 1)


def _rows_with_long_runs(texts: pa.Array) -> Integers:
    """Return the rows in which something long stands without a space."""
    starts, characters = _characters(texts)
    if characters.size < SAMPLE:
        return np.zeros(0, np.int64)
    samples = np.lib.stride_tricks.sliding_window_view(np.frombuffer(characters, np.uint8), SAMPLE)[::STEP]
    # eight bytes are asked at once
    without = np.flatnonzero(~(samples == ord(" ")).view(np.uint64).any(axis=1)) * STEP
    if not len(without):
        return without
    rows = np.unique(np.searchsorted(starts, without, side="right") - 1)
    found = texts.take(number_array(rows)).to_pylist()
    return rows[[_has_long_run(text or "") for text in found]]


def _has_long_run(text: str) -> bool:
    """Return whether a text has more characters without a space than a word that is read as a whole."""
    position = 0
    while position + LONGEST_WORD < len(text):
        position = text.rfind(" ", position, position + LONGEST_WORD + 1) + 1
        if not position:
            return True
    return False


def _characters(texts: pa.Array) -> tuple[Integers, pa.Buffer]:
    """Return where each text of a column begins, and the bytes of all."""
    texts = texts.cast(pa.large_string())
    _, offsets, data = texts.buffers()
    if data is None or not len(texts):
        return np.zeros(0, np.int64), pa.py_buffer(b"")
    bounds = np.frombuffer(offsets, np.int64)[texts.offset : texts.offset + len(texts) + 1]
    return bounds[:-1] - bounds[0], data.slice(int(bounds[0]), int(bounds[-1] - bounds[0]))


def _bytes_after() -> dict[bytes, NDArray[np.bool_]]:
    """Return for the first byte of what is read otherwise, in UTF-8, which pairs of bytes after it tell that it is."""
    after: dict[bytes, NDArray[np.bool_]] = defaultdict(lambda: np.zeros((256, 256), np.bool_))
    for code in range(0x80, 0x10000):
        if SIGN.match(chr(code)):
            first, second, *third = chr(code).encode()
            after[bytes([first])][second, third or slice(None)] = True
    for sign in string.ascii_letters + string.digits:
        for begin in "#" + string.ascii_letters:
            after[b"&"][ord(begin), ord(sign)] = True
    return {first: pairs.ravel() for first, pairs in after.items()}
