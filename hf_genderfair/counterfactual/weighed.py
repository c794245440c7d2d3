"""Which words change with the gender of a person: what rules find and what the reader sees, weighed.

The weights are those of a logistic regression on sentences whose swaps are known; each piece of evidence and its weight
stand in ``swap_weights.tsv``.
"""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Callable, Collection, Mapping, Sequence
from typing import NamedTuple

from hf_genderfair.core.resources import resource
from hf_genderfair.counterfactual.swapping import Change
from hf_genderfair.counterfactual.word_classes import token_indices
from hf_genderfair.languages.document import Document
from hf_genderfair.languages.reader.reading import SeenPersons, read
from hf_genderfair.languages.types import OTHER_BINARY_GENDER, BinaryGender
from hf_genderfair.lexicons.loader import load_lexicon

WEIGHTS = "swap_weights"
EVIDENCE = (
    "always",
    "odds",
    "rules",
    "odds and rules",
    "pronoun",
    "pronoun and rules",
    "odds and pronoun",
    "mention",
    "odds of the mention",
    "rules at the mention",
    "anybody",
    "anybody and rules",
    "somebody",
    "gender",
    "other gender",
    "other gender and rules",
    "rules at other words",
    "odds at other words",
    "certainty of the mention",
)
"""What tells of a word whether it changes, in the order of the weights.

Odds are those that the word would be another one if its person were of another gender; the mention is that with which
it agrees, which shows the gender, or the other one, and of which the other words are those of the same person.
"""

SOMEBODY, ANYBODY = 0, 2
"""Places of these among the references of a mention."""

OF_MENTION = len(EVIDENCE) - EVIDENCE.index("mention")
"""How many pieces of evidence are of a mention."""

ANAPHORIC = frozenset({"Prs", "Dem", "Rel"})
"""Types of pronouns that stand for whoever or whatever was mentioned."""

LEAST = 1e-4
"""Probability that is taken for 0."""


class Weighed(NamedTuple):
    """The words of a text that change, and all others; none of both where nothing has been weighed.

    Attributes:
        somebody: Indices of tokens that change.
        nobody: Indices of tokens that do not.
        chains: For each token that changes the person of whom it is, as the reader sees it.
    """

    somebody: frozenset[int]
    nobody: frozenset[int]
    chains: Mapping[int, int]


FOLLOWING = frozenset({"name", "article"})
"""Rules of changes that follow from others."""

UNWEIGHED = Weighed(frozenset(), frozenset(), {})


def weighed(
    document: Document,
    to: BinaryGender,
    changes: Collection[Change],
    has_form: Callable[[Document, int, BinaryGender], bool],
) -> Weighed | None:
    """Return which words of a text change, given what rules would; None where it is they."""
    rules = changed_words(document, changes)
    evidence = evidence_of(document, to, rules)
    weights = _weights()[document.lang]
    chosen = frozenset(
        index
        for index, own in enumerate(evidence)
        if sum(weight * value for weight, value in zip(weights, own, strict=True)) > 0
        and (index in rules or has_form(document, index, to))
    )
    if chosen == rules:
        return None
    reading = document.derived(read)
    return Weighed(
        chosen,
        frozenset(range(len(document.tokens))) - chosen,
        {index: _chain(reading, index) for index in chosen},
    )


def changed_words(document: Document, changes: Collection[Change]) -> frozenset[int]:
    """Return the tokens that changes replace, but for names and articles that go by the sound of a word."""
    found: set[int] = set()
    for change in changes:
        if change.rule not in FOLLOWING:
            first, last = token_indices(document, change.start, change.end)
            found.update(range(first, last + 1))
    return frozenset(found)


def evidence_of(document: Document, to: BinaryGender, rules: Collection[int]) -> list[Sequence[float]]:
    """Return for each token what `EVIDENCE` says of it, given those that rules would change."""
    reading = document.derived(read)
    odds = [_odds(probability) for probability in reading.gendered]
    of_person: dict[int, list[int]] = defaultdict(list)
    for index, number in enumerate(reading.controllers):
        if number >= 0:
            of_person[reading.mentions[number].chain].append(index)
    pronouns = {index for index, token in enumerate(document.tokens) if token.morph.get("PronType") in ANAPHORIC}
    return [
        [
            *_of_word(odds[index], index in rules, index in pronouns),
            *_of_mention(reading, index, to, rules, odds, of_person),
        ]
        for index in range(len(odds))
    ]


def _of_word(odds: float, is_ruled: bool, is_pronoun: bool) -> Sequence[float]:
    """Return what is known of a word itself."""
    return [1.0, odds, is_ruled, odds * is_ruled, is_pronoun, is_pronoun and is_ruled, odds * is_pronoun]


def _of_mention(
    reading: SeenPersons,
    index: int,
    to: BinaryGender,
    rules: Collection[int],
    odds: Sequence[float],
    of_person: Mapping[int, Sequence[int]],
) -> Sequence[float]:
    """Return what is known of the mention with which a word agrees."""
    number = reading.controllers[index]
    if number < 0:
        return [0.0] * OF_MENTION
    mention, ruled = reading.mentions[number], index in rules
    others = [other for other in of_person[mention.chain] if other != index]
    other_rules = sum(other in rules for other in others) / len(others) if others else 0.5
    other_odds = sum(odds[other] > 0 for other in others) / len(others) if others else 0.5
    anybody, is_of_other = mention.reference[ANYBODY], mention.gender == to
    return [
        1.0,
        odds[mention.last],
        mention.last in rules,
        anybody,
        anybody * ruled,
        mention.reference[SOMEBODY],
        mention.gender == OTHER_BINARY_GENDER[to],
        is_of_other,
        is_of_other and ruled,
        other_rules,
        other_odds,
        _odds(mention.certainty),
    ]


def _odds(probability: float) -> float:
    bounded = min(max(probability, LEAST), 1 - LEAST)
    return math.log(bounded / (1 - bounded))


def _chain(reading: SeenPersons, index: int) -> int:
    number = reading.controllers[index]
    return -index - 1 if number < 0 else reading.mentions[number].chain


def _weights() -> Mapping[str, Sequence[float]]:
    return resource((WEIGHTS, load_lexicon(WEIGHTS).digest), _read_weights)


def _read_weights() -> Mapping[str, Sequence[float]]:
    found = {(lang, evidence): float(weight) for lang, evidence, weight in load_lexicon(WEIGHTS).rows}
    return {lang: [found[lang, each] for each in EVIDENCE] for lang in {lang for lang, _ in found}}
