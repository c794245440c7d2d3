"""Counts of words beside other words in a corpus, to choose among substitutes without a language model."""

from __future__ import annotations

import hashlib
import re
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from math import log

from hf_genderfair.core.settings import several_texts
from hf_genderfair.counterfactual.word_classes import fitting_classes
from hf_genderfair.lexicons.word_lists import WordList, normalised

WORD = re.compile(r"\w+(?:[-'’]\w+)*")
REACH = 2
"""Words on either side that count as neighbours."""


@dataclass(frozen=True)
class Collocations:
    """How often listed words stand beside other words in some texts. Plain data, which add up over shards.

    Attributes:
        pairs: Count of each listed word with each neighbour, in lower case.
        words: Count of each listed word.
        vocabulary: Number of different neighbours.
        digest: Changes whenever the counts do.

    Example:
        >>> counts = Collocations({("pensioner", "frail"): 3}, {"pensioner": 4, "retiree": 2})
        >>> counts.ranked(("retiree", "pensioner"), ["a", "frail", "hid"])
        ('pensioner', 'retiree')
    """

    pairs: Mapping[tuple[str, str], int]
    words: Mapping[str, int]
    vocabulary: int = field(init=False)
    digest: str = field(init=False, repr=False)

    def __post_init__(self) -> None:
        """Name the counts."""
        content = repr((sorted(self.pairs.items()), sorted(self.words.items())))
        object.__setattr__(self, "vocabulary", len({neighbour for _, neighbour in self.pairs}))
        object.__setattr__(self, "digest", hashlib.sha256(content.encode()).hexdigest()[:16])

    def __repr__(self) -> str:
        """Return the number of listed words and the digest."""
        return f"Collocations({len(self.words)} words, {self.digest})"

    def __add__(self, other: Collocations) -> Collocations:
        """Return the counts of both."""
        pairs = Counter(self.pairs) + Counter(other.pairs)
        return Collocations(dict(pairs), dict(Counter(self.words) + Counter(other.words)))

    def ranked(self, candidates: Sequence[str], neighbours: Sequence[str]) -> tuple[str, ...]:
        """Return words by how well they fit some neighbours, the best first."""
        # The measure is the logarithm of the probability of word and neighbours, each count smoothed by one.
        low = [neighbour.lower() for neighbour in neighbours]
        return tuple(sorted(candidates, key=lambda candidate: -self._fit(normalised(candidate), low)))

    def _fit(self, candidate: str, neighbours: Sequence[str]) -> float:
        count = self.words.get(candidate, 0)
        total = log(count + 1)
        for neighbour in neighbours:
            total += log((self.pairs.get((candidate, neighbour), 0) + 1) / (2 * REACH * count + self.vocabulary + 1))
        return total


def collocation_counts(texts: Iterable[str], words: WordList) -> Collocations:
    """Count the neighbours of the words of a list.

    Args:
        texts: Texts, such as those that are augmented.
        words: The list.

    Returns:
        The counts.

    Raises:
        GenderfairError: There is a single text in place of several, or one is no text.

    Example:
        >>> ages = WordList.from_groups("age", {"young": ["teen", "teens"], "old": ["pensioner", "pensioners"]})
        >>> collocation_counts(["Frail pensioners met.", "A frail pensioner"], ages).pairs[("pensioner", "frail")]
        1
    """
    offers = (row for rows in fitting_classes(words).offers.values() for row in rows)
    offered = (form for row in offers for form in (row.singular, row.plural) if form)
    named = (normalised(word) for word in (*(entry.word for entry in words.entries), *offered))
    listed = {tuple(WORD.findall(word)): word for word in named}
    lengths = sorted({len(key) for key in listed})
    pairs: Counter[tuple[str, str]] = Counter()
    counts: Counter[str] = Counter()
    for text in several_texts(texts):
        row = WORD.findall(normalised(text))
        for start in range(len(row)):
            for length in lengths:
                word = listed.get(tuple(row[start : start + length]))
                # the last words of a text are fewer than the length that is looked for
                if word is None or start + length > len(row):
                    continue
                counts[word] += 1
                around = row[max(0, start - REACH) : start] + row[start + length : start + length + REACH]
                pairs.update((word, neighbour) for neighbour in around)
    return Collocations(dict(pairs), dict(counts))


def neighbours_of(text: str, start: int, end: int) -> list[str]:
    """Return the words around a span of a text."""
    # two words are never longer than this
    before = WORD.findall(text[max(0, start - 200) : start])[-REACH:]
    return before + WORD.findall(text[end : end + 200])[:REACH]
