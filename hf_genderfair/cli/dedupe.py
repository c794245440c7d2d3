"""The command ``dedupe``."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

import pyarrow as pa

from hf_genderfair.cli.groups import grouped
from hf_genderfair.cli.options import Output
from hf_genderfair.cli.origin import Origin
from hf_genderfair.cli.progress import PROGRESS
from hf_genderfair.cli.runner import run
from hf_genderfair.first_person.duplicates import FirstOccurrence, NormalisedHash, hash_values
from hf_genderfair.recipes.made import Made

if TYPE_CHECKING:
    from datasets import Dataset


@grouped
def dedupe(origin: Origin, output: Output) -> None:
    """Leave out texts that repeat an earlier one.

    Case, diacritics, digits, signs and spaces make no difference; texts without letters must be identical. Prints the
    texts that stay, in their order, as they are read; with --jsonl one object for each text that says whether it is a
    duplicate. Remembers 16 bytes a text.

    Examples:
        hf-genderfair dedupe < lines.txt > distinct.txt
        hf-genderfair dedupe posts.jsonl --out distinct/
    """
    column = origin.text_column
    text_hash, first = NormalisedHash(text_column=column, bits=128), FirstOccurrence(128)

    def show(table: pa.Table, jsonl: bool) -> Iterable[Any]:
        texts = table[column]
        hashes = text_hash.annotate({column: texts.combine_chunks()}, None)["text_hash"]
        new = first.keep(*hash_values(hashes, 128))
        PROGRESS.keep(int(new.sum()))
        if jsonl:
            return ({"duplicate": not stays} for stays in new.tolist())
        return (text or "" for text in texts.filter(new).to_pylist())

    def make(rows: Dataset) -> Made:
        from hf_genderfair.recipes.first_person_steps import without_duplicates

        return without_duplicates(rows, column, origin.described(), output.num_proc)

    run(origin, output, show, make)
