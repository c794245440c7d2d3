"""Whom English pronouns stand for: GAP, LitBank and WinoBias, read from FOLDER/coreference."""

from __future__ import annotations

import hashlib
from collections import defaultdict
from collections.abc import Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from benchmarks.measure import Figures, Measure, ends
from benchmarks.scores import interval, resampled
from dataset_scripts.models.weights.coreference import (
    SINGULAR,
    Chains,
    GapRow,
    Schema,
    read_gap,
    read_litbank,
    read_winobias,
)
from dataset_scripts.models.weights.pronouns import (
    Text,
    chain_of,
    fit,
    gap_examples,
    litbank_examples,
    overlaps,
    read_texts,
    shipped,
)
from hf_genderfair.core.counts import share
from hf_genderfair.languages.coreference.mention import Mention
from hf_genderfair.languages.coreference.pronouns.english import RELATIVES, decide, resolve

Weights = Mapping[str, float]
FOLDS = 5
PUBLISHED = {"parallelism": 0.669, "Lee et al. 2017": 0.640, "BERT and later, lowest": 0.85, "highest": 0.92}
"""F of GAP; their baselines are given the two names, and need not find them."""


class Answer(NamedTuple):
    """For each of two names whether it is found to be the antecedent, and whether it is; whether a form of *she*."""

    page: str
    female: bool
    predicted: tuple[bool, bool]
    gold: tuple[bool, bool]


def coreference_en(data: Path) -> Figures:
    """Resolve English pronouns; everything is found by the system itself: mentions, actors, pronouns.

    In GAP a name counts as predicted where a mention that overlaps it is of the actor that the pronoun has. The weights
    were fitted on GAP and LitBank; beside their figures stand those by cross-validation, where no row of a page, or
    book, was among those that its weights were fitted on. WinoBias was never fitted on. Published figures of GAP are
    those of Webster et al. 2018 on the development set. Intervals: 95 %; Wilson for shares, bootstrap over pages for F,
    seeded.
    """
    gap = read_texts(row for part in ("development", "validation") for row in read_gap(data, part))
    litbank = read_texts(read_litbank(data))
    fitted = []
    for fold in range(FOLDS):
        rows = [pair for pair in gap if _fold(pair[0].page) != fold]
        books = [pair for pair in litbank if _fold(pair[0].name) != fold]
        weights: dict[str, float] = {}
        for _ in range(2):
            weights = fit([*gap_examples(rows, weights), *litbank_examples(books, weights)])
        fitted.append(weights)
    own = shipped()
    for how, answers in (
        ("weights fitted on it too", [_answer(row, text, own) for row, text in gap]),
        ("5 folds by page", [_answer(row, text, fitted[_fold(row.page)]) for row, text in gap]),
    ):
        yield from _gap(answers, how)
    right = [one for gold, text in litbank for one in _books(gold, text, fitted[_fold(gold.name)])]
    of = partial(Measure, "English pronouns, he and she, 5 folds by book", "LitBank", len(right))
    yield of("right", *ends(share(sum(right), len(right))))
    found: dict[str, list[bool]] = defaultdict(list)
    for gold, text in read_texts(read_winobias(data)):
        found[gold.condition].append(_is_right(gold, text))
    for kind in ("type1", "type2"):
        sides = {side: found[f"{kind} {side}"] for side in ("pro", "anti")}
        n = sum(map(len, sides.values()))
        of = partial(Measure, "English pronouns and stereotypes", "WinoBias dev", n, of=kind)
        for side, own_right in sides.items():
            yield of(f"right, {side}-stereotyped", sum(own_right) / len(own_right))


def _fold(group: str) -> int:
    """Return the fold of a page or book."""
    return int(hashlib.sha256(group.encode()).hexdigest(), 16) % FOLDS


def _found(text: Text, weights: Weights) -> tuple[list[Mention], dict[int, Mention]]:
    """Return all mentions, and the pronouns by their start."""
    decisions = decide(text.document, text.own_mentions(), text.quotes, weights)
    pronouns = [decision.mention for decision in decisions if decision.of_persons]
    mentions = sorted([*text.mentions, *text.possible, *pronouns], key=lambda mention: mention.start)
    return mentions, {mention.start: mention for mention in pronouns}


def _answer(row: GapRow, text: Text, weights: Weights) -> Answer:
    mentions, pronouns = _found(text, weights)
    pronoun = pronouns.get(row.pronoun[0])
    actor = pronoun.actor if pronoun else None
    named = [mention for mention in mentions if mention.kind != "pronoun"]
    first, second = (any(m.actor == actor and overlaps(m, span) for m in named) for span in row.names)
    return Answer(row.page, row.female, (first, second), row.gold)


def _gap(answers: Sequence[Answer], how: str) -> Figures:
    """Yield F, and the ratio of F for female and male pronouns."""
    pages = {page: number for number, page in enumerate(sorted({answer.page for answer in answers}))}
    # by page, sex, and true positive / false positive / false negative
    counts = np.zeros((len(pages), 2, 3))
    for answer in answers:
        for predicted, gold in zip(answer.predicted, answer.gold, strict=True):
            if predicted or gold:
                kind = 0 if predicted and gold else 1 if predicted else 2
                counts[pages[answer.page], int(answer.female), kind] += 1
    of = partial(Measure, f"English pronouns, {how}", "GAP dev and validation, own mentions", len(answers))
    total, drawn = counts.sum(0), resampled(counts)
    yield of("F", float(_f(total.sum(-2))), *interval(_f(drawn.sum(-2))), beside=PUBLISHED)
    yield of("female/male", float(_ratio(total)), *interval(_ratio(drawn)), unit="")


def _f(counts: Any) -> Any:
    return 2 * counts[..., 0] / (2 * counts[..., 0] + counts[..., 1] + counts[..., 2])


def _ratio(counts: Any) -> Any:
    return _f(counts[..., 1, :]) / _f(counts[..., 0, :])


def _books(gold: Chains, text: Text, weights: Weights) -> list[bool]:
    """Tell of each *he* and *she* whether the nearest mention of the same actor before it is in the same chain."""
    mentions, pronouns = _found(text, weights)
    before: dict[int, int | None] = {}
    nearest: dict[int, tuple[bool, int | None]] = {}
    for mention in mentions:
        nearest[mention.start] = (mention.actor in before, before.get(mention.actor))
        # relative pronouns have no chain in the gold
        if text.document.tokens[mention.head].text.lower() not in RELATIVES:
            before[mention.actor] = chain_of(gold, mention)
    right = []
    for span, chain in gold.mentions.items():
        if span in gold.persons and gold.text[slice(*span)].lower() in SINGULAR:
            resolved, own = nearest[span[0]] if span[0] in pronouns else (False, None)
            right.append(resolved and own == chain)
    return right


def _is_right(gold: Schema, text: Text) -> bool:
    """Resolve the pronoun of a sentence with two nouns, as the package does."""
    resolved = resolve(text.document, text.own_mentions(), text.quotes)
    mentions = sorted([*text.mentions, *resolved], key=lambda mention: mention.start)
    pronoun = next((mention for mention in mentions if mention.start == gold.pronoun[0]), None)
    if pronoun is None:
        return False
    named = [mention for mention in mentions if mention.actor == pronoun.actor and mention is not pronoun]
    return any(overlaps(mention, gold.answer) for mention in named)
