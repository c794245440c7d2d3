"""Train the embedded pipelines: teacher, annotated text, students, their files and cards."""

from __future__ import annotations

import logging
import random
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from datetime import date
from pathlib import Path
from typing import Any

import torch
from torch import nn

from hf_genderfair import __version__
from hf_genderfair.languages.model_file import Model, write_model
from hf_genderfair.languages.training.agreement import with_noun_genders
from hf_genderfair.languages.training.batches import Portion, batches
from hf_genderfair.languages.training.card import render_card
from hf_genderfair.languages.training.corpora import (
    TREEBANKS,
    development_sentences,
    entity_sentences,
    raw_sentences,
    treebank_sentences,
    with_entities,
)
from hf_genderfair.languages.training.heads import loss, pad_targets
from hf_genderfair.languages.training.labels import ENTITY_TAGS, Labels, encode
from hf_genderfair.languages.training.scores import Tally, score
from hf_genderfair.languages.training.student import Sizes, Student, Vocabulary, export, train_student
from hf_genderfair.languages.training.teacher import Pieces, Teacher, annotate, load_packed_encoder, make_batch
from hf_genderfair.languages.training.treebanks import FEATURES, TrainingSentence
from hf_genderfair.languages.training.word_lists import clusters, german_noun_genders, german_nouns

log = logging.getLogger(__name__)

LANGUAGES = ("de", "en", "es", "ca")
TEACHER_SHARES = {"de": 0.46, "en": 0.24, "es": 0.18, "ca": 0.12}
ENTITY_SHARE = 0.28
"""Share of the German batches that have entities only."""

PIECES_IN_BATCH = 1500
LONGEST = 120
"""Words of the longest sentence that is learnt from."""


@dataclass(frozen=True)
class Corpus:
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


def read_corpus(data: Path, lang: str) -> Corpus:
    """Read what is trained on and measured on for a language."""
    gold = treebank_sentences(data, lang)
    return Corpus(
        tuple(with_entities(gold, lang) if lang == "en" else gold),
        tuple(entity_sentences(data)) if lang == "de" else (),
        tuple(raw_sentences(data, lang)),
        tuple(development_sentences(data, lang)),
    )


def train_teacher(corpora: dict[str, Corpus], steps: int, seed: int = 0) -> tuple[Teacher, Pieces, Labels]:
    """Fine-tune the teacher on the treebanks of all languages together.

    Args:
        corpora: By language.
        steps: Number of batches.
        seed: Of the order of batches and of the new layers.

    Returns:
        The teacher, its tokeniser and the inventories.
    """
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
        value.backward()
        nn.utils.clip_grad_norm_(teacher.parameters(), 2.0)
        optimiser.step()
        schedule.step()
        if step % 20 == 0:
            log.info("teacher: step %d of %d, loss %.3f", step, steps, float(value))
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


def make_silver(
    lang: str, corpus: Corpus, teacher: Teacher, pieces: Pieces, labels: Labels
) -> tuple[list[TrainingSentence], list[TrainingSentence]]:
    """Return what the student learns from: gold sentences with the teacher's entities, and annotated text.

    German nouns get the genders of the noun list in annotated text.
    """
    convention = TREEBANKS[lang][0].source
    gold = annotate(teacher, corpus.gold, pieces, labels, convention)
    silver = annotate(teacher, (*corpus.entities, *corpus.raw), pieces, labels, convention)
    return gold, with_noun_genders(silver, german_noun_genders()) if lang == "de" else silver


GOLD_SHARE = 0.35
STUDENT_STEPS = {"de": 6000, "en": 6000, "es": 5000, "ca": 4000}
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
    lang: str,
    gold: Sequence[TrainingSentence],
    silver: Sequence[TrainingSentence],
    development: Sequence[TrainingSentence],
    steps: int,
    seed: int = 0,
) -> Trained:
    """Train the student of a language.

    Args:
        lang: Language code.
        gold: Sentences of treebanks.
        silver: Sentences that the teacher annotated.
        development: Sentences to measure on.
        steps: Number of batches.
        seed: Of weights and order.
    """
    torch.manual_seed(seed)
    lexicons = tuple(clusters(lang) for _ in range(lang in CLUSTERED))
    lexicons += tuple(build() for own, build in NOUN_LISTS.items() if own == lang)
    labels = Labels.collect((*gold, *silver))
    vocabulary = Vocabulary([*gold, *silver, *development], lexicons)
    student = Student(labels, [int(lexicon.classes.max()) + 1 for lexicon in lexicons], Sizes())
    scores: dict[str, float] = {}

    def report(step: int, mean_loss: float, network: Student) -> None:
        if step % 500 == 0 or step == steps:
            scores.update(_measure(network, development, vocabulary, labels))
            log.info("%s: step %d of %d, loss %.3f, %s", lang, step, steps, mean_loss, scores)

    portions = [Portion(_short(gold), GOLD_SHARE), Portion(_short(silver), 1 - GOLD_SHARE)] if silver else []
    trained = train_student(student, portions or [Portion(_short(gold), 1.0)], vocabulary, labels, steps, seed, report)
    counts = {
        name: (len(part), sum(len(sentence.words) for sentence in part))
        for name, part in (("gold", gold), ("annotated by the teacher", silver), ("development", development))
    }
    return Trained(Model(export(trained), lexicons, _facts(lang, labels)), scores, counts)


def _facts(lang: str, labels: Labels) -> dict[str, Any]:
    return {
        "lang": lang,
        "version": __version__,
        "pos": labels.pos,
        "features": dict(zip(FEATURES, labels.features, strict=True)),
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
    data: Path, out: Path, langs: Sequence[str], template: str, teacher_steps: int, student_steps: int | None
) -> list[Path]:
    """Train the embedded pipelines from nothing and write ``LANG.npz`` and ``LANG.md`` for each.

    The teacher always learns from all languages; it is kept as ``teacher.pt`` and read from there the next time.

    Args:
        data: Folder of the treebanks and texts, laid out as ``corpora.TREEBANKS`` names them.
        out: Folder to write to.
        langs: Languages whose pipelines are written.
        template: Jinja template of the cards.
        teacher_steps: Batches of the teacher.
        student_steps: Batches of each student; None stands for ``STUDENT_STEPS``.

    Returns:
        The models.
    """
    out.mkdir(parents=True, exist_ok=True)
    corpora = {lang: read_corpus(data, lang) for lang in LANGUAGES}
    teacher, pieces, labels = _teacher(corpora, out / "teacher.pt", teacher_steps)
    written = []
    for lang in langs:
        gold, silver = make_silver(lang, corpora[lang], teacher, pieces, labels)
        steps = student_steps or STUDENT_STEPS[lang]
        trained = train_language(lang, gold, silver, corpora[lang].development, steps)
        written.append(write_pipeline(out, lang, trained, template))
    return written


def write_pipeline(out: Path, lang: str, trained: Trained, template: str) -> Path:
    """Write the model of a language and its card, and return the path of the model."""
    path = out / f"{lang}.npz"
    write_model(path, trained.model)
    card = render_card(template, lang, path, trained.scores, trained.counts, date.today())
    path.with_suffix(".md").write_text(card, encoding="utf-8")
    return path


def _teacher(corpora: dict[str, Corpus], kept: Path, steps: int) -> tuple[Teacher, Pieces, Labels]:
    if not kept.exists():
        teacher, pieces, labels = train_teacher(corpora, steps)
        torch.save({"weights": teacher.state_dict(), "labels": asdict(labels)}, kept)
        return teacher, pieces, labels
    state = torch.load(kept)
    packed = load_packed_encoder()
    labels = Labels(**state["labels"])
    teacher = Teacher(packed, labels, len(ENTITY_TAGS))
    teacher.load_state_dict(state["weights"])
    return teacher, Pieces(packed), labels
