"""Examples of sentences that were swapped, and of those that stay."""

from __future__ import annotations

from collections.abc import Iterator

from datasets import Dataset

from hf_genderfair.report.examples import Highlight, edited_example, marked_example, rows_with_text_before
from hf_genderfair.report.report import TextExample
from hf_genderfair.report.sentences import reason_in_words


def counterfactual_examples(rows: Dataset, text_column: str = "text") -> Iterator[TextExample]:
    """Yield examples from rows to which a plan was applied."""
    chosen = rows.select_columns([text_column, "counterfactual_sentences", "counterfactual_edits"])
    for row, text, edits in rows_with_text_before(chosen, "counterfactual_edits", text_column):
        if edits:
            directions = sorted({edit["direction"] for edit in row["counterfactual_edits"]})
            yield edited_example("Swapped", text, edits, ", ".join(directions).replace(">", " to "))
        stays = [each for each in row["counterfactual_sentences"] or [] if each["reason"]]
        for sentence in stays[:1]:
            why = f"stays: {reason_in_words(sentence['reason'])}"
            yield marked_example("Left as it is", text, [Highlight(sentence["start"], sentence["end"])], why)
