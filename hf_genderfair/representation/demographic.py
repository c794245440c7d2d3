"""How evenly groups are represented (Görge et al. 2025, section 4.2.2), and how long word lists have to be for it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from operator import index
from typing import NamedTuple, TypeAlias

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc
from datasets import Dataset, IterableDataset
from numpy.typing import NDArray

from hf_genderfair.core.batches import arrow_batches, check_columns, check_rows, whole_numbers
from hf_genderfair.core.counts import Counts, Key, Target, target_shares
from hf_genderfair.core.errors import GenderfairError
from hf_genderfair.core.settings import fits, several_names

Integers: TypeAlias = NDArray[np.int64]
Floats: TypeAlias = NDArray[np.float64]

ADVICE = "annotate the data set with GroupWords or GenderPolarity first"


@dataclass(frozen=True)
class DemographicRepresentation:
    """How far the shares of groups lie from a target.

    The value is the total variation distance between the shares of the group words and the target,
    DR = ½ Σ |count_i / Σ count − target_i|, on raw counts: the share of the words that would have to belong to
    another group. It does not measure what is said about a group, and counts listed words only.

    Attributes:
        counts: Group words by group; a group that was looked for and not found has 0.
        target: The share that each group should have; they sum to 1.

    Example:
        >>> gender = demographic_representation({"female": 235_461, "male": 592_243})
        >>> round(gender.value, 4), gender.maximum, gender.majority
        (0.2155, 0.5, ('male',))
        >>> demographic_representation({"female": 0, "male": 0}).value is None
        True
    """

    counts: Mapping[str, int]
    target: Mapping[str, float]

    @property
    def n(self) -> int:
        """Number of group words."""
        return sum(self.counts.values())

    @property
    def shares(self) -> dict[str, float] | None:
        """Share of each group; None where there is no group word."""
        return {group: count / self.n for group, count in self.counts.items()} if self.n else None

    @property
    def value(self) -> float | None:
        """The distance, 0 to `maximum`; None where there is no group word: the distance is then unknown, not 0."""
        if self.shares is None:
            return None
        return sum(abs(share - self.target[group]) for group, share in self.shares.items()) / 2

    @property
    def maximum(self) -> float:
        """The largest possible value: 1 less the smallest share of the target, 1 − 1/M for M equal shares."""
        # The distance is convex in the shares, so that it is largest where one group j has all words; there it is ½ (1
        # − target_j + Σ_{i≠j} target_i) = 1 − target_j. The range [0, 1/M] of the paper holds for M = 2 only.
        return 1 - min(self.target.values())

    @property
    def relative(self) -> float | None:
        """The value divided by its maximum, 0 to 1, to compare attributes with different numbers of groups."""
        return None if self.value is None else self.value / self.maximum

    @property
    def majority(self) -> tuple[str, ...]:
        """The group with most words, or all that share the first rank; none where all groups are equal."""
        return self._groups_with(max(self.counts.values()))

    @property
    def minority(self) -> tuple[str, ...]:
        """The group with fewest words, or all that share the last rank; none where all groups are equal."""
        return self._groups_with(min(self.counts.values()))

    def _groups_with(self, count: int) -> tuple[str, ...]:
        groups = tuple(group for group, own in self.counts.items() if own == count)
        return groups if len(groups) < len(self.counts) else ()


def demographic_representation(counts: Mapping[str, int], target: Target = "uniform") -> DemographicRepresentation:
    """Measure how far the shares of groups lie from equal shares, or from those of a population.

    Args:
        counts: Group words by group, zeros included.
        target: ``uniform``, or the share that each group should have.

    Returns:
        The representation; without value where all counts are 0.

    Raises:
        GenderfairError: There are fewer than two groups, a count is negative or no integer, or the target has other
            groups, a negative share, or shares that do not sum to 1.

    Example:
        >>> age = demographic_representation({"young": 42_281, "middle": 6_977, "old": 12_101})
        >>> round(age.value, 4), round(age.maximum, 4), age.minority
        (0.3557, 0.6667, ('middle',))
        >>> census = {"young": 0.2, "middle": 0.5, "old": 0.3}
        >>> round(demographic_representation({"young": 2, "middle": 5, "old": 3}, census).value, 4)
        0.0
    """
    if len(counts) < 2:
        found = f"{next(iter(counts))!r} is the only one" if counts else "there is none"
        raise GenderfairError(f"representation compares groups and {found}: give the counts of at least two")
    whole = {group: _whole(group, count) for group, count in counts.items()}
    return DemographicRepresentation(whole, target_shares(tuple(counts), target))


def _whole(group: str, count: int) -> int:
    try:
        whole = index(count)
    except TypeError as error:
        raise GenderfairError(f"the count of {group!r} is {count!r}: counts are integers") from error
    if whole < 0:
        raise GenderfairError(f"the count of {group!r} is {whole}: counts are not negative")
    return whole


@dataclass(frozen=True)
class GroupCounts:
    """Group words of each document.

    Attributes:
        attribute: What the groups belong to, such as ``gender``.
        groups: Names of the groups.
        by_document: One row for each document, one column for each group.
        relevant_sentences: Sentences with a group word; None where nobody counted them.
        sentences: All sentences; None where nobody counted them.

    Example:
        >>> rows = Dataset.from_dict({"gender_female": [1, 0], "gender_male": [2, 4]})
        >>> count_groups(rows, "gender", ("female", "male")).total()
        {'female': 1, 'male': 6}
    """

    attribute: str
    groups: tuple[str, ...]
    by_document: Integers
    relevant_sentences: int | None = None
    sentences: int | None = None

    @property
    def documents(self) -> int:
        """Number of documents."""
        return len(self.by_document)

    @property
    def relevant_documents(self) -> int:
        """Number of documents with a group word."""
        return int(np.count_nonzero(self.by_document.sum(axis=1)))

    def total(self) -> dict[str, int]:
        """Return the group words of all documents by group."""
        return dict(zip(self.groups, self.by_document.sum(axis=0).tolist(), strict=True))

    def counts(self) -> Counts:
        """Return counts that add up over shards."""
        # Keys are ``("group_words", attribute, group)``, ``("documents", attribute)``, ``("relevant_documents",
        # attribute)`` and, where they were counted, ``("sentences", attribute)`` and ``("relevant_sentences",
        # attribute)``.
        values: dict[Key, int] = {("group_words", self.attribute, group): n for group, n in self.total().items()}
        values["documents", self.attribute] = self.documents
        values["relevant_documents", self.attribute] = self.relevant_documents
        for name, number in (("relevant_sentences", self.relevant_sentences), ("sentences", self.sentences)):
            if number is not None:
                values[name, self.attribute] = number
        return Counts(values)


def count_groups(dataset: Dataset | IterableDataset, attribute: str, groups: Iterable[str]) -> GroupCounts:
    """Read the group words of each document from the columns that `GroupWords` or `GenderPolarity` added.

    Args:
        dataset: Rows with a column ``ATTRIBUTE_GROUP`` of integers for each group; ``ATTRIBUTE_sentences`` and
            ``ATTRIBUTE_sentences_total`` are read where they are there. A null counts as 0.
        attribute: Such as ``gender``, or ``polarity``.
        groups: Such as ``("female", "male")``, or the ``groups`` of a `WordList`.

    Returns:
        The counts; memory is eight bytes a document and group.

    Raises:
        ColumnError: A column is missing or does not hold integers.
        GenderfairError: There is a single group in place of several.

    Example:
        >>> from hf_genderfair import GroupWords, annotate
        >>> rows = annotate(Dataset.from_dict({"text": ["She met her aunt.", "He left."]}), GroupWords("gender"))
        >>> count_groups(rows, "gender", ("female", "male")).by_document.tolist()
        [[3, 0], [0, 1]]
    """
    check_rows(dataset, "count_groups")
    groups = several_names(groups, "groups")
    names = [f"{attribute}_{group}" for group in groups]
    relevant, total = f"{attribute}_sentences", f"{attribute}_sentences_total"
    check_columns(dataset.column_names, names, ADVICE)
    parts: list[Integers] = []
    sentences: dict[str, int] = {}
    for batch in arrow_batches(dataset, [*names, relevant, total]):
        check_columns(batch.column_names, names, ADVICE)
        parts.append(np.column_stack([_integers(batch[name], name) for name in names]))
        if relevant in batch.column_names:
            lengths = pc.fill_null(pc.list_value_length(batch[relevant]), 0)
            sentences[relevant] = sentences.get(relevant, 0) + int(np.asarray(lengths).sum())
        if total in batch.column_names:
            sentences[total] = sentences.get(total, 0) + int(_integers(batch[total], total).sum())
    by_document = np.concatenate(parts) if parts else np.zeros((0, len(names)), np.int64)
    return GroupCounts(attribute, groups, by_document, sentences.get(relevant), sentences.get(total))


def document_representation(counts: GroupCounts, target: Target = "uniform") -> pa.Array:
    """Return the demographic representation of each document.

    A document with one group word nearly always has the maximum, even in a balanced set: use it to find documents,
    and judge the set by its counts.

    Args:
        counts: What `count_groups` returned.
        target: ``uniform``, or the share that each group should have.

    Returns:
        Numbers of type double, null for a document without a group word; ``dataset.add_column`` takes them.

    Raises:
        GenderfairError: See `demographic_representation`.

    Example:
        >>> rows = Dataset.from_dict({"gender_female": [1, 0, 0], "gender_male": [1, 4, 0]})
        >>> document_representation(count_groups(rows, "gender", ("female", "male"))).to_pylist()
        [0.0, 0.5, None]
    """
    shares = demographic_representation(counts.total(), target).target
    values = distances(counts.by_document, np.array([shares[group] for group in counts.groups]))
    return pa.array(values, mask=np.isnan(values))


def distances(counts: Integers | Floats, target: Floats) -> Floats:
    """Return the total variation distance between each row of counts and the target."""
    distance: Floats = np.abs(row_shares(counts) - target).sum(axis=1) / 2
    return distance


def row_shares(counts: Integers | Floats) -> Floats:
    """Return the share of each group in each row of counts."""
    totals = counts.sum(axis=1, keepdims=True)
    shares: Floats = np.divide(counts, totals, out=np.full(counts.shape, np.nan), where=totals > 0)
    return shares


def _integers(column: pa.ChunkedArray, name: str) -> Integers:
    return np.asarray(pc.fill_null(whole_numbers(column, name), 0))


PAPER_THRESHOLD = 1e-5


class ConvergenceStep(NamedTuple):
    """Representation with lists of one length.

    Attributes:
        words: Most words of each group; a group with fewer words keeps all of them.
        occurrences: Occurrences of these words, of all groups.
        value: Demographic representation by these words.
        change: Absolute difference from the step before; None for the first.
    """

    words: int
    occurrences: int
    value: float
    change: float | None


@dataclass(frozen=True)
class Convergence:
    """Demographic representation by the most frequent words of each group, for growing numbers of words.

    Attributes:
        steps: One step for each number of words; none where no word occurs.
        maximum: The largest value there can be.
        threshold: Changes below it count as no change.

    Example:
        >>> words = {"female": {"she": 60, "her": 30, "niece": 1}, "male": {"he": 80, "his": 50, "nephew": 1}}
        >>> curve = convergence(words, threshold=0.01)
        >>> [round(step.value, 3) for step in curve.steps], curve.converged
        ([0.071, 0.091, 0.09], 3)
    """

    steps: tuple[ConvergenceStep, ...]
    maximum: float
    threshold: float

    @property
    def converged(self) -> int | None:
        """Number of words from which on every change stays below the threshold; None where the last does not."""
        converged = None
        for step in reversed(self.steps[1:]):
            if step.change is None or step.change >= self.threshold:
                break
            converged = step.words
        return converged


def convergence(
    words: Mapping[str, Mapping[str, int]], target: Target = "uniform", threshold: float = PAPER_THRESHOLD
) -> Convergence:
    """Compute the representation by the most frequent word of each group, by the two most frequent, and so on.

    Args:
        words: Occurrences of each word by group; words that do not occur change nothing and are left out.
        target: ``uniform``, or the share that each group should have.
        threshold: Changes below it count as none; the paper's is 0.00001.

    Returns:
        The curve; its last value is that of the whole lists.

    Raises:
        GenderfairError: See `demographic_representation`; or the threshold is negative or no number.

    Example:
        >>> found = convergence({"female": {"aunt": 1, "she": 6}, "male": {"he": 12}})
        >>> [round(step.value, 3) for step in found.steps]
        [0.167, 0.132]
    """
    if not fits(threshold, float) or threshold < 0:
        raise GenderfairError(f"threshold={threshold!r} is no threshold: give a number of at least 0")
    ranked = {
        group: sorted((count for count in found.values() if count), reverse=True) for group, found in words.items()
    }
    totals = dict.fromkeys(ranked, 0)
    maximum = demographic_representation(totals, target).maximum
    steps: list[ConvergenceStep] = []
    for place in range(max(map(len, ranked.values()))):
        for group, counts in ranked.items():
            totals[group] += counts[place] if place < len(counts) else 0
        representation = demographic_representation(totals, target)
        # Some group has a word at each position, so that the value is known.
        value = representation.value or 0.0
        change = abs(value - steps[-1].value) if steps else None
        steps.append(ConvergenceStep(place + 1, representation.n, value, change))
    return Convergence(tuple(steps), maximum, threshold)


def count_words(dataset: Dataset | IterableDataset, attribute: str) -> Counts:
    """Count the occurrences of each group word in the column that `GroupWords` added.

    Args:
        dataset: Rows with the column ``ATTRIBUTE_words``.
        attribute: Such as ``gender``.

    Returns:
        Counts with keys ``("group_word", attribute, group, word)``, which add up over shards.

    Raises:
        ColumnError: The column is missing.

    Example:
        >>> words = [[{"start": 0, "end": 3, "group": "female", "word": "she"}], []]
        >>> counts = count_words(Dataset.from_dict({"gender_words": words}), "gender")
        >>> words_by_group(counts, "gender", ("female", "male"))
        {'female': {'she': 1}, 'male': {}}
    """
    check_rows(dataset, "count_words")
    column = f"{attribute}_words"
    check_columns(dataset.column_names, [column], "annotate the data set with GroupWords first")
    found: Counter[Key] = Counter()
    for batch in arrow_batches(dataset, [column]):
        words = batch[column].combine_chunks().flatten()
        if not len(words):
            continue
        table = pa.table({name: words.field(name) for name in ("group", "word")})
        for row in table.group_by(["group", "word"]).aggregate([([], "count_all")]).to_pylist():
            found["group_word", attribute, row["group"], row["word"]] += row["count_all"]
    return Counts(found)


def words_by_group(counts: Counts, attribute: str, groups: Iterable[str]) -> dict[str, dict[str, int]]:
    """Arrange the counts of `count_words` for `convergence`.

    Args:
        counts: What `count_words` returned, or sums of it.
        attribute: Such as ``gender``.
        groups: All groups, also those without a word.

    Returns:
        Occurrences of each word by group.

    Raises:
        GenderfairError: There is a single group in place of several, or words of another one.

    Example:
        >>> from hf_genderfair import GroupWords, annotate
        >>> rows = annotate(Dataset.from_dict({"text": ["She met her aunt.", "He left."]}), GroupWords("gender"))
        >>> words_by_group(count_words(rows, "gender"), "gender", ("female", "male"))
        {'female': {'she': 1, 'her': 1, 'aunt': 1}, 'male': {'he': 1}}
    """
    words: dict[str, dict[str, int]] = {group: {} for group in several_names(groups, "groups")}
    for (group, word), count in counts.under("group_word", attribute).items():
        if group not in words:
            raise GenderfairError(f"there are words of the group {group!r}: name all groups, in groups=")
        words[group][word] = count
    return words
