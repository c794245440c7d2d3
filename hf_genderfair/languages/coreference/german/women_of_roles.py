"""Roles in which a German text speaks of one woman: a man of the same role is named beside her as a man."""

from __future__ import annotations

from hf_genderfair.languages.document import Document
from hf_genderfair.languages.gender_fair_pairs import OR
from hf_genderfair.languages.german.role_nouns import role_nouns

PAIR = 6
"""Largest number of tokens from a noun to its form for the other gender, which *oder* joins to it."""

EITHER_OR = OR | {"/"}
BEFORE_NOUN = frozenset(("ADJ", "ADP", "DET", "PRON"))


def _is_beside_other_form(document: Document, index: int) -> bool:
    """Whether *oder* or a slash joins a noun to its form for the other gender: *einer Autorin oder eines Autors*."""
    nouns = role_nouns(document)
    own = nouns.get(index)
    near = range(index - PAIR, index + PAIR + 1)
    return own is not None and any(
        nouns[other].phrase.noun.masculine == own.phrase.noun.masculine
        and {nouns[other].phrase.noun.gender, own.phrase.noun.gender} == {"masculine", "feminine"}
        and _are_alternatives(document, *sorted((index, other)))
        for other in near
        if other != index and other in nouns
    )


def _are_alternatives(document: Document, first: int, last: int) -> bool:
    """Whether nothing but *oder* and words before the second noun stand between two nouns."""
    between = document.tokens[first + 1 : last]
    joined = [token for token in between if token.text.lower() in EITHER_OR]
    return len(joined) == 1 and all(token.pos in BEFORE_NOUN for token in between if token is not joined[0])


def women_of_roles(document: Document) -> frozenset[str]:
    """Return masculine lemmas of roles in which a text speaks of one woman: *Arzt* where it has *die Ärztin*."""
    return document.derived(_women_of_roles)


def _women_of_roles(document: Document) -> frozenset[str]:
    return frozenset(
        decided.phrase.noun.masculine
        for index, decided in role_nouns(document).items()
        if decided.person and decided.phrase.number == "Sing" and decided.phrase.gender == "feminine"
        if not _is_beside_other_form(document, index)
    )
