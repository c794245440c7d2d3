"""Whether a word speaks of nobody in particular: what rules find and what the reader sees, weighed.

The weights are those of a logistic regression on sentences in which such words are marked; each piece of evidence and
its weight stand in ``rewriting_weights.tsv``.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from typing import Literal, NamedTuple, get_args

from hf_genderfair.core.resources import resource
from hf_genderfair.languages.document import Document
from hf_genderfair.languages.reader.reading import SeenMention, SeenPersons, read
from hf_genderfair.lexicons.loader import load_lexicon

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
    own = evidence_of(document, word)
    odds = sum(weight * value for weight, value in zip(_weights()[document.lang], own, strict=True))
    return odds > (MARGIN if beside_fair_forms else 0)


def evidence_of(document: Document, word: DoubtedWord) -> Sequence[float]:
    """Return what `EVIDENCE` says of a word."""
    reading = document.derived(read)
    generic = _odds(reading.generic[word.token])
    return [
        1.0,
        *(word.verdict == each for each in get_args(Verdict)),
        word.plural,
        word.feminine,
        generic,
        generic * (word.verdict == "anybody"),
        *_of_mention(reading, reading.mention_of[word.token]),
    ]


def _of_mention(reading: SeenPersons, number: int) -> Sequence[float]:
    """Return what is known of the mention that a word is in."""
    if number < 0:
        return [1.0, *[0.0] * (OF_MENTION - 1)]
    mention = reading.mentions[number]
    others = [each for each in reading.mentions if each.chain == mention.chain and each is not mention]
    by_noun = [each.reference[ANYBODY] for each in others if each.kind in NOUNS]
    return [
        0.0,
        _odds(mention.reference[ANYBODY]),
        _odds(mention.reference[SOMEBODY]),
        _odds(mention.certainty),
        any(each.kind == "name" for each in others),
        _odds(max(by_noun)) if by_noun else 0.0,
        not by_noun,
        any(map(_shows_gender, others)),
    ]


def _shows_gender(mention: SeenMention) -> bool:
    return mention.kind in NOUNS and mention.gender in ("female", "male")


def _odds(probability: float) -> float:
    bounded = min(max(probability, LEAST), 1 - LEAST)
    return math.log(bounded / (1 - bounded))


def _weights() -> Mapping[str, Sequence[float]]:
    return resource((WEIGHTS, load_lexicon(WEIGHTS).digest), _read_weights)


def _read_weights() -> Mapping[str, Sequence[float]]:
    found = {(lang, evidence): float(weight) for lang, evidence, weight in load_lexicon(WEIGHTS).rows}
    return {lang: [found[lang, each] for each in EVIDENCE] for lang in {lang for lang, _ in found}}
