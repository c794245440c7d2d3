"""Tables of a report on stereotypes: numbers of sentences that were examined, found and removed."""

from __future__ import annotations

from collections import Counter

from datasets import Dataset

from hf_genderfair.core.batches import arrow_batches
from hf_genderfair.core.counts import Counts, share
from hf_genderfair.report.report import Cell, Table

TOTALS = ("examined", "potential", "remove", "unread", "too_long")


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
