"""The pipeline of Görge et al. 2025 for one attribute: words, representation, stereotypes, counterfactuals, report."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any, NamedTuple

from datasets import Dataset

from hf_genderfair.core.target import Target
from hf_genderfair.counterfactual.plan import CounterfactualPlan
from hf_genderfair.counterfactual.transform import Counterfactual
from hf_genderfair.counterfactual.twins import Sided
from hf_genderfair.hub.folder import write_dataset
from hf_genderfair.recipes.debias_recipe import DebiasRecipe, flagged_pages
from hf_genderfair.recipes.in_memory import carry_out
from hf_genderfair.report.figures import Figure
from hf_genderfair.report.report import Report
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
    proposed = Counterfactual() if counterfactual is None else counterfactual
    recipe = DebiasRecipe(proposed, stereotypes, sided, target, remove_stereotypes, show)
    # what was removed can be put back until the rows are written
    made, totals = carry_out(dataset, replace(recipe, evidence=True), "debias", title, source, num_proc)
    _, flagged = totals[0].decision.known
    kept, excluded = made.kept, made.excluded
    assert isinstance(kept, Dataset)
    assert excluded is not None
    return Debiased(kept, excluded, totals[1].decision.known, made.report, dict(made.figures), flagged, recipe)
