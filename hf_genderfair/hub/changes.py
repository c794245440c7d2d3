"""The changes of a repository by publishing, and which of its files belong to others."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from huggingface_hub import CommitOperationAdd, HfApi, hf_hub_download
from huggingface_hub.hf_api import RepoFile

from hf_genderfair.hub.card import (
    BEGIN,
    DATA_FOLDERS,
    END,
    UNKNOWN_LICENSE,
    Content,
    card_license,
    card_rows,
    configuration_losses,
    data_parts,
    hash_of,
    linked_files,
    merge_cards,
    proof_of,
    proved,
    unreadable_metadata,
)
from hf_genderfair.hub.folder import CARD_FILE, REPORT_FILE
from hf_genderfair.report.report import Report

DATA_FILE = re.compile(r"([^/]+)/([^/]+)-\d{5}-of-\d{5}\.parquet")
MADE_BY_HUB = ".gitattributes"
LISTED = 10


@dataclass(frozen=True)
class Repository:
    """The contents of a repository at a commit."""

    name: str
    revision: str = ""  # the commit; empty where there is no repository yet
    files: Mapping[str, RepoFile] = field(default_factory=dict)
    card: bytes = b""  # content of its card, as bytes; empty if it has none
    parts: frozenset[str] = frozenset()
    """Each ``configuration/split`` that this library wrote: its report names it, and its card agrees."""

    @property
    def linked(self) -> frozenset[str]:
        """Files beside the card by this library: those that it proves, or in cards of earlier versions links."""
        if not self.parts:
            return frozenset()
        card = self.card.decode(errors="replace")
        try:
            proof = proof_of(card)
        except ValueError:
            proof = None
        return frozenset(linked_files(card) if proof is None else proof.files)

    def owns(self, path: str) -> bool:
        """Return whether this library wrote a file of the repository."""
        if path == REPORT_FILE or path in self.linked:
            return bool(self.parts)
        match = DATA_FILE.fullmatch(path)
        folders = {folder: config for config, folder in DATA_FOLDERS.items()}
        return match is not None and f"{folders.get(match[1])}/{match[2]}" in self.parts


@dataclass(frozen=True)
class Changes:
    """The changes of a repository by publishing."""

    added: tuple[str, ...] = ()
    replaced: tuple[str, ...] = ()  # files with other content; the text of others in a card is kept
    deleted: tuple[str, ...] = ()
    foreign: tuple[str, ...] = ()  # the replaced and deleted files that this library did not write
    lost: tuple[str, ...] = ()  # further losses of others: configurations that their card describes
    kept: tuple[str, ...] = ()  # unchanged files of others
    license: str = UNKNOWN_LICENSE  # the new licence of the card
    license_before: str = UNKNOWN_LICENSE  # the current licence of the card; ``unknown`` where it names none

    @property
    def sent(self) -> tuple[str, ...]:
        """The files to upload."""
        return tuple(sorted((*self.added, *self.replaced)))

    @property
    def relicensed(self) -> bool:
        """Whether the named licence changes."""
        return self.license_before not in (UNKNOWN_LICENSE, self.license)

    def objections(self) -> list[str]:
        """Return a phrase for each kind of loss of others."""
        found = []
        if self.foreign:
            found.append(f"files that hf-genderfair did not write would be replaced or deleted: {listed(self.foreign)}")
        if self.lost:
            found.append(f"what others wrote would be lost: {listed(self.lost)}")
        if self.relicensed:
            found.append(f"its licence is {self.license_before}, and the one to be published is {self.license}")
        return found


def listed(names: Sequence[str]) -> str:
    """Return names separated by commas; of many, the first ones and the number of the others."""
    more = f" and {len(names) - LISTED:,} more" if len(names) > LISTED else ""
    return ", ".join(names[:LISTED]) + more


def list_files(api: HfApi, name: str, revision: str | None = None, repo_type: str = "dataset") -> dict[str, RepoFile]:
    """Return the files of a repository by their names."""
    tree = api.list_repo_tree(name, recursive=True, revision=revision, repo_type=repo_type)
    return {entry.path: entry for entry in tree if isinstance(entry, RepoFile)}


def read_newest(api: HfApi, name: str, token: str | None) -> Repository:
    """Read a repository as it is now; see `read_repository`."""
    return read_repository(api, name, str(api.dataset_info(name, revision="main").sha), token)


def addition(name: str, content: Content) -> CommitOperationAdd:
    """Return what a commit adds to a repository."""
    return CommitOperationAdd(name, content if isinstance(content, bytes) else str(content))


def read_repository(api: HfApi, name: str, revision: str, token: str | None) -> Repository:
    """Read the files of a repository, and which of them this library wrote."""
    files = list_files(api, name, revision)

    def content(path: str) -> bytes:
        if path not in files:
            return b""
        return Path(hf_hub_download(name, path, repo_type="dataset", revision=revision, token=token)).read_bytes()

    card = content(CARD_FILE)
    parts = _our_parts(card.decode(errors="replace"), content(REPORT_FILE))
    return Repository(name, revision, files, card, parts)


def _our_parts(card: str, report: bytes) -> frozenset[str]:
    """Return the parts in a report of this library, where its card has the same numbers of rows."""
    if BEGIN not in card or END not in card:
        return frozenset()
    try:
        parts = data_parts(Report.from_json(report.decode()))
    except ValueError:
        return frozenset()
    rows = card_rows(card)
    return frozenset(key for key, part in parts.items() if part.rows == rows.get(key))


def plan(repository: Repository, files: Mapping[str, Content], card: str) -> tuple[Changes, str]:
    """Compare the files to publish with those of a repository."""
    existing = repository.card.decode("utf-8", errors="replace").replace("\r\n", "\n")
    merged = merge_cards(card, existing)
    if REPORT_FILE in files:
        merged = proved(merged, {name: content for name, content in files.items() if "/" not in name})
    wanted: dict[str, Content] = {**files, CARD_FILE: merged.encode()}
    there = repository.files
    replaced = [path for path, content in wanted.items() if path in there and not same_content(there[path], content)]
    left = repository.linked
    deleted = [path for path in there if path not in wanted and (path in left or _in_the_way(repository, path))]
    foreign = [path for path in (*replaced, *deleted) if path != CARD_FILE and not repository.owns(path)]
    own = (*wanted, *deleted, MADE_BY_HUB)
    changes = Changes(
        added=tuple(path for path in wanted if path not in there),
        replaced=tuple(replaced),
        deleted=tuple(deleted),
        foreign=tuple(sorted(foreign)),
        lost=(*_unreadable(repository.card, existing), *configuration_losses(card, existing, repository.parts)),
        kept=tuple(path for path in there if path not in own),
        license=card_license(merged),
        license_before=card_license(existing),
    )
    return changes, merged


def _in_the_way(repository: Repository, path: str) -> bool:
    """Return whether a file is in a folder of the data, or prevents ``load_dataset`` from loading them."""
    folder = path.partition("/")[0]
    return folder in DATA_FOLDERS.values() or path == f"{repository.name.rpartition('/')[2]}.py"


def _unreadable(card: bytes, text: str) -> list[str]:
    try:
        card.decode("utf-8")
    except UnicodeDecodeError:
        return ["letters of its card, which is not UTF-8"]
    return ["metadata of its card, which are not YAML"] if unreadable_metadata(text) else []


def same_content(remote: RepoFile, content: Content) -> bool:
    """Return whether a file of a repository has a content, by size and hash."""
    size = content_size(content)
    if remote.size != size:
        return False
    if remote.lfs is not None:
        return bool(remote.lfs.sha256 == hash_of(content))
    return bool(remote.blob_id == hash_of(content, "sha1", b"blob %d\0" % size))


def content_size(content: Content) -> int:
    """Return the size of a file's content, in bytes."""
    return len(content) if isinstance(content, bytes) else content.stat().st_size
