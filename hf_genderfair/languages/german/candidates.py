"""What is known of a pronoun, of a word that it may stand for, and of what stands around it."""

from __future__ import annotations

from typing import NamedTuple


class AntecedentCandidate(NamedTuple):
    """A word that a pronoun may stand for.

    Attributes:
        token_index: Index of the token.
        agreement: Bits of gender and number that it has by grammar.
        slot: ``subject``, ``object``, ``possessor`` or ``oblique``.
        prominence: What speaks for it, whatever the pronoun.
        reason: Why pronouns for it are left alone; empty where they are rewritten.
        leaning: Bit of the gender to whose bearers a first name is mostly given; 0 where none is known.
        taken: Whether it is a pronoun that takes up another candidate.
    """

    token_index: int
    agreement: int
    slot: str
    prominence: float
    reason: str = ""
    leaning: int = 0
    taken: bool = False


class Anaphor(NamedTuple):
    """A pronoun whose antecedent is looked for.

    Attributes:
        token_index: Index of the token.
        kind: ``personal``, ``possessive``, ``demonstrative`` or ``indefinite``.
        agreement: Bits of the genders and the number that its antecedent may have.
        animacy: What the words around it say: above zero for persons, below for things.
    """

    token_index: int
    kind: str
    agreement: int
    animacy: float


class AnaphorContext(NamedTuple):
    """Words around a pronoun that more speaks for.

    Attributes:
        owner: The subject of its clause; -1 where there is none.
        above: For a personal pronoun in an adverbial clause the subject of the clause above; -1 elsewhere.
        holders: The nouns that the phrase of a possessive further describes, the nearest first.
    """

    owner: int
    above: int
    holders: list[int]
