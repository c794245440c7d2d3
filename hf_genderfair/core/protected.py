"""Stretches of text that are no prose: addresses, handles, code, markup; and the marks of emphasis around words."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Iterable, Sequence

from hf_genderfair.core.spans import Edit

TAG = r"</?[A-Za-z!][^<>]{0,2000}>"
LINK_TARGET = r"\]\([^()\s]{0,2000}\)"
MARKUP = re.compile(rf"{TAG}|{LINK_TARGET}|\[(?=[^\[\]\n]{{1,300}}\]\()")
"""What a reader of the finished page does not see."""

NO_PROSE = re.compile(
    rf"""
    ```.{{0,20000}}?(?:```|\Z)                            # fenced code
  | `[^`\n]{{1,500}}`                                     # inline code
  | {TAG}                                                # tags of HTML
  | {LINK_TARGET}                                        # target of a Markdown link
  | \b(?:https?|ftp)://[^\s<>]{{1,2000}} | \bwww\.[^\s<>]{{1,2000}}
  | [\w.+-]{{1,64}}@[\w-]{{1,64}}(?:\.[\w-]{{1,64}}){{1,8}}     # mail
  | [@\#]\w{{1,200}}                                      # handles, tags
  | \{{\{{[^{{}}]{{0,500}}\}}\}} | \$\{{[^{{}}]{{0,500}}\}}           # templates
  | (?<!\w)(?:\w{{1,64}}[\\/]){{0,32}}\w{{1,64}}            # files and hosts
        \.(?:html?|com|org|net|py|js|txt|jpe?g|png|pdf|mp[34])\b(?:/[^\s<>]{{0,2000}})?
    """,
    re.VERBOSE | re.DOTALL | re.IGNORECASE,
)
EMPHASIS = re.compile(r"(?<![\w*\\])(\*{1,3}|_{1,3})(?![\s*_])([^\n]{1,300}?)(?<!\s)\1(?![\w*])")
"""Words between the marks by which Markdown emphasises them; gender signs stand before a letter."""

MARKS = re.compile(r"[`<@#/{\]]|\.\w")


def protected_spans(text: str) -> list[tuple[int, int]]:
    """Return start and end of what nothing in a text may change, in order: code, addresses, handles, markup."""
    if not MARKS.search(text):
        return []
    return [match.span() for match in NO_PROSE.finditer(text)]


def markup_spans(text: str) -> list[tuple[int, int]]:
    """Return start and end of the markup inside sentences, in order: tags, brackets and targets of links."""
    if "<" not in text and "](" not in text:
        return []
    return [match.span() for match in MARKUP.finditer(text)]


def overlaps(spans: Sequence[tuple[int, int]], start: int, end: int) -> bool:
    """Return whether a stretch of a text overlaps one of some spans."""
    before = bisect_left(spans, (end,)) - 1
    return before >= 0 and spans[before][1] > start


def unprotected(text: str, edits: Iterable[Edit]) -> list[Edit]:
    """Return the edits that leave what is protected alone."""
    spans = protected_spans(text)
    return [edit for edit in edits if not overlaps(spans, edit.start, edit.end)]


def without_emphasis(text: str) -> str:
    """Return a text with spaces for the marks of emphasis, which hide words with a gender sign; no offset changes."""
    if "*" not in text and "_" not in text:
        return text
    return EMPHASIS.sub(lambda match: _spaced(match[1], match[2]), text)


def _spaced(marks: str, words: str) -> str:
    space = " " * len(marks)
    return f"{space}{without_emphasis(words)}{space}"
