"""The Polish forms that the tagger looks up, expanded from the shipped lexicons once per process."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

from hf_genderfair.core.resources import resource
from hf_genderfair.lexicons import load_lexicon
from hf_genderfair.lexicons.build_polish import regular_feminine

FEMALE, MALE = "female", "male"
TABLES = (
    "pl_verbs",
    "pl_present",
    "pl_adjectives",
    "pl_person_nouns",
    "pl_masculine_nouns",
    "pl_first_person_status",
    "pl_unaccented_collisions",
)
WINIEN = {
    "powinienem": "powinnam",
    "winienem": "winnam",
    "radem": "radam",
    "nieradem": "nieradam",
    "kontentem": "kontentam",
    "niekontentem": "niekontentam",
    "gotówem": "gotowam",
}
"""The closed class of predicatives that inflect like past forms: masculine to feminine."""

UNACCENTED = str.maketrans("ąćęłńóśźż", "acelnoszz")


class Form(NamedTuple):
    """A gendered first-person form.

    Attributes:
        gender: ``female`` or ``male``.
        kind: ``past``, ``conditional``, ``winien``, ``past_plural`` or ``conditional_plural``.
        counterpart: The same form of the other gender.
        status: ``ok``, ``marginal`` (kept although also a rare other word), ``surname`` (also a surname, decided by
            case), ``ambiguous`` (never marked) or ``asymmetric`` (marked, never decides a label).
    """

    gender: str
    kind: str
    counterpart: str
    status: str


class Participle(NamedTuple):
    """A third-person past form that an auxiliary or a mobile ending can make first person.

    Attributes:
        gender: ``female`` or ``male``.
        counterpart: The form of the other gender.
        imperfective: Whether it can form the future with *będę*.
    """

    gender: str
    counterpart: str
    imperfective: bool


class Predicate(NamedTuple):
    """An adjective or participle in the nominative singular, or a person noun in the instrumental.

    Attributes:
        gender: ``female`` or ``male``.
        kind: ``adjective``, ``passive_participle``, ``active_participle`` or ``noun``.
        counterpart: The form of the other gender.
    """

    gender: str
    kind: str
    counterpart: str


@dataclass(frozen=True)
class PolishForms:
    """All look-up tables of the tagger, keyed by lower-case words.

    Attributes:
        first_person: Words that are first person by themselves, plural included; ambiguous ones have their status.
        participles: L-participles in the singular.
        predicates: Adjectives and participles in the nominative singular.
        nouns: Person nouns in the instrumental that have a counterpart.
        present: First person singular present.
        masculine_nouns: Inanimate masculine nouns whose accusative looks like the nominative.
        unaccented: First-person words written without diacritics that are no other word so written.
    """

    first_person: dict[str, Form]
    participles: dict[str, Participle]
    predicates: dict[str, Predicate]
    nouns: dict[str, Predicate]
    present: frozenset[str]
    masculine_nouns: frozenset[str]
    unaccented: dict[str, Form]


def polish_forms() -> PolishForms:
    """Return the tables, built at first use in about half a second.

    Returns:
        The tables of this process.

    Example:
        >>> polish_forms().first_person["zrobiłam"].counterpart
        'zrobiłem'
    """
    return resource(("polish forms", lexicon_digest()), _build)


def lexicon_digest() -> str:
    """Return what identifies the content of all tables together."""
    return "-".join(load_lexicon(name).digest for name in TABLES)


def _build() -> PolishForms:
    status = {form: value for form, value, _ in load_lexicon("pl_first_person_status").rows}
    pairs: list[tuple[str, str, str]] = [(male, female, "winien") for male, female in WINIEN.items()]
    plural_pairs: list[tuple[str, str, str]] = []
    participles: dict[str, Participle] = {}
    for male, female, past, plural, aspect in load_lexicon("pl_verbs").rows:
        female = female or male + "a"
        pairs += [(past or male + "em", female + "m", "past"), (male + "bym", female + "bym", "conditional")]
        many = (plural or male[:-1] + "li", female[:-1] + "y")
        plural_pairs += [
            (many[0] + "śmy", many[1] + "śmy", "past_plural"),
            (many[0] + "byśmy", many[1] + "byśmy", "conditional_plural"),
        ]
        imperfective = aspect != "perf"
        participles.setdefault(male, Participle(MALE, female, imperfective))
        participles.setdefault(female, Participle(FEMALE, male, imperfective))
    first_person = _paired(pairs, status)
    collisions = {row[0] for row in load_lexicon("pl_unaccented_collisions").rows}
    unaccented = _unaccented(first_person, collisions)
    first_person |= _paired(plural_pairs, {}, default="asymmetric")
    return PolishForms(
        first_person,
        participles,
        _predicates(),
        _nouns(),
        frozenset(row[0] for row in load_lexicon("pl_present").rows),
        frozenset(row[0] for row in load_lexicon("pl_masculine_nouns").rows),
        unaccented,
    )


def _paired(pairs: list[tuple[str, str, str]], status: dict[str, str], default: str = "ok") -> dict[str, Form]:
    forms: dict[str, Form] = {}
    for male, female, kind in pairs:
        for form, counterpart, gender in ((male, female, MALE), (female, male, FEMALE)):
            own = status.get(form, default)
            if own != "ambiguous" and status.get(counterpart) == "ambiguous":
                own = "asymmetric"
            forms.setdefault(form, Form(gender, kind, counterpart, own))
    return forms


def _unaccented(first_person: dict[str, Form], collisions: set[str]) -> dict[str, Form]:
    forms = {}
    for word, form in first_person.items():
        bare = word.translate(UNACCENTED)
        if bare != word and bare not in collisions and form.status in ("ok", "marginal", "surname"):
            forms[bare] = Form(form.gender, form.kind, form.counterpart.translate(UNACCENTED), form.status)
    return forms


def _predicates() -> dict[str, Predicate]:
    kinds = {"": "adjective", "ppas": "passive_participle", "pact": "active_participle"}
    predicates: dict[str, Predicate] = {}
    for male, female, kind in load_lexicon("pl_adjectives").rows:
        female = female or regular_feminine(male)
        predicates.setdefault(male, Predicate(MALE, kinds[kind], female))
        predicates.setdefault(female, Predicate(FEMALE, kinds[kind], male))
    return predicates


def _nouns() -> dict[str, Predicate]:
    nouns: dict[str, Predicate] = {}
    for female, male in load_lexicon("pl_person_nouns").rows:
        nouns.setdefault(female, Predicate(FEMALE, "noun", male))
        nouns.setdefault(male, Predicate(MALE, "noun", female))
    return nouns
