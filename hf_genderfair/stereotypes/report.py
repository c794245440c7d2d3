"""What is shown of stereotypes: counts and tables of a report, masked examples, and flagged sentences to look at."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Any

import pyarrow as pa
from datasets import Dataset, List, Value

from hf_genderfair.core.batches import arrow_batches
from hf_genderfair.core.counts import Counts, share
from hf_genderfair.core.spans import edits_of
from hf_genderfair.report.examples import masked_example, text_before
from hf_genderfair.report.report import Cell, Piece, Table, TextExample
from hf_genderfair.stereotypes.transform import STEREOTYPE, TOTALS


def count_stereotypes(rows: Dataset) -> Counts:
    """Count sentences by what was found in them."""
    counts: Counter[tuple[str, ...]] = Counter({("texts",): len(rows), ("quoted",): 0})
    counts.update({(name,): 0 for name in TOTALS})
    for table in arrow_batches(rows, ["stereotypes", *(f"stereotypes_{name}" for name in TOTALS)]):
        for name in TOTALS:
            counts[name,] += sum(table[f"stereotypes_{name}"].to_pylist())
        for cell in table["stereotypes"].to_pylist():
            for found in cell or ():
                if found["score"] is None:
                    continue
                key = ("group", found["attribute"], found["group"])
                counts[(*key, "potential")] += 1
                counts[(*key, "remove")] += found["remove"]
                counts["quoted",] += found["quoted"]
    return Counts(counts)


def stereotype_tables(counts: Counts) -> list[Table]:
    """Return the tables of a report; no sentence and no label is printed."""
    examined = counts["examined",]
    rows: list[list[Cell]] = []
    for name, key in (
        ("may hold a stereotype", "potential"),
        ("above the threshold", "remove"),
        ("not read", "unread"),
    ):
        part = share(counts[key,], examined)
        rows.append([name, part.count, part.n, part.value, part.low, part.high])
    note = f"Of {examined} sentences examined; {counts['too_long',]} were too long, {counts['quoted',]} are quoted."
    columns = ["sentences", "count", "n", "share", "low", "high"]
    groups: list[list[Cell]] = []
    found = counts.under("group")
    for attribute, group in sorted({key[:2] for key in found}):
        total = found[attribute, group, "potential"]
        part = share(found.get((attribute, group, "remove"), 0), total)
        groups.append([attribute, group, total, part.count, part.value, part.low, part.high])
    return [
        Table("stereotypes", "Potential stereotypes", columns, rows, note + " Interval: 95 % Wilson interval."),
        Table(
            "stereotypes_by_group",
            "Potential stereotypes by the group of their label",
            ["attribute", "group", "potential", "above the threshold", "share", "low", "high"],
            groups,
        ),
    ]


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


FLAGGED_FEATURE = List(
    {
        "row": Value("int64"),
        "start": STEREOTYPE["start"],
        "end": STEREOTYPE["end"],
        "text": Value("string"),
        **{name: STEREOTYPE[name] for name in ("label", "attribute", "group", "score", "quoted")},
    }
)
"""Flagged sentences of a row: its number in the source, place and text, whom the sentence is about, and its score."""


def flagged_sentences(rows: pa.Table, text_column: str, first_row: int = 0) -> list[list[dict[str, Any]]]:
    """Return the sentences of each row that `Stereotypes` marks, as `FLAGGED_FEATURE` describes them."""
    cells = zip(rows[text_column].to_pylist(), rows["stereotypes"].to_pylist(), strict=True)
    return [
        [
            # in the order of the columns, as they come back from a file
            {
                name: {"row": first_row + number, "text": text[found["start"] : found["end"]], **found}[name]
                for name in FLAGGED_FEATURE.feature
            }
            for found in cell or ()
            if found["remove"]
        ]
        for number, (text, cell) in enumerate(cells)
    ]
