"""The network of the embedded pipelines in torch, for a GPU: the same weights and labels as ``network.Network``.

Sums are rounded in another order than in numpy, so that a label differs where two score almost the same.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from contextlib import contextmanager
from itertools import chain
from typing import Any

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor, nn
from torch.nn.functional import gelu
from torch.nn.utils.rnn import PackedSequence

from hf_genderfair.languages.network import Inventory, Numbers, SentenceWords, best_tree
from hf_genderfair.languages.word_features import Weights, WordClasses, WordVectors

WORDS_AT_ONCE = 16_384
"""Places for words in a batch: sentences times the length of the longest."""

Integers = NDArray[np.int64]


class TorchNetwork:
    """Annotates tokenised sentences on a device.

    Args:
        weights: Arrays by name, as the training writes them.
        lexicons: The word lists whose classes the network knows.
        inventory: Sizes of the label sets.
        device: Such as ``cuda:0``.
    """

    def __init__(self, weights: Weights, lexicons: Sequence[WordClasses], inventory: Inventory, device: str) -> None:
        """Copy the weights to the device."""
        self.inventory = inventory
        self.device = torch.device(device)
        self.words = WordVectors(weights, lexicons)
        self.vectors = self._copy(self.words.vectors)
        apart = ("table.", "mix.", "lstm_")
        self.weights = {name: self._copy(weight) for name, weight in weights.items() if not name.startswith(apart)}
        relation = self.weights["relation"]
        # dependents against all relations and heads, as one matrix
        self.weights["relation"] = relation.movedim(1, 0).reshape(relation.shape[1], -1)
        layers = ("lstm_1", "lstm_2", "lstm_entity")
        self.layers = {name: _lstm(weights, name).to(self.device) for name in layers}

    def annotate(self, sentences: Sequence[SentenceWords], needs: Collection[str]) -> list[Numbers]:
        """Return the label numbers of sentences, in order."""
        if not sentences:
            return []
        self._learn(sentences)
        lengths = np.array([len(sentence.forms) for sentence in sentences])
        ends = np.cumsum(lengths)
        forms = chain.from_iterable(sentence.forms for sentence in sentences)
        rows = np.fromiter(map(self.words.rows.__getitem__, forms), np.int64, ends[-1])
        spaces = np.fromiter(chain.from_iterable(sentence.spaces for sentence in sentences), np.float32, ends[-1])
        columns: dict[str, Integers] = {}
        with _exact():
            for chosen in _batches(lengths):
                batch = _Batch(lengths[chosen], (ends - lengths)[chosen])
                flags = np.stack([batch.is_first, spaces[batch.places]], axis=1)
                inputs = torch.cat([self.vectors[self._copy(rows[batch.places])], self._copy(flags)], dim=1)
                for name, found in self._annotate_batch(inputs, batch, needs).items():
                    column = columns.setdefault(name, np.empty((ends[-1], *found.shape[1:]), dtype=np.int64))
                    column[batch.places] = found
        split = {name: np.split(column, ends[:-1]) for name, column in columns.items()}
        return [Numbers(**{name: parts[index] for name, parts in split.items()}) for index in range(len(sentences))]

    def _learn(self, sentences: Sequence[SentenceWords]) -> None:
        new = self.words.learn(sentence.forms for sentence in sentences)
        if len(self.vectors) < len(self.words.vectors):
            self.vectors = self._copy(self.words.vectors)
        else:
            self.vectors[new] = self._copy(self.words.vectors[new])

    def _annotate_batch(self, inputs: Tensor, batch: _Batch, needs: Collection[str]) -> dict[str, Integers]:
        first = self._run("lstm_1", inputs, batch)
        columns = {}
        if "pos" in needs:
            columns["pos"] = self._linear("pos", first).argmax(-1)
        if "lemma" in needs:
            columns["script"] = self._linear("script", first).argmax(-1)
        if "morph" in needs:
            parts = torch.split(self._linear("features", first), list(self.inventory.feature_sizes), -1)
            columns["features"] = torch.stack([part.argmax(-1) for part in parts], -1)
        if "entities" in needs:
            columns["entity"] = self._linear("entity", self._run("lstm_entity", first, batch)).argmax(-1)
        if "syntax" in needs:
            columns["head"], columns["relation"] = self._syntax(self._run("lstm_2", first, batch), batch)
        # one copy for all columns
        widths = [column[0].numel() for column in columns.values()]
        together = torch.cat([column.reshape(len(inputs), -1) for column in columns.values()], -1).cpu().numpy()
        found = np.split(together, np.cumsum(widths)[:-1], axis=1)
        return {name: part.reshape(columns[name].shape) for name, part in zip(columns, found, strict=True)}

    def _syntax(self, states: Tensor, batch: _Batch) -> tuple[Tensor, Tensor]:
        """Return heads, as places in their sentence, and relations."""
        weights = self.weights
        places, sentence, word = (self._copy(index) for index in (batch.padded, batch.sentence, batch.word))
        asked = self._activated("arc_dependent", states) @ weights["arc"][:-1] + weights["arc"][-1]
        scores = asked[places] @ self._activated("arc_head", states)[places].transpose(1, 2)
        own = torch.arange(places.shape[1], device=self.device)
        scores[:, own, own] = (asked @ weights["arc_root"])[places]
        is_word = self._copy(batch.is_word)
        scores.masked_fill_(~is_word[:, None, :], -torch.inf)
        heads = torch.where(is_word, scores.argmax(-1), own)
        for index in (~_are_trees(heads, is_word)).nonzero()[:, 0].tolist():
            length = batch.lengths[index]
            heads[index, :length] = self._copy(best_tree(scores[index, :length, :length].cpu().numpy()))
        head = heads[sentence, word]
        return head, self._relations(states, places[sentence, head], head == word)

    def _relations(self, states: Tensor, heads: Tensor, is_root: Tensor) -> Tensor:
        inputs = _with_one(self._activated("relation_head", states))[heads]
        dependent = _with_one(self._activated("relation_dependent", states))
        asked = (dependent @ self.weights["relation"]).view(len(inputs), -1, inputs.shape[1])
        scores = (asked @ inputs[:, :, None])[:, :, 0]
        scores[:, self.inventory.root] = -torch.inf
        return torch.where(is_root, self.inventory.root, scores.argmax(-1))

    def _run(self, name: str, inputs: Tensor, batch: _Batch) -> Tensor:
        states: Tensor = self.layers[name](PackedSequence(inputs, batch.active))[0].data
        return states

    def _activated(self, name: str, states: Tensor) -> Tensor:
        return gelu(self._linear(name, states), approximate="tanh")

    def _linear(self, name: str, states: Tensor) -> Tensor:
        return torch.addmm(self.weights[f"{name}.bias"], states, self.weights[f"{name}.weight"])

    def _copy(self, values: NDArray[Any]) -> Tensor:
        return torch.from_numpy(values).to(self.device)


class _Batch:
    """Where the words of a batch stand.

    Words are in the order of time, as torch's packed sequences have them: the first words of all sentences, then the
    second ones. Sentences are in the order of length, the longest first.

    Attributes:
        lengths: Length of each sentence.
        active: Shape (longest,): sentences that have a word at each step.
        word: Shape (words,): the place of each word in its sentence.
        sentence: Shape (words,): its sentence.
        places: Shape (words,): where it stood before.
        padded: Shape (sentences, longest): where each word of a sentence stands; 0 after its end.
        is_word: Of the same shape: False after the end of a sentence.
        is_first: Shape (words,): 1 at the start of a sentence.
    """

    def __init__(self, lengths: Integers, starts: Integers) -> None:
        steps = np.arange(lengths[0])
        self.lengths = lengths
        self.is_word = steps < lengths[:, None]
        self.active = torch.from_numpy(self.is_word.sum(0))
        self.word, self.sentence = np.nonzero(self.is_word.T)
        self.places = starts[self.sentence] + self.word
        self.padded = np.zeros(self.is_word.shape, dtype=np.int64)
        self.padded[self.sentence, self.word] = np.arange(len(self.word))
        self.is_first = (self.word == 0).astype(np.float32)


def _batches(lengths: Integers) -> Iterator[Integers]:
    """Yield the sentences of each batch, by falling length."""
    order = np.argsort(-lengths, kind="stable")
    while len(order):
        taken = max(1, WORDS_AT_ONCE // int(lengths[order[0]]))
        yield order[:taken]
        order = order[taken:]


def _are_trees(heads: Tensor, is_word: Tensor) -> Tensor:
    """Return for each row of heads whether they make a tree with one root: every word comes to it in the end."""
    own = torch.arange(heads.shape[1], device=heads.device)
    reached = heads
    for _ in range(heads.shape[1].bit_length()):
        reached = reached.gather(1, reached)
    arrives = heads.gather(1, reached) == reached
    return arrives.all(1) & (((heads == own) & is_word).sum(1) == 1)


def _lstm(weights: Weights, name: str) -> nn.LSTM:
    states = weights[f"{name}.forward.recurrent"].shape[0]
    layer = nn.LSTM(weights[f"{name}.forward.input"].shape[0], states, bidirectional=True).requires_grad_(False)
    for direction, ending in (("forward", ""), ("backward", "_reverse")):
        for ours, theirs in (("input", "weight_ih"), ("recurrent", "weight_hh"), ("bias", "bias_ih")):
            parameter = getattr(layer, f"{theirs}_l0{ending}")
            parameter.copy_(_gates_of_torch(torch.from_numpy(weights[f"{name}.{direction}.{ours}"].T)))
        getattr(layer, f"bias_hh_l0{ending}").zero_()
    return layer


def _gates_of_torch(weight: Tensor) -> Tensor:
    """Reorder the gates of our files (input, forget, output, cell) to input, forget, cell, output."""
    into, forget, output, cell = weight.chunk(4, 0)
    return torch.cat([into, forget, cell, output], 0)


def _with_one(vectors: Tensor) -> Tensor:
    return nn.functional.pad(vectors, (0, 1), value=1.0)


@contextmanager
def _exact() -> Iterator[None]:
    """Compute in full single precision, not in the shorter numbers (TF32) that GPUs multiply faster."""
    kinds: tuple[Any, ...] = (torch.backends.cuda.matmul, torch.backends.cudnn.rnn)
    before = [kind.fp32_precision for kind in kinds]
    try:
        for kind in kinds:
            kind.fp32_precision = "ieee"
        with torch.inference_mode():
            yield
    finally:
        for kind, precision in zip(kinds, before, strict=True):
            kind.fp32_precision = precision
