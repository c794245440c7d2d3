"""Words with hyphens, which the pipelines for German and English cut."""

from __future__ import annotations

from collections.abc import Sequence

from hf_genderfair.languages.analysis import Token


def word_end(tokens: Sequence[Token], index: int) -> int:
    """Return the index after a word whose parts are divided by hyphens: *US-Präsident* is three tokens."""
    end = index + 1
    while end + 1 < len(tokens) and tokens[end].text == "-":
        hyphen, after = tokens[end], tokens[end + 1]
        if hyphen.start != tokens[end - 1].end or after.start != hyphen.end or not after.text[0].isalnum():
            break
        end += 2
    return end
