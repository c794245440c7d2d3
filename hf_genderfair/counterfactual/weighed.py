"""Which words change with the gender of a person: what the reader sees of a word and of its person, weighed.

The weights are those of a logistic regression on sentences whose swaps are known; each piece of evidence and its weight
stand in ``reader_weights.tsv``.
"""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Callable, Mapping, Sequence

from hf_genderfair.languages.document import Document
from hf_genderfair.languages.reader.generic_reference import fitted_weights, log_odds, weigh
from hf_genderfair.languages.reader.reading import ANYBODY, SOMEBODY, SeenPersons, read
from hf_genderfair.languages.types import OTHER_BINARY_GENDER, BinaryGender

WEIGHTS = "reader_weights_swaps"
EVIDENCE = (
    "always",
    "odds",
    "pronoun",
    "odds and pronoun",
    "generic",
    "mention",
    "odds of the mention",
    "anybody",
    "somebody",
    "gender",
    "other gender",
    "odds at other words",
    "certainty of the mention",
)
"""What tells of a word whether it changes, in the order of the weights.

Odds are those that the word is another one when everybody has the gender; the mention is that with which it agrees,
which shows the gender that goes, or that which comes, and of which the other words are those of the same person.
"""

OF_MENTION = len(EVIDENCE) - EVIDENCE.index("mention")
"""How many pieces of evidence are of a mention."""

ANAPHORIC = frozenset({"Prs", "Dem", "Rel"})
"""Types of pronouns that stand for whoever or whatever was mentioned."""

AGREEING = frozenset({"det", "amod"})
"""Relations of words to the noun with which they agree."""

SAME_FORM = -4.0
"""Odds, in logarithms, below which a word is taken to have no other form."""

LEAST_CERTAINTY = 0.6
"""Probability that all words of a sentence are told right, below which it stays as it is."""

LEAST = 1e-4
"""Probability that is taken for 0."""


def odds_of_change(document: Document, to: BinaryGender) -> list[float]:
    """Return for each token the logarithm of the odds that it changes when everybody has a gender."""
    weights = fitted_weights(WEIGHTS)[document.lang]
    return [weigh(weights, EVIDENCE, own) for own in evidence_of(document, to)]


def doubted_sentences(document: Document, odds: Sequence[float]) -> set[int]:
    """Return the numbers of the sentences in which it is rather likely that not all words are told right."""
    found = set()
    for number, (first, last) in enumerate(document.sentences):
        surprise = sum(math.log1p(math.exp(-abs(own))) for own in odds[first:last])
        if math.exp(-surprise) < LEAST_CERTAINTY:
            found.add(number)
    return found


def agreeing(document: Document, odds: Sequence[float], has_other: Callable[[int], bool]) -> list[float]:
    """Return odds by which a noun and what agrees with it change together or not at all: their sum for each."""
    found = list(odds)
    for head, token in enumerate(document.tokens):
        if token.pos != "NOUN":
            continue
        beside = [child for child in document.children[head] if document.tokens[child].relation in AGREEING]
        # possessives are of somebody else
        together = [
            index for index in (head, *beside) if document.tokens[index].morph.get("Poss") != "Yes" and has_other(index)
        ]
        if len(together) > 1:
            total = sum(odds[index] for index in together)
            for index in together:
                found[index] = total
    return found


def evidence_of(document: Document, to: BinaryGender) -> list[Sequence[float]]:
    """Return for each token what `EVIDENCE` says of it."""
    reading = document.derived(read)
    odds = [log_odds(probability, LEAST) for probability in reading.changes[to]]
    of_person: dict[int, list[int]] = defaultdict(list)
    for index, number in enumerate(reading.controllers):
        if number >= 0:
            of_person[reading.mentions[number].chain].append(index)
    return [
        [
            1.0,
            odds[index],
            is_pronoun := token.morph.get("PronType") in ANAPHORIC,
            odds[index] * is_pronoun,
            log_odds(reading.generic[index], LEAST),
            *_of_mention(reading, index, to, odds, of_person),
        ]
        for index, token in enumerate(document.tokens)
    ]


def _of_mention(
    reading: SeenPersons, index: int, to: BinaryGender, odds: Sequence[float], of_person: Mapping[int, Sequence[int]]
) -> Sequence[float]:
    """Return what is known of the mention with which a word agrees."""
    number = reading.controllers[index]
    if number < 0:
        return [0.0] * OF_MENTION
    mention = reading.mentions[number]
    others = [other for other in of_person[mention.chain] if other != index]
    return [
        1.0,
        odds[mention.last],
        mention.reference[ANYBODY],
        mention.reference[SOMEBODY],
        mention.gender == OTHER_BINARY_GENDER[to],
        mention.gender == to,
        sum(odds[other] > 0 for other in others) / len(others) if others else 0.5,
        log_odds(mention.certainty, LEAST),
    ]
