"""How strong a stereotype is: a linear model on its indicators (Görge et al. 2025, section 4.2.3 and appendix D.1)."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable
from dataclasses import astuple, dataclass
from functools import cached_property
from typing import NamedTuple

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
