"""Whether a Spanish adjective or participle without written subject describes a person: *fue invitada*."""

from __future__ import annotations

from hf_genderfair.counterfactual.spanish.agreement import (
    ENDING,
    LINKING,
    OWNED,
    PREDICATIVE,
    agrees,
    begins_sentence,
    own_subject,
)
from hf_genderfair.counterfactual.spanish.known_persons import KnownPersons
from hf_genderfair.counterfactual.spanish.things import is_non_person
from hf_genderfair.counterfactual.spanish.verbs import (
    MOSTLY_OF_THINGS,
    OF_FACTS,
    OF_PERSONS,
    PASSIVES_OF_THINGS,
    is_said_of_persons,
    verb_of,
)
from hf_genderfair.languages.clauses import dependents, has_dependent, prepositions

PASSIVE = ("cop", "aux:pass")
SPEAKERS = frozenset(("me", "te"))
SPEECH_ACT = frozenset("12")
"""Grammatical persons who speak or are spoken to."""


def is_dropped_person(analysis: KnownPersons, index: int) -> bool:
    """Whether a dropped subject is a person: one was named last, or the predicate is said of persons."""
    document, token = analysis.document, analysis.document.tokens[index]
    if analysis.low[index] in OWNED or token.pos == "NUM":
        return False
    head = document.heads[index]
    if token.relation == "amod" and head > index and is_non_person(document, head, analysis.types):
        # cuán pura es esta pasión
        return False
    if _is_of_thing_behind(analysis, index):
        return False
    if index and is_heading(analysis, index - 1):
        return False
    nearest = nearest_subject(analysis, index)
    if token.morph.get("Number") == "Plur":
        return analysis.source == "feminine" and nearest is True and _is_predicative(analysis, index)
    if nearest is False or not _is_predicative(analysis, index) or _follows_thing(analysis, index):
        return False
    if is_of_fact(analysis, index):
        return False
    return nearest is True or _is_said_of_person(analysis, index)


def is_heading(analysis: KnownPersons, index: int) -> bool:
    """Whether a word that begins a sentence and is taken for a verb may be a noun: *Pregunta dirigida al alcalde*."""
    verb = analysis.document.tokens[index].pos == "VERB" and analysis.low[index].endswith(ENDING[analysis.source])
    return verb and begins_sentence(analysis.document, index)


def _is_of_thing_behind(analysis: KnownPersons, index: int) -> bool:
    """Whether a word is said of the thing behind it: *triste del barco que*, *el conocido como puente viejo*."""
    document, after = analysis.document, analysis.low[index + 1 : index + 2]
    named = after == ["como"] and has_dependent(document, index, "det")
    if not named and not (after in (["de"], ["del"]) and begins_sentence(document, index)):
        return False
    said = dependents(document, index, "nmod", "obl")
    return any(is_non_person(document, at, analysis.types) and agrees(document, index, at) for at in said)


def is_of_fact(analysis: KnownPersons, index: int) -> bool:
    """Whether a masculine predicate is said of a clause: *es cierto, no me parece adecuado denunciarlo*."""
    document, tokens = analysis.document, analysis.document.tokens
    if analysis.source == "feminine":
        return False
    if analysis.low[index] in OF_FACTS or tokens[index].lemma in OF_FACTS:
        return True
    after = tokens[index + 1] if index + 1 < len(tokens) else None
    degree = index > 0 and analysis.low[index - 1] == "tan"
    clause = after is not None and (
        (after.text.lower() == "que" and not degree) or after.morph.get("VerbForm") == "Inf"
    )
    return clause or any(at not in analysis.nouns for at in dependents(document, index, "ccomp", "csubj"))


def _is_said_of_person(analysis: KnownPersons, index: int) -> bool:
    """Whether a predicate shows that its subject is a person, where the text names nobody."""
    document, tokens = analysis.document, analysis.document.tokens
    token, children = tokens[index], document.children[index]
    if any(analysis.low[at] == "un" for at in children):
        # es un absurdo
        return False
    head = document.heads[index]
    verbs = [at for at in children if tokens[at].relation in ("aux", *PASSIVE)]
    reflexive = not SPEAKERS.isdisjoint(analysis.low[at] for at in document.children[head])
    if not verbs and tokens[head].pos in ("VERB", "AUX") and (reflexive or tokens[head].lemma in LINKING):
        verbs = [head, *dependents(document, head, "aux")]
    if any(tokens[at].morph.get("Person", "") in SPEECH_ACT for at in verbs):
        return True
    if _is_beside_person(analysis, index):
        return True
    low = analysis.low[index]
    if is_said_of_persons(low):
        return True
    if index and analysis.low[index - (2 if analysis.low[index - 1] == "muy" else 1)] == "desde":
        # desde muy pequeña
        return True
    verb = verb_of(low, token.lemma)
    of_things = verb in PASSIVES_OF_THINGS or verb in MOSTLY_OF_THINGS
    with_thing = analysis.low[index + 1 : index + 2] == ["de"] and any(
        is_non_person(document, at, analysis.types) for at in dependents(document, index, "obj", "obl", "nmod")
    )
    # acompañada de una memoria
    of_things = of_things or with_thing
    return token.morph.get("VerbForm") == "Part" and bool(verbs) and verb in OF_PERSONS and not of_things


def _is_beside_person(analysis: KnownPersons, index: int) -> bool:
    """Whether a noun for a person says the same of the subject: *fue elegida alcaldesa*, *es rica y es actriz*."""
    document = analysis.document
    start, end = document.sentences[document.sentence_of[index]]
    near = (at for at in analysis.nouns if start <= at < end and at in analysis.people and analysis.is_singular(at))
    return any(
        document.heads[index] == at
        or (document.heads[at] == index and _is_complement(analysis, at))
        or _is_predicate_noun(analysis, at)
        for at in near
    )


def _is_complement(analysis: KnownPersons, index: int) -> bool:
    """Whether a noun for a person says what somebody is made: *elegida reina, ascendida a jefa, conocida como ella*."""
    cases = prepositions(analysis.document, index)
    return cases in ([], ["como"]) or (cases == ["a"] and not has_dependent(analysis.document, index, "det"))


def _is_predicate_noun(analysis: KnownPersons, index: int) -> bool:
    """Whether a noun for a person is said of a subject that is not written: *es actriz*, *se convirtió en actriz*."""
    document, token = analysis.document, analysis.document.tokens[index]
    verb, cases = document.heads[index], prepositions(document, index)
    made = cases == ["en"] and analysis.low[verb].startswith("conv")
    said = not cases and (token.relation == "xcomp" or has_dependent(document, index, "cop"))
    return own_subject(document, verb if made else index) is None and (made or said)


def _is_predicative(analysis: KnownPersons, index: int) -> bool:
    """Whether a word can describe a subject: a predicate, or a word beside a verb."""
    document, tokens = analysis.document, analysis.document.tokens
    if has_dependent(document, index, *PASSIVE):
        return True
    before = [analysis.low[child] for child in document.children[index] if tokens[child].relation in ("det", "case")]
    if before:
        return before in (["como"], ["desde"]) and tokens[index].relation != "nmod"
    return tokens[index].relation in PREDICATIVE


def _follows_thing(analysis: KnownPersons, index: int) -> bool:
    """Whether a non-person noun that agrees stands before an adjective, without a verb between them."""
    document, tokens = analysis.document, analysis.document.tokens
    if has_dependent(document, index, *PASSIVE, "aux"):
        return False
    for before in range(index - 1, document.sentences[document.sentence_of[index]][0] - 1, -1):
        if tokens[before].pos in ("VERB", "AUX"):
            return False
        if tokens[before].pos == "NOUN" and "Gender" in tokens[before].morph and agrees(document, index, before):
            return is_non_person(document, before, analysis.types)
    return False


def nearest_subject(analysis: KnownPersons, index: int) -> bool | None:
    """Whether the nearest word before that agrees and was a subject is a person; None where there is none."""
    document, tokens = analysis.document, analysis.document.tokens
    sentence = document.sentence_of[index]
    start = document.sentences[max(sentence - 1, 0)][0]
    number = tokens[index].morph.get("Number", "Sing")
    for before in range(index - 1, start - 1, -1):
        token = tokens[before]
        if token.morph.get("Number", "Sing") != number:
            continue
        if before in analysis.people and token.pos != "DET":
            return True
        if token.relation in ("nsubj", "nsubj:pass"):
            if (
                token.pos == "NOUN"
                and analysis.is_of_gender(before)
                and is_non_person(document, before, analysis.types)
            ):
                return False
            if token.pos == "PROPN" and analysis.may_be_person(before):
                return True
    return None
