"""The record by which a language finds the actors of a text."""

from __future__ import annotations

from collections.abc import Callable, Container, Iterable, Mapping, Sequence
from dataclasses import dataclass

from hf_genderfair.languages.coreference.descriptions import Describing, Descriptions
from hf_genderfair.languages.coreference.mention import Mention, Pair, Quote, Titles
from hf_genderfair.languages.coreference.mention_words import NamingRules
from hf_genderfair.languages.coreference.names.rules import NameRules
from hf_genderfair.languages.coreference.roles import apposed_to
from hf_genderfair.languages.document import Document
from hf_genderfair.lexicons.word_class import WordClass

Pairs = Iterable[Pair]
"""Indices of mentions that are of one person."""

Resolve = Callable[[Document, Sequence[Mention], Sequence[Quote]], list[Mention]]
"""Finds pronouns and their actors, by the mentions and the direct quotes of a text."""


def _no_pairs(*_: object) -> Pairs:
    return ()


def _is_owned(document: Document, noun: int, at_token: Mapping[int, int]) -> bool:
    return True


def _apposed_to(document: Document, name: int, mentions: Sequence[Mention], at_token: Mapping[int, int]) -> int | None:
    return apposed_to(document, name)


def _all_mentions(document: Document, mentions: list[Mention]) -> list[Mention]:
    return mentions


@dataclass(frozen=True)
class ActorRules:
    """What of a language finds the names, nouns and pronouns for persons, and tells which are of one person.

    Functions take the text first; ``at_token`` gives the mention to which a token belongs, as part or as title.

    Attributes:
        words: The words that name persons.
        names: Where names begin and end, and which are of persons.
        descriptions: What nouns tell of a person.
        said_together: Finds nouns and names of one person that stand together.
        definite: Determiners of somebody who is known, and contracted prepositions.
        article: Returns the article of a noun that does not depend on it, in lower case; empty without one.
        resolve: Finds the pronouns that refer to persons.
        resolve_quoted: Finds those of the first person in direct quotes, by their speakers.
        join_opening: Gives the pronouns before the first name of their person the actor of the name.
        generic_masculine: Finds generic masculines, as offsets; takes the heads of mentions of persons whose name or
            gender the text tells, and of those with a name.
        other_names: Finds names of one person that are not alike: nicknames, names by birth.
        introduced: Finds nouns and the names that take them up, if no other mention is of either.
        told_of: Finds nouns and names of one person by what nouns tell of it.
        apposed_to: Returns the token to which the name at a token is apposed; None without one.
        is_owned: Whether the possessor of the noun at a token is somebody.
        second_in_rank: Words that make another office of an office.
        introduced_later: Largest distance of an office to the name behind it that it precedes as title, in sentences;
            negative where the name always comes first.
        predicates_introduce: Whether a noun that is said of a name stands for its person in what follows.
        capitals_define: Whether a noun with a capital is definite without an article: *Mayor*.
        of_persons: Leaves out mentions that only say what somebody is.

    Example:
        >>> from hf_genderfair.languages.coreference.languages import actor_rules
        >>> actor_rules("en").capitals_define, actor_rules("de").capitals_define
        (True, False)
    """

    words: NamingRules
    names: NameRules
    descriptions: Describing
    said_together: Callable[[Document, Sequence[Mention], Titles, Mapping[int, int]], Pairs]
    definite: WordClass
    article: Callable[[Document, Mention], str]
    resolve: Resolve
    resolve_quoted: Resolve
    join_opening: Callable[[Document, Sequence[Mention]], None]
    generic_masculine: Callable[[Document, Container[int], Container[int]], list[tuple[int, int]]]
    other_names: Callable[[Document, Sequence[Mention]], Pairs] = _no_pairs
    introduced: Callable[[Document, Sequence[Mention], Sequence[int]], Pairs] = _no_pairs
    told_of: Callable[[Document, Sequence[Mention], Titles, Descriptions], Pairs] = _no_pairs
    apposed_to: Callable[[Document, int, Sequence[Mention], Mapping[int, int]], int | None] = _apposed_to
    is_owned: Callable[[Document, int, Mapping[int, int]], bool] = _is_owned
    second_in_rank: Container[str] = frozenset()
    introduced_later: int = -1
    predicates_introduce: bool = False
    capitals_define: bool = False
    of_persons: Callable[[Document, list[Mention]], list[Mention]] = _all_mentions
