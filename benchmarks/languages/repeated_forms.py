"""Texts that are one form of ``repeated_forms.tsv`` again and again, to see how work grows with their length."""

from __future__ import annotations

import json
from pathlib import Path
from random import Random
from typing import NamedTuple

TABLE = Path(__file__).with_name("repeated_forms.tsv")


class Form(NamedTuple):
    """What a text repeats: its language (empty for all), whether it is repeated or drawn from, and the characters."""

    lang: str
    how: str
    unit: str

    def text(self, length: int) -> str:
        """Return so many characters of it."""
        if self.how == "drawn":
            return "".join(Random(self.unit).choices(self.unit, k=length))
        return (self.unit * (length // len(self.unit) + 1))[:length]


def repeated_forms() -> list[Form]:
    """Return all forms: letters, marks, words, clauses, lines, and characters drawn by a seed, such as base64."""
    lines = TABLE.read_text(encoding="utf-8").splitlines()[1:]
    return [Form(lang, how, json.loads(unit)) for lang, how, unit in (line.split("\t") for line in lines)]
