"""Train the teacher of the reader and measure it.

    python -m dataset_scripts.models.reader.silver FOLDER de 4000 > OUT/silver-de.jsonl
    python -m dataset_scripts.models.reader FOLDER OUT --steps 2000

FOLDER holds the public sets; OUT keeps checkpoints, the curve of the losses and ``scores.tsv``, and may hold sentences
that the rules swapped.
"""

from __future__ import annotations

import json
from pathlib import Path
from random import Random
from typing import Annotated

import typer

from benchmarks.counterfactual.quality import SETS, twins
from benchmarks.persons.labels import read
from benchmarks.persons.windows import HERE as MEASURED
from benchmarks.persons.windows import windows
from dataset_scripts.models.reader.examples import Example, labelled, swapped, twin
from dataset_scripts.models.reader.scores import answers, of_twins, of_windows
from dataset_scripts.models.reader.train import train
from dataset_scripts.models.reader.windows import training_windows

LABELS = Path(__file__).parent / "labels"
KEPT_OUT = 5
"""One sentence of so many with a twin is kept out of the training, to measure on."""

SHARES = {"labelled": 0.6, "twins": 0.25, "silver": 0.15}
"""Of the steps; where there are no sentences of a portion, the others share its steps."""


def learned_windows(data: Path, lang: str, part: float = 1.0) -> list[Example]:
    """Return the labelled windows of a language to learn from, or a part of them."""
    labels = read(LABELS / f"{lang}.txt")
    drawn = [each for each in training_windows(data, lang) if each.name in labels]
    return [labelled(each, labels[each.name]) for each in drawn[: round(part * len(drawn))]]


def sentences_with_twins(data: Path, lang: str) -> tuple[list[Example], list[Example]]:
    """Return the sentences to learn from, and those that are kept out; both of a pair are on one side."""
    pairs = sorted(twins(data, lang))
    Random(lang).shuffle(pairs)
    sides: tuple[list[Example], list[Example]] = [], []
    for number, (one, other) in enumerate(pairs):
        sides[number % KEPT_OUT == 0].extend((twin(one, other, lang), twin(other, one, lang)))
    return sides


def sentences_that_rules_swap(path: Path, lang: str) -> list[Example]:
    """Return the sentences of a file, none where there is no file."""
    lines = path.read_text(encoding="utf-8").splitlines() if path.is_file() else []
    return [swapped(row["text"], row["gendered"], lang) for row in map(json.loads, lines)]


def main(
    data: Path,
    out: Path,
    langs: Annotated[str, typer.Option(help="Languages, divided by commas.")] = "de,en,es",
    steps: int = 2000,
    part: Annotated[float, typer.Option(help="Share of the labelled windows that is learned from.")] = 1.0,
) -> None:
    """Train a teacher, or go on with the one in OUT, and write how it answers."""
    chosen = langs.split(",")
    known = [each for lang in chosen for each in learned_windows(data, lang, part)]
    of_pairs = {lang: sentences_with_twins(data, lang) for lang in chosen if lang in SETS}
    paired = [each for learned, _ in of_pairs.values() for each in learned]
    silver = [each for lang in chosen for each in sentences_that_rules_swap(out / f"silver-{lang}.jsonl", lang)]
    portions = {"labelled": known, "twins": paired, "silver": silver}
    print({name: len(examples) for name, examples in portions.items()}, flush=True)
    shares = [(examples, SHARES[name]) for name, examples in portions.items() if examples]
    reader, pieces = train(shares, steps, out)
    lines = []
    for lang in chosen:
        labels = read(MEASURED / "labels" / f"{lang}.txt")
        drawn = [each for each in windows(data, lang) if each.name in labels]
        examples = [labelled(each, labels[each.name]) for each in drawn]
        for name, (score, number) in of_windows(examples, answers(reader, examples, pieces), drawn, labels).items():
            lines.append(f"{lang}\t{name}\t{score:.3f}\t{number}")
        for name, kept in zip(("to learn from", "kept out"), of_pairs[lang], strict=True):
            lines.append(f"{lang}\ttwins {name}\t{of_twins(kept, answers(reader, kept, pieces)):.3f}\t{len(kept)}")
    print(*lines, sep="\n")
    (out / "scores.tsv").write_text("\n".join(lines) + "\n", encoding="utf-8")


if __name__ == "__main__":
    typer.run(main)
