"""Role nouns, the noun phrases around them and their words for all genders, as this folder hands them on."""

from __future__ import annotations

from typing import NamedTuple

from hf_genderfair.languages.types import Case, GrammaticalGender, Number


class RoleNoun(NamedTuple):
    """The interpretation of a written noun as a word for persons, as a rule with a form for women and one for men.

    Attributes:
        gender: Of the form as written: ``masculine`` (*Arzt*), ``feminine`` (*Ärztin*), ``neuter`` (*Kind*), or
            ``common`` for nominalised adjectives and participles, where the article tells (*Vorsitzende*).
        cells: The cases and numbers in which the form stands so, in the order of `Case` and `Number`.
        masculine: Masculine lemma with everything before its head, as written: *Kinderarzt*; of common nouns the form
            in *-e*: *Vorsitzende*.
        feminine: Feminine lemma: *Kinderärztin*; of common nouns the same as `masculine`.
        sense: ``person``, ``mostly_person`` or ``mostly_thing``: what the word means where nothing else is known.
        source: ``lexicon``, ``compound`` or ``suffix``: how a role noun was recognised; ``pair`` for words whose
            meaning has a gender (*Mutter*), ``other`` for those without counterpart (*Person*).
    """

    gender: GrammaticalGender
    cells: tuple[tuple[Case, Number], ...]
    masculine: str
    feminine: str
    sense: str
    source: str


class PersonPhrase(NamedTuple):
    """A noun for persons with the words that agree with it; every index is one of the document's tokens.

    Attributes:
        head: Index of the noun; of a word with hyphens, which the tokens divide, the last part.
        start: Offset of the noun's first character in the text, first parts before hyphens included.
        end: Offset after its last character.
        noun: What the noun says.
        determiner: Index of the article, possessive or other determiner that agrees with it; a contraction such as
            *zum* counts. -1 where there is none.
        adjectives: Indices of the adjectives and participles that agree with it, in order.
        case: Its case here.
        number: Its number here.
        gender: Its gender here; ``none`` for nominalised adjectives in the plural, and where nothing shows which.

    Example:
        >>> noun = RoleNoun("masculine", (("Nom", "Sing"),), "Arzt", "Ärztin", "person", "lexicon")
        >>> PersonPhrase(1, 4, 8, noun, 0, (), "Nom", "Sing", "masculine").number
        'Sing'
    """

    head: int
    start: int
    end: int
    noun: RoleNoun
    determiner: int
    adjectives: tuple[int, ...]
    case: Case
    number: Number
    gender: GrammaticalGender

    @property
    def first(self) -> int:
        """Index of its first word: the determiner, an adjective or the noun."""
        return min(index for index in (self.head, self.determiner, *self.adjectives) if index >= 0)


RULES: tuple[str, ...] = (
    *"noun compound nominalised determiner adjective contraction".split(),
    *"personal possessive relative demonstrative indefinite".split(),
)
"""Values of `GenderedWord.rule`: what kind of word it is."""


class GenderedWord(NamedTuple):
    """A German word, or a contraction, and how it reads for women, for men and for all.

    Attributes:
        start: Offset of its first character in the text, in code points.
        end: Offset after its last character; equal to `start` where a word is added (*von* → *vom*von der*).
        masculine: The word as it reads of men, in the case and number it has here: *Arzt*, *einem*.
        feminine: The word as it reads of women: *Ärztin*, *einer*.
        star: The form for all genders, with ``*`` as its sign: ``Ärzt*in``, ``einem*r``. Other forms are made of it.
        rule: One of `RULES`.
        reason: Why it is taken for such a word, in a few words for a reader.
        phrase: Number of the noun phrase in the text; articles, adjectives and the noun share it, since a pair form
            repeats the whole phrase (*die neue Ärztin oder der neue Arzt*). -1 for pronouns and compounds.
        plural: Whether the word is in the plural.
    """

    start: int
    end: int
    masculine: str
    feminine: str
    star: str
    rule: str
    reason: str
    phrase: int = -1
    plural: bool = False
