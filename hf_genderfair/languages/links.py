"""Which words of a text mean the same person, somebody or anybody, and what agrees with whom: one answer for all."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import NamedTuple

from hf_genderfair.languages.coreference.languages import actor_rules
from hf_genderfair.languages.coreference.mention import Mention, mentions_by_actor, token_range
from hf_genderfair.languages.coreference.mentions import named_spans
from hf_genderfair.languages.coreference.resolution import mentions_of_anybody
from hf_genderfair.languages.document import Document
from hf_genderfair.languages.reference import Links
from hf_genderfair.languages.romance import links as romance
from hf_genderfair.languages.types import PairedGender

LINK_RULES: dict[str, Callable[[Document, PairedGender, frozenset[int], frozenset[int]], Links]] = {"es": romance.links}
"""Who says what agrees with whom, by language code."""


class CoreferenceChain(NamedTuple):
    """The words of a text that mean one person or group.

    Attributes:
        mentions: Names, nouns and pronouns, in order.
        somebody: How much they tell of somebody in particular; below 0 rather anybody is meant.

    Example:
        >>> from hf_genderfair.languages.documents import AnalysisRequest, documents
        >>> [chain] = chains(next(documents(["Every guest likes his room."], AnalysisRequest("en"))))
        >>> len(chain.mentions), chain.somebody < 0
        (2, True)
    """

    mentions: Sequence[Mention]
    somebody: float

    @property
    def named(self) -> bool:
        """Whether the text names the person."""
        return any(mention.kind == "name" for mention in self.mentions)


def chains(document: Document) -> Sequence[CoreferenceChain]:
    """Return the persons and groups of a text, in the order in which it mentions them."""
    return document.derived(_chains)


def names(document: Document) -> list[Mention]:
    """Return the mentions of a text by name, in order; without any, and without entities, nothing is linked."""
    if not document.entities and not document.derived(named_spans):
        return []
    found = [mention for chain in chains(document) for mention in chain.mentions if mention.kind == "name"]
    return sorted(found, key=lambda mention: mention.start)


def chain_number(document: Document, start: int) -> int | None:
    """Return which of the chains has a mention with the token that begins at an offset; None where none has."""
    return document.derived(_by_token).get(start)


def links(document: Document, gender: PairedGender, nouns: frozenset[int], somebody: frozenset[int]) -> Links:
    """Return what agrees with the persons of a gender or stands for them: of all nouns for them, some mean somebody."""
    return document.derived(LINK_RULES[document.lang], gender, nouns, somebody)


def _chains(document: Document) -> Sequence[CoreferenceChain]:
    own = mentions_by_actor(document.derived(mentions_of_anybody)[0])
    somebody = actor_rules(document.lang).somebody
    return [CoreferenceChain(tuple(found), somebody(document, found)) for found in own.values()]


def _by_token(document: Document) -> Mapping[int, int]:
    tokens = document.tokens
    return {
        tokens[index].start: number
        for number, chain in enumerate(chains(document))
        for mention in chain.mentions
        for index in range(*token_range(document, mention))
    }
