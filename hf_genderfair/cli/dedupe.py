"""The command ``dedupe``."""

from __future__ import annotations

from hf_genderfair.cli.lines import json_line, write_lines
from hf_genderfair.cli.options import (
    AsJson,
    JsonLines,
    License,
    NumProc,
    Out,
    Overwrite,
)
from hf_genderfair.cli.origin import Origin, reads
from hf_genderfair.cli.output import announce, write_result
from hf_genderfair.first_person.duplicates import FirstOccurrence, NormalisedHash, hash_values
from hf_genderfair.hub.locate import source_name
from hf_genderfair.recipes.corpus import corpus_report, exclude_duplicates
from hf_genderfair.report.report import Step


@reads()
def dedupe(
    origin: Origin,
    jsonl: JsonLines = False,
    out: Out = None,
    license: License = None,
    num_proc: NumProc = None,
    overwrite: Overwrite = False,
    as_json: AsJson = False,
) -> None:
    """Leave out texts that repeat an earlier one.

    Case, diacritics, digits, signs and spaces make no difference; texts without letters must be identical. Prints the
    texts that stay, in their order, as they are read; with --jsonl one object for each text that says whether it is a
    duplicate. Remembers 16 bytes a text.

    Examples:
        hf-genderfair dedupe < lines.txt > distinct.txt
        hf-genderfair dedupe posts.jsonl --out distinct/
    """
    if out is None:
        _print_first(origin, jsonl)
        return
    steps: list[Step] = []
    kept, excluded = exclude_duplicates(origin.rows(), origin.text_column, steps, num_proc)
    report = corpus_report(
        f"{source_name(origin.source)} without duplicates",
        "pl",
        steps,
        [],
        {"duplicate": len(excluded)},
        origin.described(),
    )
    announce(out, write_result(out, kept, report, excluded, license, overwrite), as_json)


def _print_first(origin: Origin, jsonl: bool) -> None:
    text_hash = NormalisedHash(text_column=origin.text_column, bits=128)
    first = FirstOccurrence(128)
    for table in origin.tables():
        texts = table[origin.text_column]
        hashes = text_hash.annotate({origin.text_column: texts.combine_chunks()}, None)["text_hash"]
        new = first.keep(*hash_values(hashes, 128))
        if jsonl:
            write_lines(json_line({"duplicate": not stays}) for stays in new.tolist())
        else:
            write_lines(text or "" for text in texts.filter(new).to_pylist())
