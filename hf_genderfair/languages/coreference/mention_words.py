"""The interface of the languages: titles, first names and nouns for persons, and their evidence of gender."""

from __future__ import annotations

from collections.abc import Callable, Container, Mapping
from typing import NamedTuple

from hf_genderfair.languages.coreference.gender import FIRST_NAME, MORPHOLOGY, NOUN, TITLE
from hf_genderfair.languages.coreference.mention import GenderEvidence
from hf_genderfair.languages.document import Document
from hf_genderfair.languages.evidence import SHARED, Evidence
from hf_genderfair.languages.types import PersonGender

FAIR = "academic title for all genders"
"""Kind of a title with a sign before the feminine ending: ``Prof*in``."""

HONORIFIC = "honorific"
"""Kind of a title that tells no gender itself, but by the possessive before it: *Ihre Exzellenz*."""

ACADEMIC = ("academic", FAIR)

SURE_KINDS = frozenset({"address", "nobility", "kinship"})
"""Titles whose form gives the gender of the person; those of offices are role nouns."""

HINT = 1.1
"""Largest weight of a first name that women and men bear."""

GENDERS: dict[str, PersonGender] = {"female": "female", "male": "male", "neutral": "neutral"}


class PersonNoun(NamedTuple):
    """A noun for persons.

    Attributes:
        first: Index of the first token of the noun, with the other parts of a compound.
        end: Offset after its last character, which may lie after the last token (*Lehrer:in*).
        plural: Whether it stands for several persons.
        evidence: Its evidence of gender.
        generic: Whether it means anybody and nobody in particular: *jeder Kunde*.
    """

    first: int
    end: int
    plural: bool
    evidence: tuple[GenderEvidence, ...]
    generic: bool = False


def no_evidence(document: Document, index: int) -> None:
    """Find no evidence of gender before a name, as in languages without gender of articles."""


def shows_first_name(given: str, name: str) -> bool:
    """Take the first word of every name for one that may be a first name."""
    return True


def first_name_evidence(word: str, evidence: Evidence) -> GenderEvidence | None:
    """Return the evidence of a first name, weighted by how unevenly the genders share it."""
    # Of a name that both bear (*Blake*, *Sam*) it is a hint, too weak to decide.
    if evidence.probability is None or (evidence.gender == "unknown" and evidence.n < 2):
        return None
    certainty = 2 * evidence.probability - 1
    gender: PersonGender = "female" if certainty > 0 else "male"
    most = HINT if evidence.gender == "unknown" or evidence.kind == SHARED else FIRST_NAME
    return GenderEvidence(gender, "first name", min(most, round(FIRST_NAME * abs(certainty), 3)), word)


class NamingRules(NamedTuple):
    """The words of a language that name persons.

    Attributes:
        title: Returns the evidence of a title (`title_gender`); None where a word is not a title.
        is_person_word: Whether a word is a singular noun for a person, and thus may be a title before a name.
        first_name: Returns the evidence of a first name; None where a word is not a first name.
        is_given_name: Whether this evidence is strong enough to take a capitalised word for a first name.
        bare: Returns the possible forms of a word without a genitive ending, the word itself first.
        read_noun: Returns the person noun between two token indices; None where the noun does not name persons.
        neopronouns: Pronouns for all genders that pipelines take for names.
        before_name: Returns the evidence of the words before the name at a token index; None where there is none.
        shows_first_name: Whether a first word, or none, of a name shows a first name by the form of both.
        fair_nouns: Returns the nouns that name all genders, by the index of their first token.
        nouns_have_capitals: Whether a word in small letters is no noun, and no title either.
        bare_titles: Whether every noun for a person right before a name is its title, if it has no determiner.
        apposed_titles: Whether a noun right before a name is its title where parsers attach the name to another word.
        belongs: Whether the noun right before a token is of somebody who belongs to whom it names: *Sprecher Bodes*.

    Example:
        >>> from hf_genderfair.languages.coreference.languages import actor_rules
        >>> actor_rules("en").words.is_person_word("actress")
        True
    """

    title: Callable[[str], Evidence | None]
    is_person_word: Callable[[str], bool]
    first_name: Callable[[str], Evidence | None]
    is_given_name: Callable[[Evidence], bool]
    bare: Callable[[str], tuple[str, ...]]
    read_noun: Callable[[Document, int, int], PersonNoun | None]
    neopronouns: Container[str]
    before_name: Callable[[Document, int], GenderEvidence | None] = no_evidence
    shows_first_name: Callable[[str, str], bool] = shows_first_name
    fair_nouns: Callable[[Document], Mapping[int, PersonNoun]] = lambda document: {}
    nouns_have_capitals: bool = False
    bare_titles: bool = False
    apposed_titles: bool = False
    belongs: Callable[[Document, int], bool] = lambda document, index: False


def title_evidence(word: str, evidence: Evidence) -> GenderEvidence | None:
    """Return the evidence of a title: of *Frau*, *Queen* and *Ministerin*, not of *Minister* or *Dr*."""
    gender = GENDERS[evidence.gender]
    if gender == "neutral":
        told = evidence.kind == FAIR or word.casefold().rstrip(".") == "mx"
        return GenderEvidence(gender, "title", TITLE, word) if told else None
    if evidence.kind in SURE_KINDS or evidence.kind == "clergy":
        return GenderEvidence(gender, "title", TITLE, word)
    return GenderEvidence(gender, "title", MORPHOLOGY, word) if gender == "female" else None


def noun_evidence(word: str, evidence: Evidence) -> GenderEvidence | None:
    """Return the evidence of the lexical gender of a noun: *mother*, *man*, *actress*."""
    if evidence.gender not in ("female", "male"):
        return None
    return GenderEvidence(GENDERS[evidence.gender], "noun", NOUN, word)
