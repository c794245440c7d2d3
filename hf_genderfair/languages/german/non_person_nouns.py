"""Role nouns that stand for things, bodies and firms."""

from __future__ import annotations

import re
from itertools import takewhile

from hf_genderfair.languages.document import Document
from hf_genderfair.languages.german.animacy_evidence import COLLECTIVES
from hf_genderfair.languages.german.clauses import shown_gender
from hf_genderfair.languages.german.person_forms import person_form
from hf_genderfair.languages.german.person_phrase import PersonPhrase
from hf_genderfair.languages.german.predicates import is_behind_als, predicated_of
from hf_genderfair.languages.person_words import names_of_no_persons
from hf_genderfair.languages.reader.reading import read
from hf_genderfair.lexicons.word_class import WordClass

THING = "a thing"
BODY = "a body of persons"
FIRM = "a firm or team, most likely"
BEING = "a being of tales"

FIRMS = WordClass("noun_classes_de", "firm_ending")
"""Ends of words that mean firms, authorities or teams more often than persons."""

SUCCESSION = WordClass("noun_classes_de", "succession_ending")
"""Ends of words for persons, and as often for things, by what came before or after."""

BODIES = WordClass("noun_classes_de", "body_ending")
"""Ends of words that in the singular are a body or one of its members."""

MORE_THINGS = WordClass("noun_classes_de", "thing_ending")
"""Ends of words that look like compounds of words for persons."""

BEINGS = tuple("riese zwerg".split())
"""Ends of words for beings of tales and beliefs."""

ACTIVITIES = WordClass("noun_classes_de", "activity_ending")
"""Ends of words for what somebody does or is: *Sein Beruf ist Lehrer*."""

QUANTITIES = WordClass("noun_classes_de", "quantity")
"""Singulars that stand for several: *Ein Drittel war Ausländer*."""

HOMOGRAPHS = WordClass("noun_classes_de", "homograph_ending")
"""Words that are another word in another gender or are as well a thing."""


LIMBS = WordClass("noun_classes_de", "limb_or_person")

DOUBTS = ((FIRM, FIRMS), (BODY, BODIES), (THING, MORE_THINGS), (THING, HOMOGRAPHS), (THING, SUCCESSION))
"""What ends of words stand for, where they stand for no person."""

OF_FIRMS = re.compile(r".+-(?:Tochter|Töchtern?|Mutter|Schwestern?)")
FIRMS_OF_FAMILY = frozenset("Tochter Töchter Töchtern Mutter Schwester Schwestern".split())
GODS = frozenset({"Gott", "Gottes", "Gotte"})
FARTHEST_LEGAL_FORM = 3
"""So many words behind a noun may stand before the legal form of a firm."""


def is_no_person(document: Document, index: int, word: str) -> bool:
    """Return whether a noun means a god or a firm: *Gott*, *die ABC-Tochter*, *die Tochter X AG*, *der Partner SPÖ*."""
    tokens = document.tokens
    if OF_FIRMS.fullmatch(word) or word in GODS or _is_organisation(document, index):
        return True
    if tokens[index].text not in FIRMS_OF_FAMILY or tokens[index].relation in ("nsubj:pass", "vocative"):
        return False
    known = names_of_no_persons("de")
    following = tokens[index + 1 : index + 1 + FARTHEST_LEGAL_FORM]
    behind = list(takewhile(lambda token: token.pos == "PROPN", following))
    entity = document.entity_at(behind[0].start) if behind else None
    if (entity is not None and entity.type == "ORG") or any(token.text.casefold() in known for token in behind):
        return True
    owner = tokens[document.heads[index]]
    owned = index > 0 and tokens[index - 1].text in ("deren", "dessen") and tokens[index].relation == "conj"
    return owned and owner.pos == "NOUN" and person_form(owner.text) is None


def _is_organisation(document: Document, index: int) -> bool:
    """Return whether the name of an organisation right behind a noun says who is meant: *der Partner SPÖ*."""
    tokens, after = document.tokens, index + 1
    if after == len(tokens) or tokens[after].start != tokens[index].end + 1 or tokens[index].relation == "appos":
        return False
    entity = document.entity_at(tokens[after].start)
    beside = document.heads[after] == index and tokens[after].relation in ("appos", "flat")
    return beside and entity is not None and entity.type == "ORG"


def non_person_reason(document: Document, phrase: PersonPhrase) -> str | None:
    """Say whether a role noun stands for no person here; of words that may, the reader says whether they do."""
    lemma, word = phrase.noun.masculine.lower(), document.tokens[phrase.head].text.lower()
    if lemma in BEINGS:
        return BEING
    doubt = next((reason for reason, endings in DOUBTS if lemma.endswith(endings.as_tuple)), None)
    if phrase.noun.sense == "mostly_thing" or word in LIMBS or word.removesuffix("s").endswith(MORE_THINGS.as_tuple):
        doubt = doubt or THING
    if doubt is None:
        return THING if _is_said_of_thing(document, phrase) else None
    return doubt if document.derived(read).mention_of[phrase.head] < 0 else None


def _is_said_of_thing(document: Document, phrase: PersonPhrase) -> bool:
    """Return whether a body, a place or a thing is what a noun says: *Der Verein ist Eigentümer*."""
    tokens = document.tokens
    subject = predicated_of(document, phrase.head)
    if (
        subject < 0
        or phrase.number == "Plur"
        or phrase.noun.gender != "masculine"
        or tokens[subject].text.lower() in QUANTITIES
    ):
        return False
    if is_behind_als(document, phrase.head):
        return False
    token = tokens[subject]
    entity = document.entity_at(token.start)
    if token.pos == "PROPN" or entity is not None:
        named = entity is not None and entity.type in ("ORG", "LOC")
        return named or token.text.casefold() in names_of_no_persons("de")
    if token.pos != "NOUN" or token.morph.get("Number") == "Plur" or token.text.lower().endswith(ACTIVITIES.as_tuple):
        return False
    collective = token.text.lower().endswith(COLLECTIVES.as_tuple)
    # a woman would be Eigentümerin
    other_gender = shown_gender(document, subject) in ("feminine", "neuter")
    return (collective or other_gender) and person_form(token.text) is None
