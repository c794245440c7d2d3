"""What the modules of the languages say of words: titles, first names and nouns for persons."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from hf_genderfair.actors.gender import FIRST_NAME, MORPHOLOGY, NOUN, TITLE
from hf_genderfair.actors.mention import Gender, GenderEvidence
from hf_genderfair.languages.document import Document
from hf_genderfair.languages.evidence import Evidence

SURE_KINDS = frozenset({"address", "nobility", "kinship"})
"""Titles whose form gives the gender of the person; those of offices are role nouns."""

GENDERS: dict[str, Gender] = {"female": "female", "male": "male", "neutral": "neutral"}


class PersonNoun(NamedTuple):
    """A noun for persons.

    Attributes:
        first: Index of the first token of the noun, with the other parts of a compound.
        end: Offset after its last character; behind the last token for forms such as *Lehrer:in*.
        plural: Whether it stands for several persons.
        evidence: What it says of gender.
    """

    first: int
    end: int
    plural: bool
    evidence: tuple[GenderEvidence, ...]


class NamingRules(NamedTuple):
    """What one language knows.

    Attributes:
        title: Says what a title says of gender (`title_gender`); None where a word is none.
        is_person_word: Whether a word stands for one person, and so may be a title before a name.
        first_name: Says to whom a first name is given.
        is_given_name: Whether evidence of a first name is sure enough to take a capitalised word for one.
        bare: Returns the forms that a word of a name may have without the ending of the genitive, itself first.
        read_noun: Reads the noun between two token indices; None where it is none for persons.
        neopronouns: Pronouns for all genders that pipelines take for names.

    Example:
        >>> from hf_genderfair.actors.mentions_en import ENGLISH
        >>> ENGLISH.is_person_word("actress")
        True
    """

    title: Callable[[str], Evidence | None]
    is_person_word: Callable[[str], bool]
    first_name: Callable[[str], Evidence | None]
    is_given_name: Callable[[Evidence], bool]
    bare: Callable[[str], tuple[str, ...]]
    read_noun: Callable[[Document, int, int], PersonNoun | None]
    neopronouns: frozenset[str]


def title_evidence(word: str, evidence: Evidence) -> GenderEvidence | None:
    """Return what a title says: Frau and Queen surely, German Ministerin surely, Minister and Dr. nothing."""
    gender = GENDERS[evidence.gender]
    if gender == "neutral":
        return GenderEvidence(gender, "title", TITLE, word) if word.casefold().rstrip(".") == "mx" else None
    if evidence.kind in SURE_KINDS or evidence.kind == "clergy":
        return GenderEvidence(gender, "title", TITLE, word)
    return GenderEvidence(gender, "title", MORPHOLOGY, word) if gender == "female" else None


def first_name_evidence(word: str, evidence: Evidence) -> GenderEvidence | None:
    """Return what a first name says: the more, the surer it is."""
    if evidence.probability is None or (evidence.gender == "unknown" and evidence.n < 2):
        return None
    certainty = 2 * evidence.probability - 1
    gender: Gender = "female" if certainty > 0 else "male"
    return GenderEvidence(gender, "first name", round(FIRST_NAME * abs(certainty), 3), word)


def noun_evidence(word: str, evidence: Evidence) -> GenderEvidence | None:
    """Return what the meaning of a noun says: mother, man, actress."""
    if evidence.gender not in ("female", "male"):
        return None
    return GenderEvidence(GENDERS[evidence.gender], "noun", NOUN, word)
