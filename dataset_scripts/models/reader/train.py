"""Training of a reader: resumable, with the curve in a file."""

from __future__ import annotations

import time
from collections.abc import Callable, Collection, Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from random import Random

import torch
from torch import Tensor, nn

from dataset_scripts.models.pipelines.teacher import PaddedWords, Pieces
from dataset_scripts.models.reader.examples import Example
from dataset_scripts.models.reader.network import Reader, distance, length, loss, make_batch, targets
from dataset_scripts.models.reader.renamed import renamed

PIECES = 1500
"""Pieces of a step."""

CHECKPOINT_SECONDS = 240
RATES = (2e-4, 1.5e-3)
"""Highest learning rates of the encoder and of the heads."""


def batches(portions: Sequence[tuple[Sequence[Example], float]], pieces: Pieces, seed: int) -> Iterator[list[Example]]:
    """Yield batches for ever: each of one portion, drawn by the shares of the portions, of windows of like length.

    Args:
        portions: Windows, and the share of steps that they get.
        pieces: The tokeniser.
        seed: Of the order.
    """
    random = Random(seed)
    waiting: list[list[list[Example]]] = [[] for _ in portions]
    while True:
        (chosen,) = random.choices(range(len(portions)), [share for _, share in portions])
        if not waiting[chosen]:
            waiting[chosen] = _cut(portions[chosen][0], pieces, random)
        yield waiting[chosen].pop()


def _cut(examples: Sequence[Example], pieces: Pieces, random: Random) -> list[list[Example]]:
    """Divide windows into batches of at most `PIECES` pieces with padding."""
    order = sorted(examples, key=lambda each: length(each, pieces) + random.uniform(0, 12))
    found: list[list[Example]] = [[]]
    for each in order:
        if found[-1] and (len(found[-1]) + 1) * length(each, pieces) > PIECES:
            found.append([])
        found[-1].append(each)
    random.shuffle(found)
    return found


LOWERED = 0.08
"""Share of windows that are read in small letters where there is noise."""

RENAMED = 0.5
"""Share of windows in which persons have other names then."""


def noisy(examples: Sequence[Example], pieces: Pieces, noise: float, random: Random) -> PaddedWords:
    """Return windows as padded tensors, a share of their pieces unknown, some with other names or in small letters.

    What is known of the words stays the same (a noisy student, Xie et al. 2020).
    """
    named = [renamed(each, random) if random.random() < RENAMED else each for each in examples]
    padded = make_batch([_lowered(each) if random.random() < LOWERED else each for each in named], pieces)
    hidden = (torch.rand(padded.pieces.shape) < noise) & (padded.piece_mask == 1)
    return replace(padded, pieces=padded.pieces.masked_fill(hidden, pieces.unknown))


def _lowered(example: Example) -> Example:
    """Return a window in small letters."""
    return replace(example, words=example.words._replace(forms=[form.lower() for form in example.words.forms]))


Tensors = dict[str, Tensor]
Lessons = Callable[[Sequence[Example], PaddedWords, Tensors], Tensors]
"""Return the losses of a batch by name, of its windows, the same as tensors, and logits."""


def lesson_of_labels(examples: Sequence[Example], padded: PaddedWords, logits: Tensors) -> Tensors:
    """Return how far a reader is from what is known of the windows."""
    del padded
    return loss(logits, targets(examples))


def lessons_of(teacher: Reader, pieces: Pieces, heads: Collection[str], beside_labels: bool) -> Lessons:
    """Return lessons in which a teacher says what some heads read.

    Args:
        teacher: A reader.
        pieces: Its tokeniser.
        heads: What is taught.
        beside_labels: Whether it teaches windows of which something is known, too.
    """
    teacher.eval()

    def lessons(examples: Sequence[Example], padded: PaddedWords, logits: Tensors) -> Tensors:
        known = lesson_of_labels(examples, padded, logits)
        if known and not beside_labels:
            return known
        with torch.no_grad(), torch.autocast("cpu", torch.bfloat16):
            answers = teacher(make_batch(examples, pieces))
        asked = {name: logits[name] for name in heads}
        taught = {name: answers[name].float() for name in heads}
        return distance(asked, taught, padded.word_mask) | known

    return lessons


def train(
    reader: Reader,
    pieces: Pieces,
    portions: Sequence[tuple[Sequence[Example], float]],
    steps: int,
    kept: Path,
    lessons: Lessons,
    rate: float = 1.0,
    noise: float = 0.0,
    seed: int = 0,
) -> None:
    """Train a reader, or go on where the one that is kept ended.

    Args:
        reader: The network; its weights are changed.
        pieces: Its tokeniser.
        portions: Windows to learn from, and the share of steps that each portion gets.
        steps: Steps in all.
        kept: The checkpoint; beside it stands its curve, with ``.tsv`` in place of ``.pt`` (step, loss, mean).
        lessons: What is taught.
        rate: Highest learning rates, as a share of `RATES`.
        noise: Share of pieces that a window is read without; 0 for windows as they are.
        seed: Of the order and of dropout.
    """
    kept.parent.mkdir(parents=True, exist_ok=True)
    torch.manual_seed(seed)
    encoder = [each for each in reader.encoder.parameters() if each.requires_grad]
    heads = [each for name, each in reader.named_parameters() if not name.startswith("encoder.")]
    groups = [{"params": part, "lr": rate * own} for part, own in zip((encoder, heads), RATES, strict=True)]
    optimiser = torch.optim.AdamW(groups, betas=(0.9, 0.98), weight_decay=0.01)
    warm = max(steps // 12, 1)
    schedule = torch.optim.lr_scheduler.LambdaLR(
        optimiser, lambda step: min(1.0, (step + 1) / warm) * max(0.0, 1 - step / steps)
    )
    begun = 0
    if kept.exists():
        state = torch.load(kept, weights_only=True)
        reader.load_state_dict(state["reader"])
        if state["step"] < steps:
            optimiser.load_state_dict(state["optimiser"])
            schedule.load_state_dict(state["schedule"])
        begun = state["step"]
    drawn, random = batches(portions, pieces, seed), Random(seed)
    last, sums = time.monotonic(), dict[str, list[float]]()
    for step in range(steps):
        batch = next(drawn)
        if step < begun:
            continue
        reader.train()
        padded = noisy(batch, pieces, noise, random) if noise else make_batch(batch, pieces)
        with torch.autocast("cpu", torch.bfloat16):
            logits = reader(padded)
        parts = lessons(batch, padded, {name: each.float() for name, each in logits.items()})
        optimiser.zero_grad()
        torch.autograd.backward(torch.stack(list(parts.values())).sum())
        nn.utils.clip_grad_norm_(reader.parameters(), 1.0)
        optimiser.step()
        schedule.step()
        for name, each in parts.items():
            sums.setdefault(name, []).append(each.item())
        if (step + 1) % 50 == 0:
            with kept.with_suffix(".tsv").open("a", encoding="utf-8") as curve:
                curve.writelines(f"{step + 1}\t{name}\t{sum(own) / len(own):.4f}\n" for name, own in sums.items())
            sums.clear()
        if step + 1 == steps or time.monotonic() - last > CHECKPOINT_SECONDS:
            state = {"reader": reader.state_dict(), "optimiser": optimiser.state_dict()}
            torch.save(state | {"schedule": schedule.state_dict(), "step": step + 1}, kept.with_suffix(".new"))
            kept.with_suffix(".new").replace(kept)
            last = time.monotonic()
