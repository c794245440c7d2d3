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
    """What the report and the card of a run say beyond what was done.

    Attributes:
        title: Title of the report.
        source: Where the texts come from.
        license: Licence of the texts, as the Hub spells it.

    Example:
        >>> Described("Posts").license is None
        True
    """

    title: str
    source: dict[str, str] = field(default_factory=dict)
    license: str | None = None


@dataclass(frozen=True)
class Plan:
    """What a run does: the same in every process and after every restart.

    Attributes:
        source: Identity of the source.
        rows: Rows of the source.
        shards: Number of shards.
        chain: The chain as a file has it, or its links' names where no file can describe it; or the recipe.
        state: Hash of its state: parameters, versions, lexicons and models.
        keep: Columns of reasons by which rows are excluded.
        longest: Most characters of a text that is analysed.
        device: Kind of device of pipelines, ``cpu`` or ``cuda``, which may differ in ties; None for the default.
        software: Version of this package.
        described: What the report says beyond that.
        passes: Number of passes over the shards.

    Example:
        >>> Plan("parquet:1a2b", 7, 2, "- transform: Posts", "9f", (), None, None, "0.1.0", Described("Tea")).bounds
        [(0, 3), (3, 4)]
    """

    source: str
    rows: int
    shards: int
    chain: str
    state: str
    keep: tuple[str, ...]
    longest: int | None
    device: str | None
    software: str
    described: Described
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
    """The proof that a shard is done.

    Attributes:
        shard: Its number.
        input: Fingerprint of the rows that were read.
        state: Hash of the recipe's state.
        read: Rows that were read.
        rows: Rows of each part, ``default`` (kept) and ``excluded``.
        sizes: Bytes of the file of each part; absent for a part without rows.
        excluded: Number of excluded rows by reason.
        errors: The first messages of rows that failed.
        number: The pass, from 0.
        unreadable: Number of lines that could not be read, by reason.
        without_text: Number of lines without a text.
        long_words: Number of words that are read by their ends alone.
        hashes: Hash of the file of each part.
        counted: Hash of the file of what was counted.

    Example:
        >>> ShardDone(0, "xxh3:1a", "9f", 2, {"default": 2, "excluded": 0}, {"default": 900}, {}).rows["default"]
        2
    """

    shard: int
    input: str
    state: str
    read: int
    rows: dict[str, int]
    sizes: dict[str, int]
    excluded: dict[str, int]
    errors: list[str] = field(default_factory=list)
    number: int = 0
    unreadable: dict[str, int] = field(default_factory=dict)
    without_text: int = 0
    long_words: int = 0
    hashes: dict[str, str] = field(default_factory=dict)
    counted: str = ""

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
    """What the file of a run says.

    Attributes:
        plan: Its plan.
        shards: Of a run that is complete the proof of every shard; None before.

    Example:
        >>> plan = Plan("", 1, 1, "", "", (), None, None, "", Described("Posts"))
        >>> Told(plan).shards is None
        True
    """

    plan: Plan
    shards: list[ShardDone] | None = None


@dataclass(frozen=True)
class BetweenPasses:
    """What was decided between two passes.

    Attributes:
        first_rows: Number of the first row of each shard, and the number of all rows.
        settings: What holds for all rows.

    Example:
        >>> BetweenPasses([0, 4, 7], "male").settings
        'male'
    """

    first_rows: list[int]
    settings: str
