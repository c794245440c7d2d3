"""Noisy pairs, by the filters that the paper takes from OpusFilter (appendix A).

OpusFilter itself (Aulamo et al. 2020, MIT) brings two dozen packages along, among them matplotlib, scikit-learn and
three tokenisers; of all that four filters of a few lines are needed. They follow its definitions: a word is what stands
between white space, a word of as many characters as the threshold is too long, and white space counts among the
characters that are not alphabetic.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import ClassVar

import pyarrow as pa
import regex
from datasets import Features, Value

from hf_genderfair.core.errors import GenderfairError
from hf_genderfair.core.settings import check_range, language_tag
from hf_genderfair.core.transform import Categories, Column, Transform, text_array
from hf_genderfair.languages.identification import UNSURE, language_counts

NOISE_REASONS = ("length", "long_word", "alphabet_ratio", "language")
"""Values of ``noise_reason`` besides null: which filter a pair does not pass, the first of them."""

NOT_ALPHABETIC = regex.compile(r"\p{Alphabetic=No}")
SENTENCES_KNOWN = 4096


@dataclass(frozen=True)
class PairNoise(Transform):
    """Marks noisy pairs (Amrhein 2023, appendix A); both sides must pass every filter.

    Adds ``noise_reason``, one of `NOISE_REASONS`, null where a pair passes; ``language`` where a side is surely
    written in another language. A sentence too short to be sure stays. Repeated pairs are the business of
    `exact_duplicates`.

    Attributes:
        lang: Language of both sides; None does not look.
        min_words: Fewest words of a side.
        max_words: Most words of a side.
        long_word: Number of characters from which a word is too long.
        alphabet_ratio: Least share of alphabetic characters among all.
        source_column: Column of sources.
        target_column: Column of targets.

    Example:
        >>> from datasets import Dataset
        >>> pairs = {"source": ["Der Arzt kommt.", "1 2 3"], "target": ["Der*die Ärzt*in kommt.", "1"]}
        >>> Dataset.from_dict(pairs).map(PairNoise("de"), batched=True)["noise_reason"][:]
        [None, 'alphabet_ratio']
    """

    lang: str | None
    min_words: int = 1
    max_words: int = 150
    long_word: int = 40
    alphabet_ratio: float = 0.5
    source_column: str = "source"
    target_column: str = "target"

    version = "1"
    categories: ClassVar[Categories] = {"noise_reason": NOISE_REASONS}

    def __post_init__(self) -> None:
        """Check the values."""
        super().__post_init__()
        if self.lang is not None:
            object.__setattr__(self, "lang", language_tag(self.lang))
        check_range("words", self.min_words, self.max_words)
        if self.long_word < 1:
            raise GenderfairError(f"long_word={self.long_word} leaves no pair: use 1 or more")
        if not 0 <= self.alphabet_ratio <= 1:
            raise GenderfairError(f"alphabet_ratio={self.alphabet_ratio} is no share: use a number from 0 to 1")

    def inputs(self) -> tuple[str, ...]:
        """Return both sides."""
        return (self.source_column, self.target_column)

    def features(self) -> Features:
        """Return the reason."""
        return Features({"noise_reason": Value("string")})

    def annotate(self, columns: Mapping[str, pa.Array], rank: int | None) -> Mapping[str, Column]:
        """Give the reasons of a batch; see `Transform.annotate`."""
        sources, targets = (text_array(columns[name], name).to_pylist() for name in self.inputs())
        return {
            "noise_reason": [
                self.reason(source or "", target or "") for source, target in zip(sources, targets, strict=True)
            ]
        }

    def reason(self, source: str, target: str) -> str | None:
        """Return the first filter that one of two sentences does not pass, or None."""
        sides = (source, target)
        if not all(self.min_words <= len(side.split()) <= self.max_words for side in sides):
            return "length"
        if any(len(word) >= self.long_word for side in sides for word in side.split()):
            return "long_word"
        if any(_alphabetic_share(side) < self.alphabet_ratio for side in sides):
            return "alphabet_ratio"
        if self.lang is not None and any(_language(side) not in (self.lang, UNSURE) for side in sides):
            return "language"
        return None


def _alphabetic_share(text: str) -> float:
    return len(NOT_ALPHABETIC.sub("", text)) / len(text) if text else 1.0


@lru_cache(maxsize=SENTENCES_KNOWN)
def _language(text: str) -> str:
    """Return the language of a sentence; sources of one target come together, and so do copies."""
    return next(iter(language_counts([text])))[1]
