"""Kinds of words, sentences and forms in plain words: data keep short names such as ``non_gendered``."""

from __future__ import annotations

from collections.abc import Iterable

from hf_genderfair.core.resources import resource
from hf_genderfair.lexicons.loader import load_lexicon

LEXICON = "kinds_in_words"


def kind_in_words(kind: str) -> str:
    """Return what reports write for a kind that stands in data."""
    return known_kinds().get(kind, kind.replace("_", " "))


def kinds_in_words(kinds: Iterable[str]) -> dict[str, str]:
    """Return kinds whose words are other than their names, to be the heads of a `Table`."""
    return {kind: kind_in_words(kind) for kind in dict.fromkeys(kinds) if kind_in_words(kind) != kind}


def known_kinds() -> dict[str, str]:
    """Return the words of all kinds that the package gives."""
    return resource(("kinds in words",), lambda: {row[0]: row[1] for row in load_lexicon(LEXICON).rows})
