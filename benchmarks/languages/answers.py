"""What a capability says of a word."""

from __future__ import annotations

from typing import NamedTuple


class Answer(NamedTuple):
    """What one capability says of a word; None where it says nothing."""

    person: bool | None = None
    number: str | None = None
    gender: str | None = None
    generic: bool | None = None


Answers = dict[int, Answer]
"""By the offset after a word's last character."""
