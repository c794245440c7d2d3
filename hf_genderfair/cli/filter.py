"""The command ``filter``."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

import pyarrow as pa

from hf_genderfair.cli.groups import grouped
from hf_genderfair.cli.options import FirstPersonOptions, Output, TextLimits
from hf_genderfair.cli.origin import Origin
from hf_genderfair.cli.progress import PROGRESS
from hf_genderfair.cli.runner import run
from hf_genderfair.first_person.tagger import LABELS
from hf_genderfair.recipes.corpus import corpus
from hf_genderfair.recipes.corpus_recipe import with_problems
from hf_genderfair.recipes.made import Made

if TYPE_CHECKING:
    from datasets import Dataset

ROWS_AT_ONCE = 2_000
"""Rows judged at a time: about a second, so that progress can be seen."""


@grouped
def filter(origin: Origin, first_person: FirstPersonOptions, limits: TextLimits, output: Output) -> None:
    """Keep what one writer says in the first person.

    Texts stay that are Polish sentences with own first-person forms of one gender. Prints the texts that stay; with
    --jsonl one object for each text, with its label and the reason to leave it out, null where it stays. With --out
    the rows left out are written too, with their reasons.

    Examples:
        hf-genderfair filter < lines.txt
        hf-genderfair filter posts.jsonl --jsonl --excluded-site spam.example --min-words 5
        hf-genderfair filter posts.jsonl --out own/
    """
    tagger, reasons = first_person.tagger(origin.text_column), limits.reasons(origin.text_column)

    def show(table: pa.Table, jsonl: bool) -> Iterator[Any]:
        judged: pa.Table = with_problems(reasons, table.column_names)(tagger(table))
        PROGRESS.keep(judged["fragment_reason"].null_count)
        columns = (judged[name].to_pylist() for name in (origin.text_column, "first_person", "fragment_reason"))
        for text, label, reason in zip(*columns, strict=True):
            if jsonl:
                yield {"label": LABELS[label], "reason": reason}
            elif reason is None:
                yield text

    def make(rows: Dataset) -> Made:
        return corpus(
            rows,
            tagger=tagger,
            reasons=reasons,
            split_posts=False,
            deduplicate=False,
            source=origin.described(),
            num_proc=output.num_proc,
        )

    run(origin, output, show, make, ROWS_AT_ONCE)
