"""The record by which a language finds the actors of a text."""

from __future__ import annotations

from collections.abc import Callable, Container, Sequence
from dataclasses import dataclass

from hf_genderfair.languages.coreference.mention import Mention, Quote
from hf_genderfair.languages.coreference.mention_words import NamingRules
from hf_genderfair.languages.coreference.names.rules import NameRules
from hf_genderfair.languages.document import Document
from hf_genderfair.lexicons.word_class import WordClass

Resolve = Callable[[Document, Sequence[Mention], Sequence[Quote]], list[Mention]]
"""Finds pronouns and their actors, by the mentions and the direct quotes of a text."""


def _all_mentions(document: Document, mentions: list[Mention]) -> list[Mention]:
    return mentions


@dataclass(frozen=True)
class ActorRules:
    """What of a language finds the names and nouns for persons.

    Attributes:
        words: The words that name persons.
        names: Where names begin and end, and which are of persons.
        definite: Determiners of somebody who is known, and contracted prepositions.
        means_another: Whether an adjective in lower case says that somebody else is meant: *other*, *zweite*.
        resolve: Finds the pronouns that refer to persons, and for whom they stand by rules.
        first_person: Pronouns of who speaks, in lower case.
        generic_masculine: Finds generic masculines, as offsets; takes the heads of mentions of persons whose name or
            gender the text tells, and of those with a name.
        of_persons: Leaves out mentions that only say what somebody is.

    Example:
        >>> from hf_genderfair.languages.coreference.languages import actor_rules
        >>> "der" in actor_rules("de").definite, "the" in actor_rules("en").definite
        (True, True)
    """

    words: NamingRules
    names: NameRules
    definite: WordClass
    means_another: Callable[[str], bool]
    resolve: Resolve
    first_person: Container[str]
    generic_masculine: Callable[[Document, Container[int], Container[int]], list[tuple[int, int]]]
    of_persons: Callable[[Document, list[Mention]], list[Mention]] = _all_mentions
