"""Transforms of the sentences that name groups, which may ask a language model: the sentences, and what it costs."""

from __future__ import annotations

from abc import abstractmethod
from bisect import bisect_left
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from operator import attrgetter
from typing import Any, NamedTuple

import pyarrow as pa

from hf_genderfair.core.text_view import TextView, text_view
from hf_genderfair.core.transform import Column
from hf_genderfair.generation.generator import Cost
from hf_genderfair.languages.text_transform import TextTransform


class GroupWord(NamedTuple):
    """A word by which a text names a group, as a column such as ``gender_words`` holds it.

    Attributes:
        start: Offset of its first character, in code points.
        end: Offset after its last character.
        attribute: Such as ``gender``.
        group: Such as ``female``.
        entry: The entry of the list of words; empty where the word comes from no list.

    Example:
        >>> GroupWord(4, 9, "gender", "female").group
        'female'
    """

    start: int
    end: int
    attribute: str
    group: str
    entry: str = ""


class CandidateSentence(NamedTuple):
    """A sentence that is examined.

    Attributes:
        row: Index of its text in the batch.
        part: The sentence as pipelines read it.
        words: Its group words; offsets in `part`.
        removed: Whether it may state a stereotype, and stays.

    Example:
        >>> CandidateSentence(0, text_view("It rained. She left.", 11), ()).part.text
        'She left.'
    """

    row: int
    part: TextView
    words: tuple[GroupWord, ...]
    removed: bool = False


def group_words(cell: Iterable[Mapping[str, Any]] | None, attribute: str) -> list[GroupWord]:
    """Return the group words of a cell of a column such as ``gender_words``, in order; none for a null."""
    words = (GroupWord(word["start"], word["end"], attribute, word["group"], word["word"]) for word in cell or ())
    return sorted(words, key=attrgetter("start"))


def candidate_sentence(row: int, text: str, span: tuple[int, int], words: Sequence[GroupWord]) -> CandidateSentence:
    """Return a sentence of a text as pipelines read it."""
    start, end = span
    part = text_view(text, start, end).straight
    begun = words[slice(*(bisect_left(words, offset, key=attrgetter("start")) for offset in span))]
    inside = (word for word in begun if word.end <= end)
    rebased = (word._replace(start=part.offset_within(word.start), end=part.offset_within(word.end)) for word in inside)
    return CandidateSentence(row, part, tuple(rebased))


@dataclass(frozen=True, kw_only=True)
class SentenceTransform(TextTransform):
    """A transform of single sentences that may ask a language model: a subclass says what it finds and what it costs.

    Each sentence is a document of its own; see `sentence_documents`.
    """

    @abstractmethod
    def annotate_sentences(
        self, texts: Sequence[str], columns: Mapping[str, pa.Array], rank: int | None
    ) -> tuple[dict[str, Column], Cost]:
        """Compute the added columns of one batch; see `TextTransform.annotate_texts`."""

    def annotate_texts(
        self, texts: Sequence[str], columns: Mapping[str, pa.Array], rank: int | None
    ) -> Mapping[str, Column]:
        """Annotate the sentences of a batch; see `TextTransform.annotate_texts`."""
        return self.annotate_sentences(texts, columns, rank)[0]

    def annotate_with_cost(
        self, columns: Mapping[str, pa.Array], rank: int | None = None
    ) -> tuple[dict[str, Column], Cost]:
        """Annotate a batch, and say what it cost."""
        texts = self.own_texts(columns)
        with self.kept(columns, texts):
            return self.annotate_sentences(texts, columns, rank)
