"""Spanish offices and titles that stay beside a person who changes: *Jefe de Obras y Secretario*, *al sensei Mora*."""

from __future__ import annotations

from collections.abc import Iterator

from hf_genderfair.counterfactual.spanish.agreement import JOINS
from hf_genderfair.counterfactual.spanish.analysis import SpanishAnalysis
from hf_genderfair.languages.clauses import has_dependent
from hf_genderfair.languages.romance.words import romance_words
from hf_genderfair.languages.types import PairedGender, grammatical_gender
from hf_genderfair.lexicons.word_class import WordClass

BETWEEN_OFFICES = JOINS | {","}
NAMED = WordClass("noun_classes_romance", "before_name_of_thing_es")
"""Nouns for things that are named after persons: *el premio Ana Ruiz*."""


def offices(analysis: SpanishAnalysis, staying: set[int]) -> Iterator[int]:
    """Find the words for an office or a title that stay and may be said of a person.

    Args:
        analysis: The words for persons.
        staying: The words that do not change.

    Yields:
        Bare offices in capitals behind one that changes, and articles of titles that no list has.
    """
    for index in sorted(staying):
        if _is_further_office(analysis, index, staying) or _is_article_of_title(analysis, index):
            yield index


def _is_further_office(analysis: SpanishAnalysis, index: int, staying: set[int]) -> bool:
    """Whether a bare office in capitals is joined to what stands before, where a singular that changes is before."""
    noun = analysis.nouns.get(index)
    if noun is None or not index or analysis.low[index - 1] not in BETWEEN_OFFICES:
        return False
    inflected = noun.replacement != analysis.low[index] and analysis.is_singular(index)
    if not inflected or not analysis.document.tokens[index].text[0].isupper():
        return False
    start, _ = analysis.document.sentences[analysis.document.sentence_of[index]]
    before = (at for at in range(start, index) if at in analysis.nouns and at not in staying)
    return not has_dependent(analysis.document, index, "det") and any(map(analysis.is_singular, before))


def _is_article_of_title(analysis: SpanishAnalysis, index: int) -> bool:
    """Whether an article belongs to a noun in no list right before the name of a person: *el sensei Luis Mora*."""
    tokens, noun = analysis.document.tokens, index + 1
    gender: PairedGender = analysis.source
    article = grammatical_gender(tokens[index].morph) == gender and analysis.is_singular(index)
    article = article and (tokens[index].pos == "DET" or analysis.low[index] in ("al", "del"))
    if not article or noun + 1 >= len(tokens) or noun in analysis.nouns or analysis.types.get(noun + 1) != "PER":
        return False
    word, name = analysis.low[noun], tokens[noun + 1]
    words = romance_words("es")
    unlisted = tokens[noun].pos in ("NOUN", "ADJ", "X") and tokens[noun].text.islower() and word not in words.persons
    named = name.pos == "PROPN" and name.text[0].isupper() and words.first_name(name.text) == gender
    return unlisted and named and word not in NAMED
