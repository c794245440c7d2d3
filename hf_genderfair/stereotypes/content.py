"""What a sentence says of its category label: the information, and what kind of information it is."""

from __future__ import annotations

from collections.abc import Sequence

from hf_genderfair.languages.document import Document
from hf_genderfair.stereotypes.abstraction import generalization_of
from hf_genderfair.stereotypes.evaluation import evaluate
from hf_genderfair.stereotypes.indicators import NOT_APPLICABLE, Content, Label
from hf_genderfair.stereotypes.predicates import SUBJECTS, Predicate, find_predicates, has_subject
from hf_genderfair.stereotypes.situation import ENDURING, OTHER, SITUATIONAL, situation_of

NEEDS = frozenset({"pos", "morph", "lemma", "syntax"})
"""Layers of the analysis that are read."""

LANGUAGES = ("de", "en", "es")

EDGES = frozenset({"mark", "cc", "punct"})
"""Relations of tokens that begin or end a clause and say nothing of the label."""


def read_content(document: Document, sentence: int, label: Label) -> Content:
    """Read what a sentence says of its label (Görge et al. 2025, appendix D.2, questions 7 to 10).

    A lasting characteristic wins over an episode, an episode over what only happens to the label. Pronouns that take
    up the label in the same sentence count.

    Args:
        document: The text, analysed with the layers of `NEEDS`; its language is one of `LANGUAGES`.
        sentence: Number of the sentence.
        label: Its category label.

    Returns:
        The content; ``not-applicable`` with an empty span where nothing is said of the label.

    Example:
        >>> from hf_genderfair.languages.pipelines import pipeline
        >>> text = "Old men are too lazy to cook."
        >>> document = Document(text, next(pipeline("en").analyse([text])), "en")
        >>> label = Label(0, 7, 1, "age", "old", "generic target", "neutral", "noun", "generic")
        >>> content = read_content(document, 0, label)
        >>> text[content.start : content.end], content.situation, content.situation_evaluation, content.generalization
        ('are too lazy to cook', 'enduring characteristics', 'negative', 'abstract')
    """
    predicates = find_predicates(document, sentence, label)
    generic = label.target_type == "generic target"
    situations = [situation_of(document, predicate, generic) for predicate in predicates]
    for situation in (ENDURING, SITUATIONAL, OTHER):
        chosen = [each for each, found in zip(predicates, situations, strict=True) if found == situation]
        if not chosen:
            continue
        places = _information(document, chosen, label)
        start, end = (document.tokens[places[0]].start, document.tokens[places[-1]].end) if places else (0, 0)
        if situation == OTHER:
            return Content(start, end, situation, NOT_APPLICABLE, NOT_APPLICABLE)
        generalization = generalization_of(document, chosen[0].head, situation == ENDURING)
        return Content(start, end, situation, evaluate(document, places), generalization)
    return Content(label.end, label.end, NOT_APPLICABLE, NOT_APPLICABLE, NOT_APPLICABLE)


def _information(document: Document, chosen: Sequence[Predicate], label: Label) -> list[int]:
    """Return the tokens of the predicates, in order and without gaps, as far as they stand in one clause."""
    first = _clause(document, chosen[0], label)
    last = first
    for predicate in chosen[1:]:
        places = _clause(document, predicate, label)
        if places and first and places[0] <= first[-1] + 2:
            last = places if places[-1] > last[-1] else last
    return list(range(first[0], last[-1] + 1)) if first else []


def _clause(document: Document, predicate: Predicate, label: Label) -> list[int]:
    """Return the tokens below a predicate on that side of the label on which it stands, without edges."""
    first, last = document.subtree(predicate.head)
    for child in document.children[predicate.head]:
        relation = document.tokens[child].relation
        if relation in ("conj", "parataxis") and child > predicate.head and has_subject(document, child):
            last = min(last, document.subtree(child)[0])
        elif relation in SUBJECTS:
            subject = document.subtree(child)
            if subject[0] <= predicate.head:
                first = max(first, subject[1])
            else:
                last = min(last, subject[0])
    if predicate.role == "patient" and first <= label.head < last and predicate.head != label.head:
        return _trimmed(document, first, last)
    if predicate.head != label.head and first <= label.head < predicate.head:
        first = label.head + 1
    elif predicate.head < label.head < last:
        last = label.head
    return _trimmed(document, first, last)


def _trimmed(document: Document, first: int, last: int) -> list[int]:
    while first < last and document.tokens[first].relation in EDGES:
        first += 1
    while first < last and document.tokens[last - 1].relation in EDGES:
        last -= 1
    return list(range(first, last))
