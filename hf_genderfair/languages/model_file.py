"""The file of an embedded pipeline: weights in eight bits, word lists as hashes, labels and facts as JSON."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from hf_genderfair.core.resources import resource
from hf_genderfair.languages.word_features import WordClasses


@dataclass(frozen=True)
class Model:
    """A trained network with everything that belongs to it.

    Attributes:
        weights: Arrays by name (see ``network.Network``).
        lexicons: Word lists, in the order of the network.
        facts: Labels by layer (``pos``, ``features``, ``scripts``, ``relations``, ``entities``), lemmas that no script
            gives (``exceptions``), language, version.
    """

    weights: Mapping[str, NDArray[np.float32]]
    lexicons: tuple[WordClasses, ...]
    facts: Mapping[str, Any]


def read_model(path: Path) -> Model:
    """Read the file of a model."""
    with np.load(path) as arrays:
        facts = json.loads(bytes(arrays["facts"]))
        weights = {name[6:]: arrays[name].astype(np.float32) for name in arrays.files if name.startswith("plain:")}
        for name in arrays.files:
            if name.startswith("small:"):
                weights[name[6:]] = arrays[name].astype(np.float32) * arrays[f"scale:{name[6:]}"].astype(np.float32)
        count = sum(name.startswith("keys:") for name in arrays.files)
        lexicons = tuple(_lexicon(arrays, number) for number in range(count))
    return Model(weights, lexicons, facts)


def _lexicon(arrays: Any, number: int) -> WordClasses:
    keys = np.cumsum(arrays[f"keys:{number}"], dtype=np.uint32)
    return WordClasses(keys, arrays[f"classes:{number}"], bool(arrays[f"backs_off:{number}"]))


def file_digest(path: Path) -> str:
    """Return the first half of the SHA-256 of a file: what identifies the model for caches."""
    state = path.stat()
    key = ("digest of a file", path, state.st_mtime_ns, state.st_size)
    return resource(key, lambda: hashlib.sha256(path.read_bytes()).hexdigest()[:32])
