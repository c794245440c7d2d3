"""Read a German noun as a word for persons that has a form for women and one for men, and write its forms."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Literal, NamedTuple

from hf_genderfair.core.resources import resource
from hf_genderfair.languages.person_words import person_words
from hf_genderfair.lexicons.loader import load_lexicon
from hf_genderfair.rewriting.german.noun_declension import PLURAL, READINGS, SINGULAR, declension, masculine_form
from hf_genderfair.rewriting.german.person_phrase import Case, Number, RoleNoun

KNOWN_NOUNS = 200_000
SOFT_HYPHEN = "\u00ad"

Gender = Literal["masculine", "feminine", "common"]


class NounForms(NamedTuple):
    """A noun in one case and number.

    Attributes:
        masculine: As it reads of men: *Ärzten*.
        feminine: As it reads of women: *Ärztinnen*.
        star: For all genders: ``Ärzt*innen``.

    Example:
        >>> NounForms("Ärzten", "Ärztinnen", "Ärzt*innen").star
        'Ärzt*innen'
    """

    masculine: str
    feminine: str
    star: str


class Head(NamedTuple):
    """A form that is a word for persons by itself or ends one.

    Attributes:
        gender: Gender of the form.
        readings: Its cases and numbers.
        masculine: Masculine lemma.
        feminine: Feminine lemma.
        sense: See `RoleNoun`.

    Example:
        >>> Head("feminine", (("Nom", "Plur"),), "Arzt", "Ärztin", "person").masculine
        'Arzt'
    """

    gender: Gender
    readings: tuple[tuple[Case, Number], ...]
    masculine: str
    feminine: str
    sense: str


LEXICAL_GENDER = frozenset(
    "herr mann ehemann exmann hausmann bürgersmann weihnachtsmann edelmann ordensmann gott halbgott putzmann gatte "
    "schwager klabautermann cousin abt".split()
)
"""Masculines that are no role nouns though they have a feminine: the gender is what they say."""


def role_noun(word: str, tagged: str) -> RoleNoun | None:
    """Read a written noun as a word for persons.

    Args:
        word: A noun as written, in any case and number.
        tagged: Its gender in the pipeline: ``Masc``, ``Fem``, ``Neut``, or empty; short ends of compounds, and endings,
            count only where it fits.

    Returns:
        What it says, or None where it is no word for persons, or one that has no form for each gender (*Person*,
        *Gast*, *Mann*).

    Example:
        >>> noun = role_noun("Kinderärzten", "Masc")
        >>> noun.feminine, noun.readings
        ('Kinderärztin', (('Dat', 'Plur'),))
    """
    known = resource(("German role nouns",), RoleNouns)
    key = (word, tagged)
    if key not in known.cache:
        if len(known.cache) > KNOWN_NOUNS:
            known.cache.clear()
        known.cache[key] = known.look_up(word, tagged)
    return known.cache[key]


def noun_forms(noun: RoleNoun, case: Case, number: Number) -> NounForms:
    """Return a masculine or feminine role noun in a case and number.

    Args:
        noun: What a written noun says.
        case: The case it has in the sentence.
        number: The number it has there.

    Returns:
        Its forms; plurals for all genders end in ``*innen`` in all cases.

    Example:
        >>> noun_forms(role_noun("Kollegen", ""), "Dat", "Sing")
        NounForms(masculine='Kollegen', feminine='Kollegin', star='Kolleg*in')
    """
    masculine = masculine_form(noun.masculine, case, number)
    plural = number == "Plur"
    if noun.feminine.lower().endswith("frau"):
        stem = noun.masculine[: -len("mann")]
        feminine = noun.feminine + "en" * plural
        return NounForms(masculine, feminine, stem + "leute" + "n" * (case == "Dat") if plural else f"{stem}mann*frau")
    feminine = noun.feminine + "nen" * plural
    return NounForms(masculine, feminine, star_stem(noun.masculine, noun.feminine) + "*in" + "nen" * plural)


def star_stem(masculine: str, feminine: str) -> str:
    """Return what stands before ``*in``: the feminine without its ending, but *Zuwanderer* whole.

    Args:
        masculine: Masculine lemma.
        feminine: Feminine lemma in *-in*.

    Returns:
        The stem.
    """
    return masculine if masculine.endswith("erer") else feminine[:-2]


class RoleNouns:
    """The forms of the lexicons, and what was looked up before.

    Example:
        >>> RoleNouns().forms["ärzten"].masculine
        'Arzt'
    """

    def __init__(self) -> None:
        """Read the lexicons."""
        self.cache: dict[tuple[str, str], RoleNoun | None] = {}
        self.forms: dict[str, Head] = {}
        for masculine, feminine, sense in _pairs():
            for form, head in _forms_of(masculine, feminine, sense):
                self.forms.setdefault(form.lower(), head)
        for lemma, sense in _common():
            for form, head in _nominalised(lemma, sense):
                self.forms.setdefault(form.lower(), head)
        things = (row[0].lower() for row in load_lexicon("thing_words_de").rows)
        self.things = {
            thing + ending for thing in things for ending in ("", "s", "es", "n", "en", "e")
        } - self.forms.keys()
        self.heads = {form: head for form, head in self.forms.items() if len(form) > 5}

    def look_up(self, word: str, tagged: str) -> RoleNoun | None:
        """Read a noun that was not looked up before; see `role_noun`."""
        if not word or word[0].islower():
            return None
        plain = word.replace(SOFT_HYPHEN, "")
        low = plain.lower()
        if low in self.forms:
            return self._whole("", plain, self.forms[low], "lexicon")
        first, hyphen, last = plain.rpartition("-")
        if hyphen and last.lower() in self.forms:
            return self._whole(first + hyphen, last, self.forms[last.lower()], "compound")
        for start in range(2, len(low) - 3):
            tail = low[start:]
            if tail in self.things:
                return None
            head = self.heads.get(tail)
            if head and (len(tail) > 6 or _agrees(head, tagged)):
                return self._whole(plain[:start], plain[start:], head, "compound")
        return None

    def _whole(self, prefix: str, written: str, head: Head, source: str) -> RoleNoun:
        masculine, feminine = head.masculine, head.feminine
        if prefix and not prefix.endswith("-"):
            masculine, feminine = masculine.lower(), feminine.lower()
        return RoleNoun(head.gender, head.readings, prefix + masculine, prefix + feminine, head.sense, source)


def _pairs() -> Iterator[tuple[str, str, str]]:
    for word in dict.fromkeys(person_words("de").values()):
        known = word.kind == "pair" and word.masculine and word.masculine.lower() not in LEXICAL_GENDER
        couple = word.masculine.endswith("mann") and word.feminine.endswith("frau")
        if known and (word.feminine.endswith("in") or couple):
            yield word.masculine, word.feminine, word.masculine_sense


def _agrees(head: Head, tagged: str) -> bool:
    return head.gender == "common" or not tagged or head.gender.startswith(tagged.lower()[:3])


def _common() -> Iterator[tuple[str, str]]:
    for word in dict.fromkeys(person_words("de").values()):
        if word.kind == "common" and word.masculine.endswith("e") and not word.masculine.lower().endswith("leute"):
            yield word.masculine, word.masculine_sense


def _forms_of(masculine: str, feminine: str, sense: str) -> Iterator[tuple[str, Head]]:
    for form, cells in declension(masculine).items():
        yield form, Head("masculine", _in_order(cells), masculine, feminine, sense)
    plural = feminine + ("en" if feminine.endswith("frau") else "nen")
    yield feminine, Head("feminine", _in_order(SINGULAR), masculine, feminine, "person")
    yield plural, Head("feminine", _in_order(PLURAL), masculine, feminine, "person")


def _nominalised(lemma: str, sense: str) -> Iterator[tuple[str, Head]]:
    cells: dict[str, set[tuple[Case, Number]]] = {
        "": {("Nom", "Sing"), ("Acc", "Sing"), ("Nom", "Plur"), ("Acc", "Plur")},
        "n": set(READINGS) - {("Nom", "Sing")},
        "r": {("Nom", "Sing"), ("Gen", "Sing"), ("Dat", "Sing"), ("Gen", "Plur")},
        "m": {("Dat", "Sing")},
    }
    for ending, readings in cells.items():
        yield lemma + ending, Head("common", _in_order(readings), lemma, lemma, sense)


def _in_order(cells: Iterable[tuple[Case, Number]]) -> tuple[tuple[Case, Number], ...]:
    return tuple(reading for reading in READINGS if reading in cells)
