"""Transforms that end their process, or refuse to go on, at some texts."""

from __future__ import annotations

import os
import signal
import time
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

import pyarrow as pa
import pyarrow.compute as pc
from datasets import Features, Value

from hf_genderfair.core.errors import GenderfairError
from hf_genderfair.core.transform import Transform


@dataclass(frozen=True, kw_only=True)
class Deadly(Transform):
    """Counts characters; kills its process at a text, until a file is there that it writes before.

    Attributes:
        at: The text.
        once: The file; empty to kill each time.
        left: A file that it writes, such as a claim of a process that was killed then.
        spared: Number of the process that is never killed.
        pause: Seconds that the process which drives a run, and is spared, takes for each batch until the file is there,
            so that another has time to start.
    """

    version = "1"
    at: str = ""
    once: str = ""
    pause: float = 0.0
    left: str = ""
    spared: int = 0

    def inputs(self) -> tuple[str, ...]:
        return ("text",)

    def features(self) -> Features:
        return Features({"characters": Value("int32")})

    def annotate(self, columns: Mapping[str, pa.Array], rank: int | None) -> Mapping[str, pa.Array]:
        if self.left and "row 0" in columns["text"].to_pylist():
            Path(self.left).touch()
        done = self.once and Path(self.once).exists()
        if rank == 0 and not done:
            time.sleep(self.pause)
        if rank != self.spared and self.at in columns["text"].to_pylist() and not done:
            if self.once:
                Path(self.once).touch()
            os.kill(os.getpid(), signal.SIGKILL)
        return {"characters": pc.utf8_length(columns["text"])}


@dataclass(frozen=True, kw_only=True)
class Refusing(Transform):
    """Says at a text why it cannot go on."""

    version = "1"
    at: str

    def inputs(self) -> tuple[str, ...]:
        return ("text",)

    def features(self) -> Features:
        return Features({"characters": Value("int32")})

    def annotate(self, columns: Mapping[str, pa.Array], rank: int | None) -> Mapping[str, pa.Array]:
        if self.at in columns["text"].to_pylist():
            raise GenderfairError(f"no word list for {self.at}: install one")
        return {"characters": pc.utf8_length(columns["text"])}
