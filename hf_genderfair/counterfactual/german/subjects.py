"""German nouns for women that are subjects or predicates, where a parser takes them for objects.

Feminines and neuters have one form for both cases, but the words for men do not: *eine Frau* is *ein Mann* or *einen
Mann*.
"""

from __future__ import annotations

from hf_genderfair.languages.clauses import (
    ANY_SUBJECTS,
    SUBJECTS,
    dependents,
    has_copula,
    has_word_below,
    subjects,
)
from hf_genderfair.languages.document import Document
from hf_genderfair.languages.german.animacy_evidence import is_done_by_persons
from hf_genderfair.languages.german.clauses import COPULA_LEMMAS, finite_verb, has_zu, shown_gender, verb_is_plural
from hf_genderfair.languages.german.noun_phrase import QUOTES
from hf_genderfair.languages.german.person_forms import person_form
from hf_genderfair.languages.german.person_phrase import PersonPhrase
from hf_genderfair.languages.german.relatives import is_relative, modified
from hf_genderfair.lexicons.word_class import WordClass

POINTING = WordClass("closed_classes_de", "object_before_verb")
"""Words before a verb of persons that are rather its object than its subject."""

CONJUNCTIONS = WordClass("closed_classes_de", "conjunction_before_subject")
GREETING = ("lieb", "geehrt", "verehrt", "teur", "gnädig", "werte")
TITLES = frozenset({"Frau", "Fräulein", "Herr"})
ARGUMENTS = SUBJECTS | {"obj"}


def with_nominative(document: Document, phrase: PersonPhrase) -> PersonPhrase:
    """Return a phrase in the nominative if the words around it show that it is no object.

    Args:
        document: The text.
        phrase: A phrase of it.

    Returns:
        The phrase in the nominative where it is a predicate (*eine Lehrerin zu werden*), the only noun that can do what
        its verb says (*sagte eine Lehrerin*, *Das wusste die Lehrerin*), a form of address right behind a conjunction
        (*dass Frau Ott kommt*), or behind a verb that was taken for its adjective (*kaum angekommen, ermüdete Frau
        Ott*); else as it is.
    """
    if phrase.number == "Plur":
        return phrase
    if _has_verb_as_adjective(document, phrase):
        return phrase._replace(case="Nom", adjectives=())
    if _is_done_to(document, phrase) or _is_in_infinitive(document, phrase):
        return phrase._replace(case="Acc")
    if phrase.noun.gender == "masculine" or phrase.case not in ("Acc", "Dat"):
        return phrase
    checks = (_opens_clause,) if phrase.case == "Dat" else (_is_to_be, _does, _opens_clause, _has_no_object)
    return phrase._replace(case="Nom") if any(check(document, phrase) for check in checks) else phrase


def _has_verb_as_adjective(document: Document, phrase: PersonPhrase) -> bool:
    """Return whether a verb in the past opens a main clause before *Frau* and a name, which have no such adjective."""
    tokens, head = document.tokens, phrase.head
    if tokens[head].text not in TITLES or phrase.determiner >= 0 or phrase.adjectives != (head - 1,) or head < 2:
        return False
    word = tokens[head - 1].text
    verb = word.endswith("te") and word.islower() and not word.startswith(GREETING) and "ehrte" not in word
    named = head + 1 < len(tokens) and tokens[head + 1].pos == "PROPN"
    return verb and named and tokens[head - 2].text == ","


def _is_done_to(document: Document, phrase: PersonPhrase) -> bool:
    """Return whether a masculine behind a noun is the subject rather: *Da traf die Frau ein Ball*."""
    tokens, verb = document.tokens, document.heads[phrase.head]
    if phrase.case != "Nom" or phrase.noun.gender == "masculine" or tokens[phrase.head].relation not in SUBJECTS:
        return False
    if has_copula(document, verb) or phrase.first != verb + 1:
        return False
    objects = (at for at in dependents(document, verb, "obj") if at > phrase.head and tokens[at].pos == "NOUN")
    return any(
        tokens[at].morph.get("Gender") == "Masc"
        and tokens[at].morph.get("Case") == "Nom"
        and has_word_below(document, at, ("ein", "der", "kein"))
        for at in objects
    )


def _is_in_infinitive(document: Document, phrase: PersonPhrase) -> bool:
    """Return whether a noun with an article belongs to an infinitive, which has no subject: *die Frau zu befreien*."""
    verb = document.heads[phrase.head]
    relation = document.tokens[phrase.head].relation
    # zu gehen wie eine Großmutter
    compared = phrase.first > 0 and document.tokens[phrase.first - 1].text in ("wie", "als")
    argument = phrase.case == "Nom" and phrase.determiner >= 0 and relation in ARGUMENTS and not compared
    token = document.tokens[verb]
    # also: jemanden gesehen zu haben
    verbs = (verb, *dependents(document, verb, "conj"))
    perfect = any(has_word_below(document, at, ("haben",)) and has_zu(document, at) for at in verbs)
    infinitive = perfect or (token.morph.get("VerbForm") == "Inf" and has_zu(document, verb))
    infinitive = infinitive and token.lemma not in COPULA_LEMMAS
    return argument and infinitive and finite_verb(document, verb) < 0 and phrase.noun.gender != "masculine"


def _opens_clause(document: Document, phrase: PersonPhrase) -> bool:
    """Return whether a form of address, or the office behind it, is the subject right behind a conjunction."""
    tokens, title = document.tokens, phrase.first
    if title > 1 and tokens[title - 1].text in TITLES:
        title -= 1
    if title < 2 or tokens[title].text not in TITLES:
        return False
    if tokens[title].relation in SUBJECTS:
        return tokens[title - 1].text.lower() in CONJUNCTIONS
    # Berichte, nach denen Frau Ott kam
    governed = tokens[title - 2].pos == "ADP" and tokens[title - 1].pos == "PRON"
    return governed and is_relative(document, title - 1) and not subjects(document, document.heads[title])


def _has_no_object(document: Document, phrase: PersonPhrase) -> bool:
    """Return whether a verb without subject has no object: *als Ott kam und Frau Rossi gegangen war*.

    Nor is somebody the object who is joined to others before a plural verb: *Die Mutter und Anna durften kommen*.
    """
    tokens, verb, head = document.tokens, document.heads[phrase.head], phrase.head
    finite = finite_verb(document, verb)
    if tokens[head].relation != "obj" or finite < 0 or finite == verb or dependents(document, verb, *ANY_SUBJECTS):
        return False
    moved = tokens[verb].morph.get("VerbForm") == "Part" and not dependents(document, verb, "aux:pass")
    if moved and tokens[finite].lemma == "sein":
        return True
    several = verb_is_plural(tokens[finite]) and bool(dependents(document, head, "conj"))
    return several and head < finite < verb and not dependents(document, verb, "cc")


def _is_to_be(document: Document, phrase: PersonPhrase) -> bool:
    """Return whether somebody is what one is or becomes: *ohne eine Lehrerin zu sein*."""
    after = [token.text for token in document.tokens[phrase.head + 1 : phrase.head + 3]]
    if after[:1] != ["zu"]:
        # es muss eine Lehrerin sein
        return has_copula(document, phrase.head) and after[:1] in ([copula] for copula in COPULA_LEMMAS)
    return after[1:] in ([copula] for copula in COPULA_LEMMAS)


def _is_thing(document: Document, index: int) -> bool:
    """Return whether a noun means no person, and may be an object: *Die Rede hielt die Ministerin*."""
    token = document.tokens[index]
    gender = shown_gender(document, index)
    thing = token.pos == "NOUN" and person_form(token.text, gender) is None
    return thing and (gender in ("feminine", "neuter") or token.morph.get("Number") == "Plur")


def _does(document: Document, phrase: PersonPhrase) -> bool:
    """Return whether a noun is all that can be the subject of a verb of persons.

    It stands right behind the finite verb (*sagte eine Lehrerin*, *Das wollte die Lehrerin wissen*), or in a relative
    clause that tells of a thing (*der Brief, den*, *das Lied, das die Lehrerin singt*).
    """
    tokens, verb = document.tokens, document.heads[phrase.head]
    finite = finite_verb(document, verb)
    relative = tokens[verb].relation == "acl:relcl"
    if tokens[phrase.head].relation not in ARGUMENTS or finite < 0 or not (finite == phrase.first - 1 or relative):
        return False
    morph = tokens[finite].morph
    if morph.get("Person") != "3" or morph.get("Number") != "Sing" or morph.get("Mood") == "Imp":
        return False
    if verb == finite == phrase.first - 1 and _opens_with_verb(document, phrase, verb):
        # Da stellte die Wirtin die beiden vor
        return True
    if not (is_done_by_persons(document, verb) or is_done_by_persons(document, finite)):
        return False
    found = [at for at in subjects(document, verb) if at != phrase.head]
    if found:
        return all(at < phrase.first and _may_be_object(document, at, relative) for at in found)
    return not relative and tokens[verb].relation != "conj" and not dependents(document, verb, *ANY_SUBJECTS)


def _opens_with_verb(document: Document, phrase: PersonPhrase, verb: int) -> bool:
    """Return whether a noun with the verb before it and an object behind it has no other subject beside it."""
    tokens = document.tokens
    objects = (at for at in dependents(document, verb, "obj") if at > phrase.head)
    behind = any(tokens[at].morph.get("Case") == "Acc" for at in objects)
    free = tokens[verb - 1].text in QUOTES or not dependents(document, verb, *ANY_SUBJECTS)
    return tokens[phrase.head].relation == "obj" and tokens[verb].relation != "conj" and free and behind


def _may_be_object(document: Document, index: int, relative: bool) -> bool:
    """Return whether what was taken for the subject may be the object: *das*, a thing, or the relative of a thing."""
    if relative:
        return is_relative(document, index) and _is_thing(document, modified(document, index))
    return document.tokens[index].text.lower() in POINTING or _is_thing(document, index)
