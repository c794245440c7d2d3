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
from hf_genderfair.first_person.duplicates import FirstOccurrence, NormalisedHash, choose_bits, hash_values
from hf_genderfair.hub.locate import source_name
from hf_genderfair.recipes.made import Made
from hf_genderfair.report.sentences import counted, percent

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
        from hf_genderfair.hub.card import CardDetails
        from hf_genderfair.recipes.corpus import exclude_duplicates
        from hf_genderfair.recipes.corpus_recipe import REASON, corpus_report
        from hf_genderfair.report.examples import drawn_rows, excluded_examples
        from hf_genderfair.report.figures import draw_parts, kept_and_left_out
        from hf_genderfair.report.steps import describe_step

        text_hash = NormalisedHash(text_column=column, bits=choose_bits(len(rows)))
        kept, excluded = exclude_duplicates(rows, text_hash, output.num_proc)
        steps = [describe_step(text_hash, len(rows), len(kept))]
        title = f"Texts of {source_name(origin.source)} without duplicates"
        part = f" ({percent(len(excluded) / len(rows))})" if len(excluded) else ""
        answer = f"{len(excluded):,} of {counted(len(rows), 'text')}{part} repeated an earlier one and were left out."
        examples = excluded_examples(drawn_rows(excluded), (REASON,), column)
        reasons = {"duplicate": len(excluded)}
        report = corpus_report(title, "und", steps, [], reasons, origin.described(), [answer], examples)
        details = CardDetails(
            tags=("deduplicated",),
            summary="Texts without those that repeat an earlier one; case, diacritics, digits, signs and spaces make "
            "no difference.",
            uses="corpora in which no text counts twice.",
        )
        drawn = f"What became of the texts (n = {len(rows):,})"
        figures = draw_parts("duplicates.png", drawn, kept_and_left_out(len(kept), reasons))
        return Made(kept, report, excluded, figures, details=details)

    run(origin, output, show, make)
