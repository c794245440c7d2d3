"""What the figures of a report do not say, in words for its readers."""

from __future__ import annotations

from hf_genderfair.lexicons.loader import load_lexicon


def limits_of(*parts: str) -> list[str]:
    """Return the limits of the parts that a report has, in the order of the parts."""
    known: dict[str, list[str]] = {}
    for part, limit in load_lexicon("limits").rows:
        known.setdefault(part, []).append(limit)
    return [limit for part in parts for limit in known[part]]
