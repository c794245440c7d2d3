"""Real texts of each language as one source: news, forums, parliaments, novels and the web, equally many of each."""

from __future__ import annotations

import json
import random
from collections.abc import Iterator
from datetime import datetime
from pathlib import Path
from typing import Any, NamedTuple

import pyarrow as pa
import pyarrow.parquet as pq

from benchmarks.measure import grouped
from benchmarks.texts import labelled, lines, table_rows
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
    files = {}
    for language, parts in grouped((source.language, source) for source in sources()).items():
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
    for line in lines(path, ""):
        if source.layout == "jsonl":
            row = json.loads(line)
            yield row[source.text] or "", datetime.strptime(row[source.date][:10], "%Y-%m-%d") if source.date else None
        else:
            yield line.partition(". ")[2] if source.layout == "numbered" else line, None
