"""Kinds of words, sentences and forms in plain words: data keep short names such as ``non_gendered``."""

from __future__ import annotations

from collections.abc import Iterable

from hf_genderfair.core.resources import resource
from hf_genderfair.lexicons.loader import load_lexicon

LEXICON = "kinds_in_words"


def kind_in_words(kind: str) -> str:
    """Return what reports write for a kind that stands in data.

    Args:
        kind: Its short name.

    Returns:
        The words of the lexicon ``kinds_in_words``; a kind that it lacks with spaces in place of underscores.

    Example:
        >>> kind_in_words("personal"), kind_in_words("my_own_kind")
        ('personal pronoun', 'my own kind')
    """
    return known_kinds().get(kind, kind.replace("_", " "))


def kinds_in_words(kinds: Iterable[str]) -> dict[str, str]:
    """Return kinds whose words are other than their names, to be the heads of a `Table`.

    Args:
        kinds: The kinds that the table holds.

    Example:
        >>> kinds_in_words(["noun", "internal_i", "internal_i"])
        {'internal_i': 'capital I'}
    """
    return {kind: kind_in_words(kind) for kind in dict.fromkeys(kinds) if kind_in_words(kind) != kind}


def known_kinds() -> dict[str, str]:
    """Return the words of all kinds that the package gives.

    Example:
        >>> known_kinds()["gap"]
        'underscore'
    """
    return resource(("kinds in words",), lambda: {row[0]: row[1] for row in load_lexicon(LEXICON).rows})
