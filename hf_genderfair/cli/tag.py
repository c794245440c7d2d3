"""The command ``tag``."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import TYPE_CHECKING, Annotated, Any, TypeAlias

import pyarrow as pa
import pyarrow.compute as pc

from hf_genderfair.cli.lines import json_line, json_strings, large_text
from hf_genderfair.cli.options import Flag, Lines, Options, grouped
from hf_genderfair.cli.origin import Origin
from hf_genderfair.cli.runner import run
from hf_genderfair.core.batches import column_array, string_array
from hf_genderfair.first_person.tagger import LABELS, FirstPerson

if TYPE_CHECKING:
    from datasets import Dataset

    from hf_genderfair.recipes.made import Made

Labelling: TypeAlias = Annotated[
    FirstPerson,
    Options(
        "lang",
        "context",
        "diacritics",
        quoted=Flag("--count-quoted", "count", "Let quotations and other persons' speech decide labels too."),
    ),
]
"""How first-person forms are found."""


@grouped
def tag(origin: Origin, tagger: Labelling, output: Lines) -> None:
    """Label texts by the gender of first-person forms.

    Prints one line for each text, also for empty and unreadable ones: its label (female, male, mixed or none), a tab
    and the text; with --jsonl the text, its label and the expressions, offsets in code points.

    Examples:
        echo "Wczoraj byłam w kinie." | hf-genderfair tag
        hf-genderfair tag --lang pl --jsonl < lines.txt
        hf-genderfair tag posts.jsonl --out tagged/
    """
    column = origin.text_column

    def show(table: pa.Table, jsonl: bool) -> Iterable[Any]:
        texts = column_array(table[column], column)
        found = tagger.annotate({column: texts}, None)
        return _objects(texts, found) if jsonl else _lines(texts, found)

    def make(rows: Dataset, **settings: Any) -> Made:
        # what reads lines does not need all that writes a data set
        from hf_genderfair.recipes.first_person_steps import labelled

        return labelled(rows, tagger, **settings)

    run(origin, output, show, make, tagger.features)


def _lines(texts: pa.Array, found: Mapping[str, pa.Array]) -> Iterator[str]:
    for label, text in zip(found["first_person"].to_pylist(), texts.to_pylist(), strict=True):
        yield f"{LABELS[label]}\t{text or ''}"


def _objects(texts: pa.Array, found: Mapping[str, pa.Array]) -> pa.Array:
    """Return a JSON object for each row, all at once: most have no expression, and these are written without Python."""
    labels = string_array(LABELS).cast(pa.large_string()).take(found["first_person"])
    begin, middle, end, joint = map(large_text, ('{"text":', ',"label":"', '","expressions":[]}', ""))
    objects = pc.binary_join_element_wise(begin, json_strings(texts), middle, labels, end, joint)
    marked = pc.greater(pc.list_value_length(found["first_person_expressions"]), 0)
    columns = (column.filter(marked).to_pylist() for column in (texts, labels, found["first_person_expressions"]))
    written = [
        json_line({"text": text, "label": label, "expressions": [_expression(text, each) for each in listed]}).decode()
        for text, label, listed in zip(*columns, strict=True)
    ]
    return pc.replace_with_mask(objects, marked, string_array(written).cast(pa.large_string()))


def _expression(text: str, expression: dict[str, Any]) -> dict[str, Any]:
    start, end = expression["start"], expression["end"]
    return {"start": start, "end": end, "text": text[start:end], **expression}
