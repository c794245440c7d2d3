"""The proposal for a text: edits, and words left alone with the reason."""

from __future__ import annotations

from typing import NamedTuple

from hf_genderfair.core.spans import Edit, Refusal


class Rewriting(NamedTuple):
    """The edits and refusals for one text.

    Attributes:
        edits: Edits in order, without overlap.
        refusals: Words left alone, in order.
    """

    edits: list[Edit]
    refusals: list[Refusal]
