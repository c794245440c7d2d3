"""Clauses of German sentences: their predicates, subjects and finite verbs."""

from __future__ import annotations

from hf_genderfair.languages.document import Document

SUBJECTS = ("nsubj", "nsubj:pass")

CLAUSES = frozenset("root ccomp xcomp advcl acl acl:relcl csubj csubj:pass parataxis".split())
"""Relations under which a clause begins."""

PREDICATES = frozenset(("VERB", "AUX"))

SINGULAR_VERBS_WITH_N = ("schien", "kann", "begann", "gewann", "sann", "spann", "rann")

COPULAS = frozenset("ist war sei wäre wird wurde würde".split())

LONGEST_CHAIN = 40


def clause_of(document: Document, place: int) -> int:
    """Return the index of the predicate of the clause in which a token stands."""
    tokens, heads = document.tokens, document.heads
    for _ in range(LONGEST_CHAIN):
        token = tokens[place]
        is_clause = token.relation in CLAUSES or (token.relation == "conj" and token.pos in PREDICATES)
        if is_clause or heads[place] == place:
            break
        place = heads[place]
    return place


def subject_of(document: Document, clause: int) -> int:
    """Return the subject of a predicate, or of the clause on which it leans; -1 where there is none.

    Conjuncts share the subject of the first (*Eva kam und wusch sich*); the subject of an infinitive is the object of
    the verb above where it has one (*Er bat sie, sich zu setzen*), else its subject.
    """
    tokens, heads, children = document.tokens, document.heads, document.children
    for _ in range(LONGEST_CHAIN):
        found = [child for child in children[clause] if tokens[child].relation in SUBJECTS]
        if found:
            return found[0]
        token = tokens[clause]
        infinite = finite_verb(document, clause) < 0
        above = heads[clause]
        leans = token.relation in ("conj", "xcomp") or (infinite and token.relation in ("advcl", "ccomp"))
        if above == clause or not leans:
            return -1
        if token.relation in ("xcomp", "ccomp") and infinite:
            objects = [
                child
                for child in children[above]
                if child < clause
                and tokens[child].relation in ("obj", "iobj", "obl:arg")
                and tokens[child].text.lower() != "sich"
                and tokens[child].morph.get("Case") in ("Dat", "Acc")
                and tokens[child].pos != "NOUN"
            ]
            if objects:
                return objects[0]
        clause = above
    return -1


def finite_verb(document: Document, clause: int) -> int:
    """Return the finite verb of a predicate, itself or an auxiliary or copula; -1 where there is none."""
    tokens, children = document.tokens, document.children
    if tokens[clause].morph.get("VerbForm") == "Fin" and tokens[clause].pos in PREDICATES:
        return clause
    below = [
        *children[clause],
        *(at for child in children[clause] if tokens[child].relation == "conj" for at in children[child]),
    ]
    for child in below:
        if tokens[child].relation.startswith(("aux", "cop")) and tokens[child].morph.get("VerbForm") == "Fin":
            return child
    return -1


def verb_is_plural(document: Document, verb: int) -> bool:
    """Return whether a finite verb of the third person is a plural: all of these end in *-n* or are *sind*."""
    form = document.tokens[verb].text.lower()
    return form == "sind" or (form.endswith("n") and not form.endswith(SINGULAR_VERBS_WITH_N))


def opens_short_clause(document: Document, place: int) -> bool:
    """Return whether *der* before a noun is a relative pronoun, and a verb ends its clause.

    Parsers take it for the article; but a predicate follows in *ein Mann, der Bäcker ist*, and *Kollegen* cannot be the
    subject in *ein Mann, der Kollegen anleitet*.
    """
    tokens = document.tokens
    if tokens[place].text != "der" or place < 1 or place + 3 >= len(tokens) or tokens[place - 1].text != ",":
        return False
    noun, verb, after = tokens[place + 1 : place + 4]
    if noun.pos != "NOUN" or verb.pos not in PREDICATES or after.pos not in ("PUNCT", "CCONJ", "AUX"):
        return False
    if verb.text in COPULAS:
        # not Sie siegte, der Chef war
        return tokens[place - 2].pos not in PREDICATES and after.pos == "PUNCT" and noun.morph.get("Gender") == "Masc"
    several = noun.text.endswith("n") and noun.morph.get("Number") == "Plur"
    return several and verb.text.endswith(("t", "te"))
