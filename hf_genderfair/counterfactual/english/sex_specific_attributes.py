"""Persons of whom something is said that only one sex is or has: *a pregnant woman*, *his beard*."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import takewhile
from operator import attrgetter

from hf_genderfair.counterfactual.english.mentions import EnglishAnalysis
from hf_genderfair.counterfactual.english.persons import GenderedMention
from hf_genderfair.counterfactual.english.words import PRONOUNS
from hf_genderfair.languages.analysis import Token
from hf_genderfair.languages.english.person_forms import person_form
from hf_genderfair.languages.types import BinaryGender
from hf_genderfair.lexicons.word_class import WordClass

BODY = "biology"
OF_BODIES: dict[BinaryGender, WordClass] = {
    "female": WordClass("noun_classes_en", "of_male_body"),
    "male": WordClass("noun_classes_en", "of_female_body"),
}
"""What cannot be said of a person of the gender to which a text is swapped."""

UNDERGONE = WordClass("noun_classes_en", "undergone")
UNDERGOING = WordClass("verb_frames_en", "undergoing")
"""Verbs that make what is *undergone* something of their subject's: *had an abortion*, unlike *opposed abortion*."""

LONGEST = 12
"""Most words between a person and what is said of the body."""

ATTRIBUTES = frozenset({"ADJ", "NOUN", "VERB", "ADV"})


def bound_to_body(
    analysis: EnglishAnalysis, mentions: Sequence[GenderedMention], to: BinaryGender
) -> list[GenderedMention]:
    """Give a reason to those persons who could not be of the other gender."""
    if not any(mention.pieces for mention in mentions):
        return list(mentions)
    swapped = [number for number, mention in enumerate(mentions) if mention.pieces]
    bound = {index for place in _places(analysis, to) for index in _bearers(analysis, mentions, swapped, place)}
    return [
        mention._replace(reason=mention.reason or BODY) if number in bound else mention
        for number, mention in enumerate(mentions)
    ]


def _places(analysis: EnglishAnalysis, to: BinaryGender) -> Iterator[int]:
    """Yield the indices of words about bodies that the other gender does not have."""
    for match in _pattern(to).finditer(analysis.text):
        index = analysis.token_index(match.start())
        if match[0].lower() not in UNDERGONE or _is_undergone(analysis.tokens, index):
            yield index


@lru_cache(maxsize=2)
def _pattern(to: BinaryGender) -> re.Pattern[str]:
    return re.compile(rf"\b(?:{'|'.join(sorted(OF_BODIES[to].as_set))})\b", re.IGNORECASE)


def _is_undergone(tokens: Sequence[Token], index: int) -> bool:
    return any(token.text.lower() in UNDERGOING for token in tokens[max(0, index - 2) : index])


def _bearers(
    analysis: EnglishAnalysis, mentions: Sequence[GenderedMention], swapped: Sequence[int], place: int
) -> Iterator[int]:
    """Yield the number of the mention of which a word is said: the noun behind it, or the person before it."""
    tokens = analysis.tokens
    noun = _noun_behind(tokens, place)
    if noun is not None:
        number = bisect_left(mentions, noun, key=attrgetter("first"))
        yield from takewhile(lambda number: mentions[number].first == noun, range(number, len(mentions)))
        return
    before = bisect_left(swapped, place, key=lambda number: mentions[number].last) - 1
    if before < 0 or place - mentions[swapped[before]].last > LONGEST:
        return
    person = mentions[swapped[before]]
    same = person.sentence == analysis.sentence(place)
    if same and not any(map(_is_person, tokens[person.last + 1 : place])):
        yield swapped[before]


def _noun_behind(tokens: Sequence[Token], place: int) -> int | None:
    """Return the index of the person noun to which an adjective belongs: *pregnant young women*."""
    index = place + 1
    while index < len(tokens) and index < place + 4 and tokens[index].pos in ATTRIBUTES:
        if _is_person(tokens[index]):
            return index
        index += 1
    return None


def _is_person(token: Token) -> bool:
    low = token.text.lower()
    if low in PRONOUNS["female"] or low in PRONOUNS["male"]:
        return True
    return token.pos in ("NOUN", "PROPN") and person_form(low) is not None
