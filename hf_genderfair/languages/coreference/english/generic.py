"""English determiners of nouns, and generic masculines: nouns and pronouns for men by which anybody is meant."""

from __future__ import annotations

from collections.abc import Container

from hf_genderfair.languages.document import Document
from hf_genderfair.languages.english.person_forms import person_form
from hf_genderfair.languages.reader.generic_reference import odds_of_anybody
from hf_genderfair.languages.reader.reading import anybody_probability
from hf_genderfair.lexicons.word_class import WordClass

UNSPECIFIC = WordClass("closed_classes_en", "unspecific_determiner")
INDEFINITE = frozenset({"a", "an"})
POSSESSIVE_ENDINGS = frozenset({"'s", "’s", "'", "’"})

INSIDE = frozenset("compound amod advmod nummod flat nmod nmod:poss".split())
"""Relations of words between a determiner and its noun."""

FARTHEST = 7
"""Largest distance of a determiner from its noun, in tokens."""

NAME_RELATIONS = ("flat", "appos")

MAN_WORDS = WordClass("generic_masculine_en", "generic_masculine")
NO_OFFICES = WordClass("generic_masculine_en", "no_office")
HE = frozenset("he his himself".split())


def determiner(document: Document, first: int) -> str:
    """Return the determiner before a noun, in lower case; empty where there is none."""
    for before in range(first - 1, max(first - FARTHEST, -1), -1):
        token = document.tokens[before]
        low = token.text.lower()
        if token.pos == "DET" or low in UNSPECIFIC or low in POSSESSIVE_ENDINGS or low in INDEFINITE:
            return low
        if token.relation == "nmod:poss":
            return low
        if token.text != "-" and token.pos not in ("ADJ", "NUM") and token.relation not in INSIDE:
            return ""
    return ""


def generic_masculines(document: Document, specific: Container[int], named: Container[int]) -> list[tuple[int, int]]:
    """Return the nouns and pronouns for men by which anybody is meant."""
    persons = frozenset(entity.start for entity in document.entities if entity.type == "PER")
    found: list[int] = []
    for index, token in enumerate(document.tokens):
        low = token.text.lower()
        if token.pos in ("PRON", "DET"):
            if low in HE and index not in named and odds_of_anybody(document, index) > 0:
                found.append(index)
        elif token.pos == "NOUN" and (low in MAN_WORDS or (index not in specific and _is_of_any(document, index, low))):
            found.append(index)
    tokens = document.tokens
    return [(tokens[index].start, tokens[index].end) for index in found if not _has_name(document, index, persons)]


def _is_of_any(document: Document, index: int, low: str) -> bool:
    """Return whether a noun in *-man* is that of an office, and of several or of nobody in particular."""
    if not low.endswith(("man", "men")) or low in NO_OFFICES or low.endswith("examen"):
        return False
    form = person_form(low)
    return (
        form is not None and form.gender == "masculine" and (form.plural or anybody_probability(document, index) > 0.5)
    )


def _has_name(document: Document, index: int, persons: frozenset[int]) -> bool:
    """Return whether a noun is the title of a name or stands beside one."""
    tokens = document.tokens
    if index + 1 < len(tokens) and tokens[index + 1].start in persons:
        return True
    if tokens[index].relation.startswith(NAME_RELATIONS) and tokens[document.heads[index]].pos == "PROPN":
        return True
    return any(
        tokens[child].pos == "PROPN" and tokens[child].relation.startswith(NAME_RELATIONS)
        for child in document.children[index]
    )
