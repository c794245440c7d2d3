"""Programs run in processes that have imported much and read nothing: forks of one process, which is quick."""

from __future__ import annotations

import atexit
import multiprocessing
import os
import signal
import sys
from concurrent.futures import ThreadPoolExecutor
from multiprocessing import forkserver
from multiprocessing.connection import Connection
from pathlib import Path
from threading import Timer
from unittest import mock

IMPORTED = (
    "spacy",
    "hf_genderfair.cli.app",
    "hf_genderfair.recipes.audited",
    "hf_genderfair.recipes.debias_recipe",
    "hf_genderfair.rewriting.transform",
)
HIDDEN = ("COLUMNS", "HF_DATASETS_DISABLE_PROGRESS_BARS", "HF_HUB_DISABLE_PROGRESS_BARS")
"""Variables of the tests that change what is shown, which libraries read when they are imported."""


class FreshProcess:
    """A program that runs in a process of its own, with its streams as text, as those of `subprocess.Popen` are."""

    def __init__(self, program, *arguments, output=None, environment=None):
        """Start a program of Python, which writes to the descriptor of an output, such as a terminal, or to pipes."""
        given, stdin = os.pipe()
        pipes = [(None, os.dup(output)) if output is not None else os.pipe() for _ in range(2)]
        streams = [Connection(number) for number in (given, *(side for _, side in pipes))]
        variables = {name: value for name, value in os.environ.items() if name not in HIDDEN} | (environment or {})
        self.stdin = os.fdopen(stdin, "w", encoding="utf-8")
        self.stdout, self.stderr = (
            None if reading is None else os.fdopen(reading, encoding="utf-8") for reading, _ in pipes
        )
        with mock.patch.dict(os.environ, {"PYTHONHASHSEED": "1"}):
            for name in HIDDEN:
                os.environ.pop(name, None)
            forkserver.set_forkserver_preload(list(IMPORTED))
            self.process = multiprocessing.get_context("forkserver").Process(
                target=_run, args=(program, list(map(str, arguments)), variables, Path.cwd(), streams)
            )
            self.process.start()
        for stream in streams:
            stream.close()

    @property
    def pid(self):
        return self.process.pid

    @property
    def returncode(self):
        return self.process.exitcode

    def wait(self, timeout=60):
        """Return the exit code, once it has ended."""
        self.process.join(timeout)
        assert self.returncode is not None, f"it has not ended within {timeout} seconds"
        return self.returncode

    def communicate(self, timeout=60):
        """Return all that it writes, once it has ended."""
        self.stdin.close()
        # its streams end with the process, and a process that hangs would hold all tests up
        late = Timer(timeout, os.killpg, (self.pid, signal.SIGKILL))
        late.start()
        with self.stdout, self.stderr, ThreadPoolExecutor() as threads:
            written = tuple(threads.map(lambda stream: stream.read(), (self.stdout, self.stderr)))
        late.cancel()
        self.wait(timeout)
        return written


def printed_by(program, *arguments, typed=""):
    """Return what a program prints; ``typed`` is its standard input."""
    process = FreshProcess(program, *arguments)
    process.stdin.write(typed)
    printed, error = process.communicate()
    assert process.returncode == 0, error
    return printed


def _run(program, arguments, variables, folder, streams):
    """Be the process of a program: its streams, variables and arguments, at the head of a group of processes."""
    from hf_genderfair.core import resources

    assert not resources._built
    os.setsid()
    for number, stream in enumerate(streams):
        os.dup2(stream.fileno(), number)
        stream.close()
    sys.stdin = os.fdopen(0, encoding="utf-8")
    sys.stdout, sys.stderr = (os.fdopen(number, "w", encoding="utf-8") for number in (1, 2))
    os.environ.clear()
    os.environ.update(variables)
    os.chdir(folder)
    sys.argv = ["-c", *arguments]
    try:
        exec(program, {"__name__": "__main__"})
    finally:
        atexit._run_exitfuncs()
