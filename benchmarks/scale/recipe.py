"""The Polish recipe over sources of growing size, and what whole collections would take on paper.

The parts ``recipe`` and ``on paper`` of ``runs.py``. Sources are JSON lines as ``polish_rows.py`` writes them: half of
the rows are web posts, 12 % hold gendered first-person forms. The command ``corpus`` runs in one process, start-up
included; its memory is the most that the process had at any time.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import time
from collections.abc import Iterator, Mapping
from functools import partial
from itertools import islice
from pathlib import Path
from typing import Any

import pyarrow.json as pjson
import pyarrow.parquet as pq

from benchmarks.measure import Measure

ROWS = (1_000_000, 3_000_000, 10_000_000)
MEMORY = 1.2e9
MEGABYTES_A_SECOND = 10.0
HOURS_OF_A_DAY, CORES = 24, 16

COMMON_CRAWL_BYTES = 345e9
"""Polish text of the Common Crawl of 2016 (Graliński et al. 2016, section 3)."""

FINEWEB_WORDS = 150e9
"""German of FineWeb-2: about 400 GB compressed, taken as 1 TB of text with 6.7 bytes a word."""

TAZ_WORDS = 1.8e6 * 400
"""1.8 million articles of taz2024full (Urchs et al. 2025), taken as 400 words each."""


def recipe(folder: Path, whole: Path, command: list[str], environment: Mapping[str, str]) -> dict[str, Any]:
    """Return seconds and memory of the recipe for each number of rows.

    Args:
        folder: For sources and results.
        whole: A file of the most rows, of which the smaller sources are the first ones.
        command: The command line, without arguments.
        environment: Its variables.
    """
    found: dict[str, Any] = {}
    for rows in ROWS:
        source, out = folder / "rows.jsonl", folder / "corpus"
        with whole.open("rb") as lines, source.open("wb") as file:
            file.writelines(islice(lines, rows))
        start = time.perf_counter()
        process = subprocess.Popen(
            [*command, "corpus", str(source), "--out", str(out), "--license", "cc0-1.0"],
            env=environment,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )
        _, status, usage = os.wait4(process.pid, 0)
        seconds = time.perf_counter() - start
        if status:
            raise SystemExit(f"the recipe failed with {os.waitstatus_to_exitcode(status)}")
        size, text = source.stat().st_size, text_bytes(source)
        kept = sum(pq.read_metadata(path).num_rows for path in (out / "data").glob("*.parquet"))
        found[f"{rows:,}"] = each = {
            "bytes": size,
            "bytes_of_text": text,
            "kept": kept,
            "seconds": seconds,
            "processor_seconds": usage.ru_utime + usage.ru_stime,
            "mb_s": size / 1e6 / seconds,
            "mb_s_of_text": text / 1e6 / seconds,
            "memory_bytes": usage.ru_maxrss * (1 if sys.platform == "darwin" else 1024),
        }
        print(f"recipe, {rows:,} rows: {each}")
        shutil.rmtree(out)
        source.unlink()
    return found


def text_bytes(source: Path) -> int:
    """Return the bytes of all texts of a file of JSON lines."""
    reader = pjson.open_json(source)
    return sum(batch.column("text").nbytes for batch in reader)


def on_paper(results: Mapping[str, Any], measured_words: int) -> dict[str, dict[str, float]]:
    """Return hours of one core, and machines of 16 cores for one day, from the rates measured here.

    Args:
        results: The parts that were measured: ``recipe``, and ``speed`` of the German chain.
        measured_words: German words of ``speed``.
    """
    polish = max(each["mb_s_of_text"] for each in results["recipe"].values())
    german = results["speed"]["de, local"]
    words = measured_words / (min(german["seconds"]["1"]) - german["start_up"]["1"])
    hours = {
        "Polish of the Common Crawl, recipe": COMMON_CRAWL_BYTES / 1e6 / polish / 3600,
        "German of FineWeb-2, chain": FINEWEB_WORDS / words / 3600,
        "taz, 1.8 million articles, chain": TAZ_WORDS / words / 3600,
    }
    return {
        name: {"core_hours": each, "machines_of_16_cores_for_a_day": each / CORES / HOURS_OF_A_DAY}
        for name, each in hours.items()
    }


def recipe_measures(results: Mapping[str, Any]) -> Iterator[Measure]:
    """Yield the speed and memory of the Polish recipe by size, and what whole collections would take on paper."""
    for rows, each in results.get("recipe", {}).items():
        where = f"{rows} rows of JSON lines, {each['bytes'] / 1e6:,.0f} MB"
        at = partial(Measure, "corpus, one process", where, None)
        yield at("", each["mb_s"], unit="MB/s")
        yield at("of text", each["mb_s_of_text"], unit="MB/s")
        yield at("time", each["seconds"], unit="s")
        yield at("memory", each["memory_bytes"] / 1e6, unit="MB")
    for name, each in results.get("on paper", {}).items():
        at = partial(Measure, f"on paper: {name}", "from the rates measured here, processors only", None)
        yield at("", each["core_hours"], unit="core-hours")
        yield at("machines of 16 cores for a day", each["machines_of_16_cores_for_a_day"], unit="")
