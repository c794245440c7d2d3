"""Predicates of clauses: their subjects and prepositions, and whether they describe an event or a habit."""

from __future__ import annotations

from hf_genderfair.languages.clauses import has_copula, has_dependent, is_predicate
from hf_genderfair.languages.document import Document
from hf_genderfair.stereotypes.languages import STEREOTYPE_RULES
from hf_genderfair.stereotypes.predicate_words import reference_words

SUBJECTS = frozenset({"nsubj", "nsubj:pass", "csubj", "csubj:pass", "nsubj:outer"})
AUXILIARIES = frozenset({"aux", "aux:pass", "cop"})


def predicate_of(document: Document, index: int) -> int:
    """Return the predicate of a word's clause: the nearest verb or word with a copula above it, or the root."""
    found = index
    for above in document.ancestors(index):
        found = above
        if is_predicate(document, above):
            break
    return found


def has_subject(document: Document, index: int) -> bool:
    """Return whether a predicate has a subject of its own."""
    return has_dependent(document, index, *SUBJECTS)


def case_of(document: Document, index: int) -> set[str]:
    """Return the prepositions and conjunctions of a word, in lower case."""
    children = (document.tokens[child] for child in document.children[index])
    return {child.text.lower() for child in children if child.relation in ("case", "mark")}


def is_eventive(document: Document, predicate: int, perfect: bool = True) -> bool:
    """Return whether a clause describes a past or present event: *A man came in*, not *Men come late*."""
    words, vices = reference_words(document.lang), STEREOTYPE_RULES[document.lang].vices
    verb = document.tokens[predicate]
    if has_copula(document, predicate) or verb.text.lower() in words["stative"] | words["modal"]:
        return False
    if vices is not None and verb.text.lower() in vices:
        return False
    children = [document.tokens[child] for child in document.children[predicate]]
    auxiliaries = [child for child in children if child.relation in AUXILIARIES]
    if any(child.text.lower() in words["habitual"] for child in children):
        return False
    if any(auxiliary.text.lower() in words["modal"] for auxiliary in auxiliaries):
        return False
    if verb.morph.get("Tense") == "Imp":
        return False
    if any(
        token.morph.get("Tense") == "Past" and token.morph.get("VerbForm") == "Fin" for token in (verb, *auxiliaries)
    ):
        return True
    being = any(auxiliary.text.lower() in words["copulas"] for auxiliary in auxiliaries)
    return verb.morph.get("VerbForm") in ("Part", "Ger") and (perfect or being)
