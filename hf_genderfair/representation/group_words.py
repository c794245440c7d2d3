"""Words that name the groups of an attribute, and the sentences that hold them (Görge et al. 2025, section 4.2)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, fields, replace
from itertools import groupby

import numpy as np
import pyarrow as pa
from datasets import Features, List, Value
from numpy.typing import NDArray

from hf_genderfair.core.errors import GenderfairError
from hf_genderfair.core.resources import resource
from hf_genderfair.core.text_view import ColumnView, column_view
from hf_genderfair.core.transform import Transform, column_meanings, text_array
from hf_genderfair.lexicons.loader import lexicon_digest
from hf_genderfair.lexicons.word_lists import EXCEPTION, Entry, WordList, composed, normalised, opened, word_list
from hf_genderfair.representation.text_blocks import (
    LANE,
    SPACE,
    WORD,
    Block,
    Bytes,
    Flags,
    Integers,
    blocks,
    class_of,
    find_sentences,
    in_running_text,
)

SINGLE, SPACED, JOINED, SECOND, CLITIC, ABBREVIATION, ACCENTED = 1, 2, 4, 8, 16, 32, 64
"""What a word of a text can be: an entry; the first word of one, before white space or before a hyphen or apostrophe;
the second word of one; and so on. Accented words need a closer look."""

CLITICS = ("s", "d", "ll", "re", "ve", "m")
"""Endings after an apostrophe that do not change the word: *she's*, *the woman's*, *he'd*."""

ABBREVIATIONS = tuple(
    "mr mrs ms dr drs prof rev hon st jr sr messrs mme mlle gen col lt capt cpt maj sgt cmdr adm rep reps sen sens gov "
    "pres supt insp det vs cf eg ie viz approx vol vols pp fig figs ed eds al ave blvd mt ft inc ltd co corp dept univ "
    "jan feb aug sep sept oct nov dec hr fr sra srta dña bzw ca nr str ul mgr inż".split()
)
"""Words whose full stop does not end a sentence."""

UNLISTED = -1

_MASKS = np.array([(1 << (8 * length)) - 1 for length in range(LANE + 1)], np.uint64)
_SMALL = np.uint64(0x2020202020202020)
_SPREAD = np.uint64(0x9E3779B97F4A7C15)
_CHAIN = np.uint64(0xC2B2AE3D27D4EB4F)
_WRAP = (1 << 64) - 1


@dataclass(frozen=True)
class Meanings:
    """The entries of one list by the labels of a vocabulary."""

    entries: tuple[Entry, ...]  # those of one label side by side
    first: Integers  # of each label
    count: Integers  # of each label: 0 for an exception, `UNLISTED` where the list lacks it
    exact: Flags  # whether each entry counts only as it is written
    groups: tuple[str, ...]
    group_of: Integers
    words: pa.Array


@dataclass(frozen=True)
class ListVocabulary:
    """All entries of some lists by their normal forms, and the table in which words of a text are found."""

    meanings: tuple[Meanings, ...]  # of each list, found independently of the others
    labels: tuple[str, ...]  # normal forms of all entries
    phrases: dict[str, int]  # numbers of labels of several words
    longest: int  # in words
    keys: NDArray[np.uint64]  # of single words, sorted
    kinds: NDArray[np.uint8]  # what the word of each key is
    label_of: Integers  # of the word of each key, or `UNLISTED`
    bitmap: Flags  # which hashes of the first eight bytes occur
    steps: int  # how many times eight more bytes tell long words apart

    def look_up(self, block: Block) -> tuple[Integers, NDArray[np.uint8], Integers]:
        """Find the words of a block that may be listed."""
        # Small and capital letters of ASCII differ in one bit, which is set here. In other letters the bit means more:
        # a word that is `ACCENTED` may be another one.
        # In place, since new arrays of this size cost as much as what is computed in them.
        lengths = block.ends - block.starts
        keys = block.lanes.take(block.starts)
        keys |= _SMALL
        keys &= _MASKS.take(lengths, mode="clip")
        keys *= _SPREAD
        hashes = keys >> np.uint64(65 - len(self.bitmap).bit_length())
        found = np.flatnonzero(self.bitmap.take(hashes.view(np.int64)))
        keys, lengths, starts = keys[found], lengths[found], block.starts[found]
        for step in range(1, self.steps + 1):
            long = np.flatnonzero(lengths > step * LANE)
            mask = _MASKS.take(lengths[long] - step * LANE, mode="clip")
            lanes = (block.lanes[starts[long] + step * LANE] | _SMALL) & mask
            keys[long] = (keys[long] ^ lanes) * _CHAIN
        at = np.minimum(np.searchsorted(self.keys, keys), len(self.keys) - 1)
        known = np.flatnonzero(self.keys[at] == keys)
        at = at[known]
        return found[known], self.kinds[at], self.label_of[at]


def compile_lists(lists: Iterable[WordList]) -> ListVocabulary:
    """Compile word lists."""
    listed = [_listed(words) for words in lists]
    labels = {
        label: number for number, label in enumerate(dict.fromkeys(label for part in listed for label, _ in part))
    }
    forms: dict[bytes, tuple[int, int]] = {}
    phrases: dict[str, int] = {}
    longest = 1
    for label, number in labels.items():
        pieces = word_pieces(label)
        if pieces == [label]:
            _add(forms, label, SINGLE, number)
        else:
            phrases[label], longest = number, max(longest, len(pieces))
            _add(forms, pieces[0], SPACED if label[len(pieces[0])] == " " else JOINED)
            _add(forms, pieces[1], SECOND)
    for kind, words in ((CLITIC, CLITICS), (ABBREVIATION, ABBREVIATIONS)):
        for word in words:
            _add(forms, word, kind)
    steps = max(map(len, forms)) // LANE
    keys = {_key(form, steps): meaning for form, meaning in forms.items()}
    order = sorted(keys)
    bits = max(16, (32 * len(order)).bit_length())
    bitmap = np.zeros(1 << bits, np.bool_)
    bitmap[[_key(form[:LANE], 0) >> (64 - bits) for form in forms]] = True
    return ListVocabulary(
        tuple(_meanings(part, labels) for part in listed),
        tuple(labels),
        phrases,
        longest,
        np.array(order, np.uint64),
        np.array([keys[key][0] for key in order], np.uint8),
        np.array([keys[key][1] for key in order], np.int64),
        bitmap,
        steps,
    )


def word_pieces(label: str) -> list[str]:
    """Return the words of a label, divided as texts are: *sister-in-law* has three."""
    return ["".join(run) for is_word, run in groupby(label, lambda character: class_of(character) == WORD) if is_word]


def _listed(words: WordList) -> list[tuple[str, Entry]]:
    """Return the entries of a list by their labels, exceptions last."""
    exceptions = [Entry(EXCEPTION, phrase) for phrase in words.exceptions]
    return [(_label(entry.word), entry) for entry in (*words.entries, *exceptions)]


def _label(word: str) -> str:
    """Return the normal form of an entry without marks around it: *mr.* is the word *mr*."""
    label = normalised(word)
    positions = [position for position, character in enumerate(label) if class_of(character) == WORD]
    return label[positions[0] : positions[-1] + 1]


def _meanings(listed: list[tuple[str, Entry]], labels: dict[str, int]) -> Meanings:
    by_label: dict[int, list[Entry]] = {}
    for label, entry in listed:
        by_label.setdefault(labels[label], []).append(entry)
    first, count = np.zeros(len(labels), np.int64), np.full(len(labels), UNLISTED)
    entries: list[Entry] = []
    for number, meant in by_label.items():
        named = [entry for entry in meant if entry.group != EXCEPTION]
        first[number], count[number] = len(entries), len(named)
        entries += named
    groups = {group: number for number, group in enumerate(dict.fromkeys(entry.group for entry in entries))}
    return Meanings(
        tuple(entries),
        first,
        count,
        np.array([entry.case == "exact" for entry in entries]),
        tuple(groups),
        np.array([groups[entry.group] for entry in entries]),
        pa.array([entry.word for entry in entries]),
    )


def _add(forms: dict[bytes, tuple[int, int]], word: str, kind: int, label: int = UNLISTED) -> None:
    """Add the kind of a word under all byte sequences of its spellings."""
    for variant in {word, word.upper(), word.capitalize()}:
        form = bytes(byte | 0x20 for byte in variant.encode())
        known, known_label = forms.get(form, (0, UNLISTED))
        accented = 0 if form.isascii() else ACCENTED
        forms[form] = (known | kind | accented, max(label, known_label))


def _key(form: bytes, steps: int) -> int:
    """Return the key of a word as `ListVocabulary.look_up` computes it."""
    key = int.from_bytes(form[:LANE], "little") * int(_SPREAD) & _WRAP
    for step in range(1, steps + 1):
        if lane := form[step * LANE : (step + 1) * LANE]:
            key = (key ^ int.from_bytes(lane, "little")) * int(_CHAIN) & _WRAP
    return key


APOSTROPHES = ((0x27,), (0x60,), (0xE2, 0x80, 0x98), (0xE2, 0x80, 0x99), (0xC2, 0xB4), (0xCA, 0xBC))


@dataclass(frozen=True)
class Matches:
    """The matches of one list in a batch, as columns ordered by row and position."""

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
    begins = begins[((kinds[begins] & SPACED > 0) & ~_MARK[gap]) | ((kinds[begins] & JOINED > 0) & ~SPACE[gap])]
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


_MARK = np.zeros(256, np.bool_)
_MARK[33:128] = True


WORD_FEATURE = {"start": Value("int32"), "end": Value("int32"), "group": Value("string"), "word": Value("string")}
SENTENCE = {"start": Value("int32"), "end": Value("int32")}


@dataclass(frozen=True)
class GroupWords(Transform):
    """Finds the words by which a text names groups, and counts them by group.

    For each attribute, such as ``gender`` with the groups ``female`` and ``male``, it adds ``gender_words`` (offsets,
    group and entry of each word), ``gender_female`` and ``gender_male`` (counts), ``gender_sentences`` (the sentences
    with at least one word) and ``gender_sentences_total`` (the number of all sentences). All attributes are found in
    one pass. Texts in another language than the words have counts of 0.

    A word is a run of letters and digits, in whatever case, in either Unicode form; an entry marked ``exact`` counts
    only as written (*Ms*). Parts of hyphenated words count (*ex-wife*, *male-dominated*) unless the list names the
    whole. Of words of one list that overlap the longest counts, once. *she's* and *the women's* count without their
    ending. What stands in an address, a file name, a handle, a hashtag, an identifier or code does not count.

    Attributes:
        attribute: Name of a list of `word_list` in its corrected edition, the path of one of yours (see
            `WordList.from_file`), a `WordList`, or a tuple of these.
        text_column: Column of text.

    Example:
        >>> from datasets import Dataset
        >>> rows = Dataset.from_dict({"text": ["She saw him. It rained.", "Nobody came."]})
        >>> rows = rows.map(GroupWords("gender"), batched=True)
        >>> rows["gender_female"][:], rows["gender_male"][:], rows["gender_sentences_total"][:]
        ([1, 0], [1, 0], [2, 1])
        >>> rows[0]["gender_words"][1]
        {'start': 8, 'end': 11, 'group': 'male', 'word': 'him'}
    """

    attribute: str | WordList | tuple[str | WordList, ...] = "gender"
    text_column: str = "text"

    version = "3"

    def __post_init__(self) -> None:
        """Check that the columns of the lists have different names."""
        given = self.attribute if isinstance(self.attribute, tuple) else (self.attribute,)
        if not given or not all(isinstance(words, (str, WordList)) for words in given):
            raise GenderfairError("attribute must be the name or path of a word list, a WordList, or a tuple of these")
        # what is read once goes along with the transform, and needs no file where it runs
        read = tuple(map(opened, given))
        object.__setattr__(self, "attribute", read if isinstance(self.attribute, tuple) else read[0])
        super().__post_init__()
        names = [name for words in self.word_lists() for name, _ in _columns(words)]
        again = [name for name in dict.fromkeys(names) if names.count(name) > 1]
        if again:
            raise GenderfairError(f"the column {again[0]!r} would be added twice: rename an attribute or a group")

    def word_lists(self) -> tuple[WordList, ...]:
        """Return the lists that are looked for."""
        given = self.attribute if isinstance(self.attribute, tuple) else (self.attribute,)
        return tuple(words if isinstance(words, WordList) else word_list(words) for words in given)

    def inputs(self) -> tuple[str, ...]:
        """Return the text column."""
        return (self.text_column,)

    def features(self) -> Features:
        """Return the columns of each attribute."""
        return Features({name: kind for words in self.word_lists() for name, kind in _columns(words)})

    def meanings(self) -> dict[str, str]:
        """Return what the columns and their fields mean."""
        return {name: text for words in self.word_lists() for name, text in _column_meanings(words).items()}

    def digest(self) -> str:
        """Return the digests of the lists and of the lexicons."""
        return "-".join([*(words.digest for words in self.word_lists()), lexicon_digest("GroupWords")])

    def annotate(self, columns: Mapping[str, pa.Array], rank: int | None) -> dict[str, pa.Array]:
        """Find the words of a batch; see `Transform.annotate`."""
        texts = text_array(columns[self.text_column], self.text_column)
        lists = self.word_lists()
        key = ("group words", *(words.digest for words in lists))
        vocabulary: ListVocabulary = resource(key, lambda: compile_lists(lists))
        found, totals = find_matches(texts, vocabulary)
        added: dict[str, pa.Array] = {}
        for words, meanings, matches in zip(lists, vocabulary.meanings, found, strict=True):
            added.update(_values(words.attribute, meanings, matches, len(texts)))
            added[f"{words.attribute}_sentences_total"] = pa.array(totals.astype(np.int32))
        return added


def _columns(words: WordList) -> list[tuple[str, object]]:
    """Return names and types of the columns of a list."""
    counts = [(f"{words.attribute}_{group}", Value("int32")) for group in words.groups]
    return [
        (f"{words.attribute}_words", List(WORD_FEATURE)),
        *counts,
        (f"{words.attribute}_sentences", List(SENTENCE)),
        (f"{words.attribute}_sentences_total", Value("int32")),
    ]


def _column_meanings(words: WordList) -> dict[str, str]:
    """Return what the columns of a list and their fields mean."""
    name = words.attribute
    counts = {f"{name}_{group}": f"Number of words for the group {group}." for group in words.groups}
    first = next(iter(counts))
    counts[first] = counts[first].removesuffix(".") + "; other groups alike: age_young, …."
    return counts | {column.format(attribute=name): text for column, text in column_meanings("GroupWords").items()}


def _values(attribute: str, meanings: Meanings, matches: Matches, length: int) -> dict[str, pa.Array]:
    """Return the columns of a list that depend on its words."""
    groups = meanings.groups
    group = meanings.group_of[matches.entry]
    fields = [
        pa.array(matches.start.astype(np.int32)),
        pa.array(matches.end.astype(np.int32)),
        pa.array(groups).take(pa.array(group)),
        meanings.words.take(pa.array(matches.entry)),
    ]
    counts = np.bincount(matches.row * len(groups) + group, minlength=length * len(groups)).reshape(length, len(groups))
    sentences = [pa.array(matches.sentence_start.astype(np.int32)), pa.array(matches.sentence_end.astype(np.int32))]
    return {
        f"{attribute}_words": _lists(matches.row, fields, WORD_FEATURE, length),
        **{f"{attribute}_{name}": pa.array(counts[:, number].astype(np.int32)) for number, name in enumerate(groups)},
        f"{attribute}_sentences": _lists(matches.sentence_row, sentences, SENTENCE, length),
    }


def _lists(rows: Integers, fields: list[pa.Array], kinds: dict[str, Value], length: int) -> pa.Array:
    """Return one list of structs for each row."""
    offsets = np.zeros(length + 1, np.int32)
    np.cumsum(np.bincount(rows, minlength=length), out=offsets[1:])
    schema = Features(kinds).arrow_schema
    return pa.ListArray.from_arrays(pa.array(offsets), pa.StructArray.from_arrays(fields, fields=list(schema)))
