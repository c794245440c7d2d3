"""The form of a Spanish word for the other gender: nouns for persons, adjectives, participles, articles, pronouns."""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import lru_cache
from typing import NamedTuple

from hf_genderfair.core.resources import resource
from hf_genderfair.languages.romance.person_forms import counterparts, plurals
from hf_genderfair.languages.types import PairedGender
from hf_genderfair.lexicons.loader import load_lexicon
from hf_genderfair.lexicons.word_class import WordClass, WordValues


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
    for man, woman, direction, plural in load_lexicon("gender_pairs_es").rows:
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
