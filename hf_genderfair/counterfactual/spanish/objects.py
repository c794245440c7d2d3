"""Spanish object pronouns that stay, and may mean a person who changes: *ella fue a la puerta, él la agarró*."""

from __future__ import annotations

from collections.abc import Iterator

from hf_genderfair.counterfactual.spanish.agreement import agrees, own_subject
from hf_genderfair.counterfactual.spanish.analysis import SpanishAnalysis
from hf_genderfair.counterfactual.spanish.clitics import (
    CASE_CLITICS,
    persons_before,
    verb_index,
    verb_of_clitic,
)
from hf_genderfair.counterfactual.spanish.verbs import (
    PASSIVES_OF_THINGS,
    WITH_FACT,
)
from hf_genderfair.languages.clauses import SUBJECTS, has_copula


def objects_of_others(analysis: SpanishAnalysis, staying: set[int]) -> Iterator[int]:
    """Find the unclear objects of what another does than a person who changes in the same sentence."""
    document = analysis.document
    for index in _unclear_objects(analysis):
        if index not in staying:
            continue
        start, end = document.sentences[document.sentence_of[index]]
        persons = (at for at in range(start, end) if analysis.people.get(at) == at and at not in staying)
        if any(_may_be_meant(analysis, index, person) for person in persons):
            yield index


def _may_be_meant(analysis: SpanishAnalysis, index: int, person: int) -> bool:
    """Whether a person has the number of an object pronoun, and is not who does what its verb says."""
    tokens, low = analysis.document.tokens, analysis.low
    if tokens[person].pos == "DET" or analysis.is_singular(person) == low[index].endswith("s"):
        return False
    verb = verb_index(analysis, index)
    if person > index:
        # todos lo aplauden, porque es un buen hombre; la quiso calmar, pero ella calló
        said = has_copula(analysis.document, person) and own_subject(analysis.document, person) is None
        return said or (tokens[person].relation in SUBJECTS and tokens[person].pos == "PRON")
    if person == index - 1 and tokens[verb + 1 : verb + 2] and tokens[verb + 1].pos in ("DET", "PROPN"):
        # que el fiscal lo escoja la Cámara
        return True
    own = own_subject(analysis.document, verb)
    if own is not None:
        return own != person
    finite, above = tokens[verb].morph, analysis.document.heads[verb]
    if finite.get("VerbForm") == "Inf" and not CASE_CLITICS.isdisjoint(
        low[at] for at in analysis.document.children[above]
    ):
        # la miseria le hacía compadecerla
        return tokens[verb].relation == "xcomp" and own_subject(analysis.document, above) != person
    singular = finite.get("Number", "Sing") == "Sing"
    return finite.get("VerbForm") == "Fin" and (
        finite.get("Person") in ("1", "2") or singular != analysis.is_singular(person)
    )


def taken_up_unclearly(analysis: SpanishAnalysis) -> Iterator[int]:
    """Find the persons whom an object pronoun that stays may take up."""
    document = analysis.document
    for index in _unclear_singular_objects(analysis):
        # nuestro vecino, que hoy hace un año que murió y lo recordamos
        above = set(document.ancestors(index)) & analysis.nouns.keys() & analysis.people.keys()
        yield from (at for at in above if at < index and agrees(document, index, at))
        for person in persons_before(analysis, index):
            if person in analysis.nouns or analysis.document.tokens[person].pos not in ("ADJ", "VERB"):
                yield person


def _unclear_objects(analysis: SpanishAnalysis) -> Iterator[int]:
    """Yield the object pronouns that stay though their verb is no verb of things or facts: *abandonarla*."""
    for index, reason in analysis.refused.items():
        verb = verb_of_clitic(analysis, index)
        things = verb in PASSIVES_OF_THINGS or (analysis.source == "masculine" and verb in WITH_FACT)
        if reason == "unclear object" and not things:
            yield index


def _unclear_singular_objects(analysis: SpanishAnalysis) -> Iterator[int]:
    yield from (index for index in _unclear_objects(analysis) if not analysis.low[index].endswith("s"))
