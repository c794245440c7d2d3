"""Ask the Hub for a data set, with a short time limit, before anything is loaded from it."""

from __future__ import annotations

import logging
import queue
import threading
from typing import TypeAlias

import datasets
from datasets import (
    Dataset,
    DatasetDict,
    Features,
    IterableDataset,
    IterableDatasetDict,
    load_dataset,
    load_dataset_builder,
)
from datasets.packaged_modules.cache.cache import Cache
from datasets.packaged_modules.parquet.parquet import Parquet
from huggingface_hub import DatasetInfo, HfApi
from huggingface_hub.errors import (  # type: ignore[attr-defined]
    GatedRepoError,
    HfHubHTTPError,
    HTTPError,
    OfflineModeIsEnabled,
    RepositoryNotFoundError,
    RevisionNotFoundError,
)

from hf_genderfair.hub.locate import HubSource
from hf_genderfair.hub.own_files import check_repository
from hf_genderfair.hub.repeated import patiently

ANSWER_SECONDS = 10.0
ASKED = 3
"""How often the Hub is asked for a data set before a copy in the cache is taken."""

logger = logging.getLogger(__name__)

AnyLoaded: TypeAlias = "Dataset | IterableDataset | DatasetDict | IterableDatasetDict"


class HubBusyError(ConnectionError):
    """The Hub is reachable, but cannot answer now."""


def ask_hub(repo_id: str, revision: str | None = None, token: str | None = None) -> DatasetInfo | None:
    """Ask the Hub for a data set, in one call of at most `ANSWER_SECONDS`."""
    if datasets.config.HF_HUB_OFFLINE:
        return None
    answers: queue.SimpleQueue[DatasetInfo | Exception] = queue.SimpleQueue()

    def ask() -> None:
        try:
            # the time limits of HTTP apply to each step of a call, so that a slow stream would pass them
            api = HfApi(token=token)
            answers.put(api.dataset_info(repo_id, revision=revision, timeout=ANSWER_SECONDS, expand=["sha", "private"]))
        except Exception as error:
            answers.put(error)

    threading.Thread(target=ask, daemon=True).start()
    try:
        answer = answers.get(timeout=ANSWER_SECONDS)
    except queue.Empty:
        raise TimeoutError(_unanswered()) from None
    if isinstance(answer, OfflineModeIsEnabled):
        return None
    if isinstance(answer, Exception):
        raise plain_error(answer, repo_id, revision)
    return answer


def load_from_hub(source: HubSource, config: str | None = None, streaming: bool = False) -> AnyLoaded:
    """Load a data set of the Hub, or the newest copy in the cache where the Hub does not answer."""
    repo_id = source.repo_id
    try:
        patiently(lambda: ask_hub(repo_id, source.revision), attempts=ASKED)
    except (TimeoutError, ConnectionError) as error:
        if source.load_options:
            raise
        try:
            name = repo_id.rpartition("/")[2]
            cached = Cache(dataset_name=name, repo_id=repo_id, config_name=config, version="auto", hash="auto")
        except ValueError:
            raise error from None
        logger.warning("%s is read from the cache: %s", repo_id, error)
        return cached.as_streaming_dataset() if streaming else cached.as_dataset()
    check_repository(repo_id, source.revision)
    return patiently(lambda: load_dataset(repo_id, config, streaming=streaming, **source.load_options))


def parquet_files(source: HubSource, config: str | None = None) -> tuple[dict[str, list[str]], Features | None] | None:
    """Return which Parquet files ``load_dataset`` would read, without loading them."""
    check_repository(source.repo_id, source.revision)
    builder = patiently(lambda: load_dataset_builder(source.repo_id, config, **source.load_options))
    if not isinstance(builder, Parquet) or builder.config.columns or builder.config.filters:
        return None
    urls = {str(split): list(files) for split, files in builder.config.data_files.items()}
    elsewhere = [
        url for of_split in urls.values() for url in of_split if not url.startswith(f"hf://datasets/{source.repo_id}@")
    ]
    if elsewhere:
        return None
    return urls, builder.info.features


def plain_error(error: BaseException, repo_id: str, revision: str | None) -> BaseException:
    """Return an error of one line that explains the answer of the Hub."""
    if isinstance(error, GatedRepoError):
        return PermissionError(f"access must be asked for at https://huggingface.co/datasets/{repo_id}")
    if isinstance(error, RevisionNotFoundError):
        return FileNotFoundError(f"it has no revision {revision!r}")
    if isinstance(error, RepositoryNotFoundError):
        return FileNotFoundError("it doesn't exist on the Hub, or is private: then run 'hf auth login'")
    if isinstance(error, HfHubHTTPError):
        status = error.response.status_code
        if status in (401, 403):
            return PermissionError("the Hub does not accept the token: run 'hf auth login'")
        return HubBusyError(f"the Hub cannot answer now (status {status}): try again later")
    if isinstance(error, HTTPError):
        if "timeout" in type(error).__name__.lower():
            return TimeoutError(_unanswered())
        line = next(iter(str(error).splitlines()), "") or type(error).__name__
        return ConnectionError(f"the Hub cannot be reached ({line}): try again later")
    return error


def _unanswered() -> str:
    return f"the Hub does not answer within {ANSWER_SECONDS:.0f} seconds: try again later"
