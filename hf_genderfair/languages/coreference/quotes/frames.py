"""Frames of quotations: the words around them, which may name the speaker."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Sequence
from typing import NamedTuple

from hf_genderfair.languages.coreference.quotes.languages import quote_rules
from hf_genderfair.languages.document import Document
from hf_genderfair.languages.paragraphs import turn_breaks

FINAL = frozenset(".!?…") | {"...", "!!", "??", "?!", "!?", "!!!"}
"""Tokens that end a sentence."""

STOPS = frozenset((".", "...", "…"))
"""Those of them that also end it inside of quotation marks where no comma stands behind the marks."""

QUOTATION_MARKS = frozenset("„“”‟\"»«‚‘’'‹›`,")
INTRODUCING = frozenset(":,—–-")
"""Punctuation at the end of a paragraph that introduces a quotation in the next one."""

LONGEST = 60
"""Largest number of tokens of a frame before and after a quotation."""


class Frame(NamedTuple):
    """The words around one quotation.

    Attributes:
        first: Index of the first token inside.
        last: Index after the last token inside.
        before: Indices of the tokens of the same sentence before it, in order, without other quotations.
        after: Indices of the tokens of the same sentence after it, in order, up to the next quotation.
        paragraph: Number of its paragraph.
        opens: Whether nothing stands before it in its paragraph.
        closes: Whether nothing stands after it in its paragraph.
        doubtful: Whether it may as well begin a paragraph, in a dialogue that has lost its line breaks.
    """

    first: int
    last: int
    before: tuple[int, ...]
    after: tuple[int, ...]
    paragraph: int
    opens: bool
    closes: bool
    doubtful: bool


def find_frames(document: Document, spans: Sequence[tuple[int, int]]) -> list[Frame]:
    """Return the frame of each quotation of a text."""
    return _Frames(document, spans).frames()


class _Frames:
    def __init__(self, document: Document, spans: Sequence[tuple[int, int]]) -> None:
        self.document = document
        self.ends_sentence = FINAL if quote_rules(document.lang).comma_after_marks else STOPS
        self.starts = [token.start for token in document.tokens]
        turns = turn_breaks(document.text, spans)
        self.ends = [start for start, _ in turns.breaks] + [len(document.text)]
        self.doubtful = [start in turns.doubtful for start, _ in spans]
        self.inner = [(bisect_left(self.starts, start), bisect_left(self.starts, end)) for start, end in spans]
        self.outer = [self._with_marks(first, last) for first, last in self.inner]

    def frames(self) -> list[Frame]:
        frames = []
        for number, ((first, last), (left, right)) in enumerate(zip(self.inner, self.outer, strict=True)):
            paragraph = bisect_left(self.ends, self.starts[first]) if first < len(self.starts) else 0
            begin = self.ends[paragraph - 1] if paragraph else 0
            opens = left == 0 or self.starts[left - 1] < begin
            if opens and paragraph and self.document.text[begin - 1] in INTRODUCING:
                begin = self.ends[paragraph - 2] if paragraph > 1 else 0
            end = self.ends[paragraph]
            if last > first:
                end = self.ends[bisect_left(self.ends, self.starts[last - 1])]
            closes = right >= len(self.starts) or self.starts[right] >= end
            before, after = self._before(number, begin), self._after(number, end)
            frames.append(Frame(first, last, before, after, paragraph, opens, closes, self.doubtful[number]))
        return frames

    def _with_marks(self, first: int, last: int) -> tuple[int, int]:
        """Return a range of tokens with one quotation mark, of one or two tokens, on each side."""
        tokens = self.document.tokens
        if first > 0 and self._is_mark(first - 1):
            first -= 1
        if last < len(tokens) and self._is_mark(last):
            last += 1
        return first, last

    def _is_mark(self, index: int) -> bool:
        text = self.document.tokens[index].text
        return QUOTATION_MARKS.issuperset(text) and text != ","

    def _before(self, number: int, begin: int) -> tuple[int, ...]:
        tokens = self.document.tokens
        found: list[int] = []
        index = self.outer[number][0] - 1
        number -= 1
        for _ in range(LONGEST):
            if index < 0 or tokens[index].start < begin or tokens[index].text in FINAL:
                break
            if number >= 0 and index < self.outer[number][1]:
                if not found or (tokens[self.inner[number][1] - 1].text in FINAL and not self._goes_on(found[-1])):
                    break
                index = self.outer[number][0] - 1
                number -= 1
                continue
            found.append(index)
            index -= 1
        return tuple(reversed(found))

    def _goes_on(self, index: int) -> bool:
        """Return whether a sentence continues after a quotation that ends like one: *“No!” she cried*."""
        text = self.document.tokens[index].text
        return text == "," or text[:1].islower()

    def _ends_sentence(self, number: int) -> bool:
        """Return whether a new sentence begins after a quotation: *“Go.” Mary went*, not *“Why?” Mary asked*."""
        tokens = self.document.tokens
        last, right = self.inner[number][1], self.outer[number][1]
        if right >= len(tokens) or not tokens[right].text[:1].isupper():
            return False
        return tokens[last - 1].text in self.ends_sentence

    def _after(self, number: int, end: int) -> tuple[int, ...]:
        tokens = self.document.tokens
        first = self.outer[number][1]
        last = self.outer[number + 1][0] if number + 1 < len(self.outer) else len(tokens)
        found: list[int] = []
        if self._ends_sentence(number):
            return ()
        for index in range(first, min(last, first + LONGEST)):
            if tokens[index].start >= end or tokens[index].text in FINAL:
                break
            found.append(index)
        return tuple(found)
