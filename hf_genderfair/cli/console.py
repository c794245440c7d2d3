"""How commands behave on a console: one line for what fails, progress bars on a terminal only."""

from __future__ import annotations

import errno
import logging
import sys
from collections.abc import Iterator
from contextlib import contextmanager

import datasets
import typer
from huggingface_hub.utils import disable_progress_bars  # type: ignore[attr-defined]

from hf_genderfair.core.errors import GenderfairError

logger = logging.getLogger(__name__)


@contextmanager
def one_line_errors() -> Iterator[None]:
    """Print what fails as one line that begins with "Error:" and exit with 1.

    A reader that closes the pipe early is no failure to speak of: typer ends quietly then, and also on Ctrl-C (130).
    What the library did not foresee is printed in one line too; its traceback is logged at the level DEBUG.
    """
    try:
        yield
    except OSError as error:
        if error.errno == errno.EPIPE:
            raise
        place = f": {error.filename}" if error.filename else ""
        _fail(f"{error.strerror or error}{place}", error)
    except GenderfairError as error:
        _fail(str(error), error)
    except Exception as error:
        # what typer raises to end or to complain of wrong use, it answers itself
        if type(error).__module__.partition(".")[0] in ("typer", "click"):
            raise
        _fail(f"unexpected {type(error).__name__}: {error}; please report the command and this line", error)


def show_progress_on_terminals_only() -> None:
    """Switch off the progress bars of ``datasets`` and the Hub where standard error is no terminal."""
    if not sys.stderr.isatty():
        datasets.disable_progress_bars()
        disable_progress_bars()


def _fail(message: str, error: BaseException) -> None:
    logger.debug("%s", message, exc_info=error)
    typer.echo(f"Error: {' '.join(message.split())}", err=True)
    raise SystemExit(1) from error
