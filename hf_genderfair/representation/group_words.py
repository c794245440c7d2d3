"""Words that name the groups of an attribute, and the sentences that hold them (Görge et al. 2025, section 4.2)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np
import pyarrow as pa
from datasets import Features, List, Value

from hf_genderfair.core.errors import GenderfairError
from hf_genderfair.core.resources import resource
from hf_genderfair.core.transform import Transform, column_meanings, text_array
from hf_genderfair.lexicons.loader import lexicon_digest
from hf_genderfair.lexicons.word_lists import WordList, opened, word_list
from hf_genderfair.representation.matching import ListVocabulary, Matches, Meanings, compile_lists, find_matches
from hf_genderfair.representation.text_blocks import Integers

WORD = {"start": Value("int32"), "end": Value("int32"), "group": Value("string"), "word": Value("string")}
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
        return {name: text for words in self.word_lists() for name, text in _meanings(words).items()}

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
        (f"{words.attribute}_words", List(WORD)),
        *counts,
        (f"{words.attribute}_sentences", List(SENTENCE)),
        (f"{words.attribute}_sentences_total", Value("int32")),
    ]


def _meanings(words: WordList) -> dict[str, str]:
    """Return what the columns of a list and their fields mean."""
    name = words.attribute
    counts = {f"{name}_{group}": "Number of words for this group." for group in words.groups}
    counts[next(iter(counts))] = "Number of words for this group; other groups alike: age_young, …."
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
        f"{attribute}_words": _lists(matches.row, fields, WORD, length),
        **{f"{attribute}_{name}": pa.array(counts[:, number].astype(np.int32)) for number, name in enumerate(groups)},
        f"{attribute}_sentences": _lists(matches.sentence_row, sentences, SENTENCE, length),
    }


def _lists(rows: Integers, fields: list[pa.Array], kinds: dict[str, Value], length: int) -> pa.Array:
    """Return one list of structs for each row."""
    offsets = np.zeros(length + 1, np.int32)
    np.cumsum(np.bincount(rows, minlength=length), out=offsets[1:])
    schema = Features(kinds).arrow_schema
    return pa.ListArray.from_arrays(pa.array(offsets), pa.StructArray.from_arrays(fields, fields=list(schema)))
