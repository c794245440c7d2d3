"""Which words of a text mean the same person, and whether that is somebody or anybody: one answer for all."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from hf_genderfair.languages.coreference.languages import actor_rules
from hf_genderfair.languages.coreference.mention import Mention, mentions_by_actor, token_range
from hf_genderfair.languages.coreference.resolution import mentions_of_anybody
from hf_genderfair.languages.document import Document


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


def chain_number(document: Document, start: int) -> int | None:
    """Return which of the chains has a mention with the token that begins at an offset; None where none has."""
    return document.derived(_by_token).get(start)


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
