"""Train the content model: two teachers on labelled sentences, and the compact student on what they read."""

from __future__ import annotations

import logging
import random
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from datetime import date
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor

from dataset_scripts.models.content.calibration import fitted_calibration, macro_f1_threshold
from dataset_scripts.models.content.card import render_card
from dataset_scripts.models.content.contrasts import GroupSwap, contrast_rows, variants
from dataset_scripts.models.content.corpora import (
    ATTRIBUTES,
    DEVELOPMENT,
    KEPT_OUT,
    Row,
    folded,
    folds_of,
    gold_rows,
    listed_rows,
    raw_rows,
    softened,
    templates_of,
    written_rows,
)
from dataset_scripts.models.content.student import (
    ContentStudent,
    PieceVocabulary,
    StudentInput,
    export,
    network_facts,
    train_first_heads,
    train_student,
)
from dataset_scripts.models.content.teacher import (
    ContentExample,
    ContentTeacher,
    LanguageModelInput,
    LanguageModelTeacher,
    RowInput,
    TeacherInput,
    as_examples,
    content_loss,
    read_with_teacher,
    train_teacher,
)
from dataset_scripts.models.model_file import write_model
from dataset_scripts.models.pipelines.teacher import PackedEncoder, load_packed_encoder
from hf_genderfair import __version__
from hf_genderfair.languages.model_file import Model
from hf_genderfair.stereotypes.content_model import SCORES, ContentModel

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
PROBE = 256
"""Sentences on which the inner units of the teacher are compared."""

JUDGED, JUDGED_SHARE = frozenset({"emgsd", "crows_pairs", "variant"}), 0.75
"""Sources of which the language model reads the association and the strength too, and its share in them."""

VARIANTS = 14_000
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

STUDENT_STEPS = (5000, 8000, 8000)
"""Batches of the student; each part starts again with a high rate of learning (Loshchilov and Hutter 2017)."""

NOTHING_SETTLED = -1e9
"""A logit of the first layer's heads that every sentence is above."""

LOST = 0.02
"""Share of the development sentences with the verdict that the heads on the first layer may take for others."""

SURE = 0.4
STATEMENT = {"general": (0.15, 0.8), "marked": (0.5, 0.99), "other": (0.5, 1.0), "unnamed": (0.5, 1.0)}
"""Least association for the verdict stereotype, and probabilities of a statement from which the verdict is open and
above which it is stereotype: for sentences with the form of a generalisation about a group, with a word of generality,
for others, and for those in which no word names a group. They were chosen on running text that no training saw, for
three in five of the sentences with the verdict to be stereotypes; without form or word, no probability was enough."""


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


class Teachers(NamedTuple):
    """The two teachers with their tokenisers."""

    encoder: ContentTeacher
    encoder_input: TeacherInput
    language_model: LanguageModelTeacher
    language_model_input: LanguageModelInput


def published_round(rows: Sequence[Row], number: int) -> list[ContentExample]:
    """Return the examples of one round of the language model: published sentences alone."""
    chooser = random.Random(200 + number)
    swap = GroupSwap("en")
    chosen = [row for row in rows if row.source in SENTENCES or chooser.random() < GOLD_SHARES[row.source]]
    return as_examples([varied(row, swap, chooser) for row in chosen])


def make_material(teachers: Teachers, rows: Sequence[Row], own: Sequence[Row], raw: Sequence[Row]) -> ContentMaterial:
    """Let the teachers read sentences, and add copies with other groups of which the same is to be read."""
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
    readings = read_with_teacher(teachers.encoder, teachers.encoder_input, [example.row for example in examples])
    _mix_in(readings, [example.row for example in examples], teachers)
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


def _mix_in(readings: dict[str, Tensor], rows: Sequence[Row], teachers: Teachers) -> None:
    """Let the language model say, above all, what the encoder knows less of: English sentences about groups."""
    chosen = [place for place, row in enumerate(rows) if row.source.split(" ")[0] in JUDGED]
    judged = read_with_teacher(
        teachers.language_model, teachers.language_model_input, [rows[place] for place in chosen]
    )
    for name in ("association", "strength"):
        mixed = JUDGED_SHARE * judged[name] + (1 - JUDGED_SHARE) * readings[name][chosen]
        readings[name][chosen] = mixed


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


@dataclass(frozen=True)
class LanguageModelSource:
    """The language model of the second teacher.

    Attributes:
        name: Folder, or name on the Hub.
        gguf_file: File in the folder, where it is packed as GGUF.

    Example:
        >>> LanguageModelSource().name
        'HuggingFaceTB/SmolLM2-135M-Instruct'
    """

    name: str = "HuggingFaceTB/SmolLM2-135M-Instruct"
    gguf_file: str | None = None


def train_content_model(
    data: Path,
    out: Path,
    language_model: LanguageModelSource,
    rounds: int = ROUNDS,
    steps: Sequence[int] = STUDENT_STEPS,
) -> Path:
    """Train the content model from nothing and write ``content.npz`` and its card ``content.md``.

    The teachers are kept as ``content_teacher.pt`` and ``content_language_model.pt`` and read from there the next time.

    Args:
        data: Folder with ``stereotypes``, ``treebanks`` and ``text``.
        out: Folder to write to.
        language_model: What the second teacher is made of.
        rounds: How often the teachers see the labelled sentences.
        steps: Batches of each part of the training of the student.

    Returns:
        The path of the model.
    """
    out.mkdir(parents=True, exist_ok=True)
    torch.manual_seed(0)
    parts = divided(data)
    raw = [row for lang, number in RAW_READ.items() for row in raw_rows(data, lang, number)]
    own = [*written_rows(), *listed_rows(data)]
    packed = load_packed_encoder()
    teacher, cutter = ContentTeacher(packed), TeacherInput(packed)

    def rounds_of_all() -> list[ContentExample]:
        return [example for number in range(rounds) for example in one_round(parts.training, own, raw, number)]

    def rounds_of_published() -> list[ContentExample]:
        rows = softened(parts.training, data / "stereotypes")
        return [example for number in range(rounds) for example in published_round(rows, number)]

    _trained(teacher, cutter, rounds_of_all, out / "content_teacher.pt")
    judge = LanguageModelTeacher(language_model.name, language_model.gguf_file)
    judge_input = LanguageModelInput(language_model.name, language_model.gguf_file)
    _trained(judge, judge_input, rounds_of_published, out / "content_language_model.pt")
    material = make_material(Teachers(teacher, cutter, judge, judge_input), parts.training, own, raw)
    student, vocabulary = train_content_student(material, teacher, cutter, packed, steps)
    path = out / "content.npz"
    write_content_model(path, student, vocabulary, parts.development)
    card = render_card(path, _counts(parts, own, raw), date.today())
    path.with_suffix(".md").write_text(card, encoding="utf-8")
    return path


def _trained(
    teacher: ContentTeacher | LanguageModelTeacher,
    cutter: RowInput,
    examples: Callable[[], Sequence[ContentExample]],
    kept: Path,
) -> None:
    """Read the weights of a teacher where they are kept, and train it where not."""
    if kept.exists():
        teacher.load_state_dict(torch.load(kept, weights_only=True))
        teacher.eval()
        return

    def report(step: int, loss: float) -> None:
        log.info("%s: step %d, loss %.3f", kept.stem, step, loss)

    train_teacher(teacher, cutter, examples(), 0, report)
    torch.save(teacher.state_dict(), kept)


def train_content_student(
    material: ContentMaterial,
    teacher: ContentTeacher,
    cutter: TeacherInput,
    packed: PackedEncoder,
    steps: Sequence[int],
    seed: int = 0,
) -> tuple[ContentStudent, PieceVocabulary]:
    """Cut the first teacher down to a student, and train it on what both teachers read.

    Args:
        material: What to learn from.
        teacher: The first teacher; its layers become those of the student.
        cutter: Its tokeniser.
        packed: The encoder that it was made of.
        steps: Batches of each part of the training.
        seed: Of the draws.
    """
    torch.manual_seed(seed)
    rows = [example.row for example in material.examples]
    vocabulary = PieceVocabulary.of(packed, rows)
    probe = cutter.batch(random.Random(seed).sample(rows, PROBE))
    student = ContentStudent(teacher, vocabulary, probe)

    def loss(logits: dict[str, Tensor], indices: Tensor) -> Tensor:
        return content_loss(logits, [material.examples[index] for index in indices.tolist()])

    def report(step: int, value: float) -> None:
        log.info("student: step %d, loss %.3f", step, value)

    shares = torch.tensor(material.shares)
    cut = StudentInput(rows, vocabulary)
    for number, batches in enumerate(steps, seed):
        student = train_student(student, cut, material.readings, shares, batches, number, loss, report)
    train_first_heads(student, cut, shares, seed)
    return student, vocabulary


def write_content_model(
    path: Path, student: ContentStudent, vocabulary: PieceVocabulary, development: Sequence[Row]
) -> None:
    """Write a student, with probabilities calibrated and thresholds chosen on development sentences."""
    plain = dict.fromkeys(SCORES, (1.0, 0.0))
    facts: dict[str, Any] = {"version": __version__, "attributes": ATTRIBUTES, "calibration": plain}
    facts |= network_facts(student, vocabulary)
    weights = export(student)
    known = [row for row in development if row.association is not None and row.source == "emgsd"]
    gold = np.array([row.association for row in known]) > 0.5

    def read(settled: float) -> NDArray[np.float64]:
        write_model(path, Model(weights, (), facts | {"settled": settled}))
        readings = ContentModel(path).read([row.text for row in known], "en")
        found = np.array([reading.association for reading in readings])
        logits: NDArray[np.float64] = np.log(found / (1 - found))
        return logits

    last, first = read(NOTHING_SETTLED), read(-NOTHING_SETTLED)
    calibration = fitted_calibration(1 / (1 + np.exp(-last)), gold)
    calibrated = 1 / (1 + np.exp(-(calibration[0] * last + calibration[1])))
    threshold = macro_f1_threshold(calibrated, gold)
    facts["calibration"] = {**plain, "association": calibration}
    facts["settled"] = float(np.quantile(first[calibrated > threshold], LOST))
    facts["thresholds"] = {"association": threshold, "sure": SURE, "statement": STATEMENT}
    write_model(path, Model(weights, (), facts))


def _counts(parts: Parts, own: Sequence[Row], raw: Sequence[Row]) -> dict[str, int]:
    counts = Counter(row.source for row in (*parts.training, *own, *raw))
    return dict(sorted(counts.items())) | {"development": len(parts.development), "kept out": len(parts.kept_out)}
