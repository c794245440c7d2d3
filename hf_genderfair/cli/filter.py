"""The command ``filter``."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Annotated, Any, TypeAlias

import pyarrow as pa
import typer

from hf_genderfair.cli.groups import Options, grouped
from hf_genderfair.cli.options import Output
from hf_genderfair.cli.origin import Origin
from hf_genderfair.cli.progress import PROGRESS
from hf_genderfair.cli.runner import run
from hf_genderfair.cli.tag import Labelling
from hf_genderfair.first_person.reasons import FragmentReasons
from hf_genderfair.first_person.tagger import LABELS
from hf_genderfair.recipes.corpus import corpus
from hf_genderfair.recipes.corpus_recipe import with_problems
from hf_genderfair.recipes.made import Made

if TYPE_CHECKING:
    from datasets import Dataset

TextLimits: TypeAlias = Annotated[
    FragmentReasons,
    Options(
        *("min_words", "max_words", "min_characters", "max_characters", "url_column"),
        excluded_sites=typer.Option(..., "--excluded-site", metavar="HOST"),
    ),
]
"""Which texts are left out."""

ROWS_AT_ONCE = 2_000
"""Rows judged at a time: about a second, so that progress can be seen."""


@grouped
def filter(origin: Origin, tagger: Labelling, reasons: TextLimits, output: Output) -> None:
    """Keep what one writer says in the first person.

    Texts stay that are Polish sentences with own first-person forms of one gender. Prints the texts that stay; with
    --jsonl one object for each text, with its label and the reason to leave it out, null where it stays. With --out
    the rows left out are written too, with their reasons.

    Examples:
        hf-genderfair filter < lines.txt
        hf-genderfair filter posts.jsonl --jsonl --excluded-site spam.example --min-words 5
        hf-genderfair filter posts.jsonl --out own/
    """

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
