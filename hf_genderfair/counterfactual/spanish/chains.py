"""Which words of a Spanish text mean the same person: they are swapped together or not at all."""

from __future__ import annotations

from hf_genderfair.counterfactual.spanish.agreement import DROPPED, SUBJECTS, own_subject, subject
from hf_genderfair.counterfactual.spanish.analysis import SpanishAnalysis

APPOSED = frozenset(("appos", "flat"))
PREDICATIVE = frozenset(("xcomp", "obj", "root", "conj", "ccomp", "advcl"))


def chains(reading: SpanishAnalysis) -> dict[int, int]:
    """Number the persons of a text.

    Words that agree belong to what they agree with, predicates and appositions to their subject or head. A pronoun, or
    a predicate without written subject, takes up the last person in the singular that was a subject.

    Returns:
        For each place of a word for a person, and of the name of one, the number of the person, in order.

    Example:
        >>> from hf_genderfair.languages.document import Document
        >>> from hf_genderfair.languages.pipelines import pipeline
        >>> text = "Ella vio a la reina."
        >>> document = Document(text, next(pipeline("es").analyse([text])), "es")
        >>> chains(SpanishAnalysis(document, "Fem"))
        {0: 0, 3: 1, 4: 1}
    """
    known = sorted({*reading.people, *reading.people.values(), *reading.nouns, *_names(reading)})
    parents = {place: place for place in known}
    for place, owner in reading.people.items():
        _join(parents, place, owner)
    for place in known:
        for other in _same(reading, place):
            if other in parents:
                _join(parents, place, other)
    current: int | None = None
    for place in known:
        if not reading.is_singular(place) or reading.document.tokens[place].pos == "DET":
            continue
        anonymous = reading.people.get(place) == place and place not in reading.nouns
        if current is not None and (anonymous or _has_no_subject(reading, place)):
            _join(parents, place, current)
        if anonymous or reading.document.tokens[place].relation in (*SUBJECTS, "root"):
            current = place
    numbers: dict[int, int] = {}
    return {place: numbers.setdefault(_root(parents, place), len(numbers)) for place in known}


def _names(reading: SpanishAnalysis) -> list[int]:
    return [place for place, kind in reading.types.items() if kind == "PER" and reading.may_be_person(place)]


def _same(reading: SpanishAnalysis, place: int) -> list[int]:
    """Return the words that name the same person: the subject of a predicate, an apposition, the rest of a name."""
    document, tokens = reading.document, reading.document.tokens
    same = [child for child in document.children[place] if tokens[child].relation in APPOSED]
    if place not in reading.nouns:
        return same
    own = own_subject(document, place)
    if own is not None:
        same.append(own)
    elif tokens[place].relation in PREDICATIVE and not _is_determined(reading, place):
        same.append(subject(document, place, document.heads[place]))
    return same


def _is_determined(reading: SpanishAnalysis, place: int) -> bool:
    return any(reading.document.tokens[child].relation == "det" for child in reading.document.children[place])


def _has_no_subject(reading: SpanishAnalysis, place: int) -> bool:
    """Whether a noun is said of somebody whom no word of its clause names: *Fue tesorera*."""
    document = reading.document
    if place not in reading.nouns or own_subject(document, place) is not None:
        return False
    tokens = document.tokens
    if any(tokens[child].relation == "cop" for child in document.children[place]):
        return subject(document, place, place) == DROPPED
    bare = tokens[place].relation in PREDICATIVE and not _is_determined(reading, place)
    return bare and tokens[place].relation != "root" and subject(document, place, document.heads[place]) == DROPPED


def _root(parents: dict[int, int], place: int) -> int:
    while parents[place] != place:
        place = parents[place]
    return place


def _join(parents: dict[int, int], place: int, other: int) -> None:
    first, second = sorted((_root(parents, place), _root(parents, other)))
    parents[second] = first
