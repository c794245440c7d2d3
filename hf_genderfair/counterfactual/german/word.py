"""A word of a German person that changes."""

from __future__ import annotations

from typing import NamedTuple


class Word(NamedTuple):
    """A word and what stands there afterwards.

    Attributes:
        start: Offset of its first character.
        end: Offset after its last one.
        target: What stands there afterwards.
        rule: One of the rules of `Change`.
    """

    start: int
    end: int
    target: str
    rule: str
