"""Whom English pronouns stand for: GAP, WinoBias, Winogender and LitBank.

    python -m benchmarks.run actors/coreference_en --data FOLDER [--folds 5] [--seed 0]

FOLDER is read by `coreference_gold_en`. Everything is found by the system itself: mentions, actors, pronouns. In GAP a
name counts as predicted where a mention that overlaps it is of the actor that the pronoun has. The weights were fitted
on GAP and LitBank; beside their figures stand those by cross-validation, where no row of a page, or book, was among
those that its weights were fitted on. WinoBias and Winogender were never fitted on. Published figures of GAP are those
of Webster et al. 2018 on the development set; their baselines are given the two names, and need not find them.
Intervals: 95 %; Wilson for shares, bootstrap over pages for F, seeded.
"""

from __future__ import annotations

import hashlib
import time
from collections import Counter, defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from benchmarks.actors.coreference_gold_en import (
    SINGULAR,
    THIRD_PERSON,
    Chains,
    GapRow,
    Schema,
    read_gap,
    read_litbank,
    read_winobias,
    read_winogender,
)
from benchmarks.measure import Measure, limits
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
from hf_genderfair.actors.mention import Mention
from hf_genderfair.actors.pronouns.english import RELATIVES, decide, resolve
from hf_genderfair.core.counts import share
from hf_genderfair.report.render import table_text
from hf_genderfair.report.report import Cell, Table

Weights = Mapping[str, float]

SAMPLES = 1000

PUBLISHED: list[list[Cell]] = [
    ["published: random of the two names", 47.5, None, None, None, None, None],
    ["published: parallelism (Webster et al. 2018)", 66.9, None, None, None, None, None],
    ["published: parallelism and page address", 70.6, None, None, None, None, None],
    ["published: Lee et al. 2017, names not given", 64.0, None, None, None, None, None],
    ["published: BERT systems of 2019, names given", "85-92", None, None, None, None, None],
]


class Answer(NamedTuple):
    """What was found for a pronoun with two names.

    Attributes:
        page: Its page.
        female: Whether it is a form of *she*.
        predicted: For each name whether it is found to be the antecedent.
        gold: For each name whether it is the antecedent.
        error: What kind of answer it is.
    """

    page: str
    female: bool
    predicted: tuple[bool, bool]
    gold: tuple[bool, bool]
    error: str


def fold_of(group: str, folds: int) -> int:
    """Return the fold of a page or book."""
    return int(hashlib.sha256(group.encode()).hexdigest(), 16) % folds


def found(text: Text, weights: Weights) -> tuple[list[Mention], dict[int, Mention]]:
    """Return all mentions, and the pronouns by their start."""
    decisions = decide(text.document, text.own_mentions(), text.quotes, weights)
    pronouns = [decision.mention for decision in decisions if decision.of_persons]
    mentions = sorted([*text.mentions, *text.possible, *pronouns], key=lambda mention: mention.start)
    return mentions, {mention.start: mention for mention in pronouns}


def answer_gap(row: GapRow, text: Text, weights: Weights) -> Answer:
    """Resolve the pronoun of a row."""
    mentions, pronouns = found(text, weights)
    pronoun = pronouns.get(row.pronoun[0])
    actor = pronoun.actor if pronoun else None
    named = [mention for mention in mentions if mention.kind != "pronoun"]
    first, second = (any(m.actor == actor and overlaps(m, span) for m in named) for span in row.names)
    predicted = (first, second)
    if predicted == row.gold:
        error = "right"
    elif not any(row.gold):
        error = "a name where it is neither"
    elif not any(overlaps(mention, row.names[row.gold.index(True)]) for mention in named):
        error = "name not found"
    elif not any(predicted):
        error = "neither of the two" if any(m.actor == actor for m in named) else "pronoun unresolved"
    else:
        error = "both names one actor" if all(predicted) else "the other name"
    return Answer(row.page, row.female, predicted, row.gold, error)


def score(answers: Sequence[Answer], seed: int) -> dict[str, Any]:
    """Return precision, recall, F and the ratio of F for female and male pronouns, with intervals."""
    pages = sorted({answer.page for answer in answers})
    place = {page: number for number, page in enumerate(pages)}
    # by page, sex, and true positive / false positive / false negative
    counts = np.zeros((len(pages), 2, 3))
    for answer in answers:
        for predicted, gold in zip(answer.predicted, answer.gold, strict=True):
            if predicted or gold:
                kind = 0 if predicted and gold else 1 if predicted else 2
                counts[place[answer.page], int(answer.female), kind] += 1
    drawn = np.random.default_rng(seed).multinomial(len(pages), np.full(len(pages), 1 / len(pages)), SAMPLES)
    samples = np.einsum("sp,pgk->sgk", drawn, counts)
    total = counts.sum(0)
    results: dict[str, Any] = {"n": len(answers), "pages": len(pages)}
    hit, wrong, missed = total.sum(0)
    results |= {"precision": hit / (hit + wrong), "recall": hit / (hit + missed)}
    measures: dict[str, Callable[[Any], Any]] = {
        "f": lambda cells: _f(cells.sum(-2)),
        "female_f": lambda cells: _f(cells[..., 1, :]),
        "male_f": lambda cells: _f(cells[..., 0, :]),
        "ratio": lambda cells: _f(cells[..., 1, :]) / _f(cells[..., 0, :]),
    }
    for name, measure in measures.items():
        low, high = np.quantile(measure(samples), [0.025, 0.975])
        results[name] = {"value": float(measure(total)), "low": float(low), "high": float(high)}
    results["answers"] = {
        sex: dict(Counter(answer.error for answer in answers if answer.female == female).most_common())
        for sex, female in (("female", True), ("male", False))
    }
    return results


def _f(counts: Any) -> Any:
    return 2 * counts[..., 0] / (2 * counts[..., 0] + counts[..., 1] + counts[..., 2])


def score_litbank(texts: Sequence[tuple[Chains, Text]], weights_of: Callable[[str], Weights]) -> dict[str, Any]:
    """Return the share of pronouns whose nearest mention of the same actor before them is in the same chain."""
    counts: dict[str, Counter[str]] = {"he and she": Counter(), "they": Counter()}
    for gold, text in texts:
        mentions, pronouns = found(text, weights_of(gold.name))
        before: dict[int, int | None] = {}
        nearest: dict[int, tuple[bool, int | None]] = {}
        for mention in mentions:
            nearest[mention.start] = (mention.actor in before, before.get(mention.actor))
            # relative pronouns have no chain in the gold
            if text.document.tokens[mention.head].text.lower() not in RELATIVES:
                before[mention.actor] = chain_of(gold, mention)
        for span, chain in gold.mentions.items():
            form = gold.text[slice(*span)].lower()
            if span not in gold.persons or form not in THIRD_PERSON:
                continue
            resolved, own = nearest[span[0]] if span[0] in pronouns else (False, None)
            answer = "right" if resolved and own == chain else "wrong" if resolved else "unresolved"
            counts["he and she" if form in SINGULAR else "they"][answer] += 1
    results: dict[str, Any] = {}
    for forms, answers in counts.items():
        n = answers.total()
        results[f"{forms}, right"] = vars(share(answers["right"], n))
        results[f"{forms}, right of those resolved"] = vars(share(answers["right"], n - answers["unresolved"]))
        results[f"{forms}, unresolved"] = vars(share(answers["unresolved"], n))
    return results


def answer_schema(gold: Schema, text: Text) -> str:
    """Resolve the pronoun of a sentence with two nouns, as the package does."""
    resolved = resolve(text.document, text.own_mentions(), text.quotes)
    mentions = sorted([*text.mentions, *resolved], key=lambda mention: mention.start)
    pronoun = next((mention for mention in mentions if mention.start == gold.pronoun[0]), None)
    if pronoun is None:
        return "not returned"
    named = [mention for mention in mentions if mention.actor == pronoun.actor and mention is not pronoun]
    if any(overlaps(mention, gold.answer) for mention in named):
        return "right"
    return "wrong" if named else "new actor"


def score_schemas(golds: Sequence[Schema]) -> dict[str, Any]:
    """Return the share of right answers by condition, and of templates with the same answer in all conditions."""
    answers: dict[str, Counter[str]] = defaultdict(Counter)
    pairs: dict[str, set[str]] = defaultdict(set)
    for gold, text in read_texts(golds):
        answer = answer_schema(gold, text)
        answers[gold.condition][answer] += 1
        if gold.condition != "neutral":
            pairs[gold.pair].add(answer)
    return {
        "answers": {condition: dict(counts) for condition, counts in answers.items()},
        "right": {name: vars(share(counts["right"], counts.total())) for name, counts in answers.items()},
        "same_answer": vars(share(sum(len(found) == 1 for found in pairs.values()), len(pairs))),
    }


def cross_validated(
    gap: Sequence[tuple[GapRow, Text]], litbank: Sequence[tuple[Chains, Text]], folds: int
) -> list[dict[str, float]]:
    """Return weights of each fold, fitted on the other folds alone, from no weights at all."""
    fitted = []
    for fold in range(folds):
        rows = [pair for pair in gap if fold_of(pair[0].page, folds) != fold]
        books = [pair for pair in litbank if fold_of(pair[0].name, folds) != fold]
        weights: dict[str, float] = {}
        for _ in range(2):
            weights = fit([*gap_examples(rows, weights), *litbank_examples(books, weights)])
        fitted.append(weights)
        print(f"fold {fold + 1} of {folds}: {len(weights)} weights", flush=True)
    return fitted


def show_gap(results: dict[str, Any]) -> None:
    """Print the tables of GAP."""
    rows: list[list[Cell]] = []
    for name, figures in results.items():
        row: list[Cell] = [name, 100 * figures["f"]["value"], 100 * figures["f"]["low"], 100 * figures["f"]["high"]]
        rows.append([*row, figures["ratio"]["value"], figures["ratio"]["low"], figures["ratio"]["high"]])
    columns = ["system", "F", "low", "high", "female / male", "low", "high"]
    table = Table("gap", "GAP, development and validation", columns, [*rows, *PUBLISHED])
    print(f"\n{table.title}\n{table_text(table)}")
    errors: list[list[Cell]] = [
        [name, sex, answer, number]
        for name, figures in results.items()
        for sex, counts in figures["answers"].items()
        for answer, number in counts.items()
    ]
    print("\n" + table_text(Table("answers", "Answers", ["system", "pronoun", "answer", "rows"], errors)))


def show_shares(title: str, shares: Mapping[str, Mapping[str, Any]]) -> None:
    """Print shares under a title."""
    rows: list[list[Cell]] = [[name, s["value"], s["low"], s["high"], s["n"]] for name, s in shares.items()]
    print(f"\n{title}\n{table_text(Table(title, title, ['what', 'share', 'low', 'high', 'n'], rows))}")


PUBLISHED_F = {"parallelism": 0.669, "Lee et al. 2017": 0.640, "BERT and later, lowest": 0.85, "highest": 0.92}


def measures(results: Mapping[str, Any]) -> Iterator[Measure]:
    """Yield how often English pronouns go to the right actor, beside published figures."""
    for name, how in (("shipped", "weights fitted on it too"), ("cross-validated", "5 folds by page")):
        gap = results["gap"][name]
        at = partial(Measure, f"English pronouns, {how}", "GAP dev and validation, own mentions", gap["n"])
        yield at("F", *limits(gap["f"]), beside=PUBLISHED_F)
        yield at("female/male", *limits(gap["ratio"]), unit="")
    fiction = results["litbank"]["cross-validated"]["he and she, right"]
    yield Measure("English pronouns, he and she, 5 folds by book", "LitBank", fiction["n"], "right", *limits(fiction))
    right = results["winobias"]["right"]
    for kind in ("type1", "type2"):
        pro, anti = right[f"{kind} pro"], right[f"{kind} anti"]
        at = partial(Measure, f"English pronouns and stereotypes, {kind}", "WinoBias dev", pro["n"] + anti["n"])
        yield at("right, pro-stereotyped", pro["value"])
        yield at("right, anti-stereotyped", anti["value"])


def benchmark(data: Path, folds: int = 5, seed: int = 0) -> dict[str, Any]:
    """Print the tables and return the results."""
    gap = read_texts(row for part in ("development", "validation") for row in read_gap(data, part))
    litbank = read_texts(read_litbank(data))
    weights = shipped()
    start = time.perf_counter()
    answers = [answer_gap(row, text, weights) for row, text in gap]
    tokens = sum(len(text.document.tokens) for _, text in gap)
    results: dict[str, Any] = {"folds": folds, "seed": seed}
    results["microseconds_a_token"] = 1e6 * (time.perf_counter() - start) / tokens
    weights_of = cross_validated(gap, litbank, folds)
    crossed = [answer_gap(row, text, weights_of[fold_of(row.page, folds)]) for row, text in gap]
    results["gap"] = {"shipped": score(answers, seed), "cross-validated": score(crossed, seed)}
    show_gap(results["gap"])
    results["litbank"] = {
        "shipped": score_litbank(litbank, lambda _: weights),
        "cross-validated": score_litbank(litbank, lambda name: weights_of[fold_of(name, folds)]),
    }
    for name, figures in results["litbank"].items():
        show_shares(f"LitBank, {name}", figures)
    for name, read in (("winobias", read_winobias), ("winogender", read_winogender)):
        results[name] = score_schemas(list(read(data)))
        show_shares(name, {**results[name]["right"], "same for she and he": results[name]["same_answer"]})
    return results
