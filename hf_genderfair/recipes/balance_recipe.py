"""The recipe of a balanced corpus: from texts to rows, excluded rows and a report, in memory and over shards."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Annotated, Any

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc
from datasets import Dataset, Features, Value

from hf_genderfair.actors.columns import COUNT_COLUMNS, TEXT_COUNTS
from hf_genderfair.actors.findings import ActorFindings, actor_examples, actor_findings, quote_examples
from hf_genderfair.actors.tables import quantities_table
from hf_genderfair.actors.totals import count_actors
from hf_genderfair.actors.transform import ActorMetrics
from hf_genderfair.balancing.corpus import REASON, STEP, Balance, find_balance
from hf_genderfair.balancing.equilibrium import FLAGS, Method, word_costs
from hf_genderfair.balancing.equilibrium import ratio as ratio_of
from hf_genderfair.balancing.flags import AsymmetryFlags
from hf_genderfair.balancing.report import (
    BalanceFindings,
    Price,
    balance_findings,
    grouping_columns,
    price_of,
    with_fewest_words,
)
from hf_genderfair.balancing.solver import read_bounds
from hf_genderfair.core.batches import check_columns, refuse_columns
from hf_genderfair.core.errors import GenderfairError
from hf_genderfair.core.resources import require
from hf_genderfair.core.settings import Within, check_settings
from hf_genderfair.core.transform import Transform
from hf_genderfair.hub.card import CardDetails
from hf_genderfair.languages.chain import Chain
from hf_genderfair.recipes.made import AnyRows, Made, carry_out
from hf_genderfair.report.change_list import ChangeColumns
from hf_genderfair.report.report import Report, Step, Table, TextExample, describe_step
from hf_genderfair.report.sentences import limits_of
from hf_genderfair.scale.recipe import (
    LONGEST_TEXT,
    Decision,
    Finished,
    Parted,
    PassTotals,
    Place,
    Recipe,
    annotated,
    list_with_fields,
    null_columns,
)
from hf_genderfair.scale.rows import Rows

DETAILS = CardDetails(
    tags=("balanced", "fairness"),
    task_categories=("text-generation", "fill-mask"),
    uses="language models and studies that need texts in which women and men appear within a stated range.",
    template="balanced_texts.md.j2",
)

FLAG_REASON = "asymmetry_reason"
WORDS = "balance_words"
"""Number of words of a row, between the passes."""

READ_FIELDS = {
    "actors": ("gender", "gender_evidence", "group", "evidence", "predications", "sentiment"),
    "actor_words": ("actor", "pos", "lemma"),
}
"""The fields of what was found that figures are made of."""


@dataclass(frozen=True)
class BalanceRecipe(Recipe):
    """Makes a corpus with women and men in a given ratio over shards: actors and flags; then the balance.

    A run whose range is out of reach leaves nothing: where that may be, let a run of `ActorMetrics` go before.

    Attributes:
        metrics: The analysis of actors; rows that have its columns are not analysed again.
        flags: Texts with a reason from it are left out first; None balances alone.
        ratio: The range; see `balance`.
        by: Column of strata, each of which is balanced.
        report_by: Column by which the report divides its figures; that of the strata by default.
        words: Leave out as few words as possible, not rows.
        max_removed: Greatest share that may be left out for balance.
        force: Where the range is out of reach, come as near as possible.
        method: As few as possible (``fewest``), or the published procedure (``paper``).
        seed: Another seed gives another choice between rows with equal counts.
        longest: Most characters of a text that a pipeline reads; a run excludes rows with longer ones.

    Example:
        >>> from tempfile import TemporaryDirectory
        >>> from hf_genderfair import run
        >>> rows = Dataset.from_dict({"text": ["Frau Merz lachte.", "Herr Harms lachte.", "Herr Kunz schlief."]})
        >>> with TemporaryDirectory() as folder:
        ...     report = run(rows, BalanceRecipe(ActorMetrics("de")), f"{folder}/balanced", shards=2)
        >>> report.excluded
        {'corpus level: only men': 1}
    """

    metrics: ActorMetrics
    flags: AsymmetryFlags | None = None
    ratio: tuple[float, float] | float = (0.75, 1.25)
    by: str | None = None
    report_by: str | None = None
    words: bool = False
    max_removed: Annotated[float | None, Within(0, 1)] = None
    force: bool = False
    method: Method = "fewest"
    seed: Annotated[int, Within(0)] = 0
    longest: int | None = LONGEST_TEXT

    def __post_init__(self) -> None:
        """Check the options."""
        read_bounds(self.ratio)
        check_settings(self)

    def chain(self, column_names: Sequence[str]) -> Chain | None:
        """Return what annotates rows; None where nothing is to be added.

        Args:
            column_names: The columns of the rows.
        """
        missing: list[Transform] = [] if set(self.metrics.features()) <= set(column_names) else [self.metrics]
        if self.flags is not None:
            missing.append(self.flags)
        return Chain(*missing) if missing else None

    def _findings(self, rows: Dataset, found: Balance) -> tuple[ActorFindings, BalanceFindings, list[Table]]:
        """Return what the report says of all rows, of their balance, and of the rows that stay."""
        divided_by = self.report_by or self.by
        # where nothing was left out the figures would be those of all rows
        after = [_of_chosen(quantities_table(count_actors(found.kept)))] if len(found.excluded) else []
        return actor_findings(rows, divided_by), balance_findings(found, self._price(rows, found), divided_by), after

    def _price(self, rows: Dataset, found: Balance) -> Price:
        """Return what a balance of rows costs, and what it would cost in words."""
        words = WORDS if WORDS in rows.column_names else None
        price = price_of(found, words, grouping_columns(rows.features, self.by, self.report_by))
        if words is None or self.words or not len(found.excluded):
            return price
        return with_fewest_words(price, found, rows, words, self.by, self._excluded_by, self.max_removed)

    @property
    def _excluded_by(self) -> str | None:
        return None if self.flags is None else FLAG_REASON

    def _limits(self) -> dict[str, Any]:
        return {name: getattr(self, name) for name in ("max_removed", "force", "method", "seed")}

    @property
    def passes(self) -> int:
        """Number of passes: the second one divides the rows."""
        return 2

    def title(self, name: str) -> str:
        """Return the title of the report where none is asked for; see `Recipe`, as for all that follows."""
        of = f"Texts of {name}" if name else "Texts"
        return f"{of} balanced by the gender of those who appear in them"

    def kept_features(self, number: int, features: Features) -> Features:
        """Return the columns of actors and flags, and after the second pass those of the source."""
        require("scipy.optimize", "balance")
        found = self._annotated_features(features)
        if number:
            return features
        return Features({**found, WORDS: Value("int64")}) if self.metrics.text_column in found else found

    def excluded_features(self, features: Features) -> Features:
        """Return the columns of actors and flags, the step and the reason."""
        return Features({**self._annotated_features(features), STEP: Value("string"), REASON: Value("string")})

    def _annotated_features(self, features: Features) -> Features:
        chain = self.chain(list(features))
        if chain is not None:
            chain.check_columns(list(features))
            features = chain.output_features(features)
        text = [self.metrics.text_column] if self.words else []
        check_columns(features, [*filter(None, (self.by, self.report_by)), *text])
        refuse_columns(features, (STEP, REASON, WORDS))
        return features

    def analysing(self, number: int, column_names: Sequence[str]) -> Sequence[Transform]:
        """Return what finds actors, in the first pass."""
        chain = self.chain(column_names) if number == 0 else None
        return chain.links if chain else ()

    def apply(self, number: int, rows: pa.Table, place: Place, rank: int | None) -> Parted:
        """Annotate rows; then divide them as was decided."""
        if number == 0:
            chain = self.chain(rows.column_names)
            found = rows if chain is None else annotated(rows, chain, rank)
            if self.metrics.text_column in found.column_names:
                words = word_costs(found[self.metrics.text_column], self.metrics.text_column)
                found = found.append_column(WORDS, pa.array(words))
            return Parted.all_kept(found)
        assert place.decided is not None
        for column in (STEP, REASON):
            rows = rows.append_column(column, place.decided[column])
        stays = pc.is_null(rows[REASON])
        excluded = rows.filter(pc.invert(stays))
        return Parted(rows.filter(stays), excluded, pc.binary_join_element_wise(excluded[STEP], excluded[REASON], ": "))

    def depends_on(self, number: int) -> object:
        """Return what annotates rows; nothing where they are divided."""
        return None if number else (self.metrics, self.flags)

    def failed(self, number: int, row: pa.Table, reason: str, features: Features) -> pa.Table:
        """Return a row with the reason."""
        return null_columns(row, features, {STEP: "run", REASON: reason})

    def decision_features(self, number: int, features: Features) -> Features:
        """Return the columns of counts, strata, reasons and words after the first pass."""
        if number:
            return Features()
        found = self.kept_features(0, features)
        flags = (f"asymmetry_{flag}" for flag in FLAGS)
        strata = grouping_columns(found, self.by, self.report_by)
        read = (*READ_FIELDS, *COUNT_COLUMNS, *TEXT_COUNTS, *flags, FLAG_REASON, WORDS, *strata)
        names = dict.fromkeys(name for name in read if name in found)
        return Features({name: list_with_fields(found[name], READ_FIELDS.get(name, ())) for name in names})

    def decide(self, number: int, rows: Dataset, source_rows: int) -> Decision:
        """Find the rows that are to be left out.

        Raises:
            GenderfairError: The range is out of reach and nothing may be forced; the message has the nearest ratios.
        """
        place = "row of the pass"
        found = find_balance(
            rows.add_column(place, np.arange(len(rows))),
            self.ratio,
            by=self.by,
            exclude=self._excluded_by,
            words_column=WORDS if self.words else None,
            **self._limits(),
        )
        if not found.reached and not self.force:
            raise GenderfairError(out_of_reach(found))
        excluded = found.excluded.with_format("arrow")
        indices = np.full(len(rows), -1)
        indices[excluded[place][:].to_numpy()] = np.arange(len(excluded))
        chosen = pa.array(indices, mask=indices < 0)
        decided = pa.table({name: excluded[name][:].take(chosen) for name in (STEP, REASON)})
        return Decision(decided, known=self._findings(rows, found))

    def examples(self, number: int, kept: Dataset) -> list[TextExample]:
        """Return examples of persons and quotes, of which balancing may leave out some."""
        column = self.metrics.text_column
        if number or column not in kept.column_names:
            return []
        found = (*actor_examples(kept, column), *quote_examples(kept, column))
        return [replace(example, kind=f"{example.kind}, before balancing") for example in found]

    def finish(self, title: str, source: Rows, totals: Sequence[PassTotals]) -> Finished:
        """Report who appears in the source and in what stays of it, and what was left out."""
        before, decided, after = totals[0].decision.known
        rows = source.number
        steps = [describe_step(step, rows, rows) for step in (self.metrics, self.flags) if step is not None]
        parameters = {"ratio": self.ratio, "by": self.by, "words": self.words, **self._limits()}
        report = Report(
            title,
            self.metrics.lang,
            [*steps, Step("balance", "1", parameters, rows, totals[1].kept)],
            [*decided.tables, *(_of_all(table) for table in before.tables), *after],
            limits=limits_of("balance", "actors"),
            answers=[*decided.answers, *(f"Before: {answer}" for answer in before.answers)],
        )
        low, high = (round(100 * float(bound)) for bound in read_bounds(self.ratio))
        between = f"{low} to {high} women" if low < high else f"{low} women"
        summary = (
            f"A version of its source in which there are {between} to 100 men, among those who appear in the texts and "
            "in the places where they are mentioned, or as near to it as could be: the other rows were left out."
        )
        details = replace(DETAILS, summary=summary, changes=ChangeColumns(self.metrics.text_column))
        # what the balance shows of all rows is not shown again
        repeated = {"actor_article_shares.png"} if "balance_shares.png" in decided.figures else set()
        others = {name: figure for name, figure in before.figures.items() if name not in repeated}
        return Finished(report, details, decided.figures | others, before.pages)


def _of_all(table: Table) -> Table:
    """Return a table of all rows under a title that says so."""
    return replace(table, title=f"{table.title}, before balancing")


def _of_chosen(table: Table) -> Table:
    """Return a table of quantities as that of rows which were chosen for them, so that intervals mean nothing."""
    unknown = [place for place, name in enumerate(table.columns) if name in ("low", "high", "verdict")]
    rows = [[None if place in unknown else cell for place, cell in enumerate(row)] for row in table.rows]
    note = (
        "The share is that of female among female and male; texts are those with the quantity for either. There is no "
        "interval and no verdict, since the rows were chosen for their ratio."
    )
    return replace(
        table, name=f"{table.name}_after", title=f"{table.title}, in the rows that stay", rows=rows, note=note
    )


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
        "range, another column for by=, or pass force=True to come as near as possible; to try several without "
        "analysing the texts each time, run ActorMetrics first: rows that have its columns are not analysed again"
    )


def balance(
    rows: AnyRows,
    metrics: ActorMetrics,
    *,
    ratio: tuple[float, float] | float = (0.75, 1.25),
    by: str | None = None,
    report_by: str | None = None,
    flags: AsymmetryFlags | None = None,
    words: bool = False,
    max_removed: float | None = None,
    force: bool = False,
    method: Method = "fewest",
    seed: int = 0,
    title: str | None = None,
    source: Mapping[str, Any] | None = None,
    num_proc: int | None = None,
) -> Made:
    """Leave out texts until the ratio of women to men lies in a range, and report (Urchs 2025, section 4).

    The ratios of women to men, among actors and among their mentions, come to lie in a range, and as few texts, or
    words, as possible are left out. Texts without a person stay.

    Args:
        rows: The texts; of several splits each is balanced. A stream is read to its end.
        metrics: The analysis of actors; rows that have its columns are not analysed again.
        ratio: Lower and upper limit, as published (0.75, 1.25); or one number x for the range from 1/x to x. The
            published limits are not symmetric: the inverse of 0.75 is 1.33.
        by: Column of strata, each of which is balanced; dates are grouped by year.
        report_by: Column by which the report divides its figures; that of the strata where it is None.
        flags: Texts with a reason from it are left out first; None balances alone.
        words: Leave out as few words as possible rather than texts.
        max_removed: Greatest share of the texts, or words, of a stratum that may be left out for balance.
        force: Come as near as possible where the range is out of reach.
        method: ``fewest``, or ``paper`` for the procedure of the published program.
        seed: Of the choice between texts with equal counts.
        title: Title of report and card; None takes one that names the source.
        source: Where the rows come from, for the report: ``id``, ``licence`` and the like.
        num_proc: Number of processes.

    Returns:
        The texts that stay, in the columns of the source, those left out, with ``balance_reason``, and the report.

    Raises:
        ColumnError: A column is missing, or stands where one is to be added.
        GenderfairError: A setting is wrong; or the range is out of reach and nothing may be forced: the message has the
            nearest ratios.
        MissingDependencyError: scipy is not installed.

    Example:
        >>> texts = ["Frau Merz lachte.", "Herr Harms lachte.", "Herr Kunz schlief."]
        >>> balanced = balance(Dataset.from_dict({"text": texts}), ActorMetrics("de"))
        >>> len(balanced.kept), balanced.excluded["balance_reason"][:]
        (2, ['only men'])
    """
    recipe = BalanceRecipe(metrics, flags, ratio, by, report_by, words, max_removed, force, method, seed)
    return carry_out(rows, recipe, "balance", title, source, num_proc)
