"""Examples of sentences that were swapped, and of those that stay."""

from __future__ import annotations

from collections.abc import Iterator

from datasets import Dataset

from hf_genderfair.core.spans import edits_of
from hf_genderfair.report.examples import edited_example, marked_example, text_before
from hf_genderfair.report.report import TextExample


def counterfactual_examples(rows: Dataset, text_column: str = "text") -> Iterator[TextExample]:
    """Yield examples from rows to which a plan was applied.

    Args:
        rows: Rows with the columns of `Counterfactual`.
        text_column: Column of text.
    """
    for row in rows.select_columns([text_column, "counterfactual_sentences", "counterfactual_edits"]):
        edits = edits_of(row["counterfactual_edits"] or [])
        text = text_before(row[text_column], edits)
        if text is None:
            continue
        if edits:
            directions = sorted({edit["direction"] for edit in row["counterfactual_edits"]})
            yield edited_example("Swapped", text, edits, ", ".join(directions).replace(">", " to "))
        stays = [each for each in row["counterfactual_sentences"] or [] if each["reason"]]
        for sentence in stays[:1]:
            why = f"stays: {sentence['reason'].replace('_', ' ')}"
            yield marked_example("Left as it is", text, [(sentence["start"], sentence["end"])], why)
