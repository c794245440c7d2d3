"""A small network that reads what a sentence says of a group: whether it is a stereotype, and how strong it is."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cached_property
from pathlib import Path
from typing import Any, Literal, NamedTuple, cast

import numpy as np
from numpy.typing import NDArray

from hf_genderfair.core.resources import require, resource
from hf_genderfair.languages.model_file import Model, WordPieces, file_digest, read_model
from hf_genderfair.languages.tokens import VERSION as TOKENS_VERSION
from hf_genderfair.languages.tokens import TokenisedSentence, tokenise
from hf_genderfair.languages.word_features import Floats, gelu, rows_product

MODEL = Path(__file__).parent / "models" / "content.npz"

LONGEST = 90
"""Pieces of a sentence that are read; what follows is left out."""

AT_ONCE = 512
"""Pieces that are computed together: what they need stays in the cache of the processor."""

SCORES = ("association", "statement", "strength")

DECIMALS = 3
"""What is kept of a score: processors add up in different orders, and differ in the sixth decimal."""

DOUBT = 4e-6
"""A probability that lies so close to where it is rounded otherwise is computed again in double precision."""

LOGIT_DOUBT = 1e-4
"""So is a choice between logits that are so close."""


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
        """Read sentences; what is read in one never depends on the others."""
        texts = list(texts)
        with require("threadpoolctl", "nlp").threadpool_limits(limits=1, user_api="blas"):
            network = self._network()
            cut = [
                tuple(network.numbers(parts, text)) for parts, text in zip(tokenise(texts, lang), texts, strict=True)
            ]
            # headings, formulas and lines of forms are said again and again
            found = dict(zip(dict.fromkeys(cut), network.read(list(dict.fromkeys(cut))), strict=True))
            doubtful = [numbers for numbers, reading in found.items() if reading is None]
            if doubtful:
                found.update(zip(doubtful, self._network("float64").read(doubtful), strict=True))
            return [cast(ContentReading, found[numbers]) for numbers in cut]

    def _network(self, precision: Literal["float32", "float64"] = "float32") -> _Network:
        return resource(
            ("content model", self.revision, precision), lambda: _Network(read_model(self.path), np.dtype(precision))
        )


class _Network:
    """A small encoder, and what is read from the mean of its states."""

    def __init__(self, model: Model, precision: np.dtype[Any]) -> None:
        self.doubt, self.logit_doubt = (DOUBT, LOGIT_DOUBT) if precision == np.float32 else (0.0, 0.0)
        self.facts = model.facts
        self.calibration = [model.facts["calibration"][name] for name in SCORES]
        self.weights = {name: weight.astype(precision, copy=False) for name, weight in model.weights.items()}
        self.pieces = WordPieces(model.facts["pieces"], model.facts["scores"], model.facts["unknown"])
        self.vectors = rows_product(self.weights["table.pieces"], self.weights["pieces.weight"])

    def read(self, sentences: Sequence[Sequence[int]]) -> list[ContentReading | None]:
        """Return what is read in sentences; None where another processor could decide or round otherwise."""
        found: dict[int, ContentReading | None] = {}
        order = sorted(range(len(sentences)), key=lambda index: len(sentences[index]))
        for chosen in _parts(order, sentences):
            logits, doubtful = self._logits([sentences[index] for index in chosen])
            readings = map(self._reading, logits)
            found.update(
                (index, None if doubt else reading)
                for index, reading, doubt in zip(chosen, readings, doubtful, strict=True)
            )
        return [found[index] for index in range(len(sentences))]

    def numbers(self, sentences: Iterable[TokenisedSentence], text: str) -> list[int]:
        found = piece_numbers(sentences, text, self.pieces)
        return [self.facts["start"], *found[: LONGEST - 1], self.facts["end"]]

    def _reading(self, logits: Floats) -> ContentReading | None:
        probabilities = [
            float(1 / (1 + np.exp(-(factor * float(logit) + shift))))
            for logit, (factor, shift) in zip(logits[: len(SCORES)], self.calibration, strict=True)
        ]
        second, first = np.sort(logits[len(SCORES) :])[-2:]
        steps = [probability * 10**DECIMALS - 0.5 for probability in probabilities]
        close = any(abs(step - round(step)) < self.doubt * 10**DECIMALS for step in steps)
        if close or first - second < self.logit_doubt:
            return None
        association, statement, strength = (round(probability, DECIMALS) for probability in probabilities)
        attribute = self.facts["attributes"][int(logits[len(SCORES) :].argmax())]
        return ContentReading(association, statement, strength, attribute)

    def _logits(self, sentences: Sequence[Sequence[int]]) -> tuple[Floats, NDArray[np.bool_]]:
        """Return the logits of sentences, the shortest first, shape (sentences, heads), and where more is in doubt."""
        # What is read after the first layer settles most sentences; only the others go on (Xin et al. 2020).
        lengths = np.array([len(numbers) for numbers in sentences])
        positions = np.concatenate([np.arange(length) for length in lengths])
        states = self.vectors[np.concatenate(sentences)] + self.weights["table.positions"][positions]
        states = self._layer(0, self._normalised("embedded", states), lengths)
        logits = self._heads("first", states, lengths)
        above = logits[:, SCORES.index("association")] - np.float32(self.facts["settled"])
        unsettled, doubtful = above > 0, abs(above) < self.logit_doubt
        if unsettled.any():
            states, lengths = states[np.repeat(unsettled, lengths)], lengths[unsettled]
            for layer in range(1, self.facts["layers"]):
                states = self._layer(layer, states, lengths)
            logits[unsettled] = self._heads("last", states, lengths)
        return logits, doubtful

    def _layer(self, number: int, states: Floats, lengths: NDArray[np.int64]) -> Floats:
        attended = self._linear(f"layer_{number}.output", self._attended(f"layer_{number}", states, lengths))
        states = self._normalised(f"layer_{number}.attended", states + attended)
        inner = gelu(self._linear(f"layer_{number}.inner", states))
        return self._normalised(f"layer_{number}.fed", states + self._linear(f"layer_{number}.outer", inner))

    def _heads(self, name: str, states: Floats, lengths: NDArray[np.int64]) -> Floats:
        means = [states[rows].reshape(count, length, -1).mean(1) for rows, count, length in _runs(lengths)]
        return self._linear(f"{name}.outer", gelu(self._linear(f"{name}.inner", np.concatenate(means))))

    def _attended(self, layer: str, states: Floats, lengths: NDArray[np.int64]) -> Floats:
        """Return what each piece takes from the pieces of its sentence; sentences of one length go together."""
        projected = self._linear(f"{layer}.asked", states)
        heads, width = self.facts["heads"], states.shape[1]
        found = np.empty_like(states)
        for rows, count, length in _runs(lengths):
            split = projected[rows].reshape(count, length, 3, heads, width // heads)
            asked, key, value = (split[:, :, part].swapaxes(1, 2) for part in range(3))
            shares = np.matmul(asked, key.swapaxes(2, 3)) * np.float32((width // heads) ** -0.5)
            shares = np.exp(shares - shares.max(-1, keepdims=True))
            shares /= shares.sum(-1, keepdims=True)
            found[rows] = np.matmul(shares, value).swapaxes(1, 2).reshape(-1, width)
        return found

    def _linear(self, name: str, rows: Floats) -> Floats:
        found: Floats = rows_product(rows, self.weights[f"{name}.weight"]) + self.weights[f"{name}.bias"]
        return found

    def _normalised(self, name: str, rows: Floats) -> Floats:
        rows = rows - rows.mean(-1, keepdims=True)
        deviation = np.sqrt((rows * rows).mean(-1, keepdims=True) + np.float32(self.facts["epsilon"]))
        found: Floats = rows / deviation * self.weights[f"{name}.scale"] + self.weights[f"{name}.shift"]
        return found


def piece_numbers(sentences: Iterable[TokenisedSentence], text: str, pieces: WordPieces) -> list[int]:
    """Return the numbers of the pieces of a text, word by word."""
    return [
        number
        for sentence in sentences
        for form, start in zip(sentence.forms, sentence.starts, strict=True)
        for number in pieces.word("▁" * (start == 0 or text[start - 1].isspace()) + form)
    ]


def _parts(order: Sequence[int], sentences: Sequence[Sequence[int]]) -> Iterator[list[int]]:
    """Cut sentences into parts of about ``AT_ONCE`` pieces."""
    part: list[int] = []
    pieces = 0
    for index in order:
        part.append(index)
        pieces += len(sentences[index])
        if pieces >= AT_ONCE:
            yield part
            part, pieces = [], 0
    if part:
        yield part


def _runs(lengths: NDArray[np.int64]) -> Iterator[tuple[slice, int, int]]:
    """Yield the rows of sentences of one length, with how many they are and the length; lengths are in order."""
    start = 0
    for length, count in zip(*np.unique(lengths, return_counts=True), strict=True):
        yield slice(start, start + count * length), int(count), int(length)
        start += count * length
