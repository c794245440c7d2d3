"""A small network that reads what a sentence says of a group: whether it is a stereotype, and how strong it is."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import cached_property
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from hf_genderfair.core.resources import require, resource
from hf_genderfair.languages.lstm import both_directions
from hf_genderfair.languages.model_file import Model, file_digest, read_model
from hf_genderfair.languages.tokens import VERSION as TOKENS_VERSION
from hf_genderfair.languages.tokens import tokenise
from hf_genderfair.languages.word_vectors import ROWS, Floats, WordVectors, gelu

MODEL = Path(__file__).parent / "models" / "content.npz"

MOST_WORDS = 80
"""Words of a sentence that are read; what follows is left out."""

SCORES = ("association", "statement", "strength")


class ContentReading(NamedTuple):
    """What the model reads in a sentence.

    Attributes:
        association: Probability that the sentence joins a group, or a person as one of a group, with a stereotype.
        statement: Probability that the writer states it as a generalisation about the group: not where it is denied,
            quoted with distance, counted, or told of one person.
        strength: How strong the stereotype is, from 0 to 1.
        attribute: The attribute that the sentence is most likely about.

    Example:
        >>> ContentReading(0.9, 0.8, 0.6, "gender").attribute
        'gender'
    """

    association: float
    statement: float
    strength: float
    attribute: str


class ContentModel:
    """The content model that comes with the package, or one of your own.

    Attributes:
        path: Its file.

    Example:
        >>> ContentModel().path.name
        'content.npz'
    """

    def __init__(self, path: Path = MODEL) -> None:
        """Name the file; nothing is read yet."""
        self.path = path

    @cached_property
    def revision(self) -> str:
        """What identifies the model for a cache."""
        return f"{file_digest(self.path)}-{TOKENS_VERSION}"

    @property
    def facts(self) -> Mapping[str, Any]:
        """Thresholds and calibration, as the training wrote them."""
        return self._network().facts

    def read(self, texts: Iterable[str], lang: str) -> list[ContentReading]:
        """Read sentences; what is read in one never depends on the others.

        Args:
            texts: Sentences.
            lang: ``en``, ``de`` or ``es``; the rules for words are those of the language.
        """
        words = [
            [form.lower() for part in parts for form in part.forms][:MOST_WORDS] or ["."]
            for parts in tokenise(texts, lang)
        ]
        with require("threadpoolctl", "nlp").threadpool_limits(limits=1, user_api="blas"):
            return self._network().read(words)

    def _network(self) -> _Network:
        return resource(("content model", self.revision), lambda: _Network(read_model(self.path)))


class _Network:
    """Word vectors, a layer of LSTM, and what is read from its states."""

    def __init__(self, model: Model) -> None:
        self.facts = model.facts
        self.calibration = [model.facts["calibration"][name] for name in SCORES]
        self.weights = model.weights
        self.words = WordVectors(model.weights, model.lexicons)

    def read(self, sentences: Sequence[Sequence[str]]) -> list[ContentReading]:
        found: dict[int, ContentReading] = {}
        order = sorted(range(len(sentences)), key=lambda index: -len(sentences[index]))
        self.words.learn(sentences)
        for first in range(0, len(order), ROWS):
            chosen = order[first : first + ROWS]
            logits = self._logits([sentences[index] for index in chosen])
            found.update(zip(chosen, map(self._reading, logits[: len(chosen)]), strict=True))
        return [found[index] for index in range(len(sentences))]

    def _reading(self, logits: Floats) -> ContentReading:
        association, statement, strength = (
            float(1 / (1 + np.exp(-(factor * float(logit) + shift))))
            for logit, (factor, shift) in zip(logits[: len(SCORES)], self.calibration, strict=True)
        )
        attribute = self.facts["attributes"][int(logits[len(SCORES) :].argmax())]
        return ContentReading(association, statement, strength, attribute)

    def _logits(self, sentences: Sequence[Sequence[str]]) -> Floats:
        """Return the logits of a block of sentences, the longest first, shape (ROWS, heads)."""
        lengths = np.zeros(ROWS, dtype=np.int64)
        lengths[: len(sentences)] = [len(words) for words in sentences]
        steps = np.arange(lengths[0])[:, None]
        inputs = np.zeros((lengths[0], ROWS, self.words.vectors.shape[1]), dtype=np.float32)
        for row, words in enumerate(sentences):
            inputs[: len(words), row] = self.words.vectors[[self.words.rows[word] for word in words]]
        active = [int((lengths > step).sum()) for step in range(lengths[0])]
        states = both_directions(self.weights, "lstm", inputs, active)
        present = steps < lengths
        asked = (np.tanh(np.matmul(states, self.weights["key.weight"])) * self.weights["query"]).sum(-1)
        shares = np.where(present, np.exp(asked), np.float32(0))
        shares /= np.maximum(shares.sum(0), np.float32(1e-9))
        mean = (states * shares[..., None]).sum(0)
        largest = np.where(present[..., None], states, np.float32(-1)).max(0)
        pooled = np.concatenate([mean, largest], axis=1)
        inner = gelu(pooled @ self.weights["inner.weight"] + self.weights["inner.bias"])
        logits: Floats = inner @ self.weights["outer.weight"] + self.weights["outer.bias"]
        return logits
