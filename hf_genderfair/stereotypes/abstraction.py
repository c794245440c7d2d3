"""How abstract the predicate of a label is (Semin and Fiedler 1988)."""

from __future__ import annotations

from hf_genderfair.languages.clauses import has_copula
from hf_genderfair.languages.document import Document
from hf_genderfair.stereotypes.clauses import case_of, has_subject
from hf_genderfair.stereotypes.indicators import Generalization
from hf_genderfair.stereotypes.predicate_words import reference_words, situation_words, verb_class


def generalization_of(document: Document, head: int, enduring: bool) -> Generalization:
    """Return how abstract a predicate is."""
    # An infinitive after a verb such as *love*, *try* or *know how* names the behaviour, and decides. An interpretive
    # action that somebody does habitually describes a character, and is abstract (Semin and Fiedler 1988: the more
    # lasting a quality, the more abstract the category).
    head = _behaviour(document, head)
    token = document.tokens[head]
    quality = token.text.lower() in situation_words(document.lang)["quality"]
    if quality or token.pos not in ("VERB", "AUX") or is_copular(document, head):
        return "abstract"
    if is_light(document, head):
        return "concrete"
    found = verb_class(token, document.lang)
    doing = found in ("action", "appearance") or (found == "interpretive" and not enduring)
    return "concrete" if doing else "abstract"


def is_copular(document: Document, head: int) -> bool:
    """Return whether an adjective, a noun or a likeness completes a verb: *looks tired*, *sounds like a bell*."""
    verb = document.tokens[head]
    if verb.lemma.lower() in situation_words(document.lang)["moving"]:
        return False
    if has_copula(document, head):
        return True
    appears = verb_class(verb, document.lang) == "appearance"
    for child in document.children[head]:
        token = document.tokens[child]
        if token.relation == "xcomp" and token.pos in ("ADJ", "NOUN"):
            return True
        if appears and (
            token.relation in ("obl", "advcl") and case_of(document, child) & reference_words(document.lang)["likeness"]
        ):
            return True
    return False


def is_light(document: Document, head: int) -> bool:
    """Return whether a verb such as *have* only carries an event: *had trouble sleeping*, *had to go*."""
    if verb_class(document.tokens[head], document.lang) != "state":
        return False
    words = situation_words(document.lang)
    for child in document.children[head]:
        if document.tokens[child].relation == "xcomp" and document.tokens[head].text.lower() in words["having_to"]:
            return document.tokens[child].pos == "VERB"
        if document.tokens[child].relation == "obj":
            inside = (child, *document.children[child])
            return any(document.tokens[index].text.lower() in words["event"] for index in inside)
    return False


def _behaviour(document: Document, head: int) -> int:
    """Follow infinitives down to the last one: *they love to try to cook*."""
    for _ in range(len(document.tokens)):
        below = next((child for child in document.children[head] if _goes_on(document, head, child)), None)
        if below is None:
            return head
        head = below
    return head


def _goes_on(document: Document, head: int, child: int) -> bool:
    token = document.tokens[child]
    if verb_class(document.tokens[head], document.lang) == "state_action":
        return False
    follows = token.relation in ("xcomp", "ccomp") and document.tokens[head].pos == "VERB" and token.pos == "VERB"
    return follows and not has_subject(document, child)
