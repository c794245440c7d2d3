"""Train a small German rewriter from nothing on a processor, and measure what it writes beside the rules.

Pairs are made of running text: pair forms and other gender-fair spellings become star forms, the rules rewrite the
rest, and both are written for men and for women as sources; almost half of the pairs are copies. The test sentences of
Amrhein et al. (2023) are measured on, never learnt from. The model writes freely, and is measured with and without the
check that lets it change only what concerns gender. Pairs and checkpoints stay in the folder, so that a second run goes
on with the first.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

import numpy as np
import torch
from datasets import Dataset, disable_progress_bars

from benchmarks.measure import Figures, Measure
from benchmarks.rewriting.scores import rate_interval
from benchmarks.texts import articles, plain_lines, records
from dataset_scripts.models.rewriter.train import Settings, train
from hf_genderfair.core.spans import edit_text
from hf_genderfair.languages.tokens import tokenise
from hf_genderfair.rewriting.biased import biased
from hf_genderfair.rewriting.evaluate import total_errors, word_errors
from hf_genderfair.rewriting.neural import NeuralRewriter
from hf_genderfair.rewriting.normalise import normalise
from hf_genderfair.rewriting.transform import GenderFair

LANG = "de"
SPEECHES = "text/germaparl/speeches.jsonl.xz"
SETS = ("gendered", "non-gendered")
FEWEST, MOST = 3, 35
"""Words of a sentence that is learnt from."""

SENTENCES = 14_000
COPIES = 0.45
"""Share of sentences without a gendered word, near that of running text: with fewer, a small model changes too much."""

WORK = Path("build/rewriter")


def sentences(data: Path) -> list[str]:
    """Return different sentences of speeches and newspapers, in random order."""
    texts = [speech["text"] for speech in records(data / SPEECHES)] + [text for _, text in articles(data)]
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


def written_by(model: NeuralRewriter | None) -> Callable[[Sequence[str]], list[str]]:
    """Return the way in which a model rewrites, or the rules."""
    transform = GenderFair(LANG, scope="all", model=model)

    def rewrite(texts: Sequence[str]) -> list[str]:
        return [edit_text(text, found.edits) for text, found in zip(texts, transform.find(texts), strict=True)]

    return rewrite


def neural(data: Path, work: Path = WORK, steps: int = Settings.small().steps) -> Figures:
    """Make pairs, train, and yield the word errors of the model beside those of the rules."""
    torch.set_num_threads(1)
    disable_progress_bars()
    work.mkdir(parents=True, exist_ok=True)
    kept = work / "pairs.parquet"
    if not kept.exists():
        make_pairs(data).to_parquet(kept)
    settings, model = Settings.small(steps), str(work / "model")
    train(Dataset.from_parquet(str(kept)), Path(model), settings)
    ways = {
        "nothing": list,
        "rules": written_by(None),
        "the model, unchecked": written_by(NeuralRewriter(model, checked=False)),
        "the model, checked": written_by(NeuralRewriter(model)),
        "first of 4 that changes only gender": written_by(NeuralRewriter(model, beams=4, candidates=4)),
    }
    what = f"small neural rewriter, {steps} steps of {settings.batch_size} pairs"
    for way, rewrite in ways.items():
        for name in SETS:
            sources, references = (plain_lines(data / "rewriting" / f"{LANG}.{name}.{end}") for end in ("src", "trg"))
            errors = word_errors(references, rewrite(sources))
            rate, low, high = (value / 100 for value in (total_errors(errors).rate, *rate_interval(errors)))
            yield Measure(what, f"de.{name}, never trained on", len(sources), "WER", rate, low, high, of=way)
