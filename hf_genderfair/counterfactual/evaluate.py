"""Agreement of swapped sentences with twins written by people: exact sentences, and the words that were changed."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from difflib import SequenceMatcher
from typing import NamedTuple

from hf_genderfair.core.counts import Share, share
from hf_genderfair.core.settings import parallel_texts

WORD = re.compile(r"\w+(?:['’]\w+)?|[^\w\s]")

WordChange = tuple[int, str, str]
"""Index of a word, the word, and what stands there afterwards; empty on one side where a word is added or removed."""


class SwapScore(NamedTuple):
    """Agreement of swapped sentences with their twins; scores of shards add up field by field.

    Attributes:
        lines: Number of sentences.
        exact: Sentences that are the twin to the letter.
        right: Words changed as in the twin.
        changed: Words changed.
        wanted: Words that the twin changes.

    Example:
        >>> SwapScore(2, 1, 3, 4, 5).f1
        0.6666666666666666
    """

    lines: int
    exact: int
    right: int
    changed: int
    wanted: int

    @property
    def exact_share(self) -> Share:
        """Share of the sentences that are the twin, with its interval."""
        return share(self.exact, self.lines)

    @property
    def precision(self) -> Share:
        """Share of the changed words that are as in the twin."""
        return share(self.right, self.changed)

    @property
    def recall(self) -> Share:
        """Share of the words that the twin changes for which the same change was made."""
        return share(self.right, self.wanted)

    @property
    def f1(self) -> float | None:
        """Harmonic mean of precision and recall; None where no word is changed anywhere."""
        return 2 * self.right / (self.changed + self.wanted) if self.changed + self.wanted else None


def score_swaps(sources: Sequence[str], twins: Sequence[str], swapped: Sequence[str]) -> SwapScore:
    """Compare swapped sentences with their twins.

    Args:
        sources: The sentences.
        twins: For each the same sentence about the other gender, written by people.
        swapped: For each the sentence that the method returned.

    Returns:
        The score.

    Raises:
        GenderfairError: The numbers of sentences differ, there is a single one in place of several, or one is no text.

    Example:
        >>> score_swaps(["She met her son."], ["He met his son."], ["He met her son."])[1:]
        (0, 1, 1, 2)
    """
    exact = right = changed = wanted = 0
    lists = parallel_texts(sources=sources, twins=twins, swapped=swapped)
    for source, twin, result in zip(*lists, strict=True):
        exact += result == twin
        want, have = Counter(word_changes(source, twin)), Counter(word_changes(source, result))
        right += (want & have).total()
        changed += have.total()
        wanted += want.total()
    return SwapScore(len(sources), exact, right, changed, wanted)


def word_changes(source: str, target: str) -> list[WordChange]:
    """Return the words in which two versions of a sentence differ, in order."""
    before, after = WORD.findall(source), WORD.findall(target)
    changes: list[WordChange] = []
    if before == after:
        # aligning words that repeat takes the square of their number
        return changes
    for tag, first, last, other, other_last in SequenceMatcher(None, before, after, autojunk=False).get_opcodes():
        if tag == "equal":
            continue
        if last - first == other_last - other:
            changes += [(first + step, before[first + step], after[other + step]) for step in range(last - first)]
        else:
            changes.append((first, " ".join(before[first:last]), " ".join(after[other:other_last])))
    return changes
