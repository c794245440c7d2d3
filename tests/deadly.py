"""Transforms that end their process or refuse to go on at some texts, or note which process annotated what."""

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
class Counting(Transform):
    """Counts characters."""

    version = "1"

    def inputs(self) -> tuple[str, ...]:
        return ("text",)

    def features(self) -> Features:
        return Features({"characters": Value("int32")})

    def annotate(self, columns: Mapping[str, pa.Array], rank: int | None) -> Mapping[str, pa.Array]:
        self.before(columns["text"].to_pylist(), rank)
        return {"characters": pc.utf8_length(columns["text"])}

    def before(self, texts: list[str], rank: int | None) -> None:
        """Do what it does besides."""


@dataclass(frozen=True, kw_only=True)
class Deadly(Counting):
    """Counts characters; kills its process at a text, until a file is there that it writes before.

    Attributes:
        at: The text.
        once: The file; empty to kill each time.
        left: A file that it writes, such as a claim of a process that was killed then.
        spared: Number of the process that is never killed.
        pause: Seconds that the process which drives a run, and is spared, takes for each batch until the file is there,
            so that another has time to start.
    """

    at: str = ""
    once: str = ""
    pause: float = 0.0
    left: str = ""
    spared: int = 0

    def before(self, texts: list[str], rank: int | None) -> None:
        if self.left and "row 0" in texts:
            Path(self.left).touch()
        done = self.once and Path(self.once).exists()
        if rank == 0 and not done:
            time.sleep(self.pause)
        if rank != self.spared and self.at in texts and not done:
            if self.once:
                Path(self.once).touch()
            os.kill(os.getpid(), signal.SIGKILL)


@dataclass(frozen=True, kw_only=True)
class Refusing(Counting):
    """Says at a text why it cannot go on."""

    at: str

    def before(self, texts: list[str], rank: int | None) -> None:
        if self.at in texts:
            raise GenderfairError(f"no word list for {self.at}: install one")


@dataclass(frozen=True, kw_only=True)
class NotedRows(Counting):
    """Counts characters, and appends each row with rank and process to the file that a variable names."""

    refused: str = ""

    def before(self, texts: list[str], rank: int | None) -> None:
        if self.refused in texts:
            raise ValueError(f"cannot count {self.refused!r}")
        with Path(os.environ["NOTED_ROWS"]).open("a") as file:
            file.write("".join(f"{text}\t{rank}\t{os.getpid()}\n" for text in texts))
