"""A data set whose texts are rewritten to be fair to all genders, with its report."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import replace
from functools import partial
from typing import Any

from datasets import Dataset

from hf_genderfair.core.spans import apply_edits
from hf_genderfair.core.transform import annotate
from hf_genderfair.hub.card import CardDetails
from hf_genderfair.recipes.made import Made
from hf_genderfair.report.change_list import ChangeColumns
from hf_genderfair.report.examples import choose_examples, drawn_rows
from hf_genderfair.report.figures import FEWEST, Dot, Figure, dots_figure, draw_table, parts_figure
from hf_genderfair.report.report import Report, Table, describe_step, software_versions
from hf_genderfair.report.sentences import kind_in_words, limits_of, reason_in_words
from hf_genderfair.rewriting.examples import rewriting_examples
from hf_genderfair.rewriting.tables import count_rewritings, rewriting_answers, rewriting_tables
from hf_genderfair.rewriting.transform import GenderFair

DETAILS = CardDetails(
    tags=("gender-fair-language", "gender-fair-rewriting"),
    task_categories=("text-generation", "fill-mask"),
    uses="language models that are to write for all genders, and readers who compare the texts before and after.",
    template="rewritten_texts.md.j2",
)
MOST_REASONS = 6
"""Reasons that are drawn; the others are drawn as one."""


def rewritten(rows: Dataset, transform: GenderFair, source: Mapping[str, Any], num_proc: int | None = None) -> Made:
    """Return rewritten texts, with every edit and refusal."""
    rows = annotate(rows, transform, num_proc)
    counts = count_rewritings(rows)
    first, second = rewriting_tables(counts)
    _, figures = draw_table(first, "rewritten_words.png", partial(_draw, first))
    if not figures:
        second, figures = draw_table(second, "words.png", partial(_draw_words, first, second))
    report = Report(
        f"Texts of {source['id']} rewritten to be fair to all genders",
        transform.lang,
        [describe_step(transform, len(rows), len(rows))],
        [first, second],
        limits=limits_of("rewriting"),
        sources=[dict(source)],
        software=software_versions(),
        answers=rewriting_answers(counts),
        examples=choose_examples(rewriting_examples(drawn_rows(rows), transform.text_column)),
    )
    details = replace(DETAILS, changes=ChangeColumns(transform.text_column, ("rewriting",)))
    return Made(apply_edits(rows, "rewriting_edits", transform.text_column), report, figures=figures, details=details)


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
