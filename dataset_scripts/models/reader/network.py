"""The network of the reader: an encoder, or some of its layers, with a head for each question."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

import numpy as np
import torch
from torch import Tensor, nn
from transformers import BertConfig

from dataset_scripts.models.pipelines.teacher import CutWords, PackedEncoder, PaddedWords, Pieces, build_encoder
from dataset_scripts.models.pipelines.treebanks import FEATURES
from dataset_scripts.models.reader.examples import POINTING, TAGGED, Example
from dataset_scripts.models.reader.syntax import UNKNOWN

POINTER = 128
"""Length of the vectors by which words are compared."""

NEVER = -1e4


class Reader(nn.Module):
    """The encoder, a mix of its layers, and a head for each question.

    Pointers are scored with biaffine attention (Dozat & Manning 2017); the place of a word itself stands for none.
    """

    def __init__(self, packed: PackedEncoder, frozen_layers: int) -> None:
        """Build the network.

        Args:
            packed: The pretrained encoder.
            frozen_layers: Lower layers that do not learn, beside the vectors of the pieces.
        """
        super().__init__()
        self.encoder = build_encoder(packed)
        # on processors the other way to attend is twice as slow where it learns
        self.encoder.set_attn_implementation("eager")
        self.encoder.embeddings.requires_grad_(False)
        for layer in self.encoder.encoder.layer[:frozen_layers]:
            layer.requires_grad_(False)
        size = 2 * packed.configuration.hidden_size
        self.mix = nn.Parameter(torch.zeros(packed.configuration.num_hidden_layers + 1))
        self.tags = nn.ModuleDict({name: nn.Linear(size, len(labels)) for name, labels in TAGGED.items()})
        self.asking = nn.ModuleDict({name: nn.Linear(size, POINTER) for name in POINTING})
        self.asked = nn.ModuleDict({name: nn.Linear(size, POINTER) for name in POINTING})
        self.itself = nn.ModuleDict({name: nn.Linear(size, 1) for name in POINTING})
        self.drop = nn.Dropout(0.2)

    def forward(self, batch: PaddedWords) -> dict[str, Tensor]:
        """Return logits: for tags (windows, words, labels), for pointers (windows, words, words)."""
        found = self.encoder(batch.pieces, attention_mask=batch.piece_mask, output_hidden_states=True).hidden_states
        mixed = sum(weight * layer for weight, layer in zip(self.mix.softmax(0), found, strict=True))
        vectors = self.drop(batch.vectors(mixed).float())
        logits = {name: head(vectors) for name, head in self.tags.items()}
        here = torch.eye(vectors.shape[1], dtype=torch.bool)
        for name in POINTING:
            asking, asked = (torch.tanh(part[name](vectors)) for part in (self.asking, self.asked))
            scores = asking @ asked.transpose(1, 2) / POINTER**0.5 * 4
            scores = torch.where(here, self.itself[name](vectors), scores)
            if name == "antecedent":
                scores = scores.masked_fill(~torch.tril(torch.ones_like(here)), NEVER)
            logits[name] = scores.masked_fill(~batch.word_mask[:, None, :], NEVER)
        return logits


def with_layers(packed: PackedEncoder, layers: Sequence[int], dropout: float = 0.0) -> PackedEncoder:
    """Return an encoder that has some layers of another one, and drops a share of its states where it learns."""
    numbers = {f"l{old}": f"l{new}" for new, old in enumerate(layers)}
    weights = {}
    for name, weight in packed.weights.items():
        layer, _, rest = name.partition(".")
        if layer in numbers:
            weights[f"{numbers[layer]}.{rest}"] = weight
        elif layer == "emb":
            weights[name] = weight
    drops = dict.fromkeys(("hidden_dropout_prob", "attention_probs_dropout_prob"), dropout)
    fewer = BertConfig.from_dict(packed.configuration.to_dict() | drops | {"num_hidden_layers": len(layers)})
    return replace(packed, configuration=fewer, weights=weights)


def learned_from(reader: Reader, other: Mapping[str, Tensor], layers: Sequence[int]) -> None:
    """Give a reader of fewer layers the weights of those layers of another one, and its heads."""
    numbers = {f"encoder.encoder.layer.{old}.": f"encoder.encoder.layer.{new}." for new, old in enumerate(layers)}
    own = {}
    for name, weight in other.items():
        old = next((each for each in numbers if name.startswith(each)), None)
        if old:
            own[numbers[old] + name.removeprefix(old)] = weight
        elif not name.startswith("encoder.encoder.layer.") and name != "mix":
            own[name] = weight
    reader.load_state_dict(own | {"mix": reader.mix.data})


def make_batch(examples: Sequence[Example], pieces: Pieces) -> PaddedWords:
    """Return windows as padded tensors."""
    return PaddedWords.of([_cut(example, pieces) for example in examples], pieces.pad)


def length(example: Example, pieces: Pieces) -> int:
    """Return the number of pieces of a window."""
    return len(_cut(example, pieces)[0])


def _cut(example: Example, pieces: Pieces) -> CutWords:
    return pieces.words(example.words.forms, example.words.spaces)


def targets(examples: Sequence[Example]) -> dict[str, Tensor]:
    """Return what is known of the words of windows as padded tensors."""
    width = max(map(len, examples))
    found = {}
    for name in (*TAGGED, *POINTING):
        padded = np.full((len(examples), width), UNKNOWN, np.int64)
        for row, example in zip(padded, examples, strict=True):
            row[: len(example)] = example.columns[name]
        found[name] = torch.from_numpy(padded)
    return found


WEIGHTS = {
    "mention": 1.0,
    "reference": 0.5,
    "gender": 0.5,
    "generic": 1.0,
    "to_female": 1.0,
    "to_male": 1.0,
    "controller": 1.0,
    "antecedent": 0.7,
    "speaker": 0.5,
    "lemma": 0.5,
    "entity": 0.5,
    **dict.fromkeys(FEATURES, 0.4),
}
"""Of the losses of heads; of others 1."""


def loss(logits: dict[str, Tensor], known: dict[str, Tensor]) -> dict[str, Tensor]:
    """Return the weighted cross entropy of each head of which something is known."""
    found: dict[str, Any] = {}
    for name, numbers in known.items():
        if (numbers != UNKNOWN).any():
            flat = logits[name].flatten(0, 1)
            found[name] = WEIGHTS.get(name, 1.0) * nn.functional.cross_entropy(
                flat, numbers.flatten(), ignore_index=UNKNOWN
            )
    return found


OF_MENTIONS = ("reference", "gender", "antecedent")
"""Heads that say something of a mention."""


def distance(logits: dict[str, Tensor], taught: dict[str, Tensor], words: Tensor) -> dict[str, Tensor]:
    """Return how far each head is from a teacher: the weighted cross entropy with its answers (Hinton et al. 2015).

    What is asked of mentions counts as far as the teacher sees one.

    Args:
        logits: Of each head, (windows, words, labels) or (windows, words, words).
        taught: The same of the teacher.
        words: Which words there are, (windows, words).
    """
    mentioned = 1 - taught["mention"].softmax(-1)[..., 0]
    found = {}
    for name, own in logits.items():
        far = -(taught[name].softmax(-1) * own.log_softmax(-1)).sum(-1)
        weight = words * (mentioned if name in OF_MENTIONS else torch.ones_like(mentioned))
        found[f"{name} as taught"] = WEIGHTS.get(name, 1.0) * (weight * far).sum() / weight.sum().clamp(min=1)
    return found
