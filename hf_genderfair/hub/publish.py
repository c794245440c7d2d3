"""Publish a data set on the Hub with one commit and one tag, load it back and check it; safe to repeat."""

from __future__ import annotations

import dataclasses
import re
import tempfile
from collections.abc import Callable, Iterable, Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from textwrap import shorten
from typing import Protocol, runtime_checkable

import pyarrow as pa
import pyarrow.parquet as pq
from datasets import Features
from huggingface_hub import CommitOperationAdd, CommitOperationDelete, DatasetInfo, HfApi, get_token
from huggingface_hub.errors import HFValidationError, HTTPError  # type: ignore[attr-defined]
from huggingface_hub.utils import validate_repo_id  # type: ignore[attr-defined]

from hf_genderfair.core.errors import PublishError
from hf_genderfair.hub.audited import load_audited
from hf_genderfair.hub.card import (
    ADVICE,
    DATA_FOLDERS,
    UNKNOWN_LICENSE,
    CardDetails,
    Content,
    card_license,
    check_card,
    check_license,
    hash_of,
    set_license,
    set_repository,
)
from hf_genderfair.hub.card_text import set_croissant_repository
from hf_genderfair.hub.changes import Changes, Repository, addition, content_size, plan, read_newest, read_repository
from hf_genderfair.hub.contacts import Contacts
from hf_genderfair.hub.folder import CARD_FILE, CROISSANT_FILE, REPORT_FILE, Rows, write_dataset
from hf_genderfair.hub.placing import WRITTEN_FILE
from hf_genderfair.hub.remote import HubBusyError, Result, ask_hub, first_line, repeat
from hf_genderfair.report.report import Report
from hf_genderfair.report.sentences import counted, listed

REPLACE_ADVICE = "publish under another name, or pass replace=True"
NO_TAG = re.compile(r"[\x00-\x20\x7f~^:?*\[\\]|\.\.|@\{|//|(?:^|/)\.|\.(?:lock)?(?:/|$)|^[-/]|/$|^@?$|^main$")
LONGEST_TAG = 200

SHARD = re.compile(r"[\w.]+-\d{5}-of-(?P<total>\d{5})\.parquet")
"""Names of the files of a split."""


@runtime_checkable
class Writes(Protocol):
    """What writes itself as a data set with its report, as the result of a recipe does."""

    def write(self, folder: str | Path) -> Report:
        """Write it."""


@dataclass(frozen=True, repr=False)
class Published:
    """The result of publishing, or of a dry run; shown as what was sent, or would be, without the card.

    Attributes:
        repo_id: Repository on the Hub.
        revision: The commit; None after a dry run.
        tag: The version's tag.
        files: Size of each file, in bytes.
        rows: Number of rows by configuration and split.
        card: Content of the card.
        contacts: E-mail addresses and telephone numbers in its columns of text.
        uploaded: Files that this call uploaded; empty after a dry run or where nothing changed.
        changes: The changes of the repository, or after a dry run the planned ones. None where the Hub did not answer.
        refusal: After a dry run, why publishing would be refused; None where it would not.
        left_out: What else is in the folder and is not sent.
        remark: After a dry run, why the repository is unknown: it does not exist yet, or the Hub did not answer.

    Example:
        >>> Published("me/posts", None, "v1.0.0", {"README.md": 120}, {"default/train": 3}, "")
        Dry run: nothing was sent to me/posts.
        Version v1.0.0 has rows default/train 3, and 1 file of 120 bytes (README.md).
    """

    repo_id: str
    revision: str | None
    tag: str
    files: dict[str, int]
    rows: dict[str, int]
    card: str
    contacts: Contacts = field(default_factory=Contacts)
    uploaded: tuple[str, ...] = ()
    changes: Changes | None = None
    refusal: str | None = None
    remark: str | None = None
    left_out: tuple[str, ...] = ()

    def __repr__(self) -> str:
        """Return what was done, or would be, in at most eight lines."""
        sent = self.revision is not None
        done = f"Published {self.repo_id}, loaded back and checked."
        rows = ", ".join(f"{part} {number:,}" for part, number in self.rows.items())
        size = f"{counted(len(self.files), 'file')} of {sum(self.files.values()):,} bytes ({listed(list(self.files))})"
        lines = [done if sent else f"Dry run: nothing was sent to {self.repo_id}."]
        lines.append(f"Version {self.tag} has rows {rows}, and {size}.")
        for what in ("added", "replaced", "deleted") if self.changes is not None else ():
            if names := getattr(self.changes, what):
                lines.append(f"{'Were' if sent else 'Would be'} {what}: {listed(names)}.")
        if self.left_out:
            lines.append(f"Not sent, since it is no part of the data set: {listed(self.left_out)}.")
        lines += [f"Note: {self.remark}."] if self.remark else []
        lines += [f"It would be refused: {self.refusal}."] if self.refusal else []
        return "\n".join(shorten(line, 300, placeholder=" …") for line in lines)


def publish(
    dataset: Writes | Rows | str | Path,
    repo_id: str,
    report: Report | None = None,
    *,
    excluded: Rows | None = None,
    details: CardDetails | None = None,
    license: str | None = None,
    private: bool = False,
    version_tag: str = "v1.0.0",
    dry_run: bool = False,
    replace: bool = False,
    token: str | None = None,
    wait_seconds: float = 1.0,
) -> Published:
    """Publish a data set with its report and card, tag it, load it back and check it.

    What is sent of a folder is what `write_dataset` wrote there, and was checked to be as it was written: the files of
    the data that the report describes, the card, and the files that the card proves. Anything else in the folder stays
    there, which the result lists; links are refused.

    The same call can be repeated after an interruption: files that have arrived are not sent again, and a tag of the
    same content is accepted. Files of others in the repository are kept, and so are their text and metadata in the
    card. Publishing is refused, unless ``replace`` is given, where a file of theirs is in a folder of the data, or
    where the card describes a configuration of the same name or names another licence.

    Args:
        dataset: What a recipe returned, such as `audit` or `balance`; a folder that `write_dataset` wrote; a data set.
        repo_id: ``namespace/name``; the repository is created if it is missing.
        report: The report of a data set; what a recipe returned, and a folder, have one.
        excluded: Rows left out of a data set.
        details: Contents of the card of a data set besides the report.
        license: Licence as the Hub spells it, or ``other:NAME``; None takes the card's, or if that is unknown the
            repository's. ``"unknown"`` publishes without one where the repository has none either.
        private: Create the repository as private; one that exists and is public is an error.
        version_tag: Tag to set.
        dry_run: Send nothing; only ask the Hub what would change.
        replace: Replace or delete files of others that are in the way; the result lists them.
        token: Token of the Hub; None takes the stored one.
        wait_seconds: First pause before a failed call is repeated, in seconds; doubles each time.

    Returns:
        The result.

    Raises:
        PublishError: Work of others would be lost, licence unknown, no token, no right to the repository, Hub not
            reachable, the tag is invalid or marks other content, or the data that came back differ from those sent.
        LicenseError: The Hub does not know the licence.
        OutputError: The folder to upload cannot be written.

    Example:
        >>> from datasets import Dataset
        >>> from hf_genderfair import audit
        >>> found = audit(Dataset.from_dict({"text": ["She drinks ginger tea."]}), "en")
        >>> publish(found, "me/tea", license="cc0-1.0").rows  # doctest: +SKIP
        {'default/train': 1}
    """
    check_repo_id(repo_id)
    order = _Order(
        repo_id, check_tag(version_tag), None if license is None else check_license(license), private, replace, token
    )
    if isinstance(dataset, (str, Path)):
        prepared = _prepare(Path(dataset), order)
        return _preview(prepared, order) if dry_run else _upload(prepared, order, wait_seconds)
    with tempfile.TemporaryDirectory(prefix="hf-genderfair-") as folder:
        path = Path(folder, "dataset")
        if isinstance(dataset, Writes):
            dataset.write(path)
        elif report is not None:
            write_dataset(path, dataset, report, excluded, details)
        else:
            raise PublishError(
                "a data set is published with its report: publish what a recipe returns, as in "
                f"audit(rows, 'en').publish({repo_id!r}), or pass report="
            )
        prepared = _prepare(path, order)
        return _preview(prepared, order) if dry_run else _upload(prepared, order, wait_seconds)


def check_tag(tag: str) -> str:
    """Return the tag of a version if git accepts it."""
    if not isinstance(tag, str) or len(tag) > LONGEST_TAG or NO_TAG.search(tag) or not tag.isprintable():
        raise PublishError(f"{tag!r:.80} is no tag of a version: use letters, digits, dots and dashes, such as v1.0.0")
    return tag


@dataclass(frozen=True)
class _Order:
    repo_id: str
    tag: str
    license: str | None
    private: bool
    replace: bool
    token: str | None


@dataclass(frozen=True)
class _Prepared:
    files: dict[str, Content]
    report: Report
    card: str
    left_out: tuple[str, ...]

    def published(self, order: _Order, revision: str | None, card: str) -> Published:
        rows = {key: int(part["rows"]) for key, part in self.report.data.items()}
        sizes = {path: content_size(content) for path, content in self.files.items()}
        contacts = Contacts.of_data(self.report.data)
        sizes[CARD_FILE] = len(card.encode())
        return Published(order.repo_id, revision, order.tag, sizes, rows, card, contacts, left_out=self.left_out)


def _prepare(folder: Path, order: _Order) -> _Prepared:
    if not (folder / REPORT_FILE).is_file():
        raise PublishError(f"{folder} is no folder with a data set and its {REPORT_FILE}: write one first")
    check_no_link(folder / CARD_FILE)
    # in the usual cache may be the rows of other files with the same names, sizes and times
    with tempfile.TemporaryDirectory(prefix="hf-genderfair-") as fresh:
        audited = load_audited(folder, cache_dir=fresh)
        data = data_files(folder, audited.features)
    card = set_repository(audited.card, order.repo_id)
    card = card if order.license is None else set_license(card, order.license)
    if order.license is None:
        for name in card_license(card).split(", "):
            check_license(name)
    files = {**data, **documents(folder, audited.card, order.repo_id)}
    return _Prepared(files, audited.report, card, left_out(folder, files))


def _preview(prepared: _Prepared, order: _Order) -> Published:
    """Return the result of a dry run."""
    changes, card = plan(Repository(order.repo_id), prepared.files, prepared.card)
    published = prepared.published(order, None, card)
    try:
        answer = ask_hub(order.repo_id, "main", order.token)
        if answer is not None:
            return _compared(prepared, order, answer)
        reason = "offline mode is set"
    except FileNotFoundError:
        _require_license(changes, order)
        remark = f"{order.repo_id} is not on the Hub, or is private and the token does not open it: it would be made"
        return dataclasses.replace(published, changes=changes, remark=remark)
    except (OSError, HTTPError) as error:
        reason = first_line(error)
    _require_license(changes, order)
    remark = f"what the repository holds is not known, since {reason}"
    return dataclasses.replace(published, remark=remark)


def _compared(prepared: _Prepared, order: _Order, answer: DatasetInfo) -> Published:
    """Return the result of a dry run for an existing repository."""
    api, token = HfApi(token=order.token), order.token
    repository = read_repository(api, order.repo_id, str(answer.sha), token)
    changes, card = plan(repository, prepared.files, prepared.card)
    _require_license(changes, order)
    refusal = _objection(order, changes)
    tagged = _tags(api, order.repo_id).get(order.tag)
    if tagged is not None:
        marked, card_there = plan(read_repository(api, order.repo_id, tagged, token), prepared.files, prepared.card)
        refusal = _taken(order.repo_id, order.tag)
        if not _differs(marked):
            refusal, card = None, card_there
            changes = Changes(kept=changes.kept, license=marked.license, license_before=marked.license_before)
    if order.private and not answer.private:
        refusal = public_objection(order.repo_id)
    return dataclasses.replace(prepared.published(order, None, card), changes=changes, refusal=refusal)


def _upload(prepared: _Prepared, order: _Order, wait_seconds: float) -> Published:
    repo_id, tag, token = order.repo_id, order.tag, order.token
    require_token(token)
    if not hub_answers(repo_id, token):
        _require_license(plan(Repository(repo_id), prepared.files, prepared.card)[0], order)
    api = HfApi(token=token)

    def patiently(action: Callable[[], Result]) -> Result:
        return repeat(action, repo_id, wait_seconds)

    patiently(lambda: make_repository(api, repo_id, order.private))
    tagged = patiently(lambda: _tags(api, repo_id)).get(tag)
    done: list[Changes] = []
    if tagged is None:
        revision, changes, card = patiently(lambda: _commit(api, prepared, order, done))
        patiently(lambda: _tag(api, repo_id, tag, revision))
    else:
        revision = tagged
        marked = patiently(lambda: read_repository(api, repo_id, revision, token))
        changes, card = plan(marked, prepared.files, prepared.card)
        _require_license(changes, order)
        if _differs(changes):
            raise PublishError(_taken(repo_id, tag))
    # after a commit whose answer was lost, the next attempt finds nothing to change
    changes = done[-1] if done else changes
    result = dataclasses.replace(
        prepared.published(order, revision, card), uploaded=changes.sent if done else (), changes=changes
    )
    patiently(lambda: _check_arrived(result, prepared.report, token))
    return result


def _commit(api: HfApi, prepared: _Prepared, order: _Order, done: list[Changes]) -> tuple[str, Changes, str]:
    """Bring the repository to these files in at most one commit; return the commit, the changes and the card."""
    repository = read_newest(api, order.repo_id, order.token)
    head = repository.revision
    changes, card = plan(repository, prepared.files, prepared.card)
    _require_license(changes, order)
    refusal = _objection(order, changes)
    if refusal is not None:
        raise PublishError(refusal)
    if not _differs(changes):
        return head, changes, card
    files = {**prepared.files, CARD_FILE: card.encode()}
    operations: list[CommitOperationAdd | CommitOperationDelete] = [
        CommitOperationDelete(path) for path in changes.deleted
    ]
    operations += [addition(path, files[path]) for path in changes.sent]
    done.append(changes)
    message = f"Publish {order.tag} with hf-genderfair"
    commit = api.create_commit(
        order.repo_id, operations, commit_message=message, repo_type="dataset", parent_commit=head
    )
    return str(commit.oid), changes, card


def _differs(changes: Changes) -> bool:
    return bool(changes.added or changes.replaced or changes.deleted)


def _objection(order: _Order, changes: Changes) -> str | None:
    """Return why the changes are refused, if they affect files of others."""
    found = changes.objections()
    return f"{order.repo_id}: {'; '.join(found)}; {REPLACE_ADVICE}" if found and not order.replace else None


def _require_license(changes: Changes, order: _Order) -> None:
    if order.license is None and changes.license == UNKNOWN_LICENSE:
        raise PublishError(
            "the licence of the data is unknown: name it, such as cc-by-4.0, or pass 'unknown' to publish without one"
        )


def require_token(token: str | None = None) -> None:
    """Check that there is a token of the Hub, given or stored."""
    if token is None and get_token() is None:
        raise PublishError("no token for the Hub: run 'hf auth login' or set HF_TOKEN")


def hub_answers(repo_id: str, token: str | None = None) -> bool:
    """Check before repeated calls that the Hub answers."""
    try:
        if ask_hub(repo_id, "main", token) is None:
            raise PublishError("the Hub is switched off by HF_HUB_OFFLINE: unset it to publish")
    except FileNotFoundError:
        return False
    except (HubBusyError, PermissionError):
        # the calls that follow wait for a busy Hub, and report missing rights
        return True
    except (TimeoutError, ConnectionError) as error:
        raise PublishError(f"{first_line(error)}; repeat the same command, what has arrived is kept") from None
    return True


def make_repository(api: HfApi, repo_id: str, private: bool) -> None:
    """Create a repository if it is missing."""
    api.create_repo(repo_id, repo_type="dataset", private=private, exist_ok=True)
    if private and not api.dataset_info(repo_id).private:
        raise PublishError(public_objection(repo_id))


def public_objection(repo_id: str) -> str:
    """Return why a repository that is to be private is refused: it is public."""
    return f"{repo_id} exists and is public: make it private in its settings, or publish it as public"


def _tags(api: HfApi, repo_id: str) -> dict[str, str]:
    refs = api.list_repo_refs(repo_id, repo_type="dataset")
    return {reference.name: reference.target_commit for reference in refs.tags}


def _tag(api: HfApi, repo_id: str, tag: str, revision: str) -> None:
    target = _tags(api, repo_id).get(tag)
    if target is None:
        api.create_tag(repo_id, tag=tag, revision=revision, repo_type="dataset")
    elif target != revision:
        raise PublishError(_taken(repo_id, tag))


def _taken(repo_id: str, tag: str) -> str:
    return (
        f"the tag {tag} of {repo_id} marks other content: publish under a new tag, or remove this one "
        f"with 'hf repos tag delete {repo_id} {tag} --repo-type dataset'"
    )


def _check_arrived(published: Published, report: Report, token: str | None) -> None:
    with tempfile.TemporaryDirectory(prefix="hf-genderfair-") as fresh:
        arrived = load_audited(published.repo_id, published.revision, token, cache_dir=fresh)
        if arrived.report != report or arrived.card != published.card:
            raise PublishError(f"{published.repo_id}: report or card came back otherwise than they were sent")


def check_repo_id(repo_id: str) -> None:
    """Check that a name is one of a repository."""
    with suppress(HFValidationError):
        validate_repo_id(repo_id)
        if repo_id.count("/") == 1:
            return
    raise PublishError(f"{repo_id!r} is no repository id: use namespace/name")


def data_files(folder: Path, parts: Mapping[str, Features]) -> dict[str, Content]:
    """Return the files of the data that a report describes."""
    files: dict[str, Content] = {}
    for key, features in parts.items():
        config, _, split = key.partition("/")
        place = folder / DATA_FOLDERS[config]
        check_no_link(place)
        # load_dataset reads all files that begin so
        found = sorted(path for path in place.iterdir() if path.name.startswith(f"{split}-"))
        # a shard of which no row came here has no file
        totals = {named["total"] if (named := SHARD.fullmatch(path.name)) else path.name for path in found}
        if len(totals) != 1 or not SHARD.fullmatch(found[0].name):
            raise PublishError(f"{place}: files of {split} are missing or were not written by this library: {ADVICE}")
        expected = _as_stored(features)
        for path in found:
            check_no_link(path)
            schema = pq.read_schema(path)
            # who reads the file without the card takes the labels of classes from there
            if b"huggingface" in (schema.metadata or {}) and Features.from_arrow_schema(schema) != expected:
                raise PublishError(f"{path} says otherwise than its card what its columns are: {ADVICE}")
            files[f"{place.name}/{path.name}"] = path
    return files


def _as_stored(features: Features) -> Features:
    """Return features as a Parquet file gives them back: it holds no time in whole seconds, but in thousandths."""
    stored = pa.BufferOutputStream()
    pq.write_table(features.arrow_schema.empty_table(), stored)
    return Features.from_arrow_schema(pq.read_schema(pa.BufferReader(stored.getvalue())))


def documents(folder: Path, card: str, repo_id: str) -> dict[str, Content]:
    """Return the files beside a card that tell of a data set: the report, its page, and all others that it proves."""
    files: dict[str, Content] = {}
    for name, proved in check_card(str(folder), card).files.items():
        path = folder / name
        check_no_link(path)
        if not path.resolve().is_relative_to(folder.resolve()) or not path.is_file() or hash_of(path) != proved:
            raise PublishError(f"{path} is not as it was written: {ADVICE}")
        files[name] = path
    if CROISSANT_FILE in files:
        try:
            described = set_croissant_repository((folder / CROISSANT_FILE).read_text(encoding="utf-8"), repo_id)
        except ValueError as error:
            raise PublishError(f"{folder / CROISSANT_FILE} cannot be read ({error}): {ADVICE}") from error
        files[CROISSANT_FILE] = described.encode()
    return files


def check_no_link(path: Path) -> None:
    """Refuse a link in a folder, whatever it leads to."""
    if path.is_symlink():
        raise PublishError(f"{path} is a link, and only files of the folder itself are published: copy the file there")


def left_out(folder: Path, files: Iterable[str]) -> tuple[str, ...]:
    """Return what is in a folder and in the folders of its data, and is not sent."""
    sent = {*files, CARD_FILE, WRITTEN_FILE}
    places = [folder, *(folder / name for name in DATA_FOLDERS.values() if (folder / name).is_dir())]
    there = sorted(path.relative_to(folder).as_posix() for place in places for path in place.iterdir())
    return tuple(name for name in there if name not in sent and not any(each.startswith(f"{name}/") for each in sent))
