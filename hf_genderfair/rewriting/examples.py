"""Examples of what was rewritten and of what was left alone."""

from __future__ import annotations

from collections.abc import Iterator

from datasets import Dataset

from hf_genderfair.report.examples import Highlight, edited_example, marked_example, rows_with_text_before
from hf_genderfair.report.report import TextExample
from hf_genderfair.report.sentences import kind_in_words, reason_in_words


def rewriting_examples(rows: Dataset, text_column: str = "text") -> Iterator[TextExample]:
    """Yield examples from rows with the columns of `GenderFair`, applied or not."""
    chosen = rows.select_columns([text_column, "rewriting_edits", "rewriting_refusals"])
    for row, text, edits in rows_with_text_before(chosen, "rewriting_edits", text_column):
        if edits:
            yield edited_example("Rewritten", text, edits)
        for refusal in (row["rewriting_refusals"] or [])[:1]:
            why = f"{kind_in_words(refusal['rule'])}: {reason_in_words(refusal['reason'])}"
            yield marked_example("Left alone", text, [Highlight(refusal["start"], refusal["end"])], why)
