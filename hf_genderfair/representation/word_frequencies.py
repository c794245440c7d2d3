"""Frequencies of words: in a corpus of the user, or by a frequency list (Görge et al. 2025, Algorithm 1, step 2)."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field, replace
from importlib import import_module
from importlib.metadata import version
from importlib.util import find_spec
from itertools import islice

import numpy as np
import pyarrow as pa

from hf_genderfair.core.errors import LexiconError, MissingDependencyError, SourceError
from hf_genderfair.core.settings import texts_or_none
from hf_genderfair.lexicons.word_lists import WordList, normalised
from hf_genderfair.representation.group_words import UNLISTED, ListVocabulary, compile_lists, find_matches, word_pieces

TEXTS_AT_ONCE = 10_000
PACKAGE = "wordfreq"
BILLION = 1_000_000_000

PLACES = 1000
"""Number of occurrences that decide whether a word is written with a capital letter."""


@dataclass(frozen=True)
class WordFrequencies:
    """Frequencies of words.

    Attributes:
        counts: Frequency of each word, by its normal form; 0 for a word that was looked for and not found.
        unit: What was counted and where, for a reader.
        capitalised: Number of occurrences inside sentences with a capital letter, by word; empty where unknown.
        inside: Number of such occurrences that were checked: the first ones, slightly more than `PLACES` at most.

    Example:
        >>> WordFrequencies({"kid": 3}, "occurrences in 10 texts").of("Kid")
        3
    """

    counts: Mapping[str, int]
    unit: str
    capitalised: Mapping[str, int] = field(default_factory=dict)
    inside: Mapping[str, int] = field(default_factory=dict)

    def of(self, word: str) -> int:
        """Return the frequency of a word in any spelling; 0 for one that was not counted."""
        return self.counts.get(normalised(word), 0)


def corpus_frequencies(words: WordList, texts: Iterable[str | None], name: str) -> WordFrequencies:
    """Count words in texts as `GroupWords` finds them, but each independently of the others.

    *Young* counts in *young kid* too where both are listed, since a person may still reject one of them.

    Args:
        words: The words; one that stands in two groups is counted once.
        texts: The corpus, such as a column of a data set.
        name: Name of the corpus, for a reader.

    Returns:
        Occurrences of each word.

    Raises:
        SourceError: There is no text in the corpus.
        GenderfairError: There is a single text in place of several, or one is no text.

    Example:
        >>> words = WordList.from_groups("age", {"young": ["kid", "young kid"], "old": ["pensioner"]})
        >>> corpus_frequencies(words, ["A young kid and a kid."], "one sentence").counts
        {'kid': 2, 'young kid': 1, 'pensioner': 0}
    """
    vocabulary = _independent(compile_lists([words]))
    entries = vocabulary.meanings[0].entries
    occurrences, inside, capitalised = (np.zeros(len(entries), np.int64) for _ in range(3))
    number, remaining = 0, texts_or_none(texts)
    while batch := list(islice(remaining, TEXTS_AT_ONCE)):
        number += sum(bool(text and not text.isspace()) for text in batch)
        for matches in find_matches(pa.array(batch, pa.large_string()), vocabulary)[0]:
            occurrences += np.bincount(matches.entry, minlength=len(entries))
            begins = (matches.sentence_row << 32) + matches.sentence_start
            looked_at = ~np.isin((matches.row << 32) + matches.start, begins) & (inside[matches.entry] < PLACES)
            places = (array[looked_at].tolist() for array in (matches.row, matches.start, matches.entry))
            for row, start, entry in zip(*places, strict=True):
                inside[entry] += 1
                capitalised[entry] += (batch[row] or "")[start].isupper()
    if not number:
        raise SourceError(f"there is no text in {name}: name a corpus in which the words can be counted")
    keys = [normalised(entry.word) for entry in entries]
    counted = (dict(zip(keys, array.tolist(), strict=True)) for array in (occurrences, capitalised, inside))
    counts, capitals, looked = counted
    return WordFrequencies(counts, f"occurrences in {name}; texts: {number}", capitals, looked)


def listed_frequencies(words: WordList) -> WordFrequencies:
    """Look words up in the frequency list of the package ``wordfreq``, in the language of the word list."""
    # The package estimates the frequency of several words from those of each, so that hardly any has 0.
    if find_spec(PACKAGE) is None:
        raise MissingDependencyError(f"{PACKAGE} is not installed: name a corpus, or pip install {PACKAGE}")
    frequency = frequency_list(words.lang)
    if frequency is None:
        raise LexiconError(f"{PACKAGE} has no words of the language {words.lang!r}: name a corpus")
    counts = {normalised(entry.word): round(frequency(entry.word) * BILLION) for entry in words.entries}
    return WordFrequencies(counts, f"occurrences in a billion words, {PACKAGE} {version(PACKAGE)}")


def frequency_list(lang: str) -> Callable[[str], float] | None:
    """Return a function from a word to its share of all words, 0 for one that is in no list."""
    if find_spec(PACKAGE) is None:
        return None
    package = import_module(PACKAGE)
    if lang not in package.available_languages():
        return None
    return lambda word: float(package.word_frequency(word, lang))


@dataclass
class _Part:
    """Words of equally many pieces no two of which can overlap in a text: none begins as another one ends."""

    size: int
    numbers: list[int] = field(default_factory=list)
    begins: set[tuple[str, ...]] = field(default_factory=set)
    ends: set[tuple[str, ...]] = field(default_factory=set)


def _independent(vocabulary: ListVocabulary) -> ListVocabulary:
    """Divide the only list of a vocabulary into parts without overlaps, which are then found independently."""
    (meanings,) = vocabulary.meanings
    parts: list[_Part] = []
    for number, label in enumerate(vocabulary.labels):
        pieces = tuple(word_pieces(label))
        begins = {pieces[:length] for length in range(1, len(pieces))}
        ends = {pieces[length:] for length in range(1, len(pieces))}
        fitting = (part for part in parts if part.size == len(pieces))
        part = next((part for part in fitting if not (begins & part.ends or ends & part.begins)), None)
        if part is None:
            part = _Part(len(pieces))
            parts.append(part)
        part.numbers.append(number)
        part.begins |= begins
        part.ends |= ends
    chosen = [np.isin(np.arange(len(vocabulary.labels)), part.numbers) for part in parts]
    divided = tuple(replace(meanings, count=np.where(among, meanings.count, UNLISTED)) for among in chosen)
    return replace(vocabulary, meanings=divided)
