"""Whom English pronouns stand for: GAP, LitBank and WinoBias, read from FOLDER/coreference."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from functools import partial
from pathlib import Path
from typing import Any, NamedTuple, TypeVar

import numpy as np

from benchmarks.measure import Figures, Measure
from benchmarks.scores import interval, portion, resampled
from dataset_scripts.models.weights.coreference import (
    SINGULAR,
    Chains,
    GapRow,
    Schema,
    is_kept_out,
    read_gap,
    read_litbank,
    read_winobias,
)
from dataset_scripts.models.weights.pronouns import chain_of, overlaps
from hf_genderfair.languages.coreference.mention import Mention
from hf_genderfair.languages.coreference.resolution import mentions_of_anybody
from hf_genderfair.languages.document import Document
from hf_genderfair.languages.documents import AnalysisRequest, documents

PUBLISHED = {"parallelism": 0.669, "Lee et al. 2017": 0.640, "BERT and later, lowest": 0.85, "highest": 0.92}
"""F of GAP; their baselines are given the two names, and need not find them."""
RELATIVES = frozenset("who whom whose".split())
THEY = frozenset("they them their theirs".split())
Gold = TypeVar("Gold", GapRow, Chains, Schema)


class Answer(NamedTuple):
    """What was answered for a row of GAP: page, whether the pronoun is *she*; for each name whether it is meant."""

    page: str
    female: bool
    predicted: tuple[bool, bool]
    gold: tuple[bool, bool]


def coreference_en(data: Path) -> Figures:
    """Resolve English pronouns; everything is found by the system itself: mentions, actors, pronouns.

    In GAP a name counts as predicted where a mention that overlaps it is of the actor that the pronoun has. Weights and
    networks learn from four of five pages and books; measured is the fifth. From WinoBias nothing learned. Published
    figures are those of Webster et al. 2018 on the development set. Intervals: 95 %; Wilson for shares, bootstrap over
    pages for F, seeded.
    """
    gap = [row for part in ("development", "validation") for row in read_gap(data, part) if is_kept_out(row.page)]
    yield from _gap([_answer(row, mentions) for row, _, mentions in _read(gap)])
    books = list(_read([book for book in read_litbank(data) if is_kept_out(book.name)]))
    for name, forms in (("he and she", SINGULAR), ("they", THEY)):
        right = [one for book in books for one in _of_book(*book, forms)]
        of = partial(Measure, f"English pronouns, {name}", "LitBank, books kept out", len(right))
        yield of("right", *portion(sum(right), len(right)))
    found: dict[str, list[bool]] = defaultdict(list)
    for gold, _, mentions in _read(list(read_winobias(data))):
        found[gold.condition].append(_is_right(gold, mentions))
    for kind in ("type1", "type2"):
        sides = {side: found[f"{kind} {side}"] for side in ("pro", "anti")}
        n = sum(map(len, sides.values()))
        for side, own in sides.items():
            right_of_side = sum(own) / len(own)
            what = "English pronouns and stereotypes"
            yield Measure(what, "WinoBias dev", n, f"right, {side}-stereotyped", right_of_side, of=kind)


def _read(golds: Sequence[Gold]) -> Iterator[tuple[Gold, Document, list[Mention]]]:
    read = documents([gold.text for gold in golds], AnalysisRequest("en"))
    for gold, document in zip(golds, read, strict=True):
        yield gold, document, mentions_of_anybody(document)[0]


def _pronoun_at(mentions: Iterable[Mention], start: int) -> Mention | None:
    return next((each for each in mentions if each.kind == "pronoun" and each.start == start), None)


def _answer(row: GapRow, mentions: Sequence[Mention]) -> Answer:
    pronoun = _pronoun_at(mentions, row.pronoun[0])
    own = [each for each in mentions if each.kind != "pronoun" and pronoun and each.actor == pronoun.actor]
    first, second = (any(overlaps(each, span) for each in own) for span in row.names)
    return Answer(row.page, row.female, (first, second), row.gold)


def _gap(answers: Sequence[Answer]) -> Figures:
    """Yield F, and the ratio of F for female and male pronouns."""
    pages = {page: number for number, page in enumerate(sorted({answer.page for answer in answers}))}
    # by page, sex, and true positive / false positive / false negative
    counts = np.zeros((len(pages), 2, 3))
    for answer in answers:
        for predicted, gold in zip(answer.predicted, answer.gold, strict=True):
            if predicted or gold:
                kind = 0 if predicted and gold else 1 if predicted else 2
                counts[pages[answer.page], int(answer.female), kind] += 1
    of = partial(Measure, "English pronouns", "GAP, pages kept out, own mentions", len(answers))
    total, drawn = counts.sum(0), resampled(counts)
    yield of("F", float(_f(total.sum(-2))), *interval(_f(drawn.sum(-2))), beside=PUBLISHED)
    yield of("female/male", float(_ratio(total)), *interval(_ratio(drawn)), unit="")


def _f(counts: Any) -> Any:
    return 2 * counts[..., 0] / (2 * counts[..., 0] + counts[..., 1] + counts[..., 2])


def _ratio(counts: Any) -> Any:
    return _f(counts[..., 1, :]) / _f(counts[..., 0, :])


def _of_book(gold: Chains, document: Document, mentions: Sequence[Mention], forms: frozenset[str]) -> list[bool]:
    """Tell of each pronoun whether the nearest mention of the same actor before it is in the same chain."""
    before: dict[int, int | None] = {}
    nearest: dict[int, tuple[bool, int | None]] = {}
    for mention in mentions:
        if mention.kind == "pronoun":
            nearest[mention.start] = (mention.actor in before, before.get(mention.actor))
        # relative pronouns have no chain in the gold
        if document.tokens[mention.head].text.lower() not in RELATIVES:
            before[mention.actor] = chain_of(gold, mention)
    right = []
    for span, chain in gold.mentions.items():
        if span in gold.persons and gold.text[slice(*span)].lower() in forms:
            resolved, own = nearest.get(span[0], (False, None))
            right.append(resolved and own == chain)
    return right


def _is_right(gold: Schema, mentions: Sequence[Mention]) -> bool:
    """Resolve the pronoun of a sentence with two nouns, as the package does."""
    pronoun = _pronoun_at(mentions, gold.pronoun[0])
    if pronoun is None:
        return False
    named = [mention for mention in mentions if mention.actor == pronoun.actor and mention is not pronoun]
    return any(overlaps(mention, gold.answer) for mention in named)
