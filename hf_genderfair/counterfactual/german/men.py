"""Which German masculine role nouns refer to one man: those who act, or whom the text describes."""

from __future__ import annotations

from hf_genderfair.languages.clauses import SUBJECTS, dependents, has_word_below, prepositions
from hf_genderfair.languages.document import Document
from hf_genderfair.languages.evidence import first_name_gender
from hf_genderfair.languages.german.animacy_evidence import speaks
from hf_genderfair.languages.german.clauses import clause_of, clause_subject, finite_verb
from hf_genderfair.languages.german.person_phrase import PersonPhrase
from hf_genderfair.languages.german.specific_reference import (
    ANYBODY,
    KNOWN,
    MODALS,
    NAMED,
    SPECIFIC,
    is_past,
    specific_reason,
)
from hf_genderfair.lexicons.word_class import WordClass

CLUBS = WordClass("noun_classes_de", "club_ending")
"""Ends of words for clubs and firms as often as for persons, beside *Meister*."""

NAMING = frozenset("nennen heißen schimpfen schelten taufen titulieren".split())
"""Verbs with two objects, of which one describes the other: *Man nennt ihn einen Helden*."""


BESIDE = frozenset(("bei", "beim"))
WITH = frozenset("mit neben bei hinter".split())
"""Prepositions of who is there as well."""

STATEMENTS = WordClass("noun_classes_de", "statement")
SOURCES = frozenset({"nach", "laut", "zufolge"})
DEFINITE = WordClass("determiners_de", "definite")
POSSESSIVES = WordClass("determiners_de", "possessive_stem")
FUSED = frozenset("am beim im vom zum".split())
SEEKING = WordClass("verb_frames_de", "seeking")
"""Verbs whose object need not exist."""

OF_OFFICES = frozenset({"DET", "NOUN", "ADP", "PROPN", "ADJ"})

OBJECTS = frozenset({"obj", "iobj", "obl:arg"})


def is_one_man(document: Document, phrase: PersonPhrase) -> bool:
    """Return whether a role noun is somebody in particular: *Der Krieger hob sein Schwert*, *laut dem Wirt*.

    Returns:
        False for plurals, for rules (*Der Lehrer lobt seine Schüler*), and for what may be a club.
    """
    lemma = phrase.noun.masculine.lower()
    if phrase.number == "Plur" or lemma.rpartition("-")[2] == "meister" or lemma.endswith(CLUBS.as_tuple):
        return False
    definite = _is_definite(document, phrase)
    if definite and (_is_known(document, phrase) or _is_source(document, phrase) or _has_past(document, phrase)):
        return True
    acts = document.tokens[phrase.head].relation in SUBJECTS and is_past(document, phrase.head)
    aged = any("jährig" in document.tokens[index].text for index in phrase.adjectives)
    met = definite or _is_met(document, phrase) or _takes_part(document, phrase)
    found = acts or aged or met or speaks(document, phrase.head)
    return found and specific_reason(document, phrase) in (NAMED, SPECIFIC)


def is_named_behind_office(document: Document, phrase: PersonPhrase) -> bool:
    """Return whether a name follows the office of somebody: *vor dem Konsul der Botschaft in Rom, Jan Ott, aussagen*.

    Args:
        document: The text.
        phrase: A phrase of it.
    """
    tokens, name = document.tokens, phrase.head + 1
    last = document.sentences[document.sentence_of[phrase.head]][1]
    if phrase.number == "Plur" or not _is_definite(document, phrase):
        return False
    while name < last and (tokens[name].pos in OF_OFFICES or tokens[name].text == "-"):
        name += 1
    named = phrase.head + 1 < name < last - 1 and tokens[name].text == "," and tokens[name + 1].pos == "PROPN"
    if not named or name + 2 >= len(tokens) or tokens[name + 2].pos != "PROPN":
        return False
    entity = document.entity_at(tokens[name + 1].start)
    person = entity is not None and entity.type == "PER"
    return person or (entity is None and first_name_gender(tokens[name + 1].text, "de") is not None)


def is_genitive_plural(document: Document, phrase: PersonPhrase) -> bool:
    """Return whether a noun that looks like a singular is rather for several: *seitens reicher Gegner*, *Gegner Kerns*.

    Args:
        document: The text.
        phrase: A phrase of it without article, whose noun is alike in both numbers.
    """
    tokens, after = document.tokens, phrase.head + 1
    if phrase.adjectives:
        first = phrase.adjectives[0]
        if tokens[first - 1].text.lower() == "als":
            # Er gilt als guter Redner
            return False
        return first > 0 and tokens[first].text.endswith("er") and tokens[first - 1].pos in ("NOUN", "ADP")
    if after + 1 >= len(tokens) or tokens[after].pos != "PROPN" or tokens[after + 1].pos == "PROPN":
        return False
    owner = tokens[after].text.endswith("s") and first_name_gender(tokens[after].text, "de") is None
    return owner and tokens[phrase.head].relation not in SUBJECTS


def _is_definite(document: Document, phrase: PersonPhrase) -> bool:
    article = document.tokens[phrase.determiner].text.lower() if phrase.determiner >= 0 else ""
    possessive = article.startswith(POSSESSIVES.as_tuple) and not article.startswith("ein")
    return article in DEFINITE or article in FUSED or possessive


def _is_known(document: Document, phrase: PersonPhrase) -> bool:
    """Return whether an adjective tells a holder of an office from others: *der frühere Trainer*."""
    return any(document.tokens[index].lemma.lower() in KNOWN for index in phrase.adjectives)


def _is_source(document: Document, phrase: PersonPhrase) -> bool:
    """Return whether somebody is the source of what a sentence says: *nach Angaben des Arztes*, *laut dem Wirt*."""
    if not SOURCES.isdisjoint(prepositions(document, phrase.head)):
        return document.tokens[phrase.determiner - 1].text.lower() != "nach"
    above = document.heads[phrase.head]
    said = phrase.case == "Gen" and document.tokens[above].text.lower() in STATEMENTS
    return said and not SOURCES.isdisjoint(prepositions(document, above))


def _has_past(document: Document, phrase: PersonPhrase) -> bool:
    """Return whether a relative clause tells what somebody did: *dem Redner, der das behauptet hat*."""
    clauses = dependents(document, phrase.head, "acl", "acl:relcl")
    return any(clause > phrase.head and is_past(document, clause) for clause in clauses)


def _is_met(document: Document, phrase: PersonPhrase) -> bool:
    """Return whether somebody is the object of a past event: *Sie schlug einen Polizisten*, not *suchte einen Arzt*."""
    if document.tokens[phrase.head].relation not in OBJECTS or not is_past(document, phrase.head):
        return False
    return phrase.determiner >= 0 and not is_sought(document, phrase)


def _takes_part(document: Document, phrase: PersonPhrase) -> bool:
    """Return whether somebody did something or was there: *wurde von einem Arzt gerettet*, *sprach mit einem Wirt*."""
    relation, past = document.tokens[phrase.head].relation, is_past(document, phrase.head)
    subject = clause_subject(document, clause_of(document, phrase.head))
    if not past or phrase.determiner < 0 or is_sought(document, phrase) or _is_anybody(document, subject):
        return False
    beside = relation in ("obl", "obl:arg") and not WITH.isdisjoint(prepositions(document, phrase.head))
    return relation == "obl:agent" or beside


def _is_anybody(document: Document, subject: int) -> bool:
    """Return whether a subject is each one or no one: *Jeder Gast sprach mit einem Wirt*."""
    words = [subject, *dependents(document, subject, "det")] if subject >= 0 else []
    return any(document.tokens[at].text.lower().startswith((*ANYBODY.as_tuple, "man")) for at in words)


def is_sought(document: Document, phrase: PersonPhrase) -> bool:
    """Return whether somebody need not exist: *Sie suchte einen Arzt*, *Man soll einen Anwalt rufen*.

    Args:
        document: The text.
        phrase: A phrase of it.
    """
    above = document.heads[phrase.head]
    verb = finite_verb(document, above)
    # but: soll einen Arzt verletzt haben
    modal = (
        verb >= 0 and document.tokens[verb].lemma.lower() in MODALS and not has_word_below(document, above, ("haben",))
    )
    return document.tokens[above].lemma.lower() in SEEKING or modal


def spoken_of(document: Document, phrase: PersonPhrase) -> int:
    """Return the index of whom a noun describes, or -1: *Man nennt ihn Held*, *Bei ihm handelt es sich um …*."""
    tokens, head = document.tokens, phrase.head
    above = document.heads[head]
    lemma = tokens[above].lemma.lower()
    others = [child for child in document.children[above] if child != head]
    if lemma in NAMING and tokens[head].relation in ("obj", "xcomp"):
        found = [child for child in others if tokens[child].relation in ("obj", "obl:arg") and child < head]
    elif lemma == "handeln" and "um" in prepositions(document, head):
        found = [child for child in others if not BESIDE.isdisjoint(prepositions(document, child))]
    elif lemma == "halten" and "für" in prepositions(document, head):
        found = [child for child in others if tokens[child].relation == "obj"]
        if any(tokens[child].text.lower() == "sich" for child in found):
            return clause_subject(document, clause_of(document, above))
    else:
        return -1
    return next((child for child in found if tokens[child].text.lower() != "sich"), -1)
