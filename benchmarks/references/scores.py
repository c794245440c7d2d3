"""Scores of person references: the measure of the paper, and measures of person words.

The measure of Derner et al. 2025 (section 4.1, appendix B) counts all nouns and pronouns alike, and most of them do
not refer to persons: a method that finds no person at all scores high on it. So person words have a measure of their
own, and the ratio of masculine to feminine person words, which is what a user reads, is compared with the true one.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Container, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from hf_genderfair.core.errors import GenderfairError
from hf_genderfair.languages.types import MarkedGender
from hf_genderfair.representation.references.generated import Item


class ReferenceTally(NamedTuple):
    """Counts over sentences; all but ``sentences`` are numbers of words.

    Attributes:
        sentences: Number of sentences.
        right: In truth and prediction with the same labels (n_c).
        other_label: In both, with another label (n_i).
        missed: In the truth alone (n_m).
        extra: In the prediction alone (n_e).
        persons: Person words of the truth.
        persons_predicted: Person words of the prediction.
        persons_right: Person words in both, with the same gender.
        masculine: Masculine person words of the truth.
        feminine: Feminine person words of the truth.
        masculine_predicted: Masculine person words of the prediction.
        feminine_predicted: Feminine person words of the prediction.
    """

    sentences: int
    right: int
    other_label: int
    missed: int
    extra: int
    persons: int
    persons_predicted: int
    persons_right: int
    masculine: int
    feminine: int
    masculine_predicted: int
    feminine_predicted: int


class ScoreEstimate(NamedTuple):
    """A figure, its 95 % interval and the number of words it rests on.

    ``value`` is None where its denominator is 0; the interval is None where the denominator of a draw is 0.
    """

    value: float | None
    low: float | None
    high: float | None
    n: int


@dataclass(frozen=True)
class Scores:
    """Scores of a method; proportions lie between 0 and 1.

    Attributes:
        tally: The counts.
        accuracy: n_c / (n_c + n_i + n_m).
        precision: n_c / (n_c + n_i + n_e).
        recall: n_c / (n_c + n_m); words with another label are left out, as published.
        f_score: Harmonic mean of precision and recall.
        person_f_score: The same of person words, where a word is right if word and gender are.
        ratio: Masculine to feminine person words of the truth.
        ratio_predicted: Masculine to feminine person words of the prediction.
        ratio_error: ``ratio_predicted`` minus ``ratio``.
    """

    tally: ReferenceTally
    accuracy: ScoreEstimate
    precision: ScoreEstimate
    recall: ScoreEstimate
    f_score: ScoreEstimate
    person_f_score: ScoreEstimate
    ratio: ScoreEstimate
    ratio_predicted: ScoreEstimate
    ratio_error: ScoreEstimate


def tally(truth: Sequence[Item], predicted: Sequence[Item], skip: Container[str] = ()) -> ReferenceTally:
    """Compare the words of one sentence (Derner et al. 2025, appendix B).

    Words are compared without regard to case, each as often as it occurs, in the order of the truth. A word meets a
    prediction with the same labels, or else the first prediction of the same word.

    Args:
        truth: The labelled words.
        predicted: The words found.
        skip: Words that do not count, in lower case, such as ``SKIPPED["es"]``.
    """
    true = [item._replace(word=item.word.upper()) for item in truth if item.word.lower() not in skip]
    found = [item._replace(word=item.word.upper()) for item in predicted if item.word.lower() not in skip]
    free = list(found)
    right = other_label = 0
    for item in true:
        same_word = [other for other in free if other.word == item.word]
        if item in same_word:
            free.remove(item)
            right += 1
        elif same_word:
            free.remove(same_word[0])
            other_label += 1
    persons, persons_predicted = _persons(true), _persons(found)
    return ReferenceTally(
        sentences=1,
        right=right,
        other_label=other_label,
        missed=len(true) - right - other_label,
        extra=len(free),
        persons=sum(persons.values()),
        persons_predicted=sum(persons_predicted.values()),
        persons_right=sum((persons & persons_predicted).values()),
        masculine=_of_gender(persons, "masculine"),
        feminine=_of_gender(persons, "feminine"),
        masculine_predicted=_of_gender(persons_predicted, "masculine"),
        feminine_predicted=_of_gender(persons_predicted, "feminine"),
    )


def _persons(items: Sequence[Item]) -> Counter[Item]:
    return Counter(item for item in items if item.person)


def _of_gender(persons: Counter[Item], gender: MarkedGender) -> int:
    return sum(count for item, count in persons.items() if item.gender == gender)


def score(
    truth: Sequence[Sequence[Item]],
    predicted: Sequence[Sequence[Item]],
    skip: Container[str] = (),
    draws: int = 1000,
    seed: int = 0,
) -> Scores:
    """Compare the words of all sentences; counts are added up over sentences before division.

    Args:
        truth: The labelled words by sentence.
        predicted: The words found, by sentence, in the same order.
        skip: Words that do not count, in lower case, such as ``SKIPPED["es"]``.
        draws: Of the bootstrap over sentences; each draw takes as many sentences as there are, with replacement.
        seed: Of the draws.

    Returns:
        The counts, and the figures with their intervals.

    Raises:
        GenderfairError: There are no sentences, or not as many predictions as sentences.

    Example:
        >>> from hf_genderfair.representation.references.generated import SKIPPED
        >>> truth = [
        ...     Item("Señor", True, "masculine"),
        ...     Item("Presidente", True, "masculine"),
        ...     Item("cuestión", False, "feminine"),
        ...     Item("Grupo", False, "masculine"),
        ...     Item("Grupos", False, "masculine"),
        ... ]
        >>> predicted = [
        ...     Item("señor", True, "masculine"),
        ...     Item("Presidente", False, "masculine"),
        ...     Item("cuestión", False, "feminine"),
        ...     Item("Grupo", False, "masculine"),
        ...     Item("tema", False, "masculine"),
        ... ]
        >>> scores = score([truth], [predicted], SKIPPED["es"])
        >>> figures = scores.accuracy, scores.precision, scores.recall, scores.f_score
        >>> [round(100 * figure.value, 2) for figure in figures]
        [60.0, 60.0, 75.0, 66.67]
    """
    if len(truth) != len(predicted) or not truth:
        raise GenderfairError(
            f"{len(truth)} sentences and {len(predicted)} predictions: give one list of items a sentence, and some"
        )
    table = np.array([tally(*pair, skip) for pair in zip(truth, predicted, strict=True)], dtype=np.int64)
    weights = np.random.default_rng(seed).multinomial(len(table), np.full(len(table), 1 / len(table)), size=draws)
    total = ReferenceTally(*table.sum(axis=0).tolist())
    values, drawn = _figures(table.sum(axis=0)), _figures(weights @ table)
    words = total.right + total.other_label + total.missed
    found = total.right + total.other_label + total.extra
    numbers = {
        "accuracy": words,
        "precision": found,
        "recall": total.right + total.missed,
        "f_score": words,
        "person_f_score": total.persons,
        "ratio": total.masculine + total.feminine,
        "ratio_predicted": total.masculine_predicted + total.feminine_predicted,
        "ratio_error": total.masculine + total.feminine,
    }
    return Scores(total, **{name: _figure(values[name], drawn[name], n) for name, n in numbers.items()})


def _figures(table: NDArray[Any]) -> dict[str, NDArray[Any]]:
    """Return the figures of tallies along the last axis; not finite where a denominator is 0."""
    count = ReferenceTally(*np.moveaxis(table, -1, 0))
    with np.errstate(divide="ignore", invalid="ignore"):
        precision = np.divide(count.right, count.right + count.other_label + count.extra)
        recall = np.divide(count.right, count.right + count.missed)
        ratio = np.divide(count.masculine, count.feminine)
        ratio_predicted = np.divide(count.masculine_predicted, count.feminine_predicted)
        return {
            "accuracy": np.divide(count.right, count.right + count.other_label + count.missed),
            "precision": precision,
            "recall": recall,
            "f_score": 2 * precision * recall / (precision + recall),
            "person_f_score": np.divide(2 * count.persons_right, count.persons + count.persons_predicted),
            "ratio": ratio,
            "ratio_predicted": ratio_predicted,
            "ratio_error": ratio_predicted - ratio,
        }


def _figure(value: NDArray[Any], drawn: NDArray[Any], n: int) -> ScoreEstimate:
    if not np.isfinite(value):
        return ScoreEstimate(None, None, None, n)
    if not np.isfinite(drawn).all():
        return ScoreEstimate(float(value), None, None, n)
    low, high = np.percentile(drawn, (2.5, 97.5)).tolist()
    return ScoreEstimate(float(value), low, high, n)
