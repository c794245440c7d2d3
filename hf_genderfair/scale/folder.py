"""The folder of a run: its plan, and what proves of each shard that it is done."""

from __future__ import annotations

import json
import pickle
import shutil
import uuid
from collections import Counter
from collections.abc import Collection, Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import asdict, dataclass, field, replace
from functools import cached_property
from pathlib import Path
from typing import Any

import pyarrow as pa
from filelock import FileLock, Timeout

from hf_genderfair.core.counts import Counts
from hf_genderfair.core.errors import GenderfairError, OutputError, RunError
from hf_genderfair.hub.card import DATA_FOLDERS, EXCLUDED, KEPT
from hf_genderfair.hub.reading_problems import ReadingProblems
from hf_genderfair.scale.rows import shard_bounds

PLAN_FILE = "run.json"
UNFINISHED = ".shards"
"""Folder of the shards until all are done; hidden, so that nobody loads them as a whole data set."""

PARTS = (KEPT, EXCLUDED)
DECIDED, DECIDED_ROWS = "decision.pickle", "decision.arrow"


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
        return ""


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

    @property
    def problems(self) -> ReadingProblems:
        """What could not be read of the source."""
        rows = 0 if self.number else self.read
        return ReadingProblems(rows, Counter(self.unreadable), self.without_text)


@dataclass(frozen=True)
class RunFolder:
    """The folder that a run writes to.

    While the run goes on it holds the plan, and in a hidden folder, pass by pass, the files of each shard that is done,
    what was counted in it, and a small file that says that it is done, written last. At the end it is a data set as
    `write_dataset` writes one.

    Attributes:
        path: The folder.
        number: The pass that is at work, from 0.
        existing_card: The card of the data set that this one is to replace; empty if there is none.

    Example:
        >>> from tempfile import TemporaryDirectory
        >>> with TemporaryDirectory() as path:
        ...     RunFolder(Path(path)).plan is None
        True
    """

    path: Path
    number: int = 0
    existing_card: str = ""

    def of_pass(self, number: int) -> RunFolder:
        """Return the same folder at the work of another pass."""
        return replace(self, number=number)

    def replace(self, existing: Path) -> None:
        """Put this folder, which is complete, in the place of another one."""
        replaced = self.path.with_suffix(".replaced")
        existing.rename(replaced)
        self.path.rename(existing)
        shutil.rmtree(replaced, ignore_errors=True)

    @property
    def unfinished(self) -> Path:
        """The folder of what only an unfinished run needs."""
        return self.path / UNFINISHED

    @property
    def shards(self) -> Path:
        """The folder of the shards of this pass while the run goes on."""
        return self.unfinished / str(self.number)

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
        is_new = not self.path.exists()
        try:
            self.path.mkdir(parents=True, exist_ok=True)
            lock.acquire()
        except Timeout as error:
            raise RunError(f"another run is at work in {self.path}: let it end, or choose another folder") from error
        except OSError as error:
            raise OutputError(f"{self.path} cannot be written: {error.strerror}; choose another folder") from error
        try:
            yield
        except GenderfairError:
            if not self.finished and not any(self.unfinished.glob("*/*.json")):
                self.discard()
            raise
        finally:
            Path(lock.lock_file).unlink(missing_ok=True)
            lock.release()
            if is_new and self.path.is_dir() and not any(self.path.iterdir()):
                self.path.rmdir()

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
        for leftover in self.unfinished.glob("*.tmp"):
            leftover.unlink(missing_ok=True)

    def begin_pass(self) -> None:
        """Make room for the shards of this pass, and forget the marks of those whose files are not whole."""
        self.shards.mkdir(exist_ok=True)
        for claim in self.shards.glob("*.claim"):
            claim.unlink(missing_ok=True)
        for mark in self.shards.glob("[0-9]*.json"):
            if self.done(int(mark.stem)) is None:
                mark.unlink()

    def reading_problems(self) -> ReadingProblems:
        """Return what could not be read of the source, where the run read lines."""
        read = self._described() or {}
        found = ReadingProblems()
        for shard in read.get("shards", ()):
            found += ShardDone(**shard).problems
        return found

    def in_words(self) -> str:
        """Return how far the run here is, and how to go on."""
        if self.finished or self.plan is None:
            return f"{self.path} is complete" if self.finished else f"nothing was written to {self.path}"
        passes = [self.of_pass(int(path.name)) for path in sorted(self.unfinished.glob("[0-9]*"))]
        last = passes[-1] if passes else self
        done = sum(last.marked(shard) for shard in range(self.plan.shards))
        of_pass = f" of pass {last.number + 1}" if last.number else ""
        return (
            f"{done:,} of {self.plan.shards:,} shards{of_pass} are done in {self.path}; "
            "repeat the same command to go on"
        )

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

    def workers(self) -> set[str]:
        """Return the workers that have taken a shard which is not done."""
        return {said[0] for shard, said in self._claims().items() if said and not self.marked(shard)}

    def rows_so_far(self, known: dict[int, tuple[int, int]]) -> tuple[int, int]:
        """Return the rows of all shards that are done or at work, and how many of them are kept.

        Args:
            known: What an earlier call has read of shards that are done; is filled.
        """
        for path in self.shards.glob("[0-9]*.json"):
            if int(path.stem) not in known and (proof := self.done(int(path.stem))) is not None:
                known[proof.shard] = proof.read, proof.rows[KEPT]
        working = {shard: (int(said[1]), int(said[2])) for shard, said in self._claims().items() if len(said) == 3}
        both = (working | known).values()
        return sum(rows for rows, _ in both), sum(kept for _, kept in both)

    def _claim(self, shard: int) -> Path:
        return self.shards / f"{shard:05d}.claim"

    def _claims(self) -> dict[int, list[str]]:
        """Return who has taken each shard, and how far it is, as far as it can be read while others write."""
        claims = {}
        for path in self.shards.glob("*.claim"):
            with suppress(FileNotFoundError):
                claims[int(path.stem)] = path.read_text(encoding="utf-8").split()
        return claims

    def _mark(self, shard: int) -> Path:
        return self.shards / f"{shard:05d}.json"

    def temporary(self) -> Path:
        """Return a new path for a file that is not complete yet."""
        return self.unfinished / f"{uuid.uuid4().hex}.tmp"

    def _counts(self, shard: int) -> Path:
        return self.shards / f"{shard:05d}.counts.pickle"

    def finish_shard(self, done: ShardDone, files: dict[str, Path], counts: Counts) -> None:
        """Give the files of a shard their names, write what was counted, and mark the shard as done."""
        for part, file in files.items():
            file.replace(self._waiting(done.shard, part))
        self._replace(self._counts(done.shard), pickle.dumps(counts))
        self._replace(self._mark(done.shard), _to_json(asdict(done)))

    def done(self, shard: int) -> ShardDone | None:
        """Return the proof of a shard; None where it is to be done, which it is too where its files are not whole."""
        try:
            proof = ShardDone(**json.loads(self._mark(shard).read_text(encoding="utf-8")))
        except (FileNotFoundError, ValueError, TypeError):
            return None
        whole = all(_size(self.file(shard, part)) == size for part, size in proof.sizes.items())
        return proof if whole and _size(self._counts(shard)) else None

    def counted(self, shard: int) -> Counts:
        """Return what was counted in a shard that is done."""
        counts: Counts = pickle.loads(self._counts(shard).read_bytes())
        return counts

    def marked(self, shard: int) -> bool:
        """Return whether a shard is marked as done, without looking at its files."""
        return self._mark(shard).exists()

    def data_files(self, known: Collection[str] = ()) -> dict[str, Path]:
        """Return the files of the data set that are done, also before the run is: by their names where they lie now.

        Args:
            known: Names that are not looked for again.
        """
        if self.finished:
            places = [file for name in DATA_FOLDERS.values() for file in sorted((self.path / name).glob("*.parquet"))]
            return {name: file for file in places if (name := self._name(file)) not in known}
        found = {}
        for number in range(self._begun.passes):
            of_pass = self.of_pass(number)
            for mark in sorted(of_pass.shards.glob("[0-9]*.json")):
                for part in of_pass._final_parts:
                    name = self._name(of_pass._place(int(mark.stem), part))
                    if name not in known and (file := of_pass.file(int(mark.stem), part)).exists():
                        found[name] = file
        return found

    def _name(self, file: Path) -> str:
        return file.relative_to(self.path).as_posix()

    @property
    def _final_parts(self) -> Sequence[str]:
        """The parts of this pass that the data set has: rows that go on to the next pass are not in it."""
        return PARTS if self.number == self._begun.passes - 1 else (EXCLUDED,)

    def _waiting(self, shard: int, part: str) -> Path:
        return self.shards / f"{shard:05d}.{part}.parquet"

    def file(self, shard: int, part: str) -> Path:
        """Return where the rows of a shard lie: with the unfinished, or where they belong in the end."""
        waiting = self._waiting(shard, part)
        return waiting if waiting.exists() else self._place(shard, part)

    def _place(self, shard: int, part: str) -> Path:
        # the rows that any pass excludes are files of one data set
        plan = self._begun
        first, files = (self.number, plan.passes) if part == EXCLUDED else (0, 1)
        name = f"train-{first * plan.shards + shard:05d}-of-{files * plan.shards:05d}.parquet"
        return self.path / DATA_FOLDERS[part] / name

    @cached_property
    def _begun(self) -> Plan:
        plan = self.plan
        assert plan is not None
        return plan

    def settle(self, proofs: Sequence[ShardDone]) -> None:
        """Move the files of all shards of this pass to where they belong; only the last pass keeps rows in the end."""
        for part in self._final_parts:
            (self.path / DATA_FOLDERS[part]).mkdir(exist_ok=True)
            for proof in proofs:
                waiting = self._waiting(proof.shard, part)
                if waiting.exists():
                    waiting.replace(self._place(proof.shard, part))
            with suppress(OSError):
                (self.path / DATA_FOLDERS[part]).rmdir()

    def close(self, plan: Plan, proofs: Sequence[ShardDone]) -> None:
        """Write down that the run is complete, with the proof of every shard, and clear up."""
        self.write(PLAN_FILE, _to_json({"plan": asdict(plan), "shards": list(map(asdict, proofs))}))
        self.clear()

    def clear(self) -> None:
        """Remove what only an unfinished run needs."""
        shutil.rmtree(self.unfinished, ignore_errors=True)

    def discard(self) -> None:
        """Remove all that a run wrote that did not get as far as a data set."""
        self.clear()
        (self.path / PLAN_FILE).unlink(missing_ok=True)

    def write_decision(self, first_rows: Sequence[int], rows: pa.Table | None, settings: Any) -> None:
        """Write what was decided before this pass, for the processes that carry it out.

        Args:
            first_rows: Number of the first row of each shard, and the number of all rows.
            rows: A table with a line for each row; None for none.
            settings: What holds for all rows.
        """
        self.shards.mkdir(exist_ok=True)
        if rows is not None:
            temporary = self.temporary()
            with pa.OSFile(str(temporary), "wb") as sink, pa.ipc.new_file(sink, rows.schema) as writer:
                writer.write_table(rows)
            temporary.replace(self.shards / DECIDED_ROWS)
        self._replace(self.shards / DECIDED, pickle.dumps((list(first_rows), settings)))

    def decision(self) -> tuple[list[int], pa.Table | None, Any]:
        """Return what `write_decision` was given."""
        first_rows, settings = pickle.loads((self.shards / DECIDED).read_bytes())
        rows = self.shards / DECIDED_ROWS
        return first_rows, pa.ipc.open_file(pa.memory_map(str(rows))).read_all() if rows.exists() else None, settings


def _size(path: Path) -> int | None:
    try:
        return path.stat().st_size
    except OSError:
        return None


def _to_json(value: Any) -> bytes:
    return (json.dumps(value, ensure_ascii=False, indent=1) + "\n").encode()
