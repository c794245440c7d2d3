"""The sentences of a text by its marks alone, the sentence before each, and parts of long ones."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

from hf_genderfair.core.text_view import text_view
from hf_genderfair.languages.tokens import tokenise

Span = tuple[int, int]

WORD = re.compile(r"\w+(?:['’-]\w+)*|[^\w\s]")
CUTS = re.compile(r"[;:–—,]\s+")
CONTEXT = 600
"""So many characters before a sentence are searched for the sentence before it."""


def sentence_spans(text: str, lang: str) -> list[Span]:
    """Return start and end of every sentence of a text."""
    view = text_view(text)
    (sentences,) = tokenise([view.text], lang)
    return [view.span_as_given(sentence.starts[0], sentence.ends[-1]) for sentence in sentences]


def sentence_before(text: str, start: int, lang: str) -> str:
    """Return the sentence before an offset, as the context of the one that begins there; empty where there is none."""
    before = text[max(0, start - CONTEXT) : start].strip()
    if not before:
        return ""
    first, last = sentence_spans(before, lang)[-1]
    return before[first:last]


def count_tokens(text: str) -> int:
    """Return the number of words and marks of a text."""
    return sum(1 for _ in WORD.finditer(text))


def parts(text: str, span: Span, longest: int) -> list[Span]:
    """Cut a long sentence behind its commas, colons, semicolons and dashes."""
    found: list[Span] = []
    start, end = span
    cut = start
    for match in CUTS.finditer(text, start, end):
        if cut > start and count_tokens(text[start : match.end()]) > longest:
            found.append((start, start + len(text[start:cut].rstrip())))
            start = cut
        cut = match.end()
    if cut > start and count_tokens(text[start:end]) > longest:
        found.append((start, start + len(text[start:cut].rstrip())))
        start = cut
    return [*found, (start, end)]


def merged(spans: Iterable[Sequence[Span]]) -> list[Span]:
    """Return the spans of several columns, each once, in order."""
    return sorted({span for column in spans for span in column})
