"""The recipe of a balanced corpus: from texts to rows, excluded rows and a report."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any, NamedTuple

from datasets import Dataset, Features

from hf_genderfair.actors.transform import ActorMetrics
from hf_genderfair.balancing.corpus import Balance, kept_totals
from hf_genderfair.balancing.equilibrium import Method
from hf_genderfair.balancing.flags import AsymmetryFlags
from hf_genderfair.balancing.tables import ratio as ratio_of
from hf_genderfair.hub.audited import load_audited
from hf_genderfair.hub.folder import write_dataset
from hf_genderfair.hub.reading_problems import own_columns
from hf_genderfair.recipes.balance_recipe import DETAILS, WORDS, BalanceRecipe, CorpusFindings
from hf_genderfair.recipes.in_memory import carry_out
from hf_genderfair.report.figures import Figure
from hf_genderfair.report.report import Report


class BalancedCorpus(NamedTuple):
    """What `balanced` makes.

    Attributes:
        balance: The decision, with all columns.
        kept: The rows that stay, in the columns of the source.
        report: Steps, figures before and after, and limits.
        figures: Pictures by file name.
        pages: Text reports by file name.

    Example:
        >>> BalancedCorpus._fields[1]
        'kept'
    """

    balance: Balance
    kept: Dataset
    report: Report
    figures: dict[str, Figure]
    pages: dict[str, bytes]

    def ratios(self) -> tuple[float | None, float | None]:
        """Return the ratios of women to men, among actors and among mentions, of the rows that stay."""
        totals = kept_totals(self.balance.kept)
        return ratio_of(totals, 0), ratio_of(totals, 2)

    def write(self, folder: str | Path, license: str | None = None, overwrite: bool = False) -> Report:
        """Write the corpus with its report, pictures and card, and prove that the rows on disk are those chosen.

        Args:
            folder: Where to write.
            license: Licence of the texts, as the Hub spells it.
            overwrite: Replace a data set that stands there.

        Returns:
            The report with what ties it to the data.

        Raises:
            OutputError: The folder cannot be written.
            PublishError: The rows on disk are not those that were chosen.
        """
        report = write_dataset(
            folder,
            self.kept,
            self.report,
            self.balance.excluded,
            replace(DETAILS, license=license),
            overwrite,
            figures=self.figures,
            pages=self.pages,
        )
        load_audited(folder)
        return report


def balanced(
    rows: Dataset,
    metrics: ActorMetrics,
    *,
    flags: AsymmetryFlags | None = None,
    ratio: tuple[float, float] | float = (0.75, 1.25),
    by: str | None = None,
    report_by: str | None = None,
    words: bool = False,
    max_removed: float | None = None,
    force: bool = False,
    method: Method = "fewest",
    seed: int = 0,
    title: str | None = None,
    source: Mapping[str, Any] | None = None,
    num_proc: int | None = None,
) -> BalancedCorpus:
    """Annotate, flag, balance, report (Urchs 2025, section 4).

    Args:
        rows: The texts.
        metrics: The analysis of actors; rows that have its columns are not analysed again.
        flags: Texts with a reason from it are left out first; None balances alone.
        ratio: The range; see `balance`.
        by: Column of strata, each of which is balanced.
        report_by: Column by which the report divides its figures; that of the strata where it is None.
        words: Leave out as few words as possible rather than rows.
        max_removed: Greatest share that may be left out for balance.
        force: Come as near as possible where the range is out of reach.
        method: ``fewest`` or ``paper``.
        seed: Of the choice between rows with equal counts.
        title: Title of report and card; None takes one that names the source.
        source: Where the rows come from, for the report: ``id``, ``licence`` and the like.
        num_proc: Number of processes.

    Returns:
        The corpus.

    Raises:
        ColumnError: A column is missing, or stands where one is to be added.
        GenderfairError: The range is out of reach and nothing may be forced; the message has the nearest ratios.

    Example:
        >>> texts = ["Frau Merz lachte.", "Herr Harms lachte.", "Herr Kunz schlief."]
        >>> corpus = balanced(Dataset.from_dict({"text": texts}), ActorMetrics("de"))
        >>> len(corpus.kept), corpus.ratios()
        (2, (1.0, 1.0))
    """
    recipe = _WithAllColumns(metrics, flags, ratio, by, report_by, words, max_removed, force, method, seed)
    made, totals = carry_out(rows, recipe, "balanced", title, source, num_proc)
    findings: CorpusFindings = totals[0].decision.known
    assert isinstance(made.kept, Dataset)
    assert made.excluded is not None
    decision = replace(findings.balance, kept=made.kept, excluded=made.excluded)
    kept = made.kept.select_columns(own_columns(rows))
    return BalancedCorpus(decision, kept, made.report, dict(made.figures), dict(made.pages))


class _WithAllColumns(BalanceRecipe):
    """The same, in which the rows that stay keep what was found in them."""

    def kept_features(self, number: int, features: Features) -> Features:
        found = super().kept_features(0, features)
        return Features({name: kind for name, kind in found.items() if name != WORDS}) if number else found
