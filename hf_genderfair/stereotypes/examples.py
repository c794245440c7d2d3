"""Examples of sentences that were removed, without their words."""

from __future__ import annotations

from collections.abc import Iterator

from datasets import Dataset

from hf_genderfair.core.spans import edits_of
from hf_genderfair.report.examples import masked_example, text_before
from hf_genderfair.report.report import TextExample


def removal_examples(rows: Dataset, text_column: str = "text") -> Iterator[TextExample]:
    """Yield examples from rows of which sentences were removed.

    Args:
        rows: Rows that `remove_stereotypes` returned.
        text_column: Column of text.
    """
    for row in rows.select_columns([text_column, "stereotypes", "stereotype_edits"]):
        text = text_before(row[text_column], edits_of(row["stereotype_edits"] or []))
        for found in row["stereotypes"] or []:
            if text is not None and found["remove"]:
                why = f"a stereotype by {found['attribute']}, score {found['score']:.2f}; letters are masked"
                yield masked_example("Removed", text[found["start"] : found["end"]], why)
