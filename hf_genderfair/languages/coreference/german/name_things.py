"""German words that look like names, and names that look like nouns: *NEWSDESK Seerene*, *Doris Hummer*."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from hf_genderfair.languages.document import Document
from hf_genderfair.languages.evidence import title_gender
from hf_genderfair.languages.person_words import frequent_surnames

SHORTEST_SIGN = 3
"""Smallest number of letters of a word in capitals that is no initials."""


def is_sign(texts: Sequence[str], is_listed: Callable[[str], bool]) -> bool:
    """Return whether one word of several is in capitals and none is a name: *NEWSDESK Seerene*, not *Angela MERKEL*."""
    loud = [text for text in texts if text.isupper() and len(text) >= SHORTEST_SIGN]
    return 0 < len(loud) < len(texts) and not any(map(is_listed, texts))


def is_surname_of_noun(document: Document, index: int) -> bool:
    """Return whether a noun is the surname behind a first name that is tagged as a person: *Doris Hummer*."""
    # Behind an academic title it is one whatever a parser ties it to: *Dr.in Eva Kranz*.
    tokens = document.tokens
    entity = document.entity_at(tokens[index - 1].start) if index else None
    tied = tokens[index].relation == "flat" and document.heads[index] == index - 1
    # 'Bernd Sommer prägte die Szene', where the parser takes the first name for the lesser word
    tied = tied or (tokens[index - 1].relation == "compound" and document.heads[index - 1] == index)
    title = title_gender(tokens[index - 2].text, document.lang) if index > 1 else None
    titled = title is not None and title.kind == "academic" and tokens[index].text.casefold() in frequent_surnames()
    person = entity is not None and entity.type == "PER" and entity.end == tokens[index - 1].end
    return person and (tied or titled)
