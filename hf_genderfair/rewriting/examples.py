"""Examples of what was rewritten and of what was left alone."""

from __future__ import annotations

from collections.abc import Iterator

from datasets import Dataset

from hf_genderfair.core.spans import edits_of
from hf_genderfair.report.examples import edited_example, marked_example, text_before
from hf_genderfair.report.report import TextExample


def rewriting_examples(rows: Dataset, text_column: str = "text") -> Iterator[TextExample]:
    """Yield examples from rows with the columns of `GenderFair`, applied or not.

    Args:
        rows: The rows.
        text_column: Column of text.
    """
    for row in rows.select_columns([text_column, "rewriting_edits", "rewriting_refusals"]):
        edits = edits_of(row["rewriting_edits"] or [])
        text = text_before(row[text_column], edits)
        if text is None:
            continue
        if edits:
            yield edited_example("Rewritten", text, edits)
        for refusal in (row["rewriting_refusals"] or [])[:1]:
            why = f"{refusal['rule']}: {refusal['reason']}".replace("_", " ")
            yield marked_example("Left alone", text, [(refusal["start"], refusal["end"])], why)
