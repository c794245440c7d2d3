"""Whether a word speaks of nobody in particular: what the reader sees of it and of its person, weighed.

The weights are those of a logistic regression on sentences in which such words are marked; each piece of evidence and
its weight stand in ``reader_weights.tsv``.
"""

from __future__ import annotations

import math
from collections.abc import Container, Mapping, Sequence

from hf_genderfair.core.resources import resource
from hf_genderfair.languages.document import Document
from hf_genderfair.languages.reader.reading import ANYBODY, SOMEBODY, SeenMention, persons_seen, read
from hf_genderfair.lexicons.loader import load_lexicon

WEIGHTS = "reader_weights_generic"
EVIDENCE = (
    "always",
    "generic",
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
NOUNS = frozenset({"role", "kin", "collective"})

LEAST = 1e-3
"""Probability that is taken for 0."""


def odds_of_anybody(document: Document, index: int, replaced: Container[str] = ()) -> float:
    """Return the logarithm of the odds that the word at a token speaks of nobody in particular."""
    # replaced are words for women or men, in lower case, that are none for who asks: fireman
    return weigh(fitted_weights(WEIGHTS)[document.lang], EVIDENCE, evidence_of(document, index, replaced))


def mean_odds_of_anybody(
    document: Document, index: int, pronouns: Container[str], replaced: Container[str] = ()
) -> float:
    """Return the mean of `odds_of_anybody` over the pronouns of a person, so that all change or none does."""
    number = document.derived(read).mention_of[index]
    others = others_of_person(document, number) if number >= 0 else ()
    together = {index, *(each.last for each in others if document.tokens[each.last].text.lower() in pronouns)}
    return sum(odds_of_anybody(document, each, replaced) for each in together) / len(together)


def evidence_of(document: Document, index: int, replaced: Container[str] = ()) -> Sequence[float]:
    """Return what `EVIDENCE` says of the word at a token; see `odds_of_anybody`."""
    reading = document.derived(read)
    generic = log_odds(reading.generic[index], LEAST)
    return [1.0, generic, *_of_mention(document, reading.mention_of[index], replaced)]


def _of_mention(document: Document, number: int, replaced: Container[str]) -> Sequence[float]:
    """Return what is known of the mention that a word is in."""
    if number < 0:
        return [1.0, *[0.0] * (OF_MENTION - 1)]
    mention, others = document.derived(read).mentions[number], others_of_person(document, number)
    by_noun = [each.reference[ANYBODY] for each in others if each.kind in NOUNS]
    return [
        0.0,
        log_odds(mention.reference[ANYBODY], LEAST),
        log_odds(mention.reference[SOMEBODY], LEAST),
        log_odds(mention.certainty, LEAST),
        any(each.kind == "name" for each in others),
        log_odds(max(by_noun), LEAST) if by_noun else 0.0,
        not by_noun,
        any(shows_gender(document, each, replaced) for each in others),
    ]


def shows_gender(document: Document, mention: SeenMention, replaced: Container[str] = ()) -> bool:
    """Return whether a noun says of somebody by itself that she is a woman, or he a man."""
    shown = mention.kind in NOUNS and mention.gender in ("female", "male")
    return shown and document.tokens[mention.last].text.lower() not in replaced


def others_of_person(document: Document, number: int) -> Sequence[SeenMention]:
    """Return the other mentions of the person of a mention."""
    mention = document.derived(read).mentions[number]
    return [each for each in document.derived(persons_seen)[mention.chain] if each is not mention]


def weigh(weights: Mapping[str, float], names: Sequence[str], evidence: Sequence[float]) -> float:
    """Return the logarithm of the odds that pieces of evidence add up to."""
    return sum(weights[name] * value for name, value in zip(names, evidence, strict=True))


def log_odds(probability: float, least: float) -> float:
    """Return the logarithm of the odds of a probability; what is below the least, or nearer to 1, is taken for it."""
    bounded = min(max(probability, least), 1 - least)
    return math.log(bounded / (1 - bounded))


def fitted_weights(lexicon: str) -> Mapping[str, Mapping[str, float]]:
    """Return the weights of a table by language and piece of evidence; what has none weighs nothing."""
    return resource((lexicon, load_lexicon(lexicon).digest), lambda: _read_weights(lexicon))


def _read_weights(lexicon: str) -> Mapping[str, Mapping[str, float]]:
    found: dict[str, dict[str, float]] = {}
    for lang, name, weight in load_lexicon(lexicon).rows:
        found.setdefault(lang, {})[name] = float(weight)
    return found
