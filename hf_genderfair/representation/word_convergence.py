"""How long a word list has to be: cumulative demographic representation (Görge et al. 2025, sections 4.2.1 and 5.1.2).

Completeness criterion C3: a word list is long enough when more words no longer change the measure.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import NamedTuple

import pyarrow as pa
from datasets import Dataset, IterableDataset

from hf_genderfair.core.batches import arrow_batches, check_columns, check_rows
from hf_genderfair.core.counts import Counts, Key, Target
from hf_genderfair.core.errors import GenderfairError
from hf_genderfair.core.settings import fits, several_names
from hf_genderfair.representation.demographic import demographic_representation

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
    for index in range(max(map(len, ranked.values()))):
        for group, counts in ranked.items():
            totals[group] += counts[index] if index < len(counts) else 0
        representation = demographic_representation(totals, target)
        # Some group has a word at each position, so that the value is known.
        value = representation.value or 0.0
        change = abs(value - steps[-1].value) if steps else None
        steps.append(ConvergenceStep(index + 1, representation.n, value, change))
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
