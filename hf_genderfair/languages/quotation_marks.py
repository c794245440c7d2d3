"""Paragraphs, and pairs of quotation marks of any kind, found in the raw text: pipelines split them inconsistently.

Files with one text a line hold spaces in place of line breaks. What is left of the paragraphs of a dialogue are
quotations that touch (*“Why?” “Because.”*), two spaces where a blank line was, and the rhythm of speech and frame: a
frame in lower case stands inside of a turn, whole sentences stand between two turns.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import NamedTuple

from hf_genderfair.lexicons.word_class import WordClass

WRAPPED_LINE = re.compile(r"\S[^\S\n]*\n[^\S\n]*(?:([a-zäöüß])|[^\s])")
WRAPPED_SHARE = 0.25
BLANK_LINE = re.compile(r"\n[^\S\n]*\n\s*")
LINE_END = re.compile(r"(?<!\s)\s*\n\s*")
WIDE_SPACE = re.compile(r"(?<=\S)  +(?=\S)")
SENTENCE_SPACE = re.compile(r"[.!?][\"”“’]? (?=\S)")
TOUCHING = re.compile(
    r"""(?<=[.,!?…;:_–—-]["”“»«])[ ]+(?=["“„»«][\w¿¡_(…–—'‘-])|(?<=[.,!?…;:_–—-]’)[ ]+(?=‘[\w_(…–—-])"""
)
"""The space between two consecutive quotations without a word between them."""

FEWEST_TOUCHING = 2
"""Smallest number of adjacent quotations in a dialogue without line breaks."""

LINES_A_TOUCH = 4
SENTENCE_END = re.compile(r"(?<!\bMr)(?<!\bMrs)(?<!\bMs)(?<!\bDr)(?<!\bSt)(?<!\b[A-Z])[.!?]+[)_]?\s+(?=[^\Wa-zß-ÿ_])")
MARKS = " \t\r\n\xa0„“”\"»«‚‘’'‹›`"
FINAL = frozenset(".!?…")


def paragraph_breaks(text: str) -> list[tuple[int, int]]:
    """Return start and end of the white space between paragraphs."""
    # Where lines are wrapped (many go on in lower case), only blank lines divide paragraphs; otherwise every line end.
    # In a dialogue on one line two spaces divide them, unless most sentences end with two. Quotations that touch are in
    # paragraphs of their own.
    found = {match.span() for match in TOUCHING.finditer(text)}
    found.update(match.span() for match in _break_pattern(text, len(found)).finditer(text))
    return sorted(found)


def _break_pattern(text: str, touching: int) -> re.Pattern[str]:
    if "\n" not in text:
        wide = touching >= FEWEST_TOUCHING and len(WIDE_SPACE.findall(text)) < len(SENTENCE_SPACE.findall(text))
        return WIDE_SPACE if wide else BLANK_LINE
    lines = [found.group(1) is not None for found in WRAPPED_LINE.finditer(text)]
    return BLANK_LINE if sum(lines) > WRAPPED_SHARE * len(lines) else LINE_END


class TurnBreaks(NamedTuple):
    """Where the turns of a text end.

    Attributes:
        breaks: Offsets of the white space between paragraphs, in order.
        doubtful: Starts of the quotations that go on with a turn or begin the next one, which only their speakers can
            tell: *“I see,” said Ada. “Come in.”*.

    Example:
        >>> turn_breaks("“Why?” “So.”", [(1, 5), (8, 11)])
        TurnBreaks(breaks=[(6, 7)], doubtful=frozenset())
    """

    breaks: list[tuple[int, int]]
    doubtful: frozenset[int]


def turn_breaks(text: str, spans: Sequence[tuple[int, int]]) -> TurnBreaks:
    """Return the breaks between paragraphs, including those of a dialogue without line breaks."""
    breaks = paragraph_breaks(text)
    touching = sum(TOUCHING.match(text, start, end + 2) is not None for start, end in breaks)
    if touching < FEWEST_TOUCHING or len(breaks) - touching > LINES_A_TOUCH * touching:
        return TurnBreaks(breaks, frozenset())
    gaps = [(end, start) for (_, end), (start, _) in pairwise([(0, 0), *spans])]
    lost = [_lost_break(text, end, start) for end, start in gaps]
    doubtful = frozenset(
        start
        for (end, start), index in zip(gaps, lost, strict=True)
        if index is None and text[end:start].rstrip(MARKS)[-1:] in FINAL and text[end:start].strip(MARKS)
    )
    return TurnBreaks(sorted({*breaks, *(index for index in lost if index is not None)}), doubtful)


def _lost_break(text: str, end: int, start: int) -> tuple[int, int] | None:
    """Return where a paragraph ends between two quotations, if any: before the sentence that frames the second."""
    between = text[end:start]
    left = end + len(between) - len(between.lstrip(MARKS))
    right = start - len(between) + len(between.rstrip(MARKS))
    if right <= left:
        return None
    inner = [found.span() for found in SENTENCE_END.finditer(text, left, right)]
    tag = text[left].islower() or text[left] in ",;:–—-" or text[end - 1 : end] == ","
    if text[right - 1] in FINAL:
        if tag and not inner:
            return None
        return right, right + len(text[right:start]) - len(text[right:start].lstrip())
    if inner:
        return inner[-1][1] - 1, inner[-1][1]
    return None if tag else (left - 1, left)


CLOSERS = {
    "„": '“”"‟',
    "‟": "”",
    "“": '”“"',
    "”": "”",
    '"': '"“”',
    "«": "»",
    "»": "«»",
    "‹": "›",
    "›": "‹›",
    "‚": "‘’'",
    "‘": "’'",
    "'": "'’",
    "「": "」",
    "『": "』",
    "``": "''”\"",
    "''": "''",
    ",,": "''``“”\"",
}
"""Opening marks with their closing marks: English, German, Swiss, French, Scandinavian and typewriter quotes."""

ALWAYS_OPEN = frozenset(("„", "‚", "``", ",,", "「", "『"))
ALSO_CLOSE = {"en": frozenset("“‘")}
"""Marks that open in a language, though others close with them."""

SINGLE = frozenset("‚‘’'")

MARK = re.compile(r"''|``|,,(?=\w)|[„“”‟\"»«‹›‚「」『』]|(?<!\w)[‘’']|[‘’'](?!\w)")
"""All quotation marks, without apostrophes between letters."""

INCHES = re.compile(r"\d\s?['’′]\s?\d+\s?(?:''|[\"”″])|\d\s?(?:''|\")(?=\s?[x×]\s?\d)")

WORD = re.compile(r"\w+")
DECADE = re.compile(r"\d0s|\d\d", re.IGNORECASE)
ELIDED = WordClass("quote_words", "elided")
"""Words after an apostrophe of elision: *’tis*, *rock ’n’ roll*, *’ne*, *’90s*."""

OPENING_SIDE = frozenset("([{<-–—―/=„“”\"»«‚‘'‹›`_*,")
CLOSING_SIDE = frozenset(".,;:!?)]}>-–—―/…„“”\"»«‚‘’'‹›_*")
CLOSING_SINGLE = re.compile(r"(?<![\s'’])['’](?!\w)")
GENITIVE_REACH = 400
"""Number of characters after *boys'* that are searched for another closing mark."""

DEEPEST = 4
"""Largest number of open marks; further ones are not closed in order."""


class Marked(NamedTuple):
    """Text between quotation marks, outside of any others.

    Attributes:
        start: Offset of the first character between the marks, without white space.
        end: Offset after the last one.
        opener: The opening mark.
        closed: Whether there is a closing mark; otherwise it ends with its paragraph, or where another opens.
        outer_start: Offset of the opening mark.
        outer_end: Offset after the closing mark.

    Example:
        >>> marked_spans("„Ja“, sagte er.", "de")[0].opener
        '„'
    """

    start: int
    end: int
    opener: str
    closed: bool
    outer_start: int
    outer_end: int


class _Mark(NamedTuple):
    glyph: str
    start: int
    end: int
    may_open: bool
    may_close: bool


def marked_spans(text: str, lang: str) -> list[Marked]:
    """Find the text between quotation marks; nested quotations are not returned separately."""
    # A mark that is never closed ends with its paragraph. Where the next paragraph begins with the same mark, or has
    # the closing one first, the quotation goes on: English repeats the opening mark on each paragraph.
    marks = list(_marks(text, ALSO_CLOSE.get(lang, frozenset())))
    if not marks:
        return []
    found: list[Marked] = []
    breaks = paragraph_breaks(text)
    breaks.append((len(text), len(text)))
    carried: list[_Mark] = []
    first = 0
    for index, (stop, after) in enumerate(breaks):
        last = first
        while last < len(marks) and marks[last].start < stop:
            last += 1
        if last == first and not carried:
            continue
        spans, carried = _paragraph(marks[first:last], carried)
        found += spans
        following = breaks[index + 1][0] if index + 1 < len(breaks) else -1
        if carried and last < len(marks) and _goes_on(carried[0], marks[last], after, following):
            carried = carried[:1]
            last += marks[last].start == after and marks[last].glyph == carried[0].glyph
        elif carried:
            found.append(Marked(carried[0].end, stop, carried[0].glyph, False, carried[0].start, stop))
            carried = []
        first = last
    return [span for span in (_trimmed(text, span) for span in found) if span.start < span.end]


def quotation_spans(text: str, lang: str) -> list[tuple[int, int]]:
    """Return start and end of every quotation with its marks, in order, nested ones within the outer one."""
    return [(span.outer_start, span.outer_end) for span in marked_spans(text, lang) if span.closed]


def _marks(text: str, opening: frozenset[str]) -> Iterator[_Mark]:
    measures = {index for found in INCHES.finditer(text) for index in range(*found.span())}
    for found in MARK.finditer(text):
        glyph, (start, end) = found.group(), found.span()
        if start in measures:
            continue
        left = text[start - 1] if start else "\n"
        right = text[end] if end < len(text) else "\n"
        before = left.isspace() or left in OPENING_SIDE
        after = right.isspace() or right in CLOSING_SIDE
        if glyph in ("'", "‘", "’"):
            may_open, may_close = _single_sides(text, found, before, after, opening)
        elif glyph in ALWAYS_OPEN:
            # ,,Ja`` closes with a mark that opens elsewhere
            may_open, may_close = True, glyph == "``" and not left.isspace() and after
        elif glyph in opening:
            may_open, may_close = True, not left.isspace() and after
        else:
            opens = before and not (right.isspace() and not left.isspace())
            may_open, may_close = opens, after or not before or right.isspace()
            if right in CLOSING_SIDE and right not in ".…":
                may_open = may_open and left.isspace()
        if may_open or may_close:
            yield _Mark(glyph, start, end, may_open, may_close)


def _is_elision(text: str, end: int) -> bool:
    word = WORD.match(text, end)
    return word is not None and (word[0].lower() in ELIDED or DECADE.fullmatch(word[0]) is not None)


def _single_sides(
    text: str, found: re.Match[str], before: bool, after: bool, opening: frozenset[str]
) -> tuple[bool, bool]:
    """Return whether a single mark may open and whether it may close; an apostrophe does neither."""
    start, end = found.span()
    right = text[end : end + 1]
    if found.group() == "’" and before and not after:
        return False, False
    opens = before and not after and not _is_elision(text, end)
    closes = after and start > 0 and not text[start - 1].isspace()
    closes = closes and text[max(0, start - 2) : start].lower() not in ("'n", "’n", "‘n")
    closes = closes and found.group() not in opening
    # the boys' house: a genitive follows s and precedes another word without punctuation
    if closes and text[start - 1] in "sSzxß" and right == " " and text[end + 1 : end + 2].isalpha():
        rest = text[end : end + GENITIVE_REACH].partition("\n")[0]
        closes = CLOSING_SINGLE.search(rest) is None
    return opens, closes


def _paragraph(marks: list[_Mark], carried: list[_Mark]) -> tuple[list[Marked], list[_Mark]]:
    """Pair the marks of a paragraph; where some remain open, once more without marks nested in equal ones."""
    spans, open_marks = _read(marks, carried, nested=True)
    if open_marks and len(marks) > 1:
        flat_spans, flat_open = _read(marks, carried, nested=False)
        if not flat_open or len(flat_spans) > len(spans):
            return flat_spans, flat_open
    return spans, open_marks


def _read(marks: list[_Mark], carried: list[_Mark], nested: bool) -> tuple[list[Marked], list[_Mark]]:
    spans: list[Marked] = []
    stack = list(carried)
    for index, mark in enumerate(marks):
        level = _closed_level(stack, mark)
        if level is not None:
            opener = stack[level]
            del stack[level:]
            if not stack:
                spans.append(Marked(opener.end, mark.start, opener.glyph, True, opener.start, mark.end))
        elif mark.may_open and mark.glyph in CLOSERS and len(stack) < DEEPEST:
            if mark.glyph in SINGLE and not _has_closer(marks, index):
                continue
            if stack and not nested and stack[0].glyph == mark.glyph:
                opener = stack[0]
                spans.append(Marked(opener.end, mark.start, opener.glyph, False, opener.start, mark.start))
                stack = []
            stack.append(mark)
    return spans, stack


def _has_closer(marks: list[_Mark], index: int) -> bool:
    closers = CLOSERS[marks[index].glyph]
    return any(mark.may_close and mark.glyph in closers for mark in marks[index + 1 : index + 40])


def _closed_level(stack: list[_Mark], mark: _Mark) -> int | None:
    """Return the innermost open mark that this one closes."""
    if not mark.may_close:
        return None
    for level in range(len(stack) - 1, -1, -1):
        if mark.glyph in CLOSERS[stack[level].glyph]:
            clearly_opens = mark.may_open and mark.glyph == "“" and stack[level].glyph == "“"
            return None if clearly_opens else level
    return None


def _goes_on(opener: _Mark, following: _Mark, paragraph: int, stop: int) -> bool:
    """Return whether a quotation continues in the next paragraph."""
    if following.start == paragraph and following.glyph == opener.glyph:
        return True
    closes = following.may_close and not following.may_open and following.glyph in CLOSERS[opener.glyph]
    return closes and opener.glyph not in SINGLE and following.start < stop


def _trimmed(text: str, span: Marked) -> Marked:
    inside = text[span.start : span.end]
    return span._replace(
        start=span.start + len(inside) - len(inside.lstrip()), end=span.end - len(inside) + len(inside.rstrip())
    )
