"""German nouns for women that are subjects, where a parser takes them for objects.

Feminines and neuters have one form for both cases, but the words for men do not: *eine Frau* is *ein Mann* or *einen
Mann*.
"""

from __future__ import annotations

from hf_genderfair.languages.clauses import ANY_SUBJECTS, SUBJECTS, dependents, finite_verb, has_word_below, subjects
from hf_genderfair.languages.document import Document
from hf_genderfair.languages.german.animacy_evidence import is_done_by_persons
from hf_genderfair.languages.german.clauses import COPULA_LEMMAS, has_zu, shown_gender, verb_is_plural
from hf_genderfair.languages.german.person_forms import person_form
from hf_genderfair.languages.german.person_phrase import PersonPhrase
from hf_genderfair.languages.german.relatives import is_relative, modified
from hf_genderfair.lexicons.word_class import WordClass

POINTING = WordClass("closed_classes_de", "object_before_verb")
"""Words before a verb of persons that are rather its object than its subject."""

ARGUMENTS = SUBJECTS | {"obj"}


def with_nominative(document: Document, phrase: PersonPhrase) -> PersonPhrase:
    """Return a phrase in the nominative if the words around it show that it is no object."""
    if phrase.number == "Plur":
        return phrase
    if _is_in_infinitive(document, phrase):
        return phrase._replace(case="Acc")
    if phrase.noun.gender == "masculine" or phrase.case != "Acc":
        return phrase
    return phrase._replace(case="Nom") if _does(document, phrase) or _has_no_object(document, phrase) else phrase


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


def _has_no_object(document: Document, phrase: PersonPhrase) -> bool:
    """Return whether a verb without subject has no object: *als Ott kam und Frau Rossi gegangen war*."""
    # Nor is somebody the object who is joined to others before a plural verb: *Die Mutter und Anna durften kommen*.
    tokens, verb, head = document.tokens, document.heads[phrase.head], phrase.head
    finite = finite_verb(document, verb)
    if tokens[head].relation != "obj" or finite < 0 or finite == verb or dependents(document, verb, *ANY_SUBJECTS):
        return False
    moved = tokens[verb].morph.get("VerbForm") == "Part" and not dependents(document, verb, "aux:pass")
    if moved and tokens[finite].lemma == "sein":
        return True
    several = verb_is_plural(tokens[finite]) and bool(dependents(document, head, "conj"))
    return several and head < finite < verb and not dependents(document, verb, "cc")


def _is_thing(document: Document, index: int) -> bool:
    """Return whether a noun means no person, and may be an object: *Die Rede hielt die Ministerin*."""
    token = document.tokens[index]
    gender = shown_gender(document, index)
    thing = token.pos == "NOUN" and person_form(token.text, gender) is None
    return thing and (gender in ("feminine", "neuter") or token.morph.get("Number") == "Plur")


def _does(document: Document, phrase: PersonPhrase) -> bool:
    """Return whether a noun is all that can be the subject of a verb of persons."""
    # It stands right behind the finite verb (*sagte eine Lehrerin*, *Das wollte die Lehrerin wissen*), or in a relative
    # clause that tells of a thing (*der Brief, den*, *das Lied, das die Lehrerin singt*).
    tokens, verb = document.tokens, document.heads[phrase.head]
    finite = finite_verb(document, verb)
    relative = tokens[verb].relation == "acl:relcl"
    if tokens[phrase.head].relation not in ARGUMENTS or finite < 0 or not (finite == phrase.first - 1 or relative):
        return False
    morph = tokens[finite].morph
    if morph.get("Person") != "3" or morph.get("Number") != "Sing" or morph.get("Mood") == "Imp":
        return False
    if not (is_done_by_persons(document, verb) or is_done_by_persons(document, finite)):
        return False
    found = [at for at in subjects(document, verb) if at != phrase.head]
    if found:
        return all(at < phrase.first and _may_be_object(document, at, relative) for at in found)
    return not relative and tokens[verb].relation != "conj" and not dependents(document, verb, *ANY_SUBJECTS)


def _may_be_object(document: Document, index: int, relative: bool) -> bool:
    """Return whether what was taken for the subject may be the object: *das*, a thing, or the relative of a thing."""
    if relative:
        return is_relative(document, index) and _is_thing(document, modified(document, index))
    return document.tokens[index].text.lower() in POINTING or _is_thing(document, index)
