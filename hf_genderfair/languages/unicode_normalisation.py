"""Texts as pipelines read them: in Unicode form C, with straight apostrophes; and the way back to their offsets."""

from __future__ import annotations

import unicodedata
from bisect import bisect_left
from typing import NamedTuple

import regex

CLUSTER = regex.compile(r"\X")


def normalise_unicode(text: str) -> tuple[str, list[int] | None]:
    r"""Return a text in Unicode form C, in which dictionaries, word lists and pipelines know its words.

    Args:
        text: The text.

    Returns:
        The normalised text, and for each of its offsets, that of its end too, the offset in the text; None where the
        text is normalised already.

    Example:
        >>> normalise_unicode("nin\u0303a")
        ('niña', [0, 1, 2, 4, 5])
    """
    if unicodedata.is_normalized("NFC", text):
        return text, None
    parts, offsets = [], []
    for cluster in CLUSTER.finditer(text):
        part = unicodedata.normalize("NFC", cluster[0])
        parts.append(part)
        offsets += [min(cluster.start() + index, cluster.end()) for index in range(len(part))]
    return "".join(parts), [*offsets, len(text)]


def straighten_apostrophes(text: str) -> str:
    """Return a text with straight apostrophes, as pipelines learnt to read; no offset changes.

    Example:
        >>> straighten_apostrophes("She\u2019d left.")
        "She'd left."
    """
    return text.replace("\u2019", "'")


class NormalisedText(NamedTuple):
    """A part of a text as pipelines learnt to read: in form C, with straight apostrophes.

    Attributes:
        start: Offset of its first character in the text.
        end: Offset after its last character.
        text: The part.
        offsets: For each offset in it the one in the part as given; None where they are the same.

    Example:
        >>> part = normalised_text("She\u2019d left.", 0, 10)
        >>> part.text, part.offset_in_whole(6)
        ("She'd left", 6)
    """

    start: int
    end: int
    text: str
    offsets: list[int] | None

    def offset_in_whole(self, offset: int) -> int:
        """Return the offset in the whole text of an offset in the part."""
        return self.start + (offset if self.offsets is None else self.offsets[offset])

    def offset_within(self, offset: int) -> int:
        """Return the offset in the part of an offset in the whole text."""
        own = offset - self.start
        return own if self.offsets is None else bisect_left(self.offsets, own)


def normalised_text(text: str, start: int = 0, end: int | None = None) -> NormalisedText:
    """Return a part of a text as pipelines learnt to read.

    Args:
        text: The text.
        start: Offset of the first character.
        end: Offset after the last one; None for the end of the text.
    """
    end = len(text) if end is None else end
    normalised, offsets = normalise_unicode(text[start:end])
    return NormalisedText(start, end, straighten_apostrophes(normalised), offsets)
