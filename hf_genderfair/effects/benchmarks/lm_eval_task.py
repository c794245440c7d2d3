"""Tasks of the Language Model Evaluation Harness, on a model in memory and rows in memory."""

from __future__ import annotations

import logging
import warnings
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from copy import deepcopy
from pathlib import Path
from typing import Any

import numpy as np
from datasets import Dataset, DatasetDict

from hf_genderfair.core.resources import require
from hf_genderfair.effects.causal_model import EFFECTS, CausalModel

TEXT_TOKENS = 128
"""So many tokens of a batch are reckoned for each text."""


def run_task(
    task: str, rows: Dataset, model: CausalModel, most: int | None = None, settings: Mapping[str, Any] | None = None
) -> list[dict[str, Any]]:
    """Run a task of lm-eval as it is published, without examples before the question."""
    evaluator, tasks = require("lm_eval.evaluator", EFFECTS), require("lm_eval.tasks", EFFECTS)
    models = require("lm_eval.models.huggingface", EFFECTS)
    [file] = Path(tasks.__path__[0]).glob(f"*/{task}.yaml")
    given = {
        "task": task,
        "custom_dataset": lambda **_: DatasetDict(test=rows),
        "training_split": None,
        "validation_split": None,
        "test_split": "test",
        **(settings or {}),
    }
    with _quiet():
        # all tasks together take half a minute to list; only in a group can fields differ
        manager = tasks.TaskManager(include_defaults=False, include_path=file.parent)
        loaded = {task: manager.load({"group": task, "task": [given]})["tasks"][task]}
        chosen = chosen_places(len(loaded[task].eval_docs), most)
        # a token for padding may be added to the tokeniser
        asked = models.HFLM(
            pretrained=model.model,
            tokenizer=deepcopy(model.tokeniser),
            batch_size=max(1, model.batch_tokens // TEXT_TOKENS),
        )
        found = evaluator.evaluate(asked, {"tasks": loaded}, samples={task: chosen}, bootstrap_iters=0)
    return list(found["samples"][task])


def chosen_places(number: int, most: int | None) -> list[int]:
    """Return the positions of the rows that are asked, in order; always the same ones."""
    if most is None or most >= number:
        return list(range(number))
    # rows often repeat in cycles, so that every n-th one would be of one kind
    return sorted(np.random.default_rng(0).choice(number, most, replace=False).tolist())


@contextmanager
def _quiet() -> Iterator[None]:
    """Keep back the advice of lm-eval, which is for its own command, and warnings of figures that are not used."""
    logger = logging.getLogger("lm_eval")
    before = logger.level
    logger.setLevel(logging.ERROR)
    try:
        with warnings.catch_warnings(action="ignore"):
            yield
    finally:
        logger.setLevel(before)
