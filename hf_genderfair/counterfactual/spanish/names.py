"""Names, titles of works and fixed expressions of a Spanish text, in which words for persons mean nobody."""

from __future__ import annotations

import re

from hf_genderfair.core.protected import protected_spans
from hf_genderfair.counterfactual.spanish.agreement import TITLES, begins_sentence
from hf_genderfair.languages.clauses import SUBJECTS
from hf_genderfair.languages.document import Document
from hf_genderfair.languages.evidence import title_gender
from hf_genderfair.languages.romance.gender_forms import person_nouns
from hf_genderfair.languages.romance.words import romance_words
from hf_genderfair.lexicons.word_class import WordClass

FIXED = WordClass("noun_classes_romance", "fixed_expression_es")
"""Expressions whose word for a person names something else, or nobody."""

QUOTED = re.compile(r"«[^«»]{1,200}»|“[^“”]{1,200}”|\"[^\"]{1,200}\"")
PROSE = re.compile(r"[,.;!?¡¿]")
TITLE_WORDS = 8
"""Quoted text that begins with a capital is the title of a work up to this number of words."""


def no_prose(document: Document) -> list[tuple[int, int]]:
    """Return the spans in which words name no person: titles of works, code."""
    spans = protected_spans(document.text)
    for match in QUOTED.finditer(document.text):
        inner = match[0][1:-1]
        if inner[:1].isupper() and len(inner.split()) <= TITLE_WORDS and not PROSE.search(inner):
            spans.append(match.span())
    return spans


def fixed_expressions(document: Document) -> list[tuple[int, int]]:
    """Return the spans of expressions whose word for a person names something else, or nobody."""
    return [match.span() for match in FIXED.whole_words.finditer(document.text.lower())]


def entity_types(document: Document) -> dict[int, str]:
    """Return the entity type of each token inside a name: ``PER``, ``LOC`` or ``ORG``."""
    tokens, types, index = document.tokens, {}, 0
    for entity in document.entities:
        while index < len(tokens) and tokens[index].start < entity.end:
            if tokens[index].start >= entity.start:
                types[index] = entity.type
            index += 1
    return types


def is_within(document: Document, index: int, spans: list[tuple[int, int]]) -> bool:
    """Whether a word begins within one of some spans."""
    start = document.tokens[index].start
    return any(first <= start < last for first, last in spans)


def is_name(document: Document, index: int, word: str) -> bool:
    """Whether a capitalised word is a part of a name or a name alone, and no title: *y Gil, Villa de Reina*."""
    tokens = document.tokens
    if word in romance_words("es").places:
        return True
    before = tokens[index - 1] if index else None
    if before is None or (before.pos == "PROPN" and tokens[index].relation == "flat"):
        return before is not None
    bare = before.pos in ("ADP", "PUNCT", "CCONJ") and before.text.lower() not in ("del", "al")
    followed = index + 1 < len(tokens) and tokens[index + 1].pos == "PROPN"
    if bare and not followed and before.pos == "ADP" and tokens[index].text in romance_words("es").surnames:
        return True
    bare = bare and (followed or before.text.lower() not in ("de", "a"))
    return bare and tokens[index].text[0].isupper() and title_gender(word, "es") is None


def begins_as_surname(document: Document, index: int) -> bool:
    """Whether a bare singular that begins a sentence as the subject is a surname: *Hidalgo opina que no*."""
    token = document.tokens[index]
    subject = token.relation in SUBJECTS and token.morph.get("Number") != "Plur"
    bare = subject and not document.children[index] and begins_sentence(document, index)
    return bare and title_gender(token.text, "es") is None


def is_before_name(document: Document, index: int) -> bool:
    """Whether a word stands between an article and a capitalised name: *al general Ruiz*."""
    after = document.tokens[index + 1] if index + 1 < len(document.tokens) else None
    article = index > 0 and document.tokens[index - 1].morph.get("PronType") == "Art"
    return article and after is not None and after.pos == "PROPN" and not document.tokens[index].text[0].isupper()


def ends_name_of_thing(document: Document, low: list[str], index: int) -> bool:
    """Whether a capitalised word belongs to the name of a thing: *Copa del Rey*."""
    tokens = document.tokens
    before = index - (2 if low[index - 1] in ("la", "el") else 1)
    if not tokens[index].text[0].isupper() or before < 2 or low[before] not in ("de", "del"):
        return False
    thing = tokens[before - 1]
    return (
        thing.text[0].isupper()
        and low[before - 1] not in person_nouns().feminine
        and (low[before - 1] not in person_nouns().masculine)
        and not (index + 1 < len(tokens) and tokens[index + 1].pos == "PROPN")
    )


def begins_name(document: Document, index: int, types: dict[int, str]) -> bool:
    """Whether a word for a person begins what is taken for a name, after an article: *la Abuela del Río Rojo*."""
    before = document.tokens[index - 1] if index else None
    word, after = document.tokens[index].text, document.tokens[index + 1 : index + 2]
    if word[0].isupper() and after and after[0].pos == "PROPN" and title_gender(word, "es") is None:
        # el Torero Stadium, not la Chica Gibson
        words, name = romance_words("es"), after[0].text
        return name in words.surnames or words.first_name(name) is not None
    return before is None or (before.pos in ("DET", "ADP") and (index - 1) not in types)


def is_acronym(document: Document, low: list[str], index: int) -> bool:
    """Whether a word stands in capitals among others that do not: *el alcalde del GIL*."""
    word = document.tokens[index].text
    around = [token.text for token in document.tokens[max(index - 1, 0) : index + 2] if token.text != word]
    alone = not any(other.isupper() for other in around if other[0].isalpha())
    return word.isupper() and len(word) > 2 and alone and low[index] not in TITLES


def is_god(document: Document, low: list[str], index: int) -> bool:
    """Whether *Señor* with an article, a capital and no name behind it is God: *la gracia del Señor*."""
    tokens = document.tokens
    if tokens[index].text != "Señor" or not index or low[index - 1] not in ("el", "del", "al"):
        return False
    after = index + (2 if low[index + 1 : index + 2] == ["de"] else 1)
    return after >= len(tokens) or not tokens[after].text[0].isupper()
