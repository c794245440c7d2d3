"""Which German masculine role nouns refer to one man: those who act, or whom the text describes."""

from __future__ import annotations

from hf_genderfair.languages.clauses import SUBJECTS, clause_of, finite_verb, has_word_below, prepositions, subject_of
from hf_genderfair.languages.document import Document
from hf_genderfair.languages.german.animacy_evidence import speaks
from hf_genderfair.languages.german.person_phrase import PersonPhrase
from hf_genderfair.languages.german.specific_reference import MODALS, NAMED, SPECIFIC, is_past, specific_reason
from hf_genderfair.lexicons.word_class import WordClass

CLUBS = WordClass("noun_classes_de", "club_ending")
"""Ends of words for clubs and firms as often as for persons, beside *Meister*."""

NAMING = frozenset("nennen heißen schimpfen schelten taufen titulieren".split())
"""Verbs with two objects, of which one describes the other: *Man nennt ihn einen Helden*."""

BESIDE = frozenset(("bei", "beim"))
WITH = frozenset("mit neben bei hinter".split())
"""Prepositions of who is there as well."""

DEFINITE = WordClass("determiners_de", "definite")
POSSESSIVES = WordClass("determiners_de", "possessive_stem")
FUSED = frozenset("am beim im vom zum".split())
SEEKING = WordClass("verb_frames_de", "seeking")
"""Verbs whose object need not exist."""

OBJECTS = frozenset({"obj", "iobj", "obl:arg"})


def is_one_man(document: Document, phrase: PersonPhrase) -> bool:
    """Return whether a role noun is somebody in particular: *Der Krieger hob sein Schwert*, *laut dem Wirt*."""
    lemma = phrase.noun.masculine.lower()
    if phrase.number == "Plur" or lemma.rpartition("-")[2] == "meister" or lemma.endswith(CLUBS.as_tuple):
        return False
    article = document.tokens[phrase.determiner].text.lower() if phrase.determiner >= 0 else ""
    possessive = article.startswith(POSSESSIVES.as_tuple) and not article.startswith("ein")
    definite = article in DEFINITE or article in FUSED or possessive
    acts = document.tokens[phrase.head].relation in SUBJECTS and is_past(document, phrase.head)
    aged = any("jährig" in document.tokens[index].text for index in phrase.adjectives)
    met = definite or _is_met(document, phrase) or _takes_part(document, phrase)
    found = acts or aged or met or speaks(document, phrase.head)
    return found and specific_reason(document, phrase) in (NAMED, SPECIFIC)


def _is_met(document: Document, phrase: PersonPhrase) -> bool:
    """Return whether somebody is the object of a past event: *Sie schlug einen Polizisten*, not *suchte einen Arzt*."""
    if document.tokens[phrase.head].relation not in OBJECTS or not is_past(document, phrase.head):
        return False
    return phrase.determiner >= 0 and not is_sought(document, phrase)


def _takes_part(document: Document, phrase: PersonPhrase) -> bool:
    """Return whether somebody did something or was there: *wurde von einem Arzt gerettet*, *sprach mit einem Wirt*."""
    relation, past = document.tokens[phrase.head].relation, is_past(document, phrase.head)
    if not past or phrase.determiner < 0 or is_sought(document, phrase):
        return False
    beside = relation in ("obl", "obl:arg") and not WITH.isdisjoint(prepositions(document, phrase.head))
    return relation == "obl:agent" or beside


def is_sought(document: Document, phrase: PersonPhrase) -> bool:
    """Return whether somebody need not exist: *Sie suchte einen Arzt*, *Man soll einen Anwalt rufen*."""
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
            return subject_of(document, clause_of(document, above))
    else:
        return -1
    return next((child for child in found if tokens[child].text.lower() != "sich"), -1)
