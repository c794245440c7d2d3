"""Publish a data set on the Hub: one commit, one tag, loaded back and checked; safe to repeat."""

from __future__ import annotations

import hashlib
import logging
import tempfile
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TypeVar

from huggingface_hub import CommitOperationAdd, CommitOperationDelete, HfApi, get_token, hf_hub_download
from huggingface_hub.errors import (  # type: ignore[attr-defined]
    HfHubHTTPError,
    HFValidationError,
    HTTPError,
    OfflineModeIsEnabled,
    RemoteEntryNotFoundError,
)
from huggingface_hub.hf_api import RepoFile
from huggingface_hub.utils import validate_repo_id  # type: ignore[attr-defined]

from hf_genderfair.core.errors import PublishError
from hf_genderfair.hub.audited import load_audited
from hf_genderfair.hub.card import UNKNOWN_LICENSE, CardDetails, merge_cards, set_license, split_card
from hf_genderfair.hub.folder import CARD_FILE, DATA_FOLDERS, REPORT_FILE, Rows, write_dataset
from hf_genderfair.report.report import Report

RETRIED_STATUS = (429, 500, 502, 503, 504)
ATTEMPTS = 5
LONGEST_WAIT = 300.0

Result = TypeVar("Result")
Content = bytes | Path

logger = logging.getLogger(__name__)


@dataclass(frozen=True)
class Published:
    """What was published, or would be.

    Attributes:
        repo_id: Repository on the Hub.
        revision: Commit that holds it; None after a dry run.
        tag: The version's tag.
        files: Size of each file, in bytes.
        rows: Number of rows by configuration and split.
        card: Content of the card.
        uploaded: Files that this call sent; empty after a dry run or where all was there already.

    Example:
        >>> Published("me/posts", None, "v1.0.0", {"README.md": 120}, {"default/train": 3}, "").uploaded
        ()
    """

    repo_id: str
    revision: str | None
    tag: str
    files: dict[str, int]
    rows: dict[str, int]
    card: str
    uploaded: tuple[str, ...] = ()


def publish(
    dataset: Rows | str | Path,
    repo_id: str,
    report: Report | None = None,
    *,
    excluded: Rows | None = None,
    details: CardDetails | None = None,
    license: str | None = None,
    private: bool = False,
    version_tag: str = "v1.0.0",
    dry_run: bool = False,
    token: str | None = None,
    wait_seconds: float = 1.0,
) -> Published:
    """Publish a data set with its report and card, tag it, load it back and check what came.

    Repeat the same call after whatever broke it off: what has arrived is not sent again, and a tag that marks the
    same content is fine. Nothing of the repository's card that this library does not know is lost.

    Args:
        dataset: A data set, or a folder that `write_dataset` wrote.
        repo_id: ``namespace/name``; the repository is created if it is missing.
        report: The report; not needed for a folder, which has one.
        excluded: Rows left out; not for a folder.
        details: What the card says beyond the report; not for a folder.
        license: Identifier of the licence; None takes the card's. ``"unknown"`` publishes without one.
        private: Create the repository as private; one that exists and is public is an error.
        version_tag: Tag to set.
        dry_run: Return the files and the card without any call to the network.
        token: Token of the Hub; None takes the stored one.
        wait_seconds: First pause before a failed call is repeated, in seconds; doubles each time.

    Returns:
        What was published.

    Raises:
        PublishError: Licence unknown, no token, no right to the repository, Hub not reachable, the tag marks other
            content, or what came back is not what was sent.
        OutputError: The folder to upload cannot be written.
    """
    _check_repo_id(repo_id)
    if isinstance(dataset, (str, Path)):
        prepared = _prepare(Path(dataset), repo_id, version_tag, license)
        return prepared.published if dry_run else _upload(prepared, private, token, wait_seconds)
    if report is None:
        raise PublishError("a data set is published with its report: pass report=")
    with tempfile.TemporaryDirectory(prefix="hf-genderfair-") as folder:
        place = Path(folder, "dataset")
        write_dataset(place, dataset, report, excluded, details)
        prepared = _prepare(place, repo_id, version_tag, license)
        return prepared.published if dry_run else _upload(prepared, private, token, wait_seconds)


@dataclass(frozen=True)
class _Prepared:
    files: dict[str, Content]
    report: Report
    published: Published


def _prepare(folder: Path, repo_id: str, tag: str, license: str | None) -> _Prepared:
    if not (folder / REPORT_FILE).is_file():
        raise PublishError(f"{folder} is no folder with a data set and its {REPORT_FILE}: write one first")
    audited = load_audited(folder)
    card = audited.card if license is None else set_license(audited.card, license)
    if license is None and split_card(card)[0].get("license", UNKNOWN_LICENSE) == UNKNOWN_LICENSE:
        raise PublishError(
            "the licence of the data is unknown: name it, such as cc-by-4.0, or pass 'unknown' to publish without one"
        )
    data = [path for name in DATA_FOLDERS.values() for path in sorted((folder / name).glob("*.parquet"))]
    files: dict[str, Content] = {path.relative_to(folder).as_posix(): path for path in [*data, folder / REPORT_FILE]}
    files[CARD_FILE] = card.encode()
    rows = {key: int(part["rows"]) for key, part in audited.report.data.items()}
    sizes = {path: _size(content) for path, content in files.items()}
    return _Prepared(files, audited.report, Published(repo_id, None, tag, sizes, rows, card))


def _upload(prepared: _Prepared, private: bool, token: str | None, wait_seconds: float) -> Published:
    published = prepared.published
    repo_id, tag = published.repo_id, published.tag
    if token is None and get_token() is None:
        raise PublishError("no token for the Hub: run 'hf auth login' or set HF_TOKEN")
    api = HfApi(token=token)

    def patiently(action: Callable[[], Result]) -> Result:
        return _repeat(action, repo_id, wait_seconds)

    patiently(lambda: api.create_repo(repo_id, repo_type="dataset", private=private, exist_ok=True))
    if private and not patiently(lambda: api.dataset_info(repo_id)).private:
        raise PublishError(f"{repo_id} exists and is public: make it private in its settings, or publish it as public")
    tagged = patiently(lambda: _tags(api, repo_id)).get(tag)
    existing = patiently(lambda: _existing_card(repo_id, tagged or "main", token))
    card = merge_cards(published.card, existing)
    files = {**prepared.files, CARD_FILE: card.encode()}
    uploaded: set[str] = set()
    if tagged is None:
        revision = patiently(lambda: _commit(api, repo_id, tag, files, uploaded))
        patiently(lambda: _tag(api, repo_id, tag, revision))
    else:
        revision = tagged
        if any(patiently(lambda: _differences(api, repo_id, revision, files))):
            raise _taken(repo_id, tag)
    sizes = {path: _size(content) for path, content in files.items()}
    result = replace(published, revision=revision, files=sizes, card=card, uploaded=tuple(sorted(uploaded)))
    patiently(lambda: _check_arrived(result, prepared.report, token))
    return result


def _commit(api: HfApi, repo_id: str, tag: str, files: Mapping[str, Content], uploaded: set[str]) -> str:
    """Bring the repository to these files in one commit, or none if it has them; return the commit."""
    head = str(api.dataset_info(repo_id, revision="main").sha)
    changed, stale = _differences(api, repo_id, head, files)
    if not changed and not stale:
        return head
    operations: list[CommitOperationAdd | CommitOperationDelete] = [CommitOperationDelete(path) for path in stale]
    for path in changed:
        content = files[path]
        operations.append(CommitOperationAdd(path, content if isinstance(content, bytes) else str(content)))
    uploaded.update(changed)
    message = f"Publish {tag} with hf-genderfair"
    commit = api.create_commit(repo_id, operations, commit_message=message, repo_type="dataset", parent_commit=head)
    return str(commit.oid)


def _differences(api: HfApi, repo_id: str, revision: str, files: Mapping[str, Content]) -> tuple[list[str], list[str]]:
    """Return the files the repository lacks or has otherwise, and its data files that are none of these."""
    tree = api.list_repo_tree(repo_id, recursive=True, revision=revision, repo_type="dataset")
    remote = {entry.path: entry for entry in tree if isinstance(entry, RepoFile)}
    changed = [path for path, content in files.items() if path not in remote or not _equal(remote[path], content)]
    ours = tuple(f"{name}/" for name in DATA_FOLDERS.values())
    return changed, [path for path in remote if path.startswith(ours) and path not in files]


def _equal(remote: RepoFile, content: Content) -> bool:
    size = _size(content)
    if remote.size != size:
        return False
    if remote.lfs is not None:
        return bool(remote.lfs.sha256 == _digest("sha256", b"", content))
    return bool(remote.blob_id == _digest("sha1", b"blob %d\0" % size, content))


def _digest(algorithm: str, prefix: bytes, content: Content) -> str:
    digest = hashlib.new(algorithm, prefix, usedforsecurity=False)
    if isinstance(content, bytes):
        digest.update(content)
    else:
        with content.open("rb") as stream:
            while block := stream.read(1 << 20):
                digest.update(block)
    return digest.hexdigest()


def _size(content: Content) -> int:
    return len(content) if isinstance(content, bytes) else content.stat().st_size


def _tags(api: HfApi, repo_id: str) -> dict[str, str]:
    refs = api.list_repo_refs(repo_id, repo_type="dataset")
    return {reference.name: reference.target_commit for reference in refs.tags}


def _tag(api: HfApi, repo_id: str, tag: str, revision: str) -> None:
    target = _tags(api, repo_id).get(tag)
    if target is None:
        api.create_tag(repo_id, tag=tag, revision=revision, repo_type="dataset")
    elif target != revision:
        raise _taken(repo_id, tag)


def _taken(repo_id: str, tag: str) -> PublishError:
    return PublishError(
        f"the tag {tag} of {repo_id} marks other content: publish under a new tag, or remove this one "
        f"with 'hf repos tag delete {repo_id} {tag} --repo-type dataset'"
    )


def _existing_card(repo_id: str, revision: str, token: str | None) -> str:
    try:
        path = hf_hub_download(repo_id, CARD_FILE, repo_type="dataset", revision=revision, token=token)
    except RemoteEntryNotFoundError:
        return ""
    return Path(path).read_text(encoding="utf-8", errors="replace")


def _check_arrived(published: Published, report: Report, token: str | None) -> None:
    with tempfile.TemporaryDirectory(prefix="hf-genderfair-") as fresh:
        arrived = load_audited(published.repo_id, published.revision, token, cache_dir=fresh)
        if arrived.report != report or arrived.card != published.card:
            raise PublishError(f"{published.repo_id}: report or card came back otherwise than they were sent")


def _check_repo_id(repo_id: str) -> None:
    try:
        validate_repo_id(repo_id)
    except HFValidationError as error:
        raise PublishError(f"{repo_id!r} is no repository id: use namespace/name") from error
    if repo_id.count("/") != 1:
        raise PublishError(f"{repo_id!r} is no repository id: use namespace/name")


def _repeat(action: Callable[[], Result], repo_id: str, wait_seconds: float) -> Result:
    """Call, and call again after a pause while the Hub is busy or the connection breaks."""
    attempt = 1
    while True:
        try:
            return action()
        except (OSError, HTTPError, RuntimeError, PublishError) as error:
            reason = _network_error(error)
            if reason is None:
                raise error if isinstance(error, PublishError) else _explain(error, repo_id) from error
            if not _may_pass(reason) or attempt == ATTEMPTS:
                raise _explain(reason, repo_id) from error
            pause = min(_asked_pause(reason) or wait_seconds * 2 ** (attempt - 1), LONGEST_WAIT)
            logger.warning("%s; next attempt in %.0f s", _explain(reason, repo_id), pause)
            time.sleep(pause)
            attempt += 1


def _network_error(error: BaseException) -> BaseException | None:
    """Return what broke the connection; an upload's failure arrives wrapped in other errors."""
    cause: BaseException | None = error
    while cause is not None:
        if isinstance(cause, (HTTPError, ConnectionError, TimeoutError)):
            return cause
        cause = cause.__cause__
    return (error.__cause__ or error) if type(error) is RuntimeError else None


def _may_pass(error: BaseException) -> bool:
    if isinstance(error, HfHubHTTPError):
        return error.response.status_code in RETRIED_STATUS
    return not isinstance(error, OfflineModeIsEnabled)


def _asked_pause(error: BaseException) -> float | None:
    """Return the pause the Hub asks for, in seconds."""
    asked = error.response.headers.get("Retry-After", "") if isinstance(error, HfHubHTTPError) else ""
    return float(asked) if asked.isdigit() else None


def _explain(error: BaseException, repo_id: str) -> PublishError:
    if isinstance(error, OfflineModeIsEnabled):
        return PublishError("the Hub is switched off by HF_HUB_OFFLINE: unset it to publish")
    if not isinstance(error, HfHubHTTPError):
        line = next(iter(str(error).splitlines()), "") or type(error).__name__
        if isinstance(error, OSError) and not isinstance(error, (ConnectionError, TimeoutError)):
            return PublishError(f"publishing {repo_id} failed: {line}")
        return PublishError(f"the Hub cannot be reached ({line}): repeat the same command, what has arrived is kept")
    status = error.response.status_code
    if status == 401:
        return PublishError("the Hub does not accept the token: run 'hf auth login' or set HF_TOKEN to a valid one")
    if status == 403:
        return PublishError(f"the token has no right to write to {repo_id}: use another one, or another namespace")
    if status in RETRIED_STATUS:
        return PublishError(
            f"the Hub is busy (status {status}): repeat the same command later, what has arrived is kept"
        )
    if status == 412:
        return PublishError(f"somebody else wrote to {repo_id} meanwhile: repeat the same command")
    return PublishError(f"the Hub refused (status {status}): {error.server_message or error}".splitlines()[0])
