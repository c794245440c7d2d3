"""Names of columns as files hold them: which cannot be read, and how messages list them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from hf_genderfair.core.errors import SourceError

SHOWN = 12
LONGEST_NAME = 60


def check_names(names: Sequence[str], source: str) -> None:
    """Refuse names of columns that Arrow cannot tell apart."""
    seen: set[str] = set()
    for name in names:
        if name in seen:
            raise SourceError(f"{source} has two columns of the same name, {named([name])}: rename one")
        if "\0" in name:
            raise SourceError(f"{source} has a column with the character NUL in its name, {named([name])}: rename it")
        seen.add(name)


def named(names: Iterable[str]) -> str:
    """Return names of columns for a message: the first ones, long ones cut short."""
    listed = list(names)
    shown = [repr(name if len(name) <= LONGEST_NAME else f"{name[:LONGEST_NAME]}…") for name in listed[:SHOWN]]
    return ", ".join([*shown, f"and {len(listed) - SHOWN:,} more"] if len(listed) > SHOWN else shown)
