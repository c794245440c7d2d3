"""First names of the other gender, for persons whose names are swapped with their pronouns."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from functools import lru_cache
from typing import NamedTuple

from hf_genderfair.core.resources import resource
from hf_genderfair.languages.evidence import first_name_gender
from hf_genderfair.lexicons.loader import load_lexicon


class _Pairs(NamedTuple):
    """Names by their paired names in lower case, and the names of each gender in order."""

    counterparts: Mapping[str, str]
    female: tuple[str, ...]
    male: tuple[str, ...]


def name_counterpart(name: str, lang: str, seed: int, key: str) -> str | None:
    """Return a first name of the other gender."""
    # A listed name has one counterpart, which leads back to it. Another name that is given almost only to one gender
    # gets one of the listed names, the same for the same seed and key.
    pairs = resource(("counterfactual", "name pairs"), _read).get(lang)
    if pairs is None:
        return None
    found = pairs.counterparts.get(name.casefold()) or _other_name(name, lang, pairs, seed, key)
    return found.upper() if found and name.isupper() and len(name) > 1 else found


def _other_name(name: str, lang: str, pairs: _Pairs, seed: int, key: str) -> str | None:
    evidence = first_name_gender(name, lang)
    if evidence is None or evidence.gender not in ("female", "male"):
        return None
    names = pairs.male if evidence.gender == "female" else pairs.female
    digest = _digest(seed, key).copy()
    digest.update(f"\t{name.casefold()}".encode())
    return names[int.from_bytes(digest.digest()[:8], "big") % len(names)]


@lru_cache(maxsize=4)
def _digest(seed: int, key: str) -> hashlib._Hash:
    """Return the digest of what a choice holds for: the key may be a long text with many names."""
    return hashlib.sha256(f"{seed}\t{key}".encode())


def _read() -> dict[str, _Pairs]:
    rows: dict[str, list[tuple[str, str]]] = {}
    for lang, female, male in load_lexicon("first_name_pairs").rows:
        rows.setdefault(lang, []).append((female, male))
    return {
        lang: _Pairs(
            {name.casefold(): other for pair in pairs for name, other in (pair, pair[::-1])},
            tuple(female for female, _ in pairs),
            tuple(male for _, male in pairs),
        )
        for lang, pairs in rows.items()
    }
