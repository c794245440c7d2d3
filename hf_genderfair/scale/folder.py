"""The folder of a run: its plan, what its files say, and what proves of each shard that it is done."""

from __future__ import annotations

import json
import os
import shutil
import stat
import uuid
from collections import Counter
from collections.abc import Collection, Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import asdict, dataclass, field, replace
from functools import cached_property
from pathlib import Path
from typing import Any

import pyarrow as pa
import xxhash

from hf_genderfair.core.counts import Counts
from hf_genderfair.core.errors import GenderfairError, OutputError, RunError
from hf_genderfair.core.records import add_file, read_record
from hf_genderfair.hub.card import DATA_FOLDERS, EXCLUDED, KEPT, Content
from hf_genderfair.hub.folder import REPORT_FILE
from hf_genderfair.hub.placing import WRITTEN_FILE, check_place, locked, written_list
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


PLAN_FILE = "run.json"
UNFINISHED = ".shards"
"""Folder of the shards until all are done; hidden, so that nobody loads them as a whole data set."""

DECIDED, DECIDED_ROWS = "decision.json", "decision.arrow"
MARK_DIGITS = 5


@dataclass(frozen=True)
class RunFolder:
    """The folder that a run writes to.

    While the run goes on it holds the plan, and in a hidden folder, pass by pass, the files of each shard that is done,
    what was counted in it, and a small file that says that it is done, written last. At the end it is a data set as
    `write_dataset` writes one.
    """

    path: Path
    number: int = 0  # the pass that is at work, from 0
    existing_card: str = ""  # the card of the data set that this one is to replace; empty if there is none

    def of_pass(self, number: int) -> RunFolder:
        """Return the same folder at the work of another pass."""
        return replace(self, number=number)

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
        """The plan of the run that was begun here; None if none was."""
        told = self._told()
        return None if told is None else told.plan

    @property
    def finished(self) -> bool:
        """Whether the run here is complete."""
        told = self._told()
        return told is not None and told.shards is not None

    def _told(self) -> Told | None:
        file = self.path / PLAN_FILE
        if os.path.lexists(file):
            _check_file(file)
        try:
            return read_record(Told, file.read_text(encoding="utf-8"))
        except (FileNotFoundError, NotADirectoryError):
            return None
        except OSError as error:
            raise RunError(f"{file} cannot be read: choose another folder") from error
        except ValueError as error:
            raise RunError(f"{file} is damaged or of another version ({error}): choose another folder") from error

    @contextmanager
    def locked(self) -> Iterator[None]:
        """Keep other runs out of the folder."""
        check_place(self.path)
        busy = RunError(f"another run is at work in {self.path}: let it end, or choose another folder")
        with locked(self.path / f"{UNFINISHED}.lock", self.path, busy):
            yield

    @contextmanager
    def tidied(self) -> Iterator[None]:
        """Leave nothing of a run that was begun and fails before any shard is done."""
        try:
            yield
        except GenderfairError:
            if not self.finished and not any(self.of_pass(number).marks() for number in self._passes()):
                self.discard()
            raise

    def begin(self, plan: Plan) -> None:
        """Write the plan, or check that it is that of the run which was begun here."""
        self._check_files()
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

    def _check_files(self) -> None:
        """Refuse what a run does not make, before anything is opened: a stranger may have sent the folder."""
        if self.unfinished.is_file():
            raise OutputError(f"{self.unfinished} is a file, which no run makes: remove it, or choose another folder")
        for place, folders, files in os.walk(self.path):
            for path in (Path(place, name) for name in (*folders, *files)):
                _check_file(path)
                if self.unfinished in path.parents and path.suffix and path.is_dir():
                    raise OutputError(f"{path} is a folder, which no run makes: remove it, or choose another folder")
                if path.suffix == ".pickle" and self.unfinished in path.parents:
                    raise RunError(
                        f"{self.path} holds a run of an older version, with {path.name}, which is not opened since a "
                        "pickle can run anything: choose another folder"
                    )

    def begin_pass(self) -> None:
        """Make room for the shards of this pass, and forget the marks of those whose files are not whole."""
        self.shards.mkdir(exist_ok=True)
        for claim in self.shards.glob("*.claim"):
            claim.unlink(missing_ok=True)
        for shard in self.marks():
            proof = self.done(shard)
            if proof is None or not self._intact(proof):
                self.forget(shard)

    def reading_problems(self) -> ReadingProblems:
        """Return what could not be read of the source, where the run read lines."""
        told = self._told()
        shards = (told and told.shards) or []
        return sum((shard.problems for shard in shards), ReadingProblems())

    def in_words(self) -> str:
        """Return how far the run here is, and how to go on."""
        if self.finished or self.plan is None:
            return f"{self.path} is complete" if self.finished else f"nothing was written to {self.path}"
        last = self.of_pass(max(self._passes(), default=0))
        done = len(last.marks())
        of_pass = f" of pass {last.number + 1}" if last.number else ""
        return (
            f"{done:,} of {self.plan.shards:,} shards{of_pass} are done in {self.path}; "
            "repeat the same command to go on"
        )

    def write(self, name: str, content: Content) -> None:
        """Write a file, or move it there, so that it is there as a whole or not at all."""
        if isinstance(content, bytes):
            self._replace(self.path / name, content)
        else:
            content.replace(self.path / name)

    def _replace(self, path: Path, content: bytes) -> None:
        temporary = self.unfinished / f"{path.name}.{uuid.uuid4().hex}.tmp"
        temporary.write_bytes(content)
        temporary.replace(path)

    def claim(self, shard: int, worker: str) -> bool:
        """Take a shard, so that no other process does; False where another one has."""
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
        """Return the rows of all shards that are done or at work, and how many of them are kept."""
        for shard in self.marks():
            if shard not in known and (proof := self.done(shard)) is not None:
                known[shard] = proof.read, proof.rows[KEPT]
        claims = self._claims().items()
        working = {shard: (int(said[1]), int(said[2])) for shard, said in claims if len(said) == 3}
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

    def marks(self) -> list[int]:
        """Return the shards of this pass that are marked as done, in order."""
        names = (path.stem for path in self.shards.glob("*.json"))
        return sorted(int(name) for name in names if _is_number(name) and len(name) >= MARK_DIGITS)

    def _passes(self) -> list[int]:
        """Return the passes that were begun."""
        return [int(path.name) for path in self.unfinished.glob("*") if _is_number(path.name)]

    def temporary(self) -> Path:
        """Return a new path for a file that is not complete yet."""
        return self.unfinished / f"{uuid.uuid4().hex}.tmp"

    def _counts(self, shard: int) -> Path:
        return self.shards / f"{shard:05d}.counts"

    def finish_shard(self, done: ShardDone, files: dict[str, Path], counts: Counts) -> None:
        """Give the files of a shard their names, write what was counted, and mark the shard as done."""
        hashes = {part: file_hash(file) for part, file in files.items()}
        for part, file in files.items():
            file.replace(self._waiting(done.shard, part))
        self._replace(self._counts(done.shard), counts.to_json().encode())
        done = replace(done, hashes=hashes, counted=file_hash(self._counts(done.shard)))
        self._replace(self._mark(done.shard), _to_json(asdict(done)))

    def done(self, shard: int) -> ShardDone | None:
        """Return the proof of a shard; None where it is to be done, which it is too where its files are not whole."""
        try:
            proof = read_record(ShardDone, self._mark(shard).read_text(encoding="utf-8"))
        except (FileNotFoundError, ValueError):
            return None
        whole = proof.fits(shard, self.number) and all(
            _size(self.file(shard, part)) == size for part, size in proof.sizes.items()
        )
        return proof if whole and _size(self._counts(shard)) else None

    def _intact(self, proof: ShardDone) -> bool:
        """Return whether the files of a shard are those that were written when it was done."""
        files = {self.file(proof.shard, part): found for part, found in proof.hashes.items()}
        files[self._counts(proof.shard)] = proof.counted
        with suppress(OSError):
            return all(file_hash(file) == found for file, found in files.items())
        return False

    def forget(self, shard: int) -> None:
        """Have a shard done again when the run goes on."""
        self._mark(shard).unlink(missing_ok=True)

    def counted(self, shard: int) -> Counts:
        """Return what was counted in a shard that is done."""
        try:
            return Counts.from_json(self._counts(shard).read_text(encoding="utf-8"))
        except (OSError, ValueError) as error:
            self.forget(shard)
            raise RunError(f"{self._counts(shard)} is damaged: repeat the same command") from error

    def marked(self, shard: int) -> bool:
        """Return whether a shard is marked as done, without looking at its files."""
        return self._mark(shard).exists()

    def data_files(self, known: Collection[str] = ()) -> dict[str, Path]:
        """Return the files of the data set that are done, also before the run is: by their names where they lie now."""
        if self.finished:
            places = [file for name in DATA_FOLDERS.values() for file in sorted((self.path / name).glob("*.parquet"))]
            return {name: file for file in places if (name := self._name(file)) not in known}
        found = {}
        for number in range(self._begun.passes):
            of_pass = self.of_pass(number)
            for shard in of_pass.marks():
                for part in of_pass._final_parts:
                    name = self._name(of_pass._place(shard, part))
                    if name not in known and (file := of_pass.file(shard, part)).exists():
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

    def places(self, proofs: Sequence[ShardDone]) -> list[str]:
        """Return the names that the files of shards of this pass get in the data set."""
        parts = [(proof.shard, part) for proof in proofs for part in self._final_parts if part in proof.sizes]
        return [self._name(self._place(shard, part)) for shard, part in parts]

    def reserve(self, names: Collection[str]) -> None:
        """Write down which files the data set will have, so that all others are known as those of somebody else."""
        list_there = (self.path / WRITTEN_FILE).exists()
        if taken := sorted(name for name in names if not list_there and os.path.lexists(self.path / name)):
            raise OutputError(
                f"{self.path} holds {taken[0]}, which this run did not write: move it away, and repeat the same command"
            )
        of_run = (PLAN_FILE, f"{UNFINISHED}/", f"{UNFINISHED}.lock")
        self.write(WRITTEN_FILE, written_list([*names, *of_run]))

    def report(self) -> str:
        """Return the report of a run that is complete."""
        try:
            return (self.path / REPORT_FILE).read_text(encoding="utf-8")
        except (OSError, ValueError) as error:
            raise RunError(f"{self.path} holds a complete run without a report: choose another folder") from error

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

    def write_decision(self, first_rows: Sequence[int], rows: pa.Table | None, settings: str) -> None:
        """Write what was decided before this pass, for the processes that carry it out."""
        self.shards.mkdir(exist_ok=True)
        if rows is not None:
            temporary = self.temporary()
            with pa.OSFile(str(temporary), "wb") as sink, pa.ipc.new_file(sink, rows.schema) as writer:
                writer.write_table(rows)
            temporary.replace(self.shards / DECIDED_ROWS)
        self._replace(self.shards / DECIDED, _to_json(asdict(BetweenPasses(list(first_rows), settings))))

    def decision(self) -> tuple[list[int], pa.Table | None, str]:
        """Return what `write_decision` was given."""
        rows = self.shards / DECIDED_ROWS
        try:
            decided = read_record(BetweenPasses, (self.shards / DECIDED).read_text(encoding="utf-8"))
            table = pa.ipc.open_file(pa.memory_map(str(rows))).read_all() if rows.exists() else None
        except (OSError, ValueError) as error:
            raise RunError(f"what was decided in {self.path} is damaged: repeat the same command") from error
        return decided.first_rows, table, decided.settings


def _check_file(path: Path) -> None:
    """Refuse links, through which files elsewhere would be read, moved or removed, and what never comes to an end."""
    kind = path.lstat().st_mode
    if not (stat.S_ISREG(kind) or stat.S_ISDIR(kind)):
        named = "a link" if stat.S_ISLNK(kind) else "no ordinary file"
        raise OutputError(f"{path} is {named}, which no run makes: remove it, or choose another folder")


def file_hash(path: Path) -> str:
    """Return a hash of the content of a file."""
    return str(add_file(xxhash.xxh3_128(), path).hexdigest())


def _is_number(name: str) -> bool:
    return name.isascii() and name.isdecimal()


def _size(path: Path) -> int | None:
    try:
        return path.stat().st_size
    except OSError:
        return None


def _to_json(value: Any) -> bytes:
    return (json.dumps(value, ensure_ascii=False, indent=1) + "\n").encode()
