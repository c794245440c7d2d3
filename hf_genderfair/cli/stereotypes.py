"""The command ``stereotypes``."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Annotated, Any, Literal

import pyarrow as pa
import pyarrow.compute as pc
import typer
from datasets import Dataset, Features, Value, disable_progress_bars

from hf_genderfair.cli.groups import Varied, grouped
from hf_genderfair.cli.languages import language_option
from hf_genderfair.cli.options import JsonLines, LangColumn, LanguageModel, PipelineName
from hf_genderfair.cli.origin import ANALYSED_CHARACTERS, LINES_AT_ONCE, Origin
from hf_genderfair.cli.output import print_table
from hf_genderfair.cli.runner import language_column, print_rows
from hf_genderfair.core.errors import GenderfairError
from hf_genderfair.core.transform import Column, annotate, text_array
from hf_genderfair.generation.cost import Cost
from hf_genderfair.report.report import Table
from hf_genderfair.representation.group_words import GroupWords
from hf_genderfair.stereotypes.languages import LANGUAGES
from hf_genderfair.stereotypes.removal import remove_stereotypes
from hf_genderfair.stereotypes.transform import STEREOTYPE_FEATURES, Stereotypes

StereotypesLang = Annotated[str, language_option(LANGUAGES)]
Attributes = Annotated[
    list[str] | None, typer.Option("--attribute", help="Attribute whose groups count; may be given several times.")
]
Sentences = Annotated[
    Literal["relevant", "all"],
    typer.Option("--sentences", help="Sentences with a word of the attribute's list, or all that name a group."),
]
Threshold = Annotated[
    float | None, typer.Option("--threshold", min=0, max=1, help="Score above which a sentence is removed.")
]
Method = Annotated[
    Literal["rules", "model"] | None,
    typer.Option(
        "--method",
        help="What finds stereotypes: a small content model (default) or rules alone; --model asks a language model.",
    ),
]
Longest = Annotated[int | None, typer.Option("--longest", min=1, help="Leave sentences with more tokens (paper: 47).")]


LongestText = Annotated[
    int | None,
    typer.Option(
        "--longest-text", metavar="CHARACTERS", min=1, help="Read no text that is longer; its row stays, empty."
    ),
]
"""The option of `Origin` under another name: here ``--longest`` is said of sentences."""


@grouped
def stereotypes(
    origin: Annotated[Origin, Varied(defaults={"longest": ANALYSED_CHARACTERS}, types={"longest": LongestText})],
    asked: Annotated[LanguageModel, Varied(without=("temperature",))],
    lang: StereotypesLang = "en",
    attributes: Attributes = None,
    method: Method = None,
    sentences: Sentences = "relevant",
    threshold: Threshold = None,
    longest_sentence: Longest = None,
    jsonl: JsonLines = False,
    pipeline_name: PipelineName = None,
    lang_column: LangColumn = None,
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
    if lang != "en" and sentences == "relevant":
        raise GenderfairError(f"the word lists are English: use --sentences all for --lang {lang}")
    transform = Stereotypes(
        lang,
        tuple(dict.fromkeys(attributes or ("gender",))),
        method=method,
        generator=asked.generator(),
        sentences=sentences,
        threshold=threshold,
        longest=longest_sentence,
        pipeline_name=pipeline_name,
        lang_column=lang_column,
    )
    cost = Cost()

    def show(table: pa.Table, jsonl: bool) -> Iterator[Any]:
        nonlocal cost
        columns = {"text": pc.fill_null(text_array(table[origin.text_column], origin.text_column), "")}
        if lang_column is not None:
            columns[lang_column] = language_column(table, lang_column)
        rows = Dataset(pa.table(columns))
        if sentences == "relevant":
            rows = annotate(rows, GroupWords(transform.names()))
        added, spent = transform.annotate_with_cost({name: _combined(rows, name) for name in transform.inputs()})
        cost += spent
        reasons = transform.reasons({lang_column: columns[lang_column]}) if lang_column else None
        return _rows(rows, added, jsonl, reasons)

    # each block of rows is a small data set, whose bars would come and go
    disable_progress_bars()
    print_rows(origin, jsonl, show, LINES_AT_ONCE)
    if asked.model is not None:
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
