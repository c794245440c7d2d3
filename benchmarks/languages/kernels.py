"""Whether what is read in texts depends on the processor: columns under the matrix products of several processors.

    python -m benchmarks.run languages/kernels --data FOLDER [--rows 60]

OpenBLAS brings a kernel for each family of processors, and they add up in different orders. Each subject of the
benchmark of growth reads texts of its language (those of ``acceptance/sources.tsv``, FOLDER as there) once under each
kernel, in a process of its own; what it adds is compared by a digest. Only kernels whose instructions this machine has
can run: OpenBLAS takes another one in place of the others, and they are not counted.
"""

from __future__ import annotations

import json
import os
from collections.abc import Iterator, Mapping
from functools import partial
from hashlib import sha256
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any
from unittest.mock import patch

import pyarrow.parquet as pq

from benchmarks.acceptance.sources import write_sources
from benchmarks.languages.growth import all_subjects
from benchmarks.measure import Measure
from benchmarks.processes import ONE_THREAD, in_new_process
from hf_genderfair.core.resources import require

KERNELS = ("Prescott", "Nehalem", "Sandybridge", "Haswell", "Zen", "SkylakeX", "Cooperlake")
"""As ``OPENBLAS_CORETYPE`` names them."""


def under(kernel: str, texts: Mapping[str, list[str]]) -> tuple[list[str], dict[str, str]]:
    """Return the kernels that run in a process of the one asked for, and the digest of each subject.

    Args:
        kernel: Name of the kernel.
        texts: By language.
    """
    with patch.dict(os.environ, ONE_THREAD | {"OPENBLAS_CORETYPE": kernel}):
        return in_new_process(digests, texts)


def digests(texts: Mapping[str, list[str]]) -> tuple[list[str], dict[str, str]]:
    """Return the kernels of this process, and a digest of what each subject finds."""
    found = {
        subject.name: sha256(json.dumps(subject.read(texts[subject.lang]), default=str).encode()).hexdigest()
        for subject in all_subjects()
    }
    libraries = require("threadpoolctl", "nlp").threadpool_info()
    return sorted({each["architecture"] for each in libraries if "architecture" in each}), found


def measures(results: Mapping[str, Any]) -> Iterator[Measure]:
    """Yield how many subjects find the same under all kernels."""
    count, same = results["subjects"], results["subjects"] - len(results["differ"])
    at = partial(Measure, "the same columns on all processors", f"{results['texts']} texts, {count} subjects")
    yield at(len(results["kernels"]), f"of {', '.join(results['kernels'])}: the same", same, unit="subjects")


def benchmark(data: Path, rows: int = 60) -> dict[str, Any]:
    """Compare what all subjects find under all kernels."""
    with TemporaryDirectory() as folder:
        files = write_sources(data, Path(folder), rows)
        texts = {lang: pq.read_table(path)["text"].to_pylist() for lang, path in files.items()}
    read: dict[str, dict[str, str]] = {}
    for kernel in KERNELS:
        (running, *_), found = under(kernel, texts)
        read.setdefault(running, found)
    first, *others = read.values()
    differ = [name for name in first if any(other[name] != first[name] for other in others)]
    return {
        "kernels": list(read),
        "texts": sum(map(len, texts.values())),
        "subjects": len(first),
        "differ": differ,
    }
