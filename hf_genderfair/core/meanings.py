"""What the columns mean that the package adds: the table beside this module."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from importlib.resources import files


def column_meanings(added_by: str) -> dict[str, str]:
    """Return what the columns mean that a transform or a function adds, and the fields nested in them."""
    return dict(_table().get(added_by, {}))


@cache
def _table() -> Mapping[str, Mapping[str, str]]:
    text = files("hf_genderfair.core").joinpath("column_meanings.tsv").read_text("utf-8")
    found: dict[str, dict[str, str]] = {}
    for line in text.splitlines():
        if not line.startswith("# "):
            added_by, column, meaning = line.split("\t")
            found.setdefault(added_by, {})[column] = meaning
    return found
