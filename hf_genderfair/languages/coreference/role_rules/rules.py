"""The record by which a language tells the roles of persons in their clauses."""

from __future__ import annotations

from collections.abc import Callable, Container
from dataclasses import dataclass

from hf_genderfair.languages.analysis import Token
from hf_genderfair.languages.coreference.mention import Role
from hf_genderfair.languages.document import Document


def tells_nothing(document: Document, first: int, last: int) -> bool:
    """Find nothing that makes a form of address one for sure, as in languages that spell its pronouns like others."""
    return False


@dataclass(frozen=True)
class RoleRules:
    """What of a language tells the roles of persons, beyond the relations of Universal Dependencies.

    Attributes:
        argument: Returns the role of a subject or object, where its form or order tells more than its relation.
        is_participle_passive: Returns whether a verb without an auxiliary of the passive is passive as a participle.
        bearer_of: Returns the index of the word of which a noun is predicated, or None.
        agent_prepositions: Prepositions of the agent of a passive.
        openers: First words of forms of address, in lower case and without full stops.
        stands_for_person: Returns whether a noun stands for one person, so that a form of address may be its
            apposition.
        is_spoken_to: Returns whether what stands beside a form of address, from the first to the last of its tokens,
            makes it one for sure.
        talk: Words, one of which stands in every sentence with a form of address; None where commas tell enough.
        giving: Verbs of which the first of two bare objects is the receiver.
        hyphens: Whether parsers attach a name to the first part of a noun with a hyphen: *SPD-Chef Karl Bode*.
        genitive: Whether a noun without preposition modifies another in the genitive, as its possessor.

    Example:
        >>> from hf_genderfair.languages.coreference.role_rules.languages import role_rules
        >>> sorted(role_rules("de").agent_prepositions), role_rules("en").genitive
        (['vom', 'von'], False)
    """

    argument: Callable[[Document, int, Role], Role]
    is_participle_passive: Callable[[Document, int], bool]
    bearer_of: Callable[[Document, int], int | None]
    agent_prepositions: frozenset[str]
    openers: Container[str]
    stands_for_person: Callable[[Token], bool]
    is_spoken_to: Callable[[Document, int, int], bool] = tells_nothing
    talk: Container[str] | None = None
    giving: Container[str] = frozenset()
    hyphens: bool = False
    genitive: bool = False
