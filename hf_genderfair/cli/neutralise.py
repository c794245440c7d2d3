"""The command ``neutralise``."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Annotated, Any

import pyarrow as pa

from hf_genderfair.cli.groups import Options, grouped
from hf_genderfair.cli.options import Output
from hf_genderfair.cli.origin import Origin
from hf_genderfair.cli.runner import run
from hf_genderfair.core.spans import Edit, edit_text
from hf_genderfair.first_person.neutral import Neutralise
from hf_genderfair.first_person.tagger import FirstPerson
from hf_genderfair.languages.chain import Chain
from hf_genderfair.recipes.made import Made

if TYPE_CHECKING:
    from datasets import Dataset


@grouped
def neutralise(
    origin: Origin,
    tagger: Annotated[FirstPerson, Options("lang", "context", "diacritics")],
    output: Output,
) -> None:
    """Put feminine forms into the masculine.

    Every feminine first-person form becomes its masculine counterpart, the generic form of Polish. Prints one line for
    each text; with --jsonl the new text and the edits on the old one, by which it can be undone.

    Examples:
        echo "Byłam zmęczona." | hf-genderfair neutralise
        hf-genderfair neutralise --jsonl < lines.txt
        hf-genderfair neutralise posts.jsonl --out neutral/
    """
    column = origin.text_column
    proposer = Neutralise(column)
    chain = Chain(tagger, proposer)

    def show(table: pa.Table, jsonl: bool) -> Iterator[Any]:
        rows: pa.Table = chain(table.select([column]))
        for text, edits in zip(*(rows[name].to_pylist() for name in (column, "first_person_edits")), strict=True):
            neutral = edit_text(text or "", [Edit(**edit) for edit in edits])
            yield {"text": neutral, "edits": edits} if jsonl else neutral

    def make(rows: Dataset) -> Made:
        from hf_genderfair.recipes.first_person_steps import neutralised

        return neutralised(rows, tagger, origin.described(), output.num_proc)

    run(origin, output, show, make)
