"""Whether *ella* and *él* of a Spanish text mean a person where they are no subjects."""

from __future__ import annotations

from hf_genderfair.counterfactual.spanish.agreement import ALL_JOINS, agrees, clause_predicate, subject
from hf_genderfair.counterfactual.spanish.clitics import may_be_object_of_person, words_beside
from hf_genderfair.counterfactual.spanish.known_persons import (
    KnownPersons,
    knows_person,
    names_before,
    non_persons_before,
)
from hf_genderfair.counterfactual.spanish.verbs import OF_PERSONS
from hf_genderfair.lexicons.word_class import WordClass

THINGS_OF_CONTEXT = WordClass("closed_classes_romance", "before_thing_es")
PLACES_OF_THINGS = WordClass("closed_classes_romance", "before_place_es")
PERSONS_OF_CONTEXT = frozenset("a con para como sin".split())
"""Prepositions after which *él* and *ella* mostly refer to things, even where nothing stands before, or to persons."""

COUNTERPARTS = {"él": "ella", "ella": "él", "ellos": "ellas", "ellas": "ellos"}
BETWEEN_PRONOUNS = ALL_JOINS | {"como", "no", ","}
DOUBLING = frozenset("le les la lo".split())
"""Clitics that say a person with *a* once more."""


def may_be_several(analysis: KnownPersons, index: int) -> bool:
    """Whether *ellas* as a subject may mean persons: women are named before it, else no noun that it may take up."""
    if non_persons_before(analysis, index):
        return False
    document, tokens = analysis.document, analysis.document.tokens
    start = document.sentences[document.sentence_of[index]][0]
    before = [at for at in range(start, index) if tokens[at].morph.get("Number") == "Plur"]
    if any(at in analysis.people and at in analysis.nouns for at in before):
        return True
    epicene = any(tokens[at].pos == "NOUN" and agrees(document, index, at) for at in before)
    return not epicene and analysis.low[index - 1] not in ("todas", "de")


def is_contrasted(analysis: KnownPersons, index: int) -> bool:
    """Whether *él* and *ella* are set against each other, so that a swap would name one of them twice."""
    # They are joined or compared: *tanto él como ella*, *ella, y no él*, *él sabe más que ella*.
    low, document = analysis.low, analysis.document
    start, end = document.sentences[document.sentence_of[index]]
    places = {
        word: [at for at in range(start, end) if low[at] == word] for word in (low[index], COUNTERPARTS[low[index]])
    }
    ones, others = places.values()
    return any(_are_beside(low, *sorted((one, other))) for one in ones for other in others) or any(
        others and low[at - 1] in ("que", "como") and (at + 1 == end or document.tokens[at + 1].pos == "PUNCT")
        for at in (*ones, *others)
    )


def _are_beside(low: list[str], first: int, last: int) -> bool:
    """Whether no word but conjunctions and the like stands between two others."""
    return BETWEEN_PRONOUNS.issuperset(low[first + 1 : last])


def is_misspelt_article(analysis: KnownPersons, index: int) -> bool:
    """Whether *él* stands before a noun with its adjective: *él nuevo restaurante*."""
    after = analysis.document.tokens[index + 1 : index + 3]
    kinds = [token.pos for token in after if token.morph.get("Gender") == "Masc"]
    noun = kinds in (["ADJ"], ["ADJ", "NOUN"]) and after[-1].pos == "NOUN"
    noun = noun or (kinds[:1] == ["NOUN"] and after[0].pos == "NOUN")
    return analysis.low[index] == "él" and noun


def takes_up_person(analysis: KnownPersons, index: int) -> bool:
    """Whether a pronoun refers to a person: one is known, or nothing before it would agree."""
    if analysis.low[index + 1 : index + 2] in (["misma"], ["mismo"]):
        return True
    preposition = analysis.low[index - 1] if index else ""
    if preposition in PLACES_OF_THINGS and (
        not _has_person_before(analysis, index) or _is_thing_of_subject(analysis, index)
    ):
        return False
    known = any(analysis.is_singular(other) for other in analysis.people)
    if (
        preposition in ("a", "con")
        and not knows_person(analysis, index)
        and not may_be_object_of_person(analysis, index)
    ):
        return False
    if not non_persons_before(analysis, index):
        # por él discurre el río, de él sale un camino
        fronted = preposition in ("por", "de") and analysis.document.heads[index] > index
        of_things = preposition in PLACES_OF_THINGS or fronted
        # responder de ella, not cerca de ella
        verb = analysis.document.tokens[index - 2] if preposition == "de" and index > 1 else None
        part = verb is not None and verb.morph.get("VerbForm") == "Part"
        said_of_things = verb is not None and (verb.pos == "VERB" or part) and verb.lemma not in OF_PERSONS
        of_things |= said_of_things and not knows_person(analysis, index)
        return known or not of_things
    if known and not (preposition == "con" and _is_thing_of_subject(analysis, index)):
        return preposition not in THINGS_OF_CONTEXT
    # a ella le gusta; not: a ella se refirió
    behind = analysis.document.heads[index] < index or analysis.document.tokens[index - 2].pos == "VERB"
    doubled = preposition == "a" and (behind or not DOUBLING.isdisjoint(words_beside(analysis, index)))
    sure = preposition == "como" or doubled or next(names_before(analysis, index), None) is not None
    return preposition in PERSONS_OF_CONTEXT and sure


def _is_thing_of_subject(analysis: KnownPersons, index: int) -> bool:
    """Whether the only person known is who does it, so that a thing is meant: *tomó la pala y cavó con ella*."""
    document = analysis.document
    others = {analysis.people[at] for at in analysis.people if analysis.is_singular(at)}
    return others == {subject(document, index, clause_predicate(document, document.heads[index]))}


def _has_person_before(analysis: KnownPersons, index: int) -> bool:
    """Whether a person in the singular is named before a pronoun, so that *en ella* may mean one."""
    persons = (at for at in analysis.people if at < index and analysis.is_singular(at))
    return next(persons, None) is not None or next(names_before(analysis, index), None) is not None
