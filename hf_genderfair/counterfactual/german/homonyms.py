"""Names of persons, firms and offices that look like German words for persons: *Herr Grüntalmann*, *Rivale Apple*."""

from __future__ import annotations

from itertools import takewhile

from hf_genderfair.languages.clauses import SUBJECTS, dependents, has_copula, is_coordinated, other_subjects
from hf_genderfair.languages.document import Document
from hf_genderfair.languages.german.clauses import COPULA_LEMMAS, finite_verb, verb_is_plural
from hf_genderfair.languages.german.nouns import role_noun
from hf_genderfair.languages.german.person_phrase import PersonPhrase
from hf_genderfair.languages.german.selectional_preference import is_speaking
from hf_genderfair.languages.person_words import names_of_no_persons
from hf_genderfair.lexicons.word_class import WordClass

ADDRESSED = WordClass("noun_classes_de", "addressed")
"""Words after *Herr* that are titles more often than surnames."""

RULERS = WordClass("noun_classes_de", "ruler")
"""Words for rulers, which are names of animals and of families too."""

PARTICLES = WordClass("name_words_de", "particle_of_surname")
BEFORE_ADDRESS = frozenset({"PUNCT", "INTJ", "VERB", "AUX", "ADV", "CCONJ"})
HOLY = frozenset({"Jesus", "Jesu", "Christus", "Gott"})
OFFICES = WordClass("noun_classes_de", "office_for")
"""Ends of words for offices whose names go on with *für*."""

COMPANY_WORDS = WordClass("noun_classes_de", "of_company_name")

RELATED = frozenset("Tochter Töchter Töchtern Mutter Schwester Schwestern".split())
"""Words for kin that mean firms as well."""


def is_surname_in_mann(document: Document, phrase: PersonPhrase) -> bool:
    """Return whether a word in *-mann* behind *Herr*, or where only names stand, is a surname: *Herr Tegelmann*."""
    token, before = document.tokens[phrase.head], document.tokens[phrase.head - 1] if phrase.head else None
    called = before is not None and before.text in ("Herr", "Herrn", "Frau")
    known = phrase.noun.masculine.lower() in ADDRESSED
    owned = before is not None and before.pos == "PROPN" and before.text.endswith("s")
    bare = phrase.determiner < 0 and not phrase.adjectives and not owned
    named = bare and (token.pos == "PROPN" or _is_argument_without_article(document, phrase))
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


def is_bare_form_of_address(document: Document, phrase: PersonPhrase) -> bool:
    """Return whether *Herr* stands alone, as women are not called, or as God is: *Ja, Herr*, *Er war Herr der Lage*."""
    bare = phrase.determiner < 0 and not phrase.adjectives and phrase.number == "Sing"
    tokens, after = document.tokens, phrase.head + 1
    if not bare or tokens[phrase.head].text not in ("Herr", "Herrn", "Herren"):
        return False
    before = tokens[phrase.head - 1] if phrase.head else None
    if before is not None and (before.pos not in BEFORE_ADDRESS or before.text in ("'", "’")):
        return False
    if after < len(tokens) and tokens[after].text in HOLY:
        return True
    return after >= len(tokens) or not (tokens[after].text[0].isupper() or tokens[after].text in PARTICLES)


def is_adjective(document: Document, phrase: PersonPhrase) -> bool:
    """Return whether *Junge* without article stands among adjectives for anybody: *für Alte, Junge und Kranke*."""
    head = phrase.head
    if document.tokens[head].text != "Junge" or phrase.determiner >= 0 or phrase.adjectives:
        return False
    above = document.heads[head] if document.tokens[head].relation == "conj" else head
    beside = {above, *dependents(document, above, "conj")} - {head}
    known = (role_noun(document.tokens[at].text) for at in beside)
    return any(noun is not None and noun.gender == "common" for noun in known)


def is_ruler_as_name(document: Document, phrase: PersonPhrase) -> bool:
    """Return whether a word for a ruler, as subject without article, is a name: *Sultan bekommt einen Knochen*."""
    word = document.text[phrase.start : phrase.end]
    bare = phrase.determiner < 0 and not phrase.adjectives and word.lower() in RULERS
    # Kaiser und König Franz
    bare = bare and not dependents(document, phrase.head, "conj")
    return bare and _is_argument_without_article(document, phrase)


def _is_argument_without_article(document: Document, phrase: PersonPhrase) -> bool:
    """Return whether a noun for one is an argument or stands alone before a colon, as only names do without article."""
    tokens, after = document.tokens, phrase.head + 1
    first = document.sentences[document.sentence_of[phrase.head]][0]
    if phrase.head == first and after < len(tokens) and tokens[after].text == ":":
        return True
    before_name = after < len(tokens) and (tokens[after].pos == "PROPN" or document.heads[after] == phrase.head)
    relation = tokens[phrase.head].relation
    subject = relation in (SUBJECTS | {"obj"}) and phrase.number == "Sing"
    predicate = has_copula(document, phrase.head) or tokens[document.heads[phrase.head]].lemma.lower() in COPULA_LEMMAS
    return subject and not before_name and not predicate


def is_in_name_of_office(document: Document, phrase: PersonPhrase) -> bool:
    """Return whether a noun belongs to the name of an office: *das Ministerium für Alte, Frauen und Jugend*."""
    tokens, before = document.tokens, phrase.head - 1
    if phrase.determiner >= 0 or phrase.adjectives or phrase.number != "Plur":
        return False
    while before > 1 and (tokens[before].text in (",", "und", "sowie") or tokens[before].pos in ("NOUN", "PROPN")):
        before -= 1
    if before < 1 or tokens[before].text != "für" or phrase.head - before < 2:
        return False
    word = tokens[before - 1].text.lower()
    return word.endswith(OFFICES.as_tuple) or word.removesuffix("s").endswith(OFFICES.as_tuple)


def names_firms(document: Document, phrase: PersonPhrase) -> bool:
    """Return whether names of firms stand right behind a noun: *der Rivale Apple*, *den Konkurrenten Ford und Fiat*."""
    tokens, after = document.tokens, phrase.head + 1
    known = names_of_no_persons("de")
    named = list(takewhile(lambda token: token.pos in ("PROPN", "NOUN", "X"), tokens[after:]))
    if len(named) > 1 and named[0].pos == "PROPN" and any(token.text.lower() in COMPANY_WORDS for token in named):
        # der Entwickler Rossi Ott Entertainment
        return True
    while after < len(tokens) and (tokens[after].pos == "PROPN" or tokens[after].text == "und"):
        entity = document.entity_at(tokens[after].start)
        if entity is not None and entity.type == "PER" and " " in document.text[entity.start : entity.end]:
            return False
        if tokens[after].text.casefold() in known:
            return True
        after += 1
    return False


def is_firm_beside(document: Document, phrase: PersonPhrase) -> bool:
    """Return whether a noun tells of a firm: *die Tochter der Ott Bank*, *mit der Ott Bank, einem Händler von Wein*."""
    tokens = document.tokens
    owners = dependents(document, phrase.head, "nmod") if document.text[phrase.start : phrase.end] in RELATED else []
    if any(at > phrase.head and _is_organisation(document, at) for at in owners):
        return True
    first = phrase.first
    beside = first > 1 and phrase.determiner >= 0 and phrase.case in ("Dat", "Gen") and tokens[first - 1].text == ","
    return beside and _is_organisation(document, first - 2) and tokens[first - 2].pos == "PROPN"


def _is_organisation(document: Document, index: int) -> bool:
    entity = document.entity_at(document.tokens[index].start)
    return entity is not None and entity.type == "ORG"
