"""Train the embedded pipelines: teacher, annotated text, students, their files and cards."""

from __future__ import annotations

import logging
import random
from collections.abc import Sequence
from dataclasses import asdict, dataclass, replace
from datetime import date
from pathlib import Path
from typing import Any

import torch
from torch import nn

from dataset_scripts.models.model_file import write_model
from dataset_scripts.models.pipelines.agreement import correct_nouns
from dataset_scripts.models.pipelines.batches import Portion, batches
from dataset_scripts.models.pipelines.card import render_card
from dataset_scripts.models.pipelines.corpora import (
    ENTITY_PIPELINES,
    GERMEVAL,
    GERMEVAL_DEVELOPMENT,
    TREEBANKS,
    development_sentences,
    entity_sentences,
    raw_sentences,
    treebank_sentences,
    with_entities,
)
from dataset_scripts.models.pipelines.heads import loss, pad_targets
from dataset_scripts.models.pipelines.labels import ENTITY_TAGS, Labels, encode, lemma_exceptions
from dataset_scripts.models.pipelines.scores import Tally, score
from dataset_scripts.models.pipelines.student import (
    Sizes,
    Student,
    Vocabulary,
    export,
    refine_entities,
    train_student,
)
from dataset_scripts.models.pipelines.teacher import Pieces, Teacher, annotate, load_packed_encoder, make_batch
from dataset_scripts.models.pipelines.treebanks import FEATURES, TrainingSentence
from dataset_scripts.models.pipelines.word_lists import clusters, german_noun_genders, german_nouns
from hf_genderfair import __version__
from hf_genderfair.languages.model_file import Model

log = logging.getLogger(__name__)

LANGUAGES = ("de", "en", "es", "ca")
TEACHER_SHARES = {"de": 0.46, "en": 0.24, "es": 0.18, "ca": 0.12}
ENTITY_SHARE = 0.28
"""Share of the German batches that have entities only."""

PIECES_IN_BATCH = 1500
LONGEST = 120
"""Words of the longest sentence that is learnt from."""


@dataclass(frozen=True)
class _Corpus:
    """The sentences of one language.

    Attributes:
        gold: Sentences of the treebanks.
        entities: Sentences that have gold entities and nothing else.
        raw: Unannotated sentences.
        development: Sentences that are not trained on.
    """

    gold: tuple[TrainingSentence, ...]
    entities: tuple[TrainingSentence, ...]
    raw: tuple[TrainingSentence, ...]
    development: tuple[TrainingSentence, ...]


def _read_corpus(data: Path, lang: str) -> _Corpus:
    """Read what is trained on and measured on for a language."""
    gold = treebank_sentences(data, lang)
    # measured as it is used: by the conventions of the first treebank
    convention = TREEBANKS[lang][0].source
    development = [replace(sentence, source=convention) for sentence in development_sentences(data, lang)]
    entities: list[TrainingSentence] = []
    if lang == "de":
        entities = entity_sentences(data, GERMEVAL)
        development += entity_sentences(data, GERMEVAL_DEVELOPMENT)
    return _Corpus(
        tuple(with_entities(gold, lang) if lang in ENTITY_PIPELINES else gold),
        tuple(entities),
        tuple(raw_sentences(data, lang)),
        tuple(development),
    )


def _train_teacher(corpora: dict[str, _Corpus], steps: int, seed: int = 0) -> tuple[Teacher, Pieces, Labels]:
    """Fine-tune the teacher on the treebanks of all languages together."""
    torch.manual_seed(seed)
    chooser = random.Random(seed)
    labels = Labels.collect(s for corpus in corpora.values() for s in (*corpus.gold, *corpus.entities))
    packed = load_packed_encoder()
    pieces, teacher = Pieces(packed), Teacher(packed, labels, len(ENTITY_TAGS))
    portions = []
    for lang, corpus in corpora.items():
        entity_share = ENTITY_SHARE if corpus.entities else 0.0
        portions.append(Portion(_short(corpus.gold), TEACHER_SHARES[lang] * (1 - entity_share)))
        portions.extend([Portion(_short(corpus.entities), TEACHER_SHARES[lang] * entity_share)] * bool(entity_share))
    streams = [batches(portion.sentences, PIECES_IN_BATCH, seed, pieces.length) for portion in portions]
    optimiser, schedule = _teacher_optimiser(teacher, steps)
    teacher.train()
    for step in range(1, steps + 1):
        batch = next(chooser.choices(streams, [portion.share for portion in portions])[0])
        targets = pad_targets([encode(sentence, labels) for sentence in batch])
        value = loss(teacher(make_batch(batch, pieces, labels), targets["head"]), targets)
        optimiser.zero_grad()
        torch.autograd.backward(value)
        nn.utils.clip_grad_norm_(teacher.parameters(), 2.0)
        optimiser.step()
        schedule.step()
        if step % 20 == 0:
            log.info("teacher: step %d of %d, loss %.3f", step, steps, value.item())
    return teacher, pieces, labels


def _short(sentences: Sequence[TrainingSentence]) -> list[TrainingSentence]:
    return [sentence for sentence in sentences if len(sentence.words) <= LONGEST]


def _teacher_optimiser(teacher: Teacher, steps: int) -> tuple[torch.optim.Optimizer, Any]:
    encoder = [weight for weight in teacher.encoder.parameters() if weight.requires_grad]
    others = [weight for name, weight in teacher.named_parameters() if not name.startswith("encoder.")]
    groups = [{"params": encoder, "lr": 1.5e-4}, {"params": others, "lr": 2e-3}]
    optimiser = torch.optim.AdamW(groups, betas=(0.9, 0.98), weight_decay=0.01)
    warm = max(steps // 12, 1)

    def rate(step: int) -> float:
        return min(1.0, (step + 1) / warm) * (1 - step / steps) if step < steps else 0.0

    return optimiser, torch.optim.lr_scheduler.LambdaLR(optimiser, rate)


@dataclass(frozen=True)
class Material:
    """What a student learns from, all of it with every layer.

    Attributes:
        gold: Sentences of treebanks; their entities are the teacher's or another pipeline's.
        entities: Sentences whose entities are gold; the rest is the teacher's.
        annotated: Sentences that the teacher annotated.
    """

    gold: tuple[TrainingSentence, ...]
    entities: tuple[TrainingSentence, ...]
    annotated: tuple[TrainingSentence, ...]


def _make_material(lang: str, corpus: _Corpus, teacher: Teacher, pieces: Pieces, labels: Labels) -> Material:
    """Let the teacher add what the sentences of a language lack; German noun phrases are corrected there."""

    def fill(sentences: Sequence[TrainingSentence]) -> list[TrainingSentence]:
        return annotate(teacher, sentences, pieces, labels, TREEBANKS[lang][0].source)

    entities, annotated = fill(corpus.entities), fill(corpus.raw)
    if lang == "de":
        genders = german_noun_genders()
        entities, annotated = correct_nouns(entities, genders), correct_nouns(annotated, genders)
    gold = corpus.gold if lang in ENTITY_PIPELINES else fill(corpus.gold)
    return Material(tuple(gold), tuple(entities), tuple(annotated))


GOLD_SHARES = {"de": 0.4, "en": 0.65}
"""Share of the batches of gold where there is annotated text too."""

STUDENT_STEPS = {"de": (1600,), "en": (1800, 480), "es": (1200, 650), "ca": (900, 550, 320)}
"""Batches of each round: the rate starts high again in every round (Loshchilov & Hutter 2017), where that helped."""

LEARNING_RATES = (3e-3, 2e-3)
"""Highest rates of the first and of the later rounds."""
ENTITY_STEPS = 900
ENTITY_SHARES = (0.7, 0.2, 0.1)
"""Shares of batches with gold entities, of treebanks and of annotated text when the layer of entities is refined."""

NOUN_LISTS = {"de": german_nouns}
CLUSTERED = ("de", "en", "es")


@dataclass(frozen=True)
class Trained:
    """A student that is ready to be written.

    Attributes:
        model: Its file.
        scores: Shares of right decisions on the development sentences, tokens given (see ``scores.score``).
        counts: Sentences and words of each part of its training.
    """

    model: Model
    scores: dict[str, float]
    counts: dict[str, tuple[int, int]]


def train_language(
    lang: str, material: Material, development: Sequence[TrainingSentence], rounds: Sequence[int], seed: int = 0
) -> Trained:
    """Train the student of a language.

    Args:
        lang: Language code.
        material: What it learns from.
        development: Sentences to measure on.
        rounds: Number of batches of each round.
        seed: Of weights and order.
    """
    torch.manual_seed(seed)
    lexicons = tuple(clusters(lang) for _ in range(lang in CLUSTERED))
    lexicons += tuple(build() for own, build in NOUN_LISTS.items() if own == lang)
    silver = (*material.entities, *material.annotated)
    labels = Labels.collect((*material.gold, *silver))
    vocabulary = Vocabulary([*material.gold, *silver, *development], lexicons)
    student = Student(labels, [int(lexicon.classes.max()) + 1 for lexicon in lexicons], Sizes())

    def report(step: int, mean_loss: float, network: Student) -> None:
        if step % 500 == 0:
            shares = _measure(network, development, vocabulary, labels)
            log.info("%s: step %d of %s, loss %.3f, %s", lang, step, rounds, mean_loss, shares)

    share = GOLD_SHARES[lang] if silver else 1.0
    portions = [Portion(_short(material.gold), share), *[Portion(_short(silver), 1 - share)] * bool(silver)]
    trained = student
    for number, steps in enumerate(rounds):
        rate = LEARNING_RATES[min(number, 1)]
        trained = train_student(trained, portions, vocabulary, labels, steps, seed + number, report, learning_rate=rate)
    if material.entities:
        shares = zip((material.entities, material.gold, material.annotated), ENTITY_SHARES, strict=True)
        refine_entities(
            trained, [Portion(_short(part), own) for part, own in shares], vocabulary, labels, ENTITY_STEPS, seed
        )
    facts = _facts(lang, labels) | {"exceptions": lemma_exceptions(material.gold)}
    scores = _measure(trained, development, vocabulary, labels)
    return Trained(Model(export(trained), lexicons, facts), scores, _counts(material, development))


def _counts(material: Material, development: Sequence[TrainingSentence]) -> dict[str, tuple[int, int]]:
    parts = {
        "of treebanks": material.gold,
        "with gold entities": material.entities,
        "annotated by the teacher": material.annotated,
        "development": development,
    }
    return {name: (len(part), sum(len(s.words) for s in part)) for name, part in parts.items() if part}


def _facts(lang: str, labels: Labels) -> dict[str, Any]:
    return {
        "lang": lang,
        "trained_on": [bank.path for bank in TREEBANKS[lang]],
        "version": __version__,
        "pos": labels.pos,
        "features": list(zip(FEATURES, labels.features, strict=True)),
        "scripts": labels.scripts,
        "relations": labels.relations,
        "entities": ENTITY_TAGS,
    }


def _measure(
    network: Student, development: Sequence[TrainingSentence], vocabulary: Vocabulary, labels: Labels
) -> dict[str, float]:
    tally = Tally()
    with torch.inference_mode():
        for start in range(0, len(development), 50):
            part = development[start : start + 50]
            score(network(vocabulary.batch(part)), part, labels, tally)
    return tally.shares()


def train_pipelines(
    data: Path, out: Path, langs: Sequence[str], teacher_steps: int, student_steps: int | None
) -> list[Path]:
    """Train the embedded pipelines from nothing and write ``LANG.npz`` and ``LANG.md`` for each.

    The teacher always learns from all languages; it is kept as ``teacher.pt`` and read from there the next time.

    Args:
        data: Folder of the treebanks and texts, laid out as ``corpora.TREEBANKS`` names them.
        out: Folder to write to.
        langs: Languages whose pipelines are written.
        teacher_steps: Batches of the teacher.
        student_steps: Batches of each student; None stands for ``STUDENT_STEPS``.
    """
    out.mkdir(parents=True, exist_ok=True)
    corpora = {lang: _read_corpus(data, lang) for lang in LANGUAGES}
    teacher, pieces, labels = _teacher(corpora, out / "teacher.pt", teacher_steps)
    written = []
    for lang in langs:
        material = _make_material(lang, corpora[lang], teacher, pieces, labels)
        rounds = (student_steps,) if student_steps else STUDENT_STEPS[lang]
        trained = train_language(lang, material, corpora[lang].development, rounds)
        written.append(write_pipeline(out, lang, trained))
    return written


def write_pipeline(out: Path, lang: str, trained: Trained) -> Path:
    """Write the model of a language and its card, and return the path of the model."""
    path = out / f"{lang}.npz"
    write_model(path, trained.model)
    card = render_card(lang, path, trained.scores, trained.counts, date.today())
    path.with_suffix(".md").write_text(card, encoding="utf-8")
    return path


def _teacher(corpora: dict[str, _Corpus], kept: Path, steps: int) -> tuple[Teacher, Pieces, Labels]:
    if not kept.exists():
        teacher, pieces, labels = _train_teacher(corpora, steps)
        torch.save({"weights": teacher.state_dict(), "labels": asdict(labels)}, kept)
        return teacher, pieces, labels
    state = torch.load(kept, weights_only=True)
    packed = load_packed_encoder()
    labels = Labels(**state["labels"])
    teacher = Teacher(packed, labels, len(ENTITY_TAGS))
    teacher.load_state_dict(state["weights"])
    return teacher, Pieces(packed), labels
