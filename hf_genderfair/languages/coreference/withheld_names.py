"""First names that tell nothing, where a text speaks of somebody's gender and does not surely say whose it is.

*I never thought a nonbinary potter would win, Max Hale said. An earlier version used the wrong pronouns for Max Hale.*
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Sequence
from itertools import pairwise

from hf_genderfair.languages.clauses import has_word_below
from hf_genderfair.languages.coreference.languages import actor_rules
from hf_genderfair.languages.coreference.mention import Mention, Quote
from hf_genderfair.languages.coreference.self_descriptions import (
    HINTS,
    SelfDescription,
    gender_hints,
    is_other_name_between,
    of_whom,
    self_descriptions,
    speaks_of_oneself,
    titled_mentions,
)
from hf_genderfair.languages.document import Document

REACH = 3
"""Largest distance of a name before a description whose sentence names nobody, in sentences."""

BESIDE_CLAUSES = ("other", "predicate", "vocative")
"""Roles of what is said of somebody beside clauses, and of names by which the writer of a text signs."""

OBJECTS = ("object", "dative_object", "oblique")
"""Roles of those to whom something is done or told."""


def withhold_first_names(
    document: Document, mentions: Sequence[Mention], quotes: Sequence[Quote], only_sole: bool
) -> None:
    """Take their first names from the evidence of those whom a description or hint of gender may concern."""
    found = [*self_descriptions(document), *gender_hints(document)]
    if not found:
        return
    covered = titled_mentions(mentions)
    persons = _Persons(document, mentions, quotes)
    for said in found:
        meant = of_whom(document, mentions, covered, said)
        actors = persons.concerned(said, meant) if meant is not None else set()
        if not only_sole or (len(actors) == 1 and persons.called_by_nouns(said) <= actors):
            for actor in actors:
                _withhold(persons.own[actor])


def withhold_beside_they(document: Document, named: Sequence[Mention], pronouns: Sequence[Mention]) -> None:
    """Take the first name from the evidence of the only person near a *they* or *ze* that nobody else explains."""
    # *Max Hale has written three novels. They live with their partner.*
    sentences = [document.sentence_of[mention.head] for mention in named]
    seen = {mention.actor for mention in named if mention.plural}
    seen |= {each.actor for each in pronouns if each.kind == "noun" and not _is_plural(document, each)}
    seen |= {mention.actor for mention in named}
    for pronoun in pronouns:
        neutral = any(item.gender == "neutral" for item in pronoun.evidence)
        if pronoun.kind != "pronoun" or not (pronoun.plural or neutral) or pronoun.actor in seen:
            continue
        seen.add(pronoun.actor)
        here = document.sentence_of[pronoun.head]
        first, last = bisect_left(sentences, here - REACH), bisect_right(sentences, here)
        near = [mention for mention in named[first:last] if mention.start < pronoun.start]
        if not near and neutral:
            # as in 'Ze is hilarious: meet Max Hale'
            near = list(named[bisect_left(sentences, here) : bisect_right(sentences, here + 1)])
        if len({mention.actor for mention in near}) == 1 and not any(mention.plural for mention in near):
            _withhold([mention for mention in named if mention.actor == near[0].actor])


def withhold_beside_other_gender(document: Document, mentions: Sequence[Mention]) -> None:
    """Take the first name from the evidence of the only person before a pronoun of the other gender in one sentence."""
    # *Max Hale has changed her name*: whose the pronoun is cannot be told.
    at = next((at for at, mention in enumerate(mentions) if mention.actor != mentions[0].actor), 0)
    last, other = mentions[at - 1 : at + 1] if at else (None, None)
    if last is None or other is None or other.plural or not other.evidence:
        return
    beside = document.sentence_of[last.head] == document.sentence_of[other.head]
    unlinked = all(mention.kind == "pronoun" for mention in mentions if mention.actor == other.actor)
    # 'Max met her' are two
    bound = other.role != "possessor" and document.heads[other.head] == document.heads[last.head]
    if beside and unlinked and not bound:
        _withhold([mention for mention in mentions if mention.actor == last.actor])


def withhold_beside_other_name(document: Document, mentions: Sequence[Mention]) -> None:
    """Take the first name from the evidence of those who have another name of the other gender: *Max (now Ada)*."""
    names = [mention for mention in mentions if mention.kind == "name"]
    for name, other in pairwise(names):
        if is_other_name_between(document, name.end, other.start):
            shown = {item.gender for item in other.evidence if item.kind == "first name"}
            if any(item.kind == "first name" and item.gender not in shown for item in name.evidence) and shown:
                _withhold([mention for mention in mentions if mention.actor == name.actor])


class _Persons:
    """The persons of a text by place and by actor."""

    def __init__(self, document: Document, mentions: Sequence[Mention], quotes: Sequence[Quote]) -> None:
        self.document = document
        self.quotes = sorted(quotes, key=lambda quote: quote.start)
        self.own: dict[int, list[Mention]] = {}
        self.names: dict[int, list[Mention]] = {}
        self.nouns: dict[int, list[Mention]] = {}
        self.apart: list[Mention] = []
        for mention in mentions:
            self.own.setdefault(mention.actor, []).append(mention)
            if mention.kind == "name":
                self.names.setdefault(document.sentence_of[mention.head], []).append(mention)
                if mention.role in BESIDE_CLAUSES:
                    self.apart.append(mention)
            if mention.kind == "noun" and not mention.plural:
                self.nouns.setdefault(document.sentence_of[mention.head], []).append(mention)

    def concerned(self, said: SelfDescription, meant: Sequence[Mention]) -> set[int]:
        """Return the actors whom words may concern; none where it is clear of whom they are said."""
        actors = {mention.actor for mention in meant}
        own = [mention for actor in actors for mention in self.own[actor]]
        if any(mention.plural for mention in meant):
            # 'told sailors about being nonbinary', but not 'wrote for nonbinary kids'
            modified = self.document.heads[said.tokens(self.document)[-1]]
            told = all(mention.role in OBJECTS and mention.head != modified for mention in meant)
            return self.named_near(said) if told else set()
        if any(mention.kind == "name" for mention in own):
            return _against(own, said) if said.kind in HINTS else set()
        apposed = [name for mention in own if mention.kind == "noun" for name in self.names_before(mention)]
        if apposed:
            return _against(apposed, said)
        at = bisect_right(self.quotes, said.start, key=lambda quote: quote.start) - 1
        quote = self.quotes[at] if at >= 0 and said.start < self.quotes[at].end else None
        speaker = _against(self.own.get(quote.actor, ()), said) if quote is not None else set()
        if any(mention.kind == "noun" and self.is_somebody_else(mention) for mention in own):
            # 'A nonbinary potter has won. Max Hale, 34, …', “I never saw a nonbinary potter win,” said Max Hale
            return speaker or self.introduced_next(said)
        if quote is None and speaks_of_oneself(self.document, said):
            return _against(self.apart, said)
        return speaker | self.named_near(said)

    def called_by_nouns(self, said: SelfDescription) -> set[int]:
        """Return whom nouns name in the sentences up to a description, which a pronoun in it may mean too."""
        here = self.document.sentence_of[said.tokens(self.document)[0]]
        near = [mention for place in range(here - REACH, here + 1) for mention in self.nouns.get(place, ())]
        return {mention.actor for mention in near if not said.start <= mention.start < said.end}

    def is_somebody_else(self, noun: Mention) -> bool:
        """Whether a noun is of somebody besides those who are named: no predicate, apposition or definite noun."""
        document, definite = self.document, actor_rules(self.document.lang).definite
        taken_up = (
            has_word_below(document, noun.head, definite.as_set) or document.tokens[noun.head].relation == "appos"
        )
        return noun.role not in BESIDE_CLAUSES and not taken_up

    def names_before(self, noun: Mention) -> list[Mention]:
        """Return the name that only a comma divides from a noun, as from an apposition."""
        tokens, below = self.document.tokens, self.document.children[noun.head]
        first = min([noun.head, *(child for child in below if tokens[child].pos != "PUNCT")])
        comma = tokens[first - 1] if first else None
        if comma is None or comma.text != ",":
            return []
        names = self.names.get(self.document.sentence_of[noun.head], ())
        return [name for name in names if name.end == comma.start]

    def introduced_next(self, said: SelfDescription) -> set[int]:
        """Return those who are first named in the sentence after a description."""
        here = self.document.sentence_of[said.tokens(self.document)[0]]
        first = [mention for mention in self.names.get(here + 1, ()) if self.own[mention.actor][0] is mention]
        return _against(first, said)

    def named_near(self, said: SelfDescription) -> set[int]:
        """Return who is named in the sentence of a description, else in the last one before it, else in the next."""
        here = self.document.sentence_of[said.tokens(self.document)[0]]
        places = (here, *range(here - 1, here - REACH - 1, -1), here + 1)
        return next((found for place in places if (found := _against(self.names.get(place, ()), said))), set())


def _against(mentions: Iterable[Mention], said: SelfDescription) -> set[int]:
    """Return the actors of mentions whose first names show another gender than some words."""
    shown = set(said.genders.values())
    return {
        mention.actor
        for mention in mentions
        if any(item.kind == "first name" and item.gender not in shown for item in mention.evidence)
    }


def _is_plural(document: Document, mention: Mention) -> bool:
    return document.tokens[mention.head].morph.get("Number") == "Plur"


def _withhold(mentions: Iterable[Mention]) -> None:
    for mention in mentions:
        mention.evidence = tuple(item for item in mention.evidence if item.kind != "first name")
