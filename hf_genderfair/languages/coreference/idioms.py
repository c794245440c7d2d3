"""Idioms whose names and words for persons mean nobody: *every Tom, Dick and Harry*, *Hinz und Kunz*."""

from __future__ import annotations

import re
from functools import lru_cache

from hf_genderfair.languages.document import Document
from hf_genderfair.lexicons.loader import load_lexicon


def idioms(document: Document) -> list[tuple[int, int]]:
    """Return where a text has idioms that name nobody, as offsets."""
    return [match.span() for match in _pattern(document.lang).finditer(document.text)]


@lru_cache(maxsize=8)
def _pattern(lang: str) -> re.Pattern[str]:
    rows = [phrase for of, phrase in load_lexicon("idioms_of_no_persons").rows if of == lang]
    phrases = [r"\s+".join(_either(word) for word in phrase.split()) for phrase in rows]
    return re.compile(rf"(?<!\w)(?:{'|'.join(phrases)})(?!\w)")


def _either(word: str) -> str:
    first, *others = (re.escape(form) for form in word.replace("'", "’").split("/"))
    pattern = "|".join((first, *others)).replace("’", "['’]")
    return f"(?:{pattern})"
