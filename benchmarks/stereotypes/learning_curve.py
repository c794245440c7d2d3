"""How much the teacher of the content model learns from how many labelled sentences.

    python -m benchmarks.run stereotypes/learning_curve --data FOLDER

FOLDER holds ``stereotypes`` with ``hearts_emgsd`` and the other sets that the training divides. The teacher, eight
layers of multilingual-e5-small, is fine-tuned from nothing on a share of the templates of EMGSD that may be trained
on, twice on each sentence, and decides which sentences of templates that were kept out hold a stereotype; the
threshold is chosen on development sentences. The published ALBERT, on the same sentences, was trained on some 45,000
sentences of EMGSD. Intervals: 95 %, bootstrap over sentences, seeded. It takes some ten minutes on a processor.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

import numpy as np
import torch

from benchmarks.measure import Measure, limits
from benchmarks.stereotypes.quality import classified, open_rows, show, shown
from dataset_scripts.models.content.calibration import macro_f1_threshold
from dataset_scripts.models.content.contrasts import GroupSwap
from dataset_scripts.models.content.corpora import Row, templates_of
from dataset_scripts.models.content.teacher import (
    ContentTeacher,
    TeacherInput,
    as_examples,
    read_with_teacher,
    train_teacher,
)
from dataset_scripts.models.content.train import divided, varied
from dataset_scripts.models.pipelines.teacher import load_packed_encoder

SHARES = (1 / 16, 1 / 8, 1 / 4, 1 / 2, 1.0)
ROUNDS = 2


def drawn(rows: Sequence[Row], part: float) -> list[Row]:
    """Return the rows of a share of the templates; a larger share holds the smaller ones."""
    templates = templates_of([row.text for row in rows], [""] * len(rows))
    order = sorted(set(templates))
    random.Random(3).shuffle(order)
    kept = set(order[: max(1, round(len(order) * part))])
    return [row for row, template in zip(rows, templates, strict=True) if template in kept]


def learnt(rows: Sequence[Row], development: Sequence[Row], kept_out: Sequence[Row]) -> dict[str, Any]:
    """Train a teacher on rows, and decide about those that were kept out."""
    torch.manual_seed(0)
    packed = load_packed_encoder()
    teacher, cutter = ContentTeacher(packed), TeacherInput(packed)
    swap, chooser = GroupSwap("en"), random.Random(1)
    examples = [one for _ in range(ROUNDS) for one in as_examples([varied(row, swap, chooser) for row in rows])]
    train_teacher(teacher, cutter, examples, 0, lambda step, loss: None)
    read = [
        read_with_teacher(teacher, cutter, part)["association"].double().sigmoid().numpy()
        for part in (development, kept_out)
    ]
    gold = [np.array([row.association == 1 for row in part]) for part in (development, kept_out)]
    return classified(gold[1], read[1] > macro_f1_threshold(read[0], gold[0]))


def benchmark(data: Path) -> dict[str, Any]:
    """Print the curve and return its points."""
    folder = data / "stereotypes" / "hearts_emgsd"
    published = {row["text"] for row in open_rows(folder / "full_results_albertv2.csv.xz")}
    parts = divided(data)
    rows = [row for row in parts.training if row.source == "emgsd"]
    measured = [
        [row for row in part if row.source == "emgsd" and row.text in published]
        for part in (parts.development, parts.kept_out)
    ]
    chosen = [drawn(rows, part) for part in SHARES]
    curve = [{"rows": len(some), **learnt(some, *measured)} for some in chosen]
    show(
        "Kept-out sentences of EMGSD by a teacher that learnt from fewer",
        ["sentences learnt from", "n", "macro-F1"],
        ([one["rows"], one["n"], shown(one["macro_f1"])] for one in curve),
    )
    return {"curve": curve}


def measures(results: Mapping[str, Any]) -> Iterator[Measure]:
    """Yield macro-F1 by number of sentences."""
    for one in results["curve"]:
        what = f"stereotypes, teacher alone, learnt from {one['rows']:,} sentences"
        yield Measure(what, "EMGSD, templates kept out", one["n"], "macro-F1", *limits(one["macro_f1"]))
