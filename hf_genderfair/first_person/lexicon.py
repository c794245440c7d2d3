"""The Polish forms that the tagger looks up, the expressions that they make, and rules of spelling and inflection."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, fields
from functools import cached_property
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from hf_genderfair.core.resources import resource
from hf_genderfair.lexicons.loader import load_lexicon

UNACCENTED = str.maketrans("ąćęłńóśźż", "acelnoszz")
"""Small Polish letters to what people type for them on a keyboard without them."""


def regular_feminine(masculine: str) -> str:
    """Return the feminine nominative that an adjective has by rule."""
    if masculine.endswith(("ki", "gi", "y")):
        return masculine[:-1] + "a"
    return masculine + "a"


def personal_plural(masculine: str) -> str:
    """Return the masculine personal plural that an adjective has by rule."""
    for ending, plural in load_lexicon("pl_plural_endings").rows:
        if masculine.endswith(ending):
            return masculine.removesuffix(ending) + plural
    return masculine


FEMALE, MALE = "female", "male"
GRAMMAR_WORDS = "pl_grammar_words"
PREDICATE_ENDINGS = frozenset("yianwjkśżtmełzd")
"""Last letters of all nominatives of adjectives, short forms such as *gotów*, *wart*, *rad* and *zdrów* included."""
ADJECTIVE_KINDS = {"": "adjective", "ppas": "passive_participle", "pact": "active_participle"}


class Form(NamedTuple):
    """A gendered first-person form."""

    gender: str
    kind: str
    counterpart: str
    status: str  # marginal: rarely another word; surname: decided by case; asymmetric: decides no label


class Participle(NamedTuple):
    """A third-person past form that an auxiliary or a mobile ending can make first person."""

    gender: str
    counterpart: str
    imperfective: bool  # whether it can form the future with *będę*


class PredicateForm(NamedTuple):
    """An adjective or participle in the nominative singular, or a person noun in the instrumental."""

    gender: str
    kind: str
    counterpart: str


class FirstPersonForms:
    """The tagger's tables, each built when a word first needs it; forms that follow by rule are derived."""

    def __init__(self) -> None:
        """Start without tables."""
        self._found: dict[str, Form] = {}
        self._predicates: dict[str, PredicateForm] = {}
        self._irregular: dict[str, dict[str, str]] = {}

    @cached_property
    def words(self) -> dict[str, frozenset[str]]:
        """Words by class; the list says what each class is."""
        words: dict[str, set[str]] = {}
        for word, classes, _ in load_lexicon(GRAMMAR_WORDS).rows:
            for name in classes.split():
                words.setdefault(name, set()).add(word)
        return {name: frozenset(members) for name, members in words.items()}

    @cached_property
    def winien(self) -> dict[str, str]:
        """The closed class of predicatives that inflect like past forms: masculine to feminine."""
        return {word: other for word, classes, other in load_lexicon(GRAMMAR_WORDS).rows if classes == "winien"}

    @cached_property
    def plural_quantifiers(self) -> dict[str, str]:
        """Feminine plurals of the subject that are no adjectives, with their masculine form: *obie*, *obaj*."""
        rows = load_lexicon(GRAMMAR_WORDS).rows
        return {word: other for word, classes, other in rows if classes == "plural_quantifier"}

    @cached_property
    def personal_plurals(self) -> dict[str, str]:
        """Masculine personal plurals of adjectives that do not follow by rule."""
        return {row[0]: row[1] for row in load_lexicon("pl_plural_adjectives").rows}

    @cached_property
    def feminine_homographs(self) -> frozenset[str]:
        """Feminine nominatives of adjectives that are another word or case too: *zła*, *dobra*."""
        return frozenset(load_lexicon("pl_feminine_homographs").lines)

    @cached_property
    def _verbs(self) -> _Verbs:
        return _read_verbs()

    @cached_property
    def participles(self) -> dict[str, Participle]:
        """L-participles in the singular."""
        return self._verbs.participles

    @cached_property
    def masculine_past(self) -> dict[str, str]:
        """First-person forms that are not participle + *em*, with their participle (*niosłem*, *niósł*)."""
        return self._verbs.masculine_past

    @cached_property
    def irregular(self) -> frozenset[str]:
        """Participles whose first person is never participle + *em*."""
        return self._verbs.irregular

    @cached_property
    def masculine_plural(self) -> dict[str, str]:
        """Plurals that are not *-ł* to *-li*, with their participle (*wzięli*, *wziął*)."""
        return self._verbs.masculine_plural

    @cached_property
    def status(self) -> dict[str, str]:
        """Status of the first-person forms that are also other words."""
        return {form: value for form, value, _ in load_lexicon("pl_first_person_status").rows}

    @cached_property
    def _adjectives(self) -> tuple[dict[str, str], dict[str, str]]:
        kinds: dict[str, str] = {}
        feminines: dict[str, str] = {}
        for line in load_lexicon("pl_adjectives").lines:
            # most lines are a single cell, and dividing all into cells would take most of the time
            male, _, others = line.partition("\t")
            if not others:
                kinds[male] = "adjective"
                continue
            female, _, kind = others.partition("\t")
            kinds[male] = ADJECTIVE_KINDS[kind]
            if female:
                feminines[female] = male
        return kinds, feminines

    @property
    def adjectives(self) -> dict[str, str]:
        """Masculine nominatives with their kind."""
        return self._adjectives[0]

    @property
    def feminines(self) -> dict[str, str]:
        """Feminine nominatives that are not *-a* for *-y* or *-i*, with their masculine."""
        return self._adjectives[1]

    @cached_property
    def nouns(self) -> dict[str, PredicateForm]:
        """Person nouns in the instrumental that have a counterpart."""
        nouns: dict[str, PredicateForm] = {}
        for female, male in load_lexicon("pl_person_nouns").rows:
            nouns.setdefault(female, PredicateForm(FEMALE, "noun", male))
            nouns.setdefault(male, PredicateForm(MALE, "noun", female))
        return nouns

    @cached_property
    def present(self) -> frozenset[str]:
        """First person singular present."""
        return frozenset(load_lexicon("pl_present").lines)

    @cached_property
    def masculine_nouns(self) -> frozenset[str]:
        """Inanimate masculine nouns whose accusative looks like the nominative."""
        return frozenset(load_lexicon("pl_masculine_nouns").lines)

    def first_person(self, word: str) -> Form | None:
        """Return the first-person form of a lower-case word, plural included; None for other words."""
        form = self._found.get(word)
        if form is None and (form := self._derive(word)) is not None:
            self._found[word] = form
        return form

    def _derive(self, word: str) -> Form | None:
        if word.endswith("śmy"):
            return self._plural(word)
        if word in self.winien:
            return self._form(word, MALE, "winien", self.winien[word])
        if word in self._reverse("winien"):
            return self._form(word, FEMALE, "winien", self._reverse("winien")[word])
        if word.endswith("bym"):
            participle = self.participles.get(word[:-3])
            return participle and self._form(word, participle.gender, "conditional", participle.counterpart + "bym")
        if word.endswith("łam"):
            participle = self.participles.get(word[:-1])
            return participle and self._form(word, FEMALE, "past", self.past_of(participle.counterpart))
        if word.endswith("łem"):
            masculine = self.masculine_past.get(word) or ("" if word[:-2] in self.irregular else word[:-2])
            participle = self.participles.get(masculine)
            return participle and self._form(word, MALE, "past", participle.counterpart + "m")
        return None

    def past_of(self, masculine: str) -> str:
        """Return the first-person past of a masculine participle."""
        return self._reverse("masculine_past").get(masculine, masculine + "em")

    def _reverse(self, table: str) -> dict[str, str]:
        if table not in self._irregular:
            self._irregular[table] = {participle: form for form, participle in getattr(self, table).items()}
        return self._irregular[table]

    def _form(self, word: str, gender: str, kind: str, counterpart: str) -> Form:
        status = self.status.get(word, "ok")
        if status != "ambiguous" and self.status.get(counterpart) == "ambiguous":
            status = "asymmetric"
        return Form(gender, kind, counterpart, status)

    def _plural(self, word: str) -> Form | None:
        kind, ending = ("conditional_plural", "byśmy") if word.endswith("byśmy") else ("past_plural", "śmy")
        stem = word[: -len(ending)]
        if stem.endswith("ły"):
            plural = self.personal_participle(stem)
            return Form(FEMALE, kind, plural + ending, "asymmetric") if plural else None
        participle = self.participles.get(self.masculine_plural.get(stem, stem[:-2] + "ł"))
        return participle and Form(MALE, kind, participle.counterpart[:-1] + "y" + ending, "asymmetric")

    def personal_participle(self, feminine: str) -> str | None:
        """Return the masculine personal plural of a feminine plural participle: *mogli* of *mogły*."""
        participle = self.participles.get(feminine[:-1] + "a")
        if participle is None or not feminine.endswith("y"):
            return None
        masculine = participle.counterpart
        regular = masculine[:-2] + "śli" if masculine.endswith("sł") else masculine[:-1] + "li"
        return self._reverse("masculine_plural").get(masculine, regular)

    def personal_adjective(self, feminine: str) -> str | None:
        """Return the masculine personal plural of another plural adjective: *głodni* of *głodne*."""
        if feminine in self.plural_quantifiers:
            return self.plural_quantifiers[feminine]
        ending = "ie" if feminine.endswith(("kie", "gie")) else "e"
        predicate = self.predicate(feminine.removesuffix(ending) + "a") if feminine.endswith(ending) else None
        if predicate and predicate.gender == FEMALE and not predicate.counterpart.endswith("ój"):
            masculine = predicate.counterpart.removeprefix("nie")
            plural = self.personal_plurals.get(masculine) or personal_plural(masculine)
            return predicate.counterpart.removesuffix(masculine) + plural
        return None

    def all_first_person(self) -> Iterator[str]:
        """Yield all singular first-person forms, discarded ones included."""
        for word, participle in self.participles.items():
            yield word + "bym"
            if participle.gender == FEMALE or word not in self.irregular:
                yield word + ("m" if participle.gender == FEMALE else "em")
        yield from self.masculine_past
        yield from self.winien
        yield from self._reverse("winien")

    def predicate(self, word: str) -> PredicateForm | None:
        """Return an adjective or participle in the nominative singular, negated ones included."""
        if word[-1:] not in PREDICATE_ENDINGS:
            return None
        predicate = self._predicates.get(word)
        if predicate is None and (predicate := self._derive_predicate(word)) is not None:
            self._predicates[word] = predicate
        return predicate

    def _derive_predicate(self, word: str) -> PredicateForm | None:
        kind = self.adjectives.get(word)
        if kind is not None:
            return PredicateForm(MALE, kind, self._reverse("feminines").get(word) or regular_feminine(word))
        regular = (word[:-1] + ending for ending in ("y", "i", ""))
        masculine = next((form for form in regular if form in self.adjectives and regular_feminine(form) == word), None)
        masculine = masculine or self.feminines.get(word)
        if masculine is not None:
            return PredicateForm(FEMALE, self.adjectives[masculine], masculine)
        if word.startswith("nie") and (bare := self.predicate(word[3:])):
            return bare._replace(counterpart="nie" + bare.counterpart)
        return None


def first_person_forms() -> FirstPersonForms:
    """Return the tables of this process, built at first use."""
    return resource(("first-person forms",), FirstPersonForms)


class _Verbs(NamedTuple):
    """The tables that `FirstPersonForms` reads from the list of verbs."""

    participles: dict[str, Participle]
    masculine_past: dict[str, str]
    irregular: frozenset[str]
    masculine_plural: dict[str, str]


def _read_verbs() -> _Verbs:
    participles: dict[str, Participle] = {}
    masculine_past: dict[str, str] = {}
    masculine_plural: dict[str, str] = {}
    verbs = load_lexicon("pl_verbs").rows
    regular = {male for male, _, past, *_ in verbs if not past}
    for male, female, past, plural, aspect in verbs:
        female = female or male + "a"
        # a third of the time of the constructor, for tens of thousands of forms
        participles.setdefault(male, tuple.__new__(Participle, (MALE, female, aspect != "perf")))
        participles.setdefault(female, tuple.__new__(Participle, (FEMALE, male, aspect != "perf")))
        if past:
            masculine_past.setdefault(past, male)
        if plural:
            masculine_plural.setdefault(plural, male)
    return _Verbs(participles, masculine_past, frozenset(masculine_past.values()) - regular, masculine_plural)


Integers = NDArray[np.int64]

GENDERS = (FEMALE, MALE)
KINDS = (
    "past",
    "conditional",
    "winien",
    "past_plural",
    "conditional_plural",
    "mobile_past",
    "mobile_conditional",
    "future",
    "adjective",
    "passive_participle",
    "active_participle",
    "sam",
    "noun",
)
STATUSES = ("ok", "marginal", "surname", "asymmetric", "unaccented", "misspelt")


class Expression(NamedTuple):
    """A gendered first-person expression in a row."""

    row: int
    start: int  # of the word that shows the gender, in code points
    end: int
    gender: str
    kind: str
    counterpart: str  # the word in the other gender, in the same case
    status: str
    quoted: bool


@dataclass(frozen=True)
class Expressions:
    """All expressions of a batch as columns, ordered by row and start."""

    row: Integers
    start: Integers
    end: Integers
    gender: Integers  # index into `GENDERS`
    kind: Integers  # index into `KINDS`
    status: Integers  # index into `STATUSES`
    quoted: NDArray[np.bool_]
    counterpart: list[str]

    @classmethod
    def joined(cls, parts: list[Expressions]) -> Expressions:
        """Return the expressions of consecutive parts of a batch as one."""
        columns = {
            field.name: np.concatenate([getattr(part, field.name) for part in parts]) for field in fields(cls)[:-1]
        }
        return cls(**columns, counterpart=[word for part in parts for word in part.counterpart])

    def take(self, indices: Integers) -> Expressions:
        """Return some of the expressions, in the order of their indices."""
        columns = {field.name: getattr(self, field.name)[indices] for field in fields(self)[:-1]}
        return Expressions(**columns, counterpart=[self.counterpart[index] for index in indices.tolist()])

    def __iter__(self) -> Iterator[Expression]:
        """Iterate over the expressions one by one."""
        columns = (self.row, self.start, self.end, self.gender, self.kind, self.status, self.quoted)
        rows = zip(*(column.tolist() for column in columns), strict=True)
        for values, counterpart in zip(rows, self.counterpart, strict=True):
            row, start, end, gender, kind, status, quoted = values
            yield Expression(row, start, end, GENDERS[gender], KINDS[kind], counterpart, STATUSES[status], quoted)

    @classmethod
    def collected(cls, found: list[Expression]) -> Expressions:
        """Return expressions as columns."""

        def numbers(values: Iterable[int]) -> Integers:
            return np.fromiter(values, np.int64, len(found))

        return cls(
            numbers(one.row for one in found),
            numbers(one.start for one in found),
            numbers(one.end for one in found),
            numbers(GENDERS.index(one.gender) for one in found),
            numbers(KINDS.index(one.kind) for one in found),
            numbers(STATUSES.index(one.status) for one in found),
            np.array([one.quoted for one in found], dtype=np.bool_),
            [one.counterpart for one in found],
        )


OR = (" lub ", " albo ", " czy ", " bądź ")
"""Conjunctions between two forms of one word."""

AFTER = re.compile(rf"(?P<sign>\s?[/(|\\]\s?[-–]?|{'|'.join(OR)})(?P<word>[^\W\d_]+)")
BEFORE = re.compile(rf"(?P<word>[^\W\d_]+)(?P<sign>\s?[/(|\\]\s?|{'|'.join(OR)})$")
SEARCHED = 40
"""Characters before a form that are searched for the other one."""

ENDINGS_OF = {FEMALE: frozenset("a am łam abym łabym na".split()), MALE: frozenset("y em łem ebym bym łbym".split())}


def leaves_gender_open(text: str, start: int, end: int, gender: str, forms: FirstPersonForms) -> bool:
    """Return whether the form of the other gender, or its ending, stands beside a form."""
    # A slash joins any two forms of different genders (*żonaty/zamężna*). In parentheses and after *lub* stands the
    # same word or another first-person form, since any other may be an aside.
    word, other = text[start:end], MALE if gender == FEMALE else FEMALE
    after = AFTER.match(text, end)
    if after and after["sign"] not in OR and after["word"] in ENDINGS_OF[other]:
        return True
    for match in (after, BEFORE.search(text[max(0, start - SEARCHED) : start])):
        if match is None:
            continue
        beside, sign = match["word"], match["sign"]
        first_person = forms.first_person(beside) if sign not in OR and (match is after or "(" not in sign) else None
        if (first_person and first_person.gender == other) or _are_counterparts(word, beside, forms):
            return True
        if not sign.strip("/|\\-–") and _gender(beside, forms) == other:
            return True
    return False


def _gender(word: str, forms: FirstPersonForms) -> str | None:
    """Return the gender of a predicate or participle, None for other words."""
    found = forms.predicate(word) or forms.participles.get(word)
    return found.gender if found else None


def _are_counterparts(one: str, two: str, forms: FirstPersonForms) -> bool:
    """Return whether two words are the same in different genders."""
    for word, other in ((one, two), (two, one)):
        found = forms.first_person(word) or forms.predicate(word) or forms.participles.get(word)
        if found and found.counterpart == other:
            return True
    return False
