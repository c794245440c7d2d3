"""Put a complete folder in its place: what others wrote is never deleted, and the same command mends what a kill left.

A folder is built beside its place, as ``.NAME.ID.unfinished``. A data set that it replaces is called
``.NAME.ID.replaced`` until the new one stands there, and ``.NAME.ID.removed`` while the files of its list are deleted.
"""

from __future__ import annotations

import errno
import json
import logging
import os
import re
import shutil
import uuid
from collections.abc import Iterable, Iterator
from contextlib import contextmanager, suppress
from contextvars import ContextVar
from dataclasses import asdict, dataclass
from functools import cached_property
from itertools import count
from pathlib import Path, PurePosixPath

from filelock import FileLock, Timeout

from hf_genderfair.core.errors import GenderfairError, OutputError
from hf_genderfair.core.records import read_record

WRITTEN_FILE = ".written.json"
"""The list of what a command wrote into a folder, hidden, so that nobody takes it for data."""

UNFINISHED, REPLACED, REMOVED = ".unfinished", ".replaced", ".removed"
RUN = "run"
"""The ID of a run over shards, which is the same whenever the run goes on."""

NOT_FREE = (errno.ENOTEMPTY, errno.EEXIST, errno.ENOTDIR)
HELD: ContextVar[frozenset[Path]] = ContextVar("held", default=frozenset())

logger = logging.getLogger(__name__)


@dataclass(frozen=True)
class Written:
    """What a command wrote into a folder."""

    files: list[str]  # names of files, and with a slash at the end names of folders that are the command's as a whole

    def has(self, name: str) -> bool:
        """Return whether a file was written by the command."""
        return name in self._names or any(f"{parent}/" in self._names for parent in PurePosixPath(name).parents)

    def reaches(self, name: str) -> bool:
        """Return whether the command wrote a folder, or a file somewhere in it."""
        return f"{name}/" in self._names or any(file.startswith(f"{name}/") for file in self._names)

    @cached_property
    def _names(self) -> set[str]:
        return {*self.files, WRITTEN_FILE}


def written_list(names: Iterable[str]) -> bytes:
    """Return the content of the list of what a command wrote."""
    return json.dumps(asdict(Written(sorted(names))), ensure_ascii=False, indent=1).encode()


def strangers(folder: Path) -> list[str]:
    """Return what the list of a folder does not name: files, folders and links of others."""
    written = _read_list(folder)
    found = []
    for place, folders, files in os.walk(folder):
        inside = Path(place).relative_to(folder)
        for name in list(folders):
            if Path(place, name).is_symlink() or not written.reaches((inside / name).as_posix()):
                found.append(f"{(inside / name).as_posix()}/")
                folders.remove(name)
        for name in files:
            if Path(place, name).is_symlink() or not written.has((inside / name).as_posix()):
                found.append((inside / name).as_posix())
    return sorted(found)


def check_place(target: Path) -> None:
    """Check that a folder may be made or replaced at a place."""
    if target.is_symlink():
        raise OutputError(f"{target} is a link: name the folder that it leads to, or choose another folder")
    if target.is_file():
        raise OutputError(f"{target} is a file: choose another folder")
    parent = next(path for path in target.absolute().parents if path.exists())
    if not parent.is_dir():
        raise OutputError(f"{target} cannot be written: {parent} is a file; choose another folder")
    if not os.access(parent, os.W_OK):
        raise OutputError(f"{target} cannot be written: no permission to write to {parent}; choose another folder")


@contextmanager
def held(target: Path) -> Iterator[None]:
    """Keep other commands from a place, and first mend what one that was killed has left there."""
    # Within the context the place can be held again.
    check_place(target)
    place = _place(target)
    if place in HELD.get():
        yield
        return
    busy = OutputError(f"another command is writing {target}: let it end, or choose another folder")
    with locked(place.with_name(f".{place.name}.lock"), target, busy):
        token = HELD.set(HELD.get() | {place})
        try:
            _mend(place)
            yield
        finally:
            HELD.reset(token)


@contextmanager
def locked(file: Path, target: Path, busy: GenderfairError) -> Iterator[None]:
    """Lock a file, which is freed with the process, however it ends; empty folders made for it go too."""
    made = [parent for parent in file.parents if not parent.exists()]
    lock = FileLock(file, timeout=0)
    try:
        file.parent.mkdir(parents=True, exist_ok=True)
        lock.acquire()
    except Timeout as error:
        raise busy from error
    except OSError as error:
        raise OutputError(f"{target} cannot be written: {error.strerror}; choose another folder") from error
    try:
        yield
    finally:
        file.unlink(missing_ok=True)
        lock.release()
        with suppress(OSError):
            for parent in made:
                parent.rmdir()


def left_behind(target: Path) -> bool:
    """Return whether a command that was killed has put a data set aside, and it is not back in its place."""
    place = _place(target)
    return any([*_beside(place, REPLACED), *_beside(place, REMOVED)])


def building_place(target: Path, name: str = "") -> Path:
    """Return where a folder is built before it is put in its place."""
    place = _place(target)
    return place.with_name(f".{place.name}.{name or uuid.uuid4().hex}{UNFINISHED}")


def put(building: Path, target: Path, overwrite: bool) -> None:
    """Put a complete folder in its place, which is held."""
    place = _place(target)
    aside = building.with_suffix(REPLACED)
    if overwrite and place.is_dir() and not place.is_symlink() and any(place.iterdir()):
        refuse_strangers(place)
        place.rename(aside)
    try:
        if aside.exists():
            # nobody else can have written there since
            refuse_strangers(aside, place)
        # an empty folder gives way, and nothing else
        building.rename(place)
    except BaseException as error:
        if aside.exists():
            with suppress(OSError):
                aside.rename(place)
        if isinstance(error, OSError) and error.errno in NOT_FREE:
            raise OutputError(f"{target} was filled meanwhile: choose another folder") from error
        raise
    if aside.exists():
        _remove(aside.rename(aside.with_suffix(REMOVED)), place)


def refuse_strangers(folder: Path, target: Path | None = None) -> None:
    """Refuse to replace a folder that holds something that no command wrote."""
    if others := strangers(folder):
        more = f" and {len(others) - 1:,} more" if others[1:] else ""
        raise OutputError(
            f"{target or folder} holds {others[0]}{more}, which is not of the data set: move it away, or choose "
            "another folder"
        )


def _place(target: Path) -> Path:
    """Return where a folder lies, in one spelling; a link at its place is not followed."""
    return target.resolve() if target.name in ("", "..") else target.parent.resolve() / target.name


def _read_list(folder: Path) -> Written:
    file = folder / WRITTEN_FILE
    try:
        if file.is_symlink():
            raise OSError(errno.ELOOP, "it is a link")
        return read_record(Written, file.read_text(encoding="utf-8"))
    except FileNotFoundError as error:
        raise OutputError(
            f"{folder} has no list of what was written ({WRITTEN_FILE}), as data sets of older versions have none: "
            "remove it yourself, or choose another folder"
        ) from error
    except (OSError, ValueError) as error:
        raise OutputError(f"{file} cannot be read: remove the folder yourself, or choose another one") from error


def _beside(place: Path, suffix: str) -> list[Path]:
    """Return the folders under a hidden name beside a place."""
    name = re.compile(rf"\.{re.escape(place.name)}\.([0-9a-f]{{32}}|{RUN}){re.escape(suffix)}")
    with suppress(OSError):
        return [path for path in place.parent.iterdir() if name.fullmatch(path.name)]
    return []


def _mend(place: Path) -> None:
    """Bring to an end, or back, what a command did that was killed."""
    for path in _beside(place, REMOVED):
        _remove(path, place)
    for path in _beside(place, REPLACED):
        try:
            # where nothing stands yet it goes back
            path.rename(place)
        except OSError:
            if path.with_suffix(UNFINISHED).exists():
                _give_back(path, place)
            else:
                _remove(path.rename(path.with_suffix(REMOVED)), place)
    for path in _beside(place, UNFINISHED):
        # a run goes on there
        if path != building_place(place, RUN):
            shutil.rmtree(path, ignore_errors=True)


def _remove(folder: Path, place: Path) -> None:
    """Delete of a folder that was replaced what its list names, the list last; give back what is left."""
    written = _read_list(folder) if (folder / WRITTEN_FILE).exists() else Written([])
    for inside, folders, files in os.walk(folder, topdown=False):
        for path in (Path(inside, name) for name in files):
            name = path.relative_to(folder).as_posix()
            if name != WRITTEN_FILE and written.has(name) and not path.is_symlink():
                path.unlink()
        for path in (Path(inside, name) for name in folders):
            if written.reaches(path.relative_to(folder).as_posix()) and not path.is_symlink():
                with suppress(OSError):
                    path.rmdir()
    if {path.name for path in folder.iterdir()} <= {WRITTEN_FILE}:
        (folder / WRITTEN_FILE).unlink(missing_ok=True)
        folder.rmdir()
    else:
        _give_back(folder, place)


def _give_back(folder: Path, place: Path) -> None:
    """Give a folder that somebody may need a name that is seen."""
    names = (place.with_name(f"{place.name}.kept{number or ''}") for number in count())
    kept = next(path for path in names if not os.path.lexists(path))
    folder.rename(kept)
    logger.warning("what stood in %s before a command was stopped is in %s", place, kept)
