"""Which German masculine role nouns refer to one man: those who act, or whom the text describes."""

from __future__ import annotations

from hf_genderfair.languages.clauses import SUBJECTS, prepositions
from hf_genderfair.languages.document import Document
from hf_genderfair.languages.german.animacy_evidence import speaks
from hf_genderfair.languages.german.person_phrase import PersonPhrase
from hf_genderfair.languages.german.specific_reference import NAMED, SPECIFIC, is_past, specific_reason

CLUBS = ("ligist", "aufsteiger", "absteiger", "meister", "titelverteidiger", "tabellenführer", "gegner")
"""Ends of words for clubs and firms as often as for persons."""

NAMING = frozenset("nennen heißen schimpfen schelten taufen titulieren".split())
"""Verbs with two objects, of which one describes the other: *Man nennt ihn einen Helden*."""


BESIDE = frozenset(("bei", "beim"))


def acts_as_one(document: Document, phrase: PersonPhrase) -> bool:
    """Return whether a role noun is somebody who did or said something: *Der Krieger hob sein Schwert*.

    Returns:
        False for plurals, for rules (*Der Lehrer lobt seine Schüler*), and for what may be a club.
    """
    if phrase.number == "Plur" or phrase.noun.masculine.lower().endswith(CLUBS):
        return False
    relation = document.tokens[phrase.head].relation
    aged = any("jährig" in document.tokens[index].text for index in phrase.adjectives)
    acts = (relation in SUBJECTS and is_past(document, phrase.head)) or speaks(document, phrase.head)
    return (acts or aged) and specific_reason(document, phrase) in (NAMED, SPECIFIC)


def spoken_of(document: Document, phrase: PersonPhrase) -> int:
    """Return the index of whom a noun describes, or -1: *Man nennt ihn Held*, *Bei ihm handelt es sich um …*."""
    tokens, head = document.tokens, phrase.head
    above = document.heads[head]
    lemma = tokens[above].lemma.lower()
    others = [child for child in document.children[above] if child != head]
    if lemma in NAMING and tokens[head].relation in ("obj", "xcomp"):
        found = [child for child in others if tokens[child].relation in ("obj", "obl:arg") and child < head]
    elif lemma == "handeln" and "um" in prepositions(document, head):
        found = [child for child in others if not BESIDE.isdisjoint(prepositions(document, child))]
    else:
        return -1
    return next((child for child in found if tokens[child].text.lower() != "sich"), -1)
