"""Records of the actor analysis: mentions of persons, evidence of gender, quotes."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Literal, NamedTuple, get_args

from hf_genderfair.languages.types import PersonGender

MentionKind = Literal["name", "noun", "pronoun"]

EvidenceKind = Literal["self-description", "pronoun", "title", "noun", "morphology", "first name"]

EvidenceSource = Literal["self-description", "pronouns", "words", "names"]
"""Kinds of evidence by what a reader may rely on or leave out, the surest first."""

EVIDENCE_SOURCES: tuple[EvidenceSource, ...] = get_args(EvidenceSource)

SOURCE_OF: Mapping[EvidenceKind, EvidenceSource] = {
    "self-description": "self-description",
    "pronoun": "pronouns",
    "title": "words",
    "noun": "words",
    "morphology": "words",
    "first name": "names",
}

QuoteKind = Literal["direct", "indirect"]

Role = Literal[
    "subject",
    "passive_subject",
    "agent",
    "object",
    "dative_object",
    "oblique",
    "possessor",
    "predicate",
    "vocative",
    "other",
]
ROLES: tuple[Role, ...] = get_args(Role)

TokenRange = tuple[int, int]
"""Index of the first token, and the index after the last one."""


class GenderEvidence(NamedTuple):
    """A piece of evidence of a person's gender in a text.

    Attributes:
        gender: ``female``, ``male`` or ``neutral``.
        kind: ``self-description``, ``pronoun``, ``title``, ``noun``, ``morphology`` or ``first name``.
        weight: See `hf_genderfair.languages.coreference.gender`.
        word: The word of the text.
    """

    gender: PersonGender
    kind: EvidenceKind
    weight: float
    word: str


@dataclass(slots=True)
class Mention:
    """A mention of a person or a group: a name, a noun for persons or a pronoun.

    Attributes:
        start: Offset of its first character in the text, in code points.
        end: Offset after its last character. A name is without titles (*Merkel* in *Frau Merkel*); a noun is
            without article and adjectives, but with the other parts of a compound (*police officer*).
        head: Index of the token on which the rest of the mention depends.
        kind: ``name``, ``noun`` or ``pronoun``.
        plural: Whether it stands for several persons.
        evidence: Evidence of gender in the mention: title, noun, morphology, first name, pronoun.
        role: Its syntactic role.
        actor: Number of its actor; -1 before that is resolved.
        generic: Whether it is a noun or pronoun for anybody and nobody in particular: *jeder Kunde*, *nobody*.
        uncertain: Whether it is a noun that fits several persons before it equally well, and so is left apart.
        tokens: Indices of its tokens; those of its head alone, if not given.
        titles: The words before a name that are its titles, as pairs of token indices, in order.
        seen: Whether the reader alone sees it, and no rule.
    """

    start: int
    end: int
    head: int
    kind: MentionKind
    plural: bool = False
    evidence: tuple[GenderEvidence, ...] = ()
    role: Role = "other"
    actor: int = -1
    generic: bool = False
    uncertain: bool = False
    tokens: range = range(0)
    titles: tuple[TokenRange, ...] = ()
    seen: bool = False

    def __post_init__(self) -> None:
        """Take the head for the only token, if no tokens are given."""
        self.tokens = self.tokens or range(self.head, self.head + 1)


@dataclass(slots=True)
class Quote:
    """Direct speech in quotation marks, or a reported clause.

    Attributes:
        start: Offset of its first character, without the quotation mark.
        end: Offset after its last character, without the quotation mark.
        kind: ``direct`` or ``indirect``.
        speaker_start: Offset of the words that name the speaker; -1 where there are none.
        speaker_end: Offset after them; -1 where there are none.
        speaker: Index of the token that heads these words; -1 where there are none.
        actor: Number of the actor who speaks; -1 where the speaker is unknown or not a person.
    """

    start: int
    end: int
    kind: QuoteKind
    speaker_start: int = -1
    speaker_end: int = -1
    speaker: int = -1
    actor: int = -1


def mentions_by_actor(mentions: Iterable[Mention]) -> dict[int, list[Mention]]:
    """Return the mentions of each actor, in their order."""
    own: dict[int, list[Mention]] = {}
    for mention in mentions:
        own.setdefault(mention.actor, []).append(mention)
    return own
