"""Whose mention a mention is: names by their words, all others by what the reader sees and by where they stand.

A log-linear ranker (Denis and Baldridge 2008) over the persons that a text has mentioned so far and somebody new. Its
features are the probability that the reader gives, how genders agree, and how far away, how often, how many persons
before, in which role and on which side of quotation marks a person was mentioned (Lappin and Leass 1994); no words, so
that no weight can express a stereotype. A pronoun is none of the other arguments of its verb, whatever the reader sees
(Chomsky 1981, principle B). The weights are fitted on passages from which the reader did not learn, and on novels and
pages of an encyclopaedia, from which it did.
"""

from __future__ import annotations

import math
import re
from bisect import bisect_right
from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import islice
from typing import NamedTuple

from hf_genderfair.languages.clauses import SUBJECTS, clause_of, subject_of, subjects
from hf_genderfair.languages.coreference.languages import actor_rules
from hf_genderfair.languages.coreference.mention import Mention, Quote, Role, ShownGender
from hf_genderfair.languages.coreference.roles import POSSESSORS, bearer_of
from hf_genderfair.languages.document import Document
from hf_genderfair.languages.reader.generic_reference import fitted_weights
from hf_genderfair.languages.reader.reading import read
from hf_genderfair.languages.types import PersonGender

WEIGHTS = "reader_weights_linking"

NEW = -1
"""Stands for somebody who was not mentioned before."""

REACH = 20
"""Number of the most recently mentioned persons that are considered."""

FARTHEST = 3
"""Sentences to the last mention from which all count alike."""

LIKELY = (0.03, 0.1, 0.3, 0.6, 0.85)
"""Bounds of the probabilities between which features differ."""

OPEN = 0.3
"""Probability of all persons together below which the reader has hardly seen one."""

PARTS: Mapping[Role, str] = {
    "passive_subject": "subject",
    "dative_object": "object",
    "agent": "oblique",
    "predicate": "other",
}
"""Roles that count as others do."""

MANY = 4
"""Number of mentions from which all count alike."""

INNER = frozenset("nmod nmod:poss appos compound conj".split())
"""Relations of nouns inside another noun phrase."""

AROUND = 5
"""Number of sentences on both sides of a pronoun in which names are counted."""

NEAREST = 12
"""Number of the words above a pronoun that are looked at."""

ARGUMENTS = frozenset({"obj", "iobj", *SUBJECTS})

AGE = re.compile(r"(\d+)")
AGE_BEHIND = re.compile(r"(?:, | \()(\d{1,2})(?=[,)])")

DETERMINERS = ("det", "case", "nummod")
"""Relations of articles, with those that are contracted with a preposition, and of numbers."""

NEARLY_EQUAL = 0.65
"""Share of the likeliest of two persons up to which a noun fits both."""


@dataclass(slots=True)
class Person:
    """A person, or a group, with what its mentions so far tell.

    Attributes:
        number: Its number.
        plural: Whether it is a group.
        generic: Whether nobody in particular is meant.
        last: The last mention.
        shown: What its mentions show of a gender.
        words: Lemmas of its nouns and titles.
        ages: Its ages in figures.
        count: Number of its mentions.
        name: Number of its names before they are linked; -1 without one.
        by_grammar: Gender of the pronouns that agree with its last noun whoever is meant, if any.
    """

    number: int
    plural: bool
    generic: bool
    last: Mention
    shown: ShownGender = field(default_factory=ShownGender)
    words: set[str] = field(default_factory=set)
    ages: set[str] = field(default_factory=set)
    count: int = 0
    name: int = -1
    by_grammar: PersonGender | None = None

    def add(self, mention: Mention, words: Iterable[str], ages: Iterable[str]) -> None:
        """Add a mention, its nouns and titles, and its age."""
        self.last = mention
        self.count += 1
        self.words.update(words)
        self.ages.update(ages)
        self.shown.add(mention)


class PronounPlace(NamedTuple):
    """Where a pronoun stands.

    Attributes:
        part: Its role, as far as roles are told apart, or that it is reflexive.
        clause: Index of the predicate of its clause.
        subject: Index of the subject of that; -1 where there is none.
        quote: Number of the direct quote around it, if any.
        above: Indices of the words on which it depends, the nearest ones.
    """

    part: str
    clause: int
    subject: int
    quote: int | None
    above: Collection[int]


class PersonOption(NamedTuple):
    """A person whose a mention may be, or `NEW`, with its features."""

    person: int
    features: Sequence[str]


class Linker:
    """The persons of a text up to a mention."""

    def __init__(self, document: Document, mentions: Sequence[Mention], quotes: Sequence[Quote]) -> None:
        """Begin without persons; mentions and direct quotes stand in order, and quotes do not overlap."""
        self.document = document
        self._quotes = quotes
        self._quoted_from = [quote.start for quote in quotes]
        self.persons: dict[int, Person] = {}
        self._of_token: dict[int, int] = {}
        self._of_number: dict[int, int] = {}
        self._named: dict[int, list[int]] = defaultdict(list)
        for mention in mentions:
            if mention.kind == "name":
                self._named[mention.actor].append(self._sentence(mention))
        self._rules = actor_rules(document.lang)

    def known(self, mention: Mention) -> int:
        """Return the person whose a mention is by its number, as that of another name; `NEW` for none so far."""
        return self._of_number.get(mention.actor, NEW)

    def person_at(self, token: int) -> int | None:
        """Return the person in whose mention a token stands, titles included as far as the reader sees them."""
        number = self.document.derived(read).mention_of[token]
        seen = self.document.derived(read).mentions[number] if number >= 0 else None
        places = (token, *(range(seen.first, seen.last + 1) if seen is not None else ()))
        return next((self._of_token[place] for place in places if place in self._of_token), None)

    def options(self, mention: Mention) -> list[PersonOption]:
        """Return the persons whose a mention may be, the last one mentioned first, and somebody new."""
        likely, gender = self._likely(mention), _gender(mention)
        said_of, words, known = self._said_of(mention), self._words(mention), self._known(mention)
        ages = self._ages(mention)
        place = self._place(mention) if mention.kind == "pronoun" else None
        apart = self._kept_apart(place, mention) if place is not None else ()
        clause = clause_of(self.document, mention.head)
        recent = list(islice(reversed(self.persons.values()), REACH))
        most = max((person.count for person in recent), default=0)
        found = list[PersonOption]()
        for back, person in enumerate(recent):
            told = gender is not None and not person.plural and gender != person.by_grammar
            agreement = person.shown.agreement(gender) if told and gender is not None else "open"
            fits = agreement != "conflict" and person.number not in apart and _may_be(mention, person)
            if not fits or (ages and person.ages - ages):
                continue
            names = [
                f"gender {agreement}",
                f"sentences {min(FARTHEST, self._sentence(mention) - self._sentence(person.last))}",
                "named" if person.shown.named else "without name",
                *_read_features(likely, person.number),
            ]
            if person.number == said_of:
                names.append("said of")
            if mention.kind == "noun":
                names += (f"{_likeness(person.words, words)} word, {known}", f"persons {min(FARTHEST, back)}")
                if person.number != said_of and clause == clause_of(self.document, person.last.head):
                    names.append("one clause")
            elif place is not None:
                names += (f"rank {min(FARTHEST, len(found))}", f"mentions {min(MANY, person.count)}")
                if mention.plural != person.plural:
                    names.append("other number")
                if person.count == most:
                    names.append("most mentions")
                names += (*self._stands_to(place, mention, person), *self._near(place, mention, person))
            found.append(PersonOption(person.number, [f"{mention.kind} {name}" for name in names]))
        names = ["new", *(f"new, {name}" for name in _read_features(likely, NEW))]
        if mention.kind == "noun":
            names.append(f"new, {known}")
        elif place is not None:
            names += (f"new, {place.part}", f"new among {min(FARTHEST, len(found))}")
        return [*found, PersonOption(NEW, [f"{mention.kind} {name}" for name in names])]

    def _sentence(self, mention: Mention) -> int:
        return self.document.sentence_of[mention.head]

    def _place(self, mention: Mention) -> PronounPlace:
        """Return where a mention stands."""
        clause = clause_of(self.document, mention.head)
        reflexive = self.document.tokens[mention.head].morph.get("Reflex") == "Yes"
        part = "reflexive" if reflexive else PARTS.get(mention.role, mention.role)
        above = frozenset(islice(self.document.ancestors(mention.head), NEAREST))
        return PronounPlace(part, clause, subject_of(self.document, clause), self._quote_at(mention.start), above)

    def _kept_apart(self, place: PronounPlace, pronoun: Mention) -> Collection[int | None]:
        """Return the persons that are the other arguments of the verb of a pronoun."""
        if place.part not in ("object", "subject"):
            return ()
        tokens, verb = self.document.tokens, self.document.heads[pronoun.head]
        others = [at for at in self.document.children[verb] if tokens[at].relation in ARGUMENTS]
        if place.part == "object" and tokens[verb].relation == "conj" and not subjects(self.document, verb):
            # 'Ada called Mia and thanked her'
            others += subjects(self.document, self.document.heads[verb])
        return {self.person_at(at) for at in others if at != pronoun.head}

    def _stands_to(self, place: PronounPlace, pronoun: Mention, person: Person) -> Iterator[str]:
        """Yield how a pronoun stands to a person: its subject, and its last mention by roles, clauses and quotes."""
        if place.subject not in (-1, pronoun.head) and self.person_at(place.subject) == person.number:
            yield f"{place.part} of its subject"
        together = place.clause == clause_of(self.document, person.last.head)
        before = PARTS.get(person.last.role, person.last.role)
        yield f"{place.part} after {before}{', one clause' if together else ''}"
        quote = self._quote_at(person.last.start)
        if quote == place.quote:
            yield "undivided"
        elif quote is None:
            yield "behind it, quoted"
        elif place.quote is None:
            yield "behind its quote"
        else:
            yield "another quote"

    def _near(self, place: PronounPlace, pronoun: Mention, person: Person) -> Iterator[str]:
        """Yield how far away, inside of what, and how often nearby a person is mentioned."""
        last, sentence = person.last.head, self._sentence(pronoun)
        yield f"tokens {int(math.log2(max(1, pronoun.head - last)))}"
        relation = self.document.tokens[last].relation
        if relation in INNER:
            yield f"inside {relation}"
        if last in place.above:
            yield "in its phrase"
        if person.number == 0:
            yield "first"
        named = self._named.get(person.name, ())
        here = bisect_right(named, sentence)
        yield f"names back {min(FARTHEST, here - bisect_right(named, sentence - AROUND - 1))}"
        yield f"names ahead {min(FARTHEST, bisect_right(named, sentence + AROUND) - here)}"

    def _quote_at(self, start: int) -> int | None:
        """Return the number of the direct quote in which a place stands."""
        number = bisect_right(self._quoted_from, start) - 1
        return number if number >= 0 and start < self._quotes[number].end else None

    def _said_of(self, mention: Mention) -> int | None:
        """Return the person of whom a noun is said, or to whose noun a name stands in apposition."""
        if mention.kind == "noun":
            about = bearer_of(self.document, mention.head)
        else:
            apposed = self.document.tokens[mention.head].relation == "appos"
            about = self.document.heads[mention.head] if apposed else None
        return None if about is None else self.person_at(about)

    def _likely(self, mention: Mention) -> Mapping[int, float] | None:
        """Return the probabilities of persons as the reader sees them; None where it cannot tell."""
        reading = self.document.derived(read)
        number = reading.mention_of[mention.head]
        if number < 0:
            return None
        found: dict[int, float] = {}
        for earlier, probability in reading.mentions[number].earlier.items():
            person = self.person_at(reading.mentions[earlier].last)
            if person is not None:
                found[person] = found.get(person, 0.0) + probability
        # of a pronoun that seems to open a text, the person stands before the window
        cut = mention.kind == "pronoun" and reading.mentions[number].window > 0
        return None if cut and sum(found.values()) < OPEN else found

    def _words(self, mention: Mention) -> list[str]:
        """Return the lemma of a noun, or those of the titles of a name."""
        tokens = self.document.tokens
        if mention.kind == "noun":
            return [tokens[mention.head].lemma.lower()]
        return [tokens[last - 1].lemma.lower() for _, last in mention.titles]

    def _ages(self, mention: Mention) -> set[str]:
        """Return the age with which a noun begins or that stands behind a name: *52-Jähriger*, *Ada Seel (52)*."""
        text = self.document.text
        age = AGE.match(text, mention.start) if mention.kind == "noun" else AGE_BEHIND.match(text, mention.end)
        return {age[1]} if age else set()

    def _known(self, mention: Mention) -> str:
        """Return whether the words before a noun call somebody ``known``, ``new``, or ``another``; else ``bare``."""
        below = [self.document.tokens[child] for child in self.document.children[mention.head]]
        if any(token.relation == "amod" and self._rules.means_another(token.text.lower()) for token in below):
            return "another"
        words = [token.text.lower() for token in below if token.relation.startswith(DETERMINERS)]
        if any(word in self._rules.definite for word in words) or any(token.relation in POSSESSORS for token in below):
            return "known"
        return "new" if words else "bare"

    def give(self, mention: Mention, chosen: int) -> None:
        """Give a mention to a person, or to somebody new."""
        number = chosen if chosen != NEW else len(self.persons)
        # the last one mentioned stands last
        person = self.persons.pop(number, None) or Person(number, mention.plural, mention.generic, mention)
        self.persons[number] = person
        if mention.kind == "name":
            person.name = mention.actor
        self._of_number.setdefault(mention.actor, number)
        mention.actor = number
        if mention.kind == "noun":
            person.by_grammar = self._rules.agrees_by_grammar(self.document, mention)
        elif mention.any_number:
            mention.plural = person.plural
        if mention.kind == "pronoun" and (person.plural or person.by_grammar == _gender(mention)):
            # it tells nothing of whom it stands for
            mention.evidence = ()
        person.add(mention, self._words(mention), self._ages(mention))
        self._of_token.update(dict.fromkeys(mention.tokens, number))


def _may_be(mention: Mention, person: Person) -> bool:
    """Return whether a mention may be one of a person by number, reference and names."""
    alike = mention.plural == person.plural or mention.any_number
    alike = alike and (mention.kind != "noun" or mention.generic == person.generic)
    return alike and not (mention.kind == "name" and person.shown.named)


def _gender(mention: Mention) -> PersonGender | None:
    """Return the gender for which a mention has most evidence."""
    return max(mention.evidence, key=lambda each: each.weight).gender if mention.evidence else None


def _likeness(known: set[str], words: Iterable[str]) -> str:
    """Return whether the nouns of a person are the ``same`` or ``other`` ones; ``no`` where it has none."""
    if not known:
        return "no"
    return "other" if known.isdisjoint(words) else "same"


def _read_features(likely: Mapping[int, float] | None, number: int) -> Iterator[str]:
    """Yield the features of a person, or of somebody new, by what the reader sees."""
    if likely is None:
        yield "not read"
        return
    among = sum(likely.values())
    if among < OPEN:
        yield "read as new"
    yield f"read {bisect_right(LIKELY, 1 - among if number == NEW else likely.get(number, 0.0))}"


def probabilities(options: Sequence[PersonOption], weights: Mapping[str, float]) -> list[float]:
    """Return the probability of each option."""
    scores = [sum(weights.get(feature, 0.0) for feature in option.features) for option in options]
    powers = [math.exp(score - max(scores)) for score in scores]
    return [power / sum(powers) for power in powers]


def link(document: Document, mentions: Sequence[Mention], quotes: Sequence[Quote]) -> None:
    """Give each mention, in order, the number of its person; those that have one number are of one person."""
    weights, linker = fitted_weights(WEIGHTS)[document.lang], Linker(document, mentions, quotes)
    for mention in mentions:
        linker.give(mention, person_of(linker, mention, weights))


def person_of(linker: Linker, mention: Mention, weights: Mapping[str, float]) -> int:
    """Return whose a mention is, `NEW` for somebody new."""
    known = linker.known(mention)
    return known if known != NEW else _likeliest(linker, mention, weights)


def _likeliest(linker: Linker, mention: Mention, weights: Mapping[str, float]) -> int:
    """Return the likeliest person of a mention; a noun that fits two persons stays apart, and is uncertain."""
    options = linker.options(mention)
    in_order = sorted(zip(probabilities(options, weights), options, strict=True), key=lambda each: -each[0])
    best, person = in_order[0][0], in_order[0][1].person
    others = [likely for likely, option in in_order[1:] if option.person != NEW]
    fits_two = person != NEW and bool(others) and best < NEARLY_EQUAL * (best + others[0])
    mention.uncertain = mention.kind == "noun" and fits_two
    return NEW if mention.uncertain else person
