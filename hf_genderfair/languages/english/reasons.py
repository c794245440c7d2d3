"""Why an English word is left alone: another language, or no person is meant by it."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import lru_cache

from hf_genderfair.languages.analysis import Token
from hf_genderfair.languages.english.pronouns import Pronoun
from hf_genderfair.lexicons.word_class import WordClass

NAMED = "a named person"
KNOWN = "a person whom the text knows"
GENDERED = "a person whom the text calls by a word for one gender"
UNKNOWN = "no word says who is meant"
TITLE = "part of a title"
WORD = "the word itself is meant"
DECLARED = "somebody's own pronouns"
ELEMENT = "a chemical element"
QUOTED = "in quotation marks"
CODE = "code, an address or markup"
FOREIGN = "another language"
NAME = "part of a name"

REASONS = (NAMED, KNOWN, GENDERED, UNKNOWN, TITLE, WORD, DECLARED, ELEMENT, QUOTED, CODE, FOREIGN, NAME)
"""Every reason."""


ENGLISH_WORDS = WordClass("closed_classes_en", "frequent")
FOREIGN_WORDS = WordClass("closed_classes_en", "foreign")


def is_foreign(tokens: Sequence[Token]) -> bool:
    """Whether a sentence is in another language: it has more function words of others than of English."""
    words = [token.text.lower() for token in tokens]
    foreign = sum(map(FOREIGN_WORDS.as_set.__contains__, words))
    return foreign > 0 and foreign > sum(map(ENGLISH_WORDS.as_set.__contains__, words))


OWN_PRONOUNS = re.compile(
    r"\b(?:she|he|they|xe|ze)\s?/\s?(?:her|him|they|them|he|she|xem|zir)(?:\s?/\s?(?:hers?|his|him|theirs?|them))?\b",
    re.IGNORECASE,
)
TITLES = WordClass("noun_classes_en", "after_his_or_her")
WITHIN_TITLES = WordClass("noun_classes_en", "between_his_or_her")
ELEMENT_BEFORE = re.compile(
    r"(?:\b(?:H2?|Ne|Ar|Kr|Xe|Rn|Li|Be|N2|O2|CO2)(?:\s*[,/]\s*(?:and\s+)?|\s+and\s+)"
    r"|\b(?:[Ll]iquid|[Gg]aseous|[Ss]uperfluid|[Mm]etastable|[Ss]olid|[Nn]eutral)\s+)$"
)
ELEMENT_AFTER = re.compile(
    r"(?:\s*[,/]\s*(?:and\s+)?|\s+and\s+)(?:H2?|Ne|Ar|Kr|Xe|Rn|Li|Be|N2|O2)\b"
    r"|\s+(?:atoms?|gas|nucle(?:us|i)|ions?|isotopes?|plasma|abundance)\b"
)
SPOKEN_OF = frozenset("pronoun pronouns word words term".split())
ARTICLES = frozenset({"a", "an", "the"})
QUOTES = "\"'“”‘’«»"


def meant_literally(text: str, tokens: Sequence[Token], pronoun: Pronoun) -> str:
    """Return one of the reasons why a pronoun stands for no person; empty where it does."""
    start, end = pronoun.start, pronoun.end
    word = text[start:end]
    near = text[max(0, start - 12) : start]
    if word == "He" and (ELEMENT_AFTER.match(text, end) or ELEMENT_BEFORE.search(near)):
        return ELEMENT
    if "/" in text[max(0, start - 8) : end + 8] and "/" not in word and " or " not in word.lower():
        for found in OWN_PRONOUNS.finditer(text, max(0, start - 14), min(len(text), end + 14)):
            if found.start() <= start and end <= found.end() and not _is_pair(found[0].lower()):
                return DECLARED
    before = pronoun.first - 1
    if before >= 0 and tokens[before].text in QUOTES:
        # an apostrophe before a letter is a contraction, no end of a quotation: 'he's
        if text[end : end + 1] in tuple(QUOTES) and not text[end + 1 : end + 2].isalnum():
            return WORD
        before -= 1
    if before < 0:
        return ""
    return WORD if tokens[before].text.lower() in SPOKEN_OF else ""


def in_fixed_words(text: str, tokens: Sequence[Token], pronoun: Pronoun) -> str:
    """Return why the pronoun of one person stays even where nobody is named, or empty: *Her Majesty*."""
    if pronoun.kind == "determiner" and before_title(text, pronoun.end):
        return TITLE
    before = tokens[pronoun.first - 1].text.lower() if pronoun.first else ""
    return WORD if before in ARTICLES and pronoun.kind in ("subject", "object") and not pronoun.pair else ""


def before_title(text: str, end: int) -> bool:
    """Return whether a title of honour stands behind a possessive."""
    return _title().match(text, end) is not None


@lru_cache(maxsize=1)
def _title() -> re.Pattern[str]:
    between, titles = "|".join(WITHIN_TITLES.as_tuple), "|".join(TITLES.as_tuple)
    return re.compile(rf"\s+(?:(?:{between})\s+){{0,2}}(?:{titles})\b")


def _is_pair(low: str) -> bool:
    """Whether *he/she* means anybody and is nobody's own choice."""
    return low.replace(" ", "") in ("he/she", "she/he")
