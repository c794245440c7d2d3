"""Evidence from the words around a German pronoun that it stands for a person or for a thing.

Evidence is a number: above zero for persons, below for things. The numbers were set by judgement and say nothing of
genders.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

from hf_genderfair.languages.clauses import (
    SUBJECTS,
    dependents,
    finite_verb,
    has_copula,
    has_dependent,
    has_word_below,
    is_predicate,
    prepositions,
    subjects,
)
from hf_genderfair.languages.document import Document
from hf_genderfair.languages.evidence import person_noun_gender
from hf_genderfair.languages.german.selectional_preference import (
    DATIVE,
    OBJECT,
    OBLIQUE,
    OWNER,
    is_person,
    is_speaking,
    lemma_of,
    noun_weight,
    predicate_weight,
    weight_beside,
    weight_of_verb,
)
from hf_genderfair.languages.types import grammatical_gender
from hf_genderfair.lexicons.word_class import WordClass

SURE, LIKELY, SLIGHT = 2.5, 1.5, 0.6
"""Weights of a single word."""

HARDLY = -2.5
"""What is said of persons next to never has this weight, or one below it."""

COLLECTIVES = WordClass("animacy_evidence_de", "collective")
"""Ends of words for bodies of persons, which speak and act as persons do."""

INSIDE_THINGS = frozenset("in auf aus durch unter entlang innerhalb".split())
"""Prepositions that name places more often than persons."""


def animacy_of_personal(document: Document, index: int) -> float:
    """Return the animacy evidence for a personal or demonstrative pronoun without a noun, from its clause."""
    # What the words around it say is added up, within `HARDLY` and `SURE`.
    return max(HARDLY, min(SURE, _sum_for_personal(document, index)))


def _sum_for_personal(document: Document, index: int) -> float:
    tokens, head = document.tokens, document.heads[index]
    relation = tokens[index].relation
    preposition = next(iter(prepositions(document, index)), "")
    if preposition:
        return -SLIGHT if preposition in INSIDE_THINGS else -0.1
    if tokens[index].text.lower() in ("ihm", "ihr"):
        # 'Ihr droht ein Verfahren', which is taken for a subject; 'Das macht ihr Mut', for an owner
        verb = document.heads[head] if tokens[head].pos == "NOUN" else head
        return DATIVE.as_dict.get(lemma_of(document, verb), SLIGHT)
    # 'Das kostete sie den Sieg': of two subjects one is none
    second = tokens[index].text.lower() == "sie" and len(subjects(document, head)) > 1
    if relation not in SUBJECTS or (second and not is_speaking(document, head)):
        return OBJECT.as_dict.get(lemma_of(document, head), 0.0) + weight_beside(document, head, index, True)
    # 'ist gestorben', which is taken for a passive
    passive = relation == "nsubj:pass" and not _has_gone(document, head)
    return sum(_said(document, predicate, index, passive) for predicate in _predicates(document, head))


def _predicates(document: Document, head: int) -> Iterator[int]:
    """Yield a predicate, and those that are joined to it and have its subject: *Er wurde gebaut und versenkt*."""
    yield head
    for child in dependents(document, head, "conj"):
        joined = has_dependent(document, child, "cc") and not subjects(document, child)
        if joined and is_predicate(document, child):
            yield child


def _said(document: Document, predicate: int, pronoun: int, passive: bool) -> float:
    """Return what one predicate and the words below it say of a subject."""
    token = document.tokens[predicate]
    if token.pos == "NOUN" or has_copula(document, predicate):
        placed = token.pos == "NOUN" and prepositions(document, predicate)
        if placed and not is_person(token.text, grammatical_gender(token.morph)):
            return noun_weight(OBLIQUE, token)
        return predicate_weight(document, predicate)
    participle = token.morph.get("VerbForm") == "Part" and finite_verb(document, predicate) < 0
    passive = is_passive(document, predicate) or (passive and (participle or predicate == document.heads[pronoun]))
    verb = OBJECT.as_dict.get(lemma_of(document, predicate), 0.0) if passive else weight_of_verb(document, predicate)
    finite = finite_verb(document, predicate)
    wants = finite >= 0 and document.tokens[finite].text.lower() in ("will", "wollte", "möchte", "mag")
    return verb + (SLIGHT if wants else 0.0) + weight_beside(document, predicate, pronoun, passive)


def _has_gone(document: Document, head: int) -> bool:
    """Return whether the only auxiliary of a participle is *sein*, as in the perfect of *sterben*."""
    below = (document.tokens[child] for child in document.children[head])
    return {token.lemma for token in below if token.relation.startswith("aux")} == {"sein"}


def is_passive(document: Document, head: int) -> bool:
    """Return whether a predicate is passive (*wird gebaut*) or means as much (*ist auszubauen*, *ist zu bauen*)."""
    tokens = document.tokens
    auxiliary = "werden" if tokens[head].morph.get("VerbForm") == "Part" else "sein"
    with_zu = "zu" in tokens[head].text or has_word_below(document, head, ("zu",))
    if auxiliary == "sein" and not (tokens[head].text.endswith("n") and with_zu):
        return False
    return any(
        tokens[child].lemma == auxiliary
        for child in document.children[head]
        if tokens[child].relation.startswith("aux")
    )


def animacy_of_possessive(document: Document, index: int) -> float:
    """Return the animacy evidence for the owner that a possessive stands for, from what is owned."""
    owned = document.tokens[document.heads[index]]
    if is_kin(owned.text) or is_kin(owned.lemma):
        return SURE
    return noun_weight(OWNER, owned)


@lru_cache(maxsize=50_000)
def is_kin(word: str) -> bool:
    """Return whether a German noun is one for kin, or for a person with whom one lives."""
    evidence = person_noun_gender(word, "de", "Sing")
    return evidence is not None and (evidence.kind == "kinship" or word.lower() in ("frau", "mann", "freundin"))


def speaks(document: Document, index: int) -> bool:
    """Return whether a token is the subject of a verb of saying or thinking."""
    return document.tokens[index].relation in SUBJECTS and is_speaking(document, document.heads[index])


def acts_as_persons(document: Document, index: int) -> bool:
    """Return whether a noun is an organisation or another body of persons, which speak and act as persons do."""
    token = document.tokens[index]
    if token.text.lower().endswith(COLLECTIVES.as_tuple):
        return True
    entity = document.entity_at(token.start)
    return entity is not None and entity.type == "ORG"
