"""Build the table of surnames from lists of frequent names.

Only needed to renew the table::

    pip install faker==40.54.0
    python -m dataset_scripts.lexicons.build_surnames hf_genderfair/lexicons/surnames.tsv.xz
"""

from __future__ import annotations

import lzma
import re
import sys
from collections.abc import Iterable, Iterator
from importlib import import_module
from pathlib import Path
from pkgutil import iter_modules

METADATA = {
    "version": "1",
    "source": "lists of frequent surnames of 50 countries (Faker 40.54.0)",
    "licence": "MIT",
    "date": "2026-11-21",
    "columns": "name",
}

LATIN = re.compile(r"[A-Za-zÀ-ɏ][A-Za-zÀ-ɏ'’-]+")


def _listed_surnames() -> Iterator[str]:
    """Yield the surnames of all countries that Faker knows; of Polish, Czech and Icelandic ones each form."""
    people = import_module("faker.providers.person")
    for locale in sorted(module.name for module in iter_modules(people.__path__)):
        provider = import_module(f"faker.providers.person.{locale}").Provider
        for attribute in sorted(vars(provider)):
            if "last_name" in attribute and not callable(getattr(provider, attribute)):
                yield from (name for name in getattr(provider, attribute) if isinstance(name, str))


def surnames(listed: Iterable[str]) -> list[str]:
    """Return surnames in small letters, sorted, each once, without those in other scripts or of several words.

    Example:
        >>> surnames(["Weber", "de la Cruz", "Ivanov", "Иванов", "Weber"])
        ['ivanov', 'weber']
    """
    return sorted({name.casefold() for name in listed if LATIN.fullmatch(name)})


def main() -> None:
    """Write the table to the path in the first argument."""
    head = [f"# {key}: {value}" for key, value in METADATA.items()]
    lines = "\n".join([*head, *surnames(_listed_surnames())]) + "\n"
    Path(sys.argv[1]).write_bytes(lzma.compress(lines.encode("utf-8"), preset=9))


if __name__ == "__main__":
    main()
