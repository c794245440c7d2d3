"""Mentions of persons, quotes, and the gender with which a text marks an actor, from weighted evidence.

Pronouns and titles of the text weigh most, statistics of first names least. Contradicting strong evidence makes an
actor ``mixed`` instead of the gender with a narrow majority.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Literal, NamedTuple, get_args

from hf_genderfair.languages.evidence import Evidence
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
        weight: See `SELF_DESCRIPTION` and the weights below it.
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
        any_number: Whether its form leaves open how many it stands for: *they*.
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
    any_number: bool = False

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


SELF_DESCRIPTION = 5.0
"""Weight of what persons say of their own gender, beside which nothing else counts."""

PRONOUN = 4.0
"""Weight of *she*, *he*, singular *they* and neopronouns."""

TITLE = 3.0
"""Weight of *Frau*, *Mr.*, *Queen*, and of neutral forms such as *Mx.* and *Lehrer:in*."""

NOUN = 3.0
"""Weight of nouns with a lexical gender: *woman*, *uncle*, *actress*."""

MORPHOLOGY = 2.5
"""Weight of German feminine forms (*Lehrerin*) and feminine articles of nominalised adjectives (*die Abgeordnete*)."""

MASCULINE_ROLE = 0.5
"""Weight of German masculine role nouns for a specific person (*der Minister*), which women have too."""

FIRST_NAME = 1.5
"""Weight of a first name of one gender only; multiplied by \\|2p - 1\\|, where p is its share of women."""

CLEAR_NAME = 1.45
"""Weight from which a pronoun of the other gender is hardly that of a first name: 98 % of its bearers have one."""

STRONG = 2.0
"""Weight from which evidence is strong, so that a single piece decides."""

ENOUGH = 1.2
"""Sum from which weak evidence decides: a first name of which 90 % have one gender, but not a role noun."""

CLEAR_SHARE = 0.7
"""Share of the weight from which contradicting strong evidence still decides."""


GENDERS: dict[str, PersonGender] = {"female": "female", "male": "male", "neutral": "neutral"}


def noun_evidence(word: str, evidence: Evidence) -> GenderEvidence | None:
    """Return the evidence of the lexical gender of a noun: *mother*, *man*, *actress*."""
    if evidence.gender not in ("female", "male"):
        return None
    return GenderEvidence(GENDERS[evidence.gender], "noun", NOUN, word)


def decide_gender(evidence: Sequence[GenderEvidence]) -> PersonGender:
    """Return the gender with which a text marks an actor."""
    # What persons say of themselves decides alone. Strong evidence (pronouns, titles, gendered nouns, feminine forms)
    # is added up; if it contradicts itself, one gender needs `CLEAR_SHARE` of the weight, so that a single wrong
    # pronoun among many does not count. Without strong evidence, each kind of weak evidence counts once for each
    # gender, however often it is repeated.
    own = [item for item in evidence if item.kind == "self-description"]
    strong: Counter[PersonGender] = Counter()
    weak: dict[tuple[PersonGender, str], float] = {}
    for gender, kind, weight, _ in own or evidence:
        if weight >= STRONG:
            strong[gender] += weight  # type: ignore[assignment]  # Counter adds floats as well
        else:
            weak[gender, kind] = max(weight, weak.get((gender, kind), 0.0))
    if strong:
        total = sum(strong.values())
        clear = [gender for gender, weight in strong.items() if weight >= CLEAR_SHARE * total]
        return clear[0] if clear else "mixed"
    sums: dict[PersonGender, float] = {}
    for (gender, _), weight in weak.items():
        sums[gender] = sums.get(gender, 0.0) + weight
    if not sums:
        return "unknown"
    best = max(sums, key=lambda gender: (sums[gender], gender))
    return best if sums[best] - sum(sums.values()) + sums[best] >= ENOUGH else "unknown"


def from_sources(evidence: Sequence[GenderEvidence], sources: Collection[EvidenceSource]) -> list[GenderEvidence]:
    """Leave out evidence of other kinds, such as first names."""
    return [item for item in evidence if SOURCE_OF[item.kind] in sources]


def deciding_source(evidence: Sequence[GenderEvidence], gender: PersonGender) -> EvidenceSource | Literal["none"]:
    """Return on what the gender of an actor rests: the surest of what says so."""
    saying = [item for item in evidence if gender in (item.gender, "mixed")]
    if gender == "unknown" or not saying:
        return "none"
    strong = {SOURCE_OF[item.kind] for item in saying if item.weight >= STRONG}
    if strong:
        return min(strong, key=EVIDENCE_SOURCES.index)
    return SOURCE_OF[max(saying, key=lambda item: item.weight).kind]


def pronoun_majority(evidence: Sequence[GenderEvidence], threshold: float = CLEAR_SHARE) -> PersonGender:
    """Return the gender by the majority of pronouns, the rule of the paper (Urchs 2025, section 4.2)."""
    counts = Counter(item.gender for item in evidence if item.kind == "pronoun")
    she, he = counts["female"], counts["male"]
    if not she + he:
        return "unknown"
    if she >= threshold * (she + he):
        return "female"
    return "male" if he >= threshold * (she + he) else "mixed"


@dataclass(slots=True)
class ShownGender:
    """What the mentions of a person so far show of a gender.

    Attributes:
        marked: Sums of strong evidence: pronouns, titles, words with a lexical gender.
        hinted: Sums of weak evidence: first names, masculine role nouns.
        by_pronouns: Sum of the strong evidence from pronouns, which may be given to the wrong person.
        named: Whether one of them is a name.

    Example:
        >>> shown = ShownGender()
        >>> shown.add(Mention(5, 9, 1, "name", evidence=(GenderEvidence("female", "title", TITLE, "Frau"),)))
        >>> shown.agreement("female"), shown.agreement("male")
        ('marked', 'conflict')
    """

    marked: dict[PersonGender, float] = field(default_factory=dict)
    hinted: dict[PersonGender, float] = field(default_factory=dict)
    by_pronouns: float = 0.0
    named: bool = False

    def add(self, mention: Mention) -> None:
        """Add the evidence of a mention."""
        self.named = self.named or mention.kind == "name"
        for each in mention.evidence:
            weights = self.marked if each.weight >= STRONG else self.hinted
            if each.kind == "pronoun":
                self.by_pronouns += each.weight
            weights[each.gender] = weights.get(each.gender, 0.0) + each.weight

    def agreement(self, gender: PersonGender) -> str:
        """Return how the gender of a mention agrees; ``conflict`` where it is somebody else's."""
        # Strong evidence makes a conflict, and so does a first name that hardly anybody of the other gender bears, but
        # for pronouns of all genders; any first name outweighs a conflict that is due to pronouns only.
        if not self.marked and not self.hinted:
            return "open"
        own, against = _sides(self.marked, gender)
        name, other_name = _sides(self.hinted, gender)
        if own or against:
            if own >= against:
                return "marked"
            return "contradicted" if against == self.by_pronouns and name > other_name else "conflict"
        if name == other_name:
            return "open"
        if self.named and gender != "neutral" and other_name - name >= CLEAR_NAME:
            return "conflict"
        return "hinted" if name > other_name else "doubtful"


def _sides(weights: Mapping[PersonGender, float], gender: PersonGender) -> tuple[float, float]:
    """Return the weight of a gender and the largest weight of a contradicting one; neutral contradicts none."""
    against = max((weight for other, weight in weights.items() if other not in (gender, "neutral")), default=0.0)
    return weights.get(gender, 0.0), against
