"""Figures of a corpus with their uncertainty, from the integers of `hf_genderfair.actors.totals`.

Mentions of one text are not independent, so that the units of resampling are texts. Shares of genders have bootstrap
intervals; texts with equal counts are drawn together. Ratios of two quantities have linearised intervals, which need
only sums of products (Cochran 1977, section 6.3). The value of an absent group is None, not 0.

``totals`` is the result of `count_actors`; a figure describes one ``stratum``, or the whole corpus where that is None.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import sqrt
from statistics import NormalDist
from typing import NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray

from hf_genderfair.actors.columns import COUNT_COLUMNS
from hf_genderfair.actors.totals import MILLION, PARTS, ActorTotals, Integers, merged
from hf_genderfair.core.counts import Share, share
from hf_genderfair.languages.coreference.mention import EvidenceSource
from hf_genderfair.languages.types import PERSON_GENDERS, PersonGender

Floats: TypeAlias = NDArray[np.float64]

MINIMUM_TEXTS = 30
"""Smallest number of texts with the denominator for which there is an interval or a verdict."""
CONFIDENCE = 0.95
QUANTILE = NormalDist().inv_cdf((1 + CONFIDENCE) / 2)
RESAMPLES = 2000
CELLS_AT_ONCE = 4_000_000
BINARY: tuple[PersonGender, ...] = ("female", "male")
"""The genders that the paper compares."""
NAMINGS = ("named", "pronouns")
"""The two parts of mentions."""
NO_VERDICT = "no verdict"


@dataclass(frozen=True)
class QuantityRatio:
    """One quantity divided by another, such as mentions by actors.

    Attributes:
        count: The numerator.
        n: The denominator.
        value: The ratio; None where n is 0.
        low: Lower limit (95 %, linearised, over texts); None below `MINIMUM_TEXTS`.
        high: Upper limit.
        texts: Number of texts with the denominator.
    """

    count: float
    n: int
    value: float | None
    low: float | None
    high: float | None
    texts: int


class GenderShare(QuantityRatio):
    """Share of some genders in a quantity of all that are compared; its limits are those of a percentile bootstrap.

    Example:
        >>> GenderShare(1, 4, 0.25, None, None, 3).verdict
        'no verdict'
    """

    @property
    def verdict(self) -> str:
        """The side of one half on which the whole interval of the share of female lies."""
        if self.low is None or self.high is None:
            return NO_VERDICT
        if self.low > 0.5:
            return "more female"
        return "more male" if self.high < 0.5 else "no difference shown"


def gender_share(
    totals: ActorTotals,
    quantity: str,
    of: Sequence[PersonGender] = ("female",),
    among: Sequence[PersonGender] = BINARY,
    stratum: str | None = None,
    resamples: int = RESAMPLES,
    seed: int = 0,
) -> GenderShare:
    """Estimate the share of some genders in a quantity, such as female mentions among female and male mentions."""
    rows = totals.combinations(quantity, stratum)
    cells = merged(np.column_stack([_sum(rows, of), _sum(rows, among), rows[:, -1]]))
    cells = cells[cells[:, 1] > 0]
    count, n = (int(cells[:, index] @ cells[:, -1]) for index in (0, 1))
    texts = int(cells[:, -1].sum())
    if texts < MINIMUM_TEXTS:
        return GenderShare(count, n, count / n if n else None, None, None, texts)
    if count in (0, n):
        # all resamples are equal: the limits are those of none, or all, of the texts
        limits = share(texts if count else 0, texts, CONFIDENCE)
        return GenderShare(count, n, count / n, limits.low, limits.high, texts)
    values = _resampled(cells, totals.number("texts", stratum), resamples, np.random.default_rng(seed))
    low, high = np.nanquantile(values, [(1 - CONFIDENCE) / 2, (1 + CONFIDENCE) / 2])
    return GenderShare(count, n, count / n, float(low), float(high), texts)


def _sum(rows: Integers, genders: Sequence[PersonGender]) -> Integers:
    summed: Integers = rows[:, [PERSON_GENDERS.index(gender) for gender in genders]].sum(axis=1)
    return summed


def _resampled(cells: Integers, texts: int, resamples: int, rng: np.random.Generator) -> Floats:
    """Return the share in resampled corpora; texts without the quantity are drawn too."""
    # frequent cells first: once all texts are drawn, none is left to draw for the rare ones
    cells = cells[np.argsort(-cells[:, -1], kind="stable")]
    chances = np.append(cells[:, -1], texts - cells[:, -1].sum()) / texts
    # blocks bound the memory
    block = max(1, CELLS_AT_ONCE // len(cells))
    sizes = (min(block, resamples - start) for start in range(0, resamples, block))
    sums = np.concatenate([rng.multinomial(texts, chances, size)[:, :-1] @ cells[:, :2] for size in sizes])
    with np.errstate(divide="ignore", invalid="ignore"):
        drawn: Floats = sums[:, 0] / sums[:, 1]
    return drawn


def ratio(
    totals: ActorTotals,
    numerator: str,
    denominator: str,
    genders: Sequence[PersonGender] = BINARY,
    stratum: str | None = None,
) -> QuantityRatio:
    """Estimate a ratio of two quantities of the same genders."""
    moments = totals.moments(stratum).astype(np.float64)
    over, under = _columns(numerator, genders), _columns(denominator, genders)
    count, n = (float(moments[0] @ columns) for columns in (over, under))
    texts = _texts(totals, denominator, genders, stratum)
    if texts < MINIMUM_TEXTS:
        return QuantityRatio(count, int(n), count / n if n else None, None, None, texts)
    value = count / n
    is_part = numerator in (NAMINGS if denominator == "mentions" else PARTS[denominator])
    if is_part and count in (0, n):
        limits = share(texts if count else 0, texts, CONFIDENCE)
        return QuantityRatio(count, int(n), value, limits.low, limits.high, texts)
    reach = _reach(moments, (over - value * under) / n)
    lowest = -1.0 if numerator == "sentiment" else 0.0
    highest = 1.0 if numerator == "sentiment" or is_part else float("inf")
    return QuantityRatio(count, int(n), value, max(lowest, value - reach), min(highest, value + reach), texts)


def actors_per_text(
    totals: ActorTotals, genders: Sequence[PersonGender] = BINARY, stratum: str | None = None
) -> QuantityRatio:
    """Estimate the mean number of actors of the texts with at least one."""
    found = per_text(totals, "actors", genders, stratum, genders)
    count = sum(totals.total(gender, "actors", stratum) for gender in genders)
    if found.mean is None or found.deviation is None or found.texts < MINIMUM_TEXTS:
        return QuantityRatio(count, found.texts, found.mean, None, None, found.texts)
    reach = QUANTILE * found.deviation / sqrt(found.texts)
    return QuantityRatio(count, found.texts, found.mean, max(1.0, found.mean - reach), found.mean + reach, found.texts)


class Gap(NamedTuple):
    """Difference of a ratio of female and that of male.

    Attributes:
        value: The difference; None where either group is absent.
        low: Lower limit (95 %, linearised, over texts); None where either group has fewer than `MINIMUM_TEXTS`.
        high: Upper limit.

    Example:
        >>> Gap(0.2, 0.1, 0.3).verdict
        'female higher'
    """

    value: float | None
    low: float | None
    high: float | None

    @property
    def verdict(self) -> str:
        """The side of 0 on which the whole interval lies."""
        if self.low is None or self.high is None:
            return NO_VERDICT
        if self.low > 0:
            return "female higher"
        return "male higher" if self.high < 0 else "no difference shown"


def ratio_gap(totals: ActorTotals, numerator: str, denominator: str, stratum: str | None = None) -> Gap:
    """Estimate the difference of a ratio of female and that of male, from the same texts."""
    found = [ratio(totals, numerator, denominator, (gender,), stratum) for gender in BINARY]
    female, male = (each.value for each in found)
    if female is None or male is None:
        return Gap(None, None, None)
    if min(each.texts for each in found) < MINIMUM_TEXTS:
        return Gap(female - male, None, None)
    slopes = [
        (_columns(numerator, (gender,)) - (each.value or 0.0) * _columns(denominator, (gender,))) / each.n
        for gender, each in zip(BINARY, found, strict=True)
    ]
    reach = _reach(totals.moments(stratum).astype(np.float64), slopes[0] - slopes[1])
    return Gap(female - male, female - male - reach, female - male + reach)


def _columns(quantity: str, genders: Sequence[PersonGender]) -> Floats:
    """Return the weights of the columns that add up to a quantity."""
    weights = np.zeros(1 + len(COUNT_COLUMNS))
    for gender in genders:
        for part in PARTS.get(quantity, (quantity,)):
            weights[1 + COUNT_COLUMNS.index(f"{gender}_{part}")] = 0.001 if part == "sentiment" else 1.0
    return weights


def _reach(moments: Floats, slopes: Floats) -> float:
    """Return half the width of the interval of a sum over texts of a linear combination of columns."""
    texts = moments[0, 0]
    variance = max(0.0, float(slopes @ moments @ slopes)) * texts / max(1.0, texts - 1)
    return QUANTILE * sqrt(variance)


def _texts(totals: ActorTotals, quantity: str, genders: Sequence[PersonGender], stratum: str | None) -> int:
    rows = totals.combinations(quantity, stratum)
    return int(rows[_sum(rows, genders) > 0, -1].sum())


class PerText(NamedTuple):
    """Distribution of a quantity over texts.

    Attributes:
        texts: Number of texts.
        mean: Their mean; None where there is none.
        median: Their median.
        deviation: Their sample standard deviation; None where there are fewer than two.
    """

    texts: int
    mean: float | None
    median: float | None
    deviation: float | None


def per_text(
    totals: ActorTotals,
    quantity: str,
    genders: Sequence[PersonGender],
    stratum: str | None = None,
    base: Sequence[PersonGender] = PERSON_GENDERS,
) -> PerText:
    """Describe the distribution of a quantity over texts; texts with actors of other genders only count as 0."""
    rows = totals.combinations(quantity, stratum)
    cells = np.column_stack([_sum(rows, genders), rows[:, -1]])
    cells = cells[cells[:, 0] > 0]
    nothing = _texts(totals, "actors", base, stratum) - int(cells[:, 1].sum())
    return _described(np.vstack([[[0, max(0, nothing)]], cells]))


def sentiment_per_text(totals: ActorTotals, stratum: str | None = None) -> PerText:
    """Describe the mean sentiment of the predications of female and male actors in texts with such a predication."""
    found = _described(totals.text_sentiments(stratum))
    return PerText(found.texts, *(None if value is None else value / 1000 for value in found[1:]))


def flag_per_text(totals: ActorTotals, name: str, stratum: str | None = None) -> PerText:
    """Describe a property of the texts with a female or male actor: 1 where a text has it, else 0."""
    yes = totals.number(f"gendered_{name}", stratum)
    return _described(np.array([[0, totals.number("texts_with_female_or_male", stratum) - yes], [1, yes]]))


def _described(cells: Integers) -> PerText:
    """Describe a histogram: values and their numbers of texts."""
    cells = cells[np.argsort(cells[:, 0], kind="stable")]
    values, times = cells.T
    texts = int(times.sum())
    if texts == 0:
        return PerText(0, None, None, None)
    total, squares = int(values @ times), int((values * values) @ times)
    upto = np.cumsum(times)
    middle = [int(values[np.searchsorted(upto, index, side="right")]) for index in ((texts - 1) // 2, texts // 2)]
    # integers until the end: differences of large floats would lose digits
    deviation = sqrt((texts * squares - total * total) / (texts * (texts - 1))) if texts > 1 else None
    return PerText(texts, total / texts, sum(middle) / 2, deviation)


class ActorMean(NamedTuple):
    """Mean over actors of the mean sentiment of their predications.

    Attributes:
        actors: Number of actors with a predication that has a sentiment.
        value: The mean; None where there is no such actor.

    Example:
        >>> ActorMean(0, None).value is None
        True
    """

    actors: int
    value: float | None


def sentiment_of_actors(totals: ActorTotals, genders: Sequence[PersonGender], stratum: str | None = None) -> ActorMean:
    """Return the mean sentiment of actors, in which all actors count the same however often they are mentioned."""
    actors = sum(totals.number("actors_with_sentiment", stratum, gender) for gender in genders)
    total = sum(totals.number("actor_sentiments", stratum, gender) for gender in genders)
    return ActorMean(actors, total / MILLION / actors if actors else None)


class Coverage(NamedTuple):
    """Shares of the texts and actors of a corpus that the figures describe.

    Attributes:
        texts_with_actors: Share of texts with a single person.
        texts_with_female_or_male: Share of texts with a female or male actor, the paper's texts with actors.
        known: Share of actors whose gender is not unknown.
        gender_fair: Share of texts with a gender-fair form.
        generic_masculine: Share of texts with a generic masculine.

    Example:
        >>> Coverage._fields[2]
        'known'
    """

    texts_with_actors: Share
    texts_with_female_or_male: Share
    known: GenderShare
    gender_fair: Share
    generic_masculine: Share


def coverage(totals: ActorTotals, stratum: str | None = None) -> Coverage:
    """Estimate coverage: Wilson intervals for shares of texts, a bootstrap over texts for the share of actors."""
    texts = totals.number("texts", stratum)
    names = ("texts_with_actors", "texts_with_female_or_male", "gender_fair_texts", "generic_masculine_texts")
    actors, gendered, fair, generic = (share(totals.number(name, stratum), texts, CONFIDENCE) for name in names)
    known = gender_share(totals, "actors", PERSON_GENDERS[:-1], PERSON_GENDERS, stratum)
    return Coverage(actors, gendered, known, fair, generic)


@dataclass(frozen=True)
class GenderBounds:
    """The share of women among women and men, and between what it must lie, whoever the masculine nouns mean.

    A German noun such as *der Minister* is masculine of a man, and of a woman who is called so; persons of whom a text
    says no more are of unknown gender, and in no share.

    Attributes:
        shown: The share among those whom the texts mark.
        masculine_nouns: The persons of unknown gender whom a masculine noun names.
        all_men: The share if all of these were men: the lower bound.
        no_men: The share if none were: the upper bound.

    Example:
        >>> GenderBounds(share(20, 100), 0, share(20, 100), share(20, 100)).shown.value
        0.2
    """

    shown: Share
    masculine_nouns: int
    all_men: Share
    no_men: Share


def gender_bounds(totals: ActorTotals, stratum: str | None = None) -> GenderBounds:
    """Return the share of women among actors with its bounds."""
    women, men = (totals.total(gender, "actors", stratum) for gender in BINARY)
    nouns = totals.number("masculine_nouns", stratum, "unknown")
    everybody = women + men + nouns
    return GenderBounds(share(women, women + men), nouns, share(women, everybody), share(women + nouns, everybody))


def share_by_source(totals: ActorTotals, source: EvidenceSource, stratum: str | None = None) -> Share:
    """Return the share of women among the actors whose gender rests on one kind of evidence."""
    women, men = (totals.number(f"actors_by_{source}", stratum, gender) for gender in BINARY)
    return share(women, women + men)
