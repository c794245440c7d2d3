"""The sentences that may be swapped: where they stand, which words of groups they hold, how they are named."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from hf_genderfair.languages.composition import Written, written

ListedWord = tuple[int, int, str, str]
"""Start, end, group and entry of a group word."""


class CandidateSentence(NamedTuple):
    """A sentence with words of a group.

    Attributes:
        row: Number of its text in the batch.
        part: The sentence as pipelines read it.
        words: Its group words; offsets in `part`.
        removed: Whether it is to be removed as a stereotype.

    Example:
        >>> CandidateSentence(0, written("It rained. She left.", 11), (), False).part.text
        'She left.'
    """

    row: int
    part: Written
    words: tuple[ListedWord, ...]
    removed: bool


def candidate_sentences(
    row: int,
    text: str,
    spans: Iterable[tuple[int, int]],
    words: Sequence[ListedWord],
    removed: frozenset[tuple[int, int]],
) -> Iterator[CandidateSentence]:
    """Yield the sentences of a text as pipelines read them.

    Args:
        row: Number of the text.
        text: The text.
        spans: Start and end of its sentences.
        words: Its group words.
        removed: Sentences that are to be removed.
    """
    for start, end in spans:
        part = written(text, start, end)
        inside = [
            (part.within(a), part.within(b), group, word) for a, b, group, word in words if start <= a and b <= end
        ]
        gone = any(start < last and first < end for first, last in removed)
        yield CandidateSentence(row, part, tuple(inside), gone)


def listed_words(cell: Iterable[Mapping[str, Any]] | None) -> list[ListedWord]:
    """Return the group words of a cell of a column such as ``gender_words``."""
    return [(word["start"], word["end"], word["group"], word["word"]) for word in cell or ()]


def draw(seed: int, key: str, start: int) -> float:
    """Return the number by which plans choose a sentence: the same in every run, batch and shard.

    Args:
        seed: Another seed gives another choice.
        key: What names the row: its id, or its text.
        start: Offset at which the sentence begins.

    Returns:
        A number from 0 to 1, 1 excluded.

    Example:
        >>> draw(0, "row 1", 0) == draw(0, "row 1", 0) != draw(1, "row 1", 0)
        True
    """
    digest = hashlib.sha256(f"{seed}\t{start}\t{key}".encode(errors="surrogatepass")).digest()
    # 53 bits are what a float holds exactly
    return (int.from_bytes(digest[:8], "big") >> 11) / (1 << 53)


def pair_name(key: str, start: int) -> str:
    """Return the name that a sentence and its twin share.

    Args:
        key: What names the row: its id, or its text.
        start: Offset at which the sentence begins.

    Example:
        >>> len(pair_name("row 1", 0))
        16
    """
    return hashlib.sha256(f"{start}\t{key}".encode(errors="surrogatepass")).hexdigest()[:16]
