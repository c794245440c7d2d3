"""Uncertainty of demographic representation: bootstrap intervals and permutation tests over documents.

Words of one document do not vary independently, so that documents are drawn, never words. Documents with equal counts
are drawn together, by a multinomial (bootstrap), binomial (paired swaps) or hypergeometric (unpaired) number: the same
distribution as drawing them one by one, at a cost that depends on how many different rows there are.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from math import prod

import numpy as np

from hf_genderfair.core.counts import Target, share
from hf_genderfair.core.errors import GenderfairError
from hf_genderfair.representation.demographic import (
    DemographicRepresentation,
    Floats,
    GroupCounts,
    Integers,
    demographic_representation,
    distances,
    row_shares,
)

MINIMUM_DOCUMENTS = 30
"""Fewest documents with a group word that allow an interval, a test or a verdict."""
CONFIDENCE = 0.95
RESAMPLES = 2000
PERMUTATIONS = 4999
CELLS_AT_ONCE = 4_000_000
ROUNDING = 1e-9


@dataclass(frozen=True)
class RepresentationEstimate:
    """Demographic representation of a set of documents, with its uncertainty.

    The value cannot fall below 0, so that chance only adds to it: resampled values lie above the true one where
    groups are nearly balanced or words are few. ``bias`` says by how much, and the lower limit is no test of balance.
    The verdict therefore rests on the shares: a group has more or less than its target where the whole interval of its
    share lies on one side of it.

    Attributes:
        attribute: What the groups belong to.
        representation: The value and its counts.
        low: Lower limit of the value (percentile bootstrap); None below `MINIMUM_DOCUMENTS`.
        high: Upper limit.
        bias: Mean of the resampled values less the value; None where there is no interval.
        shares: Limits of each group's share, widened for the number of groups (Bonferroni) where there are more than
            two; None where there is no interval.
        documents: Number of documents.
        relevant_documents: Those with a group word.
        relevant_sentences: Sentences with a group word; None where nobody counted them.
        sentences: All sentences; None where nobody counted them.

    Example:
        >>> by_document = np.array([[1, 2]] * 40 + [[0, 0]] * 60)
        >>> estimate = estimate_representation(GroupCounts("gender", ("female", "male"), by_document))
        >>> round(estimate.representation.value, 3), estimate.relevant_documents, estimate.verdict
        (0.167, 40, 'more male')
    """

    attribute: str
    representation: DemographicRepresentation
    low: float | None
    high: float | None
    bias: float | None
    shares: Mapping[str, tuple[float, float]] | None
    documents: int
    relevant_documents: int
    relevant_sentences: int | None
    sentences: int | None

    @property
    def verdict(self) -> str:
        """Which groups have more or less than their target: *more male*, or why there is no verdict."""
        if self.representation.value is None:
            return "no group word"
        if self.shares is None:
            return "no verdict"
        target = self.representation.target
        more = [group for group, (low, _) in self.shares.items() if low > target[group]]
        less = [group for group, (_, high) in self.shares.items() if high < target[group]]
        parts = [f"more {', '.join(more)}"] if more else []
        if less and not (more and len(target) == 2):
            parts.append(f"less {', '.join(less)}")
        return "; ".join(parts) or "no difference shown"


def estimate_representation(
    counts: GroupCounts, target: Target = "uniform", resamples: int = RESAMPLES, seed: int = 0
) -> RepresentationEstimate:
    """Measure demographic representation with a 95 % percentile bootstrap interval over documents.

    Args:
        counts: Group words of each document.
        target: ``uniform``, or the share that each group should have.
        resamples: Number of resampled sets.
        seed: The same seed gives the same interval, whatever the order of the documents.

    Returns:
        The estimate; without interval and verdict where fewer than 30 documents have a group word.

    Raises:
        GenderfairError: See `demographic_representation`; or there is no resample.

    Example:
        >>> import numpy as np
        >>> counts = GroupCounts("gender", ("female", "male"), np.array([[3, 1]] * 40))
        >>> estimate = estimate_representation(counts)
        >>> estimate.representation.value, estimate.low, estimate.high
        (0.25, 0.25, 0.25)
    """
    _check_number("resamples", resamples)
    representation = demographic_representation(counts.total(), target)
    low = high = bias = shares = None
    if counts.relevant_documents >= MINIMUM_DOCUMENTS and representation.value is not None:
        totals = _bootstrap(counts.by_document, resamples, np.random.default_rng(seed))
        values = distances(totals, _as_array(representation))
        low, high = _percentiles(values, CONFIDENCE)
        bias = float(np.nanmean(values)) - representation.value
        # Two shares are one figure; more shares are several tests.
        confidence = 1 - (1 - CONFIDENCE) / (1 if len(counts.groups) == 2 else len(counts.groups))
        limits = [_percentiles(column, confidence) for column in row_shares(totals).T]
        limits = [_widened(*pair, counts.relevant_documents, confidence) for pair in limits]
        shares = dict(zip(counts.groups, limits, strict=True))
    return RepresentationEstimate(
        counts.attribute,
        representation,
        low,
        high,
        bias,
        shares,
        counts.documents,
        counts.relevant_documents,
        counts.relevant_sentences,
        counts.sentences,
    )


@dataclass(frozen=True)
class Comparison:
    """Demographic representation of two sets, such as a corpus before and after a change.

    Attributes:
        attribute: What the groups belong to.
        before: The first set.
        after: The second set.
        paired: Whether row i of both sets is the same document.
        low: Lower limit of the difference (95 % percentile bootstrap over documents); None where either set has
            fewer than `MINIMUM_DOCUMENTS` documents with a group word.
        high: Upper limit.
        p: Two-sided p value of a permutation test of no difference, never 0; None where there is no interval.
        permutations: How many permutations it rests on.
        documents: Number of documents of both sets.
        relevant_documents: Those with a group word.

    Example:
        >>> before = GroupCounts("gender", ("female", "male"), np.array([[1, 5]] * 50))
        >>> after = GroupCounts("gender", ("female", "male"), np.array([[3, 3]] * 50))
        >>> change = compare_representation(before, after, paired=True)
        >>> round(change.difference, 3), change.p
        (-0.333, 0.0002)
    """

    attribute: str
    before: DemographicRepresentation
    after: DemographicRepresentation
    paired: bool
    low: float | None
    high: float | None
    p: float | None
    permutations: int
    documents: tuple[int, int]
    relevant_documents: tuple[int, int]

    @property
    def difference(self) -> float | None:
        """Value after less value before; None where either has none."""
        if self.before.value is None or self.after.value is None:
            return None
        return self.after.value - self.before.value


def compare_representation(
    before: GroupCounts,
    after: GroupCounts,
    *,
    paired: bool,
    target: Target = "uniform",
    resamples: int = RESAMPLES,
    permutations: int = PERMUTATIONS,
    seed: int = 0,
) -> Comparison:
    """Compare the demographic representation of two sets.

    The test permutes what would not matter if nothing had changed: where ``paired``, the two versions of a document
    are swapped with probability one half; otherwise documents change sets. The p value is the share of permutations
    whose difference, divided by its standard error, is as large as the one found, itself counted in: (1 + hits) /
    (1 + permutations). Dividing by the standard error makes it hold also where a rewriting removes words without
    changing their shares, so that its two versions are not alike in number (Chung and Romano 2013).

    Args:
        before: Group words of each document of the first set.
        after: The same of the second set, of the same attribute and groups.
        paired: Whether row i of both sets is the same document.
        target: ``uniform``, or the share that each group should have.
        resamples: Number of resampled sets for the interval.
        permutations: Number of permutations; the smallest p value is 1 / (1 + permutations).
        seed: The same seed gives the same figures.

    Returns:
        The comparison; without interval and p value where documents are too few.

    Raises:
        GenderfairError: The sets have other groups, or paired sets another number of documents.

    Example:
        >>> import numpy as np
        >>> before = GroupCounts("gender", ("female", "male"), np.array([[3, 1]] * 40))
        >>> after = GroupCounts("gender", ("female", "male"), np.array([[2, 2]] * 40))
        >>> compare_representation(before, after, paired=True).p
        0.0002
    """
    _check_number("resamples", resamples)
    _check_number("permutations", permutations)
    if (before.attribute, before.groups) != (after.attribute, after.groups):
        raise GenderfairError("the two sets have other attributes or groups: count both with the same word lists")
    if paired and before.documents != after.documents:
        raise GenderfairError(
            f"{before.documents} and {after.documents} documents are no pairs: align the rows, or pass paired=False"
        )
    first, second = (demographic_representation(counts.total(), target) for counts in (before, after))
    low = high = p = None
    if min(before.relevant_documents, after.relevant_documents) >= MINIMUM_DOCUMENTS:
        shares = _as_array(first)
        rng = np.random.default_rng(seed)
        low, high = _percentiles(_difference(_resampled(before, after, paired, resamples, rng), shares), CONFIDENCE)
        found = _studentised(_observed(before, after, paired), shares)
        permuted = _studentised(_permuted(before, after, paired, permutations, rng), shares)
        # Written so that a permutation without any word, whose value is unknown, counts for the null hypothesis.
        chance = ~(permuted < found * (1 - ROUNDING))
        p = float((1 + np.count_nonzero(chance)) / (1 + permutations))
    return Comparison(
        before.attribute,
        first,
        second,
        paired,
        low,
        high,
        p,
        permutations,
        (before.documents, after.documents),
        (before.relevant_documents, after.relevant_documents),
    )


def holm(p_values: Sequence[float | None]) -> list[float | None]:
    """Adjust p values of several comparisons (Holm 1979), so that the familywise error rate is controlled."""
    known = sorted((p, index) for index, p in enumerate(p_values) if p is not None)
    adjusted: list[float | None] = [None] * len(p_values)
    largest = 0.0
    for rank, (p, index) in enumerate(known):
        largest = max(largest, min(1.0, p * (len(known) - rank)))
        adjusted[index] = largest
    return adjusted


def _check_number(name: str, number: int) -> None:
    if number < 1:
        raise GenderfairError(f"{name}={number} is too few: use at least 1, better {RESAMPLES}")


def _as_array(representation: DemographicRepresentation) -> Floats:
    return np.array(list(representation.target.values()))


def _percentiles(values: Floats, confidence: float) -> tuple[float, float]:
    low, high = np.nanquantile(values, [(1 - confidence) / 2, (1 + confidence) / 2])
    return float(low), float(high)


def _widened(low: float, high: float, documents: int, confidence: float) -> tuple[float, float]:
    """Return limits of a share; the Wilson limits where no resampled set differs."""
    if low == high == 0.0:
        return 0.0, share(0, documents, confidence).high or 0.0
    if low == high == 1.0:
        return share(documents, documents, confidence).low or 0.0, 1.0
    return low, high


def _difference(sums: Floats, target: Floats) -> Floats:
    """Return value after less value before, where rows of sums hold both sets side by side."""
    before, after = np.hsplit(sums, 2)
    difference: Floats = distances(after, target) - distances(before, target)
    return difference


def _sums(rows: Floats, number: int, draw: Callable[[int], Integers]) -> Floats:
    """Return ``number`` sums of the rows, each weighted by how often ``draw`` took it; floats add integers exactly."""
    return np.concatenate([draw(size).astype(np.float64) @ rows for size in _sizes(number, len(rows))])


def _sizes(number: int, rows: int) -> Iterator[int]:
    """Yield sizes of blocks that add up to the number and bound the memory of one."""
    block = max(1, CELLS_AT_ONCE // rows)
    for start in range(0, number, block):
        yield min(block, number - start)


def _distinct(rows: Integers) -> tuple[Integers, Integers]:
    """Return the different rows in order, and how often each occurs."""
    low = rows.min(axis=0)
    spans = rows.max(axis=0) - low + 1
    if prod(spans.tolist()) > np.iinfo(np.int64).max:
        return np.unique(rows, axis=0, return_counts=True)
    # One number a row sorts much faster than a row.
    keys, times = np.unique(np.ravel_multi_index(tuple((rows - low).T), tuple(spans)), return_counts=True)
    return np.column_stack(np.unravel_index(keys, tuple(spans))) + low, times


def _bootstrap(by_document: Integers, number: int, rng: np.random.Generator) -> Floats:
    rows, times = _distinct(by_document)
    shares = times / len(by_document)
    return _sums(rows.astype(np.float64), number, lambda size: rng.multinomial(len(by_document), shares, size))


def _resampled(before: GroupCounts, after: GroupCounts, paired: bool, number: int, rng: np.random.Generator) -> Floats:
    """Return the sums of both sets side by side; pairs are drawn together."""
    if paired:
        return _bootstrap(np.hstack([before.by_document, after.by_document]), number, rng)
    return np.hstack([_bootstrap(counts.by_document, number, rng) for counts in (before, after)])


def _permuted(before: GroupCounts, after: GroupCounts, paired: bool, number: int, rng: np.random.Generator) -> Floats:
    """Return the moments of both sets side by side for permuted documents."""
    if paired:
        rows, times = _distinct(np.hstack([before.by_document, after.by_document]))
        moved = np.hstack(np.hsplit(rows, 2)[::-1])
    else:
        pooled, times = _distinct(np.vstack([before.by_document, after.by_document]))
        rows, moved = np.hstack([pooled * 0, pooled]), np.hstack([pooled, pooled * 0])

    def draw(size: int) -> Integers:
        drawn: Integers = (
            rng.binomial(times, 0.5, (size, len(times)))
            if paired
            else rng.multivariate_hypergeometric(times, before.documents, size, method="marginals")
        )
        return drawn

    return times @ _moments(rows) + _sums(_moments(moved) - _moments(rows), number, draw)


def _observed(before: GroupCounts, after: GroupCounts, paired: bool) -> Floats:
    """Return the moments of both sets side by side as they are, in one row."""
    first, second = before.by_document, after.by_document
    joined = (
        np.hstack([first, second])
        if paired
        else np.vstack([np.hstack([first, first * 0]), np.hstack([second * 0, second])])
    )
    rows, times = _distinct(joined)
    moments: Floats = times[None] @ _moments(rows)
    return moments


def _moments(rows: Integers) -> Floats:
    """Return each row and the products of all of its pairs: their sums give means and variances."""
    products = rows[:, :, None] * rows[:, None, :]
    return np.hstack([rows, products.reshape(len(rows), -1)]).astype(np.float64)


def _studentised(moments: Floats, target: Floats) -> Floats:
    """Return absolute differences of the value divided by their standard errors (linearised), from summed moments."""
    width = 2 * len(target)
    sums, products = moments[:, :width], moments[:, width:].reshape(-1, width, width)
    difference = np.abs(_difference(sums, target))
    before, after = (_gradient(part, target) for part in np.hsplit(sums, 2))
    slopes = np.hstack([-before, after])
    variance = np.einsum("pi,pij,pj->p", slopes, products, slopes)
    with np.errstate(divide="ignore", invalid="ignore"):
        return np.where(difference < ROUNDING, 0.0, difference / np.sqrt(np.maximum(variance, 0)))


def _gradient(sums: Floats, target: Floats) -> Floats:
    """Return how the value changes with one more word of each group."""
    shares = row_shares(sums)
    reached = np.abs(shares - target) < ROUNDING
    # a share right at its target leaves it to either side: as if groups went up and down in turns, not as if none moved
    signs = np.where(reached, np.where(np.cumsum(reached, axis=1) % 2, 1.0, -1.0), np.sign(shares - target))
    with np.errstate(divide="ignore", invalid="ignore"):
        gradient: Floats = (signs - (signs * shares).sum(axis=1, keepdims=True)) / sums.sum(axis=1, keepdims=True) / 2
    return gradient
