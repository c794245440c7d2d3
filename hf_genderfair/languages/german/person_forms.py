"""German words for persons: how they are declined, their compounds, and endings that make them."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from typing import NamedTuple

from hf_genderfair.core.resources import resource
from hf_genderfair.languages.analysis import Token
from hf_genderfair.languages.evidence import Evidence, PersonWord, first_name_gender, person_noun_gender, person_words
from hf_genderfair.languages.types import CASES, NUMBERS, Case, GrammaticalGender, Number, grammatical_gender
from hf_genderfair.lexicons.loader import load_lexicon
from hf_genderfair.lexicons.word_class import WordClass

PARADIGM_CELLS: tuple[tuple[Case, Number], ...] = tuple((case, number) for case in CASES for number in NUMBERS)
"""Every case in both numbers, in the order in which the cells of a paradigm stand."""

PLURAL = frozenset(cell for cell in PARADIGM_CELLS if cell[1] == "Plur")
SINGULAR = frozenset(PARADIGM_CELLS) - PLURAL
OBLIQUE = SINGULAR - {("Nom", "Sing")}

UMLAUTS = (("au", "äu"), *zip("aou", "äöü", strict=True))
UMLAUTED_ROLES = WordClass("noun_declension_de", "umlaut_of_role_noun")
"""Ends of masculines whose plural has an umlaut."""

WEAK_N = ("nachbar", "ungar", "vetter", "gevatter", "pommer")
"""Ends of masculines with ``-n`` in all cases but the nominative."""
WHOLE_WEAK_N = WordClass("noun_declension_de", "weak_n")
"""Farmers, unlike the makers: the *Bauern* grow corn, the *Autobauer* build cars."""

WEAK_ROLES = WordClass("noun_declension_de", "weak_role_noun")
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
    if low.endswith(UMLAUTED_ROLES.as_tuple) or (low.endswith("rat") and not low.endswith(WEAK_RAT)):
        return _strong(lemma, (_umlauted(lemma) + ("" if low.endswith("er") else "e"),))
    if low.endswith(WEAK_ROLES.as_tuple) and not low.endswith(NOT_WEAK):
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
    if lemma[index].isupper():
        changed = changed.capitalize()
    return lemma[:index] + changed + lemma[index + len(plain) :]


KNOWN_FORMS = 200_000

OTHER_WORDS = WordClass("noun_classes_de", "no_person_form")
"""What inflection would make of words for persons (*Papi*, *Muse*) and is another word."""

SOFT_HYPHEN = "\u00ad"

UMLAUTED = WordClass("noun_declension_de", "umlaut")
"""Ends of words whose plural has an umlaut."""

WEAK = WordClass("noun_declension_de", "weak")
"""Ends of masculine words with ``-en`` or ``-n`` in all cases but the nominative."""

SHORT_HEADS = WordClass("noun_classes_de", "short_head")
"""Forms of up to five letters that end compounds; other short words end too many words of another kind."""

SHORT_NOMINALISED = frozenset({"tote", "kranke", "blinde"})
"""Nominalised adjectives of up to six letters that end compounds: *Krebskranke*, but not *Menschenrechte*."""

AGENT_ENDINGS = WordClass("noun_classes_de", "person_ending")
NOMINALISED_ENDINGS = ("ierende", "ierenden", "ierender", "jährige", "jährigen", "jähriger")
SHORTEST_AGENT = 6

FEMININE_ENDINGS: tuple[tuple[str, Number], ...] = (("innen", "Plur"), ("in", "Sing"))


HOME = frozenset({"de", "at", "ch", "lu", "li"})
"""Countries whose first names are at home in German texts."""


@lru_cache(maxsize=100_000)
def first_name(word: str) -> Evidence | None:
    """Return what is known of a first name; None for any other word."""
    return first_name_gender(word, "de")


def fixed_expressions() -> frozenset[tuple[str, ...]]:
    """Return expressions in which a noun names nobody, as their words in lower case: *zum Beispiel*."""
    return resource(
        ("fixed expressions", "de"),
        lambda: frozenset(tuple(row[0].lower().split()) for row in load_lexicon("fixed_expressions_de").rows),
    )


class GermanPersonForm(NamedTuple):
    """What a written form says as a word for persons.

    Attributes:
        gender: Its grammatical gender; ``common`` for nominalised adjectives and participles, where the article tells.
        number: ``Sing`` or ``Plur``; None where the form is of both.
        sense: See `PersonWord`.
        epicene: Whether the word has one gender for persons of all genders.
        generic: Whether its plural may stand for a mixed group: *Lehrer*, but not *Väter*.
        source: ``lexicon``, ``compound`` or ``suffix``.

    Example:
        >>> form = person_form("Grundschullehrerinnen", "feminine")
        >>> form.gender, form.number
        ('feminine', 'Plur')
        >>> person_form("Computer", "masculine") is None
        True
    """

    gender: GrammaticalGender
    number: Number | None
    sense: str
    epicene: bool
    generic: bool
    source: str


@lru_cache(maxsize=KNOWN_FORMS)
def person_form(word: str, tagged: GrammaticalGender | None = None) -> GermanPersonForm | None:
    """Look a noun up among the words for persons, then by the last part of a compound, then by its ending."""
    return resource(("German person words",), _Words).look_up(word, tagged)


ENDINGS_OF_THINGS = ("", "s", "es", "n", "en", "e")


def thing_forms() -> frozenset[str]:
    """Return forms that end like words for persons and are none, in lower case."""
    things = [row[0].lower() for row in load_lexicon("thing_words_de").rows]
    return frozenset(thing + ending for thing in things for ending in ENDINGS_OF_THINGS)


class _Words:
    """The forms of the lexicons."""

    def __init__(self) -> None:
        self.forms: dict[str, GermanPersonForm] = {}
        for word in dict.fromkeys(person_words("de").values()):
            for form, entry in _inflected(word):
                if form in OTHER_WORDS:
                    continue
                known = self.forms.setdefault(form, entry)
                if known.number != entry.number and known.gender == entry.gender:
                    self.forms[form] = known._replace(number=None)
        self.things = thing_forms() - self.forms.keys()
        self.heads = {
            form: entry._replace(source="compound")
            for form, entry in self.forms.items()
            if _ends_compounds(form, entry)
        }

    def look_up(self, word: str, tagged: GrammaticalGender | None) -> GermanPersonForm | None:
        capital = not word[0].islower()
        word = word.lower().replace(SOFT_HYPHEN, "")
        word = word.rpartition("-")[2] or word
        if word in self.forms:
            return self.forms[word]
        if "ß" in word and word.replace("ß", "ss") in self.forms:
            return self.forms[word.replace("ß", "ss")]
        if word in self.things or not capital:
            return None
        for start in range(2, len(word) - 3):
            tail = word[start:]
            if tail in self.things:
                return None
            entry = self.heads.get(tail)
            if entry and (len(tail) > 6 or agrees(entry.gender, tagged)):
                return entry
        return self.by_ending(word, tagged)

    def by_ending(self, word: str, tagged: GrammaticalGender | None) -> GermanPersonForm | None:
        if len(word) < SHORTEST_AGENT:
            return None
        for ending, number in FEMININE_ENDINGS:
            stem = word.removesuffix(ending)
            masculine = stem in self.forms or stem.endswith(AGENT_ENDINGS.as_tuple) or (stem + "e").endswith("loge")
            if stem != word and tagged != "neuter" and masculine:
                return GermanPersonForm("feminine", number, "person", False, False, "suffix")
        if word.endswith(NOMINALISED_ENDINGS):
            return GermanPersonForm("common", None, "person", False, False, "suffix")
        if tagged == "masculine" and word.endswith(AGENT_ENDINGS.as_tuple):
            agents: Number | None = "Plur" if word.endswith(("eure", "euren")) else None
            return GermanPersonForm("masculine", agents, "person", False, True, "suffix")
        return None


def _ends_compounds(form: str, entry: GermanPersonForm) -> bool:
    if entry.gender == "common":
        stem = form.rstrip("nrm")
        return len(stem) > 6 or stem in SHORT_NOMINALISED or form in ("leute", "leuten", "eltern")
    return len(form) > 4 or form in SHORT_HEADS


def agrees(gender: str, tagged: GrammaticalGender | None) -> bool:
    """Return whether a noun of a gender may be tagged so; one that is not tagged, and a common one, always may."""
    return gender == "common" or tagged in (None, gender)


def _inflected(word: PersonWord) -> Iterator[tuple[str, GermanPersonForm]]:
    epicene = word.kind == "epicene"
    if word.kind == "common":
        yield from _nominalised(word)
        return
    male = person_noun_gender(word.masculine, "de", "Plur") if word.masculine else None
    generic = not epicene and not (male and male.gender == "male")
    sides: tuple[tuple[str, GrammaticalGender, str, bool], ...] = (
        (word.masculine, "masculine", word.masculine_sense, generic),
        (word.feminine, "feminine", word.feminine_sense, False),
        (word.neuter, "neuter", "person", False),
    )
    for lemma, gender, sense, of_all in sides:
        if lemma:
            yield from _declined(lemma, GermanPersonForm(gender, "Sing", sense, epicene, of_all, "lexicon"))


def _nominalised(word: PersonWord) -> Iterator[tuple[str, GermanPersonForm]]:
    lemma = word.masculine.lower()
    plural_only = not lemma.endswith("e") or lemma.endswith("leute")
    entry = GermanPersonForm("common", "Plur" if plural_only else None, word.masculine_sense, False, False, "lexicon")
    yield from ((lemma + ending, entry) for ending in ("", "n", "r", "m"))


def _declined(lemma: str, singular: GermanPersonForm) -> Iterator[tuple[str, GermanPersonForm]]:
    low = lemma.lower()
    plural = singular._replace(number="Plur")
    either = singular._replace(number=None)
    if low.endswith("beamter"):
        yield from ((low[:-1] + ending, either) for ending in ("", "n"))
    unchanged = low.endswith(("er", "el", "en", "chen", "lein")) and singular.gender != "feminine"
    yield low, either if unchanged and not low.endswith(UMLAUTED.as_tuple) else singular
    yield from ((form, either) for form in _weak_forms(low, singular.gender))
    if singular.gender != "feminine":
        yield from ((low + ending, singular) for ending in ("s", "es"))
    stem = _umlauted(low) if low.endswith(UMLAUTED.as_tuple) else low
    yield from ((form, plural) for form in _plurals(stem, low, singular.gender))


def _weak_forms(low: str, gender: str) -> tuple[str, ...]:
    if gender != "masculine":
        return ()
    if low.endswith(("e", "herr", "nachbar", "ungar", "bayer", "bauer", "vetter")):
        return (low + "n",)
    return (low + "en",) if low.endswith(WEAK.as_tuple) else ()


def _plurals(stem: str, low: str, gender: str) -> tuple[str, ...]:
    if gender == "feminine":
        if low.endswith("in"):
            return (stem + "nen",)
        return (
            (stem, stem + "n") if stem != low and low.endswith("er") else tuple(stem + e for e in ("n", "en", "s", "e"))
        )
    if low.endswith(("er", "el", "en", "chen", "lein")):
        return (stem, stem + "n") if stem != low else (stem + "n",)
    if low.endswith("e"):
        return (stem + "n", stem + "s") if gender == "masculine" else (stem + "s",)
    return tuple(stem + ending for ending in ("e", "en", "er", "ern", "s"))


def is_namesake(form: GermanPersonForm, article: str, token: Token, after: Token) -> bool:
    """Return whether an article shows a homonym that does not name persons: *die Leiter*, *das Erbe*, *das Gute*."""
    tagged = grammatical_gender(token.morph)
    if form.gender == "neuter":
        return False
    if article == "das":
        return tagged == "neuter" or form.gender != "masculine"
    if form.gender == "common":
        return tagged == "neuter" and form.sense != "person"
    if form.gender == "feminine" or article not in ("die", "eine") or form.sense == "person":
        return False
    singular_verb = after.pos in ("VERB", "AUX") and after.morph.get("Number") == "Sing"
    return singular_verb or (tagged == "feminine" and token.morph.get("Number") == "Sing")
