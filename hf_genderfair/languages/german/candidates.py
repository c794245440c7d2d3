"""Anaphors, the candidates for their antecedents, and the words that make some candidates likelier."""

from __future__ import annotations

from typing import NamedTuple


class AntecedentCandidate(NamedTuple):
    """A possible antecedent of a pronoun.

    Attributes:
        token_index: Index of the token.
        agreement: Bits of gender and number that it has by grammar.
        slot: ``subject``, ``object``, ``possessor`` or ``oblique``.
        prominence: Score of the word itself, which counts for every pronoun.
        reason: Why pronouns for it are left alone; empty where they are rewritten.
        leaning: Bit of the gender of most persons with this first name; 0 where it is not known.
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
        animacy: Animacy evidence of the words around it: above zero for persons, below for things.
    """

    token_index: int
    kind: str
    agreement: int
    animacy: float


class AnaphorContext(NamedTuple):
    """Words around a pronoun that are likelier antecedents than others.

    Attributes:
        owner: The subject of its clause; -1 where there is none.
        above: For a personal pronoun in an adverbial clause the subject of the clause above; -1 elsewhere.
        holders: The nouns that the phrase of a possessive further describes, the nearest first.
    """

    owner: int
    above: int
    holders: list[int]
