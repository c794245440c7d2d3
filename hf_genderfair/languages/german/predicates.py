"""German nouns that say what somebody or something is: *Sie ist Ärztin*, *Ada wurde Kanzlerin*, *als Lehrerin*."""

from __future__ import annotations

from hf_genderfair.languages.clauses import clause_of, has_copula, has_dependent, has_word_below, subject_of, subjects
from hf_genderfair.languages.document import Document
from hf_genderfair.languages.german.clauses import COPULA_LEMMAS
from hf_genderfair.languages.german.pronoun_readings import addresses, names_several_hearers
from hf_genderfair.languages.types import Number

OWN = ("nsubj", "nsubj:pass", "cop")
"""What a predicate of a clause of its own has."""


def predicated_of(document: Document, head: int) -> int:
    """Return the subject of which a noun says what it is, or that a noun behind *als* takes up."""
    tokens = document.tokens
    above = document.heads[head]
    if is_behind_als(document, head):
        clause = clause_of(document, above)
    elif tokens[head].relation == "conj" and tokens[above].pos == "NOUN" and not has_dependent(document, head, *OWN):
        # Lehrer oder Schüler
        return predicated_of(document, above)
    elif has_copula(document, head):
        clause = head
    elif tokens[above].lemma.lower() in COPULA_LEMMAS and tokens[head].relation in ("xcomp", "obj", "nsubj"):
        clause = head if subjects(document, head) else above
    else:
        return -1
    subject = subject_of(document, clause)
    return subject if subject != head else -1


def is_behind_als(document: Document, head: int) -> bool:
    """Return whether a noun stands behind *als*: *als Lehrer*, *als guter Lehrer*."""
    return has_word_below(document, head, ("als",)) or (head > 0 and document.tokens[head - 1].text.lower() == "als")


def number_of_hearer(document: Document, subject: int) -> Number | None:
    """Return how many are spoken to: one by *du* and, as a rule, by *Sie*, several by *ihr*; None by other words."""
    low = document.tokens[subject].text.lower() if subject >= 0 else ""
    if low == "du" or (low == "sie" and addresses(document, subject)):
        return "Sing"
    return "Plur" if low == "ihr" and names_several_hearers(document, subject) else None
