"""Clauses of German sentences: their predicates, subjects and finite verbs."""

from __future__ import annotations

from hf_genderfair.languages.document import Document
from hf_genderfair.languages.german_clauses import LONGEST_CHAIN

CLAUSES = frozenset("root ccomp xcomp advcl acl acl:relcl csubj csubj:pass parataxis".split())
"""Relations under which a clause begins."""

PREDICATES = frozenset(("VERB", "AUX"))

COPULAS = frozenset("ist war sei wäre wird wurde würde".split())


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
