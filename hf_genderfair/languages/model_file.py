"""What networks are read with: files of weights, word lists as hashes and facts, and the pieces of a vocabulary."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from hf_genderfair.core.resources import resource
from hf_genderfair.languages.word_features import WordClasses


@dataclass(frozen=True)
class Model:
    """A trained network with everything that belongs to it.

    Attributes:
        weights: Arrays by name (see ``network.Network``).
        lexicons: Word lists, in the order of the network.
        facts: Labels by layer (``pos``, ``features``, ``scripts``, ``relations``, ``entities``), lemmas that no script
            gives (``exceptions``), language, version.
    """

    weights: Mapping[str, NDArray[np.float32]]
    lexicons: tuple[WordClasses, ...]
    facts: Mapping[str, Any]


def read_model(path: Path) -> Model:
    """Read the file of a model."""
    with np.load(path) as arrays:
        facts = json.loads(bytes(arrays["facts"]))
        weights = {name[6:]: arrays[name].astype(np.float32) for name in arrays.files if name.startswith("plain:")}
        for name in arrays.files:
            if name.startswith("small:"):
                weights[name[6:]] = arrays[name].astype(np.float32) * arrays[f"scale:{name[6:]}"].astype(np.float32)
        count = sum(name.startswith("keys:") for name in arrays.files)
        lexicons = tuple(_lexicon(arrays, number) for number in range(count))
    return Model(weights, lexicons, facts)


def _lexicon(arrays: Any, number: int) -> WordClasses:
    keys = np.cumsum(arrays[f"keys:{number}"], dtype=np.uint32)
    return WordClasses(keys, arrays[f"classes:{number}"], bool(arrays[f"backs_off:{number}"]))


def file_digest(path: Path) -> str:
    """Return the first half of the SHA-256 of a file: what identifies the model for caches."""
    state = path.stat()
    key = ("digest of a file", path, state.st_mtime_ns, state.st_size)
    return resource(key, lambda: hashlib.sha256(path.read_bytes()).hexdigest()[:32])


MOST_PIECES, FIRST = 8, 6
"""Pieces of a word that are kept, and how many of them are its first: of a longer word the last ones follow."""

UNKNOWN_PENALTY = 10.0
"""How much less likely than the rarest piece a character is that no piece has."""

KNOWN_WORDS = 200_000
"""Words whose pieces are kept; then the memory starts again."""


class WordPieces:
    """A vocabulary of pieces, into which words are cut as unigram language models do (Kudo 2018).

    Attributes:
        scores: Number and logarithm of the probability of each piece.
        unknown: Number of what stands for characters that no piece has.

    Example:
        >>> pieces = WordPieces(["", "▁", "un", "▁un", "fair"], [0.0, -3.0, -2.0, -1.0, -2.5], 0)
        >>> pieces.word("▁unfair"), pieces.word("unfair"), pieces.word("▁x")
        ((3, 4), (2, 4), (1, 0))
    """

    def __init__(self, pieces: Sequence[str], scores: Sequence[float], unknown: int) -> None:
        """Index the vocabulary."""
        self.scores = {piece: (number, scores[number]) for number, piece in enumerate(pieces) if piece}
        self.unknown = unknown
        self._longest = max(map(len, self.scores))
        self._unknown_score = min(scores) - UNKNOWN_PENALTY
        self._known: dict[str, tuple[int, ...]] = {}

    def word(self, text: str) -> tuple[int, ...]:
        """Return the numbers of the most likely pieces of a word."""
        found = self._known.get(text)
        if found is None:
            if len(self._known) >= KNOWN_WORDS:
                self._known.clear()
            cut = self._cut(text)
            found = tuple(cut if len(cut) <= MOST_PIECES else cut[:FIRST] + cut[FIRST - MOST_PIECES :])
            self._known[text] = found
        return found

    def _cut(self, text: str) -> list[int]:
        """Return the most likely pieces (Viterbi 1967); neighbouring unknown characters are one piece."""
        best = [0.0] + [-float("inf")] * len(text)
        steps = [(0, self.unknown)] * (len(text) + 1)
        for start in range(len(text)):
            for end in range(start + 1, min(len(text), start + self._longest) + 1):
                number, score = self.scores.get(text[start:end], (self.unknown, None))
                if score is None:
                    if end > start + 1:
                        continue
                    score = self._unknown_score
                if best[start] + score > best[end]:
                    best[end], steps[end] = best[start] + score, (start, number)
        numbers: list[int] = []
        end = len(text)
        while end:
            end, number = steps[end]
            if number != self.unknown or numbers[-1:] != [self.unknown]:
                numbers.append(number)
        return numbers[::-1] or [self.unknown]
