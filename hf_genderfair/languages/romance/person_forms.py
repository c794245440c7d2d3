"""Inflected forms of Spanish and Catalan words for persons, and their forms for the other gender."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Mapping
from functools import lru_cache
from typing import NamedTuple

from hf_genderfair.core.resources import resource
from hf_genderfair.languages.evidence import PersonWord, person_noun_gender, person_words
from hf_genderfair.languages.types import GrammaticalGender, PairedGender
from hf_genderfair.lexicons.loader import load_lexicon
from hf_genderfair.lexicons.word_class import WordClass, WordValues

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


class PersonNouns(NamedTuple):
    """Words for persons that have another form for the other gender.

    Attributes:
        masculine: The masculine form of each feminine one.
        feminine: The feminine form of each masculine one.
        men: Masculine plurals that are of men only.

    Example:
        >>> person_nouns().masculine["reinas"], person_nouns().feminine["yerno"], "hombres" in person_nouns().men
        ('reyes', 'nuera', True)
    """

    masculine: dict[str, str]
    feminine: dict[str, str]
    men: frozenset[str]

    def to(self, gender: PairedGender) -> dict[str, str]:
        """Return the forms of one gender by those of the other."""
        return self.masculine if gender == "masculine" else self.feminine


def person_nouns() -> PersonNouns:
    """Return the words for persons with a form for each gender, in lower case; made once per process."""
    return resource(("gender pairs", "es"), _person_nouns)


def _person_nouns() -> PersonNouns:
    feminine = {man: woman for man, woman in counterparts("es").items() if man and woman and man != woman}
    masculine: dict[str, str] = {}
    for man, woman in feminine.items():
        masculine.setdefault(woman, man)
    men: set[str] = set()
    given: set[tuple[str, str]] = set()
    for man, woman, _, direction, _, plural in load_lexicon("gender_pairs_es").rows:
        for his, hers in ((man, woman), *zip(plurals(man, "es"), plurals(woman, "es"), strict=False)):
            if direction == "none":
                feminine.pop(his, None)
                masculine.pop(hers, None)
            if direction in ("both", "female") and ("feminine", his) not in given:
                feminine[his] = hers
                given.add(("feminine", his))
            if direction in ("both", "male") and ("masculine", hers) not in given:
                masculine[hers] = his
                given.add(("masculine", hers))
            if plural and his != man:
                men.add(his)
    return PersonNouns(masculine, feminine, frozenset(men))


OTHER_WORDS: Mapping[PairedGender, WordValues[str]] = {
    "masculine": WordValues("closed_classes_romance", "masculine", str),
    "feminine": WordValues("closed_classes_romance", "feminine", str),
}
"""Articles and pronouns of one gender by those of the other, in the form before a noun, and irregular adjectives."""

FULL_FORMS = {"un": "uno", "algún": "alguno", "ningún": "ninguno"}
"""Articles that are longer where no noun follows."""

SHORT_FORMS = WordValues("closed_classes_romance", "short", str)
"""Adjectives that lose their ending directly before a masculine singular."""

COMPARATIVES = WordClass("noun_classes_romance", "comparative")

COMMON_ADJECTIVES = WordClass("noun_classes_romance", "in_a_of_both_es")
"""Words in *-a* of both genders, in the singular."""

COMMON_ENDINGS = WordClass("noun_classes_romance", "common_ending_es")
"""Endings of words in *-a* of both genders."""

ACCENTED = (
    (re.compile(r"(.*[a-zñ])ana(s?)$"), "án", "anes", WordClass("noun_classes_romance", "stem_in_an_es")),
    (re.compile(r"(.*[a-zñ])ina(s?)$"), "ín", "ines", WordClass("noun_classes_romance", "stem_in_in_es")),
    (re.compile(r"(.*)esa(s?)$"), "és", "eses", None),
    (re.compile(r"(.*[a-zñ])ona(s?)$"), "ón", "ones", WordClass("noun_classes_romance", "stem_in_on_es")),
)
"""Feminines in -na and -sa whose masculines end in a consonant; None stands for all but `PLAIN_ESA`."""

PLAIN_ESA = WordClass("noun_classes_romance", "plain_esa_es")
PLAIN_ORA = re.compile(r"(?:sonora|canora|incolora|bicolora|^mora|decora|indecora|inodora|^tora|ahora)s?$")
KEEPS_OR = re.compile(r"(?:tora|dora|sora|ñora|ejora|riora|crea?dora|lora)s?$")


@lru_cache(maxsize=20_000)
def other_form(low: str, to: PairedGender) -> str | None:
    """Return the form of an adjective, participle, article or pronoun for the other gender."""
    words = OTHER_WORDS[to]
    if low in words:
        return words[low]
    known = person_nouns().to(to).get(low)
    if known is not None:
        return known
    return _masculine(low) if to == "masculine" else _feminine(low)


def _masculine(low: str) -> str | None:
    singular = low.removesuffix("s")
    if not singular.endswith("a") or len(low) < 3:
        return None
    if singular in COMMON_ADJECTIVES or singular.endswith(COMMON_ENDINGS.as_tuple):
        return None
    for pattern, one, several, stems in ACCENTED:
        if match := pattern.match(low):
            regular = singular.endswith(PLAIN_ESA.as_tuple) if stems is None else match[1] not in stems
            if not regular:
                return match[1] + (several if match[2] else one)
    if KEEPS_OR.search(low) and not PLAIN_ORA.search(low):
        return low[:-2] + "es" if low.endswith("s") else low[:-1]
    if low in ("española", "españolas", "andaluza", "andaluzas"):
        return {"española": "español", "españolas": "españoles", "andaluza": "andaluz"}.get(low, "andaluces")
    return low[:-2] + "os" if low.endswith("s") else low[:-1] + "o"


FEMININE_ENDINGS = (
    (re.compile(r"(.*)os$"), "as"), (re.compile(r"(.*)o$"), "a"), (re.compile(r"(.*[dtsñl]or)es$"), "as"),
    (re.compile(r"(.*[dtsñl]or)$"), "a"), (re.compile(r"(.*)és$"), "esa"), (re.compile(r"(.*)eses$"), "esas"),
    (re.compile(r"(.*)ón$"), "ona"), (re.compile(r"(.*)ones$"), "onas"), (re.compile(r"(.*)án$"), "ana"),
    (re.compile(r"(.*)anes$"), "anas"), (re.compile(r"(.*)ín$"), "ina"), (re.compile(r"(.*)ines$"), "inas"),
    (re.compile(r"(español|andaluz)$"), "a"),
)  # fmt: skip
NO_FEMININE = WordClass("noun_classes_romance", "no_feminine")


def _feminine(low: str) -> str | None:
    if low in COMPARATIVES or low.removesuffix("es") in COMPARATIVES or low in NO_FEMININE:
        return None
    for pattern, ending in FEMININE_ENDINGS:
        if match := pattern.match(low):
            return match[1] + ending
    return None


def enclitic(word: str) -> str:
    """Return the object pronoun that is written at the end of a verb, empty where there is none."""
    for ending in ("la", "las", "lo", "los"):
        if word.endswith(ending):
            stem = word[: -len(ending)]
            for other in ("se", "me", "te", "nos"):
                stem = stem.removesuffix(other) if stem.endswith(("r" + other, "o" + other)) else stem
            if len(stem) > 2 and stem.endswith(("ar", "er", "ir", "ár", "ér", "ír", "ándo", "éndo")):
                return ending
    return ""
