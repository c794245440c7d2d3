"""Load a published data set together with its report, and check that they belong together."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Any

from datasets import Dataset, DatasetDict, Features, load_dataset
from huggingface_hub import hf_hub_download
from huggingface_hub.errors import HTTPError  # type: ignore[attr-defined]

from hf_genderfair.core.errors import PublishError, SourceError
from hf_genderfair.hub.card import (
    ADVICE,
    EXCLUDED,
    KEPT,
    DataPart,
    check_card,
    data_parts,
    data_pattern,
    hash_of,
    patterns,
)
from hf_genderfair.hub.changes import listed
from hf_genderfair.hub.fingerprint import SCHEME, data_fingerprint, describe_columns
from hf_genderfair.hub.folder import CARD_FILE, REPORT_FILE
from hf_genderfair.hub.locate import check_folder, check_repository
from hf_genderfair.hub.remote import ask_hub, first_line
from hf_genderfair.hub.source import folder_cache
from hf_genderfair.report.report import Report


@dataclass(frozen=True)
class Audited:
    """A data set with its report and card, which were checked to belong together.

    Attributes:
        dataset: The rows; a `DatasetDict` where there are splits other than ``train``.
        excluded: The rows left out, with their reasons; None where there are none.
        report: The report.
        card: Content of the card.

    Example:
        >>> rows = Dataset.from_dict({"text": ["Byłam."]})
        >>> Audited(rows, None, Report("Posts", "pl"), "").report.title
        'Posts'
    """

    dataset: Dataset | DatasetDict
    excluded: Dataset | DatasetDict | None
    report: Report
    card: str

    @property
    def features(self) -> dict[str, Features]:
        """The columns of each part of the data by ``configuration/split``."""
        return {
            f"{config}/{split}": part.features
            for config, rows in ((KEPT, self.dataset), (EXCLUDED, self.excluded))
            if rows is not None
            for split, part in (rows.items() if isinstance(rows, DatasetDict) else [("train", rows)])
        }


def load_audited(
    source: str | Path, revision: str | None = None, token: str | None = None, cache_dir: str | None = None
) -> Audited:
    """Load a data set with its report, and check that rows, report, card and pages are as they were written.

    The card holds hashes of all of them. Whoever can write them all can write other hashes: what is proved is that
    nothing was changed afterwards, not by whom the data were made.

    Args:
        source: Id of a repository on the Hub, or a folder that `write_dataset` wrote.
        revision: Branch, tag or commit on the Hub; None takes the newest.
        token: Token of the Hub; None takes the stored one.
        cache_dir: Cache of ``datasets``; None takes the usual one.

    Returns:
        Data set, excluded rows, report and card.

    Raises:
        PublishError: The source cannot be loaded, has no report or no proof, or something was changed in it.

    Example:
        >>> from datasets import Dataset
        >>> from tempfile import TemporaryDirectory
        >>> from hf_genderfair import write_dataset
        >>> with TemporaryDirectory() as folder:
        ...     rows = Dataset.from_dict({"text": ["Ginger tea.", "No sugar."]})
        ...     _ = write_dataset(Path(folder, "tea"), rows, Report("Sentences about tea", "en"))
        ...     load_audited(Path(folder, "tea")).report.title
        'Sentences about tea'
    """
    name = str(source)
    try:
        if Path(source).is_dir():
            revision, cache_dir = None, cache_dir or folder_cache(source)
        else:
            revision = _commit(name, revision, token)
        card = _path(source, CARD_FILE, revision, token).read_text(encoding="utf-8")
        proof = check_card(name, card)
        if Path(source).is_dir():
            check_folder(Path(source))
        else:
            check_repository(name, revision, token)
        paths = {file: _path(source, file, revision, token) for file in {REPORT_FILE: None, **proof.files}}
        changed = [file for file, path in paths.items() if hash_of(path) != proof.files.get(file)]
        if changed:
            raise PublishError(f"{name}: {changed[0]} was changed after its card was written: {ADVICE}")
        report = Report.from_json(paths[REPORT_FILE].read_text(encoding="utf-8"))
        wanted = data_parts(report)
    except (OSError, ValueError, HTTPError, SourceError) as error:
        raise _unreadable(name, error) from error
    if not wanted:
        raise PublishError(f"{name}: the report says nothing about the data, so they cannot be checked")
    said = patterns(card)
    if wrong := [key for key in wanted if said.get(key) != data_pattern(*key.split("/"))]:
        raise PublishError(f"{name}: its card names other files of {wrong[0]} than this library writes: {ADVICE}")
    configs = dict.fromkeys(key.partition("/")[0] for key in wanted)
    loaded = {config: _load(name, config, revision, token, cache_dir) for config in configs}
    _check(name, loaded, wanted)
    excluded = loaded.get(EXCLUDED)
    return Audited(_unwrap(loaded[KEPT]), None if excluded is None else _unwrap(excluded), report, card)


def _commit(repo_id: str, revision: str | None, token: str | None) -> str | None:
    """Return the current commit, so that card, report and rows come from the same one; offline, the given revision."""
    answer = ask_hub(repo_id, revision, token)
    return revision if answer is None else answer.sha


def _path(source: str | Path, file: str, revision: str | None, token: str | None) -> Path:
    if not Path(source).is_dir():
        return Path(hf_hub_download(str(source), file, repo_type="dataset", revision=revision, token=token))
    path = Path(source, file)
    if path.exists() and not path.is_file():
        raise FileNotFoundError(f"{file} is no file")
    return path


def _load(name: str, config: str, revision: str | None, token: str | None, cache_dir: str | None) -> DatasetDict:
    try:
        return load_dataset(
            name, config, revision=revision, token=token, cache_dir=cache_dir, verification_mode="no_checks"
        )
    except Exception as error:
        # what datasets meets in metadata that it does not expect has no common kind
        raise _unreadable(name, error) from error


def _unreadable(name: str, error: Exception) -> PublishError:
    return PublishError(f"{name} cannot be loaded with its report: {first_line(error.__cause__ or error)}")


def _check(name: str, loaded: dict[str, DatasetDict], wanted: dict[str, DataPart]) -> None:
    parts = {f"{config}/{split}": part for config, splits in loaded.items() for split, part in splits.items()}
    if parts.keys() != wanted.keys() or KEPT not in loaded:
        raise PublishError(
            f"{name} has the parts {listed(sorted(parts))}, its report {listed(sorted(wanted))}: "
            "data and report do not belong together"
        )
    for key, part in parts.items():
        described = wanted[key]
        if not described.fingerprint.startswith(SCHEME):
            raise PublishError(
                f"{name}: the fingerprint of {key} is of another version of this library: write the data set anew"
            )
        found: dict[str, Any] = {"rows": len(part), "columns": describe_columns(part.features)}
        for what, value in found.items():
            if value != getattr(described, what):
                raise PublishError(
                    f"{name}: {key} has other {what} than its report says: {value}, not {getattr(described, what)}"
                )
        if data_fingerprint(part) != described.fingerprint:
            raise PublishError(f"{name}: the rows of {key} were changed after its report was written")


def _unwrap(splits: DatasetDict) -> Dataset | DatasetDict:
    return splits["train"] if list(splits) == ["train"] else splits
