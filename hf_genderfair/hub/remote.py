"""Ask the Hub for a data set, again while it is busy or the connection breaks, and say in one line what went wrong."""

from __future__ import annotations

import logging
import queue
import threading
import time
from collections.abc import Callable
from typing import TypeAlias, TypeVar

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

from hf_genderfair.core.errors import PublishError
from hf_genderfair.hub.locate import HubSource, check_repository

ANSWER_SECONDS = 10.0
ASKED = 3
"""How often the Hub is asked for a data set before a copy in the cache is taken."""

logger = logging.getLogger(__name__)

AnyLoaded: TypeAlias = "Dataset | IterableDataset | DatasetDict | IterableDatasetDict"

RETRIED_STATUS = (429, 500, 502, 503, 504)
ATTEMPTS, FIRST_WAIT = 5, 0.5
LONGEST_WAIT = 300.0
"""Seconds of the longest pause, also where the Hub asks for a longer one."""

Result = TypeVar("Result")


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
        return ConnectionError(f"the Hub cannot be reached ({first_line(error)}): try again later")
    return error


def _unanswered() -> str:
    return f"the Hub does not answer within {ANSWER_SECONDS:.0f} seconds: try again later"


def first_line(error: BaseException) -> str:
    """Return the first line of an error's message, or else its name."""
    return next(iter(str(error).splitlines()), "") or type(error).__name__


def repeat(
    action: Callable[[], Result],
    repo_id: str,
    wait_seconds: float,
    attempts: float = ATTEMPTS,
    sleep: Callable[[float], object] | None = None,
) -> Result:
    """Call, and repeat after a pause while the Hub is busy or the connection breaks."""
    attempt = 1
    while True:
        try:
            return action()
        except (OSError, HTTPError, RuntimeError, PublishError) as error:
            reason = _network_error(error)
            if reason is None and isinstance(error, PublishError):
                raise
            if reason is None:
                raise _explain(error, repo_id) from error
            if not _may_pass(reason) or attempt >= attempts:
                raise _explain(reason, repo_id) from error
            pause = min(_asked_pause(reason) or wait_seconds * 2 ** min(attempt - 1, 10), LONGEST_WAIT)
            logger.warning("%s; next attempt in %.0f s", _explain(reason, repo_id), pause)
            (sleep or time.sleep)(pause)
            attempt += 1


def patiently(action: Callable[[], Result], attempts: int = ATTEMPTS) -> Result:
    """Read from the Hub, and read again after a pause while it is busy or the connection breaks."""
    # A call that got no answer in its time is not repeated: it has taken long enough.
    for attempt in range(attempts - 1):
        try:
            return action()
        except (OSError, HTTPError, RuntimeError) as error:
            reason = _network_error(error)
            if reason is None or isinstance(reason, TimeoutError) or not _may_pass(reason):
                raise
            time.sleep(min(_asked_pause(reason) or FIRST_WAIT * 2**attempt, LONGEST_WAIT))
    return action()


def _network_error(error: BaseException) -> BaseException | None:
    """Return the network error behind an error; failures of uploads are wrapped in other errors."""
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
        line = first_line(error)
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
