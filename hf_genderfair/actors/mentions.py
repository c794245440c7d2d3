"""Mentions of persons by name and by noun."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterable, Sequence

from hf_genderfair.actors.gender import TITLE
from hf_genderfair.actors.mention import GenderEvidence, Mention
from hf_genderfair.actors.mention_words import Language, first_name_sign, noun_sign, title_sign
from hf_genderfair.actors.mentions_de import GERMAN
from hf_genderfair.actors.mentions_en import ENGLISH
from hf_genderfair.actors.name_spans import (
    ARTICLES_OF_FAMILIES,
    PARTICLES,
    NameSpan,
    find_names,
    frequent_surnames,
)
from hf_genderfair.actors.roles import role_of
from hf_genderfair.languages.analysis import Entity
from hf_genderfair.languages.document import Document
from hf_genderfair.languages.evidence import Evidence, person_noun_gender
from hf_genderfair.languages.hyphens import word_end

LANGUAGES: dict[str, Language] = {"de": GERMAN, "en": ENGLISH}

NEUTRAL_TITLE = re.compile(r"\bMx\.?\s+\Z")
"""Pipelines take the full stop of *Mx.* for the end of a sentence."""

FREQUENT_BEARERS = 200_000
"""A name that is a surname too is a first name where it stands alone if at least so many bear it: *James*, *Anna*."""

GROUP_TITLES = frozenset(
    "familie fam eheleute ehepaar geschwister herren frauen messrs mesdames misses brothers".split()
)
"""Titles of several persons of one name."""


def find_mentions(document: Document) -> list[Mention]:
    """Find what names persons: proper names and nouns; pronouns are found elsewhere.

    A title or a noun that stands directly with a name (*Bundeskanzlerin Angela Merkel*) is evidence of the name and no
    mention of its own; a noun set off by commas (*Angela Merkel, die Kanzlerin,*) is one.

    Returns:
        The mentions by their start, without overlap; their actors are open.

    Example:
        >>> from hf_genderfair.languages.pipelines import pipeline
        >>> text = "Mrs. Hill thanked the nurse."
        >>> document = Document(text, next(pipeline("en").analyse([text])), "en")
        >>> [(text[mention.start : mention.end], mention.kind, mention.role) for mention in find_mentions(document)]
        [('Hill', 'name', 'subject'), ('nurse', 'noun', 'object')]
    """
    language = LANGUAGES[document.lang]
    names = find_names(document, language)
    taken = {place for name in names for place in range(name.first, name.last)}
    taken.update(place for name in names for title in name.titles for place in range(*title))
    mentions = [_name_mention(document, language, name) for name in names]
    mentions += _noun_mentions(document, language, taken)
    mentions.sort(key=lambda mention: mention.start)
    return mentions


def places_of(document: Document, mention: Mention) -> tuple[int, int]:
    """Return the index of a mention's first token, and the index after its last."""
    tokens = document.tokens
    first = last = mention.head
    while first > 0 and tokens[first - 1].start >= mention.start:
        first -= 1
    while last < len(tokens) and tokens[last].start < mention.end:
        last += 1
    return first, last


def _name_mention(document: Document, language: Language, name: NameSpan) -> Mention:
    tokens = document.tokens
    head = _head(document, name.first, name.last)
    evidence: list[GenderEvidence | None] = []
    plural = False
    for first, last in name.titles:
        word = document.text[tokens[first].start : tokens[last - 1].end]
        plural = plural or word.casefold().rstrip(".") in GROUP_TITLES
        evidence.append(_title_evidence(document, language, word, (first, last)))
    plural = plural or _is_family(document, name)
    before = NEUTRAL_TITLE.search(document.text, max(0, tokens[name.first].start - 5), tokens[name.first].start)
    if before and not name.titles:
        evidence.append(GenderEvidence("neutral", "title", TITLE, before.group().strip()))
    given = tokens[name.first].text if name.last - name.first > 1 else ""
    known = None if given.lower() in PARTICLES else language.first_name(given or tokens[name.first].text)
    alone = not given and not name.titles and language.is_given_name(known) if known else False
    if known and not plural and (given or alone) and not (alone and _rather_surname(tokens[name.first].text, known)):
        evidence.append(first_name_sign(tokens[name.first].text, known))
    signs = () if plural else tuple(sign for sign in evidence if sign)
    role = role_of(document, head)
    return Mention(tokens[name.first].start, tokens[name.last - 1].end, head, "name", plural, signs, role)


def _rather_surname(word: str, known: Evidence) -> bool:
    """Whether a name that stands alone is more often a surname than a first name: *Williams*, German *Peter*."""
    return word.casefold() in frequent_surnames() and known.n < FREQUENT_BEARERS


def _title_evidence(
    document: Document, language: Language, word: str, places: tuple[int, int]
) -> GenderEvidence | None:
    title = language.title(word)
    if title is not None and (title.gender != "male" or title.kind != "office"):
        return title_sign(word, title)
    reading = language.read_noun(document, *places)
    if reading is not None and reading.evidence:
        return reading.evidence[-1]
    return _meaning(word, document.lang)


def _meaning(word: str, lang: str) -> GenderEvidence | None:
    meaning: Evidence | None = person_noun_gender(word, lang, "Sing")
    return noun_sign(word, meaning) if meaning else None


def _is_family(document: Document, name: NameSpan) -> bool:
    """Whether a name stands for a family: *the Smiths*, *die Müllers*."""
    before = document.tokens[name.first - 1].text.lower() if name.first else ""
    last = document.tokens[name.last - 1].text
    return name.last - name.first == 1 and last.endswith("s") and before in ARTICLES_OF_FAMILIES and not name.titles


def _head(document: Document, first: int, last: int) -> int:
    """Return the first token of a span whose head is outside of it."""
    for place in range(first, last):
        head = document.heads[place]
        if (head < first or head >= last or head == place) and document.tokens[place].pos != "PUNCT":
            return place
    return last - 1


def _noun_mentions(document: Document, language: Language, taken: set[int]) -> Iterable[Mention]:
    tokens = document.tokens
    places = [entity for entity in document.entities if entity.type != "PER"]
    starts = [entity.start for entity in places]
    place = 0
    before = 0
    while place < len(tokens):
        pos = tokens[place].pos
        hyphenated = place + 1 < len(tokens) and tokens[place + 1].text == "-"
        if pos != "NOUN" and pos != "PROPN" and not hyphenated:
            place += 1
            continue
        end = word_end(tokens, place) if hyphenated else place + 1
        if tokens[end - 1].pos in ("NOUN", "PROPN") or pos == "NOUN":
            skipped = place in taken or end - 1 in taken or _is_place(document, places, starts, end - 1)
            reading = None if skipped else language.read_noun(document, place, end)
            if reading is not None:
                first = max(reading.first, before)
                head = _head(document, place, end)
                role = role_of(document, head)
                yield Mention(tokens[first].start, reading.end, head, "noun", reading.plural, reading.evidence, role)
                before = end
                while end < len(tokens) and tokens[end].start < reading.end:
                    end += 1
        place = end


def _is_place(document: Document, places: Sequence[Entity], starts: Sequence[int], place: int) -> bool:
    """Whether a noun without article is the name of a place or an organisation: *Polen*, *Schwaben*."""
    token = document.tokens[place]
    number = bisect_right(starts, token.start) - 1
    if number < 0 or token.end > places[number].end:
        return False
    return token.pos == "PROPN" and not any(
        document.tokens[child].relation.startswith("det") for child in document.children[place]
    )
