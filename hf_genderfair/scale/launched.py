"""The processes that accelerate or torchrun started together, on one machine or on several with one shared folder."""

from __future__ import annotations

from hf_genderfair.core.processes import Processes
from hf_genderfair.scale.local import new_name
from hf_genderfair.scale.merge import Merge
from hf_genderfair.scale.progress import RunProgress
from hf_genderfair.scale.shard_work import Work, work_through


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
