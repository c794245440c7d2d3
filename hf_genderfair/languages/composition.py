"""Texts whose accents stand apart (Unicode form D): read in form C, with the way back to their own offsets."""

from __future__ import annotations

import unicodedata

import regex

CLUSTER = regex.compile(r"\X")


def compose(text: str) -> tuple[str, list[int] | None]:
    r"""Return a text in Unicode form C, in which dictionaries, word lists and pipelines know its words.

    Args:
        text: The text.

    Returns:
        The composed text, and for each of its offsets, that of its end too, the offset in the text; None where the text
        is composed already.

    Example:
        >>> compose("nin\u0303a")
        ('niña', [0, 1, 2, 4, 5])
    """
    if unicodedata.is_normalized("NFC", text):
        return text, None
    parts, offsets = [], []
    for cluster in CLUSTER.finditer(text):
        part = unicodedata.normalize("NFC", cluster[0])
        parts.append(part)
        offsets += [min(cluster.start() + place, cluster.end()) for place in range(len(part))]
    return "".join(parts), [*offsets, len(text)]
