"""Forms of German nouns for persons by case and number."""

from __future__ import annotations

from functools import lru_cache

from hf_genderfair.languages.types import CASES, NUMBERS, Case, Number
from hf_genderfair.lexicons.word_class import WordClass

PARADIGM_CELLS: tuple[tuple[Case, Number], ...] = tuple((case, number) for case in CASES for number in NUMBERS)
"""Every case in both numbers, in the order in which the cells of a paradigm stand."""

PLURAL = frozenset(cell for cell in PARADIGM_CELLS if cell[1] == "Plur")
SINGULAR = frozenset(PARADIGM_CELLS) - PLURAL
OBLIQUE = SINGULAR - {("Nom", "Sing")}

UMLAUTS = (("au", "äu"), *zip("aou", "äöü", strict=True))
UMLAUTED = WordClass("noun_declension_de", "umlaut_of_role_noun")
"""Ends of masculines whose plural has an umlaut."""

WEAK_N = ("nachbar", "ungar", "vetter", "gevatter", "pommer")
"""Ends of masculines with ``-n`` in all cases but the nominative."""
WHOLE_WEAK_N = WordClass("noun_declension_de", "weak_n")
"""Farmers, unlike the makers: the *Bauern* grow corn, the *Autobauer* build cars."""

WEAK = WordClass("noun_declension_de", "weak_role_noun")
"""Ends of masculines with ``-en`` in all cases but the nominative."""
NOT_WEAK = ("gast", "leutnant", "brigand")
WEAK_RAT = ("krat", "literat", "pirat")
"""Weak ends that are no *Rat*, whose plural has an umlaut."""

E_OR_S_PLURAL = WordClass("noun_declension_de", "plural_e_or_s")
S_PLURAL = WordClass("noun_declension_de", "plural_s")
"""Ends of masculines with the plural in ``-s``."""
E_PLURAL_IER = WordClass("noun_declension_de", "plural_e")
"""Ends of masculines in stressed *-ier* with the plural in ``-e``, unlike *Spanier*."""
E_PLURAL_OR = ("major", "tenor", "meliorator")


@lru_cache(maxsize=50_000)
def masculine_form(lemma: str, case: Case, number: Number) -> str:
    """Return a masculine noun in a case and number."""
    forms = declension(lemma)
    return next(form for form, cells in forms.items() if (case, number) in cells)


@lru_cache(maxsize=20_000)
def declension(lemma: str) -> dict[str, frozenset[tuple[Case, Number]]]:
    """Return the forms of a masculine noun with their cells in the paradigm, the most usual form of a cell first."""
    low = lemma.lower()
    if low.endswith("beamter"):
        stem = lemma[:-1]
        return {
            stem + "r": frozenset({("Nom", "Sing"), ("Gen", "Plur")}),
            stem + "n": OBLIQUE | PLURAL,
            stem: frozenset({("Nom", "Sing"), ("Nom", "Plur"), ("Acc", "Plur")}),
            stem + "m": frozenset({("Dat", "Sing")}),
        }
    if low.endswith("mann"):
        return _strong(lemma, (_umlauted(lemma) + "er",), lemma.removesuffix("mann") + "leute")
    if low.endswith("e"):
        return _weak(lemma, lemma + "n")
    if low.endswith("herr"):
        return {lemma: frozenset({("Nom", "Sing")}), lemma + "n": OBLIQUE, lemma + "en": PLURAL}
    if low.endswith(WEAK_N) or low in WHOLE_WEAK_N:
        return _weak(lemma, lemma + "n")
    if low.endswith(UMLAUTED.as_tuple) or (low.endswith("rat") and not low.endswith(WEAK_RAT)):
        return _strong(lemma, (_umlauted(lemma) + ("" if low.endswith("er") else "e"),))
    if low.endswith(WEAK.as_tuple) and not low.endswith(NOT_WEAK):
        return _weak(lemma, lemma + "en")
    return _strong(lemma, _strong_plurals(lemma, low))


def _strong_plurals(lemma: str, low: str) -> tuple[str, ...]:
    if low.endswith("konsul"):
        return (lemma + "n",)
    if low.endswith(("general", "admiral")):
        return _umlauted(lemma) + "e", lemma + "e"
    if low.endswith(E_OR_S_PLURAL.as_tuple):
        return lemma + "e", lemma + "s"
    if low.endswith(S_PLURAL.as_tuple) or low[-1] in "aiouy":
        return (lemma + "s",)
    if low.endswith(("er", "el", "en")) and not low.endswith(E_PLURAL_IER.as_tuple):
        return (lemma,)
    if low.endswith("or") and not low.endswith(E_PLURAL_OR):
        return (lemma + "en",)
    return (lemma + "e",)


def _weak(lemma: str, oblique: str) -> dict[str, frozenset[tuple[Case, Number]]]:
    return {lemma: frozenset({("Nom", "Sing")}), oblique: OBLIQUE | PLURAL}


def _strong(lemma: str, plurals: tuple[str, ...], group: str = "") -> dict[str, frozenset[tuple[Case, Number]]]:
    forms: dict[str, set[tuple[Case, Number]]] = {lemma: {("Nom", "Sing"), ("Dat", "Sing"), ("Acc", "Sing")}}
    for genitive in _genitives(lemma):
        forms.setdefault(genitive, set()).add(("Gen", "Sing"))
    for plural in (group, *plurals) if group else plurals:
        cells = forms.setdefault(plural, set())
        cells |= PLURAL
        if plural[-1] not in "ns":
            cells.discard(("Dat", "Plur"))
            forms.setdefault(plural + "n", set()).add(("Dat", "Plur"))
    return {form: frozenset(cells) for form, cells in forms.items()}


def _genitives(lemma: str) -> tuple[str, ...]:
    if lemma.lower().endswith(("s", "ß", "x", "z", "sch")):
        return (lemma + "es",)
    if lemma.lower().endswith(("er", "el", "en", "or", "eur", "a", "i", "o", "u", "y", "e")):
        return (lemma + "s",)
    if lemma.lower().endswith(("arzt", "mann", "freund", "feind", "koch")):
        return lemma + "es", lemma + "s"
    return lemma + "s", lemma + "es"


def _umlauted(lemma: str) -> str:
    low = lemma.lower()
    index, plain, changed = max((low.rfind(plain), plain, changed) for plain, changed in UMLAUTS)
    if plain == "u" and low[index - 1 : index] == "a":
        index, plain, changed = index - 1, "au", "äu"
    if not index:
        changed = changed.capitalize()
    return lemma[:index] + changed + lemma[index + len(plain) :]
