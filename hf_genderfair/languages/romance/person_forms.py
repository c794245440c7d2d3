"""Inflected forms of Spanish and Catalan words for persons."""

from __future__ import annotations

import unicodedata
from typing import NamedTuple

from hf_genderfair.core.resources import resource
from hf_genderfair.languages.evidence import person_noun_gender
from hf_genderfair.languages.person_words import PersonWord, person_words
from hf_genderfair.languages.types import GrammaticalGender
from hf_genderfair.lexicons.loader import load_lexicon

ACUTE = str.maketrans("aeiou", "áéíóú")
VOWELS = "aeiouáéíóúàèòïü"
PLURALS_CA = (("ca", "ques"), ("ga", "gues"), ("ça", "ces"), ("ja", "ges"), ("gua", "gües"), ("qua", "qües"))
NASAL_CA = {"à": "an", "é": "en", "è": "en", "í": "in", "ó": "on", "ú": "un"}
IRREGULAR = {
    "es": {
        "joven": ("jóvenes",),
        "sir": ("sires",),
        "lord": ("lores",),
        "lady": ("ladies",),
        "don": (),
        "régimen": ("regímenes",),
    },
    "ca": {
        "home": ("homes", "hòmens"),
        "jove": ("joves", "jóvens"),
        "rus": ("russos",),
        "ros": ("rossos",),
        "gras": ("grassos",),
        "gros": ("grossos",),
        "suís": ("suïssos",),
        "mestís": ("mestissos",),
        "boig": ("bojos", "boigs"),
        "lleig": ("lletjos",),
        "fra": (),
        "don": (),
    },
}


class RomancePersonForm(NamedTuple):
    """One written form of a word for persons.

    Attributes:
        senses: Its sense (see `PersonWord`) by each grammatical gender that it may have.
        plural: Whether it is a plural; a form that is both counts as a singular.
        kind: See `PersonWord`.
        mixed: Whether it is a masculine plural that may stand for everybody; *hombres* is not, *padres* is.

    Example:
        >>> person_forms("es")["ministras"].senses
        {'feminine': 'person'}
    """

    senses: dict[GrammaticalGender, str]
    plural: bool
    kind: str
    mixed: bool = False


def person_forms(lang: str) -> dict[str, RomancePersonForm]:
    """Return the forms of the words for persons, in lower case; made once per process."""
    return resource(("person forms", lang), lambda: _forms(lang))


def _forms(lang: str) -> dict[str, RomancePersonForm]:
    forms: dict[str, RomancePersonForm] = {}
    for word in dict.fromkeys(person_words(lang).values()):
        men = person_noun_gender(word.masculine, lang, "Plur")
        mixed = word.kind in ("pair", "common") and not (men and men.gender == "male")
        for form, gender, plural, sense in _inflected(word, lang):
            forms.setdefault(form, RomancePersonForm({}, plural, word.kind, plural and mixed)).senses.setdefault(
                gender, sense
            )
    return forms


def counterparts(lang: str) -> dict[str, str]:
    """Return the feminine form of each masculine form of a pair: *alumno* to *alumna*, *alumnos* to *alumnas*."""
    found: dict[str, str] = {}
    for word in person_words(lang).values():
        if word.kind == "pair":
            found.setdefault(word.masculine, word.feminine)
            for masculine in plurals(word.masculine, lang):
                found.update((masculine, feminine) for feminine in plurals(word.feminine, lang))
    return found


def _inflected(word: PersonWord, lang: str) -> list[tuple[str, GrammaticalGender, bool, str]]:
    found: list[tuple[str, GrammaticalGender, bool, str]] = []
    sides: tuple[tuple[str, GrammaticalGender, str], ...] = (
        (word.masculine, "masculine", word.masculine_sense),
        (word.feminine, "feminine", word.feminine_sense),
        (word.masculine if _is_shared(word) else "", "feminine", word.masculine_sense),
    )
    for lemma, gender, sense in sides:
        if lemma:
            found.append((lemma, gender, False, sense))
            found += [(plural, gender, True, sense) for plural in plurals(lemma, lang) if plural != lemma]
    return found


def _is_shared(word: PersonWord) -> bool:
    """Whether the masculine form is used for women too: *la juez*, and all in *-nte*, beside *la presidenta*."""
    return word.kind == "pair" and (word.shared or word.masculine.endswith(("nte", "nt")))


def suffix_counterparts(lang: str) -> list[tuple[str, str]]:
    """Return the endings of pairs of words for persons, masculine and feminine, the longest first."""
    pairs: set[tuple[str, str]] = set()
    for masculine, feminine, kind, *_ in load_lexicon(f"person_suffixes_{lang}").rows:
        if kind == "pair":
            his, hers = masculine.lstrip("-"), feminine.lstrip("-")
            pairs |= {(his, hers), *((one, other) for one in plurals(his, lang) for other in plurals(hers, lang))}
    return sorted(pairs, key=lambda pair: (-len(pair[0]), pair))


def suffix_forms(lang: str) -> tuple[dict[str, RomancePersonForm], frozenset[str]]:
    """Return the endings of words for persons, and the words with such an ending that name things."""
    endings: dict[str, RomancePersonForm] = {}
    things: set[str] = set()
    for masculine, feminine, kind, masculine_sense, feminine_sense, _ in load_lexicon(f"person_suffixes_{lang}").rows:
        word = PersonWord(masculine.lstrip("-"), feminine.lstrip("-"), "", kind, masculine_sense, feminine_sense)
        inflected = _inflected(word, lang)
        if kind == "thing":
            things.update(form for form, *_ in inflected)
            continue
        for form, gender, plural, sense in inflected:
            endings.setdefault(form, RomancePersonForm({}, plural, kind, plural)).senses.setdefault(gender, sense)
    return dict(sorted(endings.items(), key=lambda item: -len(item[0]))), frozenset(things)


def plurals(lemma: str, lang: str) -> tuple[str, ...]:
    """Return the plural forms of a noun."""
    if lemma in IRREGULAR[lang]:
        return IRREGULAR[lang][lemma]
    if lemma.endswith(".") or not lemma:
        return ()
    return (_plural_es(lemma),) if lang == "es" else _plural_ca(lemma)


def _plural_es(lemma: str) -> str:
    last = lemma[-1]
    if last in "íú":
        return lemma + "es"
    if last in VOWELS:
        return lemma + "s"
    if last == "z":
        return lemma[:-1] + "ces"
    if last not in "ns":
        return lemma + "es"
    if lemma[-2] in "áéíóú":
        return plain(lemma[:-2] + lemma[-2]) + last + "es" if last == "n" or len(lemma) > 3 else lemma + "es"
    if last == "s":
        return lemma
    return _with_accent(lemma) + "es"


def _with_accent(lemma: str) -> str:
    """Write the accent that a word stressed on its last syllable but one needs in the plural: *joven*, *jóvenes*."""
    indices = [index for index, letter in enumerate(lemma) if letter in VOWELS]
    if len(indices) < 2 or any(letter in "áéíóú" for letter in lemma):
        return lemma
    index = indices[-2]
    return lemma[:index] + lemma[index].translate(ACUTE) + lemma[index + 1 :]


def _plural_ca(lemma: str) -> tuple[str, ...]:
    last = lemma[-1]
    if last == "a":
        for singular, plural in PLURALS_CA[::-1]:
            if lemma.endswith(singular):
                return (lemma.removesuffix(singular) + plural,)
        return (lemma[:-1] + "es",)
    if last in NASAL_CA and len(lemma) > 2:
        stem = lemma[:-1] + (NASAL_CA[last] if lemma[-2] not in VOWELS or last != "í" else "ïn")
        return (stem + "s", lemma + "s")
    if last in "sçx" or lemma.endswith(("sc", "st")):
        return tuple(dict.fromkeys((plain(lemma) + "os", lemma + "os")))
    return (lemma + "s",)


def plain(word: str) -> str:
    """Return a word without the accents of its vowels; other diacritics stay."""
    marks = {"\u0300", "\u0301"}
    letters = unicodedata.normalize("NFD", word)
    return unicodedata.normalize("NFC", "".join(letter for letter in letters if letter not in marks))
