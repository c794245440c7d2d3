"""Which words change with the gender of a person, by the odds that the reader gives.

In German these are weighed, so that what changes is right as often as in other languages; the weights stand in
``reader_weights.tsv``.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence

from hf_genderfair.languages.document import Document
from hf_genderfair.languages.reader.generic_reference import fitted_weights, log_odds, weigh
from hf_genderfair.languages.reader.reading import read
from hf_genderfair.languages.types import BinaryGender

WEIGHTS = "reader_weights_swaps"
EVIDENCE = ("always", "odds", "pronoun")
"""What tells of a word whether it changes, in the order of the weights.

Odds are those that the word is another one when everybody has the gender; a pronoun stands for who or what was
mentioned.
"""

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
    weights = fitted_weights(WEIGHTS).get(document.lang)
    evidence = evidence_of(document, to)
    if weights is None:
        return [odds for _, odds, _ in evidence]
    return [weigh(weights, EVIDENCE, own) for own in evidence]


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


def evidence_of(document: Document, to: BinaryGender) -> list[tuple[float, float, float]]:
    """Return for each token what `EVIDENCE` says of it."""
    changes = document.derived(read).changes[to]
    return [
        (1.0, log_odds(probability, LEAST), float(token.morph.get("PronType") in ANAPHORIC))
        for token, probability in zip(document.tokens, changes, strict=True)
    ]
