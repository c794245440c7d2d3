"""Queries over the clauses of an analysed text, by Universal Dependencies, for all languages."""

from __future__ import annotations

from collections.abc import Collection

from hf_genderfair.languages.analysis import Token
from hf_genderfair.languages.document import Document

SUBJECTS = frozenset(("nsubj", "nsubj:pass"))
"""Relations of nominal subjects."""

ANY_SUBJECTS = SUBJECTS | {"csubj", "csubj:pass", "expl"}
"""Relations of subjects of every kind: nominal, clausal and expletive."""

CLAUSES = frozenset("root ccomp xcomp advcl acl acl:relcl csubj csubj:pass parataxis".split())
"""Relations under which a clause begins."""

VERBAL = frozenset(("VERB", "AUX"))


def dependents(document: Document, index: int, *relations: str) -> list[int]:
    """Return the words that depend on a word by one of some relations, in order."""
    tokens = document.tokens
    return [child for child in document.children[index] if tokens[child].relation in relations]


def has_dependent(document: Document, index: int, *relations: str) -> bool:
    """Return whether a word depends on another by one of some relations."""
    tokens = document.tokens
    return any(tokens[child].relation in relations for child in document.children[index])


def has_word_below(document: Document, index: int, words: Collection[str]) -> bool:
    """Return whether one of some words, in lower case, depends on a word."""
    tokens = document.tokens
    return any(tokens[child].text.lower() in words for child in document.children[index])


def has_copula(document: Document, index: int) -> bool:
    """Return whether a copula depends on a word, which is then a predicate: *lazy* in *they are lazy*."""
    return has_dependent(document, index, "cop")


def has_preposition(document: Document, index: int) -> bool:
    """Return whether a preposition, or a marker of case such as *'s*, depends on a word."""
    return has_dependent(document, index, "case")


def prepositions(document: Document, index: int) -> list[str]:
    """Return the prepositions of a word, in order and in lower case."""
    return [document.tokens[child].text.lower() for child in dependents(document, index, "case")]


def is_coordinated(document: Document, index: int) -> bool:
    """Return whether a word is the first of several that a conjunction joins: *Ada* in *Ada and Bob*."""
    return has_dependent(document, index, "conj")


def subjects(document: Document, predicate: int) -> list[int]:
    """Return the nominal subjects that a predicate has of its own: one, but for errors of a parser."""
    return dependents(document, predicate, *SUBJECTS)


def other_subjects(document: Document, index: int) -> list[int]:
    """Return the subjects, but for a word itself, of the predicate on which it depends."""
    return [subject for subject in subjects(document, document.heads[index]) if subject != index]


def begins_clause(document: Document, index: int) -> bool:
    """Return whether a word is the predicate of a clause by its relation, or a verb joined to another."""
    token = document.tokens[index]
    return token.relation in CLAUSES or (token.relation == "conj" and token.pos in VERBAL)


def is_predicate(document: Document, index: int) -> bool:
    """Return whether a word is a verb, or has a copula."""
    return document.tokens[index].pos in VERBAL or has_copula(document, index)


def is_finite(token: Token) -> bool:
    """Return whether a token is a finite verb or auxiliary."""
    return token.pos in VERBAL and token.morph.get("VerbForm") == "Fin"
