"""Which pronouns of a Spanish text stand for persons of one gender: *ella*, *él*, *la*, *lo* and *verla*."""

from __future__ import annotations

from hf_genderfair.languages.document import Document
from hf_genderfair.languages.persons import persons

PRONOUNS = {"feminine": ("ella", "ellas"), "masculine": ("él", "ellos")}
CLITICS = frozenset("la las lo los".split())

DOUBLING = frozenset("le les la lo".split())
"""Clitics that say a person with *a* once more."""


OF_THINGS = ("ORG", "LOC")
"""Types of names that are those of no person."""

UNCLEAR_OBJECT, UNCLEAR, GENERIC = "unclear object", "unclear antecedent", "generic masculine"


def entity_types(document: Document) -> dict[int, str]:
    """Return the entity type of each token inside a name: ``PER``, ``LOC`` or ``ORG``."""
    found = ((index, document.entity_at(token.start)) for index, token in enumerate(document.tokens))
    return {index: entity.type for index, entity in found if entity is not None}


def things(document: Document) -> set[int]:
    """Return the places of nouns and names that stand for no person."""
    named = {reference.start for reference in persons(document) if reference.person}
    types = document.derived(entity_types)
    return {
        index
        for index, token in enumerate(document.tokens)
        if (token.pos == "NOUN" and token.start not in named)
        or (token.pos == "PROPN" and types.get(index) in OF_THINGS)
    }
