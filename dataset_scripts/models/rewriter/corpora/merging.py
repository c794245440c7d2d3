"""Put the words of a round-trip translation into the sentence that was translated (Amrhein 2023, appendix C)."""

from __future__ import annotations

import difflib
import re
from collections.abc import Iterator
from typing import NamedTuple

CUTOFF = 0.6
"""Least similarity of a word of the round trip to the word it replaces."""

SUFFIXES = frozenset("in innen".split())
STARRED = re.compile(r"[^\W\d_]+(?:[*-][^\W\d_]+)*\*[^\W\d_]+(?:-[^\W\d_]+)*")
"""A word with a star, without the punctuation beside it; hyphens and further stars belong to it."""

WORD = re.compile(r"[^\W\d_]+(?:[-*:_/][^\W\d_]+)*")
"""A word of the round trip; one that came back gender-fair, with any sign, is one word."""

INNER_SUFFIX = re.compile(r"\*in(?:nen)?")


class Merged(NamedTuple):
    """A pseudo source.

    Attributes:
        source: The target with words of the round trip, or the whole round trip.
        merged: Whether every gender-fair word found its counterpart; if not, the source is the whole round trip.
    """

    source: str
    merged: bool


def merge(target: str, round_trip: str) -> Merged:
    """Make a pseudo source of a gender-fair sentence and its round-trip translation."""
    # Each word with a star is replaced by its counterpart in the round trip, where there is one: the part before the
    # star; or the part after it, if that is a word of its own; or the word that is most like it. What is around the
    # words stays as it is, so that the pair differs in nothing else. Unlike the published code, which replaces white
    # space to white space and every occurrence of a word at once, words here are without their punctuation, each
    # occurrence is decided by itself, and one that is used up is not taken again while another of its kind is left.
    words = [match[0] for match in WORD.finditer(round_trip)]
    left = list(words)
    pieces: list[str] = []
    position = 0
    for match in STARRED.finditer(target):
        word = _counterpart(match[0], left, words)
        if word is None:
            return Merged(round_trip, False)
        pieces += [target[position : match.start()], _cased(word, match[0])]
        position = match.end()
    return Merged("".join([*pieces, target[position:]]), True)


def _counterpart(starred: str, left: list[str], words: list[str]) -> str | None:
    """Return the word of the round trip for a word with a star, among the remaining ones; None without one."""
    for pool in (left, words):
        for form in _exact(starred):
            found = next((word for word in pool if word.lower() == form.lower()), None)
            if found is not None:
                return _use(found, left)
    plain = INNER_SUFFIX.sub("", starred)
    for pool in (left, words):
        close = difflib.get_close_matches(plain, pool, 1, CUTOFF)
        if close:
            return _use(close[0], left)
    return None


def _use(word: str, left: list[str]) -> str:
    if word in left:
        left.remove(word)
    return word


def _exact(starred: str) -> Iterator[str]:
    """Yield the forms that the round trip may hold unchanged, the likeliest first."""
    before, _, after = starred.partition("*")
    yield before
    if len(after) > 1 and after.lower() not in SUFFIXES:
        yield after


def _cased(word: str, starred: str) -> str:
    """Return a word with the initial case of the word it replaces, since the round trip may begin with another word."""
    if starred[0].isupper():
        return word[0].upper() + word[1:]
    return word[0].lower() + word[1:] if word[1:].islower() or len(word) == 1 else word
