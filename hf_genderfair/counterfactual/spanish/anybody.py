"""Spanish masculine singulars that mean no certain person: *cada alumno*, *si el jugador pierde*."""

from __future__ import annotations

import re

from hf_genderfair.counterfactual.spanish.agreement import own_subject
from hf_genderfair.counterfactual.spanish.things import is_non_person
from hf_genderfair.languages.clauses import SUBJECTS, dependents, has_dependent
from hf_genderfair.languages.document import Document
from hf_genderfair.lexicons.word_class import WordClass

GENERIC = frozenset("cada todo cualquier cualquiera ningún".split())
"""Determiners of anybody: *cada alumno*."""

NOBODY = frozenset("nadie alguien quien".split())
OF_RULES = WordClass("noun_classes_romance", "anybody_in_rules_es")
"""Roles for which rules are made: *si el jugador pierde*."""

SUBJUNCTIVE = re.compile(r"\w{2}(?:ase|are|iese|iera)$")
"""Endings of verbs in laws that a pipeline may take for indicatives."""

MODALS = ("deb", "pued", "podr")
"""Beginnings of verbs that say what somebody may or must do: *el solicitante debe firmar*."""

NAMED = ("flat", "appos", "acl:relcl", "nmod", "amod")
"""Relations of what makes of a role a certain person."""


def is_anybody(document: Document, low: list[str], index: int, types: dict[int, str]) -> bool:
    """Whether a masculine singular means no certain person: *cada alumno*, *por alumno*, *nadie es dueño de nadie*."""
    if any(low[child] in GENERIC and low[child + 1] != "un" for child in document.children[index]):
        return True
    own = own_subject(document, index)
    if own is not None and own >= 0 and low[own] in NOBODY:
        return True
    if document.tokens[index].morph.get("Number") == "Plur":
        return False
    return _is_bare(document, low, index, types) or _is_in_rule(document, low, index)


def _is_bare(document: Document, low: list[str], index: int, types: dict[int, str]) -> bool:
    """Whether a noun without a determiner says but of which kind something is: *por alumno*, *un traje de torero*."""
    if low[index - 1] not in ("por", "de") or dependents(document, index, "det", "amod", "flat", "appos"):
        return False
    head = document.heads[index]
    if low[index - 1] == "por" or document.tokens[head].lemma == "cambiar":
        return True
    thing = document.tokens[head].pos == "NOUN" and head == index - 2 and is_non_person(document, head, types)
    definite = any(document.tokens[child].morph.get("Definite") == "Def" for child in dependents(document, head, "det"))
    return thing and not definite


def _is_in_rule(document: Document, low: list[str], index: int) -> bool:
    """Whether a sentence is a rule for everybody: *si el jugador pierde*, *quien insultare al jefe del Estado*."""
    tokens = document.tokens
    if has_dependent(document, index, "flat", "appos"):
        return False
    start, end = document.sentences[document.sentence_of[index]]
    offences = (
        document.heads[at] for at in range(start, end) if low[at] == "quien" and tokens[at].relation in SUBJECTS
    )
    if any(tokens[at].morph.get("Mood") == "Sub" or SUBJUNCTIVE.search(low[at]) for at in offences):
        return True
    if low[index] not in OF_RULES or has_dependent(document, index, *NAMED):
        return False
    verbs = [at for at in range(start, end) if tokens[at].morph.get("VerbForm") == "Fin"]
    timeless = bool(verbs) and all(tokens[at].morph.get("Tense") in ("Pres", "Fut", None) for at in verbs)
    may = tokens[index].relation in SUBJECTS and any(
        low[at].startswith(MODALS) for at in document.children[document.heads[index]]
    )
    return timeless and (may or any(low[at] in ("si", "cuando") for at in range(start, end)))
