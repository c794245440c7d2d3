"""Coreference of names and nouns, by whole words and in the order of the text.

Parts of words never match (*Li* and *Lisa*), and a mention that fits several persons stays separate.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import takewhile

from hf_genderfair.languages.clauses import prepositions
from hf_genderfair.languages.coreference.descriptions import Descriptions, Person
from hf_genderfair.languages.coreference.gender import CLEAR_NAME, ENOUGH, STRONG
from hf_genderfair.languages.coreference.languages import actor_rules
from hf_genderfair.languages.coreference.mention import Mention, mentions_by_actor, token_range
from hf_genderfair.languages.coreference.names.apart import names_of_others
from hf_genderfair.languages.coreference.names.parts import Name, same_full
from hf_genderfair.languages.coreference.names.titles import titles_before
from hf_genderfair.languages.coreference.names.words import LONGEST_PREFIX, PARTICLES, SUFFIXES
from hf_genderfair.languages.coreference.roles import bearer_of
from hf_genderfair.languages.document import Document
from hf_genderfair.languages.types import PersonGender
from hf_genderfair.lexicons.word_class import WordClass

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


POSSESSIVE = frozenset("det:poss nmod:poss".split())

GENERIC = ("jed", "kein", "irgend", "every", "each", "any", "no")
"""Beginnings of non-specific determiners."""

BEFORE_SURNAMES = WordClass("name_parts", "title_of_surname")
"""Titles that only precede surnames: *Colonel Fitzwilliam* is not *Fitzwilliam Darcy*."""

NEAREST_SENTENCES = 15
"""Largest distance of a definite noun to an antecedent with the same noun, in sentences."""

SHORTEST_TAIL = 5
"""Smallest number of letters of a role that matches the end of a longer one: *Kanzlerin*, *Bundeskanzlerin*."""

SUBJECT_ROLES = ("subject", "passive_subject")
"""Roles of who a sentence is about."""

NAMING = WordClass("verb_frames_en", "naming")
"""Verbs before another name of somebody: *known as Ace*."""


def merge_mentions(document: Document, mentions: Sequence[Mention]) -> int:
    """Assign each mention the number of its actor, in the order of their first mentions."""
    # Full names come first: they refer to the same person where first and last word agree. A single surname or first
    # name refers to the only person before it (or, failing that, after it) with this name and a compatible gender; of
    # several persons, the nearest is chosen only if a title selects among them. Nouns refer to the subject of which
    # they are predicated (apposition, *Anna is a teacher*, *as a teacher*), to the name that was introduced with the
    # same role, or to the nearest definite mention of the same noun.
    merging = _Merging(document, mentions)
    merging.join_names()
    merging.join_said_of()
    merging.join_all(merging.rules.said_together(document, mentions, merging.titles, merging.at_token))
    merging.join_nouns()
    merging.join_introduced()
    merging.join_descriptions()
    for index, mention in enumerate(mentions):
        mention.actor = merging.find(index)
    numbers: dict[int, int] = {}
    for mention in mentions:
        mention.actor = numbers.setdefault(mention.actor, len(numbers))
    return len(numbers)


def join_by_pronouns(document: Document, mentions: Sequence[Mention]) -> None:
    """Assign nouns the actors of resolved pronouns: *She is a doctor*."""
    # The predicate of a pronoun joins its actor if it has no name and no contradicting gender, and so does the name by
    # which somebody is identified: *They named her as Ada*.
    pronouns = {mention.head: mention for mention in mentions if mention.kind == "pronoun" and not mention.plural}
    named = {mention.actor for mention in mentions if mention.kind == "name"}
    genders: dict[int, set[PersonGender]] = {}
    for mention in mentions:
        genders.setdefault(mention.actor, set()).update(strong_genders(mention))
    joined: dict[int, int] = {}
    for mention in mentions:
        another = mention.kind == "name" and _is_other_name(document, mention.head)
        noun = mention.kind == "noun" and mention.actor not in named
        if not (noun or another) or mention.plural or mention.actor in joined:
            continue
        about = bearer_of(document, mention.head)
        pronoun = pronouns.get(about) if about is not None else None
        if pronoun is None or pronoun.actor == mention.actor or (another and pronoun.actor in named):
            continue
        actor = joined.get(pronoun.actor, pronoun.actor)
        own, other = genders[mention.actor], genders[actor]
        if actor != mention.actor and (not own or not other or own & other):
            joined[mention.actor] = actor
            other |= own
            named |= {pronoun.actor} if another else set()
    for mention in mentions:
        mention.actor = joined.get(mention.actor, mention.actor)


def part_by_pronouns(document: Document, mentions: Sequence[Mention]) -> None:
    """Part a noun from whose name it seemed to take up where a pronoun beside it, of another gender, means nobody."""
    # 'Alex Dun dropped a tray. The waiter sighed. He had warned her': she is Alex
    own = mentions_by_actor(mentions)
    called = {actor for actor, each in own.items() if {"name", "noun"} <= {mention.kind for mention in each}}
    present: dict[int, list[int]] = {}
    for mention in mentions:
        if mention.actor in called:
            present.setdefault(document.sentence_of[mention.head], []).append(mention.actor)
    new = max(own, default=0) + 1
    for others in own.values():
        pronoun = others[0]
        if pronoun.plural or not strong_genders(pronoun) or any(each.kind != "pronoun" for each in others):
            continue
        for actor in present.get(document.sentence_of[pronoun.head], ()):
            taken_up = _taken_up(own[actor], pronoun)
            if taken_up:
                for mention in taken_up:
                    mention.actor = new
                for mention in others:
                    mention.actor = actor
                new += 1
                break


def _taken_up(mentions: Sequence[Mention], pronoun: Mention) -> Sequence[Mention]:
    """Return the mentions from a noun on, up to the next name, that a pronoun of another gender parts from a name."""
    called = list(takewhile(lambda mention: mention.kind != "noun", mentions))
    taken_up = list(takewhile(lambda mention: mention.kind != "name", mentions[len(called) :]))
    if not called or not taken_up or taken_up[0].role not in SUBJECT_ROLES or taken_up[0].start > pronoun.start:
        return ()
    genders = {gender for mention in taken_up for gender in strong_genders(mention)}
    told = any(item.weight >= CLEAR_NAME for mention in called for item in mention.evidence)
    named = any(mention.kind == "name" for mention in called)
    return taken_up if named and not told and genders and not genders & strong_genders(pronoun) else ()


def _is_other_name(document: Document, head: int) -> bool:
    """Whether a name stands behind *as* and a verb that says who somebody is: *known as Ace*."""
    verb = document.tokens[document.heads[head]]
    return prepositions(document, head) == ["as"] and verb.text.lower() in NAMING


class _Merging:
    """The coreference resolution of names and nouns of one text."""

    def __init__(self, document: Document, mentions: Sequence[Mention]) -> None:
        self.document = document
        self.mentions = mentions
        self.rules = actor_rules(document.lang)
        self.language = self.rules.words
        self.above = list(range(len(mentions)))
        self.ranges = [token_range(document, mention) for mention in mentions]
        self.at_token = {
            token_index: index
            for index, token_indices in enumerate(self.ranges)
            for token_index in range(*token_indices)
        }
        self.titles = {
            index: titles_before(document, self.language, *self.ranges[index])
            for index, mention in enumerate(mentions)
            if mention.kind == "name"
        }
        for index, titles in self.titles.items():
            for token_index in (place for title in titles for place in range(*title)):
                self.at_token.setdefault(token_index, index)
        self.genders = [strong_genders(mention) for mention in mentions]
        self.names: dict[int, Name] = {}
        self.named: set[int] = set()
        self.apart: dict[int, set[int]] = {}
        self.persons: dict[str, list[NamedPerson]] = {}
        self.role_bearers: dict[str, list[int]] = {}

    def find(self, index: int) -> int:
        while self.above[index] != index:
            self.above[index] = self.above[self.above[index]]
            index = self.above[index]
        return index

    def join(self, one: int, other: int) -> bool:
        """Join the actors of two mentions, unless their genders contradict or both have distinct names."""
        first, second = sorted((self.find(one), self.find(other)))
        if first == second:
            return True
        contradiction = self.genders[first] and self.genders[second] and not self.genders[first] & self.genders[second]
        if contradiction or {first, second} <= self.named or self.are_apart(first, second):
            return False
        self.above[second] = first
        for rival in self.apart.pop(second, ()):
            self.apart[rival].discard(second)
            self.apart[rival].add(first)
            self.apart.setdefault(first, set()).add(rival)
        self.genders[first] |= self.genders[second]
        if second in self.named:
            self.named.add(first)
        return True

    def are_apart(self, one: int, other: int) -> bool:
        return self.find(other) in self.apart.get(self.find(one), ())

    def titled_range(self, index: int) -> tuple[int, int]:
        """Return the range of the tokens of a name, titles included."""
        first, last = self.ranges[index]
        return (self.titles[index][0][0], last) if self.titles[index] else (first, last)

    def join_names(self) -> None:
        self.apart = names_of_others(self.document, {index: self.titled_range(index) for index in self.titles})
        self.names = names = self.read_names()
        single = []
        for index, name in names.items():
            if len(name) < 2 or self.mentions[index].plural:
                single.append(index)
            else:
                self.join_full(index, name)
        for index in single:
            self.join_single(index, names[index])
        for index in names:
            self.join_other_name(index)
        self.join_all(self.rules.other_names(self.document, self.mentions))
        self.named = {self.find(index) for index in names}
        for index in names:
            for title in self.titles[index]:
                if self.is_second_in_rank(title[1] - 2):
                    continue
                role = self.lemma(title[1] - 1)
                tails = [role[start:] for start in range(1, len(role) - SHORTEST_TAIL + 1)]
                for tail in (role, *tails):
                    self.role_bearers.setdefault(tail, []).append(index)

    def join_other_name(self, index: int) -> None:
        """Join another name of somebody: *Tom Hale, known as Ace*."""
        head = self.mentions[index].head
        if _is_other_name(self.document, head):
            about = bearer_of(self.document, head)
            other = index if about is None else self.at_token.get(about, index)
            if not self.mentions[other].plural and not self.mentions[index].plural:
                self.join(other, index)

    def is_second_in_rank(self, token_index: int) -> bool:
        """Whether a word makes another office of the one behind it: *Vice president Joan Ashby*."""
        low = self.document.tokens[token_index].text.lower() if token_index >= 0 else ""
        return low in self.rules.second_in_rank

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
            for first, last in self.titles[index]
        ]

    def is_another(self, index: int, person: NamedPerson) -> bool:
        """Whether titles distinguish two persons of one surname: *Colonel Forster* and *Mrs. Forster*."""
        wife, ranked = self.ranks(index)
        titles = {word.casefold().rstrip(".") for word in self.title_words(index)}
        if (
            not BEFORE_SURNAMES.as_set.isdisjoint(titles)
            and len(person.name) > 1
            and person.name[-1] != self.names[index][-1]
        ):
            return True
        if {person.address, address_of(self.mentions[index])} == RIVAL_ADDRESSES:
            return True
        if person.gender == "female" and person.address not in WIVES:
            return False
        return (wife and not ranked and person.ranked and not person.wife) or (
            ranked and not wife and person.wife and not person.ranked
        )

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

    def age(self, mention: Mention) -> str:
        """Return the number with which a noun begins: *52-Jähriger*."""
        start = self.document.tokens[mention.head].start
        return self.document.text[mention.start : start] if self.document.text[mention.start].isdigit() else ""

    def lemma(self, token_index: int) -> str:
        token = self.document.tokens[token_index]
        return (token.lemma or token.text).lower()

    def join_said_of(self) -> None:
        for index, mention in enumerate(self.mentions):
            named = mention.kind == "name"
            about = (
                self.rules.apposed_to(self.document, mention.head, self.mentions, self.at_token)
                if named
                else bearer_of(self.document, mention.head)
            )
            other = index if about is None else self.at_token.get(about, index)
            one_noun = not named or self.mentions[other].kind == "noun"
            if other != index and one_noun and not mention.plural and not self.mentions[other].plural:
                self.join(index, other)
                if not named and self.rules.predicates_introduce and self.mentions[other].kind == "name":
                    self.role_bearers.setdefault(self.lemma(mention.head), []).append(other)

    def join_nouns(self) -> None:
        nearest: dict[tuple[str, str, bool], int] = {}
        for index, mention in enumerate(self.mentions):
            if mention.kind != "noun":
                continue
            lemma = self.age(mention) + self.lemma(mention.head)
            kind, owner = self.determiner(mention)
            key = (lemma, owner, mention.plural)
            before = nearest.get(key)
            near = before is not None and self.distance(before, index) <= NEAREST_SENTENCES
            if before is not None and (mention.plural or (near and kind == "definite")):
                self.join(before, index)
            elif (
                kind == "definite"
                and not (owner and self.rules.is_owned(self.document, mention.head, self.at_token))
                and self.is_single(index)
            ):
                self.join_bearer(index, lemma)
            if kind != "generic":
                nearest[key] = index

    def is_single(self, index: int) -> bool:
        return not self.mentions[index].plural and self.find(index) == index

    def distance(self, one: int, other: int) -> int:
        sentence_of = self.document.sentence_of
        return abs(sentence_of[self.mentions[other].head] - sentence_of[self.mentions[one].head])

    def join_bearer(self, index: int, lemma: str) -> None:
        """Join a noun to the only person who was introduced with it as title."""
        bearers = {self.find(bearer) for bearer in self.role_bearers.get(lemma, ()) if self.is_bearer(bearer, index)}
        if len(bearers) == 1:
            self.join(bearers.pop(), index)

    def is_bearer(self, bearer: int, index: int) -> bool:
        """Whether a name stands before a noun, or soon after it: *The mayor … Mayor Joan Ashby*."""
        return bearer < index or self.distance(index, bearer) <= self.rules.introduced_later

    def join_introduced(self) -> None:
        for other, index in self.rules.introduced(self.document, self.mentions, list(self.names)):
            if self.find(other) == other and self.find(index) == index:
                self.join(other, index)

    def join_all(self, pairs: Iterable[tuple[int, int]]) -> None:
        for one, other in pairs:
            self.join(one, other)

    def join_descriptions(self) -> None:
        """Join definite nouns to the persons whom they take up: *the finance minister*, *die 31-Jährige*."""
        descriptions = Descriptions(self.document, self.mentions, self.titles, self.rules.descriptions)
        self.join_all(self.rules.told_of(self.document, self.mentions, self.titles, descriptions))
        persons: dict[int, Person] = {}
        for index in range(len(self.mentions)):
            own = descriptions.person(index)
            known = persons.setdefault(self.find(index), own)
            known |= own
        for index, mention in enumerate(self.mentions):
            if mention.kind != "noun" or mention.plural or self.find(index) != index or index in self.named:
                continue
            kind, owner = self.determiner(mention)
            if kind != "definite" or (owner and not descriptions.is_victim_beside(index)):
                continue
            found = descriptions.antecedents(index, self.find, persons)
            mention.uncertain = len(found) > 1
            if len(found) == 1 and self.join(found[0], index):
                persons[self.find(index)] |= persons.pop(index)

    def determiner(self, mention: Mention) -> tuple[str, str]:
        """Return ``definite``, ``generic`` or an empty text for a noun, and its possessive determiner if any."""
        document, definite = self.document, self.rules.definite
        kind = "definite" if self.rules.capitals_define and document.text[mention.start].isupper() else ""
        for child in document.children[mention.head]:
            token = document.tokens[child]
            low = token.text.lower()
            if token.relation in POSSESSIVE:
                return "definite", low
            if token.relation == "det" or (token.relation == "case" and low in definite):
                kind = "definite" if low in definite else "generic" if low.startswith(GENERIC) else ""
        if not kind:
            kind = "definite" if self.rules.article(document, mention) in definite else ""
        return kind, ""
