"""The changes that a swap proposes, in one form for every language and attribute."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, NamedTuple

from hf_genderfair.core.settings import check_settings
from hf_genderfair.core.spans import Refusal

Names = Literal["keep", "swap", "refuse"]

RULES: tuple[str, ...] = (
    "pronoun",
    "possessive",
    "reflexive",
    "relative",
    "noun",
    "title",
    "determiner",
    "adjective",
    "participle",
    "contraction",
    "article",
    "name",
    "group word",
    "companion word",
)
"""Values of `Change.rule`: what kind of word is changed."""


class Change(NamedTuple):
    """A word of a person and what replaces it, with its coreference chain.

    Attributes:
        start: Offset of its first character in the text, in code points.
        end: Offset after its last character.
        replacement: What stands there afterwards, in the case (capitals) of the original.
        rule: One of `RULES`.
        chain: Number of its coreference chain; words of one chain are changed together or not at all.
    """

    start: int
    end: int
    replacement: str
    rule: str
    chain: int


class Swapping(NamedTuple):
    """The changes proposed for one text.

    Attributes:
        changes: Changes in order, without overlap; whole chains only.
        refusals: Words of the group to be swapped that stay, with the reason.
    """

    changes: list[Change]
    refusals: list[Refusal]


@dataclass(frozen=True)
class SwapOptions:
    """How persons with names are treated.

    Attributes:
        names: Leave sentences that name somebody (``refuse``), ``swap`` first names too, or ``keep`` only the names.
            More exactly, ``refuse`` leaves sentences that name a person, a place or an organisation whose words would
            change, and those that may go on about one, as they are, so that nothing false is said of anybody; ``swap``
            takes another first name from the list of name pairs; ``keep`` changes all words but the names.
        seed: Another seed gives other names and words where several fit.

    Example:
        >>> SwapOptions().names
        'refuse'
    """

    names: Names = "refuse"
    seed: int = 0

    def __post_init__(self) -> None:
        """Check the values."""
        check_settings(self)
