"""The other one of two persons of a text: *Bode traf auf Lang und schlug seinen Gegner*."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from itertools import takewhile

from hf_genderfair.languages.clauses import dependents
from hf_genderfair.languages.coreference.gender import STRONG
from hf_genderfair.languages.coreference.mention import Mention, mentions_by_actor
from hf_genderfair.languages.document import Document
from hf_genderfair.languages.german.role_nouns import role_nouns
from hf_genderfair.lexicons.word_class import WordClass

OTHERS = WordClass("noun_classes_de", "opposite_person")
"""Words for somebody who stands against the one whose she or he is."""

REACH = 2
"""Largest distance of the other person from the noun, in sentences."""

MOST_BEFORE = 40
"""Number of mentions before the noun that are considered."""


def join_rivals(document: Document, mentions: Sequence[Mention]) -> None:
    """Give nouns for somebody's opponent or victim the only other person of whom the text just spoke."""
    at_head = {mention.head: mention for mention in mentions}
    actors = mentions_by_actor(mentions)
    for index, mention in enumerate(mentions):
        own = actors.get(mention.actor, [])
        if mention.kind != "noun" or mention.plural or own[:1] != [mention] or not _is_opposite(document, mention):
            continue
        owner = _owner(document, mention, at_head)
        other = (
            None
            if owner is None
            else _other(document, reversed(mentions[max(0, index - MOST_BEFORE) : index]), mention, owner, actors)
        )
        if other is not None:
            actors[other] += actors.pop(mention.actor)
            for same in own:
                same.actor = other


def _is_opposite(document: Document, mention: Mention) -> bool:
    decided = role_nouns(document).get(mention.head)
    masculine = decided.phrase.noun.masculine if decided is not None else document.tokens[mention.head].lemma
    return masculine.lower() in OTHERS


def _owner(document: Document, mention: Mention, at_head: Mapping[int, Mention]) -> int | None:
    owners = [at_head[child] for child in dependents(document, mention.head, "det:poss", "nmod") if child in at_head]
    return owners[0].actor if len(owners) == 1 and not owners[0].plural else None


def _other(
    document: Document, before: Iterable[Mention], noun: Mention, owner: int, actors: Mapping[int, Sequence[Mention]]
) -> int | None:
    """Return the only person before a noun, the nearest first, who is not its owner; None if there are more or none."""
    sentence = document.sentence_of[noun.head]
    near = takewhile(lambda mention: sentence - document.sentence_of[mention.head] <= REACH, before)
    others = {mention.actor for mention in near if not mention.plural and not mention.generic} - {owner, noun.actor}
    if len(others) != 1:
        return None
    (other,) = others
    own, theirs = _genders(actors[noun.actor]), _genders(actors[other])
    return None if own and theirs and not own & theirs else other


def _genders(mentions: Sequence[Mention]) -> set[str]:
    return {item.gender for mention in mentions for item in mention.evidence if item.weight >= STRONG}
