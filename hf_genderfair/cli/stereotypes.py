"""The command ``stereotypes``."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Annotated, Any, TypeAlias

import pyarrow as pa
import pyarrow.compute as pc
import typer
from datasets import Dataset, Features, Value, disable_progress_bars

from hf_genderfair.cli.asked import SETTINGS, AskedModel
from hf_genderfair.cli.groups import Options, grouped
from hf_genderfair.cli.options import JsonLines
from hf_genderfair.cli.origin import ANALYSED_CHARACTERS, LINES_AT_ONCE, Origin
from hf_genderfair.cli.output import print_table
from hf_genderfair.cli.runner import language_column, print_rows
from hf_genderfair.core.errors import GenderfairError
from hf_genderfair.core.transform import Column, annotate, text_array
from hf_genderfair.generation.build import build_generator
from hf_genderfair.generation.cost import Cost
from hf_genderfair.generation.generator import Generator
from hf_genderfair.report.report import Table
from hf_genderfair.representation.group_words import GroupWords
from hf_genderfair.stereotypes.removal import remove_stereotypes
from hf_genderfair.stereotypes.transform import STEREOTYPE_FEATURES, Stereotypes

Assessor: TypeAlias = Annotated[
    Generator | None,
    Options(
        model=typer.Option(None, "--assessor", help="With --model, another model for the linguistic indicators."),
        takes=("base_url", *SETTINGS),
        of=build_generator,
    ),
]
"""The model that reads the indicators; it is asked as the other one is."""

EXAMINED = ("threshold", "longest")
SPLIT = typer.Option(..., "--split-sentences")
LONGEST_TEXT = typer.Option(
    ANALYSED_CHARACTERS,
    "--longest-text",
    metavar="CHARACTERS",
    min=1,
    help="Read no text that is longer; its row stays, empty.",
)
"""The option of `Origin` under another name: here ``--longest`` is said of sentences."""


@grouped
def stereotypes(
    generator: AskedModel,
    assessor: Assessor,
    transform: Annotated[
        Stereotypes,
        Options(
            *("lang", "attributes", "method", "sentences", *EXAMINED, "pipeline_name", "lang_column"),
            split=SPLIT,
            without=("text_column",),
            takes=("generator", "assessor"),
        ),
    ],
    origin: Annotated[Origin, Options(longest=LONGEST_TEXT)],
    jsonl: JsonLines = False,
) -> None:
    """Find sentences that may hold a stereotype, and say how strong it is.

    Prints each text without the sentences above the threshold; with --jsonl one object a text, with the place, label,
    linguistic indicators, probabilities and score of each sentence that may hold a stereotype, and the counts. A small
    content model reads what a sentence says; --method rules sees only its form, and --model asks a language model. Word
    lists are English: other languages need --sentences all.

    Examples:
        echo "Women are always late. It rained." | hf-genderfair stereotypes --lang en
        hf-genderfair stereotypes --lang en --attribute gender --attribute age --jsonl < lines.txt
        hf-genderfair stereotypes --lang de --sentences all --jsonl < zeilen.txt
    """
    if transform.lang != "en" and transform.sentences == "relevant":
        raise GenderfairError(f"the word lists are English: use --sentences all for --lang {transform.lang}")
    lang_column = transform.lang_column
    cost = Cost()

    def show(table: pa.Table, jsonl: bool) -> Iterator[Any]:
        nonlocal cost
        columns = {"text": pc.fill_null(text_array(table[origin.text_column], origin.text_column), "")}
        if lang_column is not None:
            columns[lang_column] = language_column(table, lang_column)
        rows = Dataset(pa.table(columns))
        if transform.sentences == "relevant":
            rows = annotate(rows, GroupWords(transform.names()))
        added, spent = transform.annotate_with_cost({name: _combined(rows, name) for name in transform.inputs()})
        cost += spent
        reasons = transform.reasons({lang_column: columns[lang_column]}) if lang_column else None
        return _rows(rows, added, jsonl, reasons)

    # each block of rows is a small data set, whose bars would come and go
    disable_progress_bars()
    print_rows(origin, jsonl, show, LINES_AT_ONCE)
    if generator is not None:
        table = Table("cost", "Cost", ["what", "number"], [list(row) for row in cost.as_table_rows()])
        print_table(table, err=True)


def _combined(rows: Dataset, name: str) -> pa.Array:
    """Return a column as one array."""
    return rows.data.table[name].combine_chunks()


def _rows(
    rows: Dataset, added: Mapping[str, Column], jsonl: bool, reasons: Sequence[str | None] | None
) -> Iterator[Any]:
    """Yield what is printed of rows: the text that is left, or all that was found."""
    features = Features({"text": Value("string"), **STEREOTYPE_FEATURES})
    columns = {name: added[name] for name in STEREOTYPE_FEATURES}
    found = Dataset(pa.table({"text": _combined(rows, "text"), **columns}, features.arrow_schema))
    if not jsonl:
        yield from remove_stereotypes(found)["text"]
    elif reasons is None:
        yield from found
    else:
        yield from ({**row, "reason": reason} for row, reason in zip(found, reasons, strict=True))
