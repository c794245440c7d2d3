"""The names in an English text of which swaps have to know, and whether it tells of a ship."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from hf_genderfair.counterfactual.english.mentions import DEITY, VESSEL, EnglishAnalysis
from hf_genderfair.counterfactual.english.names import DEITIES
from hf_genderfair.counterfactual.english.persons import GenderedMention, Kind
from hf_genderfair.languages.document import Document
from hf_genderfair.languages.english.person_forms import first_name
from hf_genderfair.languages.links import names
from hf_genderfair.languages.types import BinaryGender
from hf_genderfair.lexicons.word_class import WordClass

NAUTICAL = WordClass("noun_classes_en", "nautical")
SHE_SAILS = WordClass("noun_classes_en", "said_of_ship")
"""What is said of ships, and seldom of a woman, without a word for a ship beside it."""

VESSELS = WordClass("noun_classes_en", "vessel")
OF_VESSELS = WordClass("noun_classes_en", "of_vessel")
"""What ships have, and seldom persons: engines, captors."""

HERS = re.compile(r"\b[Hh]er (\w+)(?: (\w+))?")


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


def name_mentions(document: Document, analysis: EnglishAnalysis, to: BinaryGender) -> Iterator[GenderedMention]:
    """Find the names of persons who may be of the gender to be swapped, and gods or ships."""
    others = DEITIES if to == "female" else VESSELS
    reason = DEITY if to == "female" else VESSEL
    for index, token in enumerate(analysis.tokens):
        low = token.text.lower()
        if low in others and (to == "male" or token.text[0].isupper()):
            number = analysis.sentence(index)
            yield GenderedMention(token.start, token.end, index, index, number, "other", low, "noun", (), reason)
    for name in names(document):
        index, last = analysis.token_index(name.start), analysis.token_index(name.end - 1)
        first, end = analysis.tokens[index], name.end
        evidence = [item for item in name.evidence if item.kind == "first name"]
        if any(item.gender == to for item in evidence):
            continue
        if evidence:
            end = first.end
        kind: Kind = "name" if evidence or last > index else "surname"
        word = analysis.text[first.start : end].lower()
        yield GenderedMention(first.start, end, index, last, analysis.sentence(index), kind, word, "name", (), "")
