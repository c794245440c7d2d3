"""Windows of text that are labelled, and their labels: read, checked, and how far two labellers agree.

``python -m benchmarks.persons.labels FOLDER de`` prints what is labelled, every fault, and the agreement with a second
look. A window is up to three sentences of one document, divided by marks and letters alone; it is drawn by a seed from
public sets, or invented for the kinds that no set has, and known by the hash of its text.
"""

from __future__ import annotations

import hashlib
import json
import lzma
import sys
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
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
KINDS = ("name", "role", "kin", "collective", "pronoun")
REFERENCES = ("somebody", "several", "anybody")
GENDERS = ("female", "male", "mixed", "neutral", "unknown")


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


class Mention(NamedTuple):
    """An expression that stands for persons, with numbers of words; what the fields mean stands in README.md."""

    words: frozenset[int]
    kind: str
    reference: str
    gender: str
    antecedent: frozenset[int]
    agreeing: frozenset[int]
    doubtful: bool


class Speech(NamedTuple):
    """Words that somebody says, and the words of the mention of who says them; empty where the window does not tell."""

    words: frozenset[int]
    speaker: frozenset[int]


class Labels(NamedTuple):
    """What is labelled in a window."""

    mentions: tuple[Mention, ...]
    speech: tuple[Speech, ...]


def read(path: Path) -> dict[str, Labels]:
    """Read a file of labels by the name of the window."""
    found: dict[str, Labels] = {}
    name = ""
    for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
        if line.startswith("# "):
            name = line.removeprefix("# ").strip()
            if name in found:
                raise ValueError(f"{path.name}:{number}: {name} is labelled twice")
            found[name] = Labels((), ())
        elif line.strip():
            try:
                mention, speech = _label(line)
            except (ValueError, IndexError) as error:
                raise ValueError(f"{path.name}:{number}: {line.strip()!r}: {error}") from error
            labels = found[name]
            found[name] = Labels(labels.mentions + mention, labels.speech + speech)
    return found


def _label(line: str) -> tuple[tuple[Mention, ...], tuple[Speech, ...]]:
    if line.startswith('"'):
        said, by = line[1:].split()[:2]
        if by[0] != "@":
            raise ValueError("the speaker is missing")
        return (), (Speech(_words(said), frozenset() if by == "@?" else _words(by[1:])),)
    words, kind, reference, gender, *rest = line.split()
    for value, allowed in ((kind, KINDS), (reference, REFERENCES), (gender, GENDERS)):
        if value not in allowed:
            raise ValueError(f"{value} is none of {', '.join(allowed)}")
    if unknown := [each for each in rest if each[0] not in "=+?"]:
        raise ValueError(f"{unknown[0]} begins with none of = + ?")
    antecedent, agreeing = (
        next((_words(each[1:]) for each in rest if each[0] == mark), frozenset[int]()) for mark in "=+"
    )
    return (Mention(_words(words), kind, reference, gender, antecedent, agreeing, "?" in rest),), ()


def _words(said: str) -> frozenset[int]:
    found: set[int] = set()
    for part in said.replace("+", ",").split(","):
        first, _, last = part.partition("-")
        found.update(range(int(first), int(last or first) + 1))
    return frozenset(found)


def faults(labels: Mapping[str, Labels], lengths: Mapping[str, int]) -> Iterator[str]:
    """Yield each unknown window, word that is not there, antecedent or speaker that is no earlier mention."""
    for name, (mentions, speech) in labels.items():
        if name not in lengths:
            yield f"{name}: no such window"
            continue
        earlier: list[frozenset[int]] = []
        for each in sorted(mentions, key=lambda one: min(one.words)):
            said = ",".join(map(str, sorted(each.words)))
            if max(each.words | each.agreeing) >= lengths[name]:
                yield f"{name}: {said}: there are only {lengths[name]} words"
            if each.words in earlier:
                yield f"{name}: {said} is a mention twice"
            if each.antecedent and each.antecedent not in earlier:
                yield f"{name}: {said}: its antecedent is no earlier mention"
            earlier.append(each.words)
        for one in speech:
            if max(one.words) >= lengths[name]:
                yield f"{name}: speech: there are only {lengths[name]} words"
            if one.speaker and one.speaker not in earlier:
                yield f"{name}: speech {min(one.words)}: the speaker is no mention"


def agreement(first: Mapping[str, Labels], second: Mapping[str, Labels]) -> dict[str, tuple[int, int]]:
    """Return for each decision how many two labellers have alike, and of how many."""
    same: Counter[str] = Counter()
    of: Counter[str] = Counter()
    for name in first.keys() & second.keys():
        ours, theirs = ({each.words: each for each in labels[name].mentions} for labels in (first, second))
        common = ours.keys() & theirs.keys()
        same["mention"] += 2 * len(common)
        of["mention"] += len(ours) + len(theirs)
        for words in common:
            for decision in ("kind", "reference", "gender", "antecedent"):
                of[decision] += 1
                same[decision] += getattr(ours[words], decision) == getattr(theirs[words], decision)
            same["agreeing"] += 2 * len(ours[words].agreeing & theirs[words].agreeing)
            of["agreeing"] += len(ours[words].agreeing) + len(theirs[words].agreeing)
        said, heard = ({each.words: each.speaker for each in labels[name].speech} for labels in (first, second))
        of["speaker"] += len(said.keys() & heard.keys())
        same["speaker"] += sum(said[words] == heard[words] for words in said.keys() & heard.keys())
    return {decision: (same[decision], of[decision]) for decision in of}


def _print(data: Path, lang: str) -> int:
    labels, second = (read(HERE / "labels" / name) for name in (f"{lang}.txt", f"second/{lang}.txt"))
    lengths = {each.name: len(each.words) for each in windows(data, lang)}
    found = [*faults(labels, lengths), *faults(second, lengths)]
    print(*found, sep="\n")
    print(f"{len(labels)} of {len(lengths)} windows, {sum(len(one.mentions) for one in labels.values())} mentions")
    for decision, (same, of) in agreement(labels, second).items():
        print(f"{decision}: the same in {same} of {of}, {same / max(of, 1):.3f}")
    return bool(found)


if __name__ == "__main__":
    sys.exit(_print(Path(sys.argv[1]), sys.argv[2]))
