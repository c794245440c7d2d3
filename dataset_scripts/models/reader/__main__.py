"""Train the teacher of the reader, then a student of fewer layers, and measure each.

    python -m dataset_scripts.models.reader FOLDER OUT --steps 2000
    python -m dataset_scripts.models.reader FOLDER OUT --steps 8000 --layers 1,3,5,7,9,11
    python -m dataset_scripts.models.reader FOLDER OUT --steps 3000 --layers 1,3,5,7,9,11 --begin reader.onnx

FOLDER holds the public sets; OUT keeps checkpoints, the curves of the losses and the scores. A student learns from what
is labelled, and from what its teacher reads in this and other text.
The file of the package, or a checkpoint, can go on learning where there is more that is labelled; it needs no teacher
then.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from pathlib import Path
from random import Random
from typing import Annotated
from zlib import crc32

import torch
import typer

from benchmarks.persons.labels import HERE as MEASURED
from benchmarks.persons.labels import Window, read, windows
from dataset_scripts.models.pipelines.teacher import Pieces, load_packed_encoder
from dataset_scripts.models.reader.coreference import share_right, windows_of_novels, windows_of_pages
from dataset_scripts.models.reader.examples import (
    EDITED,
    MARKED,
    POINTING,
    TAGGED,
    TO,
    Example,
    edited,
    judged,
    labelled,
    marked,
    of_treebank,
    unlabelled,
    usual_edits,
    with_syntax,
)
from dataset_scripts.models.reader.inputs import looked_at_sentences
from dataset_scripts.models.reader.network import Reader, learned_from, with_layers
from dataset_scripts.models.reader.published import begin_with, places
from dataset_scripts.models.reader.returned import returned_sentences
from dataset_scripts.models.reader.scores import answers, of_sentences, of_trees, of_windows
from dataset_scripts.models.reader.syntax import HEAD, UNKNOWN, measured_sentences, windows_of_treebanks
from dataset_scripts.models.reader.syntax import LABELS as OF_SYNTAX
from dataset_scripts.models.reader.train import Lessons, lesson_of_labels, lessons_of, train
from dataset_scripts.models.reader.windows import (
    drawn_windows,
    invented_windows,
    judged_windows,
    judged_words,
    raw_windows,
)

LABELS = Path(__file__).parent / "labels"
EDITED_KEPT_OUT = 20
"""One of so many of these is kept out of the training."""

NEW_TIMES = 4
"""How often a sentence that is new stands among those to learn from."""

FROZEN = 4
"""Lower layers of the teacher that do not learn."""

KEPT_OUT = 5
"""One sentence of so many with a twin is kept out of the training, to measure on."""

TWINS = ("en_de", "en_es", "en_fr", "en_it", "en_pt")
"""Pairs of languages in which sentences of MT-GenEval and their twins are said."""

GENDERS = ("feminine", "masculine")

SHARES = {
    "labelled": 0.42,
    "same": 0.06,
    "twins": 0.05,
    "edited": 0.45,
    "marked": 0.18,
    "judged": 0.12,
    "looked at": 0.08,
    "treebanks": 0.15,
    "raw": 0.2,
    "returned": 0.12,
}
"""Of the steps, beside the other portions that there are."""


def labelled_windows(data: Path, lang: str, new: int = 0) -> tuple[list[Example], list[Window]]:
    """Return the labelled windows of a language to learn from, the last invented ones more often, and others."""
    edits = _usual_edits(lang) if (MARKED / f"{lang}.txt").is_file() else None
    labels = read(LABELS / f"{lang}.txt")
    invented = [each for each in invented_windows(lang) if each.name in labels]
    if (MEASURED / "labels" / f"{lang}.txt").exists():
        others, kept = (
            [each for each in drawn_windows(data, lang, learned) if each.name in labels] for learned in (True, False)
        )
        known = invented + others
    else:
        kept, known = invented[::KEPT_OUT], [each for at, each in enumerate(invented) if at % KEPT_OUT]
    known += invented[max(0, len(invented) - new) :] * (NEW_TIMES - 1)
    return [labelled(each, labels[each.name], edits) for each in known], kept


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
            side |= {one: edited(one, {"male": other}, lang), other: edited(other, {"female": one}, lang)}
    return list(sides[0].values()), list(sides[1].values())


def edited_sentences(lang: str, new: int = 0) -> tuple[list[Example], list[Example]]:
    """Return edited sentences: those to learn from, with what they became, and those that are kept out."""
    learned, kept = list[Example](), list[Example]()
    for text, women, men in (line.split("\t") for line in _lines_of(EDITED / f"{lang}.tsv", new)):
        if crc32(text.encode()) % EDITED_KEPT_OUT == 0:
            kept.append(edited(text, {"female": women, "male": men}, lang))
        else:
            # what it became is a sentence too
            versions = dict.fromkeys((text, women, men))
            learned += [edited(each, {"female": women, "male": men}, lang) for each in versions]
    return learned, kept


def marked_sentences(lang: str, new: int = 0) -> tuple[list[Example], list[Example]]:
    """Return sentences in which generic words are marked: those to learn from, and those that are kept out."""
    sides: tuple[list[Example], list[Example]] = [], []
    for line in _lines_of(MARKED / f"{lang}.txt", new):
        sides[is_kept_out(line)].append(marked(line, lang, _usual_edits(lang)))
    return sides


@cache
def _usual_edits(lang: str) -> dict[tuple[str, str], int]:
    """Return what nearly always becomes of a word of the edited sentences of a language, where it changes."""
    return usual_edits(edited_sentences(lang)[0])


def _lines_of(path: Path, new: int) -> list[str]:
    """Return the lines of a file, if there is one, the last ones more often."""
    lines = path.read_text(encoding="utf-8").splitlines() if path.is_file() else []
    return [*lines, *lines[max(0, len(lines) - new) :] * (NEW_TIMES - 1)]


def judged_sentences(data: Path, lang: str) -> list[Example]:
    """Return windows of others in which the words are judged that reader and rules doubted."""
    of_words = judged_words(lang)
    return [judged(each, *of_words[each.name]) for each in judged_windows(data, lang)]


def is_kept_out(line: str) -> bool:
    """Return whether a marked sentence is kept out."""
    return crc32(line.encode()) % KEPT_OUT == 0


def _scores(reader: Reader, pieces: Pieces, path: Path, drawn: Sequence[Window]) -> dict[str, tuple[float, int]]:
    """Return how a reader answers on the windows that a file labels."""
    labels = read(path) if path.exists() else {}
    known = [each for each in drawn if each.name in labels]
    examples = [labelled(each, labels[each.name]) for each in known]
    return of_windows(examples, answers(reader, examples, pieces), known, labels) if known else {}


def _portions(
    data: Path, langs: Sequence[str], part: float, syntax: bool, new: Mapping[str, int]
) -> dict[str, list[Example]]:
    """Return what there is to learn from, by where it comes from, with syntax or without."""
    found = defaultdict[str, list[Example]](list)
    for lang in langs:
        of_persons = {
            "labelled": labelled_windows(data, lang, new.get(lang, 0))[0],
            "twins": sentences_with_twins(data, lang)[0],
            "edited": edited_sentences(lang, new.get(lang, 0))[0],
            "marked": marked_sentences(lang, new.get(lang, 0))[0],
            "judged": judged_sentences(data, lang),
            "looked at": looked_at_sentences(lang),
            "returned": returned_sentences(data, lang),
        }
        for name, examples in of_persons.items():
            chosen = examples if part == 1 else Random(lang).sample(examples, round(part * len(examples)))
            found[name] += with_syntax(chosen, lang) if syntax else chosen
        found["treebanks"] += of_treebank(windows_of_treebanks(data, lang), lang) if syntax else []
        found["same"] += windows_of_novels(data)[0] + windows_of_pages(data) if lang == "en" else []
    return dict(found)


def _lines(data: Path, lang: str, reader: Reader, pieces: Pieces) -> Iterator[str]:
    """Yield how a reader answers in a language: set and head, score, number."""
    of_set = {
        "measured": (MEASURED, windows(data, lang)),
        "developed on": (LABELS.parent, labelled_windows(data, lang)[1]),
    }
    for name, (folder, drawn) in of_set.items():
        for head, (score, number) in _scores(reader, pieces, folder / "labels" / f"{lang}.txt", drawn).items():
            yield f"{lang}\t{name}: {head}\t{score:.3f}\t{number}"
    others = {
        "twins": (sentences_with_twins(data, lang)[1], TO.values()),
        "edited": (edited_sentences(lang)[1], TO.values()),
        "marked": (marked_sentences(lang)[1], ("generic",)),
    }
    for name, (kept, heads) in others.items():
        found = answers(reader, kept, pieces) if kept else []
        for head in heads if kept else ():
            known = sum((each.columns[head] != UNKNOWN).any() for each in kept)
            yield f"{lang}\t{name} kept out: {head}\t{of_sentences(kept, found, head):.3f}\t{known}"
    if lang == "en":
        novels = windows_of_novels(data)[1]
        right, number = share_right(novels, answers(reader, novels, pieces))
        yield f"{lang}\tnovels kept out: antecedent\t{right:.3f}\t{number}"
    for name, (score, number) in of_trees(reader, pieces, measured_sentences(data, lang), lang).items():
        yield f"{lang}\ttreebank: {name}\t{score:.4f}\t{number}"


def main(
    data: Path,
    out: Path,
    langs: Annotated[str, typer.Option(help="Languages, divided by commas.")] = "de,en,es",
    steps: int = 2000,
    part: Annotated[float, typer.Option(help="Share of the labelled text that is learned from.")] = 1.0,
    layers: Annotated[str, typer.Option(help="Layers of the teacher that a student has, divided by commas.")] = "",
    begin: Annotated[
        Path | None, typer.Option(help="File of the package, or checkpoint, with which a student begins.")
    ] = None,
    begin_layers: Annotated[str, typer.Option(help="Layers that the file has, if they are fewer.")] = "",
    syntax: Annotated[bool, typer.Option(help="Learn syntax from treebanks and pipelines too.")] = True,
    rate: Annotated[float, typer.Option(help="Highest learning rates, as a share of the usual ones.")] = 1.0,
    taught: Annotated[bool, typer.Option(help="Let a student that begins anew learn from its teacher too.")] = True,
    by: Annotated[Path | None, typer.Option(help="Checkpoint from which a student that goes on learns too.")] = None,
    by_layers: Annotated[str, typer.Option(help="Layers that the checkpoint has, divided by commas.")] = "",
    dropout: Annotated[float, typer.Option(help="Share of the states of the encoder that are dropped.")] = 0.0,
    noise: Annotated[float, typer.Option(help="Share of the pieces that windows are read without.")] = 0.0,
    new: Annotated[str, typer.Option(help="Last sentences that are learned from more: de=260,en=500.")] = "",
) -> None:
    """Train a teacher or a student, or go on with the one in OUT, and write how it answers."""
    chosen = langs.split(",")
    counts = {lang: int(number) for lang, _, number in (each.partition("=") for each in new.split(",") if each)}
    portions = _portions(data, chosen, part, syntax, counts)
    packed = load_packed_encoder()
    pieces, name = Pieces(packed), "teacher"
    lessons: Lessons = lesson_of_labels
    reader = Reader(packed, frozen_layers=FROZEN)
    if layers:
        kept = [int(each) for each in layers.split(",")]
        name = f"student-{len(kept)}"
        teacher, reader = reader, Reader(with_layers(packed, kept, dropout), frozen_layers=0)
        if begin:
            if begin.suffix == ".pt":
                # heads that the checkpoint does not have begin to learn
                reader.load_state_dict(reader.state_dict() | torch.load(begin, weights_only=True)["reader"])
            else:
                begin_with(reader, begin, places(layers, begin_layers or layers))
        if by or (taught and not begin):
            portions["raw"] = [unlabelled(each) for lang in chosen for each in raw_windows(data, lang)]
            weights = torch.load(by or out / "teacher.pt", weights_only=True)["reader"]
            if by:
                teacher = Reader(with_layers(packed, [int(each) for each in by_layers.split(",")]), frozen_layers=0)
            else:
                learned_from(reader, weights, kept)
            teacher.load_state_dict(weights)
            heads = [each for each in (*TAGGED, *POINTING) if syntax or each not in (*OF_SYNTAX, HEAD)]
            lessons = lessons_of(teacher, pieces, heads, beside_labels=by is None)
    print({each: len(examples) for each, examples in portions.items()}, flush=True)
    shares = [(examples, SHARES[each]) for each, examples in portions.items() if examples]
    train(reader, pieces, shares, steps, out / f"{name}.pt", lessons, rate, noise)
    lines = [line for lang in chosen for line in _lines(data, lang, reader, pieces)]
    print(*lines, sep="\n")
    (out / f"{name}-scores.tsv").write_text("\n".join(lines) + "\n", encoding="utf-8")


if __name__ == "__main__":
    typer.run(main)
