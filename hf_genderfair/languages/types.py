"""The genders, numbers and cases of the package, and the record of a word that may refer to persons.

They are plain strings, as users pass them and columns hold them. The gender of a person and the gender of a word are
two things and have values of their own: a feminine word need not mean a woman.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal, NamedTuple, get_args

PersonGender = Literal["female", "male", "neutral", "mixed", "unknown"]
"""Gender of a person or a group as a text marks it: never more than its words say."""

PERSON_GENDERS: tuple[PersonGender, ...] = get_args(PersonGender)

BinaryGender = Literal["female", "male"]
"""The genders to which words are swapped and between which texts are compared."""

BINARY_GENDERS: tuple[BinaryGender, BinaryGender] = ("female", "male")

GrammaticalGender = Literal["masculine", "feminine", "neuter", "common", "none"]
"""Gender of a word.

``common`` is a form for women and men, where at most an article tells which: German *Vorsitzende*, Spanish *artista*.
``none`` is a word without gender, such as English *teacher*.
"""

MarkedGender = Literal["masculine", "feminine", "neuter", "none"]
"""Gender of a word as its text shows it: of a form for women and men the one that its article tells, or ``none``."""

MARKED_GENDERS: tuple[MarkedGender, ...] = get_args(MarkedGender)

PairedGender = Literal["feminine", "masculine"]
"""The grammatical genders in which words for persons come in pairs: *Lehrerin*, *Lehrer*."""

PAIRED_GENDERS: tuple[PairedGender, PairedGender] = ("feminine", "masculine")

OTHER_GENDER: Mapping[PairedGender, PairedGender] = {"feminine": "masculine", "masculine": "feminine"}

OTHER_BINARY_GENDER: Mapping[BinaryGender, BinaryGender] = {"female": "male", "male": "female"}

WORD_GENDERS: Mapping[str, PairedGender] = {"female": "feminine", "male": "masculine"}
"""The grammatical gender of words for women and for men."""

UD_GENDERS: Mapping[str, GrammaticalGender] = {
    "Masc": "masculine",
    "Fem": "feminine",
    "Neut": "neuter",
    "Com": "common",
}
"""Values of the feature ``Gender`` of Universal Dependencies."""

Number = Literal["Sing", "Plur"]
"""Number of a word, spelled as in Universal Dependencies, from which most numbers come."""

NUMBERS: tuple[Number, ...] = get_args(Number)

Case = Literal["Nom", "Gen", "Dat", "Acc"]
"""Case of a German word, spelled as in Universal Dependencies."""

CASES: tuple[Case, ...] = get_args(Case)

Scope = Literal["generic", "all"]
"""Which persons are rewritten: those with generic reference, or everybody."""


def grammatical_gender(features: Mapping[str, str]) -> GrammaticalGender | None:
    """Return the gender that an analysis gives to a word."""
    return UD_GENDERS.get(features.get("Gender", ""))


def marked_gender(gender: GrammaticalGender) -> MarkedGender:
    """Return the gender that a text shows of a word of which no article tells it."""
    return "none" if gender == "common" else gender


ReferenceKind = Literal["noun", "name", "pronoun", "unknown"]


class Reference(NamedTuple):
    """A noun or pronoun (Derner et al. 2025, section 3.2).

    Grammatical gender belongs to the word. It says nothing of the gender of the person meant where the word is
    epicene, or a masculine plural that may stand for everybody.

    Attributes:
        start: Offset of its first character in the text, in code points.
        end: Offset after its last character.
        kind: ``noun``, ``name`` or ``pronoun``; ``unknown`` where a language model alone names the word.
        person: Whether it stands for one or several persons.
        gender: Its grammatical gender.
        epicene: Whether the word has one grammatical gender for persons of all genders: *persona*, *Mitglied*.
        generic: Whether it is a masculine plural that may stand for a mixed group, or a pronoun for anybody: *los
            alumnos*, *nadie*.
        source: What decided that it is a person, or not: ``lexicon``, ``suffix``, ``title``, ``first name``, ….
        form: The word written out where the text shortens it: *tutora* in *tutor/a*, whose span is that of the whole;
            empty where the text has it in full.
    """

    start: int
    end: int
    kind: ReferenceKind
    person: bool
    gender: MarkedGender
    epicene: bool
    generic: bool
    source: str
    form: str = ""
