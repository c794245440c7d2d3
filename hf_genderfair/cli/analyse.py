"""The command ``analyse``."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated

import typer

from hf_genderfair.cli.languages import language_option
from hf_genderfair.cli.lines import json_line, write_lines
from hf_genderfair.cli.options import (
    JsonLines,
)
from hf_genderfair.cli.origin import ANALYSED_CHARACTERS, Origin, reads
from hf_genderfair.core.transform import text_array
from hf_genderfair.languages.analysis import LAYERS, Analysis, Sentence, Token, check_needs, feature_text
from hf_genderfair.languages.pipelines import pipeline

LINES_AT_ONCE = 256

AnalysedLang = Annotated[str, language_option(what="Language of the texts, such as de.")]
PipelineName = Annotated[
    str | None,
    typer.Option("--pipeline", metavar="NAME", help="An installed spaCy pipeline or a folder, instead of our own."),
]
Needs = Annotated[
    str | None,
    typer.Option(
        "--needs", metavar="LAYERS", help=f"Of {', '.join(LAYERS)}, with commas; all that there are by default."
    ),
]


@reads(longest=ANALYSED_CHARACTERS)
def analyse(
    lang: AnalysedLang,
    origin: Origin,
    pipeline_name: PipelineName = None,
    needs: Needs = None,
    jsonl: JsonLines = False,
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
    for table in origin.tables():
        texts = text_array(table[origin.text_column], origin.text_column)
        for first in range(0, len(texts), LINES_AT_ONCE):
            part = [text or "" for text in texts[first : first + LINES_AT_ONCE].to_pylist()]
            analyses = chosen.analyse(part, layers)
            write_lines(_json_lines(analyses) if jsonl else _conllu_lines(analyses))


def _json_lines(analyses: Iterator[Analysis]) -> Iterator[str]:
    for analysis in analyses:
        yield json_line(analysis.as_json())


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
