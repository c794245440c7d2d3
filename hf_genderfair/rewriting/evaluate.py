"""Distance of a rewriting from a reference: tokenised word error rate, as in Amrhein et al. (2023).

Every line is divided by the Moses tokeniser with English rules, for German too, and the words of all lines are counted
together. A sign inside a word is a token of its own, so that a gender-fair noun left undone costs two or three errors.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache, partial
from typing import Any, NamedTuple

from hf_genderfair.core.resources import require, resource
from hf_genderfair.core.settings import parallel_texts

FEW_ERRORS = 32
"""Errors of a line that are looked for first; if there are more, more are looked for."""


class WordErrors(NamedTuple):
    """Errors of one line, or the sum over several lines.

    Attributes:
        errors: Substitutions, deletions and insertions between hypothesis and reference, in words.
        words: Words of the reference.

    Example:
        >>> WordErrors(1, 50).rate
        2.0
    """

    errors: int
    words: int

    @property
    def rate(self) -> float:
        """Errors in a hundred words of the reference; not a number where there is none."""
        return 100 * self.errors / self.words if self.words else float("nan")


@lru_cache(maxsize=200_000)
def tokenise(line: str) -> tuple[str, ...]:
    """Divide a line into words as the published figures do (Moses rules for English, with escapes)."""
    return tuple(resource(("Moses tokeniser",), _tokenizer).tokenize(line))


def _tokenizer() -> Any:
    tokenizer = require("sacremoses", "evaluation").MosesTokenizer(lang="en")
    # sacremoses makes a set of all letters anew for each abbreviation, which takes milliseconds
    letters = frozenset(tokenizer.IsAlpha)
    tokenizer.isanyalpha = lambda text: not letters.isdisjoint(text)
    return tokenizer


def word_errors(references: Sequence[str], hypotheses: Sequence[str]) -> list[WordErrors]:
    """Count the errors of each line."""
    levenshtein = require("rapidfuzz.distance", "evaluation").Levenshtein.distance
    # with a guess of the result, work grows with words times errors, and not with the square of the words
    distance = partial(levenshtein, score_hint=FEW_ERRORS)
    pairs = zip(*parallel_texts(references=references, hypotheses=hypotheses), strict=True)
    return [
        WordErrors(int(distance(tokenise(reference), tokenise(hypothesis))), len(tokenise(reference)))
        for reference, hypothesis in pairs
    ]


def total_errors(lines: Sequence[WordErrors]) -> WordErrors:
    """Add the errors of lines up."""
    return WordErrors(sum(line.errors for line in lines), sum(line.words for line in lines))


def word_error_rate(references: Sequence[str], hypotheses: Sequence[str]) -> float:
    """Return the errors in a hundred words of the references, over all lines together.

    Args:
        references: The correct lines.
        hypotheses: The lines to score, in the same order.

    Returns:
        The rate, in per cent; not a number where the references have no words.

    Raises:
        GenderfairError: The numbers of lines differ, there is a single line in place of several, or one is no text.

    Example:
        >>> round(word_error_rate(["Alle Lehrer*innen kamen."], ["Alle Lehrer kamen."]), 1)
        33.3
    """
    return total_errors(word_errors(references, hypotheses)).rate
