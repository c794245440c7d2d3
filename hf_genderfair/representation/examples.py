"""Examples of words that name groups, and of words for persons."""

from __future__ import annotations

from collections.abc import Iterator

from datasets import Dataset

from hf_genderfair.report.examples import Highlight, marked_example
from hf_genderfair.report.report import TextExample


def group_word_examples(rows: Dataset, attribute: str, text_column: str = "text") -> Iterator[TextExample]:
    """Yield examples from rows with the columns of `GroupWords`."""
    column = f"{attribute}_words"
    for row in rows.select_columns([text_column, column]):
        if row[column]:
            spans = [Highlight(word["start"], word["end"]) for word in row[column]]
            said = "; ".join(dict.fromkeys(f"{word['word']}: {word['group']}" for word in row[column][:8]))
            yield marked_example(f"Words that name groups of {attribute}", row[text_column], spans, said)


def reference_examples(rows: Dataset, text_column: str = "text") -> Iterator[TextExample]:
    """Yield examples from rows with the columns of `PersonReferences`."""
    for row in rows.select_columns([text_column, "person_references"]):
        persons = [word for word in row["person_references"] or [] if word["person"]]
        if persons:
            text = row[text_column]
            said = "; ".join(
                dict.fromkeys(f"{text[word['start'] : word['end']]}: {_kind(word)}" for word in persons[:8])
            )
            places = [Highlight(word["start"], word["end"]) for word in persons]
            yield marked_example("Words for persons", text, places, said)


def _kind(word: dict[str, object]) -> str:
    """Return what a word for a person is, in words."""
    gender = "without gender" if word["gender"] == "none" else str(word["gender"])
    return gender + (
        ", one form for all" if word["epicene"] else ", may stand for everybody" if word["generic"] else ""
    )
