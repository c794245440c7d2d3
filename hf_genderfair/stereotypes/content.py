"""The information that a sentence gives of its category label, and the indicators of this information."""

from __future__ import annotations

from collections.abc import Sequence

from hf_genderfair.languages.document import Document
from hf_genderfair.stereotypes.abstraction import generalization_of
from hf_genderfair.stereotypes.clauses import has_subject
from hf_genderfair.stereotypes.evaluation import evaluate
from hf_genderfair.stereotypes.indicators import NOT_APPLICABLE, Content, Label
from hf_genderfair.stereotypes.predicates import LabelPredicate, find_predicates
from hf_genderfair.stereotypes.situation import ENDURING, OTHER, SITUATIONAL, situation_of

JOINED = 2
"""Tokens that may stand between two predicates of one piece of information: a comma and a conjunction."""

EDGES = frozenset({"mark", "cc", "punct"})
"""Relations of tokens that begin or end a clause and say nothing of the label."""


def read_content(document: Document, sentence: int, label: Label) -> Content:
    """Return what a sentence says of its label (Görge et al. 2025, appendix D.2, questions 7 to 10)."""
    # A lasting characteristic takes precedence over an episode, and an episode over an event that only happens to the
    # label. Predicates of pronouns that refer to the label in the same sentence count.
    predicates = find_predicates(document, sentence, label)
    generic = label.target_type == "generic target"
    situations = [situation_of(document, predicate, generic) for predicate in predicates]
    for situation in (ENDURING, SITUATIONAL):
        if situation in situations:
            main = predicates[situations.index(situation)]
            assessed = [each for each, found in zip(predicates, situations, strict=True) if found != OTHER]
            indices = _information(document, assessed, main)
            start, end = _span(document, indices, label)
            generalization = generalization_of(document, main.head, situation == ENDURING)
            return Content(
                start, end, situation, evaluate(document, _unlabelled(document, indices, label)), generalization
            )
    if not predicates:
        return Content(label.end, label.end, NOT_APPLICABLE, NOT_APPLICABLE, NOT_APPLICABLE)
    start, end = _span(document, _information(document, predicates, predicates[0]), label)
    return Content(start, end, OTHER, NOT_APPLICABLE, NOT_APPLICABLE)


def _span(document: Document, indices: Sequence[int], label: Label) -> tuple[int, int]:
    if not indices:
        return label.end, label.end
    return document.tokens[indices[0]].start, document.tokens[indices[-1]].end


def _information(document: Document, predicates: Sequence[LabelPredicate], main: LabelPredicate) -> list[int]:
    """Return the tokens of a predicate and of those coordinated with it, in order and without gaps."""
    first, last, reached = -1, -1, False
    for predicate in predicates:
        indices = _clause(document, predicate)
        if not indices:
            continue
        if first < 0 or indices[0] > last + JOINED:
            if reached:
                break
            first, last = indices[0], indices[-1] + 1
        last = max(last, indices[-1] + 1)
        reached = reached or predicate == main
    return list(range(first, last)) if reached else []


def _clause(document: Document, predicate: LabelPredicate) -> list[int]:
    """Return the tokens below a predicate, without its subject where that stands at the edge, and without edges."""
    first, last = document.subtree(predicate.head)
    for child in document.children[predicate.head]:
        relation = document.tokens[child].relation
        further = relation == "parataxis" or (relation == "conj" and has_subject(document, child))
        if further and child > predicate.head:
            last = min(last, document.subtree(child)[0])
    for child in document.children[predicate.head]:
        if document.tokens[child].relation.startswith("nsubj"):
            subject = document.subtree(child)
            if all(document.tokens[index].relation in EDGES for index in range(first, subject[0])):
                first = subject[1]
            elif all(document.tokens[index].relation in EDGES for index in range(subject[1], last)):
                last = subject[0]
    return _trimmed(document, first, last)


def _unlabelled(document: Document, indices: Sequence[int], label: Label) -> list[int]:
    tokens = document.tokens
    apart = [index for index in indices if tokens[index].end <= label.start or tokens[index].start >= label.end]
    # where an adjective inside the label is its only predicate, nothing lies outside
    return apart or list(indices)


def _trimmed(document: Document, first: int, last: int) -> list[int]:
    while first < last and document.tokens[first].relation in EDGES:
        first += 1
    while first < last and document.tokens[last - 1].relation in EDGES:
        last -= 1
    return list(range(first, last))
