"""The roles of persons in English: by the order of objects, participles, and what is said of whom."""

from __future__ import annotations

from hf_genderfair.languages.analysis import Token
from hf_genderfair.languages.clauses import dependents, has_copula, has_dependent, prepositions
from hf_genderfair.languages.coreference.english import predicates
from hf_genderfair.languages.coreference.mention import Role
from hf_genderfair.languages.coreference.role_rules.rules import RoleRules
from hf_genderfair.languages.document import Document
from hf_genderfair.lexicons.word_class import WordClass


def by_order(document: Document, index: int, role: Role) -> Role:
    """Return the role of an argument: of two objects the first is the indirect one (*gave the nurse a book*)."""
    verb = document.heads[index]
    first = role == "object" and any(child > index for child in dependents(document, verb, "obj"))
    return "dative_object" if first else role


def is_participle_passive(document: Document, verb: int) -> bool:
    """Return whether a verb is passive as a past participle before or after a noun: *a man called Tom*."""
    token = document.tokens[verb]
    past = token.morph.get("VerbForm") == "Part" and token.morph.get("Tense") == "Past"
    return past and token.relation in ("acl", "amod", "advcl") and not has_dependent(document, verb, "aux", "obj")


def bearer_of(document: Document, index: int) -> int | None:
    """Return the index of the word of which a noun is predicated (apposition, copula, *as*), or None."""
    tokens, heads = document.tokens, document.heads
    noun = index
    while tokens[noun].relation == "conj" and heads[noun] != noun:
        if has_dependent(document, noun, "det", "nsubj", "cop") or tokens[heads[noun]].pos == "PROPN":
            break
        noun = heads[noun]
    noun = predicates.head_of_phrase(document, noun)
    if tokens[noun].relation == "appos":
        return heads[noun]
    if has_copula(document, noun):
        return predicates.subject(document, noun)
    if tokens[noun].relation == "xcomp" or "as" in prepositions(document, noun):
        return _bearer(document, noun)
    return predicates.said_of(document, noun)


def _bearer(document: Document, noun: int) -> int | None:
    """Return of whom a noun after a verb or after *as* is said: *They hired Karl Bode as coach*."""
    verb = document.heads[noun]
    if has_copula(document, verb):
        return predicates.subject(document, verb)
    if document.tokens[verb].pos in ("NOUN", "PROPN"):
        return predicates.antecedent(document, verb)
    found = [argument for argument in dependents(document, verb, "obj") if argument != noun]
    return predicates.antecedent(document, found[0]) if found else predicates.subject(document, verb)


def _stands_for_person(token: Token) -> bool:
    return token.pos == "NOUN"


RULES = RoleRules(
    argument=by_order,
    is_participle_passive=is_participle_passive,
    bearer_of=bearer_of,
    agent_prepositions=frozenset({"by"}),
    openers=WordClass("name_words_en", "opener"),
    stands_for_person=_stands_for_person,
    talk=WordClass("closed_classes_en", "talk"),
    giving=WordClass("verb_frames_en", "giving"),
)
"""How English tells roles."""
