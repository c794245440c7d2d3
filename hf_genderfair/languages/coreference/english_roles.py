"""The roles of persons in English: by the order of words, and what is said of whom."""

from __future__ import annotations

from hf_genderfair.languages.analysis import Token
from hf_genderfair.languages.clauses import SUBJECTS, dependents, has_copula, has_dependent, prepositions, subject_of
from hf_genderfair.languages.coreference.mention import Role
from hf_genderfair.languages.coreference.rules import RoleRules
from hf_genderfair.languages.document import Document
from hf_genderfair.languages.english.person_forms import person_form
from hf_genderfair.lexicons.word_class import WordClass

BECOMING = WordClass("verb_frames_en", "becoming")
MAKING = WordClass("verb_frames_en", "making")
"""Verbs that give somebody an office: *was named captain*."""

RELATIVES = frozenset({"who", "that", "which"})
CALLING = WordClass("verb_frames_en", "calling")
"""Verbs that say what somebody is: *made him a star*."""

OF_OFFICE = ("obj", "xcomp", "nsubj:pass")
DETERMINERS = ("det", "nmod:poss", "nummod")
AFTER_OFFICES = frozenset("of for at".split())
INSIDE_OFFICES = frozenset("the and of".split())
LONGEST_OFFICE = 4
"""Largest number of words between a preposition and the name in *Secretary of State John Reed*."""


def said_of(document: Document, index: int) -> int | None:
    """Return the index of the word of which an English noun is said; None without one."""
    tokens = document.tokens
    token, above = tokens[index], document.heads[index]
    relation = token.relation
    verb = tokens[above].text.lower()
    if relation == "obj" and verb in BECOMING:
        return subject_of_predicate(document, above)
    if relation in ("obj", "xcomp") and tokens[above].lemma in CALLING:
        called = [other for other in dependents(document, above, "obj", "iobj") if above < other < index]
        if called:
            return called[0]
    bare = not has_dependent(document, index, "det") or has_dependent(document, above, "nsubj:pass")
    if relation in OF_OFFICE and above < index and verb in MAKING and bare:
        others = [other for other in dependents(document, above, "obj", "iobj", "nsubj:pass") if other < index]
        return others[-1] if others else None
    named = _name_behind(document, index)
    if named is not None:
        return named
    if relation.startswith("nsubj"):
        return _second_subject(document, index)
    if relation in ("conj", "flat") and tokens[above].pos == "PROPN" and _is_beside(document, index):
        return above
    return None


def subject_of_predicate(document: Document, verb: int) -> int | None:
    """Return the subject of a verb or predicate, also of one above it: *She left and became a cook*."""
    # For *who* it is the noun that its clause modifies.
    found = subject_of(document, verb)
    if found >= 0:
        return antecedent(document, found)
    copula = next(iter(dependents(document, verb, "cop")), 0)
    if copula and document.tokens[copula - 1].pos in ("PROPN", "PRON"):
        # parsers may attach it elsewhere: 'It ended with her being the winner'
        return copula - 1
    # 'a man known as Ace'
    return document.heads[verb] if document.tokens[verb].relation == "acl" else None


def antecedent(document: Document, index: int) -> int:
    """Return the noun that a clause modifies for its relative pronoun; any other word itself."""
    tokens, heads = document.tokens, document.heads
    verb = heads[index]
    relative = tokens[index].text.lower() in RELATIVES and tokens[verb].relation.startswith("acl")
    return heads[verb] if relative and heads[verb] < index else index


def head_of_phrase(document: Document, index: int) -> int:
    """Return the predicate or apposition to which a noun with an article is joined: *a nurse and a mother*."""
    tokens, heads = document.tokens, document.heads
    while tokens[index].relation == "conj" and not has_dependent(document, index, "nsubj", "cop"):
        above = heads[index]
        joined = (
            has_copula(document, above) or tokens[above].relation == "appos" or said_of(document, above) is not None
        )
        own = prepositions(document, index) == prepositions(document, above) == ["as"]
        if tokens[above].pos != "NOUN" or not (joined or own):
            break
        index = above
    return index


def _is_beside(document: Document, index: int) -> bool:
    """Whether a noun joined to a name is its apposition: without article, or behind a comma and not in a list."""
    tokens = document.tokens
    if tokens[index].morph.get("Number") == "Plur":
        return False
    if not has_dependent(document, index, *DETERMINERS):
        return tokens[index].text.islower() or tokens[index].text.isupper()
    start = min(dependents(document, index, *DETERMINERS))
    above = document.heads[index]
    listed = has_dependent(document, index, "cc") or any(
        has_dependent(document, other, "cc") for other in dependents(document, above, "conj")
    )
    return not listed and start > 1 and tokens[start - 1].text == "," and tokens[start - 2].pos == "PROPN"


def _second_subject(document: Document, index: int) -> int | None:
    """Return the other subject of a verb behind a comma: *A prolific author, she wrote books*."""
    tokens = document.tokens
    others = [other for other in dependents(document, document.heads[index], *SUBJECTS) if other > index]
    if not others or tokens[others[0]].pos not in ("PROPN", "PRON"):
        return None
    start = others[0]
    return others[0] if tokens[start - 1].text == "," else None


def _name_behind(document: Document, index: int) -> int | None:
    """Return the name behind an office with a preposition: *Secretary of State John Reed*."""
    tokens = document.tokens
    if index + 3 >= len(tokens) or tokens[index + 1].text.lower() not in AFTER_OFFICES:
        return None
    for after in range(index + 2, min(index + 3 + LONGEST_OFFICE, len(tokens))):
        entity = document.entity_at(tokens[after].start) if after > index + 2 else None
        if entity is not None and entity.type == "PER" and entity.start == tokens[after].start:
            # 'the sister of Mayor Tom Hale' is somebody else
            return after if person_form(tokens[after - 1].text) is None else None
        if not tokens[after].text[0].isupper() and tokens[after].text not in INSIDE_OFFICES:
            return None
    return None


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
    noun = head_of_phrase(document, noun)
    if tokens[noun].relation == "appos":
        return heads[noun]
    if has_copula(document, noun):
        return subject_of_predicate(document, noun)
    if tokens[noun].relation == "xcomp" or "as" in prepositions(document, noun):
        return _bearer(document, noun)
    return said_of(document, noun)


def _bearer(document: Document, noun: int) -> int | None:
    """Return of whom a noun after a verb or after *as* is said: *They hired Karl Bode as coach*."""
    verb = document.heads[noun]
    if has_copula(document, verb):
        return subject_of_predicate(document, verb)
    if document.tokens[verb].pos in ("NOUN", "PROPN"):
        return antecedent(document, verb)
    found = [argument for argument in dependents(document, verb, "obj") if argument != noun]
    return antecedent(document, found[0]) if found else subject_of_predicate(document, verb)


def _stands_for_person(token: Token) -> bool:
    return token.pos == "NOUN"


ROLES = RoleRules(
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
