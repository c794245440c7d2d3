"""Train a small German rewriter from nothing on a processor, and measure what it writes beside the rules.

    python -m benchmarks.run rewriting/neural --data FOLDER --work FOLDER [--steps 2000]

Pairs are made of running text: pair forms and other gender-fair spellings become star forms, the rules rewrite the
rest, and both are written for men and for women as sources; almost half of the pairs are copies. The test sentences of
Amrhein et al. (2023) are measured on, never learnt from. The model writes freely, and is measured with and without the
check that lets it change only what concerns gender. Pairs and checkpoints stay in the folder, so that a second run goes
on with the first.
"""

from __future__ import annotations

import csv
import json
import lzma
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import asdict
from pathlib import Path
from typing import Any

import numpy as np
import torch
from datasets import Dataset, disable_progress_bars

from benchmarks.measure import Measure
from benchmarks.rewriting.scores import rate_interval
from dataset_scripts.models.rewriter.train import Settings, train
from hf_genderfair.core.spans import edit_text
from hf_genderfair.languages.tokens import tokenise
from hf_genderfair.rewriting.biased import biased
from hf_genderfair.rewriting.evaluate import total_errors, word_errors
from hf_genderfair.rewriting.neural import NeuralRewriter
from hf_genderfair.rewriting.normalise import normalise
from hf_genderfair.rewriting.transform import GenderFair

LANG = "de"
SPEECHES, ARTICLES = "text/germaparl/speeches.jsonl.xz", "text/gnad10k/articles.csv.xz"
SETS = ("gendered", "non-gendered")
FEWEST, MOST = 3, 35
"""Words of a sentence that is learnt from."""

SENTENCES = 14_000
COPIES = 0.45
"""Share of sentences without a gendered word, near that of running text: with fewer, a small model changes too much."""

WORK = Path("build/rewriter")


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


def measure(data: Path, rewrite: Callable[[Sequence[str]], list[str]]) -> dict[str, Any]:
    """Return the word errors of a way to rewrite, with their interval, and its speed."""
    found = {}
    for name in SETS:
        sources, references = lines(data, f"{name}.src"), lines(data, f"{name}.trg")
        start = time.process_time()
        errors = word_errors(references, rewrite(sources))
        found[name] = {
            "lines": len(sources),
            "word_error_rate": round(total_errors(errors).rate, 2),
            "interval": [round(limit, 2) for limit in rate_interval(errors)],
            "sentences a second": round(len(sources) / (time.process_time() - start), 1),
        }
    return found


def written_by(model: NeuralRewriter | None) -> Callable[[Sequence[str]], list[str]]:
    """Return the way in which a model rewrites, or the rules."""
    transform = GenderFair(LANG, scope="all", model=model)

    def rewrite(texts: Sequence[str]) -> list[str]:
        return [edit_text(text, found.edits) for text, found in zip(texts, transform.find(texts), strict=True)]

    return rewrite


def measures(results: Mapping[str, Any]) -> Iterator[Measure]:
    """Yield the word errors of a small rewriter that was trained on a processor, beside those of the rules."""
    settings = results["settings"]
    what = f"small neural rewriter, {settings['steps']} steps of {settings['batch_size']} pairs"
    for way, sets in results["ways"].items():
        for name, found in sets.items():
            rate, low, high = (value / 100 for value in (found["word_error_rate"], *found["interval"]))
            yield Measure(
                what, "half of the published test sets", found["lines"], f"WER, {name}", rate, low, high, of=way
            )


def benchmark(data: Path, work: Path = WORK, steps: int = Settings.small().steps) -> dict[str, Any]:
    """Make pairs, train, measure, print and return the results."""
    torch.set_num_threads(1)
    disable_progress_bars()
    work.mkdir(parents=True, exist_ok=True)
    kept = work / "pairs.parquet"
    if not kept.exists():
        make_pairs(data).to_parquet(kept)
    pairs = Dataset.from_parquet(str(kept))
    settings, model = Settings.small(steps), str(work / "model")
    start = time.process_time()
    trained = train(pairs, Path(model), settings)
    seconds = time.process_time() - start
    ways = {
        "nothing": list,
        "rules": written_by(None),
        "the model, unchecked": written_by(NeuralRewriter(model, checked=False)),
        "the model, checked": written_by(NeuralRewriter(model)),
        "first of 4 that changes only gender": written_by(NeuralRewriter(model, beams=4, candidates=4)),
    }
    result = {
        "pairs": len(pairs),
        "weights": trained.num_parameters(),
        "settings": asdict(settings),
        "processor_seconds_of_last_run": round(seconds, 1),
        "ways": {way: measure(data, rewrite) for way, rewrite in ways.items()},
    }
    print(json.dumps(result, indent=1))
    return result
