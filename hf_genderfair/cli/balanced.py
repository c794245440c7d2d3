"""The recipe of a balanced corpus: from texts to rows, excluded rows and a report."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, NamedTuple

from datasets import Dataset

from hf_genderfair.actor_auditing import ACTOR_LIMITS, actor_findings
from hf_genderfair.actors.tables import quantities_table
from hf_genderfair.actors.totals import count_actors
from hf_genderfair.actors.transform import ActorMetrics
from hf_genderfair.balancing.corpus import Balance, balance, kept_totals
from hf_genderfair.balancing.findings import BALANCE_LIMITS, balance_findings
from hf_genderfair.balancing.flags import AsymmetryFlags
from hf_genderfair.balancing.tables import ratio as ratio_of
from hf_genderfair.core.errors import GenderfairError, OutputError
from hf_genderfair.core.transform import Transform, annotate
from hf_genderfair.hub.audited import load_audited
from hf_genderfair.hub.card import CardDetails
from hf_genderfair.hub.folder import write_dataset
from hf_genderfair.hub.lines import PROBLEM
from hf_genderfair.languages.chain import Chain
from hf_genderfair.report.figures import Figure
from hf_genderfair.report.render import render_html
from hf_genderfair.report.report import Report, Step, Table
from hf_genderfair.report.steps import describe_step, software_versions

SUMMARY = (
    "A version of its source in which women and men are equally present: rows were left out until the ratio of female "
    "to male actors, and that of their mentions, lay in the range below. Actors, their gender as the text marks it, "
    "and their mentions were found by a program (Urchs et al. 2025)."
)


class BalancedCorpus(NamedTuple):
    """What the recipe makes.

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


@dataclass(frozen=True)
class BalanceRecipe:
    """Annotate, flag, balance, report (Urchs 2025, section 4).

    Attributes:
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
        title: Title of report and card.
        num_proc: Number of processes.

    Example:
        >>> BalanceRecipe(ActorMetrics("de")).ratio
        (0.75, 1.25)
    """

    metrics: ActorMetrics
    flags: AsymmetryFlags | None = None
    ratio: tuple[float, float] | float = (0.75, 1.25)
    by: str | None = None
    report_by: str | None = None
    words: bool = False
    max_removed: float | None = None
    force: bool = False
    method: Any = "fewest"
    seed: int = 0
    title: str | None = None
    num_proc: int | None = None

    def build(self, rows: Dataset, source: Mapping[str, Any]) -> BalancedCorpus:
        """Balance texts.

        Args:
            rows: The texts.
            source: Where they come from, for the report.

        Returns:
            The corpus.

        Raises:
            ColumnError: A column is missing, or stands where one is to be added.
            GenderfairError: The range is out of reach and nothing may be forced; the message has the nearest ratios.
        """
        steps = [describe_step(self.metrics, len(rows), len(rows))]
        missing: list[Transform] = []
        if not set(self.metrics.features()) <= set(rows.column_names):
            missing.append(self.metrics)
        if self.flags is not None:
            missing.append(self.flags)
            steps.append(describe_step(self.flags, len(rows), len(rows)))
        annotated = annotate(rows, Chain(*missing), self.num_proc) if missing else rows
        balanced = balance(
            annotated,
            self.ratio,
            by=self.by,
            exclude=None if self.flags is None else "asymmetry_reason",
            words_column=self.metrics.text_column if self.words else None,
            max_removed=self.max_removed,
            force=self.force,
            method=self.method,
            seed=self.seed,
        )
        if not balanced.reached and not self.force:
            raise GenderfairError(out_of_reach(balanced))
        steps.append(self._step(len(rows), len(balanced.kept)))
        return self._described(annotated, balanced, _own_columns(rows), steps, source)

    def _step(self, rows_in: int, rows_out: int) -> Step:
        names = ("ratio", "by", "words", "max_removed", "force", "method", "seed")
        return Step("balance", "1", {name: getattr(self, name) for name in names}, rows_in, rows_out)

    def _described(
        self, annotated: Dataset, balance: Balance, columns: list[str], steps: list[Step], source: Mapping[str, Any]
    ) -> BalancedCorpus:
        by = self.report_by or self.by
        before, found = actor_findings(annotated, by), balance_findings(balance, by)
        after = _renamed(quantities_table(count_actors(balance.kept)))
        report = Report(
            self.title or "A corpus balanced by gender",
            self.metrics.lang,
            steps,
            [*found.tables, *before.tables, after],
            excluded=found.excluded,
            limits=[*BALANCE_LIMITS, *ACTOR_LIMITS],
            sources=[dict(source)],
            software=software_versions(),
        )
        kept = balance.kept.select_columns(columns)
        return BalancedCorpus(balance, kept, report, found.figures | before.figures, before.pages)


def _own_columns(rows: Dataset) -> list[str]:
    """Return the columns of the source: without what reading it added where every row could be read."""
    clean = PROBLEM in rows.column_names and not any(rows.unique(PROBLEM))
    return [name for name in rows.column_names if not (clean and name == PROBLEM)]


def _renamed(table: Table) -> Table:
    return replace(table, name=f"{table.name}_after", title=f"{table.title}, in the rows that were kept")


def out_of_reach(balance: Balance) -> str:
    """Say that a range cannot be reached, where, and how near one comes."""
    missed = [each for each in balance.strata if each.verdict not in ("in range", "reached", "nobody")]
    if not missed:
        return "the range cannot be reached: no text has a female or male actor"
    described = []
    for each in missed[:5]:
        actors, mentions = (ratio_of(each.nearest, women) for women in (0, 2))
        nearest = ", ".join(f"{'none' if value is None else f'{value:.3f}'}" for value in (actors, mentions))
        described.append(f"{each.name}: {each.verdict}; nearest ratios of actors and mentions {nearest}")
    more = f"; and {len(missed) - 5} more" if len(missed) > 5 else ""
    return (
        f"the range cannot be reached ({'; '.join(described)}{more}): nothing was left out or written; choose a wider "
        "range, another column for --by, or --force to come as near as possible"
    )


def write_balanced(out: Path, corpus: BalancedCorpus, text_column: str, license: str | None, overwrite: bool) -> Report:
    """Write a balanced corpus, and prove its ratios on the rows that lie on disk.

    Args:
        out: Folder.
        corpus: What the recipe made.
        text_column: Column of text.
        license: Licence of the texts.
        overwrite: Replace a data set that stands there.

    Returns:
        The report with what ties it to the data.

    Raises:
        OutputError: The folder cannot be written, or its rows are not those that were chosen.
    """
    details = CardDetails(license, summary=SUMMARY, template="audited_texts.md.j2")

    def pages(report: Report) -> dict[str, bytes]:
        pictures = {name: figure.png for name, figure in corpus.figures.items()}
        page = render_html(report, *corpus.figures.values()).encode()
        return {"report.html": page, **pictures, **corpus.pages}

    excluded = corpus.balance.excluded if len(corpus.balance.excluded) else None
    report = write_dataset(out, corpus.kept, corpus.report, excluded, details, overwrite, pages=pages)
    written = load_audited(out).dataset
    if written[text_column][:] != corpus.balance.kept[text_column][:]:
        raise OutputError(f"the rows in {out} are not those that were chosen: write the corpus again")
    return report


def written_ratios(corpus: BalancedCorpus) -> tuple[float | None, float | None]:
    """Return the ratios of women to men, among actors and among mentions, of the rows that were kept."""
    totals = kept_totals(corpus.balance.kept)
    return ratio_of(totals, 0), ratio_of(totals, 2)
