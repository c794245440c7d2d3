"""German role nouns in all their forms, as the lexicons give them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from functools import lru_cache
from typing import NamedTuple

from hf_genderfair.core.resources import resource
from hf_genderfair.languages.german.noun_declension import PARADIGM_CELLS, PLURAL, SINGULAR, declension
from hf_genderfair.languages.german.paradigms import paradigm
from hf_genderfair.languages.german.person_forms import SHORT_NOMINALISED
from hf_genderfair.languages.person_words import person_words
from hf_genderfair.languages.types import CASES, Case, GrammaticalGender, Number
from hf_genderfair.lexicons.loader import load_lexicon
from hf_genderfair.lexicons.word_class import WordClass

LEXICAL_GENDER = WordClass("noun_classes_de", "lexical_gender")
"""Masculines of the lexicon of words for persons that are no role nouns: their gender is what they say."""

SHORTEST_TAIL = 6
PART_END = 4
"""Nominalised adjectives of up to six letters that end compounds: *Krebskranke*, but not *Menschenrechte*."""

ENDINGS_OF_THINGS = ("", "s", "es", "n", "en", "e")

NO_FIRST_PARTS = WordClass("noun_classes_de", "no_first_part")
"""Role nouns whose form before another part means something else or nobody: *Meisterwerk*, *Führerschein*."""


class Head(NamedTuple):
    """A form that is a role noun by itself or ends one.

    Attributes:
        gender: Gender of the form.
        cells: Its cases and numbers.
        masculine: Masculine lemma.
        feminine: Feminine lemma.
        sense: See `RoleNoun`.

    Example:
        >>> noun_lexicon().forms["ärzten"].masculine
        'Arzt'
    """

    gender: GrammaticalGender
    cells: tuple[tuple[Case, Number], ...]
    masculine: str
    feminine: str
    sense: str


class Part(NamedTuple):
    """A role noun as it stands before another part of a word.

    Attributes:
        masculine: As it reads of men: *Ärzte*.
        feminine: As it reads of women: *Ärztinnen*.

    Example:
        >>> noun_lexicon().parts["ärzte"].feminine
        'Ärztinnen'
    """

    masculine: str
    feminine: str


class NounLexicon(NamedTuple):
    """The lexicons in the shape in which words are looked up; all keys in lower case.

    Attributes:
        forms: Role nouns by each of their forms.
        tails: Those that end compounds.
        things: Forms that end like role nouns but are no words for persons.
        parts: Role nouns as first or middle parts of compounds.
        part_ends: The last letters of the parts, to pass over most places in a word at once.
        fixed: Beginnings of compounds whose first part stands for nobody.

    Example:
        >>> "sekunden" in noun_lexicon().things
        True
    """

    forms: dict[str, Head]
    tails: dict[str, Head]
    things: frozenset[str]
    parts: dict[str, Part]
    part_ends: frozenset[str]
    fixed: frozenset[str]


def noun_lexicon() -> NounLexicon:
    """Return the role nouns; read once per process."""
    return resource(("German role nouns",), _read)


def _read() -> NounLexicon:
    rows: dict[str, list[list[str]]] = {kind: [] for kind in ("pair", "common", "thing", "tail", "fixed")}
    for row in load_lexicon("role_nouns_de").rows:
        rows[row[2]].append(row)
    own_things = {row[0].lower() for row in rows["thing"]}
    things = own_things | {row[0].lower() for row in load_lexicon("thing_words_de").rows}
    forms: dict[str, Head] = {}
    for masculine, feminine, _, sense in rows["pair"]:
        _add(forms, _pair_forms(masculine, feminine, sense))
    commons = [(lemma, sense) for lemma, _, _, sense in rows["common"]]
    for word in dict.fromkeys(person_words("de").values()):
        known = word.masculine.lower()
        if not known or known in LEXICAL_GENDER or known in own_things:
            continue
        if word.kind == "pair" and _is_regular(word.masculine, word.feminine):
            _add(forms, _pair_forms(word.masculine, word.feminine, word.masculine_sense))
        elif word.kind == "common" and known.endswith("e") and not known.endswith("leute"):
            commons.append((word.masculine, word.masculine_sense))
    for lemma, sense in commons:
        _add(forms, _nominalised(lemma, sense))
    forms["erbe"] = forms["erbe"]._replace(sense="mostly_thing")
    short = {row[0].lower() for row in rows["tail"]}
    tails = {form: head for form, head in forms.items() if _ends_compounds(form, head, short)}
    all_things = frozenset(thing + ending for thing in things for ending in ENDINGS_OF_THINGS)
    fixed = frozenset(row[0].lower() for row in rows["fixed"])
    parts = _parts(forms)
    part_ends = frozenset(part[-PART_END:] for part in parts)
    return NounLexicon(forms, tails, all_things - forms.keys(), parts, part_ends, fixed)


def _add(forms: dict[str, Head], more: Iterable[tuple[str, Head]]) -> None:
    for form, head in more:
        forms.setdefault(form.lower(), head)


def _is_regular(masculine: str, feminine: str) -> bool:
    return feminine.endswith("in") or (masculine.endswith("mann") and feminine.endswith("frau"))


def _ends_compounds(form: str, head: Head, short: set[str]) -> bool:
    if head.gender == "common":
        lemma = head.masculine.lower()
        return len(lemma) > SHORTEST_TAIL or lemma in SHORT_NOMINALISED
    return len(form) >= SHORTEST_TAIL or head.masculine.lower() in short


def _pair_forms(masculine: str, feminine: str, sense: str) -> Iterator[tuple[str, Head]]:
    for form, cells in declension(masculine).items():
        if not form.endswith(("leute", "leuten")):
            yield form, Head("masculine", in_order(cells), masculine, feminine, sense)
    lemmas = (feminine, masculine + "in") if masculine.endswith("erer") else (feminine,)
    for lemma in lemmas:
        plural = lemma + ("en" if lemma.endswith("frau") else "nen")
        yield lemma, Head("feminine", in_order(SINGULAR), masculine, lemma, "person")
        yield plural, Head("feminine", in_order(PLURAL), masculine, lemma, "person")


def _nominalised(lemma: str, sense: str) -> Iterator[tuple[str, Head]]:
    for ending, cells in nominalised_cells().items():
        yield lemma + ending, Head("common", in_order(cells), lemma, lemma, sense)


def _parts(forms: dict[str, Head]) -> dict[str, Part]:
    parts: dict[str, Part] = {}
    for form, head in forms.items():
        low = head.masculine.lower()
        usable = form == low and head.gender == "masculine" and head.feminine.endswith("in")
        if not usable or head.sense == "mostly_thing" or low in NO_FIRST_PARTS or low.endswith("rat"):
            continue
        women = head.feminine + "nen"
        linking = tuple(_linking(head.masculine))
        for men in linking:
            parts.setdefault(men.lower(), Part(men, women))
        parts.setdefault(women.lower(), Part(linking[0], women))
        if low.endswith("erer"):
            parts.setdefault(low + "innen", Part(linking[0], women))
    return parts


def _linking(masculine: str) -> Iterator[str]:
    """Yield the forms that a masculine has before another part, the most usual one first."""
    low = masculine.lower()
    if low.endswith("beamter"):
        yield masculine[:-1] + "n"
        return
    if low.endswith("anwalt"):
        yield masculine + "s"
        yield masculine
    yield next(form for form, cells in declension(masculine).items() if ("Nom", "Plur") in cells)
    if low.endswith("autor"):
        yield masculine


@lru_cache(maxsize=1)
def nominalised_cells() -> Mapping[str, frozenset[tuple[Case, Number]]]:
    """Return what may follow a nominalised adjective in *-e*, with the cells of all genders and declensions."""
    number: Mapping[str, Number] = {"masculine": "Sing", "feminine": "Sing", "plural": "Plur"}
    endings = [
        (ending, case, number[gender])
        for declension in ("weak", "mixed", "strong")
        for gender, row in paradigm(declension).items()
        if gender in number
        for case, ending in zip(CASES, row, strict=True)
    ]
    return {
        more: frozenset((case, amount) for ending, case, amount in endings if ending == "e" + more)
        for more in ("", "n", "r", "m")
    }


@lru_cache(maxsize=1_000)
def in_order(cells: frozenset[tuple[Case, Number]]) -> tuple[tuple[Case, Number], ...]:
    """Return cells of a paradigm in the order of `PARADIGM_CELLS`."""
    return tuple(cell for cell in PARADIGM_CELLS if cell in cells)
