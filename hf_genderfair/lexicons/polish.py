"""Rules of Polish spelling and inflection that the lexicons are built by and expanded by."""

from __future__ import annotations

from hf_genderfair.lexicons.loader import load_lexicon

UNACCENTED = str.maketrans("ąćęłńóśźż", "acelnoszz")
"""Small Polish letters to what people type for them on a keyboard without them."""


def regular_feminine(masculine: str) -> str:
    """Return the feminine nominative that an adjective has by rule.

    Args:
        masculine: Nominative singular.

    Returns:
        The feminine; the lexicon holds those that differ from it.

    Example:
        >>> regular_feminine("zmęczony"), regular_feminine("drogi"), regular_feminine("tani")
        ('zmęczona', 'droga', 'tania')
    """
    if masculine.endswith(("ki", "gi", "y")):
        return masculine[:-1] + "a"
    return masculine + "a"


def personal_plural(masculine: str) -> str:
    """Return the masculine personal plural that an adjective has by rule.

    Args:
        masculine: Nominative singular.

    Returns:
        The plural; the lexicon holds those that differ from it.

    Example:
        >>> personal_plural("głodny"), personal_plural("zły"), personal_plural("wysoki"), personal_plural("ostatni")
        ('głodni', 'źli', 'wysocy', 'ostatni')
    """
    for ending, plural in load_lexicon("pl_plural_endings").rows:
        if masculine.endswith(ending):
            return masculine.removesuffix(ending) + plural
    return masculine
