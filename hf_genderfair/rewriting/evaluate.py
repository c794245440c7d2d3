"""How far a rewriting is from a reference: tokenised word error rate, as Amrhein et al. (2023) measure it.

Every line is divided by the Moses tokeniser with English rules, for German too, and the words of all lines are counted
together. A sign inside a word is a token of its own, so that a gender-fair noun left undone costs two or three errors.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from hf_genderfair.core.resources import require, resource
from hf_genderfair.core.texts import parallel_texts

RESAMPLES = 1000


class WordErrors(NamedTuple):
    """Errors of one line, or of many: they add up.

    Attributes:
        errors: Words to be replaced, left out or added to come from the hypothesis to the reference.
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


def tokenise(line: str) -> tuple[str, ...]:
    """Divide a line into words as the published figures do (Moses rules for English, with escapes).

    Example:
        >>> tokenise("Der*die Lehrer*in kam.")
        ('Der', '*', 'die', 'Lehrer', '*', 'in', 'kam', '.')
    """
    return _tokenised(line)


@lru_cache(maxsize=200_000)
def _tokenised(line: str) -> tuple[str, ...]:
    moses = require("sacremoses", "evaluation")
    tokenizer = resource(("Moses tokeniser",), lambda: moses.MosesTokenizer(lang="en"))
    return tuple(tokenizer.tokenize(line))


def word_errors(references: Sequence[str], hypotheses: Sequence[str]) -> list[WordErrors]:
    """Count the errors of each line.

    Args:
        references: What the lines should be.
        hypotheses: What they are, in the same order.

    Returns:
        One count a line.

    Raises:
        GenderfairError: The numbers of lines differ, there is a single line in place of several, or one is no text.
    """
    distance = require("rapidfuzz.distance", "evaluation").Levenshtein.distance
    pairs = zip(*parallel_texts(references=references, hypotheses=hypotheses), strict=True)
    return [
        WordErrors(int(distance(tokenise(reference), tokenise(hypothesis))), len(tokenise(reference)))
        for reference, hypothesis in pairs
    ]


def total_errors(lines: Sequence[WordErrors]) -> WordErrors:
    """Add the errors of lines up.

    Example:
        >>> total_errors([WordErrors(1, 10), WordErrors(0, 10)]).rate
        5.0
    """
    return WordErrors(sum(line.errors for line in lines), sum(line.words for line in lines))


def word_error_rate(references: Sequence[str], hypotheses: Sequence[str]) -> float:
    """Return the errors in a hundred words of the references, over all lines together.

    Args:
        references: What the lines should be.
        hypotheses: What they are, in the same order.

    Returns:
        The rate, in per cent; not a number where the references have no words.

    Raises:
        GenderfairError: The numbers of lines differ, there is a single line in place of several, or one is no text.

    Example:
        >>> round(word_error_rate(["Alle Lehrer*innen kamen."], ["Alle Lehrer kamen."]), 1)
        33.3
    """
    return total_errors(word_errors(references, hypotheses)).rate


class Comparison(NamedTuple):
    """Two systems on the same lines (paired bootstrap; Koehn 2004).

    Attributes:
        first: Word error rate of the first system, in per cent.
        second: Word error rate of the second.
        difference: First less second.
        low: Lower end of the 95 per cent interval of the difference.
        high: Upper end.
        p: Share of the resamples in which the first is not better; a tie counts against it.

    Example:
        >>> Comparison(1.0, 2.0, -1.0, -1.5, -0.5, 0.0).p
        0.0
    """

    first: float
    second: float
    difference: float
    low: float
    high: float
    p: float


def compare_systems(
    first: Sequence[WordErrors], second: Sequence[WordErrors], resamples: int = RESAMPLES, seed: int = 0
) -> Comparison:
    """Compare two systems by drawing lines with replacement.

    Args:
        first: Errors of the first system, line by line.
        second: Errors of the second on the same lines.
        resamples: How often lines are drawn.
        seed: Of the random numbers.

    Returns:
        Rates, their difference with its interval, and p.

    Raises:
        ValueError: The lines are not the same, or there are none.
    """
    if not first or [line.words for line in first] != [line.words for line in second]:
        raise ValueError("the two systems have to be measured on the same lines, at least one")
    rates = [_resampled(lines, resamples, seed) for lines in (first, second)]
    differences = rates[0] - rates[1]
    low, high = np.percentile(differences, [2.5, 97.5])
    one, two = total_errors(first).rate, total_errors(second).rate
    return Comparison(one, two, one - two, float(low), float(high), float(np.mean(differences >= 0)))


def rate_interval(lines: Sequence[WordErrors], resamples: int = RESAMPLES, seed: int = 0) -> tuple[float, float]:
    """Return the 95 per cent interval of a word error rate, by drawing lines with replacement.

    Args:
        lines: Errors line by line, at least one.
        resamples: How often lines are drawn.
        seed: Of the random numbers.

    Returns:
        Lower and upper end, in per cent.
    """
    low, high = np.percentile(_resampled(lines, resamples, seed), [2.5, 97.5])
    return float(low), float(high)


def _resampled(lines: Sequence[WordErrors], resamples: int, seed: int) -> NDArray[np.float64]:
    counts = np.array(lines)
    random = np.random.default_rng(seed)
    drawn = (counts[random.integers(0, len(counts), len(counts))].sum(axis=0) for _ in range(resamples))
    totals = np.array(list(drawn))
    rates: NDArray[np.float64] = 100 * totals[:, 0] / totals[:, 1]
    return rates
