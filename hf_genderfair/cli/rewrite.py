"""The command ``rewrite``."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING, Annotated, Any, Literal, TypeAlias

import typer

from hf_genderfair.cli.edits import edited_fields, edited_line
from hf_genderfair.cli.groups import REQUIRED, Options, grouped
from hf_genderfair.cli.options import Output
from hf_genderfair.cli.origin import LINES_AT_ONCE, AnalysedOrigin
from hf_genderfair.cli.runner import run, show_found
from hf_genderfair.core.errors import GenderfairError
from hf_genderfair.core.spans import apply_edits
from hf_genderfair.core.transform import annotate
from hf_genderfair.hub.card import CardDetails
from hf_genderfair.hub.locate import source_name
from hf_genderfair.recipes.made import Made
from hf_genderfair.report.examples import choose_examples, drawn_rows
from hf_genderfair.report.figures import FEWEST, Dot, Figure, dots_figure, draw_table, parts_figure
from hf_genderfair.report.kinds import kind_in_words
from hf_genderfair.report.limits import limits_of
from hf_genderfair.report.reasons import reason_in_words
from hf_genderfair.report.report import Report, Table
from hf_genderfair.report.steps import describe_step, software_versions
from hf_genderfair.rewriting.examples import rewriting_examples
from hf_genderfair.rewriting.neural import NeuralRewriter
from hf_genderfair.rewriting.proposal import Rewriting
from hf_genderfair.rewriting.tables import count_rewritings, rewriting_answers, rewriting_tables
from hf_genderfair.rewriting.transform import GenderFair

if TYPE_CHECKING:
    from datasets import Dataset

CARD = CardDetails(
    tags=("gender-fair-language", "gender-fair-rewriting"),
    task_categories=("text-generation", "fill-mask"),
    uses="language models that are to write for all genders, and readers who compare the texts before and after.",
    template="rewritten_texts.md.j2",
)
Form = Annotated[
    Literal["star", "colon", "gap", "slash", "internal_i", "pair", "participle"],
    typer.Option("--form", help="How German is written: Lehrer*in, Lehrer:in, Lehrer_in, Lehrer/-in, LehrerIn, …"),
]

Rewriter: TypeAlias = Annotated[
    NeuralRewriter | None,
    Options(
        "checked",
        "prefix",
        model=typer.Option(
            None, "--model", help="A sequence-to-sequence model, in place of the rules: folder or name on the Hub."
        ),
        model_revision=typer.Option(..., "--revision"),
    ),
]
"""What rewrites in place of the rules."""

Candidates = Annotated[
    int | None,
    typer.Option("--candidates", min=1, help="With --model: take the first of so many that changes only gender."),
]


MOST_REASONS = 6
"""Reasons that are drawn; the others are drawn as one."""


def read_nouns(option: str) -> tuple[tuple[str, str], ...]:
    """Read ``--nouns``: words, each with its neutral word."""
    pairs = [part.split("=") for part in option.split(",")]
    if not all(len(pair) == 2 and all(map(str.strip, pair)) for pair in pairs):
        raise GenderfairError(f"--nouns {option!r} cannot be read: write WORD=NEUTRAL,WORD=NEUTRAL")
    return tuple((word.strip(), neutral.strip()) for word, neutral in pairs)


Rules: TypeAlias = Annotated[
    dict[str, Any],
    Options(
        *("scope", "quotations", "organisations", "reflexive", "pipeline_name", "lang_column"),
        lang=REQUIRED,
        nouns=typer.Option(
            ..., "--nouns", metavar="WORD=NEUTRAL,…", parser=read_nouns, help="More English words to rewrite."
        ),
        takes=("form",),
        of=GenderFair,
    ),
]
"""How the rules rewrite."""


@grouped
def rewrite(
    origin: AnalysedOrigin,
    rewriter: Rewriter,
    rules: Rules,
    output: Output,
    form: Form = "star",
    candidates: Candidates = None,
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
    column = origin.text_column
    transform = GenderFair(model=_model(rewriter, candidates), **rules)

    def make(rows: Dataset) -> Made:
        rows = annotate(rows, transform, output.num_proc)
        counts = count_rewritings(rows)
        first, second = rewriting_tables(counts)
        _, figures = draw_table(first, "rewritten_words.png", partial(_draw, first))
        if not figures:
            second, figures = draw_table(second, "words.png", partial(_draw_words, first, second))
        report = Report(
            f"Texts of {source_name(origin.source)} rewritten to be fair to all genders",
            transform.lang,
            [describe_step(transform, len(rows), len(rows))],
            [first, second],
            limits=limits_of("rewriting"),
            sources=[origin.described()],
            software=software_versions(),
            answers=rewriting_answers(counts),
            examples=choose_examples(rewriting_examples(drawn_rows(rows), column)),
        )
        return Made(apply_edits(rows, "rewriting_edits", column), report, figures=figures, details=CARD)

    run(origin, output, show_found(column, transform.find, _line, _fields, transform), make, LINES_AT_ONCE)


def _draw(table: Table) -> Figure:
    """Draw the share of words that were rewritten, by kind."""
    rewritten = [row for row in table.rows[1:] if row[3] is not None]
    dots = []
    for kind, _, n, share, low, high in rewritten:
        limits = (float(low or 0), float(high or 0)) if int(n or 0) >= FEWEST else (None, None)
        dots.append(Dot(kind_in_words(str(kind)), float(share or 0), *limits))
    title = f"Share of words that were rewritten (n = {sum(int(row[2] or 0) for row in rewritten):,})"
    return dots_figure(title, dots, "Lines: 95 % Wilson intervals.")


def _draw_words(rewritten: Table, left: Table) -> Figure:
    """Draw the number of words that were rewritten, by kind, and that were left alone, by reason."""
    parts = {f"rewritten: {kind_in_words(str(kind))}": int(done or 0) for kind, done, *_ in rewritten.rows[1:] if done}
    reasons: Counter[str] = Counter()
    for reason, _, number in left.rows:
        reasons[f"left alone: {reason_in_words(str(reason))}"] += int(number or 0)
    parts |= dict(reasons.most_common(MOST_REASONS))
    number = sum(parts.values())
    others = reasons.total() - sum(count for _, count in reasons.most_common(MOST_REASONS))
    parts |= {"left alone: other reasons": others} if others else {}
    return parts_figure(f"Words that have a gender-fair form (n = {number + others:,})", parts)


def _line(text: str, rewriting: Rewriting) -> str:
    return edited_line(text, rewriting.edits)


def _fields(text: str, rewriting: Rewriting) -> dict[str, Any]:
    refusals = [refusal._asdict() for refusal in rewriting.refusals]
    return {**edited_fields(text, rewriting.edits), "refusals": refusals}


def _model(rewriter: NeuralRewriter | None, candidates: int | None) -> NeuralRewriter | None:
    if candidates is None:
        return rewriter
    if rewriter is None:
        raise GenderfairError("--candidates needs --model: name the model that is to rewrite")
    return replace(rewriter, beams=candidates, candidates=candidates)
