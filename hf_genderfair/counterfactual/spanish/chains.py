"""Which words of a Spanish text mean the same person: they are swapped together or not at all."""

from __future__ import annotations

from hf_genderfair.counterfactual.chains import Chains
from hf_genderfair.counterfactual.spanish.agreement import own_subject, subject
from hf_genderfair.counterfactual.spanish.analysis import SpanishAnalysis
from hf_genderfair.languages.clauses import SUBJECTS, dependents, has_dependent

APPOSED = frozenset(("appos", "flat"))
PREDICATIVE = frozenset(("xcomp", "obj", "root", "conj", "ccomp", "advcl"))


def chains(analysis: SpanishAnalysis) -> dict[int, int]:
    """Number the persons of a text."""
    # Words that agree belong to what they agree with, predicates and appositions to their subject or head. A pronoun,
    # or a predicate without written subject, takes up the last person in the singular that was a subject.
    members = {*analysis.people, *analysis.people.values(), *analysis.nouns, *_names(analysis)}
    known = sorted(members)
    joined = Chains()
    for index, owner in analysis.people.items():
        joined.join(index, owner)
    for index in known:
        for other in _same(analysis, index):
            if other in members:
                joined.join(index, other)
    current: int | None = None
    for index in known:
        if not analysis.is_singular(index) or analysis.document.tokens[index].pos == "DET":
            continue
        anonymous = analysis.people.get(index) == index and index not in analysis.nouns
        if current is not None and anonymous:
            joined.join(index, current)
        if anonymous or analysis.document.tokens[index].relation in (*SUBJECTS, "root"):
            current = index
    return {index: joined.number(index) for index in known}


def _names(analysis: SpanishAnalysis) -> list[int]:
    return [index for index, kind in analysis.types.items() if kind == "PER" and analysis.may_be_person(index)]


def _same(analysis: SpanishAnalysis, index: int) -> list[int]:
    """Return the words that name the same person: the subject of a predicate, an apposition, the rest of a name."""
    document, tokens = analysis.document, analysis.document.tokens
    same = dependents(document, index, *APPOSED)
    if index not in analysis.nouns:
        return same
    own = own_subject(document, index)
    if own is not None:
        same.append(own)
    elif tokens[index].relation in PREDICATIVE and not has_dependent(analysis.document, index, "det"):
        same.append(subject(document, index, document.heads[index]))
    return same
