"""A data set whose texts are rewritten to be fair to all genders, with its report."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import replace
from functools import partial
from typing import Any

from datasets import Dataset, DatasetDict

from hf_genderfair.core.batches import check_rows
from hf_genderfair.core.errors import GenderfairError
from hf_genderfair.core.spans import apply_edits
from hf_genderfair.core.transform import annotate
from hf_genderfair.hub.card import CardDetails
from hf_genderfair.recipes.in_memory import AnyRows, by_split, read_to_end
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


def rewrite(
    rows: AnyRows,
    transform: GenderFair,
    *,
    title: str | None = None,
    source: Mapping[str, Any] | None = None,
    num_proc: int | None = None,
) -> Made:
    """Rewrite texts so that they are fair to all genders, and report.

    Args:
        rows: Texts. A stream is read to its end: ``apply_edits(annotate(stream, transform), "rewriting_edits")`` gives
            another, without a report.
        transform: How texts are rewritten.
        title: Title of the report; None takes one that names the source.
        source: Where the rows come from, for the report: ``id``, ``licence`` and the like.
        num_proc: Number of processes.

    Returns:
        The rewritten texts, with every edit and refusal, and the report; nothing is left out.

    Raises:
        ColumnError: The text is missing or not text, or a column that is to be added exists already.
        GenderfairError: The transform is another one.

    Example:
        >>> rows = Dataset.from_dict({"text": ["Jeder Lehrer lacht."]})
        >>> fair = rewrite(rows, GenderFair("de"))
        >>> fair.kept["text"][:], fair.edits["replacement"][:]
        (['Jede*r Lehrer*in lacht.'], ['Jede*r', 'Lehrer*in'])
    """
    if not isinstance(transform, GenderFair):
        raise GenderfairError("rewrite takes a data set and how to rewrite it, as in rewrite(rows, GenderFair('de'))")
    rows = read_to_end(rows)
    if isinstance(rows, DatasetDict) and rows:
        options: dict[str, Any] = {"title": title, "source": source, "num_proc": num_proc}
        return by_split(rows, lambda _, part: rewrite(part, transform, **options))
    check_rows(rows, "rewrite", streams=False)
    assert isinstance(rows, Dataset)
    rows = annotate(rows, transform, num_proc)
    counts = count_rewritings(rows)
    first, second = rewriting_tables(counts)
    _, figures = draw_table(first, "rewritten_words.png", partial(_draw, first))
    if not figures:
        second, figures = draw_table(second, "words.png", partial(_draw_words, first, second))
    name = (source or {}).get("id")
    report = Report(
        title or f"Texts{f' of {name}' if name else ''} rewritten to be fair to all genders",
        transform.lang,
        [describe_step(transform, len(rows), len(rows))],
        [first, second],
        limits=limits_of("rewriting"),
        sources=[dict(source)] if source else [],
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
