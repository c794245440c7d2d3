"""What a run shows while it is at work: rows, rows a second, time left, and rows kept."""

from __future__ import annotations

import time
from typing import Any

from datasets.utils import tqdm

from hf_genderfair.scale.shard_work import Work

INTERVAL = 0.5
"""Seconds between two looks at the folder."""


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
