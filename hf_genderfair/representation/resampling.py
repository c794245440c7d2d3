"""How sure demographic representation is: bootstrap intervals and permutation tests over documents.

Words of one document do not vary independently, so that documents are drawn, never words. Documents with equal counts
are drawn together, by a multinomial (bootstrap), binomial (paired swaps) or hypergeometric (unpaired) number: the same
distribution as drawing them one by one, at a cost that depends on how many different rows there are.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from math import prod

import numpy as np

from hf_genderfair.core.errors import GenderfairError
from hf_genderfair.representation.demographic import (
    DemographicRepresentation,
    Floats,
    GroupCounts,
    Integers,
    Target,
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
ROUNDING = 1e-12


@dataclass(frozen=True)
class RepresentationEstimate:
    """Demographic representation of a set of documents, with its uncertainty.

    The value cannot fall below 0, so that chance only ever adds to it: resampled values lie above the true one where
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
        """Which groups have more or less than their target: *more male*, or why nothing can be said."""
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
    """
    _check_number("resamples", resamples)
    representation = demographic_representation(counts.total(), target)
    low = high = bias = shares = None
    if counts.relevant_documents >= MINIMUM_DOCUMENTS and representation.value is not None:
        totals = _bootstrap(counts.by_document, resamples, np.random.default_rng(seed))
        values = distances(totals, _as_array(representation))
        low, high = _percentiles(values, CONFIDENCE)
        bias = float(np.nanmean(values)) - representation.value
        # Two shares are one figure; more of them are several chances to err.
        confidence = 1 - (1 - CONFIDENCE) / (1 if len(counts.groups) == 2 else len(counts.groups))
        limits = [_percentiles(column, confidence) for column in row_shares(totals).T]
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
    whose absolute difference is as large as the one found, itself counted in: (1 + hits) / (1 + permutations).

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
        resampled = (_resample_pairs if paired else _resample_both)(before, after, resamples, rng)
        permuted = (_swap_pairs if paired else _mix)(before, after, permutations, rng)
        low, high = _percentiles(_difference(resampled, shares), CONFIDENCE)
        found = abs(_difference((_row(before), _row(after)), shares)[0])
        # Written this way round so that a permutation without any word, whose value is unknown, speaks for chance.
        chance = ~(np.abs(_difference(permuted, shares)) < found - ROUNDING)
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
    """Adjust p values of several comparisons (Holm 1979), so that all of them together err rarely.

    Args:
        p_values: One p value a comparison; None is not counted as one.

    Returns:
        The adjusted p values in the same order.

    Example:
        >>> holm([0.01, 0.04, None, 0.03])
        [0.03, 0.06, None, 0.06]
    """
    known = sorted((p, place) for place, p in enumerate(p_values) if p is not None)
    adjusted: list[float | None] = [None] * len(p_values)
    largest = 0.0
    for rank, (p, place) in enumerate(known):
        largest = max(largest, min(1.0, p * (len(known) - rank)))
        adjusted[place] = largest
    return adjusted


def _check_number(name: str, number: int) -> None:
    if number < 1:
        raise GenderfairError(f"{name}={number} is too few: use at least 1, better {RESAMPLES}")


def _as_array(representation: DemographicRepresentation) -> Floats:
    return np.array(list(representation.target.values()))


def _row(counts: GroupCounts) -> Integers:
    total: Integers = counts.by_document.sum(axis=0, keepdims=True)
    return total


def _percentiles(values: Floats, confidence: float) -> tuple[float, float]:
    low, high = np.nanquantile(values, [(1 - confidence) / 2, (1 + confidence) / 2])
    return float(low), float(high)


def _difference(sets: tuple[Integers, Integers], target: Floats) -> Floats:
    difference: Floats = distances(sets[1], target) - distances(sets[0], target)
    return difference


def _sums(rows: Integers, number: int, draw: Callable[[int], Integers]) -> Integers:
    """Return ``number`` sums of the rows, each weighted by how often ``draw`` took it."""
    sums = [draw(size) @ rows for size in _sizes(number, len(rows))]
    return np.concatenate(sums)


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


def _bootstrap(by_document: Integers, number: int, rng: np.random.Generator) -> Integers:
    rows, times = _distinct(by_document)
    return _sums(rows, number, lambda size: rng.multinomial(len(by_document), times / len(by_document), size))


def _resample_pairs(
    before: GroupCounts, after: GroupCounts, number: int, rng: np.random.Generator
) -> tuple[Integers, Integers]:
    sums = _bootstrap(np.hstack([before.by_document, after.by_document]), number, rng)
    return sums[:, : len(before.groups)], sums[:, len(before.groups) :]


def _resample_both(
    before: GroupCounts, after: GroupCounts, number: int, rng: np.random.Generator
) -> tuple[Integers, Integers]:
    return _bootstrap(before.by_document, number, rng), _bootstrap(after.by_document, number, rng)


def _swap_pairs(
    before: GroupCounts, after: GroupCounts, number: int, rng: np.random.Generator
) -> tuple[Integers, Integers]:
    changes, times = _distinct(after.by_document - before.by_document)
    moved = _sums(changes, number, lambda size: rng.binomial(times, 0.5, (size, len(times))))
    return _row(before) + moved, _row(after) - moved


def _mix(before: GroupCounts, after: GroupCounts, number: int, rng: np.random.Generator) -> tuple[Integers, Integers]:
    rows, times = _distinct(np.vstack([before.by_document, after.by_document]))

    def draw(size: int) -> Integers:
        drawn: Integers = rng.multivariate_hypergeometric(times, before.documents, size, method="marginals")
        return drawn

    first = _sums(rows, number, draw)
    return first, _row(before) + _row(after) - first
