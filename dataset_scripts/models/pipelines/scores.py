"""Scores of a network on sentences whose tokens are given, to follow a training."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

import torch

from dataset_scripts.models.pipelines.heads import pad_targets
from dataset_scripts.models.pipelines.labels import ENTITY_TAGS, IGNORED, Labels, encode
from dataset_scripts.models.pipelines.treebanks import FEATURES, TrainingSentence

NOMINALS = ("NOUN", "PRON", "DET")


class Tally:
    """Right and all decisions by layer, added up over batches.

    Example:
        >>> tally = Tally()
        >>> tally.add("pos", 3, 4)
        >>> tally.shares()
        {'pos': 0.75}
    """

    def __init__(self) -> None:
        """Start with nothing."""
        self.counts: dict[str, tuple[int, int]] = {}

    def add(self, name: str, right: int, total: int) -> None:
        """Count ``right`` of ``total`` decisions."""
        before = self.counts.get(name, (0, 0))
        self.counts[name] = (before[0] + right, before[1] + total)

    def shares(self) -> dict[str, float]:
        """Return the share of right decisions of each layer that had any."""
        return {name: round(right / total, 4) for name, (right, total) in self.counts.items() if total}


def score(logits: dict[str, Any], sentences: Sequence[TrainingSentence], labels: Labels, tally: Tally) -> None:
    """Add the decisions of one batch to a tally: ``pos``, ``lemma``, ``gender``, ``case``, ``uas``, ``las``, ``per``.

    Gender and case are counted on nouns, pronouns and determiners that have them; ``per`` is the F of persons.
    """
    targets = pad_targets([encode(sentence, labels) for sentence in sentences])
    best = {name: logits[name].argmax(-1) for name in ("pos", "script", "head", "relation", "entity")}
    for name, layer in (("pos", "pos"), ("lemma", "script"), ("uas", "head")):
        known = targets[layer] != IGNORED
        tally.add(name, int(((best[layer] == targets[layer]) & known).sum()), int(known.sum()))
    known = targets["head"] != IGNORED
    both = (best["head"] == targets["head"]) & _same_relation(best["relation"], targets["relation"], labels)
    tally.add("las", int((both & known).sum()), int(known.sum()))
    nominal = torch.isin(targets["pos"], torch.tensor([labels.pos.index(pos) for pos in NOMINALS if pos in labels.pos]))
    for name in ("Gender", "Case"):
        column = FEATURES.index(name)
        gold = targets["features"][..., column]
        counted = nominal & (gold > 0)
        right = (logits["features"][column].argmax(-1) == gold) & counted
        tally.add(name.lower(), int(right.sum()), int(counted.sum()))
    for row, sentence in enumerate(sentences):
        _score_persons(sentence, best["entity"][row].tolist(), tally)


def _same_relation(best: torch.Tensor, gold: torch.Tensor, labels: Labels) -> torch.Tensor:
    """Compare relations without their subtypes, as the CoNLL shared tasks do."""
    universal = [relation.split(":")[0] for relation in labels.relations]
    number = torch.tensor([universal.index(relation) for relation in universal])
    return number[best] == number[gold.clamp(min=0)]


def _score_persons(sentence: TrainingSentence, numbers: list[int], tally: Tally) -> None:
    if not sentence.words[0].entity:
        return
    gold = set(_persons([word.entity for word in sentence.words]))
    found = set(_persons([ENTITY_TAGS[number] for number in numbers[: len(sentence.words)]]))
    tally.add("per", 2 * len(gold & found), len(gold) + len(found))


def _persons(tags: Sequence[str]) -> Iterator[tuple[int, int]]:
    first = None
    for index, tag in enumerate([*tags, "O"]):
        if first is not None and tag != "I-PER":
            yield first, index
            first = None
        if tag == "B-PER" or (tag == "I-PER" and first is None):
            first = index
