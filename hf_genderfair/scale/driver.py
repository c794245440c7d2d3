"""The driver of an engine that does shards in workers of its own: it hands them out, and merges what is done."""

from __future__ import annotations

import socket
import threading
from collections import deque
from collections.abc import Callable
from concurrent.futures import FIRST_EXCEPTION, ThreadPoolExecutor, wait
from contextlib import nullcontext
from dataclasses import dataclass, replace

from hf_genderfair.core.devices import device_setting, use_device
from hf_genderfair.core.errors import GenderfairError, RunError
from hf_genderfair.hub.source_files import reason_in_one_line
from hf_genderfair.scale.local import PAUSE, RunProgress, new_name
from hf_genderfair.scale.merge import Merge
from hf_genderfair.scale.shard_work import Work, do_shard

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
        try:
            with nullcontext() if self.device is None else use_device(self.device):
                do_shard(self.work, shard, rank, lambda shard, rows, kept: folder.tell(shard, name, rows, kept))
        except GenderfairError as error:
            return error
        except Exception as error:
            return RunError(f"a process failed with {type(error).__name__}: {error}")
        return None


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


def last_line(error: BaseException) -> str:
    """Return the last line of an error that an engine tells with a traceback: what was raised in the worker."""
    lines = [line.strip() for line in str(error).splitlines() if line.strip()]
    return lines[-1] if lines else reason_in_one_line(error)
