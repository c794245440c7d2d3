"""Batches of sentences, drawn from several portions of a training corpus."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from dataset_scripts.models.pipelines.treebanks import TrainingSentence


@dataclass(frozen=True)
class Portion:
    """Training sentences with the share of batches that is drawn from them."""

    sentences: Sequence[TrainingSentence]
    share: float


def _words(sentence: TrainingSentence) -> int:
    return len(sentence.words)


def batches(
    sentences: Sequence[TrainingSentence], size: int, seed: int, length: Callable[[TrainingSentence], int] = _words
) -> Iterator[list[TrainingSentence]]:
    """Yield batches for ever: sentences of like length together, in random order.

    Args:
        sentences: What to draw from; every sentence is drawn once before any is drawn again.
        size: Largest size of a batch, counted with padding.
        seed: Of the order.
        length: Size of a sentence.
    """
    shuffler = random.Random(seed)
    pool = list(sentences)
    while True:
        shuffler.shuffle(pool)
        cut = []
        for start in range(0, len(pool), 2000):
            batch: list[TrainingSentence] = []
            for sentence in sorted(pool[start : start + 2000], key=length):
                if batch and (len(batch) + 1) * length(sentence) > size:
                    cut.append(batch)
                    batch = []
                batch.append(sentence)
            cut.append(batch)
        shuffler.shuffle(cut)
        yield from cut
