"""The processes of a run: this one and those that it starts, or those that a launcher started, and what they show."""

from __future__ import annotations

import os
import signal
import threading
import time
import uuid
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from typing import Any

import multiprocess
from datasets.utils import tqdm
from multiprocess import resource_tracker

from hf_genderfair.core.errors import GenderfairError, RunError
from hf_genderfair.core.processes import SAFE_PATH, Processes, environment
from hf_genderfair.scale.merge import Merge
from hf_genderfair.scale.shard_work import Work, work_through

PAUSE = 0.1
"""Seconds between two looks at what others have done."""

BEFORE_THE_FIRST = -1
"""In place of a shard for a process that ended before it took one."""

MOST_CRASHES = 2
"""So often may processes end without a word at one shard: the second time it is the shard."""

INTERVAL = 0.5
"""Seconds between two looks at the folder."""


def run_local(work: Work, merge: Merge, num_proc: int) -> None:
    """Do a pass in this process and ``num_proc - 1`` others."""
    name = new_name(0)
    with RunProgress(work) as progress, ThreadPoolExecutor(1) as thread, _Others(work, num_proc - 1) as others:
        merged = thread.submit(merge.advance, 1)

        def between(shard: int, rows: int, kept: int) -> None:
            work.folder.tell(shard, name, rows, kept)
            progress.show()
            others.check()

        def after_shard() -> None:
            nonlocal merged
            merged.result()
            # as many as all processes do meanwhile, and no more, so that nobody waits long who interrupts
            merged = thread.submit(merge.advance, 2 * num_proc)

        while not merge.complete:
            work_through(work, name, 0 if num_proc > 1 else None, between, after_shard)
            merged.result()
            others.check()
            merge.advance(1)
            progress.show()
            if others.alive:
                time.sleep(PAUSE)
            else:
                work.folder.free()


def new_name(rank: int) -> str:
    """Return a name for a process that no other has had."""
    return f"{rank}-{os.getpid()}-{uuid.uuid4().hex}"


class _Others:
    """Processes that were started; one that ends without a word is started again."""

    def __init__(self, work: Work, number: int) -> None:
        self._work, self._ranks = work, range(1, number + 1)
        self._running: dict[int, tuple[Any, Any, str]] = {}
        self._crashes: Counter[int] = Counter()

    def __enter__(self) -> _Others:
        for rank in self._ranks:
            self._start(rank)
        return self

    def __exit__(self, *_: object) -> None:
        for process, _connection, _name in self._running.values():
            process.kill()
        for process, _connection, _name in self._running.values():
            process.join()

    @property
    def alive(self) -> bool:
        """Whether any is at work."""
        return bool(self._running)

    def check(self) -> None:
        """Look after processes that have ended."""
        for rank, (process, connection, name) in list(self._running.items()):
            if process.is_alive():
                continue
            process.join()
            del self._running[rank]
            try:
                error = connection.recv()
            except EOFError:
                self._start_again(rank, process.exitcode, self._work.folder.release(name))
                continue
            if error is not None:
                raise error

    def _start_again(self, rank: int, code: int, released: list[int]) -> None:
        for shard in released or [BEFORE_THE_FIRST]:
            self._crashes[shard] += 1
            if self._crashes[shard] < MOST_CRASHES:
                continue
            ended = f"was ended by signal {-code}" if code < 0 else f"ended with {code}"
            if shard == BEFORE_THE_FIRST:
                raise RunError(
                    f"a process {ended} before it began: call run under if __name__ == '__main__', or pass num_proc=1"
                )
            raise RunError(
                f"a process {ended} at shard {shard} again, perhaps for lack of memory: "
                "repeat the same command with fewer processes; what is done is kept"
            )
        self._start(rank)

    def _start(self, rank: int) -> None:
        context = multiprocess.get_context("spawn")
        receives, sends = context.Pipe(duplex=False)
        name = new_name(rank)
        process = context.Process(target=_work, args=(self._work, name, rank, sends), daemon=True)
        with environment(**SAFE_PATH), _interruptions_held():
            process.start()
        sends.close()
        self._running[rank] = process, receives, name


@contextmanager
def _interruptions_held() -> Iterator[None]:
    """Let a process that is started in this context never see Ctrl-C, which concerns the one that started it."""
    # where it is not there yet, it is started with the process, and would let interruptions through again
    resource_tracker.ensure_running()
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def _work(work: Work, name: str, rank: int, sends: Any) -> None:
    """Do the work of a process that was started, and send what went wrong, or None."""
    threading.Thread(target=_end_with_parent, daemon=True).start()
    try:
        work_through(work, name, rank, lambda shard, rows, kept: work.folder.tell(shard, name, rows, kept))
    except GenderfairError as error:
        sends.send(error)
    except Exception as error:
        sends.send(RunError(f"a process failed with {type(error).__name__}: {error}"))
    else:
        sends.send(None)


def _end_with_parent() -> None:
    multiprocess.parent_process().join()
    os._exit(1)


class RunProgress:
    """A bar of all processes of a run; silent where those of ``datasets`` are."""

    def __init__(self, work: Work, shown: bool = True) -> None:
        """Prepare a bar over the rows of the source; only one process of a run shows it."""
        self._work, self._shown = work, shown
        self._known: dict[int, tuple[int, int]] = {}
        self._next = 0.0
        self._bar: Any = None

    def __enter__(self) -> RunProgress:
        """Begin with what earlier runs have done."""
        rows, _ = self._work.folder.rows_so_far(self._known)
        total = sum(self._work.bounds(self._work.plan.shards - 1))
        passes = self._work.plan.passes
        name = "run" if passes == 1 else f"run, pass {self._work.number + 1} of {passes}"
        self._bar = tqdm(total=total, initial=rows, unit=" rows", desc=name, disable=None if self._shown else True)
        return self

    def __exit__(self, *_: object) -> None:
        """Show the last state."""
        self._next = 0.0
        self.show()
        self._bar.close()

    def show(self) -> None:
        """Bring the bar up to date, if the last time was some time ago."""
        if self._bar.disable or time.monotonic() < self._next:
            return
        self._next = time.monotonic() + INTERVAL
        rows, kept = self._work.folder.rows_so_far(self._known)
        self._bar.set_postfix_str(f"{kept:,} kept", refresh=False)
        self._bar.update(max(0, rows - self._bar.n))
        self._bar.refresh()


def run_launched(work: Work, merge: Merge, processes: Processes) -> None:
    """Do the part of a pass that falls to this process; the first one also reads what all have done."""
    # Which shards fall to a process is decided as it goes on: it takes the next one that nobody has.
    name = new_name(processes.rank)
    first = processes.rank == 0

    def part() -> None:
        with RunProgress(work, shown=first) as progress:

            def between(shard: int, rows: int, kept: int) -> None:
                work.folder.tell(shard, name, rows, kept)
                progress.show()

            work_through(work, name, processes.local_rank, between, merge.advance if first else lambda: None)

    processes.gather_results(part)
    while first and not merge.complete:
        # a process of an earlier run, which outlived it, may have taken a shard and not done it
        work.folder.free()
        part()
        merge.advance()
