"""The executors of datatrove: task N does shard N."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import tempfile
import threading
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import cast

import dill

from hf_genderfair.core.errors import GenderfairError, RunError
from hf_genderfair.core.processes import SAFE_PATH
from hf_genderfair.core.resources import require, resource
from hf_genderfair.scale.merge import Merge
from hf_genderfair.scale.shard_work import Work
from hf_genderfair.scale.workers import BEFORE_THE_FIRST, MOST_CRASHES, PAUSE, RunProgress, ShardTask, problem_of

LOGS = "datatrove"
"""Folder of datatrove's logs, statistics and completions among the unfinished shards."""

TASK_FILE = "task.pickle"

STALLED = 20.0
"""Seconds in which no process is at work on a shard, after which an executor is taken to wait forever."""

PATIENCE = 2.0
"""Seconds in which an executor says why its processes ended."""


class ShardsBlock:
    """A block for pipelines of datatrove: the task of number N does shard N of a run that was begun."""

    def __init__(self, path: Path, logs: Path) -> None:
        """Name the file; it is read in the processes that do shards."""
        self.path, self.logs = path, logs

    @classmethod
    def write(cls, work: Work, folder: str) -> ShardsBlock:
        """Write what the processes need to know of a run into a folder, which belongs to this process alone."""
        logs = work.folder.shards.absolute() / LOGS
        logs.mkdir(exist_ok=True)
        # datatrove passes over tasks that it has completed; whether a shard is done, its files say
        for shard in work.pending():
            (logs / "completions" / f"{shard:05d}").unlink(missing_ok=True)
        path = Path(folder, TASK_FILE)
        path.write_bytes(dill.dumps(ShardTask.of(work)))
        return cls(path, logs)

    @property
    def task(self) -> ShardTask:
        """What the file holds, read once in a process."""
        return resource(("ShardsBlock", self.path), lambda: cast(ShardTask, dill.loads(self.path.read_bytes())))

    def __call__(self, data: object, rank: int, world_size: int) -> None:
        """Do the shard of a task."""
        task = self.task
        if task.work.plan.shards != world_size:
            raise RunError(f"there are {world_size} tasks for {task.work.plan.shards} shards: start one for each")
        error = task(rank, rank)
        if error is not None:
            raise error

    def __repr__(self) -> str:
        return f"{type(self).__name__}({str(self.path)!r})"


def run_on_datatrove(work: Work, merge: Merge, num_proc: int) -> None:
    """Do a pass by datatrove's executor for one machine."""
    # Its pool waits forever for a process that was killed; it is started again then, and datatrove does the tasks that
    # it has not completed.
    require("datatrove.executor", "datatrove")
    crashes = Counter[int]()
    with RunProgress(work) as progress:
        while work.pending():
            # what is unpickled never lies in the folder of the run, which others may have written
            with (
                tempfile.TemporaryDirectory() as folder,
                _executor(ShardsBlock.write(work, folder), num_proc) as process,
            ):
                crashes.update(_follow(process, merge, progress, work))
            for shard, times in crashes.items():
                if times >= MOST_CRASHES:
                    where = "before it began" if shard == BEFORE_THE_FIRST else f"at shard {shard} again"
                    raise RunError(
                        f"a process of datatrove ended {where}, perhaps for lack of memory: "
                        "repeat the same command with fewer processes; what is done is kept"
                    )
            merge.advance()
    merge.advance()


def _follow(process: subprocess.Popen[bytes], merge: Merge, progress: RunProgress, work: Work) -> list[int]:
    """Read what is done while the executor is at work; return the shards at which a process ended without a word."""
    at_work, pending = time.monotonic(), len(work.pending())
    while process.poll() is None and not _ended(work):
        merge.advance(1)
        progress.show()
        time.sleep(PAUSE)
        if work.folder.workers():
            at_work = time.monotonic()
        elif time.monotonic() > at_work + STALLED:
            # a process that was killed between two shards leaves no sign but that nobody goes on
            return [] if len(work.pending()) < pending else [BEFORE_THE_FIRST]
    # an executor that ends its processes tells why; one whose process was killed waits forever
    with suppress(subprocess.TimeoutExpired):
        process.wait(PATIENCE)
    assert process.stdout is not None
    # processes of an executor that was killed would keep its output open for ever
    _end_all(process)
    said = process.stdout.read()
    if not said:
        return [shard for worker in _ended(work) for shard in work.folder.release(worker)] or [BEFORE_THE_FIRST]
    error: GenderfairError | None = dill.loads(said)
    if error is not None:
        raise error
    return []


def _ended(work: Work) -> list[str]:
    """Return the processes that have taken a shard, not done it, and ended."""
    return [worker for worker in work.folder.workers() if not _runs(int(worker.split("-")[1]))]


def _runs(process: int) -> bool:
    try:
        os.kill(process, 0)
    except ProcessLookupError:
        return False
    # one that has ended and whose parent does not ask for it keeps its number
    with suppress(OSError):
        return Path(f"/proc/{process}/stat").read_text(encoding="utf-8").rpartition(")")[2].split()[0] != "Z"
    return True


@contextmanager
def _executor(block: ShardsBlock, workers: int) -> Iterator[subprocess.Popen[bytes]]:
    """Run the executor in a process of its own, which is stopped with all that it started."""
    command = [sys.executable, "-m", __name__, str(block.path), str(block.logs), str(workers)]
    environment = {**os.environ, **SAFE_PATH, "PYTHONPATH": os.pathsep.join(filter(None, sys.path))}
    with subprocess.Popen(
        command,
        env=environment,
        start_new_session=True,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
    ) as process:
        try:
            yield process
        finally:
            _end_all(process)


def _end_all(process: subprocess.Popen[bytes]) -> None:
    """End an executor with all that it started."""
    with suppress(ProcessLookupError):
        os.killpg(process.pid, signal.SIGKILL)


def _main(path: Path, logs: Path, workers: int) -> None:
    """Run the executor, and write what went wrong, or None; what datatrove says goes to its files of logs."""
    threading.Thread(target=_end_with_parent, daemon=True).start()
    block = ShardsBlock(path, logs)
    executor = require("datatrove.executor", "datatrove").LocalPipelineExecutor
    # nothing but the package is loaded here, which forked processes need not load again
    settings = {"workers": workers, "logging_dir": str(logs), "start_method": "fork"}
    error = problem_of(lambda: executor([block], tasks=block.task.work.plan.shards, **settings).run())
    sys.stdout.buffer.write(dill.dumps(error))


def _end_with_parent() -> None:
    """End with all processes of this session when the one that started this one has ended."""
    # not through sys.stdin: processes that are forked meanwhile would wait for its lock
    os.read(0, 1)
    os.killpg(0, signal.SIGKILL)


if __name__ == "__main__":
    _main(Path(sys.argv[1]), Path(sys.argv[2]), int(sys.argv[3]))
