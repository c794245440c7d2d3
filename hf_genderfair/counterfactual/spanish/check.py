"""The check of a Spanish swap: a sentence in which a word would keep the old gender beside who changes stays whole."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Set

from hf_genderfair.counterfactual.spanish.agreement import (
    ALL_JOINS,
    DROPPED,
    agrees,
    controller,
    may_agree,
    own_subject,
)
from hf_genderfair.counterfactual.spanish.analysis import SpanishAnalysis
from hf_genderfair.counterfactual.spanish.clitics import persons_before, verb_index, verb_of_clitic
from hf_genderfair.counterfactual.spanish.null_subjects import is_heading, is_of_fact
from hf_genderfair.counterfactual.spanish.persons import NOUN_LIKE
from hf_genderfair.counterfactual.spanish.things import is_non_person
from hf_genderfair.counterfactual.spanish.verbs import PASSIVES_OF_THINGS, WITH_FACT, is_said_of_persons
from hf_genderfair.languages.clauses import SUBJECTS, dependents, has_copula, has_dependent
from hf_genderfair.languages.romance.gender_forms import has_other_form
from hf_genderfair.languages.types import grammatical_gender

UNCLEAR = ("unclear object", "unclear antecedent")
BESIDE = ALL_JOINS | {","}
NAMING = ("appos", "flat", "conj", "xcomp")
"""Relations of a noun that names the person above it once more."""


def half_changed(analysis: SpanishAnalysis, numbers: Mapping[int, int], kept: Mapping[int, str]) -> set[int]:
    """Return the persons of the sentences that would be changed by half."""
    sentence_of = analysis.document.sentence_of
    changing = {index for index in analysis.people if numbers[index] not in kept}
    sentences = {sentence_of[index] for index in changing}
    halves = {sentence for sentence in sentences if any(_would_stay(analysis, sentence, changing))}
    persons = {numbers[index] for index in changing if sentence_of[index] in halves}
    reached = {sentence_of[index] for index, number in numbers.items() if number in persons}
    return {numbers[index] for index in analysis.people if sentence_of[index] in reached}


def _would_stay(analysis: SpanishAnalysis, sentence: int, changing: Set[int]) -> Iterator[bool]:
    """Yield of each word of a sentence that does not change whether it may be said of somebody who does."""
    after_person = False
    for index in range(*analysis.document.sentences[sentence]):
        if index in changing:
            after_person = after_person or analysis.is_singular(index)
        elif analysis.refused.get(index) in UNCLEAR:
            yield _may_take_up(analysis, index, changing, after_person=after_person)
        elif index in analysis.nouns:
            yield _names(analysis, index, changing)
        elif index not in analysis.people:
            yield _is_joined(analysis, index, changing)
            yield _shows_gender(analysis, index) and _may_describe(analysis, index, changing)


def _may_take_up(analysis: SpanishAnalysis, index: int, changing: Set[int], *, after_person: bool) -> bool:
    """Whether a pronoun in the singular may take up somebody who changes: *el rey calló, pues lo oyeron*."""
    if not analysis.is_singular(index) or analysis.low[index].endswith("s"):
        return False
    verb = verb_of_clitic(analysis, index)
    if verb in PASSIVES_OF_THINGS or (analysis.source == "masculine" and verb in WITH_FACT):
        return False
    if any(person in changing for person in persons_before(analysis, index)):
        return True
    # La reina fue a la puerta, él la agarró
    own = own_subject(analysis.document, verb_index(analysis, index))
    return own is not None and own not in changing and after_person


def _names(analysis: SpanishAnalysis, index: int, changing: Set[int]) -> bool:
    """Whether a noun that stays names somebody who changes: *el señor cura*, *la reina, su amiga*."""
    document = analysis.document
    beside = (document.heads[index], *document.children[index])
    named = (at for at in beside if at in changing and document.tokens[max(at, index)].relation in NAMING)
    return any(agrees(document, index, at) for at in named)


def _is_joined(analysis: SpanishAnalysis, index: int, changing: Set[int]) -> bool:
    """Whether a word that may be an adjective is joined to one that changes, whatever it is taken for: *pálida e*."""
    document, token = analysis.document, analysis.document.tokens[index]
    if token.pos not in NOUN_LIKE or not has_other_form(analysis.low[index], analysis.source):
        return False
    # la pastora, muy sorda, canta
    joins = ALL_JOINS if token.morph.get("VerbForm") == "Fin" else BESIDE
    near = (at for at in (index - 2, index + 2) if at in changing and at not in analysis.nouns)
    described = (at for at in near if document.tokens[at].pos in ("ADJ", "VERB"))
    return any(analysis.low[(index + at) // 2] in joins and agrees(document, index, at) for at in described)


def _shows_gender(analysis: SpanishAnalysis, index: int) -> bool:
    """Whether a word of the source gender has another form for the other gender."""
    token, low = analysis.document.tokens[index], analysis.low[index]
    gender = grammatical_gender(token.morph)
    unknown = gender is None and (token.pos in ("DET", "VERB") or low.endswith(("or", "ora")))
    named = token.pos == "NOUN" and has_dependent(analysis.document, index, "det", "case")
    return (
        not named
        and (token.pos == "DET" or may_agree(token))
        and (gender == analysis.source or unknown)
        and has_other_form(low, analysis.source)
    )


def _may_describe(analysis: SpanishAnalysis, index: int, changing: Set[int]) -> bool:
    """Whether a word agrees with somebody who changes, or its subject is not written and may be that person."""
    document, token = analysis.document, analysis.document.tokens[index]
    if analysis.is_invariant(index) or is_of_fact(analysis, index):
        return False
    owner, head, relation = controller(document, index), document.heads[index], token.relation
    apposed = document.tokens[head].relation == "appos" and document.heads[head] in changing
    joined = any(at in changing and agrees(document, index, at) for at in dependents(document, index, "conj"))
    if owner in changing or (relation in SUBJECTS and head in changing) or joined or (apposed and relation == "det"):
        return True
    beside = [at for at in (index - 1, index + 1) if 0 <= at < len(analysis.low) and agrees(document, index, at)]
    if token.pos == "DET" or head in changing:
        return index + 1 in changing and index + 1 in beside
    if owner == DROPPED:
        thing = any(is_non_person(document, at, analysis.types) for at in beside)
        behind = index > 0 and (document.tokens[index - 1].pos == "ADP" or is_heading(analysis, index - 1))
        return analysis.is_singular(index) and not thing and not behind
    unread = owner >= 0 and is_said_of_persons(analysis.low[index]) and not has_copula(document, owner)
    return unread and document.tokens[owner].pos == "PROPN"
