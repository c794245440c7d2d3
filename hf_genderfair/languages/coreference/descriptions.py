"""Nouns that take up somebody of the text: *the surgeon*, *die 31-Jährige*, *the Scot*, *der Mann*.

A definite noun joins the person before it who was called so, or whose roles it fits. Roles of which nobody has two
(*coach*, *striker*) keep persons apart, and of two persons who fit equally well the noun is of neither.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from math import inf
from typing import NamedTuple

from hf_genderfair.core.resources import resource
from hf_genderfair.languages.clauses import dependents, prepositions
from hf_genderfair.languages.coreference.gender import ENOUGH
from hf_genderfair.languages.coreference.mention import Mention
from hf_genderfair.languages.document import Document
from hf_genderfair.languages.types import PersonGender
from hf_genderfair.lexicons.loader import load_lexicon

REACH = 4
"""Largest distance of a person from the noun, in sentences."""

MOST_BEFORE = 40
"""Number of mentions before a noun that are considered."""

NEAR = 2
"""Largest distance of the only person whom a noun may name without other evidence, in sentences."""

CLEARLY = 0.5
"""Least difference in salience that prefers one of two persons whom a noun fits equally."""

AGED, SAME, FITS, ANYBODY, OPEN = 5, 4, 3, 2, 1
"""How a noun fits what is known of a person: of that age, called so, of a fitting role, for anybody, or nothing is
known."""

LED = frozenset({"business", "politics"})
"""Classes of the occupations that somebody who leads may have: *der ÖVP-Chef* is *der Vizekanzler*."""

SHORTEST_TAIL = 5
"""Smallest number of letters of a role that ends another one: *Kanzler*, *Bundeskanzler*."""

BEFORE_HEAD = frozenset({("acl", "VERB"), ("acl", "ADJ"), ("nmod", "NOUN")})
"""Relations and parts of speech of what may say more of a known person before the noun."""

GENERAL = frozenset({"general", "unknown"})
"""Kinds of roles that name anybody of their class."""

VICTIM = "victim"
"""The class of roles of those to whom something happened."""

OFFICIAL = frozenset("police law media politics medicine".split())
"""Classes of roles of those who tell of a crime or an accident."""

BESIDE = frozenset({"bei", "mit", "vize"})
"""Beginnings of words for those who stand beside somebody, or after him in rank."""

SHORTEST_HEAD = 5
"""Smallest number of letters of a listed role that ends compounds."""


class _Listed(NamedTuple):
    """What a listed word says of a person; see the lexicons ``role_classes_…``."""

    dimension: str
    kind_class: str
    kind: str
    office: str = ""


class Role(NamedTuple):
    """What a noun or title calls a person.

    Attributes:
        word: The masculine lemma in small letters, without parts before a hyphen.
        dimension: ``person``, ``occupation``, ``deed``, ``case`` or ``traffic``; empty where the word is not listed.
        kind_class: Class within the dimension.
        kind: ``general``, ``office``, ``leader``, ``unknown`` or ``plain``.
        office: An office that several words name (*Kanzler*, *Regierungschef*); empty for others.

    Example:
        >>> role_of_word("Finanzminister", "de")
        Role(word='finanzminister', dimension='occupation', kind_class='politics', kind='office', office='')
    """

    word: str
    dimension: str
    kind_class: str
    kind: str
    office: str = ""


@dataclass(slots=True)
class Person:
    """What is known of somebody whom a noun may take up.

    Attributes:
        roles: What the text calls the person.
        ages: Ages that the text gives.
        genders: Genders that names, titles and nouns mark or hint.
        named: Whether there is a name.

    Example:
        >>> Person({role_of_word("surgeon", "en")}, {"45"}, {"male"}, True).named
        True
    """

    roles: set[Role]
    ages: set[str]
    genders: set[PersonGender]
    named: bool

    def __ior__(self, other: Person) -> Person:
        """Add what is known of somebody who turns out to be the same person."""
        self.roles |= other.roles
        self.ages |= other.ages
        self.genders |= other.genders
        self.named = self.named or other.named
        return self


class _Choice(NamedTuple):
    """A person whom a noun may take up: how it fits, the last mention before the noun, and how salient that is."""

    level: int
    salience: float
    last: int
    person: Person


def fit(role: Role, person: Person) -> int:
    """Return how a role fits a person: `SAME`, `FITS`, `ANYBODY` or `OPEN`; 0 where the person has a rival role."""
    if any(is_same_role(role, known) for known in person.roles):
        return SAME
    rivals = [known for known in person.roles if known.dimension == role.dimension and role.dimension]
    if role.dimension == "person":
        return 0 if role.kind == "plain" and person.named else ANYBODY
    if not rivals:
        if person.roles and not person.named and all(known.dimension == "person" for known in person.roles):
            return ANYBODY
        called = any(known.dimension != "person" for known in person.roles)
        # an unnamed driver is hardly the boss, or of an occupation that the table lacks
        return 0 if called and not person.named and (not role.dimension or role.kind == "leader") else OPEN
    best = 0
    for known in rivals:
        leads = "leader" in (known.kind, role.kind) and person.named
        if known.kind_class == role.kind_class or (leads and LED.issuperset((known.kind_class, role.kind_class))):
            general = not GENERAL.isdisjoint((known.kind, role.kind))
            both = known.kind == role.kind == "office" and not (role.office and role.office == known.office)
            if general or (person.named and not both):
                best = FITS
        elif leads:
            best = max(best, OPEN)
    return best


def role_of_word(word: str, lang: str) -> Role:
    """Return the role that a noun in the singular names, as the lexicon ``role_classes_…`` of a language lists it."""
    return _role(word.lower(), lang)


@lru_cache(maxsize=50_000)
def _role(word: str, lang: str) -> Role:
    table = resource(("classes of roles", lang), lambda: _read_listed(lang))
    bare = word.rpartition("-")[2] if word not in table else word
    for start in range(len(bare)):
        found = table.get(bare[start:])
        whole = start == 0
        if found and (whole or (found.dimension != "person" and len(bare) - start >= SHORTEST_HEAD)):
            return Role(bare, *found)
    return Role(bare, "", "", "")


def _read_listed(lang: str) -> dict[str, _Listed]:
    return {row[0]: _Listed(*row[1:]) for row in load_lexicon(f"role_classes_{lang}").rows}


def is_same_role(one: Role, other: Role) -> bool:
    """Return whether two roles have one word, or one is the end of the other: *Kanzler*, *Bundeskanzler*."""
    # Who stands beside somebody, or after him in rank, is somebody else: *Beifahrer*, *Vizekanzler*.
    shorter, longer = sorted((one.word, other.word), key=len)
    tail = len(shorter) >= SHORTEST_TAIL and longer.endswith(shorter)
    return one.word == other.word or (tail and longer.removesuffix(shorter) not in BESIDE)


class Describing(NamedTuple):
    """What the nouns of a language tell of a person.

    Attributes:
        role: Returns the role that the noun at a token names.
        gender: Returns the gender that a noun shows; None where it shows none.
        ages: Returns the ages beside a mention, which begins with its titles at an offset.
        is_apart: Whether the noun at a token is of somebody of his own: *another man*, *the mother*.
        is_relational: Whether a word says whose or of what somebody is: *the spokesman*.
        further: Relations of what says whom a noun means, whoever was named before: *the head of the bank*.
        clause_of: Returns the head of the clause of a token.
        acquaintance: Largest distance of the first mention of a person whom a noun for anybody, or of whom no role is
            known, takes up, in sentences: novels describe by it whom they introduce.
        clearly_nearest: Least difference in salience by which a noun takes up the nearest of several persons of whom no
            role is known.
        origin: Prepositions before whence somebody comes, which says more of somebody who is known.
        is_known_by: Whether what says more of the noun at a token may describe the only person who was named before:
            *der Gründer der Bank*.

    Example:
        >>> from hf_genderfair.languages.coreference.languages import actor_rules
        >>> actor_rules("en").descriptions.is_relational("spokesman")
        True
    """

    role: Callable[[Document, int], Role]
    gender: Callable[[Document, Mention], PersonGender | None]
    ages: Callable[[Document, Mention, int], list[str]]
    is_apart: Callable[[Document, int], bool]
    is_relational: Callable[[str], bool]
    further: tuple[str, ...]
    clause_of: Callable[[Document, int], int]
    acquaintance: float = inf
    clearly_nearest: float = inf
    origin: Sequence[Sequence[str]] = ()
    is_known_by: Callable[[Document, int], bool] = lambda document, index: False


class Descriptions:
    """The roles, ages and genders of the persons of a text, to be asked whom a noun takes up.

    Args:
        document: The text.
        mentions: Its names and nouns, in order.
        titles: For each name the token indices of its titles.
        language: What nouns tell in its language.
    """

    def __init__(
        self,
        document: Document,
        mentions: Sequence[Mention],
        titles: Mapping[int, tuple[tuple[int, int], ...]],
        language: Describing,
    ) -> None:
        """Read what each mention says."""
        self.document = document
        self.mentions = mentions
        self.language = language
        self.roles = [self._roles(mention, titles.get(index, ())) for index, mention in enumerate(mentions)]
        self.ages = [self._ages(mention, titles.get(index, ())) for index, mention in enumerate(mentions)]

    def _roles(self, mention: Mention, titles: Iterable[tuple[int, int]]) -> list[Role]:
        if mention.kind == "noun":
            return [] if mention.plural else [self.language.role(self.document, mention.head)]
        return [self.language.role(self.document, last - 1) for _, last in titles]

    def _ages(self, mention: Mention, titles: Sequence[tuple[int, int]]) -> list[str]:
        start = self.document.tokens[titles[0][0]].start if titles else mention.start
        return self.language.ages(self.document, mention, start)

    def person(self, index: int) -> Person:
        """Return what one mention says of its person."""
        mention = self.mentions[index]
        genders: set[PersonGender] = {item.gender for item in mention.evidence if item.weight >= ENOUGH}
        gender = self.language.gender(self.document, mention) if mention.kind == "noun" else None
        if gender:
            genders.add(gender)
        return Person(set(self.roles[index]), set(self.ages[index]), genders, mention.kind == "name")

    def is_victim_beside(self, index: int) -> bool:
        """Whether a noun is the victim of somebody whom the sentence names: *Der Räuber verletzte sein Opfer*."""
        beside = self.mentions[index - 1] if index and not self._distance(index, index - 1) else None
        single = beside is not None and not beside.plural and not beside.generic
        return single and any(role.kind_class == VICTIM for role in self.roles[index])

    def antecedents(self, index: int, find: Callable[[int], int], persons: Mapping[int, Person]) -> list[int]:
        """Return mentions of the persons whom a definite noun may take up: several where they fit equally well."""
        mention = self.mentions[index]
        if mention.role in ("predicate", "vocative") or self.language.is_apart(self.document, mention.head):
            return []
        beside = self._beside(index, find)
        choices: dict[int, _Choice] = {}
        for before in range(index - 1, max(-1, index - 1 - MOST_BEFORE), -1):
            actor = find(before)
            if self._distance(index, before) > REACH:
                break
            if actor in choices or self.mentions[before].plural or self.mentions[before].generic:
                continue
            level = 0 if actor in beside else self._level(index, before, persons[actor])
            if level in (OPEN, ANYBODY) and self._distance(index, actor) > self.language.acquaintance:
                level = 0
            choices[actor] = _Choice(level, self._salience(index, before, persons[actor]), before, persons[actor])
        return self._chosen(index, [choice for choice in choices.values() if choice.level])

    def _beside(self, index: int, find: Callable[[int], int]) -> set[int]:
        """Return the persons named behind a noun in its clause: *Der Minister kam mit Kanzler Brandt*."""
        clause = self.language.clause_of(self.document, self.mentions[index].head)
        found = set()
        for after in range(index + 1, len(self.mentions)):
            if self._distance(after, index):
                break
            mention = self.mentions[after]
            named = mention.kind == "name" and mention.role != "predicate"
            if named and self.language.clause_of(self.document, mention.head) == clause:
                found.add(find(after))
        return found

    def _chosen(self, index: int, choices: list[_Choice]) -> list[int]:
        if not choices:
            return []
        highest = max(choice.level for choice in choices)
        best = [choice for choice in choices if choice.level == highest]
        if highest == OPEN:
            found = [choice.last for choice in best if self._is_open(index, choice)]
            if len(found) == 1 < len(best):
                others = [choice.salience for choice in best if choice.last != found[0]]
                nearest = next(choice.salience for choice in best if choice.last == found[0])
                return found if nearest - max(others) >= self.language.clearly_nearest else []
            return found
        salience = max(choice.salience for choice in best)
        return [choice.last for choice in best if salience - choice.salience < CLEARLY]

    def _is_open(self, index: int, choice: _Choice) -> bool:
        """Return whether a noun may be the only person of whom no role is known: *Brandt kam. Der Minister ging*."""
        word = self.document.tokens[self.mentions[index].head].text.lower()
        relational = (word, self.roles[index][0].word)
        listed = choice.person.named and self.roles[index][0].dimension
        victim = self.roles[index][0].kind_class == VICTIM
        hurt = victim and OFFICIAL.isdisjoint(role.kind_class for role in choice.person.roles)
        near = (listed or hurt) and self._distance(index, choice.last) <= NEAR
        led = self.roles[index][0].kind == "leader" and self.language.is_known_by(
            self.document, self.mentions[index].head
        )
        return bool(near) and (led or not any(map(self.language.is_relational, relational)))

    def _level(self, index: int, before: int, person: Person) -> int:
        mention, last = self.mentions[index], self.mentions[before]
        gender = self.language.gender(self.document, mention)
        if gender and person.genders and gender not in person.genders:
            return 0
        own = self.ages[index]
        if own and person.ages:
            return AGED if own[0] in person.ages else 0
        aged = self.document.text[mention.start].isdigit()
        level = ANYBODY if aged else fit(self.roles[index][0], person)
        if aged and any(role.kind == "unknown" for role in person.roles):
            return 0
        if level < SAME and self._is_further_described(mention.head, aged):
            if not self.language.is_known_by(self.document, mention.head):
                return 0
            level = min(level, OPEN)
        if self._distance(index, before) == 0:
            apart = self.language.clause_of(self.document, mention.head) != self.language.clause_of(
                self.document, last.head
            )
            return level if apart and (level == SAME or own) else 0
        return level

    def _salience(self, index: int, before: int, person: Person) -> float:
        subject = self.mentions[before].role in ("subject", "passive_subject")
        return 0.6 * subject + 0.3 * person.named - self._distance(index, before)

    def _distance(self, index: int, other: int) -> int:
        sentence_of = self.document.sentence_of
        return sentence_of[self.mentions[index].head] - sentence_of[self.mentions[other].head]

    def _is_further_described(self, head: int, aged: bool) -> bool:
        """Return whether a noun says by itself who is meant: *der Chef der Bank*, *the man who fled*."""
        # What stands behind an age (*der 63-Jährige aus Bonn*, *der 63-Jährige, der …*), or an apposition or participle
        # behind a comma, says more of somebody who is known.
        tokens = self.document.tokens
        further = set(self.language.further) - ({"nmod", "acl:relcl"} if aged else set())
        if head + 1 < len(tokens) and tokens[head + 1].text == ",":
            further -= {"acl", "appos"}
        # 'der in Bonn geborene Minister', 'der 31 Jahre alte Minister' say more of somebody who is known, too
        return any(
            (child > head or (tokens[child].relation, tokens[child].pos) not in BEFORE_HEAD)
            and prepositions(self.document, child)[:1] not in self.language.origin
            for child in dependents(self.document, head, *further)
        )
