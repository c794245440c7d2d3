"""Examples of texts and the first-person forms that give them their label."""

from __future__ import annotations

from collections.abc import Iterator

from datasets import Dataset

from hf_genderfair.report.examples import Highlight, edited_example, marked_example, rows_with_text_before
from hf_genderfair.report.report import TextExample


def first_person_examples(rows: Dataset, text_column: str = "text") -> Iterator[TextExample]:
    """Yield examples from rows with the columns of `FirstPerson`."""
    for row in rows.select_columns([text_column, "first_person_expressions"]):
        found = [each for each in row["first_person_expressions"] or [] if each["gender"] in ("female", "male")]
        genders = {each["gender"] for each in found}
        if len(genders) == 1:
            kind = "Feminine first-person forms" if "female" in genders else "Masculine first-person forms"
            yield marked_example(kind, row[text_column], [Highlight(each["start"], each["end"]) for each in found])


def neutral_examples(rows: Dataset, text_column: str = "text") -> Iterator[TextExample]:
    """Yield examples of feminine forms that were put into the masculine."""
    chosen = rows.select_columns([text_column, "first_person_edits"])
    for _, text, edits in rows_with_text_before(chosen, "first_person_edits", text_column):
        if edits:
            yield edited_example("Put into the masculine", text, edits)
