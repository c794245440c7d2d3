"""Train the teacher of the reader and measure it.

    python -m dataset_scripts.models.reader.silver FOLDER de 4000 > OUT/silver-de.jsonl
    python -m dataset_scripts.models.reader FOLDER OUT --steps 2000

FOLDER holds the public sets; OUT keeps checkpoints, the curve of the losses and ``scores.tsv``, and may hold sentences
that the rules swapped.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path
from random import Random
from typing import Annotated
from zlib import crc32

import typer

from benchmarks.persons.labels import read
from benchmarks.persons.windows import HERE as MEASURED
from benchmarks.persons.windows import Window, windows
from dataset_scripts.models.pipelines.teacher import Pieces
from dataset_scripts.models.reader.examples import Example, labelled, swapped, twin
from dataset_scripts.models.reader.network import Reader
from dataset_scripts.models.reader.scores import answers, of_twins, of_windows
from dataset_scripts.models.reader.train import train
from dataset_scripts.models.reader.windows import drawn_windows, invented_windows

LABELS = Path(__file__).parent / "labels"
KEPT_OUT = 5
"""One sentence of so many with a twin is kept out of the training, to measure on."""

TWINS = ("en_de", "en_es", "en_fr", "en_it", "en_pt")
"""Pairs of languages in which sentences of MT-GenEval and their twins are said."""

GENDERS = ("feminine", "masculine")

SHARES = {"labelled": 0.6, "twins": 0.25, "silver": 0.15}
"""Of the steps; where there are no sentences of a portion, the others share its steps."""


def labelled_windows(data: Path, lang: str, part: float = 1.0) -> tuple[list[Example], list[Window]]:
    """Return the labelled windows of a language to learn from, or a part of them, and those to develop on."""
    labels = read(LABELS / f"{lang}.txt")
    invented = [each for each in invented_windows(lang) if each.name in labels]
    if (MEASURED / "labels" / f"{lang}.txt").exists():
        others, kept = (
            [each for each in drawn_windows(data, lang, learned) if each.name in labels] for learned in (True, False)
        )
        known = invented + others
    else:
        kept, known = invented[::KEPT_OUT], [each for at, each in enumerate(invented) if at % KEPT_OUT]
    Random(lang).shuffle(known)
    return [labelled(each, labels[each.name]) for each in known[: round(part * len(known))]], kept


def sentences_with_twins(data: Path, lang: str) -> tuple[list[Example], list[Example]]:
    """Return the sentences to learn from, and those that are kept out, in whatever language they are said."""
    folder = data / "counterfactual" / "mt_geneval" / "sentences" / "dev"
    sides: tuple[dict[str, Example], dict[str, Example]] = {}, {}
    for pair in TWINS:
        if lang not in pair.split("_"):
            continue
        names = [f"sentences-{gender}-dev.{pair}.{lang}" for gender in GENDERS]
        names.append(f"sentences-feminine-dev.{pair}.en")
        read_lines = ((folder / name).read_text(encoding="utf-8").split("\n")[:-1] for name in names)
        for one, other, english in zip(*read_lines, strict=True):
            side = sides[crc32(english.encode()) % KEPT_OUT == 0]
            side |= {one: twin(one, other, lang), other: twin(other, one, lang)}
    return list(sides[0].values()), list(sides[1].values())


def sentences_that_rules_swap(path: Path, lang: str) -> list[Example]:
    """Return the sentences of a file, none where there is no file."""
    lines = path.read_text(encoding="utf-8").splitlines() if path.is_file() else []
    return [swapped(row["text"], row["gendered"], lang) for row in map(json.loads, lines)]


def _scores(reader: Reader, pieces: Pieces, path: Path, drawn: Sequence[Window]) -> dict[str, tuple[float, int]]:
    """Return how a reader answers on the windows that a file labels."""
    labels = read(path) if path.exists() else {}
    known = [each for each in drawn if each.name in labels]
    examples = [labelled(each, labels[each.name]) for each in known]
    return of_windows(examples, answers(reader, examples, pieces), known, labels) if known else {}


def main(
    data: Path,
    out: Path,
    langs: Annotated[str, typer.Option(help="Languages, divided by commas.")] = "de,en,es",
    steps: int = 2000,
    part: Annotated[float, typer.Option(help="Share of the labelled windows that is learned from.")] = 1.0,
) -> None:
    """Train a teacher, or go on with the one in OUT, and write how it answers."""
    chosen = langs.split(",")
    of_windows_to = {lang: labelled_windows(data, lang, part) for lang in chosen}
    known = [each for learned, _ in of_windows_to.values() for each in learned]
    of_pairs = {lang: sentences_with_twins(data, lang) for lang in chosen}
    paired = [each for learned, _ in of_pairs.values() for each in learned]
    silver = [each for lang in chosen for each in sentences_that_rules_swap(out / f"silver-{lang}.jsonl", lang)]
    portions = {"labelled": known, "twins": paired, "silver": silver}
    print({name: len(examples) for name, examples in portions.items()}, flush=True)
    shares = [(examples, SHARES[name]) for name, examples in portions.items() if examples]
    reader, pieces = train(shares, steps, out)
    lines = []
    for lang in chosen:
        of_set = {"measured": (MEASURED, windows(data, lang)), "developed on": (LABELS.parent, of_windows_to[lang][1])}
        for name, (folder, drawn) in of_set.items():
            for head, (score, number) in _scores(reader, pieces, folder / "labels" / f"{lang}.txt", drawn).items():
                lines.append(f"{lang}\t{name}: {head}\t{score:.3f}\t{number}")
        for name, kept in zip(("to learn from", "kept out"), of_pairs[lang], strict=True):
            lines.append(f"{lang}\ttwins {name}\t{of_twins(kept, answers(reader, kept, pieces)):.3f}\t{len(kept)}")
    print(*lines, sep="\n")
    (out / "scores.tsv").write_text("\n".join(lines) + "\n", encoding="utf-8")


if __name__ == "__main__":
    typer.run(main)
