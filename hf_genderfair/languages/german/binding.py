"""What a German pronoun cannot stand for by its place in its sentence (binding: Chomsky 1981)."""

from __future__ import annotations

from hf_genderfair.languages.clauses import (
    CLAUSES,
    LONGEST_CHAIN,
    SUBJECTS,
    clause_of,
    dependents,
    has_copula,
    has_dependent,
    has_preposition,
    subject_of,
    subjects,
)
from hf_genderfair.languages.document import Document

POSSESSORS = frozenset({"possessive", "genitive"})
"""Kinds of pronouns that stand before what somebody has: *sein*, *dessen*."""


def barred_words(document: Document, index: int, kind: str) -> set[int]:
    """Return the words that binding keeps apart from a pronoun."""
    # A personal pronoun is none of the other arguments of its verb; no pronoun is the noun inside whose phrase it
    # stands.
    tokens, heads = document.tokens, document.heads
    governor = heads[index]
    if kind in POSSESSORS:
        return _not_possessors(document, governor)
    found = _phrases_around(document, index)
    # Sie nahm die von ihr erfundene Maschine mit
    if index > 1 and tokens[index - 2].pos == "DET" and has_preposition(document, index):
        return found
    one_of_many = kind == "indefinite"
    for child in document.children[governor]:
        if child == index or (one_of_many and has_preposition(document, index)):
            continue
        if not (one_of_many and has_preposition(document, child)):
            found.add(child)
            # 'Wer den Schirm sieht, soll ihn bringen'
            found.update(below for below in document.children[child] if tokens[below].text.lower() == "wer")
            found.update(dependents(document, child, "conj", "appos"))
    if tokens[governor].relation.startswith("acl"):
        # 'ein Plan, den er hat'
        found.add(heads[governor])
    if tokens[index].relation not in SUBJECTS:
        found.add(subject_of(document, clause_of(document, index)))
    return found


def _phrases_around(document: Document, index: int) -> set[int]:
    """Return the words of its clause whose phrases contain a pronoun."""
    tokens, heads = document.tokens, document.heads
    found: set[int] = set()
    for _ in range(LONGEST_CHAIN):
        if tokens[index].relation in CLAUSES or tokens[index].relation == "conj" or heads[index] == index:
            break
        index = heads[index]
        if tokens[index].relation in CLAUSES and tokens[index].pos not in ("NOUN", "PROPN", "PRON"):
            break
        found.add(index)
    return found


def _not_possessors(document: Document, owned: int) -> set[int]:
    """Return what does not own a noun: itself, the noun of which it is the genitive, and what is said to be it."""
    tokens, heads = document.tokens, document.heads
    found = {owned}
    if tokens[owned].relation.startswith("nmod") and not has_preposition(document, owned):
        found.add(heads[owned])
    if tokens[owned].relation == "conj" and has_dependent(document, heads[owned], "det:poss"):
        # sein Blick und seine Faust
        found.add(heads[owned])
    # 'Er ist sein Vater'
    if has_copula(document, owned):
        found.update(subjects(document, owned))
    return found
