"""Which words of a text stand for persons, asked in one way for every language that the package reads so.

Each answer is a `Reference`: whether the word stands for a person, of what kind it is, whether it means somebody or
anybody, which gender it shows, and what decided that.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from hf_genderfair.languages.document import Document
from hf_genderfair.languages.english import persons as english
from hf_genderfair.languages.romance import persons as romance
from hf_genderfair.languages.types import Reference


class PersonRules(NamedTuple):
    """Who answers in a language, and the layers of a pipeline that are read for it."""

    find: Callable[[Document], list[Reference]]
    layers: frozenset[str]


PERSON_RULES: dict[str, PersonRules] = {
    "ca": PersonRules(romance.find, romance.NEEDS),
    "en": PersonRules(english.find, english.NEEDS),
    "es": PersonRules(romance.find, romance.NEEDS),
}
"""Rules by language code."""


def persons(document: Document) -> list[Reference]:
    """Return the nouns, names and pronouns of a text in order, with whether they stand for persons."""
    return document.derived(PERSON_RULES[document.lang].find)
