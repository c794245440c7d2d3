"""The pipeline of Görge et al. 2025 for one attribute: words, representation, stereotypes, counterfactuals, report."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any, NamedTuple

from datasets import Dataset, Features, Value

from hf_genderfair.core.batches import check_rows
from hf_genderfair.core.keep import Keep
from hf_genderfair.core.target import Target
from hf_genderfair.core.transform import INNER_BATCH, annotate
from hf_genderfair.counterfactual.examples import counterfactual_examples
from hf_genderfair.counterfactual.plan import CounterfactualPlan
from hf_genderfair.counterfactual.transform import Counterfactual
from hf_genderfair.counterfactual.twins import Sided, apply_counterfactuals
from hf_genderfair.hub.folder import write_dataset
from hf_genderfair.languages.chain import Chain
from hf_genderfair.recipes.debias_recipe import (
    EMPTY,
    REASON,
    DebiasFindings,
    DebiasRecipe,
    check_taken,
    empty_reasons,
    flagged_pages,
)
from hf_genderfair.report.examples import choose_examples, drawn_rows
from hf_genderfair.report.figures import Figure
from hf_genderfair.report.report import Report
from hf_genderfair.stereotypes.examples import stereotype_examples
from hf_genderfair.stereotypes.flagged import flagged_sentences
from hf_genderfair.stereotypes.removal import remove_stereotypes as stereotypes_removed
from hf_genderfair.stereotypes.tables import count_stereotypes
from hf_genderfair.stereotypes.transform import Stereotypes


class Debiased(NamedTuple):
    """What `debias` made.

    Attributes:
        kept: The rows with their new text. Group words are those of this text; the columns of `Counterfactual` point
            into the text before sentences were swapped, those of `Stereotypes` into the one given.
        excluded: Rows of which nothing was left, with the ``reason``; `undo_edits` restores them.
        plan: Which sentences were swapped.
        report: What was done and what came of it.
        figures: Pictures by file name; none where matplotlib is not installed.
        flagged: The sentences that `Stereotypes` marks, with their text and the number of their row.
        recipe: What was done.

    Example:
        >>> Debiased._fields
        ('kept', 'excluded', 'plan', 'report', 'figures', 'flagged', 'recipe')
    """

    kept: Dataset
    excluded: Dataset
    plan: CounterfactualPlan
    report: Report
    figures: dict[str, Figure]
    flagged: list[dict[str, Any]]
    recipe: DebiasRecipe

    def write(
        self, folder: str | Path, license: str | None = None, overwrite: bool = False, evidence: bool = False
    ) -> Report:
        """Write the texts as a data set with report, card and the flagged sentences; see `write_dataset`.

        Args:
            folder: Where to write.
            license: Licence of the texts, as the Hub spells it.
            overwrite: Replace a data set that stands there.
            evidence: Keep what was removed; see `DebiasRecipe`.

        Returns:
            The report with what ties it to the data.

        Raises:
            OutputError: The folder cannot be written, or nothing is left of any row.
        """
        recipe = replace(self.recipe, evidence=evidence)
        kept, excluded = self.kept.remove_columns(recipe.hidden), self.excluded.remove_columns(recipe.hidden)
        details = replace(recipe.details, license=license)
        pages = flagged_pages(self.flagged) if recipe.lists_flagged else {}
        return write_dataset(folder, kept, self.report, excluded, details, overwrite, figures=self.figures, pages=pages)


def debias(
    dataset: Dataset,
    counterfactual: Counterfactual | None = None,
    stereotypes: Stereotypes | None = None,
    *,
    sided: Sided = "one",
    target: Target = "uniform",
    remove_stereotypes: bool = False,
    show: bool = False,
    title: str | None = None,
    source: Mapping[str, Any] | None = None,
    num_proc: int | None = None,
) -> Debiased:
    """Find group words, flag strong stereotypes, swap sentences until the groups are even, and report.

    A sentence that is flagged, or that names somebody, stays as it is.

    Args:
        dataset: Rows with text; columns of group words that are there are replaced.
        counterfactual: How sentences are swapped; by default English words of women and men, grammar-aware. Without a
            ``source`` it is the group with most words.
        stereotypes: How stereotypes are found; by default those of the same attribute.
        sided: See `apply_counterfactuals`.
        target: See `plan_counterfactuals`; the base method swaps with a probability of .5 instead.
        remove_stereotypes: Remove the sentences that are flagged; see `DebiasRecipe`.
        show: Show examples of them in the report as they are, not with their letters masked.
        title: Title of the report; None takes one that names the source.
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
    proposed = Counterfactual() if counterfactual is None else counterfactual
    recipe = DebiasRecipe(proposed, stereotypes, sided, target, remove_stereotypes, show)
    check_taken(dataset.column_names)
    finder, column = recipe.finder, recipe.text_column
    rows = annotate(dataset, Chain(finder, recipe.examiner), num_proc)
    before = recipe.count(rows)
    marked = flagged_sentences(rows.data.table, column)
    examined = stereotypes_removed(rows, column) if remove_stereotypes else rows
    left, excluded = _without_empty(examined, column)
    proposer = recipe.proposer(recipe.majority(before))
    left = annotate(annotate(left, finder, num_proc), proposer, num_proc)
    plan = recipe.plan(left)
    kept = annotate(apply_counterfactuals(left, plan, sided, column), finder, num_proc)
    flagged = [one for row in marked for one in row]
    found = DebiasFindings(before, count_stereotypes(rows), proposer, plan, recipe.count(kept), flagged)
    emptied = {EMPTY: len(excluded)} if len(excluded) else {}
    title = title or recipe.title((source or {}).get("id", ""))
    report = recipe.report(found, title, source, len(dataset), len(kept), emptied)
    # what was left out has no text any more, and cannot be shown
    stated = stereotype_examples(drawn_rows(examined), column, show)
    examples = choose_examples([*stated, *counterfactual_examples(drawn_rows(kept), column)])
    report, figures = recipe.draw(replace(report, examples=examples), found)
    return Debiased(kept, excluded, plan, report, figures, flagged, recipe)


def _without_empty(rows: Dataset, column: str) -> tuple[Dataset, Dataset]:
    """Divide rows into those with text and those of which removed sentences left nothing."""
    features = Features({**rows.features, REASON: Value("string")})
    if "stereotypes_leave_empty" not in rows.column_names:
        return rows, Dataset.from_dict({name: [] for name in features}, features)
    marked = rows.map(
        empty_reasons, batched=True, batch_size=INNER_BATCH, features=features, fn_kwargs={"column": column}
    )
    kept, excluded = Keep(REASON).split(marked.with_format(None))
    return kept.remove_columns(REASON), excluded
