"""Whether a role noun has specific reference (a person whom the text knows) or generic reference (anybody)."""

from __future__ import annotations

from hf_genderfair.languages.document import Document
from hf_genderfair.languages.gender_fair_forms import gender_fair_forms
from hf_genderfair.languages.german.person_phrase import PersonPhrase
from hf_genderfair.languages.reader.generic_reference import odds_of_anybody, others_of_person
from hf_genderfair.languages.reader.reading import read

NAMED = "a name beside it"
SPECIFIC = "a particular person"
WOMEN = "women are meant"
MEN = "men are meant"
SPECIFIC_REASONS = frozenset({NAMED, SPECIFIC, WOMEN, MEN})
"""What `specific_reason` returns."""

OF_ONE_GENDER = {"männlich": MEN, "weiblich": WOMEN}
"""Lemmas of adjectives by which one gender is meant."""

MARGIN = 2.0
"""Odds, in logarithms, that are asked beside gender-fair forms: who wrote these has left other words as they are."""


def reason_of_gender(document: Document, phrase: PersonPhrase) -> str | None:
    """Say whether a phrase means women alone or men alone by its form, whoever they are."""
    lemmas = [document.tokens[index].lemma.lower() for index in phrase.adjectives]
    told = next((OF_ONE_GENDER[lemma] for lemma in lemmas if lemma in OF_ONE_GENDER), None)
    common = phrase.noun.gender == "common" and phrase.number == "Sing" and phrase.determiner >= 0
    if common and document.tokens[phrase.determiner].text.lower().endswith(("die", "eine", "jede", "keine")):
        return WOMEN
    return told or (WOMEN if phrase.noun.gender == "feminine" else None)


def specific_reason(document: Document, phrase: PersonPhrase) -> str | None:
    """Say whether a phrase has specific reference: it means one person, whose gender others may know."""
    behind = document.entity_at(phrase.end + 1)
    if behind is not None and behind.type == "PER":
        return NAMED
    told = reason_of_gender(document, phrase)
    if told or phrase.number == "Plur":
        # groups are of all genders whoever they are
        return told
    if odds_of_anybody(document, phrase.head) > (MARGIN if document.derived(_has_fair_forms) else 0):
        return None
    number = document.derived(read).mention_of[phrase.head]
    named = number >= 0 and any(each.kind == "name" for each in others_of_person(document, number))
    return NAMED if named else SPECIFIC


def _has_fair_forms(document: Document) -> bool:
    return bool(gender_fair_forms(document.text, document.lang))
