"""The command ``rewrite``."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Annotated, Any, Literal

import typer

from hf_genderfair.cli.analyse import PipelineName
from hf_genderfair.cli.languages import language_option
from hf_genderfair.cli.lines import json_line, write_lines
from hf_genderfair.cli.options import (
    AsJson,
    JsonLines,
    License,
    NumProc,
    Out,
    Overwrite,
)
from hf_genderfair.cli.origin import ANALYSED_CHARACTERS, Origin, reads
from hf_genderfair.cli.output import announce
from hf_genderfair.core.errors import GenderfairError
from hf_genderfair.core.spans import apply_edits, edit_text
from hf_genderfair.core.transform import annotate
from hf_genderfair.hub.card import CardDetails
from hf_genderfair.hub.folder import write_dataset
from hf_genderfair.hub.locate import source_name
from hf_genderfair.languages.types import Scope
from hf_genderfair.report.report import Report
from hf_genderfair.report.steps import describe_step, software_versions
from hf_genderfair.rewriting.neural.rewriter import ModelChoice, NeuralRewriter
from hf_genderfair.rewriting.proposal import Rewriting
from hf_genderfair.rewriting.tables import REWRITING_LIMITS, count_rewritings, rewriting_tables
from hf_genderfair.rewriting.transform import LANGUAGES, GenderFair

RewritingLang = Annotated[str, language_option(LANGUAGES)]
Form = Annotated[
    Literal["star", "colon", "gap", "slash", "internal_i", "pair", "participle"],
    typer.Option("--form", help="How German is written: Lehrer*in, Lehrer:in, Lehrer_in, Lehrer/-in, LehrerIn, …"),
]
RewritingScope = Annotated[
    Scope,
    typer.Option("--scope", help="Leave persons whom the text knows as she or he alone, or rewrite everybody."),
]
Quotations = Annotated[bool, typer.Option("--quotations/--no-quotations", help="Rewrite direct speech too.")]
Organisations = Annotated[bool, typer.Option("--organisations", help="Rewrite names of organisations too.")]

RewriterModel = Annotated[
    str | None, typer.Option("--model", help="A trained rewriter, in place of the rules: folder or name on the Hub.")
]
Margin = Annotated[
    float | None,
    typer.Option("--margin", help="With --model: rules propose; the model keeps what is so much likelier (logarithm)."),
]


@reads(longest=ANALYSED_CHARACTERS)
def rewrite(
    lang: RewritingLang,
    origin: Origin,
    form: Form = "star",
    scope: RewritingScope = "generic",
    quotations: Quotations = True,
    organisations: Organisations = False,
    jsonl: JsonLines = False,
    out: Out = None,
    pipeline_name: PipelineName = None,
    model: RewriterModel = None,
    margin: Margin = None,
    license: License = None,
    num_proc: NumProc = None,
    overwrite: Overwrite = False,
    as_json: AsJson = False,
) -> None:
    """Rewrite text so that it is fair to all genders.

    German words for persons get the form asked for, with their articles, adjectives and pronouns; English he and she
    become they, with their verbs. Prints one line for each text; with --jsonl the new text, the edits on the old one,
    by which it can be undone, and the words left alone with the reason.

    Examples:
        echo "Die Lehrer treffen einen Kollegen." | hf-genderfair rewrite --lang de
        hf-genderfair rewrite --lang de --form colon --scope all < lines.txt
        echo "She says that he has left." | hf-genderfair rewrite --lang en --scope all --jsonl
        hf-genderfair rewrite articles.jsonl --lang de --out fair/
    """
    transform = GenderFair(
        lang,
        form,
        scope,
        origin.text_column,
        quotations=quotations,
        organisations=organisations,
        pipeline_name=pipeline_name,
        model=_model(model, margin),
    )
    if out is None:
        for part in origin.texts():
            write_lines(_lines(part, transform.find(part), jsonl))
        return
    rows = annotate(origin.rows(), transform, num_proc)
    steps = [describe_step(transform, len(rows), len(rows))]
    report = Report(
        f"{source_name(origin.source)}, rewritten",
        lang,
        steps,
        rewriting_tables(count_rewritings(rows)),
        limits=list(REWRITING_LIMITS),
        sources=[origin.described()],
        software=software_versions(),
    )
    rows = apply_edits(rows, "rewriting_edits", origin.text_column)
    announce(out, write_dataset(out, rows, report, None, _card(license), overwrite), as_json)


def _card(license: str | None) -> CardDetails:
    summary = "Texts rewritten so that they are fair to all genders, with every edit, by which it can be undone."
    return CardDetails(license, summary=summary, template="audited_texts.md.j2")


def _model(name: str | None, margin: float | None) -> NeuralRewriter | ModelChoice | None:
    if name is None:
        if margin is not None:
            raise GenderfairError("--margin needs --model: name the rewriter that is to choose")
        return None
    rewriter = NeuralRewriter(name)
    return rewriter if margin is None else ModelChoice(rewriter, margin)


def _lines(texts: Sequence[str], found: Iterator[Rewriting], jsonl: bool) -> Iterator[str]:
    for text, rewriting in zip(texts, found, strict=True):
        fair = edit_text(text, rewriting.edits)
        yield json_line({"text": fair, **_details(rewriting)}) if jsonl else fair


def _details(rewriting: Rewriting) -> dict[str, Any]:
    return {
        "edits": [edit.to_dict() for edit in rewriting.edits],
        "refusals": [refusal._asdict() for refusal in rewriting.refusals],
    }
