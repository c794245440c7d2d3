"""English words for persons, their plurals, compounds and articles, and what first names say."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import NamedTuple

from hf_genderfair.core.resources import resource
from hf_genderfair.core.text_view import like
from hf_genderfair.languages.evidence import (
    SHARED,
    Evidence,
    PersonWord,
    first_name_gender,
    person_noun_gender,
    person_words,
)
from hf_genderfair.languages.types import MarkedGender
from hf_genderfair.lexicons.word_class import WordClass, WordValues

IRREGULAR_PLURALS = WordValues("noun_classes_en", "plural", str)
VOWELS = "aeiou"

HEADS = WordClass("noun_classes_en", "person_head")
"""Words that end compounds: *metalworker*, *batboy*."""

ACRONYMS = WordClass("noun_classes_en", "acronym")
SHORTEST_WORD = 4
"""Letters that a word in capitals needs: *SIS* is no sister."""

GENDERED_HEADS = ("woman", "women", "man", "men")
NO_MEN = WordClass("noun_classes_en", "no_man")
AGENT_ENDINGS = WordClass("noun_classes_en", "agent_ending")
NO_AGENTS = WordClass("noun_classes_en", "no_agent")

BEARERS = 1000
"""Number of persons that must bear a name for it to count as a first name without further evidence; being listed in
three countries does as well."""

HOME = frozenset({"us", "gb", "ie", "ca", "nz"})


class EnglishPersonForm(NamedTuple):
    """What a written form says as a word for persons.

    Attributes:
        gender: ``masculine`` or ``feminine`` by meaning, ``none`` for words of all genders.
        plural: Whether it is a plural.
        sense: See `PersonWord`.
        generic: Whether it is a plural that is masculine by form and used of mixed groups: *actors*.
        source: ``lexicon``, ``compound`` or ``suffix``.

    Example:
        >>> person_form("women").gender, person_form("teachers").gender, person_form("stones") is None
        ('feminine', 'none', True)
    """

    gender: MarkedGender
    plural: bool
    sense: str
    generic: bool
    source: str


@lru_cache(maxsize=100_000)
def first_name(name: str) -> Evidence | None:
    """Return what is known of a first name; None for any other word."""
    return first_name_gender(name, "en")


def is_frequent(evidence: Evidence) -> bool:
    """Return whether a first name is frequent enough to be recognised by its capital alone."""
    known = evidence.gender != "unknown" or evidence.kind == SHARED
    return known and (evidence.n >= BEARERS or len(evidence.source.split()) > 3)


@lru_cache(maxsize=100_000)
def person_form(word: str) -> EnglishPersonForm | None:
    """Look a noun up among the words for persons, then by the last part of a compound, then by ending; or None."""
    low = word.lower().replace("’", "'")
    forms = resource(("English person words",), _forms)
    if word.isupper() and len(word) < SHORTEST_WORD and low not in ACRONYMS:
        return None
    if low in forms:
        return forms[low]
    head = low.rpartition("-")[2]
    if head != low and head in forms:
        return forms[head]._replace(source="compound")
    if low.endswith(GENDERED_HEADS) and len(low) > 6 and low not in NO_MEN:
        gender: MarkedGender = "feminine" if low.endswith(("woman", "women")) else "masculine"
        return EnglishPersonForm(gender, low.endswith("men"), "person", False, "compound")
    tail = next((low[start:] for start in range(3, len(low) - 2) if low[start:] in HEADS), None)
    if tail is not None and tail in forms:
        return forms[tail]._replace(source="compound")
    if low.endswith(AGENT_ENDINGS.as_tuple) and low not in NO_AGENTS:
        return EnglishPersonForm("none", low.endswith("s"), "person", False, "suffix")
    return None


def _forms() -> dict[str, EnglishPersonForm]:
    forms: dict[str, EnglishPersonForm] = {}
    for word in dict.fromkeys(person_words("en").values()):
        for lemma, gender, sense in _sides(word):
            male = gender == "masculine" and person_noun_gender(lemma, "en", "Plur")
            generic = gender == "masculine" and not (male and male.gender == "male")
            forms.setdefault(
                lemma.lower(), EnglishPersonForm(gender, lemma.lower() == "people", sense, False, "lexicon")
            )
            forms.setdefault(plural(lemma.lower()), EnglishPersonForm(gender, True, sense, generic, "lexicon"))
    return forms


def _sides(word: PersonWord) -> list[tuple[str, MarkedGender, str]]:
    if word.kind == "common":
        return [(word.masculine, "none", word.masculine_sense)]
    sides: list[tuple[str, MarkedGender, str]] = [
        (word.masculine, "masculine", word.masculine_sense),
        (word.feminine, "feminine", word.feminine_sense),
    ]
    return [side for side in sides if side[0]]


def plural(lemma: str) -> str:
    """Return the plural of an English noun."""
    if lemma in IRREGULAR_PLURALS:
        return IRREGULAR_PLURALS[lemma]
    if lemma.endswith("man") and lemma not in NO_MEN:
        return lemma[:-2] + "en"
    if lemma.endswith("y") and lemma[-2] not in VOWELS:
        return lemma[:-1] + "ies"
    if lemma.endswith(("s", "x", "ch", "sh", "z")):
        return lemma + "es"
    return lemma + "s"


SILENT = re.compile(r"hour|honest|honou?r|heir", re.IGNORECASE)
CONSONANT = re.compile(r"uni(?!n)|use|usu|uti|eu|ewe|one\b|one-|once", re.IGNORECASE)
"""Beginnings of words whose sound and spelling differ: *an hour*, *a union*."""


def indefinite_article(word: str) -> str:
    """Return the indefinite article before a word, ``a`` or ``an``."""
    if SILENT.match(word):
        return "an"
    return "an" if word[:1].lower() in "aeiou" and not CONSONANT.match(word) else "a"


def fitting_article(written: str, word: str) -> str | None:
    """Return the article that fits a word in place of the one before it, with the capitals of that one."""
    wanted = indefinite_article(word)
    if written.lower() not in ("a", "an") or written.lower() == wanted:
        return None
    return like(wanted, written)
