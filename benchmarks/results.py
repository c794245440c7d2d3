"""Figures on disk: a file for each benchmark, with what it ran on and how long it took."""

from __future__ import annotations

import json
import os
import platform
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from benchmarks.measure import Measure
from hf_genderfair import __version__

FOLDER = Path(__file__).parent / "results"


def measures(name: str) -> list[Measure]:
    """Return the figures of the last run of a benchmark."""
    path = FOLDER / f"{name}.json"
    written = json.loads(path.read_text(encoding="utf-8"))["measures"] if path.is_file() else []
    return [Measure(**each) for each in written]


def keep(name: str, figures: Iterable[Measure], seconds: float, part: bool = False) -> Path:
    """Write the figures of a benchmark."""
    found = list(figures)
    if part:
        new = {(each.what, each.of, each.on, each.name): each for each in found}
        old = [new.pop((each.what, each.of, each.on, each.name), each) for each in measures(name)]
        found = [*old, *new.values()]
    path = FOLDER / f"{name}.json"
    path.parent.mkdir(parents=True, exist_ok=True)
    written = {
        "version": __version__,
        "machine": machine(),
        "seconds": round(seconds, 1),
        "measures": [figure.to_json() for figure in found],
    }
    path.write_text(json.dumps(written, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")
    return path


def machine() -> dict[str, Any]:
    """Return what is to be known of the machine: processor, cores that may be used, GB of memory, Python."""
    about = Path("/proc/cpuinfo")
    lines = about.read_text(encoding="utf-8").splitlines() if about.exists() else []
    names = [line.partition(":")[2].strip() for line in lines if line.startswith("model name")]
    return {
        "processor": names[0] if names else platform.processor(),
        "cores": len(os.sched_getaffinity(0)),
        "memory_gb": round(os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES") / 1e9),
        "python": platform.python_version(),
    }
