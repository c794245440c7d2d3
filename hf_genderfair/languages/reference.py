"""The records of words that may refer to persons and of what belongs to them, the same in every language."""

from __future__ import annotations

from typing import Literal, NamedTuple

from hf_genderfair.languages.types import MarkedGender

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
