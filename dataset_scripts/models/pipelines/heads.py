"""What teacher and student have in common: the layers that predict annotation, and their losses."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
import torch
from torch import Tensor, nn

from dataset_scripts.models.pipelines.labels import IGNORED, Labels, Targets


class Heads(nn.Module):
    """Predicts tags, features, lemma scripts, entities, heads and relations from word vectors.

    Heads and relations are scored with biaffine attention (Dozat & Manning 2017); the position of a word itself
    stands for the root.
    """

    def __init__(self, size: int, labels: Labels, tags: int, arc: int = 192, relation: int = 96) -> None:
        """Create the layers.

        Args:
            size: Length of a word vector.
            labels: Inventories.
            tags: Number of entity tags.
            arc: Length of the vectors that heads are scored with.
            relation: Length of the vectors that relations are scored with.
        """
        super().__init__()
        self.pos = nn.Linear(size, len(labels.pos))
        self.features = nn.Linear(size, sum(map(len, labels.features)))
        self.feature_sizes = [len(values) for values in labels.features]
        self.script = nn.Linear(size, len(labels.scripts))
        self.entity = nn.Linear(size, tags)
        self.arc_dependent, self.arc_head = nn.Linear(size, arc), nn.Linear(size, arc)
        self.arc_root = nn.Parameter(torch.zeros(arc))
        self.arc = nn.Parameter(torch.zeros(arc + 1, arc))
        self.relation_dependent, self.relation_head = nn.Linear(size, relation), nn.Linear(size, relation)
        self.relation = nn.Parameter(torch.zeros(len(labels.relations), relation + 1, relation + 1))
        self.drop = nn.Dropout(0.33)

    def tags(self, vectors: Tensor) -> dict[str, Any]:
        """Return the logits of parts of speech, features (a list) and lemma scripts."""
        vectors = self.drop(vectors)
        features = self.features(vectors).split(self.feature_sizes, -1)
        return {"pos": self.pos(vectors), "features": features, "script": self.script(vectors)}

    def entities(self, vectors: Tensor) -> Tensor:
        """Return the logits of entity tags."""
        logits: Tensor = self.entity(self.drop(vectors))
        return logits

    def arcs(self, vectors: Tensor, word_mask: Tensor) -> Tensor:
        """Return scores of shape (sentences, dependents, heads); the diagonal scores the root."""
        vectors = self.drop(vectors)
        dependent = self.drop(_activate(self.arc_dependent(vectors)))
        head = self.drop(_activate(self.arc_head(vectors)))
        one = dependent.new_ones(*dependent.shape[:-1], 1)
        asked = torch.cat([dependent, one], -1) @ self.arc
        scores = asked @ head.transpose(1, 2)
        root = asked @ self.arc_root
        itself = torch.eye(scores.shape[1], dtype=torch.bool)
        scores = torch.where(itself, root[..., None], scores)
        return scores.masked_fill(~word_mask[:, None, :], -1e9)

    def relations(self, vectors: Tensor, heads: Tensor) -> Tensor:
        """Return the logits of relations, shape (sentences, words, relations), for given heads."""
        vectors = self.drop(vectors)
        dependent = self.drop(_activate(self.relation_dependent(vectors)))
        head = self.drop(_activate(self.relation_head(vectors)))
        head = head.gather(1, heads[..., None].expand(-1, -1, head.shape[-1]))
        one = dependent.new_ones(*dependent.shape[:-1], 1)
        asked = torch.einsum("bwi,rij->bwrj", torch.cat([dependent, one], -1), self.relation)
        scores: Tensor = torch.einsum("bwrj,bwj->bwr", asked, torch.cat([head, one], -1))
        return scores


def _activate(values: Tensor) -> Tensor:
    return nn.functional.gelu(values, approximate="tanh")


def pad_targets(targets: Sequence[Targets]) -> dict[str, Tensor]:
    """Return the label numbers of several sentences as padded tensors."""
    width = max(len(target.pos) for target in targets)

    def pad(name: str) -> Tensor:
        arrays = [getattr(target, name) for target in targets]
        padded = np.full((len(arrays), width, *arrays[0].shape[1:]), IGNORED, dtype=np.int64)
        for row, array in zip(padded, arrays, strict=True):
            row[: len(array)] = array
        return torch.from_numpy(padded)

    return {name: pad(name) for name in ("pos", "features", "script", "head", "relation", "entity")}


WEIGHTS = {"pos": 1.0, "features": 14.0, "script": 0.5, "head": 1.0, "relation": 1.0, "entity": 1.0}


def loss(logits: dict[str, Any], targets: dict[str, Tensor]) -> Tensor:
    """Return the weighted sum of the cross entropies of all layers; layers without a label add nothing."""
    total = torch.zeros(())
    for name in ("pos", "script", "head", "relation", "entity"):
        total = total + WEIGHTS[name] * _cross_entropy(logits[name], targets[name])
    parts = [_cross_entropy(part, targets["features"][..., number]) for number, part in enumerate(logits["features"])]
    return total + WEIGHTS["features"] * torch.stack(parts).mean()


def _cross_entropy(logits: Tensor, numbers: Tensor) -> Tensor:
    if not (numbers != IGNORED).any():
        return torch.zeros(())
    return nn.functional.cross_entropy(logits.flatten(0, 1), numbers.flatten(), ignore_index=IGNORED)
