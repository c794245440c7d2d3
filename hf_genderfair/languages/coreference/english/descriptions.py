"""What English nouns for persons tell: roles, ages, genders, and who is somebody else."""

from __future__ import annotations

import re

from hf_genderfair.core.resources import resource
from hf_genderfair.languages.clauses import clause_of, dependents
from hf_genderfair.languages.coreference.descriptions import Describing, Role, role_of_word
from hf_genderfair.languages.coreference.mention import Mention
from hf_genderfair.languages.document import Document
from hf_genderfair.languages.person_words import person_words
from hf_genderfair.languages.types import PersonGender
from hf_genderfair.lexicons.word_class import WordClass, WordValues

OTHERS = WordClass("closed_classes_en", "somebody_else")
"""Words before a noun for somebody else than was spoken of: *the other driver*."""

RELATIONAL = WordClass("noun_classes_en", "relational_person")
"""Words for persons who belong to somebody else, or to what is spoken of: *the spokesman*, *the lawyer*."""

SECOND_IN_RANK = WordClass("noun_classes_en", "second_in_rank")
"""Words that make another office of an office: *vice president*."""

TITLE_NOUNS = WordValues("title_nouns_en", "noun", str)
"""Nouns for those who bear a title in short: *Gov. Ashby* is the governor."""

AGE_BEFORE = re.compile(r"(\d{1,3})-year-old\s+(?:[a-z]\S*\s+){0,3}\Z")
AGE_AFTER = re.compile(r"(?:, (?:aged )?|\s?\()(\d{1,3})(?=[,).])")
AGE_INSIDE = re.compile(r"(\d{1,3})-year-old")
LONGEST_BEFORE, LONGEST_AFTER = 50, 12

ACQUAINTANCE = 8

FURTHER = ("nmod", "acl", "acl:relcl", "nmod:poss", "appos")


def _role(document: Document, index: int) -> Role:
    # a full stop may stand apart: 'Gov . Ashby'
    index -= index > 0 and document.tokens[index].text == "."
    low = document.tokens[index].text.lower().removesuffix(".")
    low = TITLE_NOUNS.as_dict.get(low, low)
    role = role_of_word(_masculine(low), "en")
    second = [document.tokens[child].text.lower() for child in document.children[index] if child < index]
    rank = next((word for word in second if word in SECOND_IN_RANK), "")
    return role._replace(word=f"{role.word} {rank}") if rank else role


def _masculine(low: str) -> str:
    """Return the word for a man in the same role: *policeman*, *actor*."""
    pairs = resource(("English words for women by role",), _read_masculines)
    return pairs.get(low, low[: -len("woman")] + "man" if low.endswith("woman") and low != "woman" else low)


def _read_masculines() -> dict[str, str]:
    pairs = [word for word in person_words("en").values() if word.kind == "pair" and word.feminine and word.masculine]
    return {word.feminine.lower(): word.masculine.lower() for word in pairs if word.feminine.endswith(("ess", "woman"))}


def _ages(document: Document, mention: Mention, start: int) -> list[str]:
    text = document.text
    before = AGE_BEFORE.search(text, max(0, start - LONGEST_BEFORE), start)
    inside = AGE_INSIDE.match(text, mention.start, mention.end)
    after = AGE_AFTER.match(text, mention.end, mention.end + LONGEST_AFTER)
    return [found.group(1) for found in (before, inside, after) if found]


def _gender(document: Document, mention: Mention) -> PersonGender | None:
    del document
    return next((item.gender for item in mention.evidence if item.kind == "noun"), None)


def _is_apart(document: Document, index: int) -> bool:
    """Whether somebody new is meant: *the other man*, *the second driver*."""
    tokens = document.tokens
    return any(tokens[child].text.lower() in OTHERS for child in dependents(document, index, "amod", "det"))


def _is_relational(word: str) -> bool:
    return word in RELATIONAL


DESCRIPTIONS = Describing(_role, _gender, _ages, _is_apart, _is_relational, FURTHER, clause_of, ACQUAINTANCE)
"""What English nouns tell."""
