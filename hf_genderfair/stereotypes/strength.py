"""Refitting the model of strength to human scores (Görge et al. 2025, appendix D.1)."""

from __future__ import annotations

import hashlib
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import astuple, dataclass
from functools import cached_property
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from hf_genderfair.core.errors import GenderfairError
from hf_genderfair.lexicons.loader import load_lexicon
from hf_genderfair.stereotypes.content_model import ContentReading
from hf_genderfair.stereotypes.indicators import NOT_APPLICABLE, Indicators

THRESHOLD = 0.63
"""Sentences that score above it are removed, with the content model too; the paper's best for sentences on age."""

LEXICON = "stereotype_strength"
EXPLAINED = 15 / 86
"""Share of the published annotated sentences with content that also give a reason for it."""

EVALUATION = "situation_evaluation"
CONTENT_STRENGTH = "content_strength"
CONTENT_WEIGHT = 0.15
"""Largest contribution of the content: together with the smallest, as much as all published indicators span."""

TENTHS = tuple(f"{tenth / 10:.1f}" for tenth in range(10))
WITHOUT_CONTENT = ("other", NOT_APPLICABLE)


class Coefficient(NamedTuple):
    """The contribution of one value of a feature to the strength.

    Attributes:
        feature: ``label`` (linguistic form and target together), ``connotation``, ``gram_form``, ``content`` (situation
            and generalization together), ``situation_evaluation`` or ``content_strength`` (tenths of what the content
            model reads).
        value: Such as ``noun``, or ``generic, generic target``.
        coefficient: ...
    """

    feature: str
    value: str
    coefficient: float


@dataclass(frozen=True)
class StrengthModel:
    """A linear model of indicators, scaled to 0..1.

    A value without a coefficient adds nothing.

    Attributes:
        intercept: Strength before the contributions.
        coefficients: One for each value of a feature that the model knows.
        minimum: Raw strength that scores 0.
        maximum: Raw strength that scores 1.

    Example:
        >>> women = Indicators(
        ...     True, "women", "generic target", "neutral", "noun", "generic",
        ...     "are helpful", "enduring characteristics", "positive", "abstract",
        ... )
        >>> round(published_model().score(women), 2)
        0.65
    """

    intercept: float
    coefficients: tuple[Coefficient, ...]
    minimum: float
    maximum: float

    @cached_property
    def _by_value(self) -> dict[tuple[str, str], float]:
        return {(feature, value): coefficient for feature, value, coefficient in self.coefficients}

    def raw(self, indicators: Indicators, content: ContentReading | None = None) -> float:
        """Return the sum of the intercept and the coefficients, for any indicators.

        Args:
            indicators: Of one sentence.
            content: What the content model reads in it; None where it was not asked.

        Returns:
            The strength on the scale of the scores that the model was fitted to.
        """
        weights = weighted_features(indicators, content)
        return self.intercept + sum(self._by_value.get(feature, 0.0) * weight for feature, weight in weights.items())

    def score(self, indicators: Indicators, content: ContentReading | None = None) -> float:
        """Return the strength of a sentence.

        Args:
            indicators: Of one sentence.
            content: What the content model reads in it; None where it was not asked.

        Returns:
            From 0 to 1; where the content model was not asked, 0 without a category label, and where the sentence gives
            no behaviour or characteristic of it.
        """
        if content is None and not is_assessed(indicators):
            return 0.0
        scaled = (self.raw(indicators, content) - self.minimum) / (self.maximum - self.minimum)
        return min(1.0, max(0.0, scaled))

    @cached_property
    def digest(self) -> str:
        """Changes whenever a number of the model does."""
        return hashlib.sha256(repr(astuple(self)).encode()).hexdigest()[:16]


def is_assessed(indicators: Indicators) -> bool:
    """Return whether a sentence gives a behaviour or a characteristic of a category label."""
    return indicators.has_category_label and indicators.situation not in WITHOUT_CONTENT


def weighted_features(indicators: Indicators, content: ContentReading | None) -> dict[tuple[str, str], float]:
    """Return the features of the linear model with their weights: one for indicators, parts of one for the content."""
    # The strength that the content model reads lies between the middles of two tenths, and counts for each by how near
    # it is, so that the score has no steps.
    weights = dict.fromkeys(features_of(indicators), 1.0)
    if content is not None:
        place = min(max(content.strength * 10 - 0.5, 0.0), 9.0)
        low = min(int(place), 8)
        weights[CONTENT_STRENGTH, TENTHS[low]] = low + 1 - place
        weights[CONTENT_STRENGTH, TENTHS[low + 1]] = place - low
    return weights


def features_of(indicators: Indicators) -> tuple[tuple[str, str], ...]:
    """Return the features of the linear model that are indicators, each with its value."""
    # Linguistic form and target are one feature, and so are situation and generalization, as in the published model.
    return (
        ("label", f"{indicators.ling_form}, {indicators.target_type}"),
        ("connotation", indicators.connotation),
        ("gram_form", indicators.gram_form),
        ("content", f"{indicators.situation}, {indicators.generalization}"),
        (EVALUATION, indicators.situation_evaluation),
    )


def published_model(*, sentiment: bool = False, content: bool = False) -> StrengthModel:
    """Return the linear model that Görge et al. published with their earlier paper of 2025."""
    # The coefficients retrained for the later paper, with the sentiment of the information, are not published: this
    # sentiment contributes nothing unless ``sentiment`` is set, nor does a label of positive connotation, which the
    # model does not know. The earlier paper also asked whether a reason is given; the later one does not, so that every
    # sentence gets the mean contribution of this feature, weighted by its values among the annotated sentences. Scores
    # are scaled over the range that the published model can attain with all of its features, 0.4255 to 0.7226.
    rows = [Coefficient(feature, value, float(number)) for feature, value, number in load_lexicon(LEXICON).rows]
    intercept = sum(row.coefficient for row in rows if row.feature == "intercept")
    published = [row for row in rows if row.feature != "intercept"]
    reasons = {row.value: row.coefficient for row in published if row.feature == "explanation"}
    mean_reason = (1 - EXPLAINED) * reasons["no"] + EXPLAINED * reasons["yes"]
    minimum, maximum = _attainable(intercept, published)
    kept = [row for row in published if row.feature != "explanation"]
    if sentiment:
        weight = next(row.coefficient for row in kept if row[:2] == ("connotation", "negative"))
        kept += [Coefficient(EVALUATION, "negative", weight), Coefficient(EVALUATION, "positive", -weight)]
    if content:
        step = 2 * CONTENT_WEIGHT / (len(TENTHS) - 1)
        kept += [Coefficient(CONTENT_STRENGTH, tenth, n * step - CONTENT_WEIGHT) for n, tenth in enumerate(TENTHS)]
        minimum, maximum = minimum - CONTENT_WEIGHT, maximum + CONTENT_WEIGHT
    return StrengthModel(intercept + mean_reason, tuple(kept), minimum, maximum)


def _attainable(intercept: float, coefficients: Iterable[Coefficient]) -> tuple[float, float]:
    by_feature: dict[str, list[float]] = {}
    for feature, _, coefficient in coefficients:
        by_feature.setdefault(feature, []).append(coefficient)
    lowest = sum(min(numbers) for numbers in by_feature.values())
    return intercept + lowest, intercept + sum(max(numbers) for numbers in by_feature.values())


FOLDS = 10
RESAMPLES = 1000
LEVEL = 0.95
FEWEST = 20
"""Smallest number of scored sentences that a model is fitted to."""

Floats = npt.NDArray[np.float64]
_Features = Mapping[tuple[str, str], float]


class Estimate(NamedTuple):
    """A figure with its interval.

    Attributes:
        value: The figure; None where it is not defined.
        low: Lower limit (95 % percentile bootstrap over sentences); None where the figure is not defined.
        high: Upper limit.
    """

    value: float | None
    low: float | None
    high: float | None


class Agreement(NamedTuple):
    """How well predicted strengths agree with human scores.

    Attributes:
        n: Number of sentences.
        mean_absolute_error: On the scale of the human scores.
        root_mean_squared_error: On the same scale.
        r_squared: Share of the variance of the human scores that is explained; negative where their mean explains more.
        spearman: Rank correlation.

    Example:
        >>> agreement([0.1, 0.2, 0.4], [0.1, 0.3, 0.5]).spearman.value
        1.0
    """

    n: int
    mean_absolute_error: float
    root_mean_squared_error: float
    r_squared: float
    spearman: Estimate


class Fit(NamedTuple):
    """A model of strength fitted to human scores, with its cross-validated agreement.

    Attributes:
        model: Fitted to all sentences.
        validated: Each sentence predicted by a model fitted to the other folds. Where the indicators carry no
            information, the rank correlation is below 0, since the mean of the other folds is low where a fold is high.
        predicted: These predictions, in the order of the sentences.

    Example:
        >>> woman = Indicators(True, "she", "specific target", "neutral", "other", "individual")
        >>> women = Indicators(True, "women", "generic target", "neutral", "noun", "generic")
        >>> fit = fit_strength([woman, women] * 10, [-0.2, 0.3] * 10)
        >>> round(fit.model.raw(women), 2), round(fit.validated.mean_absolute_error, 2)
        (0.3, 0.0)
    """

    model: StrengthModel
    validated: Agreement
    predicted: tuple[float, ...]


def fit_strength(
    annotations: Sequence[Indicators],
    human_scores: Sequence[float],
    *,
    contents: Sequence[ContentReading] | None = None,
    scale: Sequence[float] | None = None,
    folds: int | None = FOLDS,
    seed: int = 0,
) -> Fit:
    """Fit a linear model of strength to human scores, by least squares on the values of the indicators.

    Scores are mapped to 0..1 between the lowest and the highest human score, as in the paper. Each value is a column of
    zeros and ones, so that the columns of one feature add up to one; among the coefficients that fit equally well the
    smallest are taken. The sentiment of the information counts only where it is annotated in some sentence.

    Args:
        annotations: Indicators of sentences; without ``contents`` each has a category label.
        human_scores: The score of each sentence, such as those of best–worst scaling from -1 to 1.
        contents: What the content model reads in the sentences; the model gets a feature more.
        scale: Scores whose lowest and highest become 0 and 1, such as those of a larger set; by default the human
            scores.
        folds: Number of parts for cross-validation, None for leave-one-out.
        seed: Decides which sentence goes to which fold.

    Returns:
        The model and its cross-validated error.

    Raises:
        GenderfairError: The lists differ in length, there are fewer than 20 sentences or all scores are equal, a score
            is not finite, a sentence has no category label, or the number of folds does not fit.

    Example:
        >>> generic = Indicators(True, "boys", "generic target", "neutral", "noun", "generic")
        >>> single = Indicators(True, "my uncle", "specific target", "neutral", "noun", "individual")
        >>> fit = fit_strength([generic, single] * 20, [0.5, -0.5] * 20)
        >>> round(fit.model.raw(generic), 2), round(fit.model.raw(single), 2)
        (0.5, -0.5)
    """
    scores = np.asarray(human_scores, dtype=np.float64)
    limits = np.asarray(human_scores if scale is None else scale, dtype=np.float64)
    read = [None] * len(annotations) if contents is None else list(contents)
    _check(annotations, scores, limits, folds, contents is None)
    rows = [weighted_features(row, content) for row, content in zip(annotations, read, strict=True)]
    times = Counter(feature for row in rows for feature in row)
    columns = sorted(feature for feature, number in times.items() if number < len(rows))
    table = _one_hot(rows, columns)
    predicted = np.empty(len(scores))
    for held_out in _folds(len(scores), folds or len(scores), seed):
        intercept, weights = _least_squares(table[~held_out], scores[~held_out])
        predicted[held_out] = intercept + table[held_out] @ weights
    intercept, weights = _least_squares(table, scores)
    coefficients = tuple(
        Coefficient(feature, value, float(weight)) for (feature, value), weight in zip(columns, weights, strict=True)
    )
    model = StrengthModel(intercept, coefficients, float(limits.min()), float(limits.max()))
    return Fit(model, agreement(predicted, scores, seed=seed), tuple(predicted.tolist()))


def agreement(
    predicted: Sequence[float] | Floats, human_scores: Sequence[float] | Floats, *, seed: int = 0
) -> Agreement:
    """Compare strengths with human scores on the same scale: errors and rank correlation."""
    strengths, scores = np.asarray(predicted, dtype=np.float64), np.asarray(human_scores, dtype=np.float64)
    if len(strengths) != len(scores) or not len(scores):
        raise GenderfairError(f"{len(strengths)} strengths for {len(scores)} human scores: give one for each")
    errors = strengths - scores
    spread = float(((scores - scores.mean()) ** 2).sum())
    return Agreement(
        len(scores),
        float(np.abs(errors).mean()),
        float(np.sqrt((errors**2).mean())),
        1 - float((errors**2).sum()) / spread if spread else 0.0,
        spearman(strengths, scores, seed=seed),
    )


def spearman(
    first: Sequence[float] | Floats, second: Sequence[float] | Floats, *, resamples: int = RESAMPLES, seed: int = 0
) -> Estimate:
    """Return the rank correlation of two lists of one length; equal values share the mean of their ranks."""
    left, right = np.asarray(first, dtype=np.float64), np.asarray(second, dtype=np.float64)

    def statistic(rows: npt.NDArray[np.intp]) -> float:
        return _correlation(_ranks(left[rows]), _ranks(right[rows]))

    return bootstrap(statistic, len(left), resamples=resamples, seed=seed)


def bootstrap(
    statistic: Callable[[npt.NDArray[np.intp]], float], n: int, *, resamples: int = RESAMPLES, seed: int = 0
) -> Estimate:
    """Return a statistic of rows with its percentile interval over rows drawn with replacement."""
    value = statistic(np.arange(n))
    if np.isnan(value):
        return Estimate(None, None, None)
    rng = np.random.default_rng(seed)
    drawn = [statistic(rng.integers(n, size=n)) for _ in range(resamples)]
    drawn = [number for number in drawn if not np.isnan(number)]
    low, high = np.quantile(drawn, [(1 - LEVEL) / 2, (1 + LEVEL) / 2])
    return Estimate(float(value), float(low), float(high))


def _check(
    annotations: Sequence[Indicators], scores: Floats, limits: Floats, folds: int | None, labelled: bool
) -> None:
    if len(annotations) != len(scores):
        raise GenderfairError(f"{len(annotations)} annotations for {len(scores)} human scores: give one for each")
    if len(scores) < FEWEST:
        raise GenderfairError(f"{len(scores)} sentences are too few to fit a model: give at least {FEWEST}")
    if not (np.isfinite(scores).all() and np.isfinite(limits).all()):
        raise GenderfairError("a human score is not a finite number: leave out sentences without a score")
    if scores.min() == scores.max() or not len(limits) or limits.min() == limits.max():
        raise GenderfairError("all human scores are equal: a model needs scores that differ")
    if folds is not None and not 2 <= folds <= len(scores):
        raise GenderfairError(f"folds={folds}: use 2 to {len(scores)}, the number of sentences")
    for number, row in enumerate(annotations):
        if labelled and not row.has_category_label:
            raise GenderfairError(f"annotation {number} has no category label, so that it scores 0: leave it out")


def _one_hot(rows: Sequence[_Features], columns: Sequence[tuple[str, str]]) -> Floats:
    indices = {column: index for index, column in enumerate(columns)}
    table = np.zeros((len(rows), len(columns)))
    for number, row in enumerate(rows):
        for feature in row.keys() & indices:
            table[number, indices[feature]] = row[feature]
    return table


def _folds(n: int, folds: int, seed: int) -> Iterator[npt.NDArray[np.bool_]]:
    order = np.random.default_rng(seed).permutation(n)
    for part in np.array_split(order, folds):
        held_out = np.zeros(n, dtype=np.bool_)
        held_out[part] = True
        yield held_out


def _least_squares(table: Floats, scores: Floats) -> tuple[float, Floats]:
    """Return intercept and weights; centring leaves the intercept out of the minimum norm."""
    means, mean = table.mean(axis=0), float(scores.mean())
    weights: Floats = np.linalg.lstsq(table - means, scores - mean, rcond=None)[0]
    return mean - float(means @ weights), weights


def _ranks(values: Floats) -> Floats:
    """Return ranks; equal values share their mean."""
    _, indices, times = np.unique(values, return_inverse=True, return_counts=True)
    last = np.cumsum(times)
    ranks: Floats = (last - (times - 1) / 2)[indices]
    return ranks


def _correlation(first: Floats, second: Floats) -> float:
    first, second = first - first.mean(), second - second.mean()
    spread = float(np.sqrt((first**2).sum() * (second**2).sum()))
    return float(first @ second) / spread if spread else float("nan")
