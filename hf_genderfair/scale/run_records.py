"""What the files in the folder of a run say, each a dataclass that JSON is read into."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field

from hf_genderfair.hub.card import EXCLUDED, KEPT
from hf_genderfair.hub.reading_problems import ReadingProblems
from hf_genderfair.scale.rows import shard_bounds

PARTS = (KEPT, EXCLUDED)


@dataclass(frozen=True)
class Described:
    """What the report and the card of a run say beyond what was done."""

    title: str
    source: dict[str, str] = field(default_factory=dict)
    license: str | None = None  # licence of the texts, as the Hub spells it


@dataclass(frozen=True)
class Plan:
    """What a run does: the same in every process and after every restart."""

    source: str
    rows: int
    shards: int
    chain: str  # the chain as a file has it, or its links' names where no file can describe it; or the recipe
    state: str  # hash of its state: parameters, versions, lexicons and models
    keep: tuple[str, ...]  # columns of reasons by which rows are excluded
    longest: int | None  # most characters of a text that is analysed
    device: str | None
    """Kind of device of pipelines, ``cpu`` or ``cuda``, which may differ in ties; None for the default."""
    software: str
    described: Described  # what the report says beyond that
    passes: int = 1

    @property
    def bounds(self) -> list[tuple[int, int]]:
        """First row and number of rows of each shard."""
        return shard_bounds(self.rows, self.shards)

    def differs(self, begun: Plan) -> str:
        """Return in words where this plan differs from one that was begun; empty if it does not."""
        named = {
            "source": "another source",
            "rows": "another source",
            "shards": f"shards={begun.shards}",
            "state": "another chain",
            "keep": "other columns of reasons",
            "longest": f"longest={begun.longest}",
            "device": f"device={begun.device!r}",
            "software": f"hf-genderfair {begun.software}",
            "described": "another title or licence",
        }
        for name, words in named.items():
            if getattr(self, name) != getattr(begun, name):
                return words
        return "" if self.passes == begun.passes else "another number of passes"


@dataclass(frozen=True)
class ShardDone:
    """The proof that a shard is done."""

    shard: int
    input: str  # fingerprint of the rows that were read
    state: str
    read: int
    rows: dict[str, int]  # rows of each part, ``default`` (kept) and ``excluded``
    sizes: dict[str, int]  # bytes of the file of each part; absent for a part without rows
    excluded: dict[str, int]
    errors: list[str] = field(default_factory=list)  # the first messages of rows that failed
    number: int = 0  # the pass, from 0
    unreadable: dict[str, int] = field(default_factory=dict)  # number of lines that could not be read, by reason
    without_text: int = 0
    long_words: int = 0  # number of words that are read by their ends alone
    hashes: dict[str, str] = field(default_factory=dict)  # hash of the file of each part
    counted: str = ""  # hash of the file of what was counted

    def fits(self, shard: int, number: int) -> bool:
        """Return whether this can be the proof of a shard in a pass: of each part a file, or no row."""
        parts = {name for name, rows in self.rows.items() if rows}
        return (
            (self.shard, self.number, {*self.rows}) == (shard, number, {*PARTS})
            and parts == {*self.sizes} == {*self.hashes}
            and min(self.read, self.without_text, self.long_words, *self.rows.values(), *self.excluded.values()) >= 0
        )

    @property
    def problems(self) -> ReadingProblems:
        """What could not be read of the source."""
        rows = 0 if self.number else self.read
        return ReadingProblems(rows, Counter(self.unreadable), self.without_text, self.long_words)


@dataclass(frozen=True)
class Told:
    """What the file of a run says."""

    plan: Plan
    shards: list[ShardDone] | None = None  # of a run that is complete the proof of every shard; None before


@dataclass(frozen=True)
class BetweenPasses:
    """What was decided between two passes."""

    first_rows: list[int]  # number of the first row of each shard, and the number of all rows
    settings: str  # what holds for all rows
