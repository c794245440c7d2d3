"""The gender of an actor: as the text marks it, from evidence with weights.

What somebody writes of a person in the text itself counts most; what statistics say of a first name counts least. Two
strong signs against each other make an actor ``mixed``, never the more frequent gender by a narrow margin.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from hf_genderfair.actors.mention import Gender, GenderEvidence

PRONOUN = 4.0
"""She, he, they of one person, xier."""

TITLE = 3.0
"""Frau, Mr., Queen; neutral forms such as Mx. and Lehrer:in too."""

NOUN = 3.0
"""Words whose meaning has a gender: woman, uncle, actress."""

MORPHOLOGY = 2.5
"""German feminine forms (*Lehrerin*) and feminine articles of nominalised adjectives (*die Abgeordnete*)."""

MASCULINE_ROLE = 0.5
"""German masculine role nouns of one specific person (*der Minister*): common for men, and used of women too."""

FIRST_NAME = 1.5
"""For a name that only one gender bears; times \\|2p - 1\\| where p is the share of women among its bearers."""

STRONG = 2.0
"""From this weight on, evidence is strong: it decides alone."""

ENOUGH = 1.2
"""Weak evidence decides from this sum on: a first name with nine of ten bearers of one gender, but no role noun."""

CLEAR_SHARE = 0.7
"""Strong evidence against each other is clear from this share of the weight on."""


def decide_gender(evidence: Sequence[GenderEvidence]) -> Gender:
    """Say which gender the text marks an actor with.

    Strong evidence (pronouns, titles, gendered nouns, feminine forms) is added up; if both genders have some, one of
    them needs `CLEAR_SHARE` of the weight, so that one misread pronoun among many does not count. Without strong
    evidence, each kind of weak evidence counts once for each gender, however often it is repeated.

    Args:
        evidence: All evidence of the mentions of one actor.

    Returns:
        The gender; ``unknown`` where there is no evidence or too little.
    """
    strong: Counter[Gender] = Counter()
    weak: dict[tuple[Gender, str], float] = {}
    for gender, kind, weight, _ in evidence:
        if weight >= STRONG:
            strong[gender] += weight  # type: ignore[assignment]  # Counter adds floats as well
        else:
            weak[gender, kind] = max(weight, weak.get((gender, kind), 0.0))
    if strong:
        total = sum(strong.values())
        clear = [gender for gender, weight in strong.items() if weight >= CLEAR_SHARE * total]
        return clear[0] if clear else "mixed"
    sums: dict[Gender, float] = {}
    for (gender, _), weight in weak.items():
        sums[gender] = sums.get(gender, 0.0) + weight
    if not sums:
        return "unknown"
    best = max(sums, key=lambda gender: (sums[gender], gender))
    return best if sums[best] - sum(sums.values()) + sums[best] >= ENOUGH else "unknown"


def pronoun_majority(evidence: Sequence[GenderEvidence], threshold: float = CLEAR_SHARE) -> Gender:
    """Say which gender the pronouns give (Urchs 2025, section 4.2): the rule of the paper.

    Args:
        evidence: All evidence of the mentions of one actor.
        threshold: Least share of *she* among *she* and *he* for ``female``; one minus it is the highest for ``male``.

    Returns:
        ``female``, ``male``, ``mixed`` in between, ``unknown`` without such a pronoun.
    """
    counts = Counter(item.gender for item in evidence if item.kind == "pronoun")
    she, he = counts["female"], counts["male"]
    if not she + he:
        return "unknown"
    if she >= threshold * (she + he):
        return "female"
    return "male" if he >= threshold * (she + he) else "mixed"
