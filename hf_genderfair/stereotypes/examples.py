"""Examples of sentences that are marked as stereotypes, with or without their words."""

from __future__ import annotations

from collections.abc import Iterator

from datasets import Dataset

from hf_genderfair.core.spans import edits_of
from hf_genderfair.report.examples import masked_example, text_before
from hf_genderfair.report.report import Piece, TextExample

REMOVED = "stereotype_edits"


def stereotype_examples(rows: Dataset, text_column: str = "text", show: bool = False) -> Iterator[TextExample]:
    """Yield examples of sentences that were flagged, or removed where rows have the edits of `remove_stereotypes`."""
    removed = REMOVED in rows.column_names
    kind = "Removed" if removed else "Flagged as a stereotype"
    for row in rows.select_columns([text_column, "stereotypes", *([REMOVED] if removed else [])]):
        text = text_before(row[text_column], edits_of(row[REMOVED] or [])) if removed else row[text_column]
        for found in row["stereotypes"] or []:
            if text is not None and found["remove"]:
                why = f"a stereotype by {found['attribute']}, score {found['score']:.2f}"
                sentence = text[found["start"] : found["end"]]
                if show:
                    yield TextExample(kind, [Piece(sentence)], why)
                else:
                    yield masked_example(kind, sentence, f"{why}; letters are masked")
