"""Train a small German rewriter on a processor, and measure what it learnt as it learns.

    python -m benchmarks.run rewriting/neural --data FOLDER --work FOLDER [--steps 2000]

Pairs are made of running text: pair forms and other gender-fair spellings become star forms, the rules rewrite the
rest, and both are written for men and for women as sources; almost half of the pairs are copies. The test sentences of
Amrhein et al. (2023) are measured on, never learnt from. Training is stopped at several steps and gone on with, in one
thread; its time is that of the processor. What was made is kept in the folder, so that a second run measures only.
"""

from __future__ import annotations

import csv
import json
import lzma
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import asdict, replace
from datetime import date
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np
import torch
from datasets import Dataset, disable_progress_bars

from benchmarks.measure import Measure
from benchmarks.rewriting.model_card import PAIRS as PUBLISHED_PAIRS
from benchmarks.rewriting.model_card import PIECES, SPEEDS, CardFacts, cost_table, render_model_card, training_cost
from benchmarks.rewriting.scores import rate_interval, word_changes, words_kept
from hf_genderfair.core.spans import edit_text
from hf_genderfair.hub.card import template_text
from hf_genderfair.languages.tokens import tokenise
from hf_genderfair.rewriting.biased import biased
from hf_genderfair.rewriting.evaluate import WordErrors, total_errors, word_error_rate, word_errors
from hf_genderfair.rewriting.neural.choose import RewriterScorer, choose
from hf_genderfair.rewriting.neural.decode import find_edits
from hf_genderfair.rewriting.neural.model import Rewriter, RewriterConfig, load_rewriter, save_rewriter
from hf_genderfair.rewriting.neural.train import Schedule, read_curve, train
from hf_genderfair.rewriting.normalise import normalise
from hf_genderfair.rewriting.transform import GenderFair

LANG = "de"
SPEECHES, ARTICLES = "text/germaparl/speeches.jsonl.xz", "text/gnad10k/articles.csv.xz"
SETS = ("gendered", "non-gendered")
SYSTEMS = ("diesner-mayer-seidel", "round-trip-augmentation", "round-trip-augmentation-all")
FEWEST, MOST = 3, 35
"""Words of a sentence that is learnt from."""

SENTENCES = 55_000
COPIES = 0.45
"""Share of sentences without a gendered word, near that of running text: with fewer, a small model changes too much."""

WORK = Path("build/rewriter")
HELD_OUT = 1000
VALIDATION = 300
"""Pairs that are not learnt from; so many of them for the loss and the rate of the training's own curve."""

STOPS = (250, 500, 1000, 1500)
"""Steps at which the test sentences are rewritten; and the last."""

MARGINS = (0.0, 0.5, 1.0, 1.5, 2.0, 3.0)
"""How much likelier than a word as it stands its change has to be; tried on the pairs that are not learnt from."""

CAREFUL = 2.0
"""A margin at which the test sentences are rewritten besides: what less over-editing costs."""

TRUST = (-6.0, -2.0, 0.0)
"""The same for what the rules propose: below 0 they are trusted more than the model."""

SAMPLE = 5
"""Slow ways to decode are measured on each line of so many."""


def sentences(data: Path) -> list[str]:
    """Return different sentences of speeches and newspapers, in random order."""
    with lzma.open(data / SPEECHES, "rt", encoding="utf-8") as file:
        texts = [json.loads(line)["text"] for line in file]
    with lzma.open(data / ARTICLES, "rt", encoding="utf-8") as file:
        texts += [row[1] for row in csv.reader(file, delimiter=";", quotechar="'")]
    found: dict[str, None] = {}
    for text, parts in zip(texts, tokenise(texts, LANG), strict=True):
        for part in parts:
            words = text[part.starts[0] : part.ends[-1]].split()
            if FEWEST <= len(words) <= MOST:
                found[" ".join(words)] = None
    order = np.random.default_rng(0).permutation(len(found))
    kept = list(found)
    return [kept[place] for place in order]


def make_pairs(data: Path) -> Dataset:
    """Return pairs of gendered and gender-fair sentences, with copies, in random order."""
    texts = sentences(data)[:SENTENCES]
    fair = [normalise(text) for text in texts]
    rows: list[tuple[str, str]] = []
    copies: list[tuple[str, str]] = []
    for text, base, rewriting in zip(texts, fair, GenderFair(LANG, scope="all").find(fair), strict=True):
        target = edit_text(base, rewriting.edits)
        if "*" in target:
            rows += [(source, target) for source in _sources(target)]
        else:
            copies.append((text, text))
    rows += copies[: int(len(rows) * COPIES / (1 - COPIES))]
    order = np.random.default_rng(1).permutation(len(rows))
    return Dataset.from_dict({"source": [rows[n][0] for n in order], "target": [rows[n][1] for n in order]})


def _sources(target: str) -> Iterator[str]:
    """Yield a sentence for men and for women; a form that cannot be written so leaves a star, and is left out."""
    for gender in ("masculine", "feminine"):
        source = biased(target, LANG, gender)
        if "*" not in source:
            yield source


def lines(data: Path, name: str) -> list[str]:
    """Return the lines of a file of the test sets."""
    return (data / "rewriting" / f"{LANG}.{name}").read_text(encoding="utf-8").splitlines()


def rewritten(texts: Sequence[str], rewriter: Rewriter, **options: Any) -> list[str]:
    """Return texts as a rewriter writes them."""
    found = find_edits(texts, rewriter, lang=LANG, **options)
    return [edit_text(text, edits) for text, edits in zip(texts, found, strict=True)]


def summary(references: Sequence[str], outputs: Sequence[str]) -> dict[str, Any]:
    """Return the word error rate with its interval."""
    errors = word_errors(references, outputs)
    return {"word_error_rate": round(total_errors(errors).rate, 2), "interval": _rounded(rate_interval(errors))}


def halves(errors: Sequence[WordErrors]) -> dict[str, float]:
    """Return the rates of the feminine and masculine, plural and singular sources, in the order of the test set.

    Lines with twin references stand in the order feminine plural, masculine plural, feminine singular, masculine
    singular; the first two have the same number of lines, and the last two.
    """
    plural = 145
    parts = [errors[:plural], errors[plural : 2 * plural]]
    singular = (len(errors) - 2 * plural) // 2
    parts += [errors[2 * plural : 2 * plural + singular], errors[2 * plural + singular :]]
    names = ("feminine plural", "masculine plural", "feminine singular", "masculine singular")
    rates = {name: total_errors(part).rate for name, part in zip(names, parts, strict=True)}
    rates |= {"feminine": total_errors([*parts[0], *parts[2]]).rate}
    rates |= {"masculine": total_errors([*parts[1], *parts[3]]).rate}
    return {name: round(rate, 2) for name, rate in rates.items()}


def corrupted_words(sources: Sequence[str], outputs: Sequence[str]) -> int:
    """Return how many words became others without a star, or went missing: decoder noise."""
    return sum(
        "*" not in change.after
        for source, output in zip(sources, outputs, strict=True)
        for change in word_changes(source, output)
    )


def _rounded(values: Sequence[float]) -> list[float]:
    return [round(value, 2) for value in values]


def train_in_parts(pairs: Dataset, work: Path, data: Path, config: RewriterConfig) -> list[dict[str, float]]:
    """Train, stopping to rewrite the test sentences, and return the learning curve."""
    out = work / "model"
    validation, learnt = pairs.select(range(VALIDATION)), pairs.select(range(HELD_OUT, len(pairs)))
    kept = work / "learning_curve.json"
    points: list[dict[str, float]] = json.loads(kept.read_text()) if kept.exists() else []
    for stop in sorted({*(stop for stop in STOPS if stop < config.steps), config.steps}):
        if any(point["step"] == stop for point in points):
            continue
        schedule = Schedule(validate_every=stop, checkpoint_every=stop, stop_after=stop)
        rewriter = train(learnt, out, config, validation=validation, lang=LANG, schedule=schedule)
        point = dict(read_curve(out)[-1])
        for name in SETS:
            rate = word_error_rate(lines(data, f"{name}.trg"), rewritten(lines(data, f"{name}.src"), rewriter))
            point[name] = round(rate, 2)
        points.append(point)
        kept.write_text(json.dumps(points), encoding="utf-8")
        print(point, flush=True)
    return points


def choose_margin(pairs: Dataset, rewriter: Rewriter) -> dict[str, float]:
    """Return the word error rates of margins, and give the rewriter the best margin."""
    sources, targets = pairs["source"][:], pairs["target"][:]
    rates = {margin: word_error_rate(targets, rewritten(sources, rewriter, margin=margin)) for margin in MARGINS}
    rewriter.model.config.margin = min(MARGINS, key=rates.__getitem__)
    return {f"{margin:g}": round(rate, 3) for margin, rate in rates.items()}


def measure_decoding(data: Path, rewriter: Rewriter) -> dict[str, Any]:
    """Return rates, speed and faithfulness of the ways to decode, and of the rules beside them."""
    ways: dict[str, tuple[int, Callable[[Sequence[str]], list[str]]]] = {
        "rules": (1, ruled),
        "greedy": (1, lambda texts: rewritten(texts, rewriter)),
        f"greedy, margin {CAREFUL:g}": (1, lambda texts: rewritten(texts, rewriter, margin=CAREFUL)),
        "greedy, sample": (SAMPLE, lambda texts: rewritten(texts, rewriter)),
        "5 beams, sample": (SAMPLE, lambda texts: rewritten(texts, rewriter, beams=5)),
        "free, 5 beams, sample": (SAMPLE, lambda texts: rewritten(texts, rewriter, beams=5, constrained=False)),
    }
    return {
        way: {name: _measured(data, name, every, rewrite) for name in SETS} for way, (every, rewrite) in ways.items()
    }


def ruled(texts: Sequence[str]) -> list[str]:
    """Return texts as the rules write them."""
    found = GenderFair(LANG, scope="all").find(texts)
    return [edit_text(text, rewriting.edits) for text, rewriting in zip(texts, found, strict=True)]


def _measured(data: Path, name: str, every: int, rewrite: Callable[[Sequence[str]], list[str]]) -> dict[str, Any]:
    sources, references = lines(data, f"{name}.src")[::every], lines(data, f"{name}.trg")[::every]
    rewrite(sources[:1])
    start = time.process_time()
    outputs = rewrite(sources)
    seconds = time.process_time() - start
    kept, left = words_kept(sources, references, outputs)
    found = {"lines": len(sources)} | summary(references, outputs)
    found |= {
        "words kept outside the reference's edits": round(kept / left, 5),
        "corrupted words": corrupted_words(sources, outputs),
        "sentences a second": round(len(sources) / seconds, 1),
    }
    if name == "gendered" and every == 1:
        found["parts"] = halves(word_errors(references, outputs))
    return found


def measure_choosing(data: Path, rewriter: Rewriter) -> dict[str, Any]:
    """Return the rates of the rules, alone and with the model that refuses some of their edits."""
    found: dict[str, Any] = {}
    for name in SETS:
        sources, references = lines(data, f"{name}.src"), lines(data, f"{name}.trg")
        proposed = list(GenderFair(LANG, scope="all").find(sources))
        chosen = {"rules": proposed}
        for margin in TRUST:
            chosen[f"margin {margin:g}"] = choose(sources, proposed, RewriterScorer(rewriter), margin, LANG)
        found[name] = {
            way: summary(references, [edit_text(s, r.edits) for s, r in zip(sources, rewritings, strict=True)])
            for way, rewritings in chosen.items()
        }
    return found


def published(data: Path) -> dict[str, Any]:
    """Return the rates of no rewriting and of published systems on the same lines."""
    return {
        name: {
            system: round(word_error_rate(lines(data, f"{name}.trg"), lines(data, f"{name}.{system}")), 2)
            for system in ("src", *SYSTEMS)
        }
        for name in SETS
    }


def expected_cost() -> dict[str, Any]:
    """Return what the published configuration costs on the published number of pairs."""
    config = RewriterConfig()
    cost = training_cost(config)
    hours = {name: round(cost.hours(speed), 1) for name, speed in SPEEDS.items()}
    return {"pairs": PUBLISHED_PAIRS, "pieces": PIECES, **cost._asdict(), "hours": hours, "text": cost_table(config)}


def write_card(
    work: Path, config: RewriterConfig, pairs: int, measured: dict[str, Any], others: dict[str, Any]
) -> None:
    """Write the card of the model that was trained."""
    way = measured["greedy"]
    facts = CardFacts(
        LANG,
        "cc-by-nc-sa-4.0",
        {"GermaParl": "speeches of the German Bundestag", "10kGNAD": "articles of an Austrian newspaper"},
        pairs,
        {f"German, {name}": (others[name]["src"], way[name]["word_error_rate"]) for name in SETS},
    )
    template = template_text("rewriting_model.md.j2")
    card = render_model_card(template, facts, config, read_curve(work / "model"), date.today())
    (work / "model" / "README.md").write_text(card, encoding="utf-8")


def measures(results: Mapping[str, Any]) -> Iterator[Measure]:
    """Yield what a small rewriter learns on a processor."""
    for point in results["learning_curve"]:
        what = f"small neural rewriter, {point['step']} steps"
        at = partial(Measure, what, "de.gendered and de.non-gendered, never trained on", results["pairs"])
        yield at("WER, gendered", point["gendered"] / 100)
        yield at("non-gendered", point["non-gendered"] / 100)
        yield at("time of one core", point["processor_seconds"] / 60, unit="minutes")


def benchmark(data: Path, work: Path = WORK, steps: int = RewriterConfig.small().steps) -> dict[str, Any]:
    """Make pairs, train, measure, print and return the results."""
    torch.set_num_threads(1)
    disable_progress_bars()
    work.mkdir(parents=True, exist_ok=True)
    kept = work / "pairs.parquet"
    if not kept.exists():
        make_pairs(data).to_parquet(kept)
    pairs = Dataset.from_parquet(str(kept))
    small = RewriterConfig.small()
    config = replace(small, steps=steps, cool_down=min(small.cool_down, steps // 2))
    curve = train_in_parts(pairs, work, data, config)
    rewriter = load_rewriter(work / "model")
    config = config.with_vocabulary(len(rewriter.words.subwords))
    others = published(data)
    margins = choose_margin(pairs.select(range(HELD_OUT)), rewriter)
    save_rewriter(rewriter, work / "model")
    decoding = measure_decoding(data, rewriter)
    write_card(work, config, len(pairs) - HELD_OUT, decoding, others)
    result = {
        "pairs": len(pairs),
        "weights": training_cost(config).parameters,
        "configuration": asdict(config),
        "learning_curve": curve,
        "published": others,
        "margins": margins,
        "decoding": decoding,
        "choosing": measure_choosing(data, rewriter),
        "expected_cost": expected_cost(),
    }
    print(json.dumps({name: result[name] for name in ("published", "margins", "decoding", "choosing")}, indent=1))
    print(expected_cost()["text"])
    return result
