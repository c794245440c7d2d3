"""Subjects of German reporting verbs, repaired where the parse confuses subject and object."""

from __future__ import annotations

from collections.abc import Collection

from hf_genderfair.languages.clauses import has_dependent, is_coordinated, is_finite, prepositions
from hf_genderfair.languages.coreference.quotes.clauses import NOMINAL, agent_of
from hf_genderfair.languages.document import Document
from hf_genderfair.lexicons.word_class import WordClass

QUANTITIES = WordClass("noun_classes_de", "quantity")
"""Nouns in the singular whose verb may be in the plural."""

MEASURES = WordClass("noun_classes_de", "no_speaker")
"""Nouns that are never speakers."""

PERSONAL = frozenset("er sie ich wir man jemand niemand".split())
SOURCE_PREPOSITIONS = WordClass("prepositions_de", "no_subject")
NO_SOURCES = frozenset("anschluss fall hinsicht rahmen verlauf zuge zusammenhang".split())
"""Nouns after *in* or *von* that are never sources."""

DATIVE = frozenset("dir einem ihm ihnen jedem keinem mir".split())
ACCUSATIVE = WordClass("determiners_de", "accusative")
"""Determiners and pronouns that are never nominative."""


def speaker_of(document: Document, index: int, persons: Collection[int]) -> int:
    """Find the subject of a verb of saying."""
    # The parser's subject, where it agrees with the verb in number and is a person, a pronoun or no worse than the
    # others; else another noun phrase of the verb that can be its subject by case and number.
    found = agent_of(document, index)
    if found >= 0 and _is_elsewhere(document, found, index):
        found = -1
    if has_dependent(document, index, "aux:pass"):
        return found if found >= 0 else _agent(document, index)
    verb = _finite(document, index)
    if found >= 0 and _is_likely(document, found, persons) and _agrees(document, found, verb):
        return found
    others = [child for child in document.children[index] if child != found and _may_be_subject(document, child)]
    fitting = [child for child in others if _agrees(document, child, verb)]
    likely = next((child for child in fitting if _is_likely(document, child, persons)), -1)
    doubtful = found < 0 or not _agrees(document, found, verb)
    if likely >= 0 and (doubtful or (found < index and document.tokens[likely].relation == "nsubj")):
        return likely
    if found >= 0 and document.tokens[found].text.lower() not in MEASURES:
        agreeing = next((child for child in fitting if _is_nominative(document, child)), -1)
        return found if _agrees(document, found, verb) or agreeing < 0 else agreeing
    nominative = next((child for child in fitting if _is_nominative(document, child)), -1)
    return nominative if nominative >= 0 else next((child for child in fitting if child > index), -1)


def has_object(document: Document, index: int) -> bool:
    """Return whether a noun after a verb is certainly its object, by its article or another subject."""
    tokens = document.tokens
    after = [child for child in document.children[index] if child > index]
    objects = [child for child in after if tokens[child].relation == "obj" and tokens[child].pos != "PRON"]
    accusative = [child for child in objects if tokens[child].morph.get("Case") == "Acc"]
    subjects = [child for child in after if tokens[child].relation == "nsubj"]
    return any(subjects or not _may_be_subject(document, child) for child in accusative)


def _agent(document: Document, index: int) -> int:
    """Return the agent of a passive: von der Polizei gebeten; -1 where there is none."""
    tokens = document.tokens
    for child in document.children[index]:
        cases = prepositions(document, child)
        if tokens[child].pos in NOMINAL and cases and cases[0] in ("von", "vom", "durch"):
            return child
    return -1


def _is_elsewhere(document: Document, noun: int, index: int) -> bool:
    """Whether a word is a dative pronoun, or separated from its verb by a colon."""
    between = document.tokens[min(noun, index) + 1 : max(noun, index)]
    return document.tokens[noun].text.lower() in DATIVE or any(token.text in (":", ";") for token in between)


def where_said(document: Document, index: int) -> int:
    """Find the source of *es heißt* or *es geht hervor*: aus dem Amt, seitens der Bank, in dem Bericht."""
    tokens = document.tokens
    for child in document.children[index]:
        cases = prepositions(document, child)
        lower = tokens[child].text.lower()
        named = tokens[child].pos in NOMINAL and lower not in MEASURES and lower not in NO_SOURCES
        if named and cases and cases[0] in SOURCE_PREPOSITIONS:
            return child
    return -1


def _finite(document: Document, index: int) -> int:
    """Return the finite verb of a verb: itself, or its auxiliary; -1 where neither is finite."""
    for near in (index, *document.children[index]):
        if is_finite(document.tokens[near]) and (near == index or document.tokens[near].relation.startswith("aux")):
            return near
    return -1


def _agrees(document: Document, noun: int, verb: int) -> bool:
    """Whether a noun and a finite verb agree in number, or one of them is ambiguous."""
    token = document.tokens[noun]
    number = document.tokens[verb].morph.get("Number", "") if verb >= 0 else ""
    own = token.morph.get("Number", "")
    if not number or not own or token.pos != "NOUN" or token.text.lower() in QUANTITIES:
        return True
    joined = is_coordinated(document, noun)
    return number == own or (joined and number == "Plur")


def _is_likely(document: Document, noun: int, persons: Collection[int]) -> bool:
    token = document.tokens[noun]
    return noun in persons or token.text.lower() in PERSONAL


def _may_be_subject(document: Document, index: int) -> bool:
    """Whether a dependent of a verb has no preposition and may be nominative by its form."""
    tokens = document.tokens
    token = tokens[index]
    if token.pos not in NOMINAL or token.text.lower() in ACCUSATIVE or token.text.lower() in ("es", "sich"):
        return False
    if token.relation.partition(":")[0] not in ("nsubj", "obj", "obl", "nmod", "iobj"):
        return False
    if token.morph.get("Case") in ("Dat", "Gen"):
        return False
    below = [tokens[child] for child in document.children[index] if child < index]
    return not any(word.relation == "case" or word.text.lower() in ACCUSATIVE for word in below)


def _is_nominative(document: Document, index: int) -> bool:
    return document.tokens[index].morph.get("Case") == "Nom"
