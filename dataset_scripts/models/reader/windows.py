"""The windows of text that the reader learns from, and further ones to try it on while it learns.

    python -m dataset_scripts.models.reader.windows FOLDER de > windows.txt     print those of others with numbers

Most are invented by the maintainers and stand in ``invented/``. Others are drawn as those that the reader is measured
on, and apart from them; of sets whose licence does not allow to learn from them they serve to develop on. Labels stand
in ``labels/`` without text; what they mean is in ``benchmarks/persons/README.md``.
"""

from __future__ import annotations

import gzip
import re
import sys
from collections.abc import Iterable, Iterator
from json import JSONDecoder
from pathlib import Path
from random import Random

from benchmarks.persons.labels import (
    FEWEST_WORDS,
    MOST_WORDS,
    SENTENCES_A_WINDOW,
    WORD,
    Source,
    Window,
    documents,
    numbered,
    sentences,
    sources,
    windows,
)
from dataset_scripts.models.pipelines.corpora import GERMEVAL
from dataset_scripts.models.pipelines.treebanks import read_germeval

SEED = 77
SENTENCES_A_KIND = 420
RAW_A_KIND = 1500
ROUNDS = 3
"""How often a window is taken from each document, where there are few."""

NOT_LEARNED_FROM = (
    "text/gnad10k",
    "text/germaparl",
    "text/one_million_posts",
    "text/parlamint_es",
    "treebanks/UD_English-GUM",
)
"""Folders of sets whose licence is not commercial, or not stated."""

INVENTED = Path(__file__).parent / "invented"
JUDGED = Path(__file__).parent / "judged"

GERMAN = Source("de", "encyclopaedia", "treebanks/UD_German-GSD/*test*.conllu.xz", "conllu", "sent_id", "")
"""What is read in place of the whole treebank that German windows to measure on come from."""

FURTHER = (
    Source("en", "advert", "grb/corpora-en-es/CCAligned.en-es.sample.0*.en.txt", "lines", "", ""),
    Source("en", "forum", "treebanks/UD_English-EWT/*train*.conllu.xz", "conllu", "newdoc", "weblog"),
    Source("es", "parliament", "grb/corpora-en-es/Europarl-v7.en-es.sample.0*.es.txt", "lines", "", ""),
)
"""Sets of which words are judged, besides those that windows are drawn from."""

OBJECT = re.compile(r"\S")


def invented_windows(lang: str) -> list[Window]:
    """Return the windows of a language that the maintainers have written."""
    path = INVENTED / f"{lang}.tsv"
    lines = path.read_text(encoding="utf-8").splitlines() if path.is_file() else []
    return [Window(lang, *line.split("\t", 1)) for line in lines]


def drawn_windows(data: Path, lang: str, learned_from: bool) -> list[Window]:
    """Return windows of others, none of which has a sentence of those that the reader is measured on.

    Args:
        data: Folder of the public sets.
        lang: Language.
        learned_from: Whether those that may be learned from, or the others.

    Returns:
        Windows, always the same for the same sets.
    """
    held = {each for window in windows(data, lang) for each in sentences(window.text)}
    found = [
        Window(lang, source.kind, text)
        for source in map(_other_part, sources(lang))
        if source.files.startswith(NOT_LEARNED_FROM) != learned_from
        for text in _drawn(data, source)
        if not held & set(sentences(text))
    ]
    Random(SEED).shuffle(found)
    return found


def raw_windows(data: Path, lang: str, most: int = RAW_A_KIND) -> list[Window]:
    """Return windows of sets that may be learned from, without a sentence of those that the reader is measured on.

    Args:
        data: Folder of the public sets.
        lang: Language.
        most: Windows of a set at most.

    Returns:
        Windows, always the same for the same sets.
    """
    own = [source for source in sources(lang) if not source.files.startswith(NOT_LEARNED_FROM)]
    further = [source for source in FURTHER if source.lang == lang]
    found = [
        each
        for source in (*map(_other_part, own), *further)
        for each in _raw(data, lang, source.kind, documents(data, source), most)
    ]
    if lang == "de":
        found += [Window(lang, "news", " ".join(each.text.split())) for each in read_germeval(data / GERMEVAL)]
        found += _raw(data, lang, "news", _smartdata(data), most)
    return list({each.name: each for each in found}.values())


def judged_windows(data: Path, lang: str) -> list[Window]:
    """Return those of the windows above in which doubtful words are judged."""
    names = {line.split("\t")[0] for line in _judged(lang)}
    return [each for each in raw_windows(data, lang) if each.name in names]


def _raw(data: Path, lang: str, kind: str, texts: Iterable[str], most: int) -> list[Window]:
    """Return windows of some sentences of texts, none of which stands in one to measure on."""
    held = {each for window in windows(data, lang) for each in sentences(window.text)}
    found = []
    for document in map(sentences, texts):
        for start in range(0, len(document), SENTENCES_A_WINDOW):
            part = document[start : start + SENTENCES_A_WINDOW]
            text = " ".join(part)
            if not held & set(part) and FEWEST_WORDS <= len(WORD.findall(text)) <= MOST_WORDS:
                found.append(Window(lang, kind, text))
    Random(SEED).shuffle(found)
    return found[:most]


def _smartdata(data: Path) -> Iterator[str]:
    """Yield German news and posts: documents of JSON, one behind the other."""
    for path in sorted(data.glob("ner/smartdata/*.json.gz")):
        text = gzip.decompress(path.read_bytes()).decode()
        place = 0
        while start := OBJECT.search(text, place):
            document, place = JSONDecoder().raw_decode(text, start.start())
            yield document["text"]["string"]


def judged_words(lang: str) -> dict[str, tuple[dict[tuple[int, int], str], set[tuple[int, int]]]]:
    """Return of each judged window which places are persons, of which kind, and of which nothing is known."""
    return {
        name: (dict(map(_place_and_kind, known.split())), set(map(_place, unknown.split())))
        for name, known, unknown in (line.split("\t") for line in _judged(lang))
    }


def _judged(lang: str) -> list[str]:
    path = JUDGED / f"{lang}.tsv"
    return path.read_text(encoding="utf-8").splitlines() if path.is_file() else []


def _place_and_kind(cell: str) -> tuple[tuple[int, int], str]:
    place, _, kind = cell.partition("=")
    return _place(place), kind


def _place(cell: str) -> tuple[int, int]:
    start, end = cell.split("-")
    return int(start), int(end)


def _other_part(source: Source) -> Source:
    """Return a part of a treebank that no window to measure on comes from."""
    return GERMAN if "UD_German-PUD" in source.files else source._replace(files=source.files.replace("*dev*", "*test*"))


def _drawn(data: Path, source: Source) -> Iterator[str]:
    random = Random(f"{SEED} {source.lang} {source.kind}")
    read = [found for found in map(sentences, documents(data, source)) if found]
    random.shuffle(read)
    chosen: dict[str, int] = {}
    for document in read * ROUNDS:
        if sum(chosen.values()) >= SENTENCES_A_KIND:
            break
        length = min(SENTENCES_A_WINDOW, len(document))
        start = random.randrange(len(document) - length + 1)
        text = " ".join(document[start : start + length])
        if FEWEST_WORDS <= len(WORD.findall(text)) <= MOST_WORDS:
            chosen.setdefault(text, length)
    yield from chosen


if __name__ == "__main__":
    for learned_from in (True, False):
        print(*map(numbered, drawn_windows(Path(sys.argv[1]), sys.argv[2], learned_from)), sep="\n")
