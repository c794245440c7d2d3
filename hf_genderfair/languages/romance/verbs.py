"""Spanish verbs and adjectives whose object or subject is a person, a thing, or a clause."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache

from hf_genderfair.lexicons.word_class import WordClass, WordValues

OF_PERSONS = WordClass("verb_frames_es", "of_person")
"""Verbs whose object is mostly or often a person."""


PASSIVES_OF_THINGS = WordClass("verb_frames_es", "passive_of_thing")
"""Verbs whose passive subject is mostly a thing: without a written person their participles stay."""


STEMS = WordValues("verb_frames_es", "stems", str.split)
"""Irregular stems of verbs."""


PARTICIPLE = ("do", "cho", "to", "so")
"""Endings of participles."""

SHORTEST = 4


@lru_cache(maxsize=1)
def _verbs_by_stem() -> Mapping[str, str]:
    verbs = {verb[:-2]: verb for verb in sorted(OF_PERSONS.as_set | PASSIVES_OF_THINGS.as_set)}
    return verbs | {stem: verb for verb, stems in STEMS.as_dict.items() for stem in stems}


@lru_cache(maxsize=20_000)
def verb_of(word: str, lemma: str) -> str:
    """Return the verb of a form: the lemma where a list has it, else the listed verb with the longest fitting stem."""
    if lemma in OF_PERSONS or lemma in PASSIVES_OF_THINGS:
        return lemma
    for end in range(len(word) - 1, SHORTEST - 2, -1):
        found = _verbs_by_stem().get(word[:end])
        if found is not None and (end >= SHORTEST or found in lemma or word[:end] in ("hir", "sig", "rot")):
            return found
    return lemma


def enclitic(word: str) -> str:
    """Return the object pronoun that is written at the end of a verb, empty where there is none."""
    for ending in ("la", "las", "lo", "los"):
        if word.endswith(ending):
            stem = word[: -len(ending)]
            for other in ("se", "me", "te", "nos"):
                stem = stem.removesuffix(other) if stem.endswith(("r" + other, "o" + other)) else stem
            if len(stem) > 2 and stem.endswith(("ar", "er", "ir", "ár", "ér", "ír", "ándo", "éndo")):
                return ending
    return ""
