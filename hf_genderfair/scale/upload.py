"""Upload the files of a run to the Hub while others are made, and the rest with card and report at its end."""

from __future__ import annotations

import hashlib
import json
import logging
import math
import threading
import time
from collections.abc import Callable, Iterable, Sequence
from dataclasses import asdict, dataclass
from functools import partial
from pathlib import Path

from huggingface_hub import CommitOperationAdd, HfApi
from huggingface_hub.errors import HTTPError  # type: ignore[attr-defined]
from huggingface_hub.hf_api import RepoFile
from huggingface_hub.utils import are_progress_bars_disabled, disable_progress_bars, enable_progress_bars  # type: ignore[attr-defined]

from hf_genderfair.core.errors import PublishError
from hf_genderfair.hub.card import BEGIN, DATA_FOLDERS, END, Content, set_license, set_repository, split_card
from hf_genderfair.hub.card_text import plain
from hf_genderfair.hub.changes import (
    MADE_BY_HUB,
    Repository,
    addition,
    list_files,
    listed,
    plan,
    read_newest,
    read_repository,
    same_content,
)
from hf_genderfair.hub.folder import CARD_FILE, PAGE_FILE, REPORT_FILE
from hf_genderfair.hub.lines import stamp
from hf_genderfair.hub.publish import (
    check_no_link,
    check_repo_id,
    documents,
    hub_answers,
    make_repository,
    public_objection,
    require_token,
)
from hf_genderfair.hub.remote import ATTEMPTS, Result, ask_hub, first_line, repeat
from hf_genderfair.scale.folder import Described, Plan, RunFolder

SENT_AT_ONCE = 8
COMMIT_FILES = 64
COMMIT_SECONDS = 300.0
"""A commit has so many files, or what came together in so many seconds: the Hub takes some hundred commits an hour."""

DOCUMENTS = 3
"""Card, report and page."""

INTERVAL = 2.0
"""Seconds between two looks for shards that are done."""

PATIENCE = 5.0
"""Seconds for which a run that is broken off waits for the call of the Hub that is under way."""

WAIT_SECONDS = 1.0
"""First pause before a failed call is repeated; it doubles each time."""

INCOMPLETE = (
    "**This data set is being written and is incomplete: do not use it yet.** A run of `hf-genderfair` uploads its "
    "files while it is at work. The last commit replaces this card by the whole one."
)

logger = logging.getLogger(__name__)


class Upload:
    """The way of a run's files to a repository of the Hub.

    The state is that of the repository and of the folder: a file that the repository lists with the same size and hash
    is not sent again, nor is the content of one that was sent and not committed, since the Hub says that it has it. The
    files go to the branch that readers see, each under its final name, since a branch of the Hub cannot be merged but
    by a commit of all files at once; until the last commit the card says that the data set is incomplete.

    As a context it uploads in a thread what gets done.
    """

    def __init__(self, folder: RunFolder, plan: Plan, repo_id: str, private: bool = False) -> None:
        """Prepare an upload."""
        check_repo_id(repo_id)
        self.repo_id = repo_id
        self._folder, self._plan, self._private = folder, plan, private
        self._license = plan.described.license or plan.described.source.get("licence")
        if self._license is None:
            raise PublishError("the licence of the data is unknown: name it, such as cc-by-4.0, or 'unknown' for none")
        self._api = HfApi()
        self._there: dict[str, RepoFile] = {}
        self._waiting: dict[str, CommitOperationAdd] = {}
        self._hashes: dict[str, str] = {}
        self._stamps: dict[str, tuple[int, int]] = {}
        self._doubtful = False
        self._committed_at = time.monotonic()
        self._stopped = threading.Event()
        self._thread: threading.Thread | None = None
        self._bars = False

    def begin(self) -> None:
        """Check before any row is read that the repository can be written, and say there that a run is at work."""
        require_token()
        hub_answers(self.repo_id)
        self._patiently(lambda: make_repository(self._api, self.repo_id, self._private))
        self._patiently(lambda: self._api.auth_check(self.repo_id, repo_type="dataset", write=True))
        repository = self._patiently(self._read)
        if refusal := self.objection(repository):
            raise PublishError(refusal)
        self._there = dict(repository.files)
        if not self._ours(repository):
            self._patiently(self._announce)

    def objection(self, repository: Repository) -> str | None:
        """Return why a repository is refused; None where it is empty, or has files of this run alone."""
        if self._ours(repository):
            return None
        changes, _ = plan(repository, {}, self._first_card())
        kept = (name for name in (REPORT_FILE, PAGE_FILE) if name in repository.files)
        found = sorted({*changes.deleted, *kept}, key=lambda name: (not name.startswith("data/"), name))
        described = [name for name in ("configs", "dataset_info") if name in split_card(_text(repository))[0]]
        problems = [f"the files {listed(found)}"] if found else []
        problems += ["a card that describes other data"] if described else []
        problems += changes.objections() if not found else []
        if not problems:
            return None
        return f"{self.repo_id} holds something else than this run: {'; '.join(problems)}; choose another repository"

    def __enter__(self) -> Upload:
        """Begin to upload in a thread, without bars between those of the run."""
        self._bars = not are_progress_bars_disabled()
        if self._bars:
            disable_progress_bars()
        self._thread = threading.Thread(target=self._work, daemon=True)
        self._thread.start()
        return self

    def __exit__(self, kind: type[BaseException] | None, *_: object) -> None:
        """End the thread, so that nobody reads files that are moved."""
        assert self._thread is not None
        self._stopped.set()
        self._thread.join(None if kind is None else PATIENCE)
        self._thread = None
        if self._bars:
            enable_progress_bars()

    def finish(self) -> None:
        """Send what is left of a finished run, at last card, report and page, and check that all has arrived."""
        self._forget_changed()
        try:
            self._send_done()
            self._patiently(self._complete)
        except PublishError as error:
            missing = len(self._folder.data_files(self._hashes))
            rest = f"{missing:,} of its data files are" if missing else "its card is"
            raise PublishError(f"{self._folder.path} is complete, but {rest} not at {self.repo_id}: {error}") from error

    def _work(self) -> None:
        try:
            while True:
                self._send_done()
                self._pause(INTERVAL)
        except _StoppedError:
            return
        except PublishError as error:
            logger.warning("%s; the run goes on, and tries again at its end", error)

    def _forget_changed(self) -> None:
        """Forget that files were sent which the end of the run gave a column that another shard has."""
        for name, file in self._folder.data_files().items():
            if self._stamps.get(name) not in (None, stamp(str(file))):
                self._hashes.pop(name, None)
                self._waiting.pop(name, None)

    def _send_done(self) -> None:
        """Send the files that are done and that the repository lacks."""
        files = list(self._folder.data_files({*self._hashes, *self._waiting}).items())
        for start in range(0, len(files), SENT_AT_ONCE):
            self._patiently(partial(self._send, files[start : start + SENT_AT_ONCE]))
            if len(self._waiting) >= COMMIT_FILES:
                self._patiently(self._commit)
            self._check_stopped()
        if self._waiting and time.monotonic() - self._committed_at > COMMIT_SECONDS:
            self._patiently(self._commit)

    def _send(self, files: Sequence[tuple[str, Path]]) -> None:
        """Send the content of some files; a later commit gives them their names."""
        for _, file in files:
            check_no_link(file)
        self._stamps |= {name: stamp(str(file)) for name, file in files}
        additions = [addition(name, file) for name, file in files]
        lacking = [each for each in additions if not self._arrived(each)]
        self._api.preupload_lfs_files(self.repo_id, lacking, repo_type="dataset")
        self._waiting |= {each.path_in_repo: each for each in lacking}

    def _arrived(self, added: CommitOperationAdd) -> bool:
        """Return whether the repository has a file with the same content."""
        there, info = self._there.get(added.path_in_repo), added.upload_info
        if there is None or there.lfs is None or there.size != info.size or there.lfs.sha256 != info.sha256.hex():
            return False
        self._hashes[added.path_in_repo] = info.sha256.hex()
        return True

    def _commit(self, documents: Iterable[CommitOperationAdd] = (), parent: str | None = None) -> None:
        """Commit what was sent, with further files."""
        if self._doubtful:
            # the answer to a commit may have been lost
            self._there = list_files(self._api, self.repo_id)
            self._waiting = {name: each for name, each in self._waiting.items() if not self._arrived(each)}
        operations = [*self._waiting.values(), *documents]
        if operations:
            self._doubtful = True
            message = f"Upload {len(operations)} files of a run of hf-genderfair"
            self._api.create_commit(
                self.repo_id, operations, commit_message=message, repo_type="dataset", parent_commit=parent
            )
        self._doubtful = False
        self._hashes |= {name: each.upload_info.sha256.hex() for name, each in self._waiting.items()}
        self._waiting = {}
        self._committed_at = time.monotonic()

    def _complete(self) -> None:
        """Commit the rest with card, report and page, and check what the repository lists."""
        repository = self._read()
        folder = self._folder.path
        written = (folder / CARD_FILE).read_text(encoding="utf-8")
        files = documents(folder, written, self.repo_id)
        changes, card = plan(repository, files, set_repository(written, self.repo_id))
        contents: dict[str, Content] = {**files, CARD_FILE: card.encode()}
        additions = [addition(name, contents[name]) for name in changes.sent]
        if additions or self._waiting:
            self._commit(additions, repository.revision)
        self._check(list_files(self._api, self.repo_id))

    def _check(self, there: dict[str, RepoFile]) -> None:
        folders = tuple(f"{name}/" for name in DATA_FOLDERS.values())
        listed_there = {name: file.lfs and file.lfs.sha256 for name, file in there.items() if name.startswith(folders)}
        if differing := sorted(name for name, _ in listed_there.items() ^ self._hashes.items()):
            raise PublishError(
                f"{self.repo_id} has other data files than this run: {listed(list(dict.fromkeys(differing)))}; "
                "remove what others wrote there, and repeat the same command"
            )

    def _announce(self) -> None:
        """Commit a card that says that the data set is incomplete."""
        repository = self._read()
        if not self._ours(repository):
            _, card = plan(repository, {}, self._first_card())
            message = "Begin the upload of a run of hf-genderfair"
            operations = [CommitOperationAdd(CARD_FILE, card.encode())]
            self._api.create_commit(
                self.repo_id, operations, commit_message=message, repo_type="dataset", parent_commit=repository.revision
            )

    def _first_card(self) -> str:
        body = f"{BEGIN}\n# {plain(self._plan.described.title)}\n\n{INCOMPLETE}\n\n{self._mark}\n{END}\n"
        return set_license(body, str(self._license))

    @property
    def _mark(self) -> str:
        """What tells in the first card of which run it is."""
        digest = hashlib.sha256(json.dumps(asdict(self._plan), sort_keys=True).encode()).hexdigest()
        return f"Run: `{digest[:32]}`"

    def _ours(self, repository: Repository) -> bool:
        """Return whether a repository holds this run: its first card, or the report of the finished one."""
        report, there = self._folder.path / REPORT_FILE, repository.files.get(REPORT_FILE)
        finished = there is not None and self._folder.finished and same_content(there, report)
        return finished or self._mark in _text(repository)

    def _read(self) -> Repository:
        return read_newest(self._api, self.repo_id, None)

    def _patiently(self, action: Callable[[], Result]) -> Result:
        """Call, and repeat with growing pauses: without end while the run goes on."""
        in_thread = threading.current_thread() is self._thread
        attempts, sleep = (math.inf, self._pause) if in_thread else (ATTEMPTS, None)
        return repeat(action, self.repo_id, WAIT_SECONDS, attempts, sleep)

    def _pause(self, seconds: float) -> None:
        self._stopped.wait(seconds)
        self._check_stopped()

    def _check_stopped(self) -> None:
        if threading.current_thread() is self._thread and self._stopped.is_set():
            raise _StoppedError


@dataclass(frozen=True)
class UploadPreview:
    """What an upload would send."""

    repo_id: str
    state: str
    files: int  # most files that it would get, card, report and page among them
    arrived: int = 0  # how many data files of this run it has already, as far as their sizes tell
    refusal: str | None = None  # why it would be refused; None where it would not


def preview_upload(folder: RunFolder, repo_id: str, private: bool, shards: int, license: str | None) -> UploadPreview:
    """Return what an upload would send; nothing is sent."""
    plan = folder.plan or Plan("", 0, shards, "", "", (), None, None, "", Described("", license=license))
    upload = Upload(folder, plan, repo_id, private)
    done = folder.data_files() if folder.plan else {}
    files = (len(done) if folder.finished else (1 + plan.passes) * plan.shards) + DOCUMENTS
    try:
        answer = ask_hub(repo_id, "main")
        if answer is None:
            return UploadPreview(repo_id, "not known: HF_HUB_OFFLINE is set", files)
        repository = read_repository(HfApi(), repo_id, str(answer.sha), None)
    except FileNotFoundError:
        return UploadPreview(repo_id, "it would be made", files)
    except (OSError, HTTPError) as error:
        return UploadPreview(repo_id, f"not known: {first_line(error)}", files)
    there = {name: file.size for name, file in repository.files.items()}
    arrived = sum(there.get(name) == file.stat().st_size for name, file in done.items())
    refusal = public_objection(repo_id) if private and not answer.private else upload.objection(repository)
    state = f"it has {len(set(there) - {MADE_BY_HUB}):,} files"
    return UploadPreview(repo_id, state, files, arrived, refusal)


class _StoppedError(Exception):
    """Ends the thread of an upload."""


def _text(repository: Repository) -> str:
    return repository.card.decode("utf-8", errors="replace")
