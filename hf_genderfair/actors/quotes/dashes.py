"""Dialogue with a dash at the start of each line: *– Kommst du?, fragte sie.*."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Mapping

from hf_genderfair.actors.quotes.clauses import ReportingVerb
from hf_genderfair.actors.quotes.frames import FINAL
from hf_genderfair.actors.quotes.languages import quote_rules
from hf_genderfair.languages.document import Document
from hf_genderfair.lexicons.word_class import WordClass

DASH_LINE = re.compile(r"^[^\S\n]*(?:[–—―]|--?(?=[^\S\n]))[^\S\n]*(?=[\w¿¡„“\"'(…])", re.MULTILINE)
DASHES = frozenset(("–", "—", "―", "-", "--"))
BEFORE_TAG = frozenset((",", *FINAL, *DASHES))
NEAR_VERB = 3
"""Largest number of words of a frame before its verb: *his sister said*."""

REACH = 60
"""Number of words after a frame that are searched for the continuation of speech."""

PERSONS = WordClass("quote_words", "first_or_second_person")
"""Pronouns of the first and second person."""


def dash_quotes(document: Document, verbs: Mapping[int, ReportingVerb]) -> list[tuple[int, int]]:
    """Find the direct speech in lines that begin with a dash.

    Lists begin with dashes too. Lines that follow each other are a dialogue where a verb of saying frames one of them,
    or where people ask and answer each other.

    Returns:
        Offsets of what is said, without dashes and frames, in order.

    Example:
        >>> from hf_genderfair.actors.quotes.reporting_verbs import reporting_verbs
        >>> from hf_genderfair.languages.pipelines import pipeline
        >>> text = "– Ich komme, sagte Ada. – Wann?"
        >>> document = Document(text, next(pipeline("de").analyse([text])), "de")
        >>> [text[start:end] for start, end in dash_quotes(document, reporting_verbs(document))]
        ['Ich komme', 'Wann?']
    """
    text = document.text
    lines = []
    for found in DASH_LINE.finditer(text):
        end = text.find("\n", found.end())
        lines.append((found.start(), found.end(), end if end >= 0 else len(text)))
    if not lines:
        return []
    starts = [token.start for token in document.tokens]
    runs: list[list[tuple[int, int]]] = []
    last = -1
    for begin, start, end in lines:
        if not runs or text[last:begin].strip():
            runs.append([])
        runs[-1].append((bisect_left(starts, start), bisect_left(starts, end)))
        last = end
    quotes = []
    for run in runs:
        parts = [_said(document, verbs, first, end) for first, end in run]
        if any(framed for _, framed in parts) or _is_talk(document, run):
            quotes += [span for spans, _ in parts for span in spans]
    return quotes


def _is_talk(document: Document, run: list[tuple[int, int]]) -> bool:
    """Return whether lines without a verb of saying are a dialogue: questions and answers with *I* or *you*."""
    tokens = document.tokens
    asked = [tokens[end - 1].text == "?" for first, end in run if end > first]
    persons = any(tokens[index].text.lower() in PERSONS for first, end in run for index in range(first, end))
    return any(asked) and not all(asked) and persons


def _said(
    document: Document, verbs: Mapping[int, ReportingVerb], first: int, end: int
) -> tuple[list[tuple[int, int]], bool]:
    """Return the direct speech of a line, and whether a verb of saying frames it."""
    tokens = document.tokens
    spans: list[tuple[int, int]] = []
    framed = False
    start = index = first
    while index < end:
        tag = _tag_end(document, verbs, index, end) if tokens[index].text in BEFORE_TAG and index > start else -1
        if tag < 0:
            index += 1
            continue
        framed = True
        stop = index + 1 if tokens[index].text in FINAL else index
        spans.append((tokens[start].start, tokens[stop - 1].end))
        start = index = _resumed(document, tag, end)
    if start < end:
        spans.append((tokens[start].start, tokens[end - 1].end))
    return spans, framed


def _tag_end(document: Document, verbs: Mapping[int, ReportingVerb], index: int, end: int) -> int:
    """Return the index after a frame that begins after a token, or -1 where none does."""
    tokens = document.tokens
    begin = index + 1
    if begin < end and tokens[begin].text in BEFORE_TAG - FINAL:
        begin += 1
    reach = begin + (1 if quote_rules(document.lang).verb_second else NEAR_VERB)
    for verb in range(begin, min(reach, end)):
        if verb in verbs and verbs[verb].direct and tokens[verb].morph.get("Person") not in ("1", "2"):
            stop = verb + 1
            while stop < end and tokens[stop].text not in BEFORE_TAG:
                stop += 1
            return stop if stop > verb + 1 or verb > begin else -1
        if tokens[verb].pos in ("PUNCT", "SCONJ") or tokens[verb].text.lower() in PERSONS:
            return -1
    return -1


def _resumed(document: Document, tag: int, end: int) -> int:
    """Return where speech continues after a frame: after a dash, a comma, or in a sentence with *I* or *you*."""
    tokens = document.tokens
    index = tag
    while index < end and tokens[index].text in FINAL:
        index += 1
    if index < end and tokens[index].text in DASHES:
        return index + 1
    if index == tag and index < end:
        rest = range(index + 1, min(end, index + REACH))
        finite = any(tokens[other].morph.get("VerbForm") == "Fin" for other in rest)
        return index + 1 if finite else end
    talk = any(
        tokens[other].text.lower() in PERSONS or tokens[other].text in "?!"
        for other in range(index, min(end, index + REACH))
    )
    return index if talk else end
