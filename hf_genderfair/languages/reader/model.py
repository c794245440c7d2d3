"""The network of the reader, by ONNX Runtime."""

from __future__ import annotations

import json
import os
from collections.abc import Mapping, Sequence
from pathlib import Path
from types import ModuleType
from typing import Any

import numpy as np
from numpy.typing import NDArray

from hf_genderfair.core.resources import require, resource
from hf_genderfair.languages.model_file import WordPieces, file_digest

PATH = Path(__file__).parents[1] / "models" / "reader.onnx"
NO_TELEMETRY = "ORT_DISABLE_TELEMETRY"
START, END = 0, 2
"""Numbers of the pieces that begin and end a window."""

MOST_PIECES = 510
"""Pieces of a window beside these two: so many places the network knows."""

Floats = NDArray[np.float32]


def silent_runtime() -> ModuleType:
    """Import ONNX Runtime so that it tells nobody of its use, unless the user says otherwise."""
    # it would write an identifier and ask a host of its makers; what forbids it is read when it is imported
    os.environ.setdefault(NO_TELEMETRY, "1")
    return require("onnxruntime", "nlp")


class ReaderModel:
    """The network with its vocabulary.

    A window is read by itself, so that what is said of its words depends on nothing else.

    Attributes:
        pieces: The vocabulary.
        labels: For each head that chooses a label, its labels.
    """

    def __init__(self, path: Path) -> None:
        """Read the file."""
        runtime = silent_runtime()
        options = runtime.SessionOptions()
        options.intra_op_num_threads = options.inter_op_num_threads = 1
        self._session = runtime.InferenceSession(path, options, providers=["CPUExecutionProvider"])
        facts = json.loads(self._session.get_modelmeta().custom_metadata_map["facts"])
        self.labels: Mapping[str, Sequence[str]] = facts["labels"]
        self.pieces = WordPieces(facts["pieces"], facts["scores"], facts["unknown"])
        self._heads = [output.name for output in self._session.get_outputs()]

    def cut(self, forms: Sequence[str], spaces: Sequence[bool]) -> list[tuple[int, ...]]:
        """Return the pieces of each word; white space stands before some."""
        word = self.pieces.word
        return [word("▁" + form if spaced else form) for form, spaced in zip(forms, spaces, strict=True)]

    def read(self, words: Sequence[tuple[int, ...]]) -> dict[str, Floats]:
        """Return what each head gives for the words of a window: logarithms of odds, a row for each word."""
        ends = np.cumsum([len(word) for word in words])
        numbers = [START, *(piece for word in words for piece in word), END]
        given: dict[str, Any] = {
            "pieces": np.array(numbers),
            "first": ends - [len(word) for word in words] + 1,
            "last": ends,
        }
        return dict(zip(self._heads, self._session.run(self._heads, given), strict=True))


def reader_revision() -> str:
    """Return what changes whenever the network can say something else."""
    return file_digest(PATH)


def reader_model() -> ReaderModel:
    """Return the reader of the package, loaded once per process."""
    return resource(("reader",), lambda: ReaderModel(PATH))
