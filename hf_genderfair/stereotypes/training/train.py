"""Train the content model: a teacher on labelled sentences, and the compact student on what the teacher reads."""

from __future__ import annotations

import logging
import random
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import date
from pathlib import Path
from typing import Any

import numpy as np
import torch
from torch import Tensor

from hf_genderfair import __version__
from hf_genderfair.languages.model_file import Model, write_model
from hf_genderfair.languages.training.teacher import load_packed_encoder
from hf_genderfair.languages.word_features import WordClasses
from hf_genderfair.stereotypes.content_model import SCORES, ContentModel
from hf_genderfair.stereotypes.training.calibration import fitted_calibration, macro_f1_threshold
from hf_genderfair.stereotypes.training.card import render_card
from hf_genderfair.stereotypes.training.contrasts import GroupSwap, contrast_rows, variants
from hf_genderfair.stereotypes.training.corpora import (
    ATTRIBUTES,
    DEVELOPMENT,
    KEPT_OUT,
    Row,
    folded,
    folds_of,
    gold_rows,
    listed_rows,
    raw_rows,
    templates_of,
    written_rows,
)
from hf_genderfair.stereotypes.training.student import (
    ContentStudent,
    StudentInput,
    export,
    student_words,
    train_student,
)
from hf_genderfair.stereotypes.training.teacher import (
    ContentExample,
    ContentTeacher,
    TeacherInput,
    as_examples,
    content_loss,
    read_with_teacher,
    train_teacher,
)

log = logging.getLogger(__name__)

GOLD_SHARES = {"emgsd": 1.0, "crows_pairs": 1.0, "seegull": 0.2, "social_bias_frames": 0.2, "reddit_bias": 0.2}
"""Share of the rows of each source that is seen in a round."""

SENTENCES = frozenset({"emgsd", "crows_pairs"})
"""Sources that are measured on too; of the others, sentences that are the same as a measured one are left out."""

CONTRASTS = 2800
RAW = {"en": 900, "de": 150, "es": 150}
RAW_WEIGHT = 0.5
SWAPPED_SHARE = 0.45
"""Share of the sentences whose groups are exchanged."""

RAW_READ = {"en": 10_000, "de": 1500, "es": 1500}
"""Sentences of running text, which the teacher reads for the student; a round of its own training draws ``RAW``."""

ROUNDS = 2
KNOWN_WORDS = {"en": 20_000, "de": 3_000, "es": 2_500}
KNOWN_WIDTH = 96
"""Words that have a vector of their own, and its length."""

VARIANTS = 6_000
"""Sentences with another word or group of which only the teacher says what they are."""

OWN_WEIGHT = 1.5
"""Weight in the loss of the sentences that the maintainers wrote or labelled in running text."""

OWN_ROUNDS: dict[tuple[str, float | None], int] = {
    ("written", 1.0): 2,
    ("written", 0.0): 2,
    ("listed", 1.0): 4,
    ("listed", 0.0): 1,
}
"""How often a round of the teacher shows them, by source and statement, and how often the student sees them beside the
others: in running text, those that state a stereotype are rare."""

STUDENT_CONTRASTS = 4000
SWAPS, SWAPPED = 2, frozenset({*GOLD_SHARES, "written", "listed"})
"""Copies of each labelled sentence of these sources with other groups, of which the student reads the same."""

STUDENT_STEPS = 5600

SURE = 0.4
STATEMENT = {"general": (0.15, 0.85), "marked": (0.5, 0.99), "other": (0.5, 0.99), "unnamed": (0.5, 1.0)}
"""Least association for the verdict stereotype, and probabilities of a statement from which the verdict is open and
above which it is stereotype: for sentences with the form of a generalisation about a group, with a word of generality,
for others, and for those in which no word names a group. They were chosen on news and web text that no training saw,
for three in five of the sentences with the verdict to be stereotypes."""


@dataclass(frozen=True)
class Parts:
    """The labelled rows, by what they are for."""

    training: tuple[Row, ...]
    development: tuple[Row, ...]
    kept_out: tuple[Row, ...]


def divided(data: Path) -> Parts:
    """Divide the published sentences by their templates.

    Args:
        data: Folder with ``stereotypes``.
    """
    rows = gold_rows(data / "stereotypes")
    sentences = [row for row in rows if row.source in SENTENCES]
    folds = folds_of(templates_of([row.text for row in sentences], [row.pair for row in sentences]))
    known = list(zip(sentences, folds, strict=True))
    measured = [row for row, fold in known if fold in KEPT_OUT | DEVELOPMENT]
    same = {folded(row.text) for row in measured}
    return Parts(
        tuple(row for row, fold in known if fold not in KEPT_OUT | DEVELOPMENT)
        + tuple(row for row in rows if row.source not in SENTENCES and folded(row.text) not in same),
        tuple(row for row, fold in known if fold in DEVELOPMENT),
        tuple(row for row, fold in known if fold in KEPT_OUT),
    )


def one_round(rows: Sequence[Row], own: Sequence[Row], raw: Sequence[Row], number: int) -> list[ContentExample]:
    """Return the examples of one round of the teacher.

    Args:
        rows: Published labelled rows.
        own: Rows that the maintainers wrote or labelled.
        raw: Sentences of running text.
        number: Of the round; decides the draws.
    """
    chooser = random.Random(100 + number)
    swap = GroupSwap("en")
    chosen = [row for row in rows if row.pair or chooser.random() < GOLD_SHARES[row.source]]
    chosen = [varied(row, swap, chooser) for row in chosen]
    contrasts = contrast_rows(CONTRASTS, _claims(rows), seed=number)
    drawn = chooser.sample(list(raw), min(len(raw), sum(RAW.values())))
    return [
        *as_examples(chosen),
        *as_examples(contrasts),
        *(example for row in own for example in as_examples([row], OWN_WEIGHT) * OWN_ROUNDS[row.source, row.statement]),
        *as_examples(drawn, RAW_WEIGHT, statement=0.005, association=0.05),
    ]


def varied(row: Row, swap: GroupSwap, chooser: random.Random) -> Row:
    """Return a row, with other groups where chance says so and no pair is concerned."""
    if row.pair:
        return row
    text = row.text
    if chooser.random() < SWAPPED_SHARE:
        text = swap.swapped(text, chooser)
    if row.source == "social_bias_frames" and chooser.random() < 0.5:
        text = text[0].upper() + text[1:] + "."
    return replace(row, text=text, attribute=swap.attribute(text) or row.attribute)


@dataclass(frozen=True)
class ContentMaterial:
    """What the student learns from.

    Attributes:
        examples: Sentences with their labels, as far as there are any.
        readings: What the teacher reads in each sentence, or in the sentence that it is a copy of.
        shares: How often each is drawn, beside the others.
    """

    examples: tuple[ContentExample, ...]
    readings: dict[str, Tensor]
    shares: tuple[float, ...]


def make_material(
    teacher: ContentTeacher, cutter: TeacherInput, rows: Sequence[Row], own: Sequence[Row], raw: Sequence[Row]
) -> ContentMaterial:
    """Let the teacher read sentences, and add copies with other groups of which the same is to be read."""
    chooser = random.Random(17)
    chosen = [row for row in rows if row.pair or chooser.random() < 2 * GOLD_SHARES[row.source]]
    measured = [row for row in rows if row.source in SENTENCES]
    labelled = [
        *as_examples(chosen),
        *as_examples(contrast_rows(STUDENT_CONTRASTS, _claims(rows), seed=23)),
        *as_examples(variants(measured, _traits(rows), VARIANTS)),
        *as_examples(own, OWN_WEIGHT),
    ]
    # of running text, the labels are what the teacher reads
    examples = [*labelled, *as_examples(raw)]
    readings = read_with_teacher(teacher, cutter, [example.row for example in examples])
    places = list(range(len(examples)))
    shares = [_share(example.row) for example in examples]
    swap = GroupSwap("en")
    for place, example in enumerate(labelled):
        row = example.row
        for _ in range(SWAPS * (not row.pair and row.source in SWAPPED)):
            examples.append(ContentExample(replace(row, text=swap.swapped(row.text, chooser))))
            places.append(place)
            shares.append(shares[place] / SWAPS)
    targets = {name: values[places] for name, values in readings.items()}
    return ContentMaterial(tuple(examples), targets, tuple(shares))


SHARES = {
    "emgsd": 1.0,
    "crows_pairs": 1.0,
    "raw": 1.0,
    "contrast": 0.8,
    "variant": 0.7,
    "seegull": 0.6,
    "social_bias_frames": 0.6,
    "reddit_bias": 0.6,
}
"""How often the student sees sentences of a source, beside the others."""


def _share(row: Row) -> float:
    own = OWN_ROUNDS.get((row.source, row.statement))
    return SHARES[row.source.split(" ")[0]] if own is None else own


def _claims(rows: Sequence[Row]) -> list[str]:
    return [row.text for row in rows if row.source == "social_bias_frames" and row.text.split(" ")[0].endswith("en")]


def _traits(rows: Sequence[Row]) -> list[str]:
    """Return the traits of SeeGULL that are one word: the last words of its sentences."""
    pieces = [
        row.text.strip(".").split(" are ")[-1].removeprefix("known to be ") for row in rows if row.source == "seegull"
    ]
    return sorted({piece for piece in pieces if " " not in piece})


def known_words(rows: Sequence[Row]) -> dict[str, list[str]]:
    """Return the most frequent words of each language in alphabetical order; a word belongs to one language."""
    counts: dict[str, Counter[str]] = {lang: Counter() for lang in KNOWN_WORDS}
    for row in rows:
        counts[row.lang].update(student_words(row.text, row.lang))
    taken: set[str] = set()
    words: dict[str, list[str]] = {}
    for lang, most in KNOWN_WORDS.items():
        words[lang] = sorted({word for word, _ in counts[lang].most_common(most)} - taken)
        taken.update(words[lang])
    return words


def word_vectors(teacher: ContentTeacher, cutter: TeacherInput, words: dict[str, list[str]]) -> Tensor:
    """Return what the teacher's states say of each word alone, on the axes on which words differ most.

    Returns:
        Shape (words + 1, `KNOWN_WIDTH`); row 0, of zeros, stands for words that are not known.
    """
    rows = [Row("word", word, lang=lang) for lang, own in words.items() for word in own]
    means = read_with_teacher(teacher, cutter, rows)["mean"]
    means = means - means.mean(0)
    axes = torch.linalg.svd(means, full_matrices=False)[2][:KNOWN_WIDTH]
    vectors = means @ axes.T
    return torch.cat([torch.zeros(1, KNOWN_WIDTH), vectors / vectors.std() * 0.5])


def train_content_model(data: Path, out: Path, template: str, rounds: int = ROUNDS, steps: int = STUDENT_STEPS) -> Path:
    """Train the content model from nothing and write ``content.npz`` and its card ``content.md``.

    The teacher is kept as ``content_teacher.pt`` and read from there the next time.

    Args:
        data: Folder with ``stereotypes``, ``treebanks`` and ``text``.
        out: Folder to write to.
        template: Jinja template of the card.
        rounds: How often the teacher sees the labelled sentences.
        steps: Batches of the student.

    Returns:
        The path of the model.
    """
    out.mkdir(parents=True, exist_ok=True)
    torch.manual_seed(0)
    parts = divided(data)
    raw = [row for lang, number in RAW_READ.items() for row in raw_rows(data, lang, number)]
    own = [*written_rows(), *listed_rows(data)]
    teacher, cutter = _teacher(parts.training, own, raw, out / "content_teacher.pt", rounds)
    material = make_material(teacher, cutter, parts.training, own, raw)
    words = known_words([example.row for example in material.examples])
    known = word_vectors(teacher, cutter, words)
    lexicon = WordClasses.build(
        {word: place for place, word in enumerate((word for own in words.values() for word in own), 1)}
    )
    student = _train_student(material, lexicon, known, steps)
    path = out / "content.npz"
    write_content_model(path, student, lexicon, parts.development)
    card = render_card(template, path, _counts(parts, own, raw), date.today())
    path.with_suffix(".md").write_text(card, encoding="utf-8")
    return path


def _teacher(
    rows: Sequence[Row], own: Sequence[Row], raw: Sequence[Row], kept: Path, rounds: int
) -> tuple[ContentTeacher, TeacherInput]:
    packed = load_packed_encoder()
    teacher, cutter = ContentTeacher(packed), TeacherInput(packed)
    if kept.exists():
        teacher.load_state_dict(torch.load(kept))
        teacher.eval()
        return teacher, cutter
    examples = [example for number in range(rounds) for example in one_round(rows, own, raw, number)]

    def report(step: int, loss: float) -> None:
        log.info("teacher: step %d, loss %.3f", step, loss)

    train_teacher(teacher, cutter, examples, 0, report)
    torch.save(teacher.state_dict(), kept)
    return teacher, cutter


def _train_student(
    material: ContentMaterial, lexicon: WordClasses, known: Tensor, steps: int, seed: int = 0
) -> ContentStudent:
    torch.manual_seed(seed)
    rows = StudentInput([example.row for example in material.examples], lexicon)
    student = ContentStudent(known, material.readings["mean"].shape[1])

    def loss(logits: dict[str, Tensor], indices: Tensor) -> Tensor:
        return content_loss(logits, [material.examples[index] for index in indices.tolist()])

    def report(step: int, value: float) -> None:
        log.info("student: step %d of %d, loss %.3f", step, steps, value)

    shares = torch.tensor(material.shares)
    return train_student(student, rows, material.readings, shares, steps, seed, loss, report)


def write_content_model(path: Path, student: ContentStudent, lexicon: WordClasses, development: Sequence[Row]) -> None:
    """Write a student, with probabilities calibrated and thresholds chosen on development sentences."""
    plain = dict.fromkeys(SCORES, (1.0, 0.0))
    facts: dict[str, Any] = {"version": __version__, "attributes": ATTRIBUTES, "calibration": plain}
    weights = export(student)
    write_model(path, Model(weights, (lexicon,), facts))
    known = [row for row in development if row.association is not None and row.source == "emgsd"]
    read = ContentModel(path).read([row.text for row in known], "en")
    gold = np.array([row.association for row in known]) > 0.5
    found = np.array([reading.association for reading in read])
    calibration = fitted_calibration(found, gold)
    calibrated = 1 / (1 + np.exp(-(calibration[0] * np.log(found / (1 - found)) + calibration[1])))
    facts["calibration"] = {**plain, "association": calibration}
    facts["thresholds"] = {"association": macro_f1_threshold(calibrated, gold), "sure": SURE, "statement": STATEMENT}
    write_model(path, Model(weights, (lexicon,), facts))


def _counts(parts: Parts, own: Sequence[Row], raw: Sequence[Row]) -> dict[str, int]:
    counts = Counter(row.source for row in (*parts.training, *own, *raw))
    return dict(sorted(counts.items())) | {"development": len(parts.development), "kept out": len(parts.kept_out)}
