"""Whether a word speaks of nobody in particular: what rules find and what the reader sees, weighed.

The weights are those of a logistic regression on sentences in which such words are marked; each piece of evidence and
its weight stand in ``rewriting_weights.tsv``.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal, NamedTuple, get_args

from hf_genderfair.languages.document import Document
from hf_genderfair.languages.reader.reading import SeenMention, persons_seen, read
from hf_genderfair.languages.reader.weights import fitted_weights, log_odds, weigh

Verdict = Literal["anybody", "somebody", "nobody told", "named", "no person"]
"""What rules say of a word."""

WEIGHTS = "rewriting_weights"
EVIDENCE = (
    "always",
    *(f"rules: {verdict}" for verdict in get_args(Verdict)),
    "plural",
    "feminine",
    "generic",
    "generic and rules: anybody",
    "no mention",
    "anybody",
    "somebody",
    "certainty of the mention",
    "named",
    "anybody by noun",
    "no noun",
    "woman or man",
)
"""What tells of a word whether it speaks of nobody in particular, in the order of the weights.

What the reader sees is given in logarithms of odds; *by noun* is said of the other nouns for the same person.
"""

OF_MENTION = len(EVIDENCE) - EVIDENCE.index("no mention")
SOMEBODY, ANYBODY = 0, 2
"""Places of these among the references of a mention."""

NOUNS = frozenset({"role", "kin", "collective"})
MARGIN = 2.0
"""Odds, in logarithms, that are asked beside gender-fair forms: who wrote these has left other words as they are."""

LEAST = 1e-3
"""Probability that is taken for 0."""


class DoubtedWord(NamedTuple):
    """A word that may speak of nobody in particular.

    Attributes:
        token: Index of its token.
        verdict: What rules say of it.
        plural: Whether it is in the plural.
        feminine: Whether it is a feminine noun.
    """

    token: int
    verdict: Verdict
    plural: bool = False
    feminine: bool = False


def speaks_of_anybody(document: Document, word: DoubtedWord, *, beside_fair_forms: bool = False) -> bool:
    """Return whether a word speaks of nobody in particular; in a text with gender-fair forms more has to say so."""
    odds = weigh(fitted_weights(WEIGHTS, EVIDENCE)[document.lang], evidence_of(document, word))
    return odds > (MARGIN if beside_fair_forms else 0)


def evidence_of(document: Document, word: DoubtedWord) -> Sequence[float]:
    """Return what `EVIDENCE` says of a word."""
    reading = document.derived(read)
    generic = log_odds(reading.generic[word.token], LEAST)
    return [
        1.0,
        *(word.verdict == each for each in get_args(Verdict)),
        word.plural,
        word.feminine,
        generic,
        generic * (word.verdict == "anybody"),
        *_of_mention(document, reading.mention_of[word.token]),
    ]


def _of_mention(document: Document, number: int) -> Sequence[float]:
    """Return what is known of the mention that a word is in."""
    if number < 0:
        return [1.0, *[0.0] * (OF_MENTION - 1)]
    mention = document.derived(read).mentions[number]
    others = [each for each in document.derived(persons_seen)[mention.chain] if each is not mention]
    by_noun = [each.reference[ANYBODY] for each in others if each.kind in NOUNS]
    return [
        0.0,
        log_odds(mention.reference[ANYBODY], LEAST),
        log_odds(mention.reference[SOMEBODY], LEAST),
        log_odds(mention.certainty, LEAST),
        any(each.kind == "name" for each in others),
        log_odds(max(by_noun), LEAST) if by_noun else 0.0,
        not by_noun,
        any(map(_shows_gender, others)),
    ]


def _shows_gender(mention: SeenMention) -> bool:
    return mention.kind in NOUNS and mention.gender in ("female", "male")
