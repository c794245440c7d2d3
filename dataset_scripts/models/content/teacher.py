"""The teachers: a part of a multilingual encoder, and an English language model, fine-tuned to read of groups."""

from __future__ import annotations

import logging
import random
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any, Protocol

import torch
from torch import Tensor, nn

from dataset_scripts.models.content.corpora import ATTRIBUTES, Row
from dataset_scripts.models.pipelines.teacher import PackedEncoder, Pieces, build_encoder
from hf_genderfair.core.pretrained import load_pretrained
from hf_genderfair.languages.tokens import tokenise

log = logging.getLogger(__name__)

LAYERS, FROZEN = 8, 4
"""Layers of the encoder that are used, and those of them that stay as they are: the upper ones serve retrieval."""

FROZEN_OF_LANGUAGE_MODEL = 8
"""Layers of the language model that stay as they are."""

RATES = {"encoder": 1.5e-4, "language model": 1e-4, "heads": 1e-3}
"""Highest rates of learning."""

LONGEST = 90
"""Pieces of the longest sentence."""

WEIGHTS = {"association": 1.0, "statement": 1.0, "strength": 0.5, "order": 0.4, "attribute": 0.2}
"""Weights of the losses."""

BATCH = 32


@dataclass(frozen=True)
class ContentExample:
    """A row that is learnt from, with its weight."""

    row: Row
    weight: float = 1.0


class ContentTeacher(nn.Module):
    """The lower layers of the encoder, and heads on the mean of their states."""

    def __init__(self, packed: PackedEncoder) -> None:
        """Build the network from the packed encoder."""
        super().__init__()
        self.encoder = build_encoder(packed)
        self.encoder.encoder.layer = self.encoder.encoder.layer[:LAYERS]
        self.encoder.embeddings.requires_grad_(False)
        self.encoder.encoder.layer[:FROZEN].requires_grad_(False)
        size = packed.configuration.hidden_size
        self.heads = ContentHeads(size)

    def forward(self, numbers: Tensor, mask: Tensor) -> dict[str, Tensor]:
        """Return logits by head, and the mean state of each sentence, of shape (sentences, size)."""
        states = self.encoder(numbers, attention_mask=mask).last_hidden_state
        mean = (states.float() * mask[..., None]).sum(1) / mask.sum(1, keepdim=True)
        return {**self.heads(mean), "mean": mean}


class LanguageModelTeacher(nn.Module):
    """A causal language model, and heads on the mean of its states and on its last one.

    Args:
        name: Folder of the model, or its name on the Hub.
        gguf_file: File in the folder, where it is packed as GGUF.
    """

    def __init__(self, name: str, gguf_file: str | None = None) -> None:
        """Load the model."""
        super().__init__()
        loaded = load_pretrained("AutoModelForCausalLM", name, gguf_file=gguf_file, dtype=torch.float32)
        self.body = loaded.model
        self.body.embed_tokens.requires_grad_(False)
        self.body.layers[:FROZEN_OF_LANGUAGE_MODEL].requires_grad_(False)
        self.heads = ContentHeads(2 * loaded.config.hidden_size)

    def forward(self, numbers: Tensor, mask: Tensor) -> dict[str, Tensor]:
        """Return logits by head, and the vector that they are read from."""
        states = self.body(numbers, attention_mask=mask, use_cache=False).last_hidden_state.float()
        lengths = mask.sum(1)
        mean = (states * mask[..., None]).sum(1) / lengths[:, None]
        vectors = torch.cat([mean, states[torch.arange(len(states)), lengths - 1]], -1)
        return {**self.heads(vectors), "mean": vectors}


class ContentHeads(nn.Module):
    """What is read from the vector of a sentence."""

    def __init__(self, size: int, inner: int = 128) -> None:
        """Create the layers."""
        super().__init__()
        self.inner = nn.Linear(size, inner)
        self.outer = nn.Linear(inner, 3 + len(ATTRIBUTES))
        self.drop = nn.Dropout(0.2)

    def forward(self, vectors: Tensor) -> dict[str, Tensor]:
        """Return the logits of each head."""
        inner = nn.functional.gelu(self.inner(self.drop(vectors)), approximate="tanh")
        outer = self.outer(self.drop(inner))
        return {
            "association": outer[:, 0],
            "statement": outer[:, 1],
            "strength": outer[:, 2],
            "attribute": outer[:, 3:],
        }


def content_loss(logits: dict[str, Tensor], examples: Sequence[ContentExample]) -> Tensor:
    """Return the loss of a batch; what a row does not say is left out."""
    total = torch.zeros(())
    weights = torch.tensor([example.weight for example in examples])
    for name in ("association", "statement", "strength"):
        values = [getattr(example.row, name) for example in examples]
        known = torch.tensor([value is not None for value in values])
        if known.any():
            gold = torch.tensor([0.0 if value is None else value for value in values])
            losses = nn.functional.binary_cross_entropy_with_logits(logits[name], gold, reduction="none")
            total = total + WEIGHTS[name] * (losses * weights)[known].sum() / len(examples)
    attributes = [ATTRIBUTES.index(example.row.attribute) if example.row.attribute else -1 for example in examples]
    if max(attributes) >= 0:
        losses = nn.functional.cross_entropy(logits["attribute"], torch.tensor(attributes), ignore_index=-1)
        total = total + WEIGHTS["attribute"] * losses
    more, less = _pairs(examples)
    if more:
        apart = logits["strength"][more] - logits["strength"][less]
        total = total + WEIGHTS["order"] * nn.functional.softplus(-2 * apart).sum() / len(examples)
    return total


def _pairs(examples: Sequence[ContentExample]) -> tuple[list[int], list[int]]:
    places: dict[str, dict[bool, int]] = {}
    for index, example in enumerate(examples):
        if example.row.pair:
            places.setdefault(example.row.pair, {})[example.row.more] = index
    whole = [place for place in places.values() if len(place) == 2]
    return [place[True] for place in whole], [place[False] for place in whole]


def content_batches(examples: Sequence[ContentExample], size: int, seed: int) -> Iterator[list[ContentExample]]:
    """Yield every example once: sentences of like length together, the two of a pair always."""
    units: dict[str, list[ContentExample]] = {}
    for number, example in enumerate(examples):
        units.setdefault(example.row.pair or f"single {number}", []).append(example)
    shuffler = random.Random(seed)
    order = list(units.values())
    shuffler.shuffle(order)
    cut = []
    for start in range(0, len(order), 1000):
        part = sorted(order[start : start + 1000], key=lambda unit: len(unit[0].row.text))
        batch: list[ContentExample] = []
        for unit in part:
            if len(batch) + len(unit) > size:
                cut.append(batch)
                batch = []
            batch.extend(unit)
        cut.append(batch)
    shuffler.shuffle(cut)
    yield from cut


class TeacherInput:
    """Turns sentences into the numbers of the encoder."""

    def __init__(self, packed: PackedEncoder) -> None:
        """Build the tokeniser."""
        self.pieces = Pieces(packed)

    def numbers(self, text: str, lang: str) -> list[int]:
        """Return the pieces of a text."""
        found = [self.pieces.start]
        for sentence in next(iter(tokenise([text], lang))):
            for form, start in zip(sentence.forms, sentence.starts, strict=True):
                spaced = start == 0 or text[start - 1].isspace()
                found.extend(self.pieces.word("▁" * spaced + form))
        return [*found[:LONGEST], self.pieces.end]

    def batch(self, rows: Sequence[Row]) -> tuple[Tensor, Tensor]:
        """Return padded numbers and their mask."""
        return padded([self.numbers(row.text, row.lang) for row in rows])


class LanguageModelInput:
    """Turns sentences into the numbers of a language model.

    Args:
        name: Folder of the model, or its name on the Hub.
        gguf_file: File in the folder, where it is packed as GGUF.
    """

    def __init__(self, name: str, gguf_file: str | None = None) -> None:
        """Load the tokeniser."""
        self.tokenizer = load_pretrained("AutoTokenizer", name, gguf_file=gguf_file)

    def batch(self, rows: Sequence[Row]) -> tuple[Tensor, Tensor]:
        """Return padded numbers, each sentence with the mark of its end, and their mask."""
        cut = self.tokenizer([row.text for row in rows], add_special_tokens=False)["input_ids"]
        return padded([[*numbers[:LONGEST], self.tokenizer.eos_token_id] for numbers in cut])


class RowInput(Protocol):
    """What turns rows into the numbers of a network."""

    def batch(self, rows: Sequence[Row], /) -> tuple[Tensor, Tensor]:
        """Return padded numbers and their mask."""


def padded(rows: Sequence[Sequence[int]]) -> tuple[Tensor, Tensor]:
    """Return rows of numbers as a tensor of one width, and the mask of what is no filling."""
    lengths = torch.tensor([len(row) for row in rows])
    numbers = torch.zeros(len(rows), int(lengths.max()), dtype=torch.long)
    for place, row in enumerate(rows):
        numbers[place, : len(row)] = torch.tensor(row)
    return numbers, (torch.arange(numbers.shape[1]) < lengths[:, None]).long()


def train_teacher(
    teacher: ContentTeacher | LanguageModelTeacher,
    cutter: RowInput,
    examples: Sequence[ContentExample],
    seed: int,
    report: Callable[[int, float], None],
) -> None:
    """Fine-tune the teacher on every example once.

    Args:
        teacher: The network; it is changed.
        cutter: Its tokeniser.
        examples: What to learn from, as often as it is to be seen.
        seed: Of the order.
        report: Called after every 50th batch with its number and the mean loss.
    """
    batches = list(content_batches(examples, BATCH, seed))
    optimiser, schedule = _optimiser(teacher, len(batches))
    teacher.train()
    total = 0.0
    for step, batch in enumerate(batches, 1):
        with torch.autocast("cpu", torch.bfloat16):
            logits = teacher(*cutter.batch([example.row for example in batch]))
        value = content_loss({name: values.float() for name, values in logits.items()}, batch)
        optimiser.zero_grad()
        torch.autograd.backward(value)
        nn.utils.clip_grad_norm_([w for w in teacher.parameters() if w.requires_grad], 1.0)
        optimiser.step()
        schedule.step()
        total += value.item()
        if step % 50 == 0:
            report(step, total / 50)
            total = 0.0
    teacher.eval()


def _optimiser(teacher: ContentTeacher | LanguageModelTeacher, steps: int) -> tuple[torch.optim.Optimizer, Any]:
    body = teacher.encoder if isinstance(teacher, ContentTeacher) else teacher.body
    rate_of_body = RATES["encoder" if isinstance(teacher, ContentTeacher) else "language model"]
    own = [weight for weight in body.parameters() if weight.requires_grad]
    groups = [{"params": own, "lr": rate_of_body}, {"params": teacher.heads.parameters(), "lr": RATES["heads"]}]
    optimiser = torch.optim.AdamW(groups, betas=(0.9, 0.98), weight_decay=0.01)
    warm = max(steps // 10, 1)

    def rate(step: int) -> float:
        return min(1.0, (step + 1) / warm) * (1 - step / steps) if step < steps else 0.0

    return optimiser, torch.optim.lr_scheduler.LambdaLR(optimiser, rate)


def read_with_teacher(
    teacher: ContentTeacher | LanguageModelTeacher, cutter: RowInput, rows: Sequence[Row]
) -> dict[str, Tensor]:
    """Return what a teacher reads in each row, in their order."""
    order = sorted(range(len(rows)), key=lambda index: len(rows[index].text))
    found: dict[str, list[Tensor]] = {}
    teacher.eval()
    with torch.inference_mode(), torch.autocast("cpu", torch.bfloat16):
        for start in range(0, len(order), BATCH):
            part = order[start : start + BATCH]
            for name, values in teacher(*cutter.batch([rows[index] for index in part])).items():
                found.setdefault(name, []).append(values.float())
    places = torch.tensor(order).argsort()
    return {name: torch.cat(parts)[places] for name, parts in found.items()}


def as_examples(rows: Sequence[Row], weight: float = 1.0, **known: Any) -> list[ContentExample]:
    """Return rows as examples, with values that all of them have."""
    return [ContentExample(replace(row, **known) if known else row, weight) for row in rows]
