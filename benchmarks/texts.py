"""Texts of the public data sets that several benchmarks read; FOLDER is the folder that holds them all."""

from __future__ import annotations

import csv
import json
import lzma
import re
import tarfile
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import Any

from dataset_scripts.models.pipelines.treebanks import open_text
from hf_genderfair.core.errors import SourceError

TEXTS = {
    "de": ("gnad10k/articles.csv.xz", "germaparl/speeches.jsonl.xz"),
    "en": ("small_heap/orig__cc-news_00020.txt.xz", "small_heap/orig__openwebtext_00000.txt.xz"),
    "es": ("parlamint_es/speeches.jsonl.xz",),
    "ca": ("parlament_catalunya/paragraphs.jsonl.xz",),
    "pl": ("../polish/sejm10/speeches.jsonl.xz",),
}
"""Running text of each language: news, web text, and speeches in parliaments."""


def lines(path: Path, newline: str | None = None) -> list[str]:
    """Return the lines of a compressed file, which end as `open` has it."""
    with lzma.open(path, "rt", encoding="utf-8", newline=newline) as file:
        return [line.rstrip("\n") for line in file]


def plain_lines(path: Path) -> list[str]:
    """Return the lines of a file that is not compressed."""
    return path.read_text(encoding="utf-8").splitlines()


def records(path: Path) -> Iterator[dict[str, Any]]:
    """Yield the objects of a compressed file of JSON lines."""
    return map(json.loads, lines(path))


def table_rows(path: Path) -> list[list[str]]:
    """Return the cells of a table of labels; lines that begin with # are comments."""
    return [row.split("\t") for row in plain_lines(path) if row and not row.startswith("#")]


def csv_rows(path: Path, **dialect: Any) -> list[dict[str, str]]:
    """Return the rows of a CSV file with a header, which may be compressed."""
    with (lzma.open if path.suffix == ".xz" else open)(path, "rt", encoding="utf-8-sig", newline="") as file:
        return list(csv.DictReader(file, **dialect))


def tsv_rows(path: Path) -> list[dict[str, str]]:
    """Return the rows of a table with a header, whose cells are divided by tabs alone."""
    return csv_rows(path, delimiter="\t", quoting=csv.QUOTE_NONE)


def archived(path: Path) -> Iterator[tuple[Path, bytes]]:
    """Yield the files of a compressed archive with their paths in it."""
    with tarfile.open(path) as archive:
        for member in archive:
            if (file := archive.extractfile(member)) is not None:
                yield Path(member.name), file.read()


def conllu(path: Path) -> Iterator[tuple[str, str, list[list[str]]]]:
    """Yield id, text and the columns of the words of each sentence of a treebank."""
    name = text = ""
    rows: list[list[str]] = []
    for line in (*open_text(path), "\n"):
        if line.startswith("# sent_id ="):
            name = line.split("=", 1)[1].strip()
        elif line.startswith("# text ="):
            text = line.split("=", 1)[1].strip()
        elif line.strip() and not line.startswith("#"):
            rows.append(line.rstrip("\n").split("\t"))
        elif not line.strip() and rows:
            yield name, text, rows
            rows = []


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


def labelled(path: Path) -> Iterator[tuple[str, str]]:
    """Yield label and text of a compressed file whose texts stand in single quotation marks where they need them."""
    csv.field_size_limit(10**9)
    with lzma.open(path, "rt", encoding="utf-8", newline="") as file:
        yield from ((row[0], row[1]) for row in csv.reader(file, delimiter=";", quotechar="'") if len(row) == 2)


def small_heap(data: Path, name: str) -> list[str]:
    """Return the lines of an excerpt of Small Heap, such as ``orig__cc-news_00020``."""
    return lines(data / "text" / "small_heap" / f"{name}.txt.xz")


def articles(data: Path) -> Iterator[tuple[str, str]]:
    """Yield section and text of the news of 10kGNAD."""
    return labelled(data / "text" / "gnad10k" / "articles.csv.xz")


def by_line(data: Path, file: str) -> dict[str, str]:
    """Return the texts of a collection by number of line; labels have offsets in them as they stand in the file."""
    path = data / "text" / file
    if file.endswith(".csv.xz"):
        return {str(row): line.split(";", 1)[1] for row, line in enumerate(lines(path))}
    return {str(row): record.get("text") or record.get("body") or "" for row, record in enumerate(records(path))}


def texts(data: Path, lang: str) -> Iterator[str]:
    """Yield running text of a language, each of at least 100 characters."""
    for name in TEXTS[lang]:
        with lzma.open(data / "text" / name, "rt", encoding="utf-8") as file:
            for line in file:
                if ".jsonl" in name:
                    text = json.loads(line)["text"]
                else:
                    text = line.partition(";")[2].strip("'\n") if ".csv" in name else line.strip()
                if len(text) >= 100:
                    yield text


def portions(source: Iterable[str], sizes: Sequence[int]) -> list[list[str]]:
    """Return disjoint lists of texts, each with at least so many words between white space; they may run out."""
    remaining = iter(source)
    taken = []
    for size in sizes:
        portion: list[str] = []
        words = 0
        while words < size and (text := next(remaining, None)) is not None:
            portion.append(text)
            words += text.count(" ") + 1
        taken.append(portion)
    return taken


def polish_sentences(data: Path) -> Iterator[str]:
    """Yield sentences of Polish reviews, whose lines begin with a label, speeches and novels."""
    for path in sorted((data / "polish/reviews_wykop").glob("*__train.txt.xz")):
        yield from (line.partition(" ")[2] for line in lines(path))
    for name in ("polish/sejm10/speeches", "text/eltec_pol/paragraphs"):
        for record in records(data / f"{name}.jsonl.xz"):
            yield from re.split(r"(?<=[.!?])\s+", record["text"].replace("\n", " "))
