"""What each role noun of a text is, decided once for all who ask: a person or not, its number, anybody or somebody."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property

from hf_genderfair.languages.document import Document
from hf_genderfair.languages.german.names import ORGANISATION, PLACE, WORK
from hf_genderfair.languages.german.non_person_nouns import BODY, FIRM, THING
from hf_genderfair.languages.german.person_forms import GermanPersonForm
from hf_genderfair.languages.german.person_phrase import PersonPhrase
from hf_genderfair.languages.german.phrases import phrases
from hf_genderfair.languages.german.scope import GermanOptions, reason_by_words, refusal

NO_PERSONS = frozenset({WORK, BODY, FIRM, THING, PLACE, ORGANISATION})
"""Reasons for which a role noun is no person to anybody who asks."""


@dataclass(frozen=True)
class Decided:
    """A role noun and what is meant by it.

    Attributes:
        document: The text.
        phrase: The noun, with its case and number.

    Example:
        >>> from hf_genderfair.languages.pipelines import pipeline
        >>> text = "Jeder Arzt kennt Minister Lauterbach."
        >>> document = Document(text, next(pipeline("de").analyse([text])), "de")
        >>> [(found.phrase.number, found.reason) for found in role_nouns(document).values()]
        [('Sing', None), ('Sing', 'a name beside it')]
    """

    document: Document
    phrase: PersonPhrase

    @cached_property
    def reason(self) -> str | None:
        """None where anybody of the role is meant; else what `refusal` says in scope ``generic``."""
        return refusal(self.document, self.phrase, GermanOptions())

    @cached_property
    def person(self) -> bool:
        """Whether a person is meant, anybody or somebody."""
        return reason_by_words(self.document, self.phrase, GermanOptions()) is None

    @property
    def form(self) -> GermanPersonForm:
        """What the noun says as a word for persons."""
        noun, role = self.phrase.noun, self.phrase.noun.gender == "masculine"
        return GermanPersonForm(noun.gender, self.phrase.number, "person", False, role, noun.source)


def role_nouns(document: Document) -> Mapping[int, Decided]:
    """Return the role nouns of a German text that has all layers, by the indices of their last tokens."""
    return document.derived(_decide)


def _decide(document: Document) -> dict[int, Decided]:
    return {phrase.head: Decided(document, phrase) for phrase in document.derived(phrases)}
