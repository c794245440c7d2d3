"""Training of the teacher: resumable, with the curve in a file."""

from __future__ import annotations

import time
from collections.abc import Iterator, Sequence
from pathlib import Path
from random import Random

import torch
from torch import nn

from dataset_scripts.models.pipelines.teacher import Pieces, load_packed_encoder
from dataset_scripts.models.reader.examples import Example
from dataset_scripts.models.reader.network import Reader, length, loss, make_batch, targets

PIECES = 1500
"""Pieces of a step."""

CHECKPOINT_SECONDS = 240
RATES = (1.2e-4, 1.5e-3)
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


def train(
    portions: Sequence[tuple[Sequence[Example], float]], steps: int, folder: Path, seed: int = 0
) -> tuple[Reader, Pieces]:
    """Train a teacher, or go on with the one that a folder holds.

    Args:
        portions: Windows to learn from, and the share of steps that each portion gets.
        steps: Steps in all.
        folder: Where the checkpoint ``teacher.pt`` and the curve ``losses.tsv`` (step, head, mean loss) are kept.
        seed: Of weights and order.

    Returns:
        The teacher and its tokeniser.
    """
    folder.mkdir(parents=True, exist_ok=True)
    torch.manual_seed(seed)
    packed = load_packed_encoder()
    reader, pieces = Reader(packed), Pieces(packed)
    encoder = [each for each in reader.encoder.parameters() if each.requires_grad]
    heads = [each for name, each in reader.named_parameters() if not name.startswith("encoder.")]
    groups = [{"params": part, "lr": rate} for part, rate in zip((encoder, heads), RATES, strict=True)]
    optimiser = torch.optim.AdamW(groups, betas=(0.9, 0.98), weight_decay=0.01)
    warm = max(steps // 12, 1)
    schedule = torch.optim.lr_scheduler.LambdaLR(
        optimiser, lambda step: min(1.0, (step + 1) / warm) * max(0.0, 1 - step / steps)
    )
    begun, kept = 0, folder / "teacher.pt"
    if kept.exists():
        state = torch.load(kept, weights_only=True)
        reader.load_state_dict(state["reader"])
        if state["step"] < steps:
            optimiser.load_state_dict(state["optimiser"])
            schedule.load_state_dict(state["schedule"])
        begun = state["step"]
    drawn = batches(portions, pieces, seed)
    last, sums = time.monotonic(), dict[str, list[float]]()
    for step in range(steps):
        batch = next(drawn)
        if step < begun:
            continue
        reader.train()
        with torch.autocast("cpu", torch.bfloat16):
            logits = reader(make_batch(batch, pieces))
        parts = loss({name: each.float() for name, each in logits.items()}, targets(batch))
        optimiser.zero_grad()
        torch.autograd.backward(torch.stack(list(parts.values())).sum())
        nn.utils.clip_grad_norm_(reader.parameters(), 1.0)
        optimiser.step()
        schedule.step()
        for name, each in parts.items():
            sums.setdefault(name, []).append(each.item())
        if (step + 1) % 50 == 0:
            with (folder / "losses.tsv").open("a", encoding="utf-8") as curve:
                curve.writelines(f"{step + 1}\t{name}\t{sum(own) / len(own):.4f}\n" for name, own in sums.items())
            sums.clear()
        if step + 1 == steps or time.monotonic() - last > CHECKPOINT_SECONDS:
            state = {"reader": reader.state_dict(), "optimiser": optimiser.state_dict()}
            torch.save(state | {"schedule": schedule.state_dict(), "step": step + 1}, kept.with_suffix(".new"))
            kept.with_suffix(".new").replace(kept)
            last = time.monotonic()
    return reader, pieces
