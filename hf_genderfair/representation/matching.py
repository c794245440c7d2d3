"""Find the words of lists in a batch of texts: one pass for all lists, whatever their length.

The batch is processed in blocks. Words are divided and looked up for all positions at once with
NumPy; only words that begin a phrase, that are accented, or whose context is unusual are checked one by one.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, fields, replace

import numpy as np
import pyarrow as pa

from hf_genderfair.core.text_view import ColumnView, column_view
from hf_genderfair.lexicons.word_lists import composed, normalised
from hf_genderfair.representation.sentences import find_sentences
from hf_genderfair.representation.surroundings import in_running_text
from hf_genderfair.representation.text_blocks import Block, Bytes, Flags, Integers, blocks
from hf_genderfair.representation.vocabulary import (
    ABBREVIATION,
    ACCENTED,
    CLITIC,
    JOINED,
    SECOND,
    SINGLE,
    SPACED,
    UNLISTED,
    ListVocabulary,
    Meanings,
)

APOSTROPHES = ((0x27,), (0x60,), (0xE2, 0x80, 0x98), (0xE2, 0x80, 0x99), (0xC2, 0xB4), (0xCA, 0xBC))


@dataclass(frozen=True)
class Matches:
    """The matches of one list in a batch, as columns ordered by row and position.

    Attributes:
        row: Row of each word.
        start: First character of each word, in code points of its text.
        end: Character after it.
        entry: Number of the entry among `Meanings.entries`.
        sentence_row: Row of each sentence with a word.
        sentence_start: First character of the sentence.
        sentence_end: Character after it.
    """

    row: Integers
    start: Integers
    end: Integers
    entry: Integers
    sentence_row: Integers
    sentence_start: Integers
    sentence_end: Integers


@dataclass(frozen=True)
class _Hits:
    """Labels in a block: numbers of their first and last words, number of the label, and their offsets in bytes."""

    first: Integers
    last: Integers
    label: Integers
    start: Integers
    end: Integers

    def take(self, chosen: Integers | Flags) -> _Hits:
        return _Hits(*(getattr(self, field.name)[chosen] for field in fields(self)))


def find_matches(texts: pa.Array, vocabulary: ListVocabulary) -> tuple[list[Matches], Integers]:
    """Find all words of all lists."""
    view = column_view(texts)
    found = [_in_block(block, vocabulary) for block in blocks(view.texts)]
    if not found:
        nothing = np.zeros(0, np.int64)
        return [Matches(*[nothing] * len(fields(Matches))) for _ in vocabulary.meanings], nothing
    matches = [_joined([matches[number] for matches, _ in found]) for number in range(len(vocabulary.meanings))]
    return [_as_given(each, view) for each in matches], np.concatenate([counts for _, counts in found])


def _as_given(matches: Matches, view: ColumnView) -> Matches:
    """Return the matches with the offsets of the texts as they were given."""
    start, end = view.as_given(matches.row, matches.start, matches.end)
    sentences = view.as_given(matches.sentence_row, matches.sentence_start, matches.sentence_end)
    return replace(matches, start=start, end=end, sentence_start=sentences[0], sentence_end=sentences[1])


def _joined(parts: list[Matches]) -> Matches:
    return Matches(*(np.concatenate([getattr(part, field.name) for part in parts]) for field in fields(Matches)))


def _in_block(block: Block, vocabulary: ListVocabulary) -> tuple[list[Matches], Integers]:
    numbers, kinds, labels = vocabulary.look_up(block)
    sentences = find_sentences(block, _flags(len(block.starts), numbers[kinds & ABBREVIATION > 0]))
    hits = _hits(block, vocabulary, numbers, kinds, labels)
    hits = _in_text(block, hits, _flags(len(block.starts), numbers[kinds & CLITIC > 0]))
    matches = []
    for meanings in vocabulary.meanings:
        own, entries = _of_list(block, hits, meanings)
        rows = block.row_of(own.start)
        sentence_rows, starts, ends = sentences.holding(own.first)
        matches.append(
            Matches(
                rows + block.first,
                block.code_points(own.start, rows),
                block.code_points(own.end, rows),
                entries,
                sentence_rows + block.first,
                block.code_points(starts, sentence_rows),
                block.code_points(ends, sentence_rows),
            )
        )
    return matches, sentences.counts()


def _hits(block: Block, vocabulary: ListVocabulary, numbers: Integers, kinds: Bytes, labels: Integers) -> _Hits:
    """Return the labels of a block in all contexts, ordered by position."""
    single = (kinds & SINGLE > 0) & ((kinds & ACCENTED == 0) | _is_written(block, vocabulary, numbers, kinds, labels))
    first, label = numbers[single], labels[single]
    begins = np.flatnonzero(
        (numbers[1:] == numbers[:-1] + 1) & (kinds[:-1] & (SPACED | JOINED) > 0) & (kinds[1:] & SECOND > 0)
    )
    gap = block.array[block.ends[numbers[begins]]]
    begins = begins[((kinds[begins] & SPACED > 0) & ~_MARK[gap]) | ((kinds[begins] & JOINED > 0) & ~_SPACE[gap])]
    phrases = list(_phrases(block, vocabulary, numbers[begins]))
    last = first
    if phrases:
        more = np.array(phrases, np.int64)
        first, last, label = (np.concatenate(pair) for pair in zip((first, first, label), more.T, strict=True))
        order = np.lexsort((last, first))
        first, last, label = first[order], last[order], label[order]
    return _Hits(first, last, label, block.starts[first], block.ends[last])


def _is_written(block: Block, vocabulary: ListVocabulary, numbers: Integers, kinds: Bytes, labels: Integers) -> Flags:
    """Return which accented words are their label in full."""
    written = np.zeros(len(numbers), np.bool_)
    for index in np.flatnonzero((kinds & ACCENTED > 0) & (kinds & SINGLE > 0)).tolist():
        number = numbers[index]
        text = block.text(int(block.starts[number]), int(block.ends[number]))
        written[index] = normalised(text) == vocabulary.labels[labels[index]]
    return written


def _phrases(block: Block, vocabulary: ListVocabulary, numbers: Integers) -> Iterator[tuple[int, int, int]]:
    """Yield first word, last word and label of the entries of several words that begin at some words."""
    starts = block.starts[numbers]
    row_ends = block.rows[np.searchsorted(block.rows, starts, side="right")] - 1
    for first, start, row_end in zip(numbers.tolist(), starts.tolist(), row_ends.tolist(), strict=True):
        for last in range(first + 1, min(first + vocabulary.longest, len(block.starts))):
            end = int(block.ends[last])
            if end > row_end:
                break
            label = vocabulary.phrases.get(normalised(block.text(start, end)))
            if label is not None:
                yield first, last, label


def _in_text(block: Block, hits: _Hits, is_clitic: Flags) -> _Hits:
    """Leave out labels in addresses and code, and those that go on after an apostrophe (*don't* is not *don*)."""
    following = np.minimum(hits.last + 1, len(block.starts) - 1)
    width = _apostrophe(block, hits.end)
    attached = (width > 0) & (block.starts[following] == hits.end + width)
    clitic = attached & is_clitic[following]
    ends = np.where(clitic, block.ends[following], hits.end)
    hits, ends = hits.take(clitic | ~attached), ends[clitic | ~attached]
    return hits.take(in_running_text(block, hits.start, ends))


def _apostrophe(block: Block, positions: Integers) -> Integers:
    """Return the length in bytes of the apostrophe at each position, 0 where there is none."""
    width = np.zeros(len(positions), np.int64)
    for mark in APOSTROPHES:
        same = np.ones(len(positions), np.bool_)
        for offset, byte in enumerate(mark):
            same &= block.array[positions + offset] == byte
        width[same] = len(mark)
    return width


def _of_list(block: Block, hits: _Hits, meanings: Meanings) -> tuple[_Hits, Integers]:
    """Return the words of one list, the longest of those that overlap, and their entries."""
    # A word in two groups of a list is returned twice, an exception not at all.
    hits = hits.take(meanings.count[hits.label] != UNLISTED)
    count = meanings.count[hits.label]
    exact = (count > 0) & meanings.exact[meanings.first[hits.label] * (count > 0)]
    if exact.any():
        kept = ~exact
        for index in np.flatnonzero(exact).tolist():
            word = meanings.entries[meanings.first[hits.label[index]]].word
            kept[index] = composed(block.text(int(hits.start[index]), int(hits.end[index]))) == composed(word)
        hits = hits.take(kept)
    hits = _longest(hits)
    count = meanings.count[hits.label]
    again = np.repeat(np.arange(len(count)), count)
    number = np.arange(len(again)) - np.repeat(np.cumsum(count) - count, count)
    return hits.take(again), meanings.first[hits.label[again]] + number


def _longest(hits: _Hits) -> _Hits:
    """Leave out labels that lie inside a longer one, or begin inside one that begins before."""
    phrases = np.flatnonzero(hits.last > hits.first)
    if not len(phrases):
        return hits
    kept = np.ones(len(hits.first), np.bool_)
    phrases = phrases[np.lexsort((-hits.last[phrases], hits.first[phrases]))]
    begins = np.searchsorted(hits.first, hits.first[phrases])
    ends = np.searchsorted(hits.first, hits.last[phrases], side="right")
    positions = (phrases, hits.first[phrases], hits.last[phrases], begins, ends)
    free = 0
    for phrase, first, last, begin, end in zip(*(column.tolist() for column in positions), strict=True):
        if first < free:
            kept[phrase] = False
            continue
        free = last + 1
        kept[begin:end] = False
        kept[phrase] = True
    return hits.take(kept)


def _flags(length: int, numbers: Integers) -> Flags:
    flags = np.zeros(length, np.bool_)
    flags[numbers] = True
    return flags


_SPACE = np.zeros(256, np.bool_)
_SPACE[[9, 10, 11, 12, 13, 32]] = True
_MARK = np.zeros(256, np.bool_)
_MARK[33:128] = True
