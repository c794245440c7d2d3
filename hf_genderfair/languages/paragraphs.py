"""Boundaries of paragraphs, also in texts without line breaks.

Files with one text a line hold spaces in place of line breaks. What is left of the paragraphs of a dialogue are
quotations that touch (*“Why?” “Because.”*), two spaces where a blank line was, and the rhythm of speech and frame: a
frame in lower case stands inside of a turn, whole sentences stand between two turns.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import pairwise
from typing import NamedTuple

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
