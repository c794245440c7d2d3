"""Whether a role noun means a particular person, or anybody who has the role."""

from __future__ import annotations

from hf_genderfair.languages.document import Document
from hf_genderfair.rewriting.german.clauses import clause_of, finite_verb, subject_of
from hf_genderfair.rewriting.german.names import ADDRESSES, entity_at
from hf_genderfair.rewriting.german.person_phrase import PersonPhrase
from hf_genderfair.rewriting.german.person_signs import speaks

NAMED = "a name beside it"
PARTICULAR = "a particular person"
WOMEN = "women are meant"
MEN = "men are meant"

ANYBODY = tuple("jed kein irgendein irgendwelch jedwed jeglich manch welch solch".split())
"""Beginnings of articles after which a singular means nobody in particular."""

DISTRIBUTIVE = frozenset("pro je per ohne".split())
POSSESSIVES = tuple("mein dein sein ihr unser unsr euer eur".split())
DEMONSTRATIVES = tuple("dies jen".split())
INDEFINITE = tuple("ein".split())

MODALS = frozenset("müssen dürfen sollen können brauchen".split())
CONDITIONS = frozenset("wenn falls sofern sobald ob solange".split())
LONGEST_CHAIN = 6

CLASSES = tuple(
    "bürger steuerzahler beitragszahler wähler verbraucher konsument nutzer benutzer anwender endkunde arbeitnehmer "
    "leser zuschauer zuhörer kleinanleger autofahrer radfahrer mieter versicherte durchschnittsösterreicher "
    "normalverbraucher user hausbesitzer häuslebauer fußgänger".split()
)
"""Ends of words that mean a class, if no past event shows one man."""

OFFICES = tuple(
    "präsident kanzler minister papst bürgermeister staatssekretär könig kaiser premier generalsekretär "
    "regierungschef staatschef kanzlerkandidat".split()
)
"""Ends of words for which there is one holder at a time, whom everybody knows."""

PERSONAL = frozenset("er sie ich du ihn ihm ihr mich mir".split())


def particular_reason(document: Document, phrase: PersonPhrase) -> str | None:
    """Say whether a phrase means a particular person, whose gender others may know.

    Args:
        document: The text.
        phrase: A phrase about persons.

    Returns:
        `NAMED`, `PARTICULAR`, `WOMEN`, `MEN`, or None where anybody of the role is meant: plurals, *jeder Arzt*,
        *wenn ein Kunde*, *der Steuerzahler*.
    """
    tokens = document.tokens
    if any(tokens[place].lemma.lower() == "männlich" for place in phrase.adjectives):
        return MEN
    if any(tokens[place].lemma.lower() == "weiblich" for place in phrase.adjectives):
        return WOMEN
    if is_named(document, phrase):
        return NAMED
    if phrase.noun.gender == "feminine" or _is_of_a_woman(document, phrase):
        return WOMEN
    if phrase.number == "Plur" or _means_anybody(document, phrase):
        return None
    return PARTICULAR if _means_somebody(document, phrase) else None


def _is_of_a_woman(document: Document, phrase: PersonPhrase) -> bool:
    """Return whether the article of a nominalised adjective is feminine: *eine Angestellte*."""
    if phrase.noun.gender != "common" or phrase.number == "Plur" or phrase.determiner < 0:
        return False
    return document.tokens[phrase.determiner].text.lower().endswith(("die", "eine", "jede", "keine"))


def is_named(document: Document, phrase: PersonPhrase) -> bool:
    """Return whether a name or a form of address stands beside a noun.

    Args:
        document: The text.
        phrase: A phrase about persons.

    Returns:
        True for *Kanzler Scholz*, *Kopper, der Sprecher*, *ihr Trainer, Ada Ott* and *Herr Minister*; plurals need
        names right after them: *die Minister Müller und Schmidt*.
    """
    tokens = document.tokens
    head = phrase.head
    after = head + 1
    if after < len(tokens) and _is_person(document, after):
        return True
    if phrase.number == "Plur":
        return False
    if after < len(tokens) and tokens[after].pos == "PROPN" and tokens[after].relation in ("appos", "flat"):
        return document.heads[after] == head
    first = min(place for place in (head, phrase.determiner, *phrase.adjectives) if place >= 0)
    if first and tokens[first - 1].text.lower() in ADDRESSES:
        return True
    if after + 1 < len(tokens) and tokens[after].text in (",", ":", "(") and _is_person(document, after + 1):
        return document.heads[after + 1] == head or tokens[after].text != ","
    if tokens[head].relation == "appos":
        above = document.heads[head]
        return tokens[above].pos == "PROPN" and above < head and _is_person(document, above)
    return False


def _is_person(document: Document, place: int) -> bool:
    entity = entity_at(document, document.tokens[place].start)
    return entity is not None and entity.type == "PER"


def _means_anybody(document: Document, phrase: PersonPhrase) -> bool:
    """Return whether a singular has a sign of nobody in particular."""
    tokens = document.tokens
    article = tokens[phrase.determiner].text.lower() if phrase.determiner >= 0 else ""
    if article.startswith(ANYBODY):
        return True
    first = min(place for place in (phrase.head, phrase.determiner, *phrase.adjectives) if place >= 0)
    before = tokens[first - 1].text.lower() if first else ""
    if before in DISTRIBUTIVE or (before == "wie" and article.startswith(INDEFINITE)):
        return True
    if phrase.noun.masculine.lower().endswith(CLASSES) and not article.startswith(DEMONSTRATIVES):
        return not _is_past(document, phrase.head) or not article.startswith(INDEFINITE)
    possessive = article.startswith(POSSESSIVES) and not article.startswith(INDEFINITE)
    return not possessive and _is_hypothetical(document, phrase.head, not article.startswith("d"))


def _is_hypothetical(document: Document, place: int, modal: bool) -> bool:
    """Return whether a clause says what may be, what must be, or what holds on a condition."""
    tokens = document.tokens
    clause = clause_of(document, place)
    if any(tokens[child].text.lower() in CONDITIONS for child in document.children[clause][:LONGEST_CHAIN]):
        return not _is_past(document, place)
    verb = finite_verb(document, clause)
    if verb < 0:
        return False
    morph = tokens[verb].morph
    return modal and morph.get("Tense") == "Pres" and tokens[verb].lemma.lower() in MODALS


def _is_past(document: Document, place: int) -> bool:
    """Return whether a clause, or the one above it where it has no finite verb, tells what happened."""
    tokens = document.tokens
    clause = clause_of(document, place)
    for _ in range(LONGEST_CHAIN):
        verb = finite_verb(document, clause)
        if verb >= 0:
            morph = tokens[verb].morph
            if morph.get("Mood") == "Sub":
                return tokens[verb].text.lower().startswith(("sei", "hab"))
            participle = tokens[clause].morph.get("VerbForm") == "Part"
            perfect = tokens[verb].lemma.lower() in ("haben", "sein") and participle
            return morph.get("Tense") == "Past" or perfect
        above = document.heads[clause]
        if above == clause:
            return False
        clause = clause_of(document, above)
    return False


def _means_somebody(document: Document, phrase: PersonPhrase) -> bool:
    """Return whether a singular without a sign of anybody is about somebody whom the text knows."""
    tokens = document.tokens
    head = phrase.head
    article = tokens[phrase.determiner].text.lower() if phrase.determiner >= 0 else ""
    if article.startswith(DEMONSTRATIVES) or any("jährig" in tokens[place].text for place in phrase.adjectives):
        return True
    if article.startswith(POSSESSIVES):
        return True
    lemma = phrase.noun.masculine.lower()
    if _is_past(document, head) or speaks(document, head):
        return True
    if lemma.endswith(OFFICES) and article[:1] in ("d", "z", "b", "v"):
        return True
    if _is_of_somebody(document, head):
        return True
    return article.startswith("d") and _knows_somebody(document, head)


def _is_of_somebody(document: Document, head: int) -> bool:
    """Return whether a noun is the predicate of a person or stands after *als* beside one: *Sie ist Ärztin*."""
    tokens = document.tokens
    children = document.children[head]
    predicate = any(tokens[child].relation == "cop" for child in children)
    after_as = any(tokens[child].text.lower() == "als" for child in children)
    if not predicate and not after_as:
        return False
    subject = subject_of(document, head if predicate else clause_of(document, head))
    if subject < 0:
        return False
    return tokens[subject].text.lower() in PERSONAL or _is_person(document, subject)


def _knows_somebody(document: Document, head: int) -> bool:
    """Return whether the sentence names a person or has a pronoun for one."""
    first, last = document.sentences[document.sentence_of[head]]
    tokens = document.tokens
    start, end = tokens[first].start, tokens[last - 1].end
    return any(entity.type == "PER" and start <= entity.start < end for entity in document.entities)
