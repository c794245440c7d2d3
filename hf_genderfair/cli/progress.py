"""What a command has done so far: shown on a terminal while it works, and told when it is stopped."""

from __future__ import annotations

import io
import os
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

INTERVAL = 0.9
"""Seconds between two signs of life."""

QUIET = 1.5
"""Seconds without output on the terminal after which a sign of life may stand there again."""

NO_PHASES = ("hf_genderfair.cli", "hf_genderfair.recipes")
"""Packages whose functions are whole commands."""

ERASE = b"\r\x1b[K"


@dataclass
class Progress:
    """What the command of this process has done so far.

    Attributes:
        running: Whether a command is at work; None before, False after it.
        rows: Rows of the source that are done; those of data sets are counted by the bars of ``datasets``.
        total: Rows of the source, estimated from the bytes that were read of it; None where its size is not known.
        kept: Rows that stay, for a command that leaves rows out.
        lines: Lines printed.
        stopped_by: Number of the signal that stops the command; 0 where none came.
        written: Folders and files that are complete.
        cached: Whether finished steps stay in the cache of ``datasets``.
        going_on: What is done and how to go on, in words of the command itself; empty where it has none.

    Example:
        >>> progress = Progress()
        >>> progress.keep(2)
        >>> progress.kept
        2
    """

    running: bool | None = None
    rows: int = 0
    total: int | None = None
    kept: int | None = None
    lines: int = 0
    stopped_by: int = 0
    written: list[Path] = field(default_factory=list)
    cached: bool = False
    going_on: str = ""

    def reset(self) -> None:
        """Begin with a new command."""
        vars(self).update(vars(Progress(running=True)))

    def keep(self, rows: int) -> None:
        """Count rows that stay."""
        self.kept = (self.kept or 0) + rows


PROGRESS = Progress()


@contextmanager
def signs_of_life(name: str, reads_typing: bool = False) -> Iterator[None]:
    """Show on a terminal at least every two seconds that a command is at work; nothing where there is none."""
    # A line says how many rows are done, of how many, how many a second, how much time is left and how many rows stay,
    # as far as that is known; while there are progress bars of ``datasets``, these are brought up to date instead.
    # Standard output on the same terminal takes the line away first.
    if not sys.stderr.isatty() or (reads_typing and sys.stdin is not None and sys.stdin.isatty()):
        yield
        return
    line = _Line(name)
    with line.above_output() if sys.stdout.isatty() else _nothing():
        thread = threading.Thread(target=line.keep, daemon=True)
        thread.start()
        try:
            yield
        finally:
            line.ended.set()
            thread.join()
            line.erase()


@contextmanager
def _nothing() -> Iterator[None]:
    yield


class _Line:
    """The last line of a terminal, on standard error."""

    def __init__(self, name: str) -> None:
        self.ended = threading.Event()
        self._name = name
        self._start = time.monotonic()
        self._last_output = 0.0
        self._shown = False
        self._lock = threading.Lock()

    def keep(self) -> None:
        while not self.ended.wait(INTERVAL):
            self._show()

    def erase(self) -> None:
        with self._lock:
            self._last_output = time.monotonic()
            if self._shown:
                os.write(2, ERASE)
            self._shown = False

    @contextmanager
    def above_output(self) -> Iterator[None]:
        """Take the line away before anything goes to standard output."""
        before = sys.stdout
        before.flush()
        raw = io.FileIO(before.fileno(), "wb", closefd=False)
        sys.stdout = io.TextIOWrapper(_Announcing(raw, self), before.encoding, before.errors, line_buffering=True)
        try:
            yield
        finally:
            sys.stdout.flush()
            sys.stdout = before

    def _show(self) -> None:
        from tqdm import tqdm  # type: ignore[import-untyped]

        with self._lock:
            if time.monotonic() - self._last_output < QUIET:
                return
            bars = [bar for bar in list(tqdm._instances) if not bar.disable and time.time() >= bar.start_t + bar.delay]
            if not bars:
                os.write(2, ERASE + self._text(tqdm).encode())
            self._shown = not bars
        for bar in bars:
            # a bar that was shown before its first rows came is taken away at its end too
            bar.last_print_t = max(bar.last_print_t, bar.start_t + bar.delay)
            bar.refresh()

    def _text(self, tqdm: Any) -> str:
        seconds = time.monotonic() - self._start
        if not PROGRESS.rows:
            return f"{self._name}: {_phase()}{tqdm.format_interval(seconds)}"
        kept = None if PROGRESS.kept is None else f"{PROGRESS.kept} kept"
        width = (os.get_terminal_size(2).columns or 80) - 1
        meter: str = tqdm.format_meter(
            PROGRESS.rows, PROGRESS.total, seconds, width, self._name, unit=" rows", postfix=kept
        )
        return meter


def _phase() -> str:
    """Return the function that the command has called, for what is done without a bar; empty where none is known."""
    frame, name = sys._current_frames().get(threading.main_thread().ident or 0), ""
    while frame is not None:
        module, function = frame.f_globals.get("__name__", ""), frame.f_code.co_name
        if module.startswith("hf_genderfair.") and not module.startswith(NO_PHASES) and function.isidentifier():
            name = name if function.startswith("_") else f"{function}, "
        frame = frame.f_back
    return name


class _Announcing(io.BufferedWriter):
    """Standard output that takes the line away before it writes."""

    def __init__(self, raw: io.RawIOBase, line: _Line) -> None:
        super().__init__(raw)
        self._line = line

    def write(self, data: Any) -> int:
        self._line.erase()
        return super().write(data)
