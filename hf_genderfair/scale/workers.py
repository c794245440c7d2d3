"""The processes that do the shards of a run: those of this machine, of a launcher, and the workers of engines."""

from __future__ import annotations

import os
import signal
import socket
import threading
import time
import uuid
from collections import Counter, deque
from collections.abc import Callable, Iterator
from concurrent.futures import FIRST_EXCEPTION, ThreadPoolExecutor, wait
from contextlib import contextmanager, nullcontext
from dataclasses import dataclass, replace
from typing import Any

import multiprocess
from datasets.utils import tqdm
from multiprocess import resource_tracker

from hf_genderfair.core.errors import GenderfairError, RunError
from hf_genderfair.core.processes import SAFE_PATH, Processes
from hf_genderfair.core.resources import device_setting, environment, use_device
from hf_genderfair.hub.lines import reason_in_one_line
from hf_genderfair.scale.merge import Merge
from hf_genderfair.scale.shard_work import Work, do_shard, work_through

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
            raise no_memory(f"a process {ended} at shard {shard} again")
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

    def tell(shard: int, rows: int, kept: int) -> None:
        work.folder.tell(shard, name, rows, kept)

    sends.send(problem_of(lambda: work_through(work, name, rank, tell)))


def problem_of(work: Callable[[], object]) -> GenderfairError | None:
    """Do some work, and return what went wrong, or None."""
    try:
        work()
    except GenderfairError as error:
        return error
    except Exception as error:
        return RunError(f"a process failed with {type(error).__name__}: {error}")
    return None


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


ANSWER_SECONDS = 10
"""How long a cluster may take to accept a connection."""


@dataclass(frozen=True)
class ShardTask:
    """What a worker of an engine does; it can be sent to other machines."""

    work: Work
    device: str | None  # device of pipelines and models; see `use_device`. None for the default

    @classmethod
    def of(cls, work: Work) -> ShardTask:
        """Return the task of a run that this process drives, with the device that it uses."""
        folder = replace(work.folder, path=work.folder.path.absolute())
        return cls(replace(work, folder=folder), device_setting())

    def __call__(self, shard: int, rank: int | None) -> GenderfairError | None:
        """Do a shard, unless it is done: an engine may start a task again."""
        folder, name = self.work.folder, new_name(rank or 0)
        if not folder.shards.is_dir():
            return RunError(f"a worker does not see {folder.path}: choose a folder that all machines share")
        if folder.marked(shard):
            return None
        folder.tell(shard, name, 0, 0)

        def do() -> None:
            with nullcontext() if self.device is None else use_device(self.device):
                do_shard(self.work, shard, rank, lambda shard, rows, kept: folder.tell(shard, name, rows, kept))

        return problem_of(do)


def dispatch(
    work: Work, merge: Merge, num_proc: int, do: Callable[[list[int], int], GenderfairError | None], most: int = 1
) -> None:
    """Have the shards of a pass done that are to be done, and read them in order meanwhile."""
    waiting, taking = deque(work.pending()), threading.Lock()

    def each(rank: int) -> None:
        while True:
            with taking:
                shards = [waiting.popleft() for _ in range(min(most, -(-len(waiting) // (2 * num_proc))))]
            if not shards:
                return
            error = do(shards, rank)
            if error is not None:
                raise error

    # a thread waits for each worker, so that none is idle while this one reads what is done
    threads = ThreadPoolExecutor(num_proc)
    try:
        with RunProgress(work) as progress:
            running = {threads.submit(each, rank) for rank in range(num_proc)}
            while running:
                done, running = wait(running, PAUSE, FIRST_EXCEPTION)
                for future in done:
                    future.result()
                merge.advance(1)
                progress.show()
    finally:
        with taking:
            waiting.clear()
        threads.shutdown(wait=False)
    merge.advance()


def check_answers(engine: str, address: str) -> None:
    """Find out whether a cluster can be reached at all, which engines try for minutes."""
    reason = ""
    for place in address.split(","):
        host, _, port = place.rpartition(":")
        if not host or not port.isdecimal():
            return
        try:
            socket.create_connection((host.strip("[]"), int(port)), ANSWER_SECONDS).close()
        except OSError as error:
            reason = error.strerror or str(error)
        else:
            return
    raise no_answer(engine, address, reason)


def no_answer(engine: str, address: str, reason: str) -> RunError:
    """Return the error for a cluster that does not answer."""
    return RunError(f"{engine} does not answer at {address} ({reason}): start the cluster, or give another address")


def no_memory(what: str, error: Exception | None = None) -> RunError:
    """Return the error for processes that ended again and again, of which is said what they did."""
    kind = f" ({type(error).__name__})" if error else ""
    advice = "repeat the same command with fewer processes; what is done is kept"
    return RunError(f"{what}, perhaps for lack of memory: {advice}{kind}")


def last_line(error: BaseException) -> str:
    """Return the last line of an error that an engine tells with a traceback: what was raised in the worker."""
    lines = [line.strip() for line in str(error).splitlines() if line.strip()]
    return lines[-1] if lines else reason_in_one_line(error)
