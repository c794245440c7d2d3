"""Find time stamps and authors that separate posts, and greetings, in a column of texts.

The rows that may have one are joined to one text. Its bytes are searched with NumPy for places where a mark may begin:
there alone the patterns are tried, in order and not inside an earlier match, so that what is found is what a search
from the first character to the last would find.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import pairwise, product

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc
from numpy.typing import NDArray

from hf_genderfair.core.batches import byte_table, number_array, row_numbers, string_array, text_bounds

Integers = NDArray[np.int64]

_MONTH = r"(?:sty|lut|mar|kwi|maj|cze|lip|sie|wrz|pa[źz]|lis|gru)[^\W\d_]{0,9}"
_WEEKDAY = r"(?:pon|wt|[śs]r|czw|pi[ąa]?t?|sob|nie)[^\W\d_]{0,9}\.?,? "
_CLOCK = r"\d{1,2}:\d{2}(?::\d{2})?(?: ?[ap]m)?"
_DAY = (
    rf"(?:{_WEEKDAY})?(?:\d{{1,2}}[./-]\d{{1,2}}[./-](?:\d{{4}}|\d{{2}})|\d{{4}}[./-]\d{{1,2}}[./-]\d{{1,2}}"
    rf"|\d{{1,2}} {_MONTH} \d{{4}})(?: ?r\.)?|{_WEEKDAY}{_MONTH} \d{{1,2}},? \d{{4}}"
)
_MOMENT = rf"(?:{_DAY})(?:[,;T]? ?(?:o |godz\.? |o godz\.? |[|-] )?){_CLOCK}|{_CLOCK},? (?:{_DAY})"
_AGO = (
    rf"(?:wczoraj|dzisiaj|dzi[śs]),? (?:o |godz\.? )?{_CLOCK}"
    r"|(?:\d{1,3} )?(?:sek|min|godz|dni|dzie|tyg|mies|miesi|rok|lat|chwil)[^\W\d_]{0,8}\.? temu"
)
_STAMP = re.compile(
    r"(?<![\w.:/-])(?P<announced>(?:dodan[oay]|wys[łl]an[yo]|napisan[yo]|opublikowan[yo]|data(?: dodania)?)"
    rf" ?: ?)?(?P<date>(?P<moment>{_MOMENT})|{_DAY}|{_AGO})(?![\w:/-])",
    re.IGNORECASE,
)
_AUTHOR_LINE = re.compile(
    r"^[ \t]*(?:(?:(?:Autor|Autorka|Nick|Dodała?|Dodał\(a\)|Napisała?) ?:|(?:Napisany|Wysłany|Dodany) przez:?)[ \t]+"
    r"(?P<named>[^\s:][^\n:]{0,38}?)|(?P<wrote>[^\s>–—-][^\n:.!?]{0,38}?) (?:napisa[łl]\(a\)|napisa[łl]/a))[ \t]*$"
    r"|(?:^|(?<=[.?!…)]\s))(?P<tilde>~[\w.-]{2,30})"
    rf"(?:[ \t]*\([ \t]*(?P<day>(?i:{_MOMENT}|{_DAY}|{_AGO}))[ \t]*\)|(?=[\s,]|$))",
    re.MULTILINE,
)
_NUMBER_OR_AGO = re.compile(r"\d|temu|TEMU|Temu")
_ODD_AGO = frozenset(map("".join, product(*zip("temu", "TEMU", strict=True)))) - {"temu", "TEMU", "Temu"}
# Everything on the line before a time stamp, where it is an author.
_AUTHOR_BEFORE = re.compile(
    r"(?:(?:Post ?)?(?:[Aa]utor|Autorka|Nick|Dodała?|Dodał\(a\)|Napisała?|przez)[ :]+)?"
    r"(?P<nick>~?[\w.@-]{2,30}(?: [\w.-]{1,30})?)(?P<divided>(?: napisa[łl]\(a\):?)?[ \t]*[,|•·–(»↑-]*)[ \t]*"
)
_NICK_BEFORE = re.compile(
    r"(?:^|[.?!…)]\s+)(?P<nick>~[\w.-]{2,30}|[a-z][a-z\d_-]{1,30}|[\w.-]{2,30}(?= napisa[łl]\(a\)))"
    r"(?: napisa[łl]\(a\):?)?[ ,|↑]+$"
)
_LINE_REST = re.compile(
    r"(?:[ \t,|•·)#\d-]|cytuj|odpowiedz|zgłoś|link|napisał\(a\))*(?:temat postu:.*)?$", re.IGNORECASE
)
_OWN_WORD = re.compile(r"\w+[łl][ae]m\b|\b(?:o|w|we|z|ze|od|do|na|po|przed|dnia|dniu|około)\b", re.IGNORECASE)
# What RE2 can find: a superset of all marks.
_CANDIDATE = r"\d[.:/-]\d|(?i:temu)|\d{4}|Autor|Nick|Doda|Napisa|napisa|przez|~|Wit|Cze|Hej|Siema|Dzie|Dobry"
DIVIDERS = " \t\r\n,|•·–-#()"
"""Characters that may stand between the marks of one separator."""

_BEFORE, _AFTER = 60, 40
BLOCK_BYTES = 2_000_000
"""Bytes of text that are searched at once, and so about a fifth of the memory that it takes."""

_WINDOW = 100
"""Bytes that what announces a day, a weekday and a month may take before the digits of a time stamp."""


@dataclass
class Marks:
    """Time stamps, authors, separators or posts as columns, which cost less than an object each."""

    start: list[int] = field(default_factory=list)  # in code points of the text of the block
    end: list[int] = field(default_factory=list)
    author: list[str | None] = field(default_factory=list)  # as written
    date: list[str | None] = field(default_factory=list)  # as written

    def add(self, start: int, end: int, author: str | None, date: str | None) -> None:
        """Append one."""
        self.start.append(start)
        self.end.append(end)
        self.author.append(author)
        self.date.append(date)

    def in_order(self) -> Marks:
        """Return them by start and end; where both are equal in the order in which they were added."""
        order = np.lexsort((self.end, self.start)).tolist()
        author, date = ([names[index] for index in order] for names in (self.author, self.date))
        start, end = ([places[index] for index in order] for places in (self.start, self.end))
        return Marks(start, end, author, date)


def blocks(texts: pa.Array, where: pa.Array | None = None) -> Iterator[tuple[Integers, JoinedRows]]:
    """Yield the rows that may have marks, about `BLOCK_BYTES` of text at a time."""
    looked_at = texts if where is None else texts.filter(where)
    candidates = pc.fill_null(pc.match_substring_regex(looked_at, _CANDIDATE), False)
    numbers = row_numbers(pc.indices_nonzero(candidates))
    if where is not None:
        numbers = row_numbers(pc.indices_nonzero(where))[numbers]
    bounds = text_bounds(texts)
    sizes = np.cumsum(bounds[numbers + 1] - bounds[numbers])
    cuts = np.searchsorted(sizes, np.arange(BLOCK_BYTES, sizes[-1] if len(sizes) else 0, BLOCK_BYTES))
    for first, last in pairwise(np.unique([0, *cuts.tolist(), len(numbers)]).tolist()):
        yield numbers[first:last], JoinedRows(texts.take(number_array(numbers[first:last])))


class JoinedRows:
    """Rows as one text in which marks are found; all positions are code points of that text."""

    # A line feed stands before each row and after the last, so that no mark goes over the end of a row.

    def __init__(self, texts: pa.Array) -> None:
        """Join the texts and find the bytes at which marks are looked for."""
        joined = pc.binary_join_element_wise(texts, _EMPTY, _LINE_FEED)
        bounds = text_bounds(joined)
        kept = joined.buffers()[2].slice(int(bounds[0]), int(bounds[-1] - bounds[0]))
        # line feeds at the end let every position that is looked at have successors
        encoded = b"".join((b"\n", kept, b"\n" * _PADDING))
        self.text = encoded.decode("utf-8")
        self._bytes = np.frombuffer(encoded, np.uint8)
        self._continued = np.flatnonzero(self._bytes.view(np.int8) < -64)
        self._characters_before = self._continued - np.arange(len(self._continued))
        self._row_bytes = bounds - bounds[0] + 1
        self.first = self._characters(self._row_bytes)
        self._anchors = np.flatnonzero(np.frombuffer(encoded.translate(_ANCHORS), np.bool_))
        self._anchor_bytes = self._bytes[self._anchors]

    def rows(self, positions: Integers) -> Integers:
        """Return the rows of positions."""
        found: Integers = np.searchsorted(self.first, positions, side="right") - 1
        return found

    def byte_positions(self, positions: Integers, rows: Integers) -> Integers:
        """Return how many bytes of its row stand before each position."""
        found: Integers = self._bytes_before(positions) - self._row_bytes[rows]
        return found

    def greetings(self) -> Integers:
        """Return where a greeting may begin, in order."""
        capitals = self._anchors[_GREETING_LETTERS[self._anchor_bytes]]
        return self._characters(capitals[_GREETINGS[_beginnings(self._bytes, capitals)]])

    def separators(self) -> Marks:
        """Return time stamps and authors in order, joined where they are adjacent."""
        found = Marks()
        self._add_stamps(found)
        self._add_authors(found)
        found, joined, text = found.in_order(), Marks(), self.text
        row_ends = (self.first[self.rows(np.array(found.start, np.int64)) + 1] - 1).tolist()
        reach = row_end = -1
        columns = (row_ends, found.start, found.end, found.author, found.date)
        for end_of_its_row, start, end, author, date in zip(*columns, strict=True):
            if start < reach or (end_of_its_row == row_end and not text[reach:start].strip(DIVIDERS)):
                joined.end[-1] = reach = max(reach, end)
                joined.author[-1] = joined.author[-1] or author
                joined.date[-1] = joined.date[-1] or date
            else:
                joined.add(start, end, author, date)
                reach, row_end = end, end_of_its_row
        return joined

    def _characters(self, positions: Integers) -> Integers:
        """Return byte positions as code points."""
        return positions - np.searchsorted(self._continued, positions)

    def _bytes_before(self, positions: Integers) -> Integers:
        """Return code points as byte positions."""
        return positions + np.searchsorted(self._characters_before, positions, side="right")

    def _matches(self, pattern: re.Pattern[str], places: Integers) -> Iterator[re.Match[str]]:
        """Yield the matches that begin at these bytes, none inside an earlier one."""
        match_at, text, reach = pattern.match, self.text, 0
        for place in self._characters(places).tolist():
            if place >= reach and (match := match_at(text, place)):
                yield match
                reach = match.end()

    def _add_authors(self, found: Marks) -> None:
        """Add author lines and nicks."""
        anchors, letters = self._anchors, self._anchor_bytes
        lines = anchors[letters == _CODES["\n"]]
        begins = lines[:-_PADDING] + 1
        named = begins[_BLANK[self._bytes[begins]] | _AUTHORS[_beginnings(self._bytes, begins)]]
        signs = anchors[(letters == _CODES["("]) | (letters == _CODES["/"])]
        signs = signs[(self._bytes[signs + 1] == _CODES["a"]) & _LAST_OF_WROTE[self._bytes[signs - 1]]]
        wrote = lines[np.searchsorted(lines, signs) - 1] + 1
        places = np.unique(np.concatenate((named, wrote, anchors[letters == _CODES["~"]])))
        for match in self._matches(_AUTHOR_LINE, places):
            author = match["named"] or match["wrote"] or match["tilde"]
            found.add(match.start(), match.end(), author.strip(), match["day"])

    def _add_stamps(self, found: Marks) -> None:
        """Add time stamps that are no part of a sentence."""
        numbers: list[int] = []
        for match in self._matches(_STAMP, self._stamp_places()):
            numbers += (*match.span(), match.start("announced"), *match.span("date"), match.start("moment"))
        start, end, announced, date, date_end, moment = np.array(numbers, np.int64).reshape(-1, 6).T
        row = self.rows(start)
        first, last = self.first[row], self.first[row + 1] - 1
        lines = self._characters(self._anchors[self._anchor_bytes == _CODES["\n"]])
        left = lines[np.searchsorted(lines, start) - 1] + 1
        right = lines[np.searchsorted(lines, end)]
        whole = (left >= start - _BEFORE + (left > first)) & (right <= end + _AFTER - (right < last))
        before, after = np.maximum(left, start - _BEFORE), np.minimum(right, end + _AFTER)
        columns = (before, start, end, after, whole, announced >= 0, moment >= 0)
        chosen = np.flatnonzero(whole | (announced >= 0) | (moment >= 0))
        names = zip(date[chosen].tolist(), date_end[chosen].tolist(), strict=True)
        values = zip(*(column[chosen].tolist() for column in columns), strict=True)
        for (begin, finish), value in zip(names, values, strict=True):
            name = self.text[begin:finish]
            mark = self._stamp(*value)
            if mark and (name[-4:] not in _ODD_AGO or self._has_numbers(mark[0])):
                found.add(*mark, name)

    def _stamp(
        self, line_start: int, start: int, end: int, line_end: int, whole_line: bool, announced: bool, moment: bool
    ) -> tuple[int, int, str | None] | None:
        """Return the separator around a time stamp with its author, or None where it belongs to a sentence."""
        before, after = self.text[line_start:start], self.text[end:line_end]
        if whole_line and (not after or _LINE_REST.match(after.strip())):
            nick = _nick(before)
            if nick is not None or announced:
                return line_start if nick is not None else start, line_end, nick or None
        if announced:
            return start, end, None
        following = after.lstrip(" \t,|)-")
        if not moment or (following and not following[0].isupper() and following[0] != "~"):
            return None
        if nick_before := _NICK_BEFORE.search(before):
            return line_start + nick_before.start("nick"), end, nick_before["nick"]
        finished = not before.strip() or before.rstrip()[-1] in ".?!…"
        return (start, end, None) if finished else None

    def _has_numbers(self, position: int) -> bool:
        """Return whether a row has a digit or *temu* in a usual spelling."""
        first, end = self._row(int(self.rows(np.array(position))))
        return _NUMBER_OR_AGO.search(self.text, first, end) is not None

    def _row(self, number: int) -> tuple[int, int]:
        """Return where a row begins and where the next one does."""
        return int(self.first[number]), int(self.first[number + 1])

    def _stamp_places(self) -> Integers:
        """Return the bytes at which a time stamp may begin: digits of its shape, and words before digits or *temu*."""
        array = self._bytes
        digits = self._anchors[(self._anchor_bytes - _CODES["0"]) < 10]
        numbers = digits[np.diff(digits, prepend=-9) > 1]
        length = np.ones(len(numbers), np.int64)
        for _ in range(4):
            length += _DIGIT[array[numbers + length]]
        following = numbers + length
        short, sign, after = length <= 2, array[following], array[following + 1]
        parts = ((short & _DAY_OR_CLOCK[sign]) | ((length == 4) & _DAY_SIGN[sign])) & _DIGIT[after]
        month = short & (sign == _CODES[" "]) & _MONTHS[_beginnings(array, following + 1)]
        year = following + 1 + (sign == _CODES[","])
        year_follows = short & ((sign == _CODES[" "]) | (sign == _CODES[","])) & _DIGIT[array[year]]
        last, before_last = array[numbers - 1], array[numbers - 2]
        led = (last == _CODES[":"]) | ((last == _CODES[" "]) & _END_OF_WORD[before_last])
        ago = self._ago()
        near_ago = np.append(ago, len(array) + _WINDOW)[np.searchsorted(ago, numbers)] - numbers < _WINDOW
        places = [
            numbers[(parts | month | near_ago) & ~_NO_START[last]],
            self._words(numbers[led & (parts | month | year_follows)], _BEFORE_DAYS),
            self._words(ago, _BEFORE_AGO),
            self._in_unusual_rows(),
        ]
        return np.unique(np.concatenate(places))

    def _ago(self) -> Integers:
        """Return where *temu* begins."""
        ends = self._anchors[(self._anchor_bytes | 32) == _CODES["u"]]
        for back, letter in enumerate("met", 1):
            ends = ends[(self._bytes[ends - back] | 32) == _CODES[letter]]
        starts: Integers = ends - 3
        return starts

    def _words(self, ends: Integers, table: NDArray[np.bool_]) -> Integers:
        """Return the bytes not far before these at which words of a table begin."""
        array = self._bytes
        starts = np.maximum(ends - _WINDOW, np.concatenate(([1], ends[:-1])))
        lengths = ends - starts
        near = np.repeat(starts - (np.cumsum(lengths) - lengths), lengths) + np.arange(lengths.sum())
        near = near[~_NO_START[array[near - 1]] & _WORD_START[array[near]]]
        words: Integers = near[table[_beginnings(array, near)]]
        return words

    def _in_unusual_rows(self) -> Integers:
        """Return all characters of rows with digits or letters beyond ASCII that the patterns take for ASCII ones."""
        foreign = self._anchors[self._anchor_bytes >= 0x80]
        found = [foreign[:0]]
        for row in np.unique(np.searchsorted(self._row_bytes, foreign, side="right") - 1).tolist():
            first, end = self._row(row)
            if _UNUSUAL.search(self.text, first, end):
                found.append(self._bytes_before(np.arange(first, end)))
        return np.concatenate(found)


def _nick(before: str) -> str | None:
    """Return the author of a line with a time stamp, "" where the line has none, None where it is a sentence."""
    if not before.strip(DIVIDERS):
        return ""
    author = _AUTHOR_BEFORE.fullmatch(before.strip(" \t(#"))
    if author is None or _OWN_WORD.search(before):
        return None
    clear = author["divided"].strip() or " " not in author["nick"] or author["nick"] != author[0].strip()
    return author["nick"].strip() if clear else None


def _beginnings(array: NDArray[np.uint8], positions: Integers) -> Integers:
    """Return the first three letters of words as an index into a table, without regard to case."""
    first, second, third = ((array[positions + index] & 31).astype(np.int64) for index in range(3))
    return first << 10 | second << 5 | third


def _words_table(words: str) -> NDArray[np.bool_]:
    """Return a table of `_beginnings` of words of two bytes of UTF-8 and more."""
    table = np.zeros(1 << 15, np.bool_)
    for word in words.split():
        first, second, *third = (byte & 31 for byte in word.encode())
        start = first << 10 | second << 5
        table[start + third[0] if third else slice(start, start + 32)] = True
    return table


_PADDING = 8
_EMPTY, _LINE_FEED = string_array(["", "\n"]).cast(pa.large_string())
_CODES = {letter: ord(letter) for letter in map(chr, range(128))}
_OTHER_DIGITS = 0xD9
"""First byte from which a character may be a digit of another script; E2 begins signs."""

_UNUSUAL = re.compile(r"[^\D0-9]|[İıſ\u212a]")
_ANCHORS = bytes(
    chr(byte) in "0123456789uU~\n(/WCHSD"
    or byte in (letter.encode()[-1] for letter in "İıſ\u212a")
    or (byte >= _OTHER_DIGITS and byte != 0xE2)
    for byte in range(256)
)
_DIGIT = byte_table(b"0123456789")
_BLANK = byte_table(b" \t")
_DAY_SIGN, _DAY_OR_CLOCK = byte_table(b"./-"), byte_table(b"./-:")
_LETTERS = [byte for byte in range(128) if chr(byte).isalpha()]
_WORD_START = byte_table([*_LETTERS, *range(0xC0, 256)])
_END_OF_WORD = byte_table([*_LETTERS, *b".,:", *range(0x80, 256)])
_NO_START = byte_table([*_LETTERS, *b"0123456789_.:/-"])
_LAST_OF_WROTE = byte_table([ord("l"), "ł".encode()[-1]])
_GREETING_LETTERS = byte_table(b"WCHSD")
_MONTHS = _words_table("sty lut mar kwi maj cze lip sie wrz pa lis gru")
_ANNOUNCED = "dod wys nap opu dat"
_BEFORE_DAYS = _words_table(f"{_ANNOUNCED} pon wt sr śr Śr czw pi sob nie wcz dzi")
_BEFORE_AGO = _words_table(f"{_ANNOUNCED} sek min god dni dzi tyg mie rok lat chw")
_AUTHORS = _words_table("aut nic nap dod wys")
_GREETINGS = _words_table("wit cze hej sie dzi dob")
