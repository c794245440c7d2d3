"""The command ``tag``."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
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
from hf_genderfair.core.mapped import column_array
from hf_genderfair.core.transform import annotate
from hf_genderfair.first_person.tagger import LABELS, FirstPerson
from hf_genderfair.hub.locate import source_name

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
            texts = column_array(table[origin.text_column], origin.text_column)
            found = tagger.annotate({origin.text_column: texts}, None)
            write_lines(_json_lines(texts, found) if jsonl else _plain_lines(texts, found))
        return
    from hf_genderfair.cli.output import announce, write_result
    from hf_genderfair.first_person.statistics import count_corpus, fragments_table
    from hf_genderfair.recipes.corpus import corpus_report
    from hf_genderfair.report.steps import describe_step

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


def _plain_lines(texts: pa.Array, found: Mapping[str, pa.Array]) -> Iterator[str]:
    for label, text in zip(found["first_person"].to_pylist(), texts.to_pylist(), strict=True):
        yield f"{LABELS[label]}\t{text or ''}"


def _json_lines(texts: pa.Array, found: Mapping[str, pa.Array]) -> list[str]:
    """Return a JSON object for each row; only rows with expressions cost more than a constant."""
    labels, expressions = found["first_person"], found["first_person_expressions"]
    lines = [NOTHING[LABELS[label]] for label in labels.to_pylist()]
    places = pc.indices_nonzero(pc.list_value_length(expressions))
    marked = (column.take(places).to_pylist() for column in (texts, labels, expressions))
    for row, text, label, listed in zip(places.to_pylist(), *marked, strict=True):
        lines[row] = json_line({"label": LABELS[label], "expressions": [_expression(text, each) for each in listed]})
    return lines


def _expression(text: str, expression: dict[str, Any]) -> dict[str, Any]:
    start, end = expression["start"], expression["end"]
    return {"start": start, "end": end, "text": text[start:end], **expression}
