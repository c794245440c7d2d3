"""Start the command line: Ctrl-C ends it in one line from its first moment, closed streams are there in some form."""

from __future__ import annotations

import os
import signal
import sys

from hf_genderfair.cli.stop import stop_at_once


def main() -> None:
    """Run the command line; what takes long to import is imported last."""
    # a shell lets what it starts in the background ignore Ctrl-C
    if signal.getsignal(signal.SIGINT) != signal.SIG_IGN:
        signal.signal(signal.SIGINT, stop_at_once)
    open_closed_streams()
    from hf_genderfair.cli.app import main as run

    run()


def open_closed_streams() -> None:
    """Put something in the place of standard streams that are closed: else the next file that is opened takes it."""
    # What reads or writes there fails; what is said on standard error is lost.
    modes = {0: os.O_WRONLY, 1: os.O_RDONLY, 2: os.O_WRONLY}
    closed = [number for number in modes if not _is_open(number)]
    for number in closed:
        os.open(os.devnull, modes[number])
    if 1 in closed:
        sys.stdout = os.fdopen(1, "w", encoding="utf-8", closefd=False)
    if 2 in closed:
        sys.stderr = os.fdopen(2, "w", encoding="utf-8", closefd=False)


def _is_open(number: int) -> bool:
    try:
        os.fstat(number)
    except OSError:
        return False
    return True
