"""The commands ``analyse`` and ``pipelines list``."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, Annotated, Any

import pyarrow as pa
import typer

from hf_genderfair.cli.console import say
from hf_genderfair.cli.options import PipelineName, SameColumns, grouped, language_option
from hf_genderfair.cli.origin import LINES_AT_ONCE, AnalysedOrigin
from hf_genderfair.cli.runner import run, texts_of
from hf_genderfair.languages.analysis import LAYERS, Analysis, Sentence, Token, check_needs, feature_text
from hf_genderfair.languages.embedded import MODELS
from hf_genderfair.languages.pipelines import pipeline
from hf_genderfair.report.report import Cell, Table

if TYPE_CHECKING:
    from datasets import Dataset

    from hf_genderfair.recipes.made import Made

AnalysedLang = Annotated[str, language_option(what="Language of the texts, such as de.")]
Needs = Annotated[
    str | None,
    typer.Option(
        "--needs", metavar="LAYERS", help=f"Of {', '.join(LAYERS)}, with commas; all that there are by default."
    ),
]


@grouped
def analyse(
    lang: AnalysedLang,
    origin: AnalysedOrigin,
    output: SameColumns,
    pipeline_name: PipelineName = None,
    needs: Needs = None,
) -> None:
    """Print sentences, parts of speech, morphology, syntax and names.

    With --jsonl one object for each text, also for empty ones; offsets are code points, and the head of a token is an
    index into the tokens of its sentence, counted from 0: the root has its own. Without, CoNLL-U: tokens are counted
    from 1, the head of the root is 0, and the last column holds offsets and names.

    Examples:
        echo "Die Ärztin half ihm." | hf-genderfair analyse --lang de
        hf-genderfair analyse --lang de --jsonl < lines.txt
        hf-genderfair analyse --lang de --needs pos,morph --jsonl articles.parquet
        hf-genderfair analyse --lang en --pipeline en_core_web_lg --jsonl < lines.txt
    """
    chosen = pipeline(lang, pipeline_name)
    layers = chosen.layers if needs is None else [layer.strip() for layer in needs.split(",") if layer.strip()]
    check_needs(layers, chosen.name, chosen.layers)

    def show(table: pa.Table, jsonl: bool) -> Iterable[Any]:
        analyses = chosen.analyse(texts_of(table, origin.text_column), layers)
        return (analysis.as_json() for analysis in analyses) if jsonl else _conllu_lines(analyses)

    def make(rows: Dataset, **settings: Any) -> Made:
        # what prints an analysis does not need all that writes a data set
        from hf_genderfair.languages.analyse import Analyse
        from hf_genderfair.languages.chain import Chain
        from hf_genderfair.recipes.annotated import annotated

        return annotated(rows, Chain(Analyse(lang, origin.text_column, pipeline_name)), **settings)

    run(origin, output, show, make, rows_at_once=LINES_AT_ONCE)


def _conllu_lines(analyses: Iterator[Analysis]) -> Iterator[str]:
    for analysis in analyses:
        yield "# newdoc"
        for sentence in analysis.sentences:
            yield from _sentence_lines(sentence)
            yield ""


def _sentence_lines(sentence: Sentence) -> Iterator[str]:
    for index, token in enumerate(sentence.tokens):
        head = "_" if not token.relation else "0" if token.head == index else str(token.head + 1)
        features = feature_text(token.morph)
        place = f"start_char={token.start}|end_char={token.end}{_name(token, sentence)}"
        cells = [str(index + 1), token.text, token.lemma, token.pos, "", features, head, token.relation, "", place]
        yield "\t".join(cell or "_" for cell in cells)


def _name(token: Token, sentence: Sentence) -> str:
    """Return whether a token begins (B) or continues (I) a name."""
    for entity in sentence.entities:
        if entity.start < token.end and token.start < entity.end:
            return f"|ner={'B' if token.start <= entity.start else 'I'}-{entity.type}"
    return ""


def pipelines_list() -> None:
    """Print the embedded pipelines: language, size and licence, and where the card is.

    Examples:
        hf-genderfair pipelines list
    """
    # what analyses texts needs neither tables nor screens
    from rich.console import Console

    from hf_genderfair.cli.output import print_table

    rows: list[list[Cell]] = []
    for model in sorted(MODELS.glob("*.npz")):
        card = model.with_suffix(".md")
        (licence,) = [line for line in card.read_text(encoding="utf-8").splitlines() if "Licence of this model" in line]
        size = model.stat().st_size / 1e6
        rows.append([model.stem, f"{size:.1f} MB", licence.split(": ")[1].split(".**")[0], str(card)])
    if Console().is_terminal:
        print_table(Table("pipelines", "Embedded pipelines", ["language", "size", "licence", "card"], rows))
        return
    for row in rows:
        say("\t".join(map(str, row)))
