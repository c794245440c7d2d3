"""Role nouns that stand for things, bodies and firms."""

from __future__ import annotations

import re

from hf_genderfair.languages.document import Document
from hf_genderfair.rewriting.german.names import entity_at
from hf_genderfair.rewriting.german.person_phrase import PersonPhrase
from hf_genderfair.rewriting.german.person_signs import speaks

THING = "a thing"
BODY = "a body of persons"
FIRM = "a firm or team, most likely"
EXPRESSION = "a fixed expression"

FIRMS = tuple(
    "hersteller anbieter betreiber versicherer zulieferer verlader vertreiber signatar tabellenführer spitzenreiter "
    "absteiger aufsteiger marktführer branchenführer provider ausrüster importeur exporteur bauträger organträger "
    "autobauer rückversicherer discounter rechtsnachfolger tabellennachbar titelverteidiger kostenträger "
    "leistungsträger sozialversicherungsträger rentenversicherungsträger projektträger anteilseigner gesetzgeber "
    "verordnungsgeber dienstherr".split()
)
"""Ends of words that mean firms, authorities or teams more often than persons."""

BODIES = tuple(
    "stadtrat gemeinderat nationalrat bundesrat aufsichtsrat verwaltungsrat betriebsrat personalrat regierungsrat "
    "kirchenrat staatsrat ministerrat elternrat ältestenrat sicherheitsrat landrat presserat rundfunkrat "
    "fernsehrat stiftungsrat europarat zentralrat wissenschaftsrat kreisrat ortsrat".split()
)
"""Ends of words that in the singular are a body or one of its members."""

PERSON_ADJECTIVES = frozenset(
    "jung junge alt ehemalig früher einstig damalig bekannt berühmt beliebt verheiratet ledig geschieden arbeitslos "
    "angehend erfahren frischgebacken gelernt verstorben langjährig amtierend freundlich nett fleißig ehrgeizig "
    "charmant ehrenamtlich hauptberuflich freiberuflich parteilos".split()
)
"""Adjectives that go with persons and seldom with things."""

KEPT = re.compile(
    r"\b(?:zum|Zum) (?:Henker|Teufel)\b|\bTeufels Küche\b|\bSchusters Rappen\b|\bVater Staat\b|\bFreund Hein\b"
    r"|\bBock zum Gärtner\b|\bmacht den Meister\b|\bKunde ist König\b|\bOtto Normalverbraucher\b|\bKaisers Bart\b"
    r"|\b[Bb]linde[rn]? Passagiere?n?\b(?= der)|\bHerr und Meister\b|\bWeisheit letzter Schluss\b"
)
"""Sayings whose nouns no one would change."""

NEUTER_ARTICLES = frozenset({"das", "dieses", "jenes", "ins", "ans", "aufs", "fürs", "übers", "ums", "durchs"})

HOMOGRAPHS = tuple(
    "leiter erbe single kiefer tor page star junior tenor boxer läufer springer kurier cutter sprinter schild "
    "hamburger camper starter spender müller wäscher taube heide geisel weise rechte linke böse große arme".split()
)
"""Words that are another word in another gender or are as well a thing."""


def thing_reason(document: Document, phrase: PersonPhrase, firms: bool) -> str | None:
    """Say whether a role noun stands for no person here.

    Args:
        document: The text.
        phrase: A phrase of the text.
        firms: Whether words such as *Hersteller* count as persons, as in the test sets of Amrhein et al. 2023.

    Returns:
        `THING`, `BODY`, `FIRM`, `EXPRESSION`, or None where a person is meant.
    """
    if _has_other_gender(document, phrase):
        return THING
    if any(
        match.start() < phrase.end and phrase.start < match.end()
        for match in KEPT.finditer(document.text, *_near(document, phrase))
    ):
        return EXPRESSION
    lemma = phrase.noun.masculine.lower()
    if lemma.endswith(FIRMS):
        return None if firms or shows_person(document, phrase) else FIRM
    if lemma.endswith(BODIES) and phrase.noun.gender == "masculine":
        return None if phrase.number == "Plur" or shows_person(document, phrase) else BODY
    if phrase.noun.sense == "mostly_thing" and not shows_person(document, phrase):
        return THING
    return None


def _near(document: Document, phrase: PersonPhrase) -> tuple[int, int]:
    return max(0, phrase.start - 30), min(len(document.text), phrase.end + 30)


def _has_other_gender(document: Document, phrase: PersonPhrase) -> bool:
    """Return whether the article or the verb shows another word: *das Erbe*, *die Leiter stand*."""
    tokens = document.tokens
    if phrase.noun.gender == "feminine":
        return False
    if phrase.determiner >= 0 and tokens[phrase.determiner].text.lower() in NEUTER_ARTICLES:
        # the genitive *dieses Lehrers* is masculine
        return phrase.case != "Gen"
    if not phrase.noun.masculine.lower().endswith(HOMOGRAPHS):
        return False
    token = tokens[phrase.head]
    gender = token.morph.get("Gender", "")
    if phrase.noun.gender == "common":
        return gender == "Neut" or (token.text.lower() in ("weise", "weisen") and gender != "Masc")
    return gender in ("Fem", "Neut") and token.morph.get("Number") == "Sing"


def shows_person(document: Document, phrase: PersonPhrase) -> bool:
    """Return whether the words around a noun that may be a thing say that it is a person.

    Args:
        document: The text.
        phrase: A phrase of the text.

    Returns:
        True beside a name of a person, with an adjective for persons, or where it speaks.
    """
    tokens = document.tokens
    head = phrase.head
    if head + 1 < len(tokens):
        after = entity_at(document, tokens[head + 1].start)
        if after is not None and after.type == "PER":
            return True
    if any(is_of_persons(tokens[place].lemma.lower(), tokens[place].text.lower()) for place in phrase.adjectives):
        return True
    if tokens[head].relation == "nsubj" and tokens[document.heads[head]].pos == "VERB" and speaks(document, head):
        return phrase.number == "Sing"
    return tokens[head].text.endswith("r") and phrase.noun.gender == "common" and _is_masculine_ending(document, phrase)


def is_of_persons(lemma: str, word: str) -> bool:
    """Return whether an adjective goes with persons: *jung*, *34-jährig*."""
    return lemma in PERSON_ADJECTIVES or "jährige" in word


def _is_masculine_ending(document: Document, phrase: PersonPhrase) -> bool:
    """Return whether a nominalised adjective has the ending of one man: *ein Linker*."""
    if phrase.determiner < 0:
        return phrase.number == "Sing" and phrase.case == "Nom"
    return document.tokens[phrase.determiner].text.lower().endswith(("ein", "kein"))
