"""Training examples for neural rewriters, and batches of them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

import numpy as np
import torch
from datasets import Dataset
from numpy.typing import NDArray

from hf_genderfair.rewriting.neural.lattice import Lattice, WordSpellings
from hf_genderfair.rewriting.neural.subwords import END, PAD, Subwords

IGNORED = -100
"""A position without a label; what PyTorch's losses leave out."""

READ = 1000
"""Number of pairs that are read at a time."""

POOL = 100
"""Number of batches that are made from a shuffled part of the examples, sorted by length."""


class Example(NamedTuple):
    """A pair in pieces.

    Attributes:
        source: Pieces of the source, with the end.
        target: Pieces of the target, with the end.
        allowed: For each piece of the target, the allowed pieces; empty where the target is no path in the lattice.
        looks: For each piece of the target, the piece of the source to look at.
    """

    source: list[int]
    target: list[int]
    allowed: list[list[int]]
    looks: list[int]


def example(source: str, target: str, words: WordSpellings, with_choices: bool) -> Example:
    """Return a pair in pieces."""
    pieces = [*words.subwords.encode(target), END]
    allowed, looks = choices(Lattice(source, words), pieces) if with_choices else ([], [])
    return Example([*words.subwords.encode(source), END], pieces, allowed, looks)


def choices(lattice: Lattice, pieces: Sequence[int]) -> tuple[list[list[int]], list[int]]:
    """Walk through a lattice."""
    allowed: list[list[int]] = []
    looks: list[int] = []
    positions = lattice.start
    for piece in pieces:
        found = lattice.allowed(positions)
        if piece not in found:
            return [], []
        allowed.append(found)
        looks.append(lattice.source(positions))
        positions = lattice.after(positions, piece)
    return allowed, looks


class ExampleBatch(NamedTuple):
    """Tensors of some examples.

    Attributes:
        source: Pieces, padded.
        mask: 1 where a piece of the source stands.
        inputs: What the decoder reads: the target, one position later.
        labels: The target; `IGNORED` after its end.
        choices: Allowed pieces at each position, `IGNORED` after the last.
        chosen: Which of them stands there; `IGNORED` where there is no choice.
        looks: The piece of the source to look at; `IGNORED` where it is not known.

    Example:
        >>> make_batch([Example([5, 1], [6, 1], [], [])]).inputs.tolist()
        [[0, 6]]
    """

    source: torch.Tensor
    mask: torch.Tensor
    inputs: torch.Tensor
    labels: torch.Tensor
    choices: torch.Tensor
    chosen: torch.Tensor
    looks: torch.Tensor

    def to(self, device: Any) -> ExampleBatch:
        """Return the same on a device."""
        return ExampleBatch(*(tensor.to(device) for tensor in self))


def make_batch(examples: Sequence[Example]) -> ExampleBatch:
    """Put examples into tensors."""
    rows = len(examples)
    read, written = max(len(row.source) for row in examples), max(len(row.target) for row in examples)
    widest = max((len(allowed) for row in examples for allowed in row.allowed), default=1)
    source = np.full((rows, read), PAD)
    inputs, labels = np.full((rows, written), PAD), np.full((rows, written), IGNORED)
    options, chosen = np.full((rows, written, widest), IGNORED), np.full((rows, written), IGNORED)
    looks = np.full((rows, written), IGNORED)
    for number, row in enumerate(examples):
        length = len(row.target)
        source[number, : len(row.source)] = row.source
        inputs[number, 1:length] = row.target[:-1]
        labels[number, :length] = row.target
        looks[number, : len(row.looks)] = row.looks
        for index, allowed in enumerate(row.allowed):
            if len(allowed) > 1:
                options[number, index, : len(allowed)] = allowed
                chosen[number, index] = allowed.index(row.target[index])
    tensors = map(torch.from_numpy, (source, source != PAD, inputs, labels, options, chosen, looks))
    return ExampleBatch(*tensors)


def lengths(pairs: Dataset, subwords: Subwords) -> NDArray[np.int32]:
    """Return the size of each pair in pieces, that of the longer side with its end."""
    sides = [
        [1 + len(subwords.encode(text)) for rows in pairs.iter(READ) for text in rows[name]]
        for name in ("source", "target")
    ]
    longer: NDArray[np.int32] = np.array(sides, np.int32).max(axis=0)
    return longer


def plan(sizes: NDArray[np.int32], pieces: int, seed: int) -> Iterator[list[int]]:
    """Yield batches without end, as numbers of examples: examples of like length together, in random order."""
    epoch = 0
    while len(sizes):
        random = np.random.default_rng([seed, epoch])
        order = random.permutation(len(sizes))
        pool = max(1, int(POOL * pieces / float(np.mean(sizes))))
        for start in range(0, len(order), pool):
            part = order[start : start + pool]
            cut = list(_cut(part[np.argsort(sizes[part], kind="stable")], sizes, pieces))
            for number in random.permutation(len(cut)):
                yield cut[number]
        epoch += 1


def _cut(order: NDArray[np.int64], sizes: NDArray[np.int32], pieces: int) -> Iterator[list[int]]:
    batch: list[int] = []
    for number in order.tolist():
        if batch and (len(batch) + 1) * int(sizes[number]) > pieces:
            yield batch
            batch = []
        batch.append(number)
    if batch:
        yield batch
