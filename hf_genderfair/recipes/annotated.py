"""Data sets that one step makes of texts: with columns that transforms add, with edits, or rewritten to be fair."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from functools import partial
from typing import Any, NamedTuple

import pyarrow as pa
from datasets import Dataset, DatasetDict, Features, List, Value

from hf_genderfair import __version__
from hf_genderfair.actors.findings import actor_examples
from hf_genderfair.actors.transform import ActorMetrics
from hf_genderfair.core.batches import check_rows, read_batch
from hf_genderfair.core.errors import GenderfairError
from hf_genderfair.core.spans import EDIT_FEATURE, Edit, apply_edits, edits_of
from hf_genderfair.core.transform import Transform, annotate, in_format_of, map_batches, text_array
from hf_genderfair.hub.card import CardDetails
from hf_genderfair.languages.chain import Chain
from hf_genderfair.recipes.made import AnyRows, Made, by_split, carry_out, read_to_end
from hf_genderfair.report.change_list import ChangeColumns
from hf_genderfair.report.examples import choose_examples, drawn_rows, edited_example
from hf_genderfair.report.figures import FEWEST, Dot, Figure, dots_figure, draw_table, parts_figure
from hf_genderfair.report.report import Cell, Report, Step, Table, TextExample, describe_step, software_versions
from hf_genderfair.report.sentences import counted, kind_in_words, limits_of, percent, reason_in_words
from hf_genderfair.representation.references.transform import PersonReferences
from hf_genderfair.representation.report import reference_examples
from hf_genderfair.rewriting.report import count_rewritings, rewriting_answers, rewriting_examples, rewriting_tables
from hf_genderfair.rewriting.transform import REFUSAL, GenderFair
from hf_genderfair.scale.recipe import ChainRecipe
from hf_genderfair.stereotypes.report import stereotype_examples
from hf_genderfair.stereotypes.transform import Stereotypes

KINDS = {"edits": EDIT_FEATURE, "refusals": List(REFUSAL), "reason": Value("string")}
"""Columns that editing adds, as far as it says so much of a text."""


EXAMPLES: Mapping[type[Transform], Callable[[Dataset, str], Iterator[TextExample]]] = {
    ActorMetrics: actor_examples,
    PersonReferences: reference_examples,
    Stereotypes: stereotype_examples,
}
"""What shows a reader what a transform found."""


def annotated(rows: Dataset, chain: Chain, source: Mapping[str, Any], num_proc: int | None = None) -> Made:
    """Return texts with the columns of a chain."""
    made = carry_out(rows, ChainRecipe(chain, longest=None), "annotated", None, source, num_proc)
    assert isinstance(made.kept, Dataset)
    drawn = drawn_rows(made.kept)
    shown = [
        example
        for link in chain.links
        for kind, examples in EXAMPLES.items()
        if isinstance(link, kind)
        for example in examples(drawn, link.inputs()[0])
    ]
    return replace(made, report=replace(made.report, examples=choose_examples(shown)))


@dataclass(frozen=True)
class Editing:
    """A function that proposes edits of texts: its name, what it says of a text beside them, language and settings."""

    name: str
    proposed: type[NamedTuple]
    find: Callable[[list[str]], Iterable[Any]]
    lang: str
    settings: Mapping[str, Any]
    text_column: str = "text"

    def features(self) -> Features:
        """Return the columns that are added."""
        return Features({f"{self.name}_{field}": KINDS[field] for field in self.proposed._fields})

    def __call__(self, batch: Any, rank: int | None = None) -> pa.Table:
        """Return a batch with the columns that are added."""
        table = read_batch(batch, self.name)
        assert isinstance(table, pa.Table)
        texts = text_array(table[self.text_column], self.text_column).to_pylist()
        found = [proposed._asdict() for proposed in self.find([text or "" for text in texts])]
        for field, column in zip(self.proposed._fields, self.features().arrow_schema, strict=True):
            table = table.append_column(column, pa.array([plain(each[field]) for each in found], column.type))
        return table


NOTHING = "Nothing was changed."


def plain(value: Any) -> Any:
    """Return edits and refusals as rows of a column; all else as it is."""
    if not isinstance(value, list):
        return value
    return [each.to_dict() if isinstance(each, Edit) else each._asdict() for each in value]


def edited(rows: Dataset, editing: Editing, source: Mapping[str, Any], num_proc: int | None = None) -> Made:
    """Return texts with the edits of a function, and what can be undone by."""
    features = Features({**rows.features, **editing.features()})
    state = (editing.name, editing.lang, dict(editing.settings), __version__)
    read = rows.with_format("arrow")
    done = map_batches(read, editing, state, lambda: features, num_proc, features=features, desc=editing.name)
    done = in_format_of(rows, done)
    edits = [len(each) for each in done[f"{editing.name}_edits"]]
    texts = sum(map(bool, edits))
    share = f" ({percent(texts / len(edits))})" if texts else ""
    of_all = f"{texts:,} of {counted(len(edits), 'text')}{share}"
    report = Report(
        f"Texts of {source['id']}, {'edited' if texts else 'in which nothing was edited'}",
        editing.lang,
        [Step(editing.name, __version__, dict(editing.settings), len(rows), len(rows))],
        _refusals(done, editing),
        limits=limits_of("chain"),
        sources=[dict(source)],
        software=software_versions(),
        answers=[f"{counted(sum(edits), 'place was', 'places were')} changed, in {of_all}." if texts else NOTHING],
        examples=choose_examples(_examples(drawn_rows(done), editing)),
    )
    details = CardDetails(
        summary=f"Texts with the edits of `{editing.name}`, each of which can be undone.",
        uses="models and studies that compare the texts before and after.",
        changes=ChangeColumns(editing.text_column, (editing.name,)),
    )
    return Made(apply_edits(done, f"{editing.name}_edits", editing.text_column), report, details=details)


def _examples(rows: Dataset, editing: Editing) -> Iterator[TextExample]:
    """Yield examples of what is changed, from rows whose text is that before."""
    for row in rows:
        if edits := edits_of(row[f"{editing.name}_edits"]):
            reasons = dict.fromkeys(reason_in_words(edit.reason) for edit in edits if edit.reason)
            yield edited_example("Changed", row[editing.text_column], edits, "; ".join(reasons))


def _refusals(rows: Dataset, editing: Editing) -> list[Table]:
    """Return why words and texts stay as they are, as far as that is said."""
    reasons: Counter[str] = Counter()
    if "refusals" in editing.proposed._fields:
        reasons.update(each["reason"] for refused in rows[f"{editing.name}_refusals"] for each in refused)
    if "reason" in editing.proposed._fields:
        reasons.update(reason for reason in rows[f"{editing.name}_reason"] if reason is not None)
    counts: list[list[Cell]] = [[reason_in_words(reason), number] for reason, number in reasons.most_common()]
    return [Table("refusals", "Why words and texts stay", ["reason", "number"], counts)] if counts else []


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
    done = "rewritten to be fair to all genders" if counts.under("edit") else "in which no word was rewritten"
    report = Report(
        title or f"Texts{f' of {name}' if name else ''}, {done}",
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
