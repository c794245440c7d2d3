"""Evidence from the context whether a name of unknown type is that of a person.

Small pipelines know few names and tag many persons as places. The context distinguishes them: the subject of *write*
or *marry* and the antecedent of *his* or *her* is a person, the object of *live in* is a place.
"""

from __future__ import annotations

from collections.abc import Callable, Container
from dataclasses import dataclass

from hf_genderfair.languages.document import Document

BESIDE = {"PER": 1.5, "LOC": -1.0, "ORG": -1.0, "": 0.5}
"""Weight of the entity type of a name in coordination or apposition with the name in question."""


def _nothing_else(document: Document, head: int, first: int, last: int) -> float:
    return 0.0


@dataclass(frozen=True)
class ContextRules:
    """The words of a language that tell whether a name beside them is that of a person.

    Attributes:
        personal_verbs: Lemmas of verbs whose subjects are mostly persons.
        before_place: Prepositions before places.
        before_person: Prepositions before persons, more than before places.
        pronouns: Pronouns that refer to a person.
        enough: Sum of evidence from which a name is a person's.
        modifiers: Relations in which a name before a noun only says which one is meant: *Austin schools*.
        shown: Adds up what else a name shows by its head, first token and the end of its last.

    Example:
        >>> from hf_genderfair.languages.coreference.languages import actor_rules
        >>> "marry" in actor_rules("en").names.context.personal_verbs
        True
    """

    personal_verbs: Container[str]
    before_place: Container[str]
    before_person: Container[str]
    pronouns: Container[str]
    enough: float
    modifiers: frozenset[str]
    shown: Callable[[Document, int, int, int], float] = _nothing_else


def person_evidence(
    document: Document, first: int, last: int, kind_of: Callable[[int], str], rules: ContextRules
) -> float:
    """Add up the evidence of the context that a name is that of a person."""
    tokens, heads = document.tokens, document.heads
    head = next((index for index in range(first, last) if not first <= heads[index] < last), first)
    relation = tokens[head].relation
    weight = _before(document, first, rules) + _below(document, head)
    if relation.startswith("nsubj") or relation in ("obl:agent", "vocative", "iobj"):
        weight += 1.0
        weight += tokens[heads[head]].lemma.lower() in rules.personal_verbs
    elif relation == "obj":
        weight += 0.5 + 0.5 * (tokens[heads[head]].lemma.lower() in rules.personal_verbs)
    elif relation == "nmod:poss":
        weight += 0.5
    elif relation in ("conj", "appos", "flat"):
        weight += BESIDE.get(kind_of(heads[head]), 0.0)
    elif heads[head] >= last and relation in rules.modifiers:
        weight -= 1.0
    return weight + rules.shown(document, head, first, last) + _taken_up(document, last, rules)


def _before(document: Document, first: int, rules: ContextRules) -> float:
    low = document.tokens[first - 1].text.lower() if first else ""
    if low in rules.before_place:
        return -1.5
    return 0.75 * (low in rules.before_person)


def _below(document: Document, head: int) -> float:
    """Return the evidence of the dependents of a name: an article counts against a person, *who* for one."""
    weight = 0.0
    for child in document.children[head]:
        token = document.tokens[child]
        if token.relation == "det" and child < head:
            weight -= 2.0
        elif token.relation == "acl:relcl" and any(
            document.tokens[below].text.lower() in ("who", "whom", "whose") for below in document.children[child]
        ):
            weight += 2.0
    return weight


def _taken_up(document: Document, last: int, rules: ContextRules) -> float:
    """Return 1 where a pronoun for a person follows in the sentence, 0.5 where one follows in the next sentence."""
    number = document.sentence_of[last - 1]
    if any(token.text.lower() in rules.pronouns for token in document.tokens[last : document.sentences[number][1]]):
        return 1.0
    if number + 1 < len(document.sentences):
        start, end = document.sentences[number + 1]
        return 0.5 * any(token.text.lower() in rules.pronouns for token in document.tokens[start : min(end, start + 8)])
    return 0.0
