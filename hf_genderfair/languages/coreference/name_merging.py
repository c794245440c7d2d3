"""Which names are of the same person, by their words and by where they stand.

*Dr. Jones and Mrs. Jones*, subject and object of a verb, *Jones's son Tom*.

Parts of words never match (*Li* and *Lisa*), and a mention that fits several persons stays separate.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import takewhile

from hf_genderfair.languages.clauses import dependents, has_word_below
from hf_genderfair.languages.coreference.languages import actor_rules
from hf_genderfair.languages.coreference.mention import ENOUGH, STRONG, Mention, TokenRange
from hf_genderfair.languages.coreference.name_words import (
    LONGEST_PREFIX,
    PARTICLES,
    SUFFIXES,
    Name,
    same_full,
)
from hf_genderfair.languages.document import Document
from hf_genderfair.languages.types import PersonGender
from hf_genderfair.lexicons.word_class import WordClass

OBJECTS = frozenset({"obj", "iobj"})

OWNERS = frozenset({"nmod:poss", "det:poss"})

NOT = frozenset({"not", "nicht"})

LONGEST_LIST = 60
"""Number of tokens on both sides of a name that are searched for the rest of its coordination."""


def names_of_others(document: Document, ranges: Mapping[int, TokenRange]) -> dict[int, set[int]]:
    """Return for each name those that are of other persons than it."""
    named = {token_index: index for index in ranges for token_index in range(*ranges[index])}
    called = {index: _called(document, place) for index, place in ranges.items()}
    others: dict[int, set[int]] = {}
    for index, (start, end) in ranges.items():
        top = next(
            (token_index for token_index in range(start, end) if not start <= document.heads[token_index] < end), start
        )
        nouns = _nouns_of(document, top, start)
        related = _related(document, top) if end - start > 1 else []
        owners = [owner for noun in nouns for owner in dependents(document, noun, *OWNERS)]
        for token_index in (*related, *owners):
            other = named.get(token_index, index)
            told = token_index in owners or len(called[other].split()) > 1
            if told and called[other] != called[index]:
                others.setdefault(index, set()).add(other)
                others.setdefault(other, set()).add(index)
    return others


def _nouns_of(document: Document, top: int, start: int) -> set[int]:
    """Return the head of a name and the nouns beside it, which may have an owner: *Jones's son Tom*."""
    apposed = document.tokens[top].relation == "appos"
    before = start and document.tokens[start - 1].pos == "NOUN"
    return {top, document.heads[top] if apposed else top, start - 1 if before else top}


def _called(document: Document, place: TokenRange) -> str:
    return document.text[document.tokens[place[0]].start : document.tokens[place[1] - 1].end]


def _related(document: Document, token_index: int) -> list[int]:
    """Return the words that are coordinated with a word, or the subject of the verb whose object it is."""
    tokens, children = document.tokens, document.children
    relation, head = tokens[token_index].relation, document.heads[token_index]
    if relation == "appos" and has_word_below(document, token_index, NOT):
        return [head]
    if relation in OBJECTS:
        return dependents(document, head, "nsubj")
    if relation != "conj":
        return []
    first = max(head, token_index - LONGEST_LIST)
    if not any(token.relation == "cc" for token in tokens[first : token_index + LONGEST_LIST]):
        return []
    siblings = children[head][bisect_left(children[head], first) :]
    before = takewhile(lambda child: child < token_index, siblings)
    return [head, *(child for child in before if tokens[child].relation == "conj")]


RIVAL_ADDRESSES = {"miss", "mrs"}
"""Forms of address that distinguish two persons of one surname."""

WIVES = frozenset("mrs miss mme madame frau fräulein".split())
"""Forms of address that distinguish a wife from a person with a rank: *Colonel Forster* and *Mrs. Forster*.

*Ms.* is not among them, since newspapers use it for women whom they have introduced with an office.
"""


@dataclass(slots=True)
class NamedPerson:
    """A person of a text, during the coreference resolution of names.

    Attributes:
        name: The longest name, in lower case, without optional parts.
        gender: Gender by titles and unambiguous first names, else unknown.
        number: Index of the mention that stands for the actor.
        last: Index of the last mention.
        plural: Whether it is a family.
        address: Title of the first mention.
        wife: Whether a mention has one of `WIVES`.
        ranked: Whether a mention has a title that does not mark a woman, such as *Dr.* or *Colonel*.
    """

    name: Name
    gender: PersonGender
    number: int
    last: int
    plural: bool
    address: str
    wife: bool
    ranked: bool


def strong_genders(mention: Mention) -> frozenset[PersonGender]:
    """Return the genders of the strong evidence of a mention."""
    return frozenset(item.gender for item in mention.evidence if item.weight >= STRONG)


def address_of(mention: Mention) -> str:
    """Return the first title of a name, in lower case; empty without one."""
    return next((item.word.lower().rstrip(".") for item in mention.evidence if item.kind == "title"), "")


def sole(genders: frozenset[PersonGender]) -> PersonGender:
    """Return the only one of some genders, else unknown."""
    return next(iter(genders)) if len(genders) == 1 else "unknown"


def gender_of_full(mention: Mention) -> PersonGender:
    """Return the gender by title, or by an unambiguous first name."""
    titled = sole(strong_genders(mention))
    if titled != "unknown":
        return titled
    given = [item.gender for item in mention.evidence if item.kind == "first name" and item.weight >= ENOUGH]
    return given[0] if given else "unknown"


def agree(one: PersonGender, other: PersonGender) -> bool:
    """Return whether two genders may be of one person."""
    return one == other or "unknown" in (one, other)


def choose(
    fitting: Sequence[NamedPerson], index: int, word: str, gender: PersonGender, address: str
) -> NamedPerson | None:
    """Return the person to whom a single name refers; None where none fits or several do."""
    before = [person for person in fitting if person.number < index] or list(fitting)
    if gender != "unknown":
        agreeing = [person for person in before if person.gender == gender and person.name[-1] == word]
        addressed = [person for person in agreeing if person.address == address and len(person.name) == 1]
        if addressed:
            return addressed[-1]
        if address in RIVAL_ADDRESSES and len(agreeing) > 1:
            return None
        if agreeing:
            return max(agreeing, key=lambda person: person.last)
    levels = (
        [person for person in before if len(person.name) == 1],
        [person for person in before if person.name[-1] == word],
        [person for person in before if person.name[0] == word],
        before,
    )
    meant = next((level for level in levels if level), [])
    return meant[0] if len(meant) == 1 else None


BEFORE_SURNAMES = WordClass("name_words_any", "title_of_surname")
"""Titles that only precede surnames: *Colonel Fitzwilliam* is not *Fitzwilliam Darcy*."""


def merge_names(document: Document, mentions: Sequence[Mention]) -> None:
    """Assign each mention a number: the same one to the names of one person, to a noun one of its own."""
    # Full names come first: they refer to the same person where first and last word agree. A single surname or first
    # name refers to the only person before it (or, failing that, after it) with this name and a compatible gender; of
    # several persons, the nearest is chosen only if a title selects among them.
    merging = _Merging(document, mentions)
    merging.join_names()
    numbers: dict[int, int] = {}
    for index, mention in enumerate(mentions):
        mention.actor = numbers.setdefault(merging.find(index), len(numbers))


class _Merging:
    """The names of one text, and which of them are of one person."""

    def __init__(self, document: Document, mentions: Sequence[Mention]) -> None:
        self.document = document
        self.mentions = mentions
        self.language = actor_rules(document.lang).words
        self.above = list(range(len(mentions)))
        self.genders = [strong_genders(mention) for mention in mentions]
        self.names: dict[int, Name] = {}
        self.apart: dict[int, set[int]] = {}
        self.persons: dict[str, list[NamedPerson]] = {}

    def find(self, index: int) -> int:
        while self.above[index] != index:
            self.above[index] = self.above[self.above[index]]
            index = self.above[index]
        return index

    def join(self, one: int, other: int) -> bool:
        """Join the persons of two names, unless their genders contradict or they are apart."""
        first, second = sorted((self.find(one), self.find(other)))
        if first == second:
            return True
        contradiction = self.genders[first] and self.genders[second] and not self.genders[first] & self.genders[second]
        if contradiction or self.are_apart(first, second):
            return False
        self.above[second] = first
        for rival in self.apart.pop(second, ()):
            self.apart[rival].discard(second)
            self.apart[rival].add(first)
            self.apart.setdefault(first, set()).add(rival)
        self.genders[first] |= self.genders[second]
        return True

    def are_apart(self, one: int, other: int) -> bool:
        return self.find(other) in self.apart.get(self.find(one), ())

    def join_names(self) -> None:
        titled = {
            index: (mention.titles[0][0] if mention.titles else mention.tokens.start, mention.tokens.stop)
            for index, mention in enumerate(self.mentions)
            if mention.kind == "name"
        }
        self.apart = names_of_others(self.document, titled)
        self.names = names = self.read_names()
        single = []
        for index, name in names.items():
            if len(name) < 2 or self.mentions[index].plural:
                single.append(index)
            else:
                self.join_full(index, name)
        for index in single:
            self.join_single(index, names[index])

    def read_names(self) -> dict[int, Name]:
        """Return the words of each name in lower case, genitives without their ending where the text shows the name."""
        names: dict[int, Name] = {}
        for index, mention in enumerate(self.mentions):
            if mention.kind == "name":
                words = self.document.text[mention.start : mention.end].replace("’", "'").split()
                kept = [word for word in words if word.lower() not in SUFFIXES] or words
                names[index] = tuple(word.lower().strip(',"') for word in kept)
        lasts = {name[-1] for name in names.values()}
        firsts = {name[0] for name in names.values() if len(name) > 1}
        for index, name in names.items():
            for bare in self.language.bare(name[-1])[1:]:
                if bare in lasts or (len(name) == 1 and bare in firsts):
                    names[index] = (*name[:-1], bare)
            particle, _, rest = names[index][-1].partition("-")
            if rest in lasts and len(particle) <= LONGEST_PREFIX:
                # 'Omar al-Zayani', 'Zayani'
                names[index] = (*name[:-1], rest)
        return names

    def join_full(self, index: int, name: Name) -> None:
        """Join a full name to the person of the same name, or record a new person."""
        gender = gender_of_full(self.mentions[index])
        for person in reversed(self.persons.get(name[-1], []) + self.persons.get(name[0], [])):
            # a first name only hints the gender: 'Schauspielerin Robin Hale', 'Robin Hale'
            hinted = not (self.genders[index] and self.genders[self.find(person.number)])
            alike = agree(person.gender, gender) or (hinted and person.name == name)
            same = len(person.name) > 1 and same_full(person.name, name) and alike
            if same and self.join(person.number, index):
                self.take(person, index, name, gender)
                return
        self.note(index, name, gender)

    def note(self, index: int, name: Name, gender: PersonGender) -> None:
        wife, ranked = self.ranks(index)
        plural, address = self.mentions[index].plural, address_of(self.mentions[index])
        person = NamedPerson(name, gender, index, index, plural, address, wife, ranked)
        for word in dict.fromkeys(name):
            if word not in PARTICLES:
                self.persons.setdefault(word, []).append(person)

    def ranks(self, index: int) -> tuple[bool, bool]:
        """Return whether a name has a title of `WIVES`, and whether it has another one that does not mark a woman."""
        words = self.title_words(index)
        wife = any(word.casefold().rstrip(".") in WIVES for word in words)
        known = [self.language.title(word) for word in words]
        other = any(title is None or title.kind != "address" for title in known)
        return wife, other and (wife or "female" not in self.genders[index])

    def title_words(self, index: int) -> list[str]:
        document = self.document
        return [
            document.text[document.tokens[first].start : document.tokens[last - 1].end]
            for first, last in self.mentions[index].titles
        ]

    def is_another(self, index: int, person: NamedPerson) -> bool:
        """Whether titles distinguish two persons of one surname: *Colonel Forster* and *Mrs. Forster*."""
        wife, ranked = self.ranks(index)
        titles = {word.casefold().rstrip(".") for word in self.title_words(index)}
        other_surname = len(person.name) > 1 and person.name[-1] != self.names[index][-1]
        if other_surname and not BEFORE_SURNAMES.as_set.isdisjoint(titles):
            return True
        if {person.address, address_of(self.mentions[index])} == RIVAL_ADDRESSES:
            return True
        if person.gender == "female" and person.address not in WIVES:
            return False
        return wife != ranked and (person.wife, person.ranked) == (ranked, wife)

    def take(self, person: NamedPerson, index: int, name: Name, gender: PersonGender) -> None:
        person.last = max(person.last, index)
        wife, ranked = self.ranks(index)
        person.wife, person.ranked = person.wife or wife, person.ranked or ranked
        if person.gender == "unknown":
            person.gender = gender
        if len(name) > len(person.name):
            for word in name:
                if word not in person.name and word not in PARTICLES:
                    self.persons.setdefault(word, []).append(person)
            person.name = name

    def join_single(self, index: int, name: Name) -> None:
        """Join a single surname or first name to the only person with it, or record a new person."""
        mention = self.mentions[index]
        gender = sole(self.genders[index])
        fitting = [
            person
            for person in self.persons.get(name[-1], [])
            if person.plural == mention.plural
            and not self.is_another(index, person)
            and not self.are_apart(index, person.number)
            and agree(person.gender, gender)
            and agree(gender, sole(self.genders[self.find(person.number)]))
        ]
        person = choose(fitting, index, name[-1], gender, address_of(mention))
        if person is None or not self.join(person.number, index):
            self.note(index, name, gender)
            return
        if len(person.name) > 1 and person.name[0] != name[-1]:
            mention.evidence = tuple(item for item in mention.evidence if item.kind != "first name")
        self.take(person, index, name, gender)
