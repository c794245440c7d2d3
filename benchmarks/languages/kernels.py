"""Whether what is read in texts depends on the processor: columns under the instructions of several processors.

Subjects of ``fuzzing.py`` and audits read the texts of the acceptance as this machine would by itself and as each other
processor would, in a process each; a digest compares what is found. Only instructions that this machine has can run.
"""

from __future__ import annotations

import json
import os
from collections.abc import Collection, Mapping
from functools import partial
from hashlib import sha256
from itertools import groupby
from operator import attrgetter, itemgetter
from pathlib import Path
from tempfile import TemporaryDirectory
from unittest.mock import patch

import pyarrow.parquet as pq
from datasets import Dataset

from benchmarks.acceptance.commands import write_sources
from benchmarks.languages.fuzzing import Rows, Subject, all_subjects, named_transforms, transform_subject
from benchmarks.languages.speed import computing_on
from benchmarks.measure import Figures, Measure
from benchmarks.run import ONE_THREAD, in_new_process
from benchmarks.timing import QUIET
from hf_genderfair.core.resources import require
from hf_genderfair.languages.documents import AnalysisRequest, shared_documents
from hf_genderfair.languages.pipelines import pipeline
from hf_genderfair.recipes.audited import audit

KERNELS = ("Prescott", "Nehalem", "Sandybridge", "Haswell", "Zen", "SkylakeX", "Cooperlake")
"""As ``OPENBLAS_CORETYPE`` names them."""
TORCH = {"default": "SSE41", "avx2": "AVX2", "avx512": "AVX512_CORE"}
"""As ``ATEN_CPU_CAPABILITY`` and ``ONEDNN_MAX_CPU_ISA`` name them."""


def processors() -> list[tuple[str, str, dict[str, str]]]:
    """Return library, instructions and what asks for them, for each library from the oldest on."""
    levels = numpy_levels()
    disabled = {level: " ".join(levels[number:]) for number, level in enumerate(levels, 1)}
    return [
        *(("OpenBLAS", kernel, {"OPENBLAS_CORETYPE": kernel}) for kernel in KERNELS),
        *(("numpy", level, {"NPY_DISABLE_CPU_FEATURES": others}) for level, others in disabled.items()),
        *(("torch", a, {"ATEN_CPU_CAPABILITY": a, "ONEDNN_MAX_CPU_ISA": b}) for a, b in TORCH.items()),
    ]


def digests(library: str, texts: Mapping[str, list[str]], known: Collection[str]) -> tuple[str, dict[str, str]]:
    """Return the instructions that a library uses in this process, and a digest of what each subject finds."""
    used = in_use(library)
    if used in known:
        return used, {}
    in_torch = [Subject("analyse in torch", lang, partial(_in_torch, lang)) for lang in ("ca", "de", "en", "es")]
    chosen = in_torch if library == "torch" else numpy_subjects()
    found = {}
    for lang, of_language in groupby(sorted(chosen, key=attrgetter("lang")), key=attrgetter("lang")):
        if lang in texts:
            # each text is analysed once for all subjects
            with shared_documents([AnalysisRequest(lang)]):
                for subject in of_language:
                    rows = json.dumps(subject.read(texts[lang]), default=str)
                    found[f"{subject.name} ({lang})"] = sha256(rows.encode()).hexdigest()
    return used, found


def in_use(library: str) -> str:
    """Return the instructions that a library uses in this process."""
    if library == "torch":
        return str(require("torch", "nlp").backends.cpu.get_cpu_capability())
    if library == "numpy":
        return numpy_levels()[-1]
    loaded = require("threadpoolctl", "nlp").threadpool_info()
    return next(str(each["architecture"]) for each in loaded if "numpy.libs" in each["filepath"])


def numpy_levels() -> list[str]:
    """Return the instructions that numpy has code for and this process uses, from the oldest on."""
    numpy = require("numpy._core._multiarray_umath", "nlp")
    return ["baseline", *(name for name in numpy.__cpu_dispatch__ if numpy.__cpu_features__[name])]


def numpy_subjects() -> list[Subject]:
    """Return what computes in numpy: every transform, the functions that read texts, and audits."""
    return [
        *all_subjects(),
        *(transform_subject(name, each) for name, each in named_transforms().items() if "text" not in each.inputs()),
        *(Subject("audit", lang, partial(_audited, lang)) for lang in ("ca", "de", "en", "es", "pl")),
    ]


def _audited(lang: str, texts: list[str]) -> Rows:
    report = audit(Dataset.from_dict({"text": texts}), lang, actors=lang in ("de", "en")).report
    return [json.loads(report.to_json())]


def _in_torch(lang: str, texts: list[str]) -> Rows:
    with computing_on("cpu"):
        return [{"sentences": found.sentences} for found in pipeline(lang).analyse(texts)]


def kernels(data: Path, rows: int = 40) -> Figures:
    """Compare what all subjects find under all instructions of each library."""
    with TemporaryDirectory() as folder:
        files = write_sources(data, Path(folder), rows)
        texts = {lang: pq.read_table(path)["text"].to_pylist() for lang, path in files.items()}
    number = sum(map(len, texts.values()))
    for library, asked in groupby(processors(), key=itemgetter(0)):
        read: dict[str, dict[str, str]] = {}
        for _, instructions, environment in asked:
            with patch.dict(os.environ, ONE_THREAD | QUIET | environment):
                used, found = in_new_process(digests, library, texts, list(read))
            read.setdefault(used, found)
            print(f"{library}: {instructions} is {used}", flush=True)
        first, *others = read.values()
        differ = [name for name in first if any(other[name] != first[name] for other in others)]
        print(*differ, sep="\n", flush=True)
        where = f"{number} texts, {len(first)} subjects; {library}: {', '.join(read)}"
        of = partial(Measure, "the same columns on all processors", where, len(read), unit="")
        yield of("subjects that find the same", len(first) - len(differ))
