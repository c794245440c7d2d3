"""Gendered English words for offices and roles, and their neutral words."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache
from typing import NamedTuple

from hf_genderfair.languages.english.articles import fitting_article
from hf_genderfair.languages.english.person_forms import plural
from hf_genderfair.lexicons.loader import load_lexicon

ARTICLE = re.compile(r"(?<![\w'’-])(an?)(\s+)$", re.IGNORECASE)
HINT = re.compile(
    r"(?:m[ae]n|ess|maid|boy|girl|master|trix|trices|ette|enne|oine|lady|ladies|doctors?)(?:e?s)?(?![a-z])"
    r"|(?<![a-z])m[ae]n[ -]|average m|workmanlike|manmade|manpower|mankind|housewi|freshman",
    re.IGNORECASE,
)
"""A part of every word in the table; a quick test before the full search."""


class NounMatch(NamedTuple):
    """A gendered word and its neutral word, both as written in the text.

    Attributes:
        start: Offset of its first character.
        end: Offset after its last character.
        neutral: The neutral word with the capitals of the text.

    Example:
        >>> list(find_nouns("Firemen came."))[0].neutral
        'Firefighters'
    """

    start: int
    end: int
    neutral: str


class NounTable(NamedTuple):
    """Gendered words with their neutral words, and a pattern that finds them.

    Attributes:
        neutral: The neutral word of each gendered one, in lower case.
        pattern: Finds the gendered words as whole words.

    Example:
        >>> noun_table().neutral["policemen"]
        'police officers'
    """

    neutral: dict[str, str]
    pattern: re.Pattern[str]


@lru_cache(maxsize=16)
def noun_table(extra: tuple[tuple[str, str], ...] = ()) -> NounTable:
    """Return the words of the paper's tables (appendix E.2), more of their kind, and those of the caller."""
    neutral: dict[str, str] = {}
    for one, many, word, words in (row[:4] for row in load_lexicon("neutral_nouns_en").rows):
        neutral |= {_key(gendered): word for gendered in one.split(", ")}
        neutral |= {_key(gendered): words for gendered in many.split(", ") if gendered}
    for gendered, word in extra:
        neutral[_key(gendered)] = word
        neutral.setdefault(plural(_key(gendered)), plural(word))
    longest = sorted(neutral, key=lambda word: (-len(word), word))
    words = "|".join(re.escape(word).replace(r"\ ", "[ -]") for word in longest)
    before = r"(?:(?<![\w@#$&\\/.-])|(?<=\bvice-)|(?<=\bco-)|(?<=\bex-))"
    return NounTable(neutral, re.compile(rf"{before}(?:{words})(?![\w@\\]|-\w|\.\w)", re.IGNORECASE))


def _key(word: str) -> str:
    """Return a word as in the table: in lower case, with blanks for hyphens, since both spellings occur."""
    return word.lower().replace("-", " ")


def find_nouns(text: str, extra: tuple[tuple[str, str], ...] = ()) -> Iterator[NounMatch]:
    """Find the gendered words of a text."""
    table = noun_table(extra)
    for match in table.pattern.finditer(text):
        # a case-insensitive pattern also finds words with a long s or a Turkish i
        neutral = table.neutral.get(_key(match[0]))
        if neutral is not None:
            yield NounMatch(match.start(), match.end(), _cased(match[0], neutral))


def _cased(original: str, neutral: str) -> str:
    if original.isupper() and len(original) > 1:
        return neutral.upper()
    if original.istitle() and " " in original:
        return neutral.title()
    return neutral[0].upper() + neutral[1:] if original[0].isupper() else neutral


def has_noun(text: str, extra: tuple[tuple[str, str], ...] = ()) -> bool:
    """Whether a text has a gendered word."""
    return (bool(extra) or HINT.search(text) is not None) and noun_table(extra).pattern.search(text) is not None


def fitting_neighbours(text: str, start: int, end: int, neutral: str) -> Iterator[tuple[int, int, str]]:
    """Yield changes to the words around a noun: *an actress* → *an actor*, *firemen's* → *firefighters'*."""
    found = ARTICLE.search(text, max(0, start - 8), start)
    article = fitting_article(found[1], neutral) if found is not None else None
    if found is not None and article is not None:
        yield found.start(1), found.end(1), article
    many = neutral.lower().endswith("s") and text[start:end].lower().endswith(("men", "ladies", "women"))
    if many and text[end : end + 2].lower() in ("'s", "’s") and not text[end + 2 : end + 3].isalpha():
        yield end + 1, end + 2, ""
