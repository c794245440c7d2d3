"""The command ``neutralise``."""

from __future__ import annotations

from collections.abc import Iterator

import pyarrow as pa

from hf_genderfair.cli.lines import json_line, write_lines
from hf_genderfair.cli.options import (
    AsJson,
    Context,
    Diacritics,
    JsonLines,
    Lang,
    License,
    NumProc,
    Out,
    Overwrite,
)
from hf_genderfair.cli.origin import Origin, reads
from hf_genderfair.cli.output import announce, write_result
from hf_genderfair.core.spans import Edit, apply_edits, edit_text
from hf_genderfair.core.transform import annotate
from hf_genderfair.first_person.neutral import Neutralise
from hf_genderfair.first_person.tagger import FirstPerson
from hf_genderfair.hub.locate import source_name
from hf_genderfair.languages.chain import Chain
from hf_genderfair.recipes.corpus import corpus_report
from hf_genderfair.report.steps import describe_step


@reads()
def neutralise(
    origin: Origin,
    lang: Lang = "pl",
    context: Context = "window",
    diacritics: Diacritics = "required",
    jsonl: JsonLines = False,
    out: Out = None,
    license: License = None,
    num_proc: NumProc = None,
    overwrite: Overwrite = False,
    as_json: AsJson = False,
) -> None:
    """Put feminine forms into the masculine.

    Every feminine first-person form becomes its masculine counterpart, the generic form of Polish. Prints one line for
    each text; with --jsonl the new text and the edits on the old one, by which it can be undone.

    Examples:
        echo "Byłam zmęczona." | hf-genderfair neutralise
        hf-genderfair neutralise --jsonl < lines.txt
        hf-genderfair neutralise posts.jsonl --out neutral/
    """
    tagger = FirstPerson(lang, origin.text_column, context, diacritics=diacritics)
    edits = Neutralise(origin.text_column)
    chain = Chain(tagger, edits)
    if out is None:
        for table in origin.tables():
            write_lines(_lines(chain(table.select([origin.text_column])), origin.text_column, jsonl))
        return
    rows = annotate(origin.rows(), chain, num_proc)
    steps = [describe_step(step, len(rows), len(rows)) for step in (tagger, edits)]
    rows = apply_edits(rows.remove_columns("first_person_expressions"), "first_person_edits", origin.text_column)
    report = corpus_report(f"{source_name(origin.source)}, neutralised", lang, steps, [], source=origin.described())
    announce(out, write_result(out, rows, report, license=license, overwrite=overwrite), as_json)


def _lines(rows: pa.Table, text_column: str, jsonl: bool) -> Iterator[str]:
    proposed = rows["first_person_edits"].to_pylist()
    for text, edits in zip(rows[text_column].to_pylist(), proposed, strict=True):
        neutral = edit_text(text or "", [Edit(**edit) for edit in edits])
        yield json_line({"text": neutral, "edits": edits}) if jsonl else neutral
