"""The command ``stereotypes``."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Annotated, Any, Literal

import pyarrow as pa
import typer
from datasets import Dataset, Features, Value

from hf_genderfair.cli.analyse import PipelineName
from hf_genderfair.cli.languages import language_option
from hf_genderfair.cli.lines import json_line, write_lines
from hf_genderfair.cli.options import (
    Endpoint,
    JsonLines,
    ModelName,
    Provider,
    generator_named,
)
from hf_genderfair.cli.origin import ANALYSED_CHARACTERS, LongestText, Origin, reads
from hf_genderfair.cli.output import print_table
from hf_genderfair.core.errors import GenderfairError
from hf_genderfair.core.transform import Column, annotate
from hf_genderfair.generation.cost import Cost
from hf_genderfair.report.report import Table
from hf_genderfair.representation.group_words import GroupWords
from hf_genderfair.stereotypes.removal import remove_stereotypes
from hf_genderfair.stereotypes.strength import THRESHOLD
from hf_genderfair.stereotypes.transform import LANGUAGES, STEREOTYPE_FEATURES, Stereotypes

StereotypesLang = Annotated[str, language_option(LANGUAGES)]
Attributes = Annotated[
    list[str] | None, typer.Option("--attribute", help="Attribute whose groups count; may be given several times.")
]
Sentences = Annotated[
    Literal["relevant", "all"],
    typer.Option("--sentences", help="Sentences with a word of the attribute's list, or all that name a group."),
]
Threshold = Annotated[float, typer.Option("--threshold", min=0, max=1, help="Score above which a sentence is removed.")]
Longest = Annotated[int | None, typer.Option("--longest", min=1, help="Leave sentences with more tokens (paper: 47).")]


@reads(longest=ANALYSED_CHARACTERS, longest_type=LongestText)
def stereotypes(
    origin: Origin,
    lang: StereotypesLang = "en",
    attributes: Attributes = None,
    sentences: Sentences = "relevant",
    threshold: Threshold = THRESHOLD,
    longest: Longest = None,
    jsonl: JsonLines = False,
    model: ModelName = None,
    endpoint: Endpoint = None,
    provider: Provider = None,
    pipeline_name: PipelineName = None,
) -> None:
    """Find sentences that may hold a stereotype, and say how strong it is.

    Prints each text without the sentences above the threshold; with --jsonl one object a text, with the place, label,
    linguistic indicators and score of each sentence that may hold a stereotype, and the counts. Rules see the form of a
    statement and not whether it is true; --model asks a language model instead. Word lists are English: other languages
    need --sentences all.

    Examples:
        echo "Women are always late. It rained." | hf-genderfair stereotypes --lang en
        hf-genderfair stereotypes --lang en --attribute gender --attribute age --jsonl < lines.txt
        hf-genderfair stereotypes --lang de --sentences all --jsonl < zeilen.txt
    """
    if lang != "en" and sentences == "relevant":
        raise GenderfairError(f"the word lists are English: use --sentences all for --lang {lang}")
    transform = Stereotypes(
        lang,
        tuple(dict.fromkeys(attributes or ("gender",))),
        generator=generator_named(model, endpoint, provider),
        sentences=sentences,
        threshold=threshold,
        longest=longest,
        pipeline_name=pipeline_name,
    )
    cost = Cost()
    for part in origin.texts():
        rows = Dataset.from_dict({"text": part})
        if sentences == "relevant":
            rows = annotate(rows, GroupWords(transform.names()))
        added, spent = transform.annotate_with_cost({name: _combined(rows, name) for name in transform.inputs()})
        cost += spent
        write_lines(_lines(rows, added, jsonl))
    if model is not None:
        table = Table("cost", "Cost", ["what", "number"], [list(row) for row in cost.as_table_rows()])
        print_table(table, err=True)


def _combined(rows: Dataset, name: str) -> pa.Array:
    """Return a column as one array."""
    return rows.data.table[name].combine_chunks()


def _lines(rows: Dataset, added: Mapping[str, Column], jsonl: bool) -> Iterator[str]:
    features = Features({"text": Value("string"), **STEREOTYPE_FEATURES})
    found = Dataset(pa.table({"text": _combined(rows, "text"), **added}, features.arrow_schema))
    if not jsonl:
        yield from remove_stereotypes(found)["text"]
        return
    for row in found:
        yield json_line(dict[str, Any](row))
