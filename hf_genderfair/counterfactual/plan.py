"""Which counterfactuals are taken: as many as bring the groups to their target, or each with the same probability."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, field, replace
from functools import lru_cache
from itertools import groupby
from typing import Any, NamedTuple

from datasets import Dataset, IterableDataset

from hf_genderfair.core.batches import arrow_batches, check_columns, check_rows
from hf_genderfair.core.counts import Target, target_shares
from hf_genderfair.core.errors import GenderfairError
from hf_genderfair.core.records import read_record
from hf_genderfair.core.settings import fits, several_names
from hf_genderfair.counterfactual.decisions import OTHER_GROUP

COLUMN = "counterfactual_sentences"
SENTENCE_FIELDS = ("source", "target", "words", "reason", "draw", "pair")
"""The fields of a sentence that a plan reads."""

Key = tuple[int, float]
"""The sort key of sentences: minus the number of words where few sentences shall do, else 0; and the draw."""


class _Swap(NamedTuple):
    """A sentence that may be swapped in one direction: its draw, its words, and its number among the sentences."""

    draw: float
    words: int
    sentence: int


class Direction(NamedTuple):
    """The source and target group of a swap.

    Attributes:
        source: Group that a sentence is about.
        target: Group that its counterfactual is about.
    """

    source: str
    target: str


class DirectionLimit(NamedTuple):
    """The key below which a sentence's key must lie in one direction.

    Attributes:
        source: Group that a sentence is about.
        target: Group that its counterfactual is about.
        first: First part of the key.
        draw: The draw.
    """

    source: str
    target: str
    first: int
    draw: float


@dataclass(frozen=True)
class TakenSentences:
    """What of a plan tells which sentences it takes; see `CounterfactualPlan`."""

    limits: list[DirectionLimit]
    fewest: bool


@dataclass(frozen=True)
class CounterfactualPlan:
    """Which of the sentences that may be swapped are swapped; see `plan_counterfactuals`.

    Attributes:
        counts: Group words by group, of all relevant sentences.
        limits: For each direction the key below which a sentence's key must lie.
        wanted: Words that would have to change their group, by direction; empty where a probability decides.
        moved: Words that do, by direction.
        chosen: Sentences that are swapped, by direction.
        accepted: Sentences that may be swapped, by direction.
        refused: Sentences that may be swapped in no direction, by reason: each once, however many groups it names.
        relevant: Number of sentences with words of a group.
        swapped: Number of sentences that are swapped, each once.
        probability: With which each sentence is swapped; None where the target decides.
        fewest: Whether sentences with many words are taken first.

    Example:
        >>> plan = CounterfactualPlan({"female": 0, "male": 2}, {Direction("male", "female"): (0, 0.5)})
        >>> plan.takes("male", "female", 1, 0.4), plan.takes("female", "male", 1, 0.4)
        (True, False)
    """

    counts: Mapping[str, int]
    limits: Mapping[Direction, Key]
    wanted: Mapping[Direction, int] = field(default_factory=dict)
    moved: Mapping[Direction, int] = field(default_factory=dict)
    chosen: Mapping[Direction, int] = field(default_factory=dict)
    accepted: Mapping[Direction, int] = field(default_factory=dict)
    refused: Mapping[str, int] = field(default_factory=dict)
    relevant: int = 0
    swapped: int = 0
    probability: float | None = None
    fewest: bool = False

    def takes(self, source: str, target: str, words: int, draw: float) -> bool:
        """Return whether a sentence that may be swapped is swapped.

        Args:
            source: Group that it is about.
            target: Group that it would be about.
            words: Number of its words of the source group.
            draw: Its draw.
        """
        limit = self.limits.get(Direction(source, target))
        return limit is not None and self.key(words, draw) < limit

    def key(self, words: int, draw: float) -> Key:
        """Return the key of a sentence.

        Args:
            words: Number of its words of the source group.
            draw: Its draw.
        """
        return (-words if self.fewest else 0, draw)

    def to_json(self) -> str:
        """Write what tells which sentences are taken."""
        limits = [DirectionLimit(*direction, *key) for direction, key in self.limits.items()]
        return json.dumps(asdict(TakenSentences(limits, self.fewest)))

    @property
    def spared(self) -> int:
        """Number of sentences that may be swapped and are not."""
        return self.relevant - sum(self.refused.values()) - self.swapped

    def expected_counts(self) -> dict[str, int]:
        """Return the group words by group after swapping, if one listed word replaces each word."""
        after = dict(self.counts)
        for direction, words in self.moved.items():
            after[direction.source] -= words
            after[direction.target] += words
        return after


@lru_cache(maxsize=4)
def read_plan(text: str) -> CounterfactualPlan:
    """Read what `CounterfactualPlan.to_json` wrote: a plan that takes the same sentences, and counts nothing."""
    choice = read_record(TakenSentences, text)
    limits = {Direction(each.source, each.target): (each.first, each.draw) for each in choice.limits}
    return CounterfactualPlan({}, limits, fewest=choice.fewest)


def plan_counterfactuals(
    dataset: Dataset | IterableDataset,
    groups: Sequence[str],
    *,
    target: Target = "uniform",
    distance: float = 0.0,
    probability: float | None = None,
    fewest: bool = False,
) -> CounterfactualPlan:
    """Choose which sentences to swap (Görge et al. 2025, section 4.2.4).

    Groups with more words than the target gives them hand over the excess to those with fewer, in proportion to what
    these lack; the paper spreads it evenly. Sentences are taken in the order of their draws, which depend on seed and
    row alone, so that the choice is the same however the rows are sharded or streamed.

    Args:
        dataset: Rows with the columns of `Counterfactual`; a stream is read once.
        groups: All groups of the attribute.
        target: ``uniform``, or the share that each group should have.
        distance: Demographic representation that may be left; 0 for none.
        probability: Swap each sentence of the largest group with this probability instead, as the paper's base method
            does (.5); no target then.
        fewest: Take sentences with many words of the group first, so that few sentences are changed; otherwise the
            draws alone decide.

    Returns:
        The plan.

    Raises:
        ColumnError: The data set lacks the column of `Counterfactual`.
        GenderfairError: A value is out of range, or a row names a group that is not among `groups`.

    Example:
        >>> from hf_genderfair import Chain, Counterfactual, GroupWords, annotate
        >>> rows = Dataset.from_dict({"text": ["My uncle is here.", "His brother left.", "The king waits."]})
        >>> rows = annotate(rows, Chain(GroupWords("gender"), Counterfactual("en")))
        >>> plan = plan_counterfactuals(rows, ("female", "male"))
        >>> plan.counts, plan.expected_counts()
        ({'female': 0, 'male': 4}, {'female': 1, 'male': 3})
    """
    if not fits(distance, float) or not 0 <= distance < 1:
        raise GenderfairError(f"distance={distance!r} is not offered: representation lies between 0 and 1")
    check_probability(probability, fewest)
    groups = several_names(groups, "groups")
    shares = target_shares(groups, target)
    counts: Counter[str] = Counter(dict.fromkeys(groups, 0))
    found: dict[Direction, list[_Swap]] = {}
    numbers: dict[tuple[int, str], int] = {}
    why: list[str | None] = []
    for row, sentence in _sentences(dataset):
        if sentence["source"] not in counts:
            raise GenderfairError(f"a row names the group {sentence['source']!r}: give all groups, in groups=")
        counts[sentence["source"]] += sentence["words"]
        # rows of equal texts have pairs of the same name
        number = numbers.setdefault((row, sentence["pair"]), len(numbers))
        if number == len(why):
            why.append(sentence["reason"])
        elif sentence["reason"] is None or why[number] == OTHER_GROUP:
            # what is said of another group tells more than that it is another one
            why[number] = why[number] and sentence["reason"]
        if sentence["reason"] is None:
            direction = Direction(sentence["source"], sentence["target"])
            found.setdefault(direction, []).append(_Swap(sentence["draw"], sentence["words"], number))
    plan = CounterfactualPlan(
        dict(counts),
        {},
        accepted={direction: len(swaps) for direction, swaps in found.items()},
        refused=dict(Counter(filter(None, why)).most_common()),
        relevant=len(numbers),
        probability=probability,
        fewest=fewest,
    )
    if probability is not None:
        return _by_probability(plan, found, probability)
    return _by_target(plan, found, shares, distance)


def check_probability(probability: float | None, fewest: bool) -> None:
    """Check options of `plan_counterfactuals`."""
    if not fits(probability, float | None) or not 0 <= (probability or 0) <= 1:
        raise GenderfairError(f"probability={probability!r} is not offered: use a number from 0 to 1")
    if probability is not None and fewest:
        raise GenderfairError("probability and fewest are two ways to choose: name one of them")


def _sentences(dataset: Dataset | IterableDataset) -> Iterator[tuple[int, dict[str, Any]]]:
    """Yield sentences, each with the number of its row."""
    check_rows(dataset, "plan_counterfactuals")
    check_columns(dataset.column_names, [COLUMN], "annotate with Counterfactual first")
    rows = (row for table in arrow_batches(dataset, [COLUMN]) for row in table[COLUMN].to_pylist())
    for number, row in enumerate(rows):
        yield from ((number, sentence) for sentence in row or ())


def _by_probability(
    plan: CounterfactualPlan, found: Mapping[Direction, list[_Swap]], probability: float
) -> CounterfactualPlan:
    largest = max(plan.counts, key=lambda group: plan.counts[group])
    taken = {
        direction: [swap for swap in swaps if swap.draw < probability]
        for direction, swaps in found.items()
        if direction.source == largest
    }
    return _with(plan, dict.fromkeys(taken, (0, probability)), {}, taken)


def _by_target(
    plan: CounterfactualPlan, found: Mapping[Direction, list[_Swap]], shares: Mapping[str, float], distance: float
) -> CounterfactualPlan:
    total = sum(plan.counts.values())
    above = {group: plan.counts[group] - shares[group] * total for group in plan.counts}
    excess = {group: more for group, more in above.items() if more > 0}
    lacking = {group: -more for group, more in above.items() if more < 0}
    # the distance is the sum of what is above the target, divided by the total
    scale = max(0.0, 1 - distance * total / sum(excess.values())) if excess else 0.0
    limits, wanted, taken = {}, {}, {}
    for source, more in excess.items():
        for target, less in lacking.items():
            direction = Direction(source, target)
            words = round(scale * more * less / sum(lacking.values()))
            limit, chosen = _up_to(plan, found.get(direction, []), words)
            limits[direction], wanted[direction], taken[direction] = limit, words, chosen
    return _with(plan, limits, wanted, taken)


def _up_to(plan: CounterfactualPlan, swaps: Sequence[_Swap], wanted: int) -> tuple[Key, list[_Swap]]:
    """Return the key below which the words of sentences come nearest to a number, and these sentences."""

    def key(swap: _Swap) -> Key:
        return plan.key(swap.words, swap.draw)

    taken: list[_Swap] = []
    left = wanted
    # those of equal texts have equal keys, and are swapped together or not at all
    for limit, equal in groupby(sorted(swaps, key=key), key):
        together = list(equal)
        words = sum(swap.words for swap in together)
        if left <= 0 or abs(left - words) >= left:
            return limit, taken
        taken += together
        left -= words
    return (0, 1.0), taken


def _with(
    plan: CounterfactualPlan,
    limits: Mapping[Direction, Key],
    wanted: Mapping[Direction, int],
    taken: Mapping[Direction, list[_Swap]],
) -> CounterfactualPlan:
    return replace(
        plan,
        limits=limits,
        wanted=wanted,
        moved={direction: sum(swap.words for swap in swaps) for direction, swaps in taken.items()},
        chosen={direction: len(swaps) for direction, swaps in taken.items()},
        swapped=len({swap.sentence for swaps in taken.values() for swap in swaps}),
    )
