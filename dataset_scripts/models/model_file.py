"""Writing the file of a model that `hf_genderfair.languages.model_file` reads."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from hf_genderfair.languages.model_file import Model

FORMAT = 1


def write_model(path: Path, model: Model) -> None:
    """Write a model; the same model always gives the same bytes."""
    arrays: dict[str, NDArray[Any]] = {}
    for name, weight in model.weights.items():
        if weight.ndim == 1:
            arrays[f"plain:{name}"] = weight.astype(np.float16)
            continue
        scale = _scale(name, weight)
        arrays[f"scale:{name}"] = scale
        arrays[f"small:{name}"] = np.rint(weight / scale.astype(np.float32)).astype(np.int8)
    for number, lexicon in enumerate(model.lexicons):
        arrays[f"keys:{number}"] = np.diff(lexicon.keys, prepend=np.uint32(0)).astype(np.uint32)
        arrays[f"classes:{number}"] = lexicon.classes
        arrays[f"backs_off:{number}"] = np.array(lexicon.backs_off)
    facts = dict(model.facts) | {"format": FORMAT}
    arrays["facts"] = np.frombuffer(json.dumps(facts, ensure_ascii=False, sort_keys=True).encode(), dtype=np.uint8)
    np.savez_compressed(path, **arrays)  # type: ignore[arg-type]


def _scale(name: str, weight: NDArray[np.float32]) -> NDArray[np.float16]:
    """One scale a row for tables, of which rows are read, and one a column for matrices."""
    axis = weight.ndim - 1 if name.startswith("table.") else weight.ndim - 2
    largest = np.abs(weight).max(axis=axis, keepdims=True)
    scale: NDArray[np.float16] = (np.maximum(largest, 1e-4) / 126).astype(np.float16)
    return scale
