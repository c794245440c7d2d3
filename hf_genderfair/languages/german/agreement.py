"""German articles, adjectives and nominalised adjectives, as they agree with men, with women, and with all."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import Literal, NamedTuple

from hf_genderfair.core.text_view import like
from hf_genderfair.languages.german.person_phrase import RoleNoun
from hf_genderfair.languages.types import CASES, Case, Number
from hf_genderfair.lexicons.loader import load_lexicon
from hf_genderfair.lexicons.word_class import WordClass, WordValues


@lru_cache(maxsize=20)
def paradigm(name: str) -> Mapping[str, tuple[str, ...]]:
    """Return the forms of a paradigm."""
    return {gender: tuple(forms) for other, gender, *forms in load_lexicon("paradigms_de").rows if other == name}


def gender_pair(name: str, case: Case) -> tuple[str, str]:
    """Return the masculine and the feminine form of a paradigm in a case."""
    forms, index = paradigm(name), CASES.index(case)
    return forms["masculine"][index], forms["feminine"][index]


Declension = Literal["weak", "mixed", "strong"]

_LIKE_DIESER = WordClass("determiners_de", "dieser_stem")
_LIKE_EIN = WordClass("determiners_de", "ein_stem")
# only the form without ending keeps the stem's e
_WITHOUT_ENDING = {"eur": "euer", "unsr": "unser"}
POSSESSIVE_STEMS: tuple[str, ...] = tuple("mein dein sein ihr unser unsr eur".split())
"""Stems of the possessive determiners."""

_PLURAL_ONLY = WordClass("determiners_de", "only_plural")
_SHARED_ENDINGS = (("er", "e"), ("en", "e"), ("em", "er"), ("es", "er"), ("en", "er"))
CONTRACTIONS = WordValues("prepositions_de", "uncontracted", str)
"""Contractions with the masculine dative article, and their prepositions."""


class Forms(NamedTuple):
    """A word in the forms that agree with a man, with a woman, and with persons of all genders.

    Attributes:
        masculine: The form with a masculine noun.
        feminine: The form with a feminine noun.
        star: The form for all genders; equal to both where they are the same.
    """

    masculine: str
    feminine: str
    star: str


class FormInterpretation(NamedTuple):
    """One interpretation of an inflected form.

    Attributes:
        gender: ``masculine``, ``feminine``, ``neuter`` or, for all genders, ``plural``.
        case: The case.
    """

    gender: str
    case: Case


class Determiner(NamedTuple):
    """A determiner as written.

    Attributes:
        interpretations: What its form can agree with.
        declension: Of the adjectives behind it, where it stands before a singular.
        masculine: Its forms with a masculine noun, in the order of `CASES`.
        feminine: Its forms with a feminine noun.
        neuter: Its forms with a neuter noun.

    Example:
        >>> determiner("das").interpretations
        (FormInterpretation(gender='neuter', case='Nom'), FormInterpretation(gender='neuter', case='Acc'))
    """

    interpretations: tuple[FormInterpretation, ...]
    declension: Declension
    masculine: tuple[str, ...]
    feminine: tuple[str, ...]
    neuter: tuple[str, ...]


def star(masculine: str, feminine: str) -> str:
    """Join a masculine and a feminine form with a star, the masculine first; what they share is written once."""
    low, other = masculine.lower(), feminine.lower()
    if low == other:
        return masculine
    if other == low + "e":
        return f"{masculine}*{feminine[-1]}"
    for man, woman in _SHARED_ENDINGS:
        stem = low.removesuffix(man)
        if len(stem) > 1 and low == stem + man and other == stem + woman:
            # of neuer the last letter stands behind the star, of einem that of the feminine form
            short = masculine[:-1] if woman == "e" else masculine
            return f"{short}*{masculine[-1] if woman == 'e' else 'R' if masculine.isupper() else 'r'}"
    tail = 5 if low.endswith("seits") else len(low) - 3
    if low[-tail:] == other[-tail:] and (tail == 5 or low.startswith(("der", "des", "dem"))) and tail > 0:
        masculine = masculine[:-tail]
    return f"{masculine}*{feminine if masculine.isupper() else feminine[0].lower() + feminine[1:]}"


def forms_like(masculine: str, feminine: str, word: str) -> Forms:
    """Return the forms of a word with its capitals."""
    return Forms(like(masculine, word), like(feminine, word), like(star(masculine, feminine), word))


def determiner(word: str) -> Determiner | None:
    """Look up a determiner, or a contraction with an article, by its written form."""
    return _all_determiners().get(word.lower())


@lru_cache(maxsize=1)
def _all_determiners() -> dict[str, Determiner]:
    known: dict[str, Determiner] = {}
    of_der = paradigm("der")
    _add(known, "", of_der, "weak")
    for tail in ("selb", "jenig"):
        forms = {
            gender: tuple(
                article + tail + ending for article, ending in zip(articles, paradigm("weak")[gender], strict=True)
            )
            for gender, articles in of_der.items()
        }
        _add(known, "", forms, "weak")
    for stem in _LIKE_DIESER.as_tuple:
        _add(known, stem, paradigm("dieser"), "weak")
    for stem in _LIKE_EIN.as_tuple:
        own = paradigm("ein")
        if stem in _WITHOUT_ENDING:
            bare = _WITHOUT_ENDING[stem]
            own = {gender: tuple(stem + ending if ending else bare for ending in row) for gender, row in own.items()}
            stem = ""
        _add(known, stem, own, "mixed")
    for short, preposition in CONTRACTIONS.as_dict.items():
        feminine = "zur" if short == "zum" else f"{preposition} der"
        genders = FormInterpretation("masculine", "Dat"), FormInterpretation("neuter", "Dat")
        men, women = ("", "", short, ""), ("", "", feminine, "")
        row = Determiner(genders, "weak", men, women, men)
        known[short] = row
        if short == "zum":
            known["zur"] = row._replace(interpretations=(FormInterpretation("feminine", "Dat"),))
    return known


def determiner_pairs() -> frozenset[tuple[str, str]]:
    """Return the masculine and feminine forms of all determiners that differ, with *einer* and *eine* as pronouns."""
    pairs = {
        pair for known in _all_determiners().values() for pair in zip(known.masculine, known.feminine, strict=True)
    }
    pairs |= {(feminine + "r", feminine) for masculine, feminine in pairs if feminine == masculine + "e"}
    return frozenset((man, woman) for man, woman in pairs if man != woman and " " not in woman)


def _add(
    known: dict[str, Determiner], stem: str, endings: Mapping[str, tuple[str, ...]], declension: Declension
) -> None:
    paradigm = {gender: tuple(stem + ending for ending in row) for gender, row in endings.items()}
    if stem in ("ein", "irgendein"):
        del paradigm["plural"]
    for form in dict.fromkeys(form for row in paradigm.values() for form in row):
        if form in known:
            continue
        forms_by_gender = (paradigm[gender] for gender in ("masculine", "feminine", "neuter"))
        known[form] = Determiner(_interpretations(paradigm, form), declension, *forms_by_gender)


def _interpretations(table: Mapping[str, tuple[str, ...]], form: str) -> tuple[FormInterpretation, ...]:
    return tuple(
        FormInterpretation(gender, case)
        for gender, row in table.items()
        for case, other in zip(CASES, row, strict=True)
        if other == form
    )


def is_plural_word(word: str) -> bool:
    """Return whether a word before a noun has no singular there: *viele*, *beide*, *zwei*."""
    return word.lower() in _PLURAL_ONLY


def determiner_forms(word: str, case: Case, number: Number) -> Forms | None:
    """Return the forms of a determiner before a noun for a person."""
    known = determiner(word)
    if known is None:
        return None
    if number == "Plur":
        return Forms(word, word, word)
    index = CASES.index(case)
    masculine, feminine = known.masculine[index], known.feminine[index]
    if not masculine:
        return None
    return forms_like(masculine, feminine, word)


def possessive_forms(word: str, case: Case, number: Number, starred_possessor: bool) -> Forms | None:
    """Return the forms of a possessive before a noun for a person, with its own ending and, if need be, its stem's."""
    low = word.lower()
    if not low.startswith((*POSSESSIVE_STEMS, "euer")) or determiner(low) is None:
        return None
    if not starred_possessor:
        return determiner_forms(word, case, number)
    if not low.startswith(("sein", "ihr")):
        return None
    man, woman = gender_pair("ein", case) if number == "Sing" else [paradigm("ein")["plural"][CASES.index(case)]] * 2
    own = star("sein" + man, "sein" + woman)[len("sein") :]
    first, mark, last = own.partition("*")
    both = f"sein{first}*ihr{first}{mark}{last}"
    return Forms(like("sein" + man, word), like("ihr" + woman, word), like(both, word))


def declension_after(word: str) -> Declension:
    """Return how adjectives are declined behind a word; *strong* where there is no determiner."""
    known = determiner(word) if word else None
    return known.declension if known else "strong"


def adjective_interpretations(word: str, declension: Declension) -> tuple[FormInterpretation, ...]:
    """Return what an adjective's ending can agree with."""
    return _interpretations_of_ending(adjective_ending(word), declension)


@lru_cache(maxsize=100)
def _interpretations_of_ending(ending: str, declension: Declension) -> tuple[FormInterpretation, ...]:
    return _interpretations(paradigm(declension), ending)


def adjective_ending(word: str) -> str:
    """Return the ending of an adjective; empty where it has none."""
    low = word.lower()
    return next((ending for ending in ("en", "er", "em", "es", "e") if low.endswith(ending)), "")


def adjective_forms(word: str, case: Case, number: Number, declension: Declension) -> Forms | None:
    """Return the forms of an adjective or participle before a noun for a person."""
    ending = adjective_ending(word)
    masculine, feminine = gender_pair(declension, case)
    if number == "Plur":
        return Forms(word, word, word)
    if ending not in (masculine, feminine):
        return None
    stem = word[: len(word) - len(ending)]
    if len(stem) > 1 and word.isupper():
        masculine, feminine = masculine.upper(), feminine.upper()
    return Forms(stem + masculine, stem + feminine, star(stem + masculine, stem + feminine))


def nominalised_forms(noun: RoleNoun, case: Case, number: Number, article: str) -> Forms:
    """Return the forms of a nominalised adjective or participle, such as *Vorsitzende*."""
    stem, declension = noun.masculine[:-1], declension_after(article)
    if number == "Plur":
        form = stem + paradigm(declension)["plural"][CASES.index(case)]
        return Forms(form, form, form)
    masculine, feminine = (stem + ending for ending in gender_pair(declension, case))
    return Forms(masculine, feminine, star(masculine, feminine))
