"""Sentences of an English text that are in another language."""

from __future__ import annotations

from collections.abc import Sequence

from hf_genderfair.languages.analysis import Token
from hf_genderfair.lexicons.word_class import WordClass

ENGLISH = WordClass("closed_classes_en", "frequent")
FOREIGN = WordClass("closed_classes_en", "foreign")


def is_foreign(tokens: Sequence[Token]) -> bool:
    """Whether a sentence is in another language: it has more function words of others than of English."""
    words = [token.text.lower() for token in tokens]
    foreign = sum(map(FOREIGN.as_set.__contains__, words))
    return foreign > 0 and foreign > sum(map(ENGLISH.as_set.__contains__, words))
