"""The windows of text that are labelled: drawn by a seed from public sets, or invented for the kinds that no set has.

``python -m benchmarks.persons.windows FOLDER de`` prints them with numbered words, to be labelled. A window is up to
three sentences of one document, divided by marks and letters alone, and known by the hash of its text.
"""

from __future__ import annotations

import hashlib
import json
import lzma
import sys
from collections.abc import Iterable, Iterator
from itertools import groupby
from operator import itemgetter
from pathlib import Path
from random import Random
from typing import NamedTuple

import regex

from benchmarks.texts import labelled, table_rows

HERE = Path(__file__).parent
SENTENCES_A_KIND = 72
SENTENCES_A_WINDOW = 3
FEWEST_WORDS, MOST_WORDS = 12, 110
SENTENCE_END = regex.compile(r"(?<=[.!?…][\"»“”’)\]]{0,2})\s+(?=[\"„“»«¿¡(]?\p{Lu})")
WORD = regex.compile(r"[\p{L}\p{M}\p{N}]+(?:[-'’.][\p{L}\p{M}\p{N}]+)*|\S")


class Source(NamedTuple):
    """A part of a public set: language, kind of text, files, their form, how documents are told, which of them."""

    lang: str
    kind: str
    files: str
    form: str
    document: str
    keep: str


class Window(NamedTuple):
    """Some sentences to read, and the kind of text: news, forum, letter, advert, parliament, novel, encyclopaedia."""

    lang: str
    kind: str
    text: str

    @property
    def name(self) -> str:
        """Language, kind and the first characters of the hash of the text."""
        return f"{self.lang}-{self.kind}-{hashlib.sha256(self.text.encode()).hexdigest()[:10]}"

    @property
    def words(self) -> list[tuple[int, int]]:
        """Where each word begins and ends."""
        return [each.span() for each in WORD.finditer(self.text)]


def sources(lang: str) -> list[Source]:
    """Return the sources of a language."""
    return [each for each in map(Source._make, table_rows(HERE / "sources.tsv")) if each.lang == lang]


def windows(data: Path, lang: str) -> list[Window]:
    """Return the windows of a language that are drawn, always the same ones, and those that were invented."""
    drawn = [Window(lang, source.kind, text) for source in sources(lang) for text in _drawn(data, source)]
    path = HERE / "invented" / f"{lang}.tsv"
    return [*drawn, *(Window(lang, *row) for row in (table_rows(path) if path.is_file() else ()))]


def _drawn(data: Path, source: Source) -> list[str]:
    random = Random(f"2611 {source.lang} {source.kind}")
    every = [found for found in (sentences(each) for each in documents(data, source)) if found]
    random.shuffle(every)
    chosen: dict[str, int] = {}

    def choose(document: list[str], starts: int) -> None:
        length = min(SENTENCES_A_WINDOW, len(document))
        start = random.randrange(len(document) - length + starts)
        text = " ".join(document[start : start + length])
        if FEWEST_WORDS <= len(WORD.findall(text)) <= MOST_WORDS and sum(chosen.values()) < SENTENCES_A_KIND:
            chosen.setdefault(text, length)

    for document in every:
        choose(document, 1)
    # sets of few long every give a second window each, and so on
    while sum(chosen.values()) < SENTENCES_A_KIND:
        choose(random.choice([each for each in every if len(each) > SENTENCES_A_WINDOW]), 0)
    return list(chosen)


def sentences(text: str) -> list[str]:
    """Divide a text by marks, with spaces as one blank."""
    return [" ".join(each.split()) for each in SENTENCE_END.split(text) if each.strip()]


def documents(data: Path, source: Source) -> Iterator[str]:
    """Yield the texts of the documents of a source."""
    for path in sorted(data.glob(source.files)):
        form, _, field = source.form.partition(" ")
        if form == "csv":
            yield from (text for _, text in labelled(path))
            continue
        raw = path.read_bytes()
        text = (lzma.decompress(raw) if path.suffix == ".xz" else raw).decode()
        if form == "jsonl":
            yield from (json.loads(line)[field] for line in text.splitlines())
        elif form == "lines":
            yield from text.splitlines()
        else:
            yield from _of_treebank(text.splitlines(), source)


def _of_treebank(rows: Iterable[str], source: Source) -> Iterator[str]:
    mark, named, document = f"# {source.document}" + " id" * (source.document == "newdoc") + " = ", [], ""
    for line in rows:
        if line.startswith(mark):
            document = line.removeprefix(mark)
        elif line.startswith("# text = ") and regex.match(source.keep, document):
            named.append((document, line.removeprefix("# text = ")))
    for _, found in groupby(named, key=itemgetter(0)):
        yield " ".join(text for _, text in found)


def numbered(window: Window) -> str:
    """Return the name of a window and its words with their numbers, to be labelled."""
    words = " ".join(f"{place}:{window.text[start:end]}" for place, (start, end) in enumerate(window.words))
    return f"# {window.name}\n{words}\n"


if __name__ == "__main__":
    print("\n".join(numbered(each) for each in windows(Path(sys.argv[1]), sys.argv[2])))
