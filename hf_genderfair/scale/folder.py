"""The folder of a run: its plan, and what proves of each shard that it is done."""

from __future__ import annotations

import json
import uuid
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import asdict, dataclass, field
from functools import cached_property
from pathlib import Path
from typing import Any

from filelock import FileLock, Timeout

from hf_genderfair.core.counts import Counts
from hf_genderfair.core.errors import OutputError, RunError
from hf_genderfair.hub.card import DATA_FOLDERS, EXCLUDED, KEPT
from hf_genderfair.scale.rows import shard_bounds

PLAN_FILE = "run.json"
UNFINISHED = ".shards"
"""Folder of the shards until all are done; hidden, so that nobody loads them as a whole data set."""

PARTS = (KEPT, EXCLUDED)

LONGEST_TEXT = 1_000_000
"""Characters of a text that a pipeline is given by default: about 150,000 words, more than a long book."""


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
        chain: The chain as a file has it, or its links' names where no file can describe it.
        state: Hash of the chain's state: parameters, versions, lexicons and models.
        keep: Columns of reasons by which rows are excluded.
        longest: Most characters of a text that is analysed.
        device: Kind of device of pipelines, ``cpu`` or ``cuda``, which may differ in ties; None for the default.
        software: Version of this package.
        described: What the report says beyond that.

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
        return ""


@dataclass(frozen=True)
class ShardDone:
    """The proof that a shard is done.

    Attributes:
        shard: Its number.
        input: Fingerprint of the rows that were read.
        state: Hash of the chain's state.
        rows: Rows of each part, ``default`` (kept) and ``excluded``.
        sizes: Bytes of the file of each part; absent for a part without rows.
        excluded: Number of excluded rows by reason.
        counts: What the columns hold, as `Counts.to_json` writes it.
        errors: The first messages of rows that failed.

    Example:
        >>> ShardDone(0, "xxh3:1a", "9f", {"default": 2, "excluded": 0}, {"default": 900}, {}, "[]").rows["default"]
        2
    """

    shard: int
    input: str
    state: str
    rows: dict[str, int]
    sizes: dict[str, int]
    excluded: dict[str, int]
    counts: str
    errors: list[str] = field(default_factory=list)

    @property
    def counted(self) -> Counts:
        """What the columns hold."""
        return Counts.from_json(self.counts)


@dataclass(frozen=True)
class RunFolder:
    """The folder that a run writes to.

    While the run goes on it holds the plan, and in a hidden folder the files of each shard that is done with a small
    file that says so, written last. At the end it is a data set as `write_dataset` writes one.

    Attributes:
        path: The folder.

    Example:
        >>> from tempfile import TemporaryDirectory
        >>> with TemporaryDirectory() as path:
        ...     RunFolder(Path(path)).plan is None
        True
    """

    path: Path

    @property
    def unfinished(self) -> Path:
        """The folder of the shards while the run goes on."""
        return self.path / UNFINISHED

    @property
    def plan(self) -> Plan | None:
        """The plan of the run that was begun here; None if none was.

        Raises:
            RunError: The file of the plan is damaged.
        """
        read = self._described()
        if read is None:
            return None
        try:
            values = read["plan"]
            return Plan(**{**values, "keep": tuple(values["keep"]), "described": Described(**values["described"])})
        except (KeyError, TypeError) as error:
            raise RunError(f"{self.path / PLAN_FILE} is of another version: choose another folder") from error

    @property
    def finished(self) -> bool:
        """Whether the run here is complete."""
        read = self._described()
        return read is not None and "shards" in read

    def _described(self) -> dict[str, Any] | None:
        try:
            read: dict[str, Any] = json.loads((self.path / PLAN_FILE).read_text(encoding="utf-8"))
        except (FileNotFoundError, NotADirectoryError):
            return None
        except (OSError, ValueError) as error:
            raise RunError(f"{self.path / PLAN_FILE} cannot be read: choose another folder") from error
        return read

    @contextmanager
    def locked(self) -> Iterator[None]:
        """Keep other runs out of the folder; the lock goes with the process, however it ends.

        Raises:
            RunError: Another run is at work here.
            OutputError: The folder cannot be written.
        """
        lock = FileLock(self.path / f"{UNFINISHED}.lock", timeout=0)
        try:
            self.path.mkdir(parents=True, exist_ok=True)
            lock.acquire()
        except Timeout as error:
            raise RunError(f"another run is at work in {self.path}: let it end, or choose another folder") from error
        except OSError as error:
            raise OutputError(f"{self.path} cannot be written: {error.strerror}; choose another folder") from error
        try:
            yield
        finally:
            Path(lock.lock_file).unlink(missing_ok=True)
            lock.release()

    def begin(self, plan: Plan) -> None:
        """Write the plan, or check that it is that of the run which was begun here.

        Raises:
            RunError: Another run was begun here.
            OutputError: The folder holds something else.
        """
        begun = self.plan
        if begun is None:
            foreign = [path.name for path in self.path.iterdir() if not path.name.startswith(UNFINISHED)]
            if foreign:
                raise OutputError(f"{self.path} is not empty: choose another folder")
            self.unfinished.mkdir(exist_ok=True)
            self.write(PLAN_FILE, _to_json({"plan": asdict(plan)}))
        elif difference := plan.differs(begun):
            raise RunError(
                f"{self.path} holds a run with {difference}: repeat that one's command to go on with it, "
                "or choose another folder"
            )
        self.unfinished.mkdir(exist_ok=True)
        for claim in self.unfinished.glob("*.claim"):
            claim.unlink(missing_ok=True)
        for leftover in self.unfinished.glob("*.tmp"):
            leftover.unlink(missing_ok=True)
        for shard in range(plan.shards):
            if self.marked(shard) and self.done(shard) is None:
                self._mark(shard).unlink()

    def in_words(self) -> str:
        """Return how far the run here is, and how to go on."""
        if self.finished or self.plan is None:
            return f"{self.path} is complete" if self.finished else f"nothing was written to {self.path}"
        done = sum(self.marked(shard) for shard in range(self.plan.shards))
        return f"{done:,} of {self.plan.shards:,} shards are done in {self.path}; repeat the same command to go on"

    def write(self, name: str, content: bytes) -> None:
        """Write a file so that it is there as a whole or not at all."""
        self._replace(self.path / name, content)

    def _replace(self, path: Path, content: bytes) -> None:
        temporary = self.unfinished / f"{path.name}.{uuid.uuid4().hex}.tmp"
        temporary.write_bytes(content)
        temporary.replace(path)

    def claim(self, shard: int, worker: str) -> bool:
        """Take a shard, so that no other process does; False where another one has.

        Raises:
            OutputError: The file system has no hard links.
        """
        # a claim says from the first moment whose it is: a process may be killed at any
        written = self.temporary()
        written.write_text(f"{worker} 0 0", encoding="utf-8")
        try:
            self._claim(shard).hardlink_to(written)
        except FileExistsError:
            return False
        except OSError as error:
            reason = f"its file system has no hard links ({error.strerror})"
            raise OutputError(f"{self.path} cannot hold a run: {reason}; choose another folder") from error
        finally:
            written.unlink()
        return True

    def tell(self, shard: int, worker: str, rows: int, kept: int) -> None:
        """Say how far a shard that was taken is."""
        self._replace(self._claim(shard), f"{worker} {rows} {kept}".encode())

    def free(self) -> None:
        """Give back all shards that are not done, at a time at which no process of this run is at work."""
        for shard in self._claims():
            if not self.marked(shard):
                self._claim(shard).unlink(missing_ok=True)

    def release(self, worker: str) -> list[int]:
        """Give back what a worker that has ended had taken and not done; return the shards."""
        released = [shard for shard, said in self._claims().items() if said[0] == worker and not self.marked(shard)]
        for shard in released:
            self._claim(shard).unlink(missing_ok=True)
        return released

    def rows_so_far(self, known: dict[int, tuple[int, int]]) -> tuple[int, int]:
        """Return the rows of all shards that are done or at work, and how many of them are kept.

        Args:
            known: What an earlier call has read of shards that are done; is filled.
        """
        for path in self.unfinished.glob("[0-9]*.json"):
            if int(path.stem) not in known and (proof := self.done(int(path.stem))) is not None:
                known[proof.shard] = sum(proof.rows.values()), proof.rows[KEPT]
        working = {shard: (int(said[1]), int(said[2])) for shard, said in self._claims().items() if len(said) == 3}
        both = (working | known).values()
        return sum(rows for rows, _ in both), sum(kept for _, kept in both)

    def _claim(self, shard: int) -> Path:
        return self.unfinished / f"{shard:05d}.claim"

    def _claims(self) -> dict[int, list[str]]:
        """Return who has taken each shard, and how far it is, as far as it can be read while others write."""
        claims = {}
        for path in self.unfinished.glob("*.claim"):
            with suppress(FileNotFoundError):
                claims[int(path.stem)] = path.read_text(encoding="utf-8").split()
        return claims

    def _mark(self, shard: int) -> Path:
        return self.unfinished / f"{shard:05d}.json"

    def temporary(self) -> Path:
        """Return a new path for a file that is not complete yet."""
        return self.unfinished / f"{uuid.uuid4().hex}.tmp"

    def finish_shard(self, done: ShardDone, files: dict[str, Path]) -> None:
        """Give the files of a shard their names, and mark it as done."""
        for part, file in files.items():
            file.replace(self._waiting(done.shard, part))
        self._replace(self._mark(done.shard), _to_json(asdict(done)))

    def done(self, shard: int) -> ShardDone | None:
        """Return the proof of a shard; None where it is to be done, which it is too where its files are not whole."""
        try:
            proof = ShardDone(**json.loads(self._mark(shard).read_text(encoding="utf-8")))
        except (FileNotFoundError, ValueError, TypeError):
            return None
        whole = all(_size(self.file(shard, part)) == size for part, size in proof.sizes.items())
        return proof if whole else None

    def marked(self, shard: int) -> bool:
        """Return whether a shard is marked as done, without looking at its files."""
        return self._mark(shard).exists()

    def _waiting(self, shard: int, part: str) -> Path:
        return self.unfinished / f"{shard:05d}.{part}.parquet"

    def file(self, shard: int, part: str) -> Path:
        """Return where the rows of a shard lie: with the unfinished, or where they belong in the end."""
        waiting = self._waiting(shard, part)
        return waiting if waiting.exists() else self._place(shard, part)

    def _place(self, shard: int, part: str) -> Path:
        assert self._shards is not None
        return self.path / DATA_FOLDERS[part] / f"train-{shard:05d}-of-{self._shards:05d}.parquet"

    @cached_property
    def _shards(self) -> int | None:
        return None if self.plan is None else self.plan.shards

    def settle(self, proofs: Sequence[ShardDone]) -> None:
        """Move the files of all shards to where they belong."""
        for part in PARTS:
            (self.path / DATA_FOLDERS[part]).mkdir(exist_ok=True)
            for proof in proofs:
                waiting = self._waiting(proof.shard, part)
                if waiting.exists():
                    waiting.replace(self._place(proof.shard, part))
            with suppress(OSError):
                (self.path / DATA_FOLDERS[part]).rmdir()

    def close(self, plan: Plan, proofs: Sequence[ShardDone]) -> None:
        """Write down that the run is complete, with the proof of every shard, and clear up."""
        self.write(PLAN_FILE, _to_json({"plan": asdict(plan), "shards": [asdict(proof) for proof in proofs]}))
        self.clear()

    def clear(self) -> None:
        """Remove what only an unfinished run needs."""
        for path in self.unfinished.glob("*"):
            path.unlink(missing_ok=True)
        with suppress(OSError):
            self.unfinished.rmdir()


def _size(path: Path) -> int | None:
    try:
        return path.stat().st_size
    except OSError:
        return None


def _to_json(value: Any) -> bytes:
    return (json.dumps(value, ensure_ascii=False, indent=1) + "\n").encode()
