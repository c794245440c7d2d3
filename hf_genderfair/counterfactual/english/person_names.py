"""Find the names of persons in an English text, and whether it tells of a ship."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterator, Sequence
from operator import attrgetter

from hf_genderfair.counterfactual.english.mentions import DEITY, VESSEL, EnglishAnalysis
from hf_genderfair.counterfactual.english.names import DEITIES, HEADS, frequent_surnames
from hf_genderfair.counterfactual.english.persons import GenderedMention, Kind
from hf_genderfair.counterfactual.english.words import counterpart
from hf_genderfair.languages.analysis import Entity
from hf_genderfair.languages.english.person_forms import first_name, person_form
from hf_genderfair.languages.types import BinaryGender
from hf_genderfair.lexicons.word_class import WordClass

NAUTICAL = WordClass("noun_classes_en", "nautical")
SHE_SAILS = WordClass("noun_classes_en", "said_of_ship")
"""What is said of ships, and seldom of a woman, without a word for a ship beside it."""

VESSELS = WordClass("noun_classes_en", "vessel")
OF_VESSELS = WordClass("noun_classes_en", "of_vessel")
"""What ships have, and seldom persons: engines, captors."""

HERS = re.compile(r"\b[Hh]er (\w+)(?: (\w+))?")
RANK_SIGNS = WordClass("name_words_en", "abbreviated_title")
"""Abbreviations between an office and a name."""

TIMES = WordClass("name_words_en", "time")
"""First names that are months, days or feasts more often."""

FREQUENT_FIRST_NAME = 150_000
"""From this number of persons on, a name that is a surname too counts as a first name: *James*, not *Moore*."""


def tells_of_ship(text: str, mentions: Sequence[GenderedMention]) -> bool:
    """Tell whether every *she* of a text may be a ship: it tells of one, and of no woman."""
    women = any(mention.kind == "person" or _is_womans_name(mention) for mention in mentions)
    if women or SHE_SAILS.whole_words.search(text) is not None:
        return not women
    named = any(mention.reason == VESSEL for mention in mentions)
    nautical = NAUTICAL.whole_words.search(text) is not None
    if not named and not nautical:
        return False
    return (named and nautical) or any(set(match.groups()) & OF_VESSELS.as_set for match in HERS.finditer(text))


def _is_womans_name(mention: GenderedMention) -> bool:
    evidence = first_name(mention.word) if mention.kind == "name" else None
    return evidence is not None and evidence.gender == "female"


def name_mentions(analysis: EnglishAnalysis, to: BinaryGender) -> Iterator[GenderedMention]:
    """Find the names of persons who may be of the gender to be swapped."""
    others = DEITIES if to == "female" else VESSELS
    reason = DEITY if to == "female" else VESSEL
    for index, token in enumerate(analysis.tokens):
        low = token.text.lower()
        if low in others and (to == "male" or token.text[0].isupper()):
            number = analysis.sentence(index)
            yield GenderedMention(token.start, token.end, index, index, number, "other", low, "noun", (), reason)
    people = [entity for entity in analysis.entities if entity.type == "PER"]
    words = [analysis.text[entity.start : entity.end].lower().split() for entity in people]
    surnames = frozenset(name[-1] for name in words if len(name) > 1)
    for entity in people:
        mention = _person_name(analysis, entity, surnames, to)
        if mention is not None:
            yield mention


def neighbour_names(analysis: EnglishAnalysis, mentions: Sequence[GenderedMention]) -> Iterator[GenderedMention]:
    """Find surnames that the pipeline does not know as names, by the title or noun beside them."""
    tokens = analysis.tokens
    for mention in mentions:
        if not mention.pieces or mention.kind not in ("person", "pronoun"):
            continue
        after = mention.last + 1
        if after < len(tokens) and tokens[after].text in (".", "("):
            after += 1
        bracketed = tokens[after - 1].text == "("
        if mention.kind == "pronoun":
            indices = [after] if bracketed and after + 1 < len(tokens) and tokens[after + 1].text == ")" else []
        else:
            indices = [after] if not bracketed else []
            indices += [mention.first - 1] if mention.word == "sir" else []
        for index in indices:
            if 0 <= index < len(tokens) and _is_unknown_name(analysis, index, mention):
                token = tokens[index]
                low = token.text.lower()
                yield GenderedMention(
                    token.start, token.end, index, index, mention.sentence, "surname", low, "name", (), ""
                )


def _is_unknown_name(analysis: EnglishAnalysis, index: int, mention: GenderedMention) -> bool:
    token = analysis.tokens[index]
    low = token.text.lower()
    if not token.text[0].isupper() or analysis.sentence(index) != mention.sentence:
        return False
    if low.strip(".") in RANK_SIGNS:
        return True
    if token.pos != "PROPN" or low in TIMES or person_form(low) is not None:
        return False
    before = bisect_right(analysis.entities, token.start, key=attrgetter("start")) - 1
    known = before >= 0 and token.start < analysis.entities[before].end
    return mention.rule == "title" or not known


def _person_name(
    analysis: EnglishAnalysis, entity: Entity, surnames: frozenset[str], to: BinaryGender
) -> GenderedMention | None:
    """Return the name of a person; None where the first name is already of the target gender."""
    index, last = _name_indices(analysis, entity)
    if index > last or _is_non_person_name(analysis, entity):
        return None
    number = analysis.sentence(index)
    known = _first_name_index(analysis, entity, surnames)
    evidence = first_name(analysis.tokens[known].text) if known is not None else None
    if known is not None and evidence is not None and evidence.gender != "unknown":
        token = analysis.tokens[known]
        if evidence.gender == to:
            return None
        return GenderedMention(token.start, token.end, index, last, number, "name", token.text.lower(), "name", (), "")
    start, end = analysis.tokens[index].start, analysis.tokens[last].end
    kind: Kind = "name" if last > index or known is not None else "surname"
    return GenderedMention(start, end, index, last, number, kind, analysis.text[start:end].lower(), "name", (), "")


def _name_indices(analysis: EnglishAnalysis, entity: Entity) -> tuple[int, int]:
    """Return the indices of the first and last token of a name; titles and ranks do not belong to it."""
    index, last = analysis.token_index(entity.start), analysis.token_index(entity.end - 1)
    while index <= last:
        token = analysis.tokens[index]
        low = token.text.lower()
        titled = person_form(low) is not None or counterpart(low.strip("."), "female") is not None
        if token.text[0].isupper() and not titled and token.start >= entity.start:
            break
        index += 1
    return index, last


def _is_non_person_name(analysis: EnglishAnalysis, entity: Entity) -> bool:
    words = analysis.text[entity.start : entity.end].split()
    after = analysis.text[entity.end : entity.end + 40].split()[:2]
    return any(word[0].isupper() and word.lower().strip(".,") in HEADS for word in words + after)


def _first_name_index(analysis: EnglishAnalysis, entity: Entity, surnames: frozenset[str]) -> int | None:
    """Return the index of the first name in the name of a person; None without one."""
    for index in range(analysis.token_index(entity.start), len(analysis.tokens)):
        token = analysis.tokens[index]
        evidence = first_name(token.text)
        if token.start >= entity.end or evidence is None or not token.text[0].isupper():
            return None
        if person_form(token.text) is None and token.text.lower() not in TIMES:
            low = token.text.lower()
            surname = low in surnames or (low in frequent_surnames() and evidence.n < FREQUENT_FIRST_NAME)
            return None if token.end == entity.end and surname else index
    return None
