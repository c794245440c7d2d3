"""How commands behave on a console: one line for what fails or is stopped, and what was done so far."""

from __future__ import annotations

import ast
import errno
import io
import logging
import os
import re
import shlex
import signal
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, nullcontext
from dataclasses import dataclass, field
from functools import partial
from logging import CRITICAL
from pathlib import Path
from types import FrameType
from typing import Any

import typer
from typer import BadParameter
from typer.core import TyperCommand

from hf_genderfair.cli.ignored import refuse_idle_options
from hf_genderfair.cli.stop import stop_at_once
from hf_genderfair.core.errors import GenderfairError, OutputError

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
    with line.above_output() if sys.stdout.isatty() else nullcontext():
        thread = threading.Thread(target=line.keep, daemon=True)
        thread.start()
        try:
            yield
        finally:
            line.ended.set()
            thread.join()
            line.erase()


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


UNSEEN = re.compile("[\\x00-\\x08\\x0b-\\x1f\\x7f-\\x9f\\u202a-\\u202e\\u2066-\\u2069\\ud800-\\udfff]")
"""Control characters but tab and line break, signs that turn the direction of letters, halves of surrogate pairs."""


def visible(text: str) -> str:
    """Write what a terminal would obey as JSON would escape it."""
    return UNSEEN.sub(lambda found: f"\\u{ord(found[0]):04x}", text)


def say(text: str | bytes, err: bool = False, nl: bool = True) -> None:
    """Print text; on standard error and on a terminal what it would obey is escaped."""
    written = text.decode() if isinstance(text, bytes) else text
    if err:
        typer.echo(visible(written), err=True, nl=nl)
    else:
        send(f"{written}\n" if nl else written)


def send(block: Any) -> None:
    """Write text or bytes in UTF-8 to standard output at once, whatever the locale; see `say`."""
    if sys.stdout.isatty():
        block = visible(block if isinstance(block, str) else bytes(block).decode("utf-8", "replace"))
    if isinstance(block, str):
        block = block.encode("utf-8", "backslashreplace")
    try:
        sys.stdout.flush()
        sys.stdout.buffer.write(block)
        sys.stdout.buffer.flush()
    except BrokenPipeError:
        raise
    except OSError as error:
        raise OutputError(f"standard output cannot be written: {error.strerror}") from error


logger = logging.getLogger(__name__)

SETTING = re.compile(
    r"(?<![^\s(])(?P<verb>pass )?(?P<name>[a-z]\w*)="
    r"(?P<value>True|False|None|'(?:[^'\\]|\\.)*'|-?\d+(?:\.\d+)?(?:e[+-]?\d+)?|)(?=[\s,;:)]|$)"
)
"""A setting as the library's messages name it: ``lang='xx'``, ``paired=False``, ``report=``."""

NAME = re.compile(r"(?<![^\s(])[a-z]+(?:_[a-z]+)+(?=[\s,;:)]|$)")
"""A name of Python: words joined by underscores, without quotation marks."""


STOPS = (signal.SIGINT, signal.SIGTERM)
MASKS = threading.local()
PATIENCE = 3.0
"""Seconds in which a command that is stopped ends its processes, before they are killed."""

DEAF = {
    ("datasets.fingerprint", "update_fingerprint"),
    ("multiprocess.context", "Manager"),
    ("multiprocess.context", "Pool"),
    ("shutil", "rmtree"),
    ("hf_genderfair.hub.placing", "put"),
}
"""Functions that are not interrupted: one swallows every exception, others forget processes, the last ones clean up."""


class Command(TyperCommand):
    """A command whose failures are one line on standard error, and which shows on a terminal that it is at work.

    Example:
        >>> Command(name="example").name
        'example'
    """

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        """Read arguments; what is wrong with one is said without the words of the library that checks it."""
        try:
            return super().parse_args(ctx, args)
        except BadParameter as error:
            error.message = error.message.removeprefix("Value error, ")
            raise

    def invoke(self, ctx: Any) -> Any:
        """Run the command."""
        PROGRESS.reset()
        try:
            with one_line_errors(ctx), signs_of_life(str(self.name), ctx.params.get("source") == "-"):
                refuse_idle_options(ctx)
                with _held_folders(ctx):
                    return super().invoke(ctx)
        finally:
            PROGRESS.running = False


@contextmanager
def one_line_errors(ctx: Any = None) -> Iterator[None]:
    """Print what fails as one line that begins with "Error:" and exit with 1, or with 2 where the use was wrong."""
    # A command that is stopped says in one line what is kept, and exits with 130 (Ctrl-C) or 143 (SIGTERM). A reader
    # that closes the pipe early is no failure to speak of: typer ends quietly then. What the library did not foresee is
    # printed in one line too; its traceback is logged at the level DEBUG.
    try:
        yield
    except BaseException as error:
        if ctx is None and isinstance(error, SystemExit):
            # a command has said all itself
            raise
        # while processes are ended, other errors may take the place of the interruption
        if PROGRESS.stopped_by or isinstance(error, KeyboardInterrupt):
            signal.setitimer(signal.ITIMER_REAL, 0)
            _kill_workers()
            kept = f": {_what_is_kept(ctx)}" if ctx else ""
            _end(f"Stopped{kept}", 128 + (PROGRESS.stopped_by or signal.SIGINT), error)
        _fail(error, ctx)
        raise


def _fail(error: BaseException, ctx: Any) -> None:
    """Print an error and exit; return where it is none."""
    if isinstance(error, OSError):
        if error.errno == errno.EPIPE:
            return
        place = f": {error.filename}" if error.filename else ""
        _end(f"Error: {error.strerror or error}{place}", 1, error)
    if isinstance(error, GenderfairError):
        said = in_words_of_commands(error.for_commands(), ctx) if ctx else error
        _end(f"Error: {said}", error.exit_code, error)
    # what typer raises to end or to complain of wrong use, it answers itself
    if isinstance(error, Exception) and type(error).__module__.partition(".")[0] not in ("typer", "click"):
        kind = type(error).__name__
        _end(f"Error: unexpected {kind}: {error}; please report the command and this line", 1, error)


@contextmanager
def _held_folders(ctx: Any) -> Iterator[None]:
    """Find out before any work whether the folders of a result can be written, and keep other commands from them."""
    given = ctx.params
    if "overwrite" not in given:
        yield
        return
    folders = {
        parameter.opts[0]: given[parameter.name]
        for parameter in ctx.command.params
        if parameter.metavar == "DIR" and given[parameter.name] is not None
    }
    if len({folder.resolve() for folder in folders.values()}) < len(folders):
        raise OutputError(f"{' and '.join(folders)} name the same folder: choose two")
    if folders:
        from hf_genderfair.hub.folder import check_target
        from hf_genderfair.hub.placing import held
        from hf_genderfair.scale.folder import PLAN_FILE
    with ExitStack() as opened:
        for option, folder in folders.items():
            # a run goes on where it was, and looks into its folder itself
            of_run = "engine" in given and option == "--out"
            if not of_run:
                opened.enter_context(held(folder))
            if not (of_run and (folder / PLAN_FILE).exists()):
                check_target(folder, given["overwrite"])
        yield


def in_words_of_commands(message: str, ctx: Any) -> str:
    """Name settings as the options of a command."""
    options = {parameter.name: parameter.opts[0] for parameter in ctx.command.params if parameter.opts[0][0] == "-"}

    def setting(found: re.Match[str]) -> str:
        if found["name"] not in options:
            return found[0]
        option, value = options[found["name"]], found["value"]
        if value in ("False", "None"):
            return f"leave {option} out" if found["verb"] else f"no {option}"
        if value in ("True", ""):
            return f"give {option}" if found["verb"] else option
        return f"{found['verb'] or ''}{option} {shlex.quote(str(ast.literal_eval(value)))}"

    return NAME.sub(lambda found: options.get(found[0], found[0]), SETTING.sub(setting, message))


def show_progress_on_terminals_only() -> None:
    """Switch off the progress bars of ``datasets`` and the Hub where standard error is no terminal."""
    # What ``datasets`` warns of is of its own settings, such as more processes than there are rows. Libraries that are
    # imported later read the environment.
    # what they log of a file that cannot be read, the error says in one line
    os.environ.setdefault("DATASETS_VERBOSITY", "critical")
    os.environ.setdefault("HF_HUB_VERBOSITY", "error")
    if not sys.stderr.isatty():
        os.environ.setdefault("HF_DATASETS_DISABLE_PROGRESS_BARS", "1")
        os.environ.setdefault("HF_HUB_DISABLE_PROGRESS_BARS", "1")
    if "datasets" in sys.modules:
        import datasets
        from huggingface_hub.utils import disable_progress_bars, logging  # type: ignore[attr-defined]

        datasets.utils.logging.set_verbosity(CRITICAL)
        logging.set_verbosity_error()  # type: ignore[no-untyped-call]
        if not sys.stderr.isatty():
            datasets.disable_progress_bars()
            disable_progress_bars()


def end_with_one_word() -> None:
    """Let SIGTERM undo what is half-done as Ctrl-C does, and let this process alone speak for its worker processes."""
    for number in STOPS:
        # a shell lets what it starts in the background ignore Ctrl-C
        if signal.getsignal(number) != signal.SIG_IGN:
            signal.signal(number, _stop)
    sys.unraisablehook = _tell_unless_stopped
    # a signal that comes to a new process before its first line of Python would be lost
    os.register_at_fork(before=_hold_signals, after_in_parent=_release_signals, after_in_child=_leave_signals_to_parent)


def _stop(number: int, frame: FrameType | None, asked: int | None = None, late: bool = False) -> None:
    """Raise what ends the command: later where it would be lost, and again where it has not ended the command."""
    # Before a command is at work, the process ends at once; after that it is about to end.
    if PROGRESS.running is None:
        stop_at_once(number, frame)
    if not PROGRESS.running:
        return
    PROGRESS.stopped_by = asked or number
    deaf = _is_deaf(frame)
    signal.signal(signal.SIGALRM, partial(_stop, asked=PROGRESS.stopped_by, late=late or not deaf))
    signal.setitimer(signal.ITIMER_REAL, 0.02 if deaf else PATIENCE)
    if deaf:
        return
    if late:
        # a pool waits for ever where a worker was ended that held the lock of its queue
        _kill_workers()
    raise KeyboardInterrupt


def _tell_unless_stopped(lost: Any) -> None:
    """Tell of an error that cannot be raised, but of no interruption: the next one comes soon."""
    if not issubclass(lost.exc_type, KeyboardInterrupt):
        sys.__unraisablehook__(lost)


def end_in_time() -> None:
    """End a command that was stopped even where what is left to do at the end waits for ever."""
    # as a pool does where a worker was ended that held the lock of its queue
    stopped_by = PROGRESS.stopped_by
    if stopped_by:
        signal.signal(signal.SIGALRM, lambda *_: os._exit(128 + stopped_by))
        signal.setitimer(signal.ITIMER_REAL, PATIENCE)


def close_output() -> None:
    """Send on what waits to be printed; what cannot be sent, and Ctrl-C, are no errors of a command that is done."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    for stream in (sys.stdout, sys.stderr):
        try:
            stream.flush()
        except (OSError, ValueError):
            os.dup2(os.open(os.devnull, os.O_WRONLY), stream.fileno())


def _is_deaf(frame: FrameType | None) -> bool:
    while frame is not None:
        if (frame.f_globals.get("__name__"), frame.f_code.co_name) in DEAF:
            return True
        frame = frame.f_back
    return False


def _hold_signals() -> None:
    MASKS.before = signal.pthread_sigmask(signal.SIG_BLOCK, STOPS)


def _release_signals() -> None:
    signal.pthread_sigmask(signal.SIG_SETMASK, MASKS.before)


def _leave_signals_to_parent() -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    signal.signal(signal.SIGTERM, signal.SIG_DFL)
    signal.pthread_sigmask(signal.SIG_UNBLOCK, STOPS)


def _kill_workers() -> None:
    for name in ("multiprocess", "multiprocessing"):
        if name in sys.modules:
            for worker in sys.modules[name].active_children():
                worker.kill()


def _what_is_kept(ctx: Any) -> str:
    """Say what a stopped command leaves, and how to go on."""
    given = ctx.params
    if PROGRESS.going_on:
        return PROGRESS.going_on
    if "repo_id" in given and not given.get("dry_run"):
        return f"what has arrived at {given['repo_id']} is kept; repeat the same command to go on"
    kept = [f"{place} is complete" for place in PROGRESS.written]
    places = [given[name] for name in ("out", "challenge") if given.get(name) is not None]
    kept += [f"nothing was written to {place}" for place in places if place not in PROGRESS.written]
    if PROGRESS.lines:
        kept.append(f"{PROGRESS.lines:,} {'line was' if PROGRESS.lines == 1 else 'lines were'} printed")
    if given.get("model") is not None and "base_url" in given:
        again = "repeat the same command to go on: answers that came are kept"
    elif PROGRESS.cached:
        again = "repeat the same command to go on: finished steps are kept in the cache of datasets"
    else:
        again = "the same command begins anew"
    return f"{', '.join(kept) or 'nothing was written'}; {again}"


def _end(message: str, code: int, error: BaseException) -> None:
    logger.debug("%s", message, exc_info=error)
    say(" ".join(message.split()), err=True)
    raise SystemExit(code) from error
