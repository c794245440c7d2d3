"""Real texts of each language as one source: news, forums, parliaments, novels and the web, equally many of each."""

from __future__ import annotations

import json
import lzma
import random
from collections.abc import Iterator
from datetime import datetime
from pathlib import Path
from typing import Any, NamedTuple

import pyarrow as pa
import pyarrow.parquet as pq

from benchmarks.texts import labelled, table_rows
from hf_genderfair.core.errors import GenderfairError

TABLE = Path(__file__).with_name("sources.tsv")
LONGEST = 500
"""Characters after which a text is cut, so that many texts of many kinds can be read in the time there is."""

WHOLE = 50
"""One text of so many stays whole, up to `LONGEST_WHOLE` characters."""

LONGEST_WHOLE = 20_000
SCHEMA = pa.schema(
    {"id": pa.string(), "text": pa.string(), "date": pa.timestamp("s"), "section": pa.string(), "url": pa.string()}
)


class Source(NamedTuple):
    """A file of texts; see the head of the table."""

    language: str
    kind: str
    path: str
    layout: str
    text: str
    date: str


def sources() -> list[Source]:
    """Read the table of sources."""
    return [Source(*row) for row in table_rows(TABLE)]


def write_sources(data: Path, folder: Path, rows: int, seed: int = 0) -> dict[str, Path]:
    """Write a Parquet file of texts for each language."""
    by_language: dict[str, list[Source]] = {}
    for source in sources():
        by_language.setdefault(source.language, []).append(source)
    files = {}
    for language, parts in by_language.items():
        chosen = [row for part in parts for row in _chosen(data, part, -(-rows // len(parts)), seed)][:rows]
        if len(chosen) < rows:
            raise GenderfairError(f"there are {len(chosen)} texts in {language}, not {rows}")
        files[language] = folder / f"{language}.parquet"
        pq.write_table(pa.Table.from_pylist(chosen, SCHEMA), files[language])
    return files


def _chosen(data: Path, source: Source, number: int, seed: int) -> Iterator[dict[str, Any]]:
    """Yield some rows of a source, most of them cut."""
    found = [row for row in _rows(data / source.path, source) if row[0].strip()]
    chosen = random.Random(seed).sample(found, min(number, len(found)))
    for place, (text, date) in enumerate(chosen):
        longest = LONGEST if place % WHOLE else LONGEST_WHOLE
        cut = text if len(text) <= longest else text[:longest].rpartition(" ")[0]
        name = f"{source.language}-{source.kind}-{place}"
        url = f"http://{source.kind}.example/{place}"
        yield {"id": name, "text": cut, "date": date, "section": source.kind, "url": url}


def _rows(path: Path, source: Source) -> Iterator[tuple[str, datetime | None]]:
    """Yield the texts of a file with their dates."""
    if source.layout == "labelled":
        yield from ((text, None) for _, text in labelled(path))
        return
    with lzma.open(path, "rt", encoding="utf-8", newline="") as lines:
        for line in lines:
            if source.layout == "jsonl":
                row = json.loads(line)
                yield row[source.text] or "", _date(row[source.date]) if source.date else None
            elif source.layout == "numbered":
                yield line.partition(". ")[2].rstrip("\n"), None
            else:
                yield line.rstrip("\n"), None


def _date(written: str) -> datetime:
    year, month, day = map(int, written[:10].split("-"))
    return datetime(year, month, day)
