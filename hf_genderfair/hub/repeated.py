"""Calls of the Hub that are repeated while it is busy or the connection breaks, and what went wrong in one line."""

from __future__ import annotations

import logging
import time
from collections.abc import Callable
from typing import TypeVar

from huggingface_hub.errors import HfHubHTTPError, HTTPError, OfflineModeIsEnabled  # type: ignore[attr-defined]

from hf_genderfair.core.errors import PublishError

RETRIED_STATUS = (429, 500, 502, 503, 504)
ATTEMPTS, FIRST_WAIT = 5, 0.5
LONGEST_WAIT = 300.0
"""Seconds of the longest pause, also where the Hub asks for a longer one."""

Result = TypeVar("Result")

logger = logging.getLogger(__name__)


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


def patiently(action: Callable[[], Result], wait_seconds: float = FIRST_WAIT, attempts: int = ATTEMPTS) -> Result:
    """Read from the Hub, and read again after a pause while it is busy or the connection breaks."""
    # A call that got no answer in its time is not repeated: it has taken long enough.
    for attempt in range(attempts - 1):
        try:
            return action()
        except (OSError, HTTPError, RuntimeError) as error:
            reason = _network_error(error)
            if reason is None or isinstance(reason, TimeoutError) or not _may_pass(reason):
                raise
            time.sleep(min(_asked_pause(reason) or wait_seconds * 2**attempt, LONGEST_WAIT))
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
