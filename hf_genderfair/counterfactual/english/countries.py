"""*Her* for a country: *Spain and her allies*."""

from __future__ import annotations

from collections.abc import Sequence

from hf_genderfair.counterfactual.english.mentions import EnglishAnalysis
from hf_genderfair.counterfactual.english.persons import GenderedMention
from hf_genderfair.lexicons.word_class import WordClass

COUNTRY = "a country"
OF_COUNTRIES = WordClass("noun_classes_en", "of_country")
"""What countries have, and seldom persons: allies, borders."""


def is_of_country(analysis: EnglishAnalysis, mention: GenderedMention, mentions: Sequence[GenderedMention]) -> bool:
    """Whether a possessive before what countries have takes up a place or body, with no woman before it.

    Example:
        >>> from hf_genderfair.counterfactual.english.swap import NEEDS, swap
        >>> from hf_genderfair.counterfactual.swapping import SwapOptions
        >>> from hf_genderfair.languages.document import Document
        >>> from hf_genderfair.languages.pipelines import pipeline
        >>> text = "In 1914 France called on her allies."
        >>> document = Document(text, next(pipeline("en").analyse([text], NEEDS)), "en")
        >>> [refusal.reason for refusal in swap(document, "male", SwapOptions()).refusals]
        ['a country']
    """
    if mention.word != "her" or mention.kind != "pronoun" or mention.rule != "possessive":
        return False
    after = {token.text.lower() for token in analysis.tokens[mention.last + 1 : mention.last + 4]}
    if OF_COUNTRIES.as_set.isdisjoint(after):
        return False
    if any(other.start < mention.start and other.kind != "other" for other in mentions):
        return False
    places = (entity for entity in analysis.entities if entity.type in ("LOC", "ORG"))
    return any(entity.end <= mention.start for entity in places)
