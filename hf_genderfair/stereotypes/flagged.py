"""The sentences that are marked as stereotypes, with their text, for somebody to look at."""

from __future__ import annotations

from typing import Any

import pyarrow as pa
from datasets import List, Value

FLAGGED_FEATURE = List(
    {
        "row": Value("int64"),
        "start": Value("int32"),
        "end": Value("int32"),
        "text": Value("string"),
        "label": Value("string"),
        "attribute": Value("string"),
        "group": Value("string"),
        "score": Value("float64"),
        "quoted": Value("bool"),
    }
)
"""Flagged sentences of a row: its number in the source, place and text, whom the sentence is about, and its score."""


def flagged_sentences(rows: pa.Table, text_column: str, first_row: int = 0) -> list[list[dict[str, Any]]]:
    """Return the sentences of each row that `Stereotypes` marks, as `FLAGGED_FEATURE` describes them."""
    cells = zip(rows[text_column].to_pylist(), rows["stereotypes"].to_pylist(), strict=True)
    return [
        [
            # in the order of the columns, as they come back from a file
            {
                name: {"row": first_row + number, "text": text[found["start"] : found["end"]], **found}[name]
                for name in FLAGGED_FEATURE.feature
            }
            for found in cell or ()
            if found["remove"]
        ]
        for number, (text, cell) in enumerate(cells)
    ]
