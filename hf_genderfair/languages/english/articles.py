"""The English indefinite article, which goes by the sound of the word that follows."""

from __future__ import annotations

import re

SILENT = re.compile(r"hour|honest|honou?r|heir", re.IGNORECASE)
CONSONANT = re.compile(r"uni(?!n)|use|usu|uti|eu|ewe|one\b|one-|once", re.IGNORECASE)
"""Beginnings of words whose sound and spelling differ: *an hour*, *a union*."""


def indefinite_article(word: str) -> str:
    """Return the indefinite article before a word, ``a`` or ``an``."""
    if SILENT.match(word):
        return "an"
    return "an" if word[:1].lower() in "aeiou" and not CONSONANT.match(word) else "a"


def fitting_article(written: str, word: str) -> str | None:
    """Return the article that fits a word in place of the one before it, with the capitals of that one."""
    wanted = indefinite_article(word)
    if written.lower() not in ("a", "an") or written.lower() == wanted:
        return None
    if written.isupper() and len(written) > 1:
        return wanted.upper()
    return wanted.capitalize() if written[0].isupper() else wanted
