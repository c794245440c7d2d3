"""Names with which quotations are signed, or over which they stand.

Behind the marks: *“Cities need trees,” – Mayor Ada Hale*, *„Der Wald ist krank.“ (Ada Kern, Försterin)*; above them, in
a paragraph without a verb: *From the desk of Ada Hale, analyst*.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Sequence
from operator import attrgetter

from hf_genderfair.languages.clauses import has_preposition, is_finite
from hf_genderfair.languages.coreference.mention import Mention
from hf_genderfair.languages.coreference.quotes.frames import Frame
from hf_genderfair.languages.document import Document

SIGNED = re.compile(r"[\"”“’'»«›‹.,!?\s]*(?:[-–—]{1,2}|\()\s*(?:[A-ZÄÖÜ][\w.*:-]*\s+){0,4}")
"""What stands between quoted words and the name of whoever signs them: marks, a dash or a bracket, and titles."""

LINE_END = re.compile(r"[)\n]|\Z")

START = attrgetter("start")

OTHER_WORDS = 8
"""Most tokens behind the name of who signs: what they are, and where."""


def signature(document: Document, frame: Frame, mentions: Sequence[Mention]) -> int:
    """Return the index of the token of the name that signs a quotation; -1 where none does."""
    tokens = document.tokens
    end = tokens[frame.last - 1].end if frame.last else 0
    behind = SIGNED.match(document.text, end)
    if behind is not None:
        for mention in mentions:
            if end < mention.start <= behind.end() and mention.kind == "name" and _ends_line(document, mention):
                return mention.head
    return _heading(document, frame, mentions) if frame.opens and frame.closes else -1


def _ends_line(document: Document, name: Mention) -> bool:
    """Whether no verb follows a name in its line or brackets: *(Ada Kern, Försterin)*."""
    closing = LINE_END.search(document.text, name.end)
    end = closing.start() if closing is not None else len(document.text)
    first, last = (bisect_left(document.tokens, offset, key=START) for offset in (name.end, end))
    behind = document.tokens[max(first, name.head) : last]
    return len(behind) <= OTHER_WORDS and not any(is_finite(token) for token in behind)


def _heading(document: Document, frame: Frame, mentions: Sequence[Mention]) -> int:
    """Return the only name behind a preposition in a paragraph without a verb right above a quotation."""
    text, end = document.text, document.tokens[frame.first].start
    while end and text[end - 1] in "\"“„»«‘' \t":
        end -= 1
    if not text.endswith("\n", 0, end):
        return -1
    while end and text[end - 1].isspace():
        end -= 1
    start = text.rfind("\n", 0, end) + 1
    first, last = (bisect_left(document.tokens, offset, key=START) for offset in (start, end))
    if any(map(is_finite, document.tokens[first : min(last, frame.first)])):
        return -1
    first, last = (bisect_left(mentions, offset, key=START) for offset in (start, end))
    names = [mention for mention in mentions[first:last] if mention.kind == "name"]
    sole = len(names) == 1 and has_preposition(document, names[0].head)
    return names[0].head if sole else -1
