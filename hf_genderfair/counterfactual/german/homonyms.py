"""Names of persons, firms and offices that look like German words for persons: *Herr Grüntalmann*, *Rivale Apple*."""

from __future__ import annotations

from itertools import takewhile

from hf_genderfair.languages.clauses import SUBJECTS, finite_verb, is_coordinated, other_subjects
from hf_genderfair.languages.document import Document
from hf_genderfair.languages.german.clauses import verb_is_plural
from hf_genderfair.languages.german.person_phrase import PersonPhrase
from hf_genderfair.languages.german.selectional_preference import is_speaking
from hf_genderfair.languages.person_words import names_of_no_persons
from hf_genderfair.lexicons.word_class import WordClass

ADDRESSED = WordClass("noun_classes_de", "addressed")
"""Words after *Herr* that are titles more often than surnames."""

OFFICES = WordClass("noun_classes_de", "office_for")
"""Ends of words for offices whose names go on with *für*."""

COMPANY_WORDS = WordClass("noun_classes_de", "of_company_name")

LONGEST_NAMES = 24
"""Most words of a list of names beside a noun: what is longer is a list of something else."""


def is_surname_in_mann(document: Document, phrase: PersonPhrase) -> bool:
    """Return whether a word in *-mann* behind *Herr*, or where only names stand, is a surname: *Herr Tegelmann*."""
    token, before = document.tokens[phrase.head], document.tokens[phrase.head - 1] if phrase.head else None
    called = before is not None and before.text in ("Herr", "Herrn", "Frau")
    known = phrase.noun.masculine.lower() in ADDRESSED
    owned = before is not None and before.pos == "PROPN" and before.text.endswith("s")
    bare = phrase.determiner < 0 and not phrase.adjectives and not owned
    beside_name = phrase.head + 1 < len(document.tokens) and document.tokens[phrase.head + 1].pos == "PROPN"
    named = bare and (token.pos == "PROPN" or (token.relation in SUBJECTS and not beside_name))
    return token.text.endswith(("mann", "manns")) and token.text != "Mann" and (named or called) and not known


def is_plural_as_name(document: Document, phrase: PersonPhrase) -> bool:
    """Return whether a bare plural is the subject of a singular verb, as only a name may be: *sagte Kerle*."""
    tokens, head = document.tokens, phrase.head
    if phrase.determiner >= 0 or phrase.adjectives or tokens[head].relation not in SUBJECTS | {"obj"}:
        return False
    if any(number == "Sing" for _, number in phrase.noun.cells) or is_coordinated(document, head):
        return False
    called = head == document.heads[head] + 1 and is_speaking(document, head - 1)
    if other_subjects(document, head) and not called:
        return False
    verb = finite_verb(document, document.heads[head])
    return verb >= 0 and tokens[verb].morph.get("Number") == "Sing" and not verb_is_plural(tokens[verb])


def is_in_name_of_office(document: Document, phrase: PersonPhrase) -> bool:
    """Return whether a noun belongs to the name of an office: *das Ministerium für Alte, Frauen und Jugend*."""
    tokens, before = document.tokens, phrase.head - 1
    if phrase.determiner >= 0 or phrase.adjectives or phrase.number != "Plur":
        return False
    first = max(1, before - LONGEST_NAMES)
    while before > first and (tokens[before].text in (",", "und", "sowie") or tokens[before].pos in ("NOUN", "PROPN")):
        before -= 1
    if before < 1 or tokens[before].text != "für" or phrase.head - before < 2:
        return False
    word = tokens[before - 1].text.lower()
    return word.endswith(OFFICES.as_tuple) or word.removesuffix("s").endswith(OFFICES.as_tuple)


def names_firms(document: Document, phrase: PersonPhrase) -> bool:
    """Return whether names of firms stand right behind a noun: *der Rivale Apple*, *den Konkurrenten Ford und Fiat*."""
    tokens, after = document.tokens, phrase.head + 1
    known = names_of_no_persons("de")
    last = min(len(tokens), after + LONGEST_NAMES)
    named = list(takewhile(lambda token: token.pos in ("PROPN", "NOUN", "X"), tokens[after:last]))
    if len(named) > 1 and named[0].pos == "PROPN" and any(token.text.lower() in COMPANY_WORDS for token in named):
        # der Entwickler Rossi Ott Entertainment
        return True
    while after < last and (tokens[after].pos == "PROPN" or tokens[after].text == "und"):
        entity = document.entity_at(tokens[after].start)
        if entity is not None and entity.type == "PER" and " " in document.text[entity.start : entity.end]:
            return False
        if tokens[after].text.casefold() in known:
            return True
        after += 1
    return False
