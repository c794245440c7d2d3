"""Spanish object pronouns that stay, and may mean a person who changes: *ella fue a la puerta, él la agarró*."""

from __future__ import annotations

from collections.abc import Iterator

from hf_genderfair.counterfactual.spanish.agreement import own_subject
from hf_genderfair.counterfactual.spanish.analysis import SpanishAnalysis
from hf_genderfair.counterfactual.spanish.clitics import CLITICS, verb_index, verb_of_clitic
from hf_genderfair.counterfactual.spanish.verbs import PASSIVES_OF_THINGS, WITH_FACT
from hf_genderfair.languages.clauses import has_copula


def objects_of_others(analysis: SpanishAnalysis, staying: set[int]) -> Iterator[int]:
    """Find the unclear objects of what another does than a person who changes in the same sentence.

    Args:
        analysis: The words for persons.
        staying: The words that do not change.

    Yields:
        The pronouns; those of verbs of things are left out, and in the masculine those of verbs of facts.
    """
    document = analysis.document
    for index, reason in analysis.refused.items():
        if reason != "unclear object" or index not in staying or analysis.low[index] not in CLITICS:
            continue
        verb = verb_of_clitic(analysis, index)
        if verb in PASSIVES_OF_THINGS or (analysis.source == "masculine" and verb in WITH_FACT):
            continue
        start, end = document.sentences[document.sentence_of[index]]
        persons = (at for at in range(start, end) if analysis.people.get(at) == at and at not in staying)
        if any(_may_be_meant(analysis, index, person) for person in persons):
            yield index


def _may_be_meant(analysis: SpanishAnalysis, index: int, person: int) -> bool:
    """Whether a person has the number of an object pronoun, and is not who does what its verb says."""
    tokens, low = analysis.document.tokens, analysis.low
    if tokens[person].pos not in ("NOUN", "PROPN", "PRON") or analysis.is_singular(person) == low[index].endswith("s"):
        return False
    if person > index:
        # todos lo aplauden, porque es un buen hombre
        return has_copula(analysis.document, person) and own_subject(analysis.document, person) is None
    verb = verb_index(analysis, index)
    if person == index - 1 and tokens[verb + 1 : verb + 2] and tokens[verb + 1].pos in ("DET", "PROPN"):
        # que el fiscal lo escoja la Cámara
        return True
    own = own_subject(analysis.document, verb)
    if own is not None:
        return own != person
    finite = tokens[verb].morph
    singular = finite.get("Number", "Sing") == "Sing"
    return finite.get("VerbForm") == "Fin" and (
        finite.get("Person") in ("1", "2") or singular != analysis.is_singular(person)
    )
