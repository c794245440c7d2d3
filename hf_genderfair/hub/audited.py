"""Load a published data set together with its report, and check that they belong together."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pyarrow as pa
from datasets import Dataset, DatasetDict, load_dataset
from datasets.exceptions import DatasetGenerationError
from huggingface_hub import hf_hub_download
from huggingface_hub.errors import HTTPError  # type: ignore[attr-defined]

from hf_genderfair.core.errors import PublishError
from hf_genderfair.hub.card import EXCLUDED, KEPT, card_rows
from hf_genderfair.hub.fingerprint import data_fingerprint, describe_columns
from hf_genderfair.hub.folder import CARD_FILE, REPORT_FILE
from hf_genderfair.hub.remote import ask_hub
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


def load_audited(
    source: str | Path, revision: str | None = None, token: str | None = None, cache_dir: str | None = None
) -> Audited:
    """Load a data set with its report and check rows, columns, fingerprints and card against each other.

    Args:
        source: Id of a repository on the Hub, or a folder that `write_dataset` wrote.
        revision: Branch, tag or commit on the Hub; None takes the newest.
        token: Token of the Hub; None takes the stored one.
        cache_dir: Cache of ``datasets``; None takes the usual one.

    Returns:
        Data set, excluded rows, report and card.

    Raises:
        PublishError: The source cannot be loaded, has no report, or data, report and card do not belong together.

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
        report = Report.from_json(_read(source, REPORT_FILE, revision, token))
        card = _read(source, CARD_FILE, revision, token)
        loaded = {
            config: load_dataset(
                name, config, revision=revision, token=token, cache_dir=cache_dir, verification_mode="no_checks"
            )
            for config in dict.fromkeys(key.partition("/")[0] for key in report.data)
        }
    except (OSError, ValueError, HTTPError, pa.ArrowException, DatasetGenerationError) as error:
        reason = next(iter(str(error.__cause__ or error).splitlines()), type(error).__name__)
        raise PublishError(f"{name} cannot be loaded with its report: {reason}") from error
    _check(name, loaded, report, card)
    excluded = loaded.get(EXCLUDED)
    return Audited(_unwrap(loaded[KEPT]), None if excluded is None else _unwrap(excluded), report, card)


def _commit(repo_id: str, revision: str | None, token: str | None) -> str | None:
    """Return the current commit, so that card, report and rows come from the same one; offline, the given revision."""
    answer = ask_hub(repo_id, revision, token)
    return revision if answer is None else answer.sha


def _read(source: str | Path, file: str, revision: str | None, token: str | None) -> str:
    path = Path(source, file)
    if not Path(source).is_dir():
        path = Path(hf_hub_download(str(source), file, repo_type="dataset", revision=revision, token=token))
    return path.read_text(encoding="utf-8")


def _check(name: str, loaded: dict[str, DatasetDict], report: Report, card: str) -> None:
    if KEPT not in loaded:
        raise PublishError(f"{name}: the report says nothing about the data, so they cannot be checked")
    parts = {f"{config}/{split}": part for config, splits in loaded.items() for split, part in splits.items()}
    if parts.keys() != report.data.keys():
        raise PublishError(
            f"{name} has the parts {', '.join(sorted(parts))}, its report {', '.join(sorted(report.data))}: "
            "data and report do not belong together"
        )
    said = card_rows(card)
    for key, part in parts.items():
        wanted = report.data[key]
        if said.get(key) != wanted["rows"] or wanted["fingerprint"] not in card:
            raise PublishError(f"{name}: card and report differ about {key}: write the card anew")
        found: dict[str, Any] = {"rows": len(part), "columns": describe_columns(part.features)}
        for what, value in found.items():
            if value != wanted[what]:
                raise PublishError(f"{name}: {key} has other {what} than its report says: {value}, not {wanted[what]}")
        if data_fingerprint(part) != wanted["fingerprint"]:
            raise PublishError(f"{name}: the rows of {key} were changed after its report was written")


def _unwrap(splits: DatasetDict) -> Dataset | DatasetDict:
    return splits["train"] if list(splits) == ["train"] else splits
