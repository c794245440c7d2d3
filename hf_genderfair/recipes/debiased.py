"""The pipeline of Görge et al. 2025 for one attribute: words, representation, stereotypes, counterfactuals, report."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any, NamedTuple

from datasets import Dataset, Features, Value

from hf_genderfair.core.batches import check_rows
from hf_genderfair.core.counts import share
from hf_genderfair.core.errors import GenderfairError
from hf_genderfair.core.keep import Keep
from hf_genderfair.core.target import Target
from hf_genderfair.core.transform import INNER_BATCH, annotate
from hf_genderfair.counterfactual.plan import CounterfactualPlan, plan_counterfactuals
from hf_genderfair.counterfactual.tables import COUNTERFACTUAL_LIMITS, plan_table, reasons_table
from hf_genderfair.counterfactual.transform import Counterfactual
from hf_genderfair.counterfactual.twins import Sided, apply_counterfactuals
from hf_genderfair.hub.card import CardDetails
from hf_genderfair.hub.folder import write_dataset
from hf_genderfair.languages.chain import Chain
from hf_genderfair.report.report import Cell, Report, Step, Table
from hf_genderfair.report.steps import describe_step, software_versions
from hf_genderfair.representation.demographic import GroupCounts, count_groups
from hf_genderfair.representation.group_words import GroupWords
from hf_genderfair.representation.resampling import estimate_representation
from hf_genderfair.stereotypes.removal import remove_stereotypes
from hf_genderfair.stereotypes.tables import STEREOTYPE_LIMITS, count_stereotypes, stereotype_tables
from hf_genderfair.stereotypes.transform import Stereotypes

BASE_PROBABILITY = 0.5
"""With which the paper's base method swaps a sentence."""

EMPTY = "left empty"

EVIDENCE = ["stereotypes", "stereotype_edits"]
"""Columns that hold what was removed."""

SUMMARY = (
    "Texts in which sentences with strong stereotypes were removed, and words of one group were exchanged for those of "
    "another, until the groups are named equally often. Swapped words can be put back; removed sentences are counted "
    "in the report, and are in the data only where that was asked for."
)


class Debiased(NamedTuple):
    """What `debias` made.

    Attributes:
        kept: The rows with their new text. Group words are those of this text; the columns of `Counterfactual` point
            into the text before sentences were swapped, those of `Stereotypes` into the one given.
        excluded: Rows of which nothing was left, with the ``reason``; `undo_edits` restores them.
        plan: Which sentences were swapped.
        report: What was done and what came of it.

    Example:
        >>> Debiased._fields
        ('kept', 'excluded', 'plan', 'report')
    """

    kept: Dataset
    excluded: Dataset
    plan: CounterfactualPlan
    report: Report

    def write(
        self, folder: str | Path, license: str | None = None, overwrite: bool = False, evidence: bool = False
    ) -> Report:
        """Write the texts as a data set with report and card; see `write_dataset`.

        Args:
            folder: Where to write.
            license: Licence of the texts, as the Hub spells it.
            overwrite: Replace a data set that stands there.
            evidence: Keep what was removed, in the columns ``stereotypes`` and ``stereotype_edits``.

        Returns:
            The report with what ties it to the data.

        Raises:
            OutputError: The folder cannot be written, or nothing is left of any row.
        """
        kept, excluded = self.kept, self.excluded
        if not evidence:
            kept, excluded = kept.remove_columns(EVIDENCE), excluded.remove_columns(EVIDENCE)
        details = CardDetails(license, tags=("counterfactual",), summary=SUMMARY, template="audited_texts.md.j2")
        return write_dataset(folder, kept, self.report, excluded, details, overwrite)


def debias(
    dataset: Dataset,
    counterfactual: Counterfactual | None = None,
    stereotypes: Stereotypes | None = None,
    *,
    sided: Sided = "one",
    target: Target = "uniform",
    title: str | None = None,
    source: Mapping[str, Any] | None = None,
    num_proc: int | None = None,
) -> Debiased:
    """Find group words, remove strong stereotypes, swap sentences until the groups are even, and report.

    Args:
        dataset: Rows with text; columns of group words that are there are replaced.
        counterfactual: How sentences are swapped; by default English words of women and men, grammar-aware. Without a
            ``source`` it is the group with most words.
        stereotypes: How stereotypes are found; by default those of the same attribute.
        sided: See `apply_counterfactuals`.
        target: See `plan_counterfactuals`; the base method swaps with a probability of .5 instead.
        title: Title of the report.
        source: Where the rows come from, for the report: ``id``, ``licence`` and the like.
        num_proc: Number of processes.

    Returns:
        The rows, those left empty, the plan and the report with the rows of the paper's Tables 7 and 8.

    Raises:
        GenderfairError: The attribute's words are not those of a list.

    Example:
        >>> rows = Dataset.from_dict({"text": ["He forgot his hat.", "The boy slept.", "She sang."]})
        >>> debiased = debias(rows)
        >>> sum("She" in text or "girl" in text for text in debiased.kept["text"])
        2
    """
    check_rows(dataset, "debias", streams=False)
    _check(counterfactual, stereotypes)
    counterfactual = counterfactual or Counterfactual()
    words = counterfactual.words()
    if words is None:
        raise GenderfairError(
            f"there is no list of words for {counterfactual.lang!r} to count representation with: give Counterfactual "
            "a WordList of yours as attribute, with method='base', or use 'en'"
        )
    column = counterfactual.text_column
    groups = tuple(words.groups)
    finder = GroupWords(words, column, overwrite=True)
    examiner = stereotypes or Stereotypes(counterfactual.lang, words.attribute, text_column=column)
    examiner = replace(examiner, overwrite=True)
    rows = annotate(dataset, Chain(finder, examiner), num_proc)
    before = count_groups(rows, words.attribute, groups)
    found = count_stereotypes(rows)
    left, excluded = _without_empty(remove_stereotypes(rows, column), column)
    left = annotate(left, finder, num_proc)
    majority = max(groups, key=lambda group: before.total()[group])
    proposer = replace(counterfactual, source=counterfactual.source or majority, overwrite=True)
    probability = BASE_PROBABILITY if proposer.method == "base" else None
    left = annotate(left, proposer, num_proc)
    plan = plan_counterfactuals(left, groups, target=target, probability=probability)
    kept = annotate(apply_counterfactuals(left, plan, sided, column), finder, num_proc)
    after = count_groups(kept, words.attribute, groups)
    steps = [describe_step(step, len(dataset), len(dataset)) for step in (finder, examiner, proposer)]
    steps.append(Step("apply_counterfactuals", Counterfactual.version, {"sided": sided}, len(dataset), len(kept)))
    report = Report(
        title or f"Texts debiased for {words.attribute}",
        counterfactual.lang,
        steps,
        [
            _overview(proposer, plan, before, after, found["remove",], target),
            _occurrences(before, after),
            plan_table(plan),
            reasons_table(plan),
            *stereotype_tables(found),
        ],
        excluded={EMPTY: len(excluded)} if len(excluded) else {},
        limits=[*COUNTERFACTUAL_LIMITS, *STEREOTYPE_LIMITS],
        sources=[dict(source)] if source else [],
        software=software_versions(),
    )
    return Debiased(kept, excluded, plan, report)


def _check(counterfactual: object, stereotypes: object) -> None:
    for name, given, kind in (
        ("counterfactual", counterfactual, Counterfactual),
        ("stereotypes", stereotypes, Stereotypes),
    ):
        if given is not None and not isinstance(given, kind):
            example = f"{kind.__name__}('en')"
            raise GenderfairError(f"{name}={given!r} says nothing of how to do it: give {kind.__name__}, as {example}")


def _without_empty(rows: Dataset, column: str) -> tuple[Dataset, Dataset]:
    """Divide rows into those with text and those of which removed sentences left nothing."""
    features = Features({**rows.features, "reason": Value("string")})
    marked = rows.map(
        _mark_empty, batched=True, batch_size=INNER_BATCH, features=features, fn_kwargs={"column": column}
    )
    kept, excluded = Keep("reason").split(marked.with_format(None))
    return kept.remove_columns("reason"), excluded


def _mark_empty(batch: Mapping[str, Any], column: str) -> dict[str, list[str | None]]:
    emptied = zip(batch["stereotypes_leave_empty"], batch[column], strict=True)
    return {"reason": [EMPTY if empty and not (text or "").strip() else None for empty, text in emptied]}


def _overview(
    proposer: Counterfactual,
    plan: CounterfactualPlan,
    before: GroupCounts,
    after: GroupCounts,
    removed: int,
    target: Target,
) -> Table:
    """Return the rows of the paper's Tables 7 and 8."""
    words = proposer.words()
    assert words is not None
    first, last = (estimate_representation(counts, target) for counts in (before, after))
    was, now = first.representation.value, last.representation.value
    relevant = before.relevant_sentences or 0
    swapped = share(plan.swapped, relevant)
    lengths = ", ".join(f"{group}: {len(listed)}" for group, listed in words.groups.items())
    rows: list[list[Cell]] = [
        ["method", proposer.method, None, None, None],
        ["words listed", lengths, None, None, None],
        ["relevant sentences", relevant, None, None, before.sentences],
        ["stereotypes removed", removed, None, None, relevant],
        ["sentences swapped", plan.swapped, None, None, relevant],
        ["share of relevant sentences", swapped.value, swapped.low, swapped.high, relevant],
        ["DR before", was, first.low, first.high, sum(before.total().values())],
        ["DR after", now, last.low, last.high, sum(after.total().values())],
        ["reduction of DR", None if not was or now is None else 1 - now / was, None, None, None],
    ]
    note = (
        "Rows of Tables 7 and 8 of Görge et al. 2025. DR: distance of the shares from their target, n in words; "
        "a bootstrap interval over texts from 30 relevant texts on, a Wilson interval for shares."
    )
    columns = ["what", "value", "low", "high", "n"]
    return Table("debiasing", f"Debiasing for {words.attribute}", columns, rows, note)


def _occurrences(before: GroupCounts, after: GroupCounts) -> Table:
    rows: list[list[Cell]] = [[group, before.total()[group], after.total()[group]] for group in before.total()]
    return Table("group_words", "Group words before and after", ["group", "before", "after"], rows)
