"""Rules of Polish spelling and inflection that the lexicons are built by and expanded by."""

from __future__ import annotations

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


PERSONAL_PLURALS = (
    ("czny", "czni"), ("szny", "szni"), ("ony", "eni"),
    ("sty", "ści"), ("sły", "śli"), ("zły", "źli"), ("sny", "śni"), ("zny", "źni"), ("chy", "si"), ("szy", "si"),
    ("ry", "rzy"), ("ty", "ci"), ("dy", "dzi"), ("ły", "li"), ("ki", "cy"), ("gi", "dzy"), ("ży", "zi"),
    ("czy", "czy"), ("cy", "cy"), ("dzy", "dzy"), ("y", "i"),
)  # fmt: skip
"""Endings of masculine adjectives and those of their masculine personal plural, the longest first."""


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
    for ending, plural in PERSONAL_PLURALS:
        if masculine.endswith(ending):
            return masculine.removesuffix(ending) + plural
    return masculine
