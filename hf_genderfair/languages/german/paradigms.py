"""Paradigms of German articles, adjectives and pronouns, from the lexicon ``paradigms_de``."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache

from hf_genderfair.languages.types import CASES, Case
from hf_genderfair.lexicons.loader import load_lexicon


@lru_cache(maxsize=20)
def paradigm(name: str) -> Mapping[str, tuple[str, ...]]:
    """Return the forms of a paradigm."""
    return {gender: tuple(forms) for other, gender, *forms in load_lexicon("paradigms_de").rows if other == name}


def gender_pair(name: str, case: Case) -> tuple[str, str]:
    """Return the masculine and the feminine form of a paradigm in a case."""
    forms, index = paradigm(name), CASES.index(case)
    return forms["masculine"][index], forms["feminine"][index]
