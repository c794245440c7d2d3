"""The student: the compact network of the embedded pipelines, as it is trained."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, cast

import numpy as np
import torch
from torch import Tensor, nn
from torch.nn.utils.rnn import pack_padded_sequence, pad_packed_sequence

from dataset_scripts.models.pipelines.batches import Portion, batches
from dataset_scripts.models.pipelines.heads import Heads, loss, pad_targets
from dataset_scripts.models.pipelines.labels import ENTITY_TAGS, IGNORED, Labels, Targets, encode
from dataset_scripts.models.pipelines.treebanks import TrainingSentence
from hf_genderfair.languages.word_features import (
    TABLES,
    TRIGRAM_BUCKETS,
    WordClasses,
    WordFeatures,
    word_features,
)

WIDTHS = {
    "word": 64,
    "word_again": 64,
    "prefix": 24,
    "suffix_2": 24,
    "suffix_3": 40,
    "suffix_4": 48,
    "shape": 24,
    "trigrams": 64,
    "lexicon": 48,
}
"""Length of the vector that each piece of a word adds."""


OTHER_CONVENTIONS = frozenset({"de_pud", "es_gsd"})
"""Treebanks whose annotation differs from that of the language's first one.

A mark tells the student which it learns from, and at run time it is never set: the pipelines follow German GSD and
Spanish AnCora (Stymne et al. 2018 learn a vector for each treebank; one bit is enough here).
"""


@dataclass(frozen=True)
class Sizes:
    """Sizes of the network.

    Attributes:
        word: Length of a word vector.
        lstm: States of one direction of the two layers for tags and syntax.
        entity: States of one direction of the layer for entities.
        arc: Length of the vectors that heads are scored with.
        relation: Length of the vectors that relations are scored with.
    """

    word: int = 128
    lstm: int = 144
    entity: int = 64
    arc: int = 128
    relation: int = 64


class Student(nn.Module):
    """Word vectors from pieces of words, two layers of bidirectional LSTM, one more for entities, and heads."""

    def __init__(self, labels: Labels, lexicon_sizes: Sequence[int], sizes: Sizes) -> None:
        """Create the layers; ``lexicon_sizes`` are the numbers of classes with the empty one."""
        super().__init__()
        self.tables = nn.ModuleDict({name: nn.Embedding(TABLES[name], WIDTHS[name]) for name in TABLES})
        self.trigrams = nn.EmbeddingBag(TRIGRAM_BUCKETS, WIDTHS["trigrams"], mode="mean", padding_idx=0)
        self.lexicons = nn.ModuleList(nn.Embedding(size, WIDTHS["lexicon"]) for size in lexicon_sizes)
        for table in (*self.tables.values(), self.trigrams, *self.lexicons):
            nn.init.normal_(table.weight, std=0.3)
        total = sum(WIDTHS[name] for name in TABLES) + WIDTHS["trigrams"] + WIDTHS["lexicon"] * len(lexicon_sizes)
        self.mix = nn.Linear(total, sizes.word)
        self.lstm_1 = nn.LSTM(sizes.word + 3, sizes.lstm, batch_first=True, bidirectional=True)
        self.lstm_2 = nn.LSTM(2 * sizes.lstm, sizes.lstm, batch_first=True, bidirectional=True)
        self.lstm_entity = nn.LSTM(2 * sizes.lstm, sizes.entity, batch_first=True, bidirectional=True)
        self.heads = Heads(2 * sizes.lstm, labels, len(ENTITY_TAGS), sizes.arc, sizes.relation)
        self.heads.entity = nn.Linear(2 * sizes.entity, len(ENTITY_TAGS))
        self.drop = nn.Dropout(0.33)

    def forward(self, batch: WordBatch, heads: Tensor | None = None) -> dict[str, Any]:
        """Return the logits of a batch; relations are scored for ``heads``, or for the best heads."""
        vectors = nn.functional.gelu(self.mix(self._pieces(batch)), approximate="tanh")
        inputs = torch.cat([self.drop(vectors[batch.index]), batch.flags], -1)
        first = self._run(self.lstm_1, inputs, batch)
        logits = self.heads.tags(first)
        logits["entity"] = self.heads.entities(self._run(self.lstm_entity, self.drop(first), batch))
        second = self._run(self.lstm_2, self.drop(first), batch)
        logits["head"] = self.heads.arcs(second, batch.word_mask)
        chosen = logits["head"].argmax(-1) if heads is None else heads.clamp(min=0)
        logits["relation"] = self.heads.relations(second, chosen)
        return logits

    def entity_logits(self, batch: WordBatch) -> Tensor:
        """Return the logits of entity tags; only their own layer learns from them."""
        with torch.no_grad():
            vectors = nn.functional.gelu(self.mix(self._pieces(batch)), approximate="tanh")
            first = self._run(self.lstm_1, torch.cat([self.drop(vectors[batch.index]), batch.flags], -1), batch)
        return self.heads.entities(self._run(self.lstm_entity, self.drop(first), batch))

    def _pieces(self, batch: WordBatch) -> Tensor:
        parts = [table(batch.hashed[:, column]) for column, table in enumerate(self.tables.values())]
        if self.training:
            known = (torch.rand(len(batch.hashed), 1) > 0.1).float()
            parts[:2] = [part * known for part in parts[:2]]
        parts.append(self.trigrams(batch.trigrams))
        parts.extend(table(batch.classes[:, column]) for column, table in enumerate(self.lexicons))
        joined: Tensor = self.drop(torch.cat(parts, -1))
        return joined

    @staticmethod
    def _run(lstm: nn.LSTM, inputs: Tensor, batch: WordBatch) -> Tensor:
        packed = pack_padded_sequence(inputs, batch.lengths, batch_first=True, enforce_sorted=False)
        states: Tensor = pad_packed_sequence(lstm(packed)[0], batch_first=True)[0]
        return states


@dataclass(frozen=True)
class WordBatch:
    """Sentences as tensors: the pieces of each different word once, and its index in every sentence."""

    hashed: Tensor
    trigrams: Tensor
    classes: Tensor
    index: Tensor
    flags: Tensor
    lengths: Tensor
    word_mask: Tensor


class Vocabulary:
    """The pieces of all words of a training, computed once."""

    def __init__(self, sentences: Sequence[TrainingSentence], lexicons: Sequence[WordClasses]) -> None:
        """Compute the pieces of every different word of ``sentences``."""
        forms = sorted({word.form for sentence in sentences for word in sentence.words})
        self.indices = {form: index for index, form in enumerate(forms)}
        self.features: WordFeatures = word_features(forms, lexicons)

    def batch(self, sentences: Sequence[TrainingSentence]) -> WordBatch:
        """Return sentences as tensors."""
        lengths = [len(sentence.words) for sentence in sentences]
        own = np.zeros((len(sentences), max(lengths)), dtype=np.int64)
        flags = np.zeros((*own.shape, 3), dtype=np.float32)
        for row, sentence in enumerate(sentences):
            own[row, : lengths[row]] = [self.indices[word.form] for word in sentence.words]
            flags[row, 0, 0] = 1
            flags[row, : lengths[row], 1] = [1, *(word.space_after for word in sentence.words[:-1])]
            flags[row, : lengths[row], 2] = sentence.source in OTHER_CONVENTIONS
        used, index = np.unique(own, return_inverse=True)
        mask = np.arange(max(lengths)) < np.array(lengths)[:, None]
        return WordBatch(
            torch.from_numpy(self.features.hashed[used]),
            torch.from_numpy(self.features.trigrams[used]),
            torch.from_numpy(self.features.classes[used]),
            torch.from_numpy(index.reshape(own.shape)),
            torch.from_numpy(flags),
            torch.tensor(lengths),
            torch.from_numpy(mask),
        )


def train_student(
    student: Student,
    portions: Sequence[Portion],
    vocabulary: Vocabulary,
    labels: Labels,
    steps: int,
    seed: int,
    report: Callable[[int, float, Student], None],
    words: int = 2000,
    learning_rate: float = 3e-3,
) -> Student:
    """Train a student and return the running average of its weights.

    Args:
        student: The network; it is changed.
        portions: What to learn from.
        vocabulary: Pieces of all words of the portions.
        labels: Inventories.
        steps: Number of batches.
        seed: Of the order of batches and the choice of portions.
        report: Called after every 100th batch with the number of batches, the mean loss and the averaged network.
        words: Words in a batch, counted with padding.
        learning_rate: Highest rate; it rises over the first hundredth of the steps and falls to zero as a cosine.
    """
    torch.manual_seed(seed)
    chooser = random.Random(seed)
    streams = [batches(portion.sentences, words, seed + number) for number, portion in enumerate(portions)]
    shares = [portion.share for portion in portions]
    optimiser = torch.optim.AdamW(student.parameters(), lr=learning_rate, betas=(0.9, 0.95), weight_decay=0.01)
    schedule = torch.optim.lr_scheduler.OneCycleLR(
        optimiser, learning_rate, total_steps=steps, pct_start=0.05, cycle_momentum=False
    )
    averaged = torch.optim.swa_utils.AveragedModel(
        student,
        multi_avg_fn=torch.optim.swa_utils.get_ema_multi_avg_fn(0.995),  # type: ignore[no-untyped-call]
    )
    encoded: dict[int, Targets] = {}
    total = 0.0
    for step in range(1, steps + 1):
        batch = next(chooser.choices(streams, shares)[0])
        for sentence in batch:
            if id(sentence) not in encoded:
                encoded[id(sentence)] = encode(sentence, labels)
        targets = pad_targets([encoded[id(sentence)] for sentence in batch])
        student.train()
        value = loss(student(vocabulary.batch(batch), targets["head"]), targets)
        optimiser.zero_grad()
        torch.autograd.backward(value)
        nn.utils.clip_grad_norm_(student.parameters(), 2.0)
        optimiser.step()
        schedule.step()
        averaged.update_parameters(student)
        total += value.item()
        if step % 100 == 0 or step == steps:
            report(step, total / 100, cast(Student, averaged.module.eval()))
            total = 0.0
    return cast(Student, averaged.module.eval())


def refine_entities(
    student: Student,
    portions: Sequence[Portion],
    vocabulary: Vocabulary,
    labels: Labels,
    steps: int,
    seed: int,
    words: int = 2000,
    learning_rate: float = 3e-3,
) -> Student:
    """Train the layer of entities on, with all that it shares with the other layers kept as it is.

    Gold entities are few beside the other sentences of a training; here they can be seen often enough without
    wearing out the rest.

    Args:
        student: A trained network; its entity layer is changed.
        portions: What to learn from.
        vocabulary: Pieces of all words of the portions.
        labels: Inventories.
        steps: Number of batches.
        seed: Of the order of batches and the choice of portions.
        words: Words in a batch, counted with padding.
        learning_rate: Highest rate; it falls to zero as a cosine.
    """
    torch.manual_seed(seed)
    chooser = random.Random(seed)
    streams = [batches(portion.sentences, words, seed + number) for number, portion in enumerate(portions)]
    weights = [*student.lstm_entity.parameters(), *student.heads.entity.parameters()]
    optimiser = torch.optim.AdamW(weights, lr=learning_rate, betas=(0.9, 0.95), weight_decay=0.01)
    schedule = torch.optim.lr_scheduler.CosineAnnealingLR(optimiser, steps)
    student.train()
    for _ in range(steps):
        sentences = next(chooser.choices(streams, [portion.share for portion in portions])[0])
        gold = pad_targets([encode(sentence, labels) for sentence in sentences])["entity"]
        logits = student.entity_logits(vocabulary.batch(sentences))
        value = nn.functional.cross_entropy(logits.flatten(0, 1), gold.flatten(), ignore_index=IGNORED)
        optimiser.zero_grad()
        torch.autograd.backward(value)
        optimiser.step()
        schedule.step()
    return student.eval()


def export(student: Student) -> dict[str, np.ndarray[Any, Any]]:
    """Return the weights as the network at run time reads them, without those of the mark of other conventions."""
    weights: dict[str, Any] = {f"table.{name}": table.weight for name, table in student.tables.items()}
    weights["table.trigrams"] = student.trigrams.weight
    for number, table in enumerate(student.lexicons):
        weights[f"table.lexicon_{number}"] = table.weight
    weights |= {"mix.weight": student.mix.weight.T, "mix.bias": student.mix.bias}
    for name in ("lstm_1", "lstm_2", "lstm_entity"):
        layer: nn.LSTM = getattr(student, name)
        for ending, direction in (("", "forward"), ("_reverse", "backward")):
            into = gates_first(getattr(layer, f"weight_ih_l0{ending}")).T
            weights[f"{name}.{direction}.input"] = into[:-1] if name == "lstm_1" else into
            weights[f"{name}.{direction}.recurrent"] = gates_first(getattr(layer, f"weight_hh_l0{ending}")).T
            bias = getattr(layer, f"bias_ih_l0{ending}") + getattr(layer, f"bias_hh_l0{ending}")
            weights[f"{name}.{direction}.bias"] = gates_first(bias)
    heads = student.heads
    for name in (
        "pos",
        "features",
        "script",
        "entity",
        "arc_dependent",
        "arc_head",
        "relation_dependent",
        "relation_head",
    ):
        weights |= {f"{name}.weight": getattr(heads, name).weight.T, f"{name}.bias": getattr(heads, name).bias}
    weights |= {"arc": heads.arc, "arc_root": heads.arc_root, "relation": heads.relation}
    return {name: np.ascontiguousarray(weight.detach().numpy()) for name, weight in weights.items()}


def gates_first(weight: Tensor) -> Tensor:
    """Reorder the gates of PyTorch (input, forget, cell, output) to input, forget, output, cell."""
    into, forget, cell, output = weight.chunk(4, 0)
    return torch.cat([into, forget, output, cell], 0)
