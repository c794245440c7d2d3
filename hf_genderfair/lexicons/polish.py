"""Rules of Polish spelling and inflection that the lexicons are built by and expanded by."""

from __future__ import annotations

from hf_genderfair.lexicons.loader import load_lexicon

UNACCENTED = str.maketrans("ąćęłńóśźż", "acelnoszz")
"""Small Polish letters to what people type for them on a keyboard without them."""


def regular_feminine(masculine: str) -> str:
    """Return the feminine nominative that an adjective has by rule."""
    if masculine.endswith(("ki", "gi", "y")):
        return masculine[:-1] + "a"
    return masculine + "a"


def personal_plural(masculine: str) -> str:
    """Return the masculine personal plural that an adjective has by rule."""
    for ending, plural in load_lexicon("pl_plural_endings").rows:
        if masculine.endswith(ending):
            return masculine.removesuffix(ending) + plural
    return masculine
