"""The command ``tag``."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pyarrow as pa
import pyarrow.compute as pc

from hf_genderfair.cli.lines import json_line, write_lines
from hf_genderfair.cli.options import (
    AsJson,
    Context,
    CountQuoted,
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
from hf_genderfair.cli.recipe import corpus_report
from hf_genderfair.core.transform import annotate
from hf_genderfair.first_person.statistics import count_corpus, fragments_table
from hf_genderfair.first_person.tagger import LABELS, FirstPerson
from hf_genderfair.hub.source import source_name
from hf_genderfair.report.steps import describe_step

NOTHING = {label: json_line({"label": label, "expressions": []}) for label in LABELS}


@reads()
def tag(
    origin: Origin,
    lang: Lang = "pl",
    context: Context = "window",
    diacritics: Diacritics = "required",
    count_quoted: CountQuoted = False,
    jsonl: JsonLines = False,
    out: Out = None,
    license: License = None,
    num_proc: NumProc = None,
    overwrite: Overwrite = False,
    as_json: AsJson = False,
) -> None:
    """Label texts by the gender of first-person forms.

    Prints one line for each text, also for empty and unreadable ones: its label (female, male, mixed or none), a tab
    and the text; with --jsonl the label and the expressions, offsets in code points.

    Examples:
        echo "Wczoraj byłam w kinie." | hf-genderfair tag
        hf-genderfair tag --lang pl --jsonl < lines.txt
        hf-genderfair tag posts.jsonl --out tagged/
    """
    tagger = FirstPerson(lang, origin.text_column, context, "count" if count_quoted else "mark", diacritics)
    if out is None:
        for table in origin.tables():
            tagged = tagger(table.select([origin.text_column]))
            write_lines(_json_lines(tagged, origin.text_column) if jsonl else _plain_lines(tagged, origin.text_column))
        return
    rows = annotate(origin.rows(), tagger, num_proc)
    steps = [describe_step(tagger, len(rows), len(rows))]
    table = fragments_table(count_corpus(rows, origin.text_column))
    report = corpus_report(
        f"{source_name(origin.source)}, labelled by first-person forms",
        lang,
        steps,
        [table],
        source=origin.described(),
    )
    announce(out, write_result(out, rows, report, license=license, overwrite=overwrite), as_json)


def _plain_lines(tagged: pa.Table, text_column: str) -> Iterator[str]:
    labels = tagged["first_person"].to_pylist()
    for label, text in zip(labels, tagged[text_column].to_pylist(), strict=True):
        yield f"{LABELS[label]}\t{text or ''}"


def _json_lines(tagged: pa.Table, text_column: str) -> list[str]:
    """Return a JSON object for each row; only rows with expressions cost more than a constant."""
    lines = [NOTHING[LABELS[label]] for label in tagged["first_person"].to_pylist()]
    found = pc.indices_nonzero(pc.greater(pc.list_value_length(tagged["first_person_expressions"]), 0))
    texts, labels, expressions = (
        tagged[name].take(found).to_pylist() for name in (text_column, "first_person", "first_person_expressions")
    )
    for row, text, label, marked in zip(found.to_pylist(), texts, labels, expressions, strict=True):
        listed = [_expression(text, expression) for expression in marked]
        lines[row] = json_line({"label": LABELS[label], "expressions": listed})
    return lines


def _expression(text: str, expression: dict[str, Any]) -> dict[str, Any]:
    start, end = expression["start"], expression["end"]
    return {"start": start, "end": end, "text": text[start:end], **expression}
