"""Examples of sentences that were swapped, and of those that stay."""

from __future__ import annotations

from collections.abc import Iterator

from datasets import Dataset

from hf_genderfair.report.change_list import reasons_by_place
from hf_genderfair.report.examples import Highlight, edited_example, marked_example, rows_with_text_before
from hf_genderfair.report.report import TextExample


def counterfactual_examples(rows: Dataset, text_column: str = "text") -> Iterator[TextExample]:
    """Yield examples from rows to which a plan was applied."""
    chosen = rows.select_columns([text_column, "counterfactual_sentences", "counterfactual_edits"])
    for row, text, edits in rows_with_text_before(chosen, "counterfactual_edits", text_column):
        if edits:
            directions = sorted({edit["direction"] for edit in row["counterfactual_edits"]})
            yield edited_example("Swapped", text, edits, ", ".join(directions).replace(">", " to "))
        stays = reasons_by_place(row["counterfactual_sentences"] or [])
        for place, why in list(stays.items())[:1]:
            yield marked_example("Left as it is", text, [Highlight(*place)], f"stays: {why}")
