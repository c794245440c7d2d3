"""Examples of texts and the first-person forms that give them their label."""

from __future__ import annotations

from collections.abc import Iterator

from datasets import Dataset

from hf_genderfair.report.examples import marked_example
from hf_genderfair.report.report import TextExample


def first_person_examples(rows: Dataset, text_column: str = "text") -> Iterator[TextExample]:
    """Yield examples from rows with the columns of `FirstPerson`.

    Args:
        rows: The rows.
        text_column: Column of text.
    """
    for row in rows.select_columns([text_column, "first_person_expressions"]):
        found = [each for each in row["first_person_expressions"] or [] if each["gender"] in ("female", "male")]
        genders = {each["gender"] for each in found}
        if len(genders) == 1:
            kind = "Feminine first-person forms" if "female" in genders else "Masculine first-person forms"
            yield marked_example(kind, row[text_column], [(each["start"], each["end"]) for each in found])
