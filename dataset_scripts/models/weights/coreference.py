"""Read English gold of whom pronouns stand for: GAP, LitBank, WinoBias and Winogender.

FOLDER/coreference holds ``gap`` (Webster et al. 2018), ``litbank`` (Bamman et al. 2020), ``winobias`` (Zhao et al.
2018) and ``winogender`` (Rudinger et al. 2018), as their authors publish them.
"""

from __future__ import annotations

import csv
import hashlib
import lzma
import re
import tarfile
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import NamedTuple

from hf_genderfair.languages.coreference.mention import Mention

Span = tuple[int, int]

THIRD_PERSON = frozenset("he him his himself she her hers herself they them their theirs themselves themself".split())
SINGULAR = frozenset("he him his himself she her hers herself".split())
FEMALE = frozenset("she her hers herself".split())


class GapRow(NamedTuple):
    """A text in which a pronoun stands for one of two names, or for neither.

    Attributes:
        name: Its id.
        text: The text.
        page: Address of the Wikipedia page.
        pronoun: Where the pronoun stands.
        names: Where the two names stand.
        gold: For each name whether the pronoun stands for it.
    """

    name: str
    text: str
    page: str
    pronoun: Span
    names: tuple[Span, Span]
    gold: tuple[bool, bool]

    @property
    def female(self) -> bool:
        """Whether the pronoun is a form of *she*."""
        return self.text[self.pronoun[0] : self.pronoun[1]].lower() in FEMALE


class Chains(NamedTuple):
    """A text with its coreference chains.

    Attributes:
        name: Its name.
        text: The text.
        mentions: Number of the chain of each mention; those that stand alone have their own.
        persons: Mentions that are marked as persons.
        kinds: ``PROP``, ``NOM`` or ``PRON`` of those of them that are in a chain.
    """

    name: str
    text: str
    mentions: dict[Span, int]
    persons: frozenset[Span]
    kinds: Mapping[Span, str]


class Schema(NamedTuple):
    """A sentence with a pronoun that stands for one of two nouns.

    Attributes:
        name: Its id.
        text: The sentence.
        pronoun: Where the pronoun stands.
        answer: Where the noun stands that it stands for.
        condition: What is compared: ``pro`` and ``anti`` with the type, or the pronoun's gender.
        pair: What sentences of the same template have in common.
    """

    name: str
    text: str
    pronoun: Span
    answer: Span
    condition: str
    pair: str


FOLDS = 5

KEPT_OUT = 0
"""Fold of pages and books from which no network learns."""


def fold_of(group: str) -> int:
    """Return the fold of a page of GAP, or of a book of LitBank."""
    return int(hashlib.sha256(group.encode()).hexdigest(), 16) % FOLDS


def is_kept_out(group: str) -> bool:
    """Return whether no network learns from a page or book."""
    return fold_of(group) == KEPT_OUT


def read_gap(data: Path, part: str) -> Iterator[GapRow]:
    """Yield the rows of ``development`` or ``validation``."""
    path = data / "coreference" / "gap" / f"gap-{part}.tsv.xz"
    with lzma.open(path, "rt", encoding="utf-8", newline="") as file:
        for row in csv.DictReader(file, delimiter="\t", quoting=csv.QUOTE_NONE):
            spans = [
                (int(row[f"{column}-offset"]), int(row[f"{column}-offset"]) + len(row[column]))
                for column in ("Pronoun", "A", "B")
            ]
            gold = (row["A-coref"].upper() == "TRUE", row["B-coref"].upper() == "TRUE")
            yield GapRow(row["ID"], row["Text"], row["URL"], spans[0], (spans[1], spans[2]), gold)


def read_litbank(data: Path) -> Iterator[Chains]:
    """Yield the texts of LitBank: a sentence a line, tokens divided by spaces."""
    with tarfile.open(data / "coreference" / "litbank" / "litbank.tar.xz") as archive:
        files: dict[str, str] = {}
        for member in archive.getmembers():
            file = archive.extractfile(member) if "coref/tsv/" in member.name else None
            if file is not None:
                files[Path(member.name).name] = file.read().decode("utf-8")
    for name in sorted(files):
        if name.endswith(".txt"):
            stem = name.removesuffix(".txt")
            yield _litbank(stem, files[name], files[stem + ".ann"])


def _litbank(name: str, text: str, annotations: str) -> Chains:
    lines: list[list[Span]] = []
    start = 0
    for line in text.split("\n"):
        lines.append([(start + match.start(), start + match.end()) for match in re.finditer(r"[^ ]+", line)])
        start += len(line) + 1
    spans: dict[str, Span] = {}
    persons: set[Span] = set()
    kinds: dict[str, str] = {}
    chains: dict[str, str] = {}
    for row in (line.split("\t") for line in annotations.splitlines()):
        if row[0] == "MENTION":
            span = (lines[int(row[2])][int(row[3])][0], lines[int(row[4])][int(row[5])][1])
            spans[row[1]] = span
            if row[7] == "PER":
                persons.add(span)
                kinds[row[1]] = row[8]
        elif row[0] == "COREF":
            chains[row[1]] = row[2]
    numbers: dict[str, int] = {}
    mentions = {span: numbers.setdefault(chains.get(key, key), len(numbers)) for key, span in spans.items()}
    chained = {spans[key]: kind for key, kind in kinds.items() if key in chains}
    return Chains(name, text, mentions, frozenset(persons), chained)


def read_winobias(data: Path) -> Iterator[Schema]:
    """Yield the development sentences of both types, stereotyped for and against."""
    for kind in ("type1", "type2"):
        for side in ("pro", "anti"):
            path = data / "coreference" / "winobias" / f"{side}_stereotyped_{kind}.txt.dev"
            for number, line in enumerate(path.read_text(encoding="utf-8").splitlines()):
                marked = line.split(" ", 1)[1].strip()
                spans = [
                    (match.start() - 2 * place, match.end() - 2 * place - 2)
                    for place, match in enumerate(re.finditer(r"\[[^]]+\]", marked))
                ]
                text = marked.replace("[", "").replace("]", "")
                pronouns = [span for span in spans if text[slice(*span)].lower() in THIRD_PERSON]
                answers = [span for span in spans if span not in pronouns]
                for place, pronoun in enumerate(pronouns):
                    pair = f"{kind}:{number}:{place}"
                    yield Schema(f"{path.name}:{number}", text, pronoun, answers[0], f"{kind} {side}", pair)


def read_winogender(data: Path) -> Iterator[Schema]:
    """Yield the sentences; the condition is the pronoun's gender and whether the answer is the occupation."""
    folder = data / "coreference" / "winogender"
    with (folder / "all_sentences.tsv").open(encoding="utf-8", newline="") as file:
        for row in csv.DictReader(file, delimiter="\t"):
            occupation, other, answer, gender, _ = row["sentid"].split(".")
            text = row["sentence"]
            pronoun = re.search(rf"\b(?:{'|'.join(sorted(THIRD_PERSON))})\b", text, re.IGNORECASE)
            nouns = [re.search(rf"\b{re.escape(noun)}\b", text, re.IGNORECASE) for noun in (occupation, other)]
            found = nouns[int(answer)]
            if pronoun is None or found is None:
                raise ValueError(f"no pronoun or no noun in {row['sentid']}")
            yield Schema(row["sentid"], text, pronoun.span(), found.span(), gender, f"{occupation}.{other}.{answer}")


def overlaps(mention: Mention, span: Span) -> bool:
    """Return whether a mention and a gold span share a character."""
    return mention.start < span[1] and span[0] < mention.end


def chain_of(gold: Chains, mention: Mention) -> int | None:
    """Return the chain of the smallest gold mention that holds a mention, of a pronoun the same one."""
    if mention.kind == "pronoun":
        return gold.mentions.get((mention.start, mention.end))
    around = [span for span in gold.mentions if span[0] <= mention.start and mention.end <= span[1]]
    return gold.mentions[min(around, key=lambda span: span[1] - span[0])] if around else None
