"""Sentences with labelled references to persons, in one form; their texts are read from a folder of data.

Two sources: the published ground truth of Derner et al. 2025 (Spanish and Valencian), and ``dev_de.tsv`` and
``dev_pl.tsv``, which hold ids of treebank sentences and labels by the maintainers.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import groupby
from pathlib import Path
from typing import NamedTuple

from benchmarks.texts import conllu, table_rows
from hf_genderfair.core.errors import SourceError
from hf_genderfair.languages.types import MarkedGender
from hf_genderfair.representation.references.generated import locate

GENDERS: dict[str, MarkedGender] = {"M": "masculine", "F": "feminine", "N": "neuter", "-": "none"}
GRB_BLOCK = re.compile(r'"(?P<text>.*)"\s+"(?P<items>[^"]*)"', re.DOTALL)
GRB_ITEM = re.compile(r"(?P<word>.*\S)\s*-\s*(?P<person>[PN])\s*,\s*(?P<gender>[MF])")
DEV_COLUMNS = ["treebank", "sent_id", "token_id", "person", "gender", "epicene", "generic"]


class GoldItem(NamedTuple):
    """A labelled noun or pronoun; no place where the text does not hold it, None for what nobody labelled."""

    word: str
    start: int | None
    end: int | None
    person: bool
    gender: MarkedGender
    epicene: bool | None
    generic: bool | None


class GoldSentence(NamedTuple):
    """A sentence with all its labelled words, in their order."""

    id: str
    text: str
    items: list[GoldItem]


def read_grb(path: Path) -> list[GoldSentence]:
    """Read a published ground truth: blocks of two quoted strings, divided by empty lines."""
    if not path.is_file():
        raise SourceError(f"{path} is not there: download the ground truth of Derner et al. 2025 and give its folder")
    blocks = re.split(r"\n\s*\n", path.read_text(encoding="utf-8-sig").strip())
    return [_grb_sentence(f"{path.stem}-{number}", block) for number, block in enumerate(blocks, 1)]


def _grb_sentence(id: str, block: str) -> GoldSentence:
    match = GRB_BLOCK.fullmatch(block.strip())
    if not match:
        raise SourceError(f'{id} is not of the form "sentence" "items": mend the file')
    parsed = []
    for line in match["items"].splitlines():
        item = GRB_ITEM.fullmatch(line.strip())
        if not item:
            raise SourceError(f"{id} has an item {line!r}, not one such as 'word - P, M': mend the file")
        parsed.append(item)
    places = locate(match["text"], [item["word"] for item in parsed], (0, len(match["text"])))
    items = []
    for item, (start, end) in zip(parsed, (place or (None, None) for place in places), strict=True):
        items.append(GoldItem(item["word"], start, end, item["person"] == "P", GENDERS[item["gender"]], None, None))
    return GoldSentence(id, match["text"], items)


def read_dev(path: Path, treebanks: Path) -> list[GoldSentence]:
    """Read labels by the maintainers together with the treebank sentences that they belong to."""
    rows = table_rows(path)
    if wrong := next((row for row in rows if len(row) != len(DEV_COLUMNS)), None):
        raise SourceError(f"{path.name} has a line {wrong!r}, which needs the columns {' '.join(DEV_COLUMNS)}")
    texts = {
        (name, id): (text, places)
        for name in sorted({row[0] for row in rows})
        for id, text, places in conllu_sentences(treebanks, name)
    }
    sentences = []
    for (name, id), group in groupby(rows, key=lambda row: (row[0], row[1])):
        if (name, id) not in texts:
            raise SourceError(f"{name} has no sentence {id}: use the version that {path.name} names")
        text, places = texts[name, id]
        items = [_dev_item(row, text, places) for row in group if row[2] != "0"]
        sentences.append(GoldSentence(id, text, items))
    return sentences


def _dev_item(row: Sequence[str], text: str, places: dict[str, tuple[int, int]]) -> GoldItem:
    _, id, token, person, gender, epicene, generic = row
    first, _, last = token.partition(":")
    if not {first, last or first} <= places.keys() or person not in ("P", "N") or gender not in GENDERS:
        raise SourceError(f"sentence {id} has no word {token}, or its labels {person} {gender} are unknown")
    start, end = places[first][0], places[last or first][1]
    return GoldItem(text[start:end], start, end, person == "P", GENDERS[gender], epicene == "1", generic == "1")


def conllu_sentences(treebanks: Path, name: str) -> Iterator[tuple[str, str, dict[str, tuple[int, int]]]]:
    """Yield id, text and the place of each syntactic word of the sentences of a file, plain or compressed."""
    paths = [treebanks / f"{name}.conllu", treebanks / f"{name}.conllu.xz"]
    path = next((path for path in paths if path.is_file()), None)
    if path is None:
        raise SourceError(f"{paths[1]} is not there: download Universal Dependencies and give its folder")
    yield from ((id, text, word_places(text, rows)) for id, text, rows in conllu(path))


def word_places(text: str, rows: Sequence[Sequence[str]]) -> dict[str, tuple[int, int]]:
    """Return the place of each syntactic word by its id; that of a part of a contraction is its letters, or all."""
    places: dict[str, tuple[int, int]] = {}
    start = end = last = 0
    for number, form, *_ in rows:
        if "." in number:
            continue
        first, _, until = number.partition("-")
        if until or int(first) > last:
            start = text.index(form, end)
            end = start + len(form)
        if until:
            last = int(until)
        elif int(first) > last:
            places[number] = (start, end)
        else:
            inside = text.find(form, start, end)
            places[number] = (start, end) if inside < 0 else (inside, inside + len(form))
    return places
