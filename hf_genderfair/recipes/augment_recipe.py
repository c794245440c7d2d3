"""The recipe of counterfactual texts: sentences about one group swapped until the groups are even."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Annotated, Any

import pyarrow as pa
from datasets import Dataset, DatasetDict, Features, IterableDatasetDict

from hf_genderfair.core.errors import GenderfairError
from hf_genderfair.core.settings import Within, check_settings
from hf_genderfair.core.transform import Transform
from hf_genderfair.counterfactual.plan import (
    COLUMN,
    SENTENCE_FIELDS,
    CounterfactualPlan,
    check_probability,
    plan_counterfactuals,
    read_plan,
)
from hf_genderfair.counterfactual.report import counterfactual_examples, draw_plan, plan_answers, plan_tables
from hf_genderfair.counterfactual.transform import Counterfactual
from hf_genderfair.counterfactual.twins import Sided, split_twins, swap_table, swapped_features
from hf_genderfair.hub.card import CardDetails
from hf_genderfair.languages.chain import Chain
from hf_genderfair.recipes.made import AnyRows, Made, carry_out
from hf_genderfair.report.change_list import ChangeColumns
from hf_genderfair.report.report import Report, Step, TextExample, describe_step
from hf_genderfair.report.sentences import counted, limits_of, percent
from hf_genderfair.representation.group_words import GroupWords
from hf_genderfair.representation.report import group_name
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
)
from hf_genderfair.scale.rows import Rows

DETAILS = CardDetails(
    tags=("counterfactual", "fairness"),
    task_categories=("text-generation", "fill-mask"),
    uses="language models that are to see the groups named more evenly.",
    template="debiased_texts.md.j2",
)


@dataclass(frozen=True)
class AugmentRecipe(Recipe):
    """Swaps sentences about one group for sentences about another until the groups are even, over shards.

    Rows cannot be divided into splits over shards; `split_twins` divides those of a run.

    Attributes:
        proposer: What proposes the swapped sentences.
        probability: Swap sentences with it, not as many as make groups even.
        fewest: Swap sentences with many of the words first.
        sided: Swapped sentences in place (``one``), or twins of rows beside them (``two``).
        longest: Most characters of a text that a pipeline reads; a run excludes rows with longer ones.

    Example:
        >>> from tempfile import TemporaryDirectory
        >>> from hf_genderfair import load_audited, run
        >>> rows = Dataset.from_dict({"text": ["My uncle is here.", "A king waits."]})
        >>> with TemporaryDirectory() as folder:
        ...     report = run(rows, AugmentRecipe(Counterfactual("en")), f"{folder}/swapped", shards=2)
        ...     load_audited(f"{folder}/swapped").dataset["text"][:]
        ['My aunt is here.', 'A king waits.']
    """

    proposer: Counterfactual
    probability: Annotated[float | None, Within(0, 1)] = None
    fewest: bool = False
    sided: Sided = "one"
    longest: int | None = LONGEST_TEXT

    def __post_init__(self) -> None:
        """Check the options."""
        check_settings(self)
        check_probability(self.probability, self.fewest)

    @property
    def chain(self) -> Chain:
        """What annotates rows: group words, where they are those of a list, and the proposer."""
        words = self.proposer.words()
        finder = [] if words is None else [GroupWords(words, self.proposer.text_column)]
        return Chain(*finder, self.proposer)

    @property
    def hidden(self) -> list[str]:
        """The columns of group words: they are those of the text as it was, and no part of the result."""
        finders: tuple[Transform, ...] = self.chain.links[:-1]
        return sorted(name for finder in finders for name in finder.features())

    @property
    def details(self) -> CardDetails:
        """What the card says beyond the report."""
        chosen = "as many as bring the groups nearer to even" if self.probability is None else "drawn at random"
        swapped = f"sentences about one group, {chosen}, became sentences about another, with every edit"
        rows = "Texts in which" if self.sided == "one" else "Texts, and after each one its twin in which"
        changes = ChangeColumns(self.proposer.text_column, ("counterfactual",))
        return replace(DETAILS, summary=f"{rows} {swapped}, by which it can be undone.", changes=changes)

    @property
    def passes(self) -> int:
        """Number of passes: sentences are proposed, and those of the plan swapped."""
        return 2

    def title(self, name: str) -> str:
        """Return the title of the report where none is asked for; see `Recipe`, as for all that follows."""
        attribute = self.proposer.attribute
        named = attribute if isinstance(attribute, str) else attribute.attribute
        of = f"Texts of {name}" if name else "Texts"
        return f"{of} with sentences swapped between groups of {named}"

    def kept_features(self, number: int, features: Features) -> Features:
        """Return the columns of proposals, then those of swaps."""
        self.chain.check_columns(list(features))
        found = self.chain.output_features(features)
        if number:
            found = swapped_features(found, self.sided)
        hidden = self.hidden
        return Features({name: kind for name, kind in found.items() if name not in hidden})

    def analysing(self, number: int, column_names: Sequence[str]) -> Sequence[Transform]:
        """Return what proposes sentences, in the first pass."""
        return () if number else self.chain.links

    def apply(self, number: int, rows: pa.Table, place: Place, rank: int | None) -> Parted:
        """Propose sentences; then swap those of the plan."""
        if number:
            made = swap_table(rows, read_plan(place.settings), self.sided, self.proposer.text_column)
        else:
            made = annotated(rows, self.chain, rank)
        return Parted.all_kept(made)

    def depends_on(self, number: int) -> object:
        """Return what proposes sentences; then how they are swapped."""
        return self.sided if number else self.chain

    def decision_features(self, number: int, features: Features) -> Features:
        """Return the sentences that may be swapped, after the first pass."""
        if number:
            return Features()
        return Features({COLUMN: list_with_fields(self.kept_features(0, features)[COLUMN], SENTENCE_FIELDS)})

    def decide(self, number: int, rows: Dataset, source_rows: int) -> Decision:
        """Choose sentences."""
        groups = self.proposer.groups()
        plan = plan_counterfactuals(rows, groups, probability=self.probability, fewest=self.fewest)
        return Decision(settings=plan.to_json(), known=plan)

    def examples(self, number: int, kept: Dataset) -> list[TextExample]:
        """Return examples of what was swapped."""
        return list(counterfactual_examples(kept, self.proposer.text_column)) if number else []

    def finish(self, title: str, source: Rows, totals: Sequence[PassTotals]) -> Finished:
        """Report what was swapped, and what was not."""
        plan = totals[0].decision.known
        rows = source.number
        steps = [describe_step(step, rows, rows) for step in self.chain.links]
        settings = {"sided": self.sided}
        steps.append(Step("apply_counterfactuals", self.proposer.version, settings, rows, totals[1].kept))
        added = totals[1].kept - rows
        said = [f"{counted(added, 'text')} with swapped sentences {'was' if added == 1 else 'were'} added."]
        if self.sided == "one":
            said = [_shares_said(plan)] if plan.relevant else []
        report = Report(
            title,
            self.proposer.lang,
            steps,
            plan_tables(plan),
            limits=limits_of("counterfactuals"),
            answers=[*said, *plan_answers(plan)],
        )
        report, figures = draw_plan(report, plan)
        return Finished(report, self.details, figures)


def _shares_said(plan: CounterfactualPlan) -> str:
    """Say which share of words the largest group had, and which it has where one word replaces each."""
    before, after = Counter(plan.counts), Counter(plan.expected_counts())
    group = max(before, key=lambda name: before[name])
    shares = [percent(counts[group] / counts.total()) for counts in (before, after)]
    words = counted(before.total(), "word for a group", "words for a group")
    now = f"; now it is about {shares[1]}" if plan.swapped else ", and still are"
    return f"Of {words}, {shares[0]} were for {group_name(group)}{now}."


def augment(
    rows: AnyRows,
    proposer: Counterfactual,
    *,
    probability: float | None = None,
    fewest: bool = False,
    sided: Sided = "one",
    shares: Mapping[str, float] | None = None,
    title: str | None = None,
    source: Mapping[str, Any] | None = None,
    num_proc: int | None = None,
) -> Made:
    """Swap sentences about one group for sentences about another until the groups are even (Görge 2025, section 4.2.4).

    Args:
        rows: Texts; of several splits each is made even. A stream is read to its end.
        proposer: What proposes the swapped sentences.
        probability: See `plan_counterfactuals`.
        fewest: See `plan_counterfactuals`.
        sided: See `apply_counterfactuals`.
        shares: Share of each split, such as ``{"train": 0.9, "test": 0.1}``; a row and its twin come into the same one.
        title: Title of the report; None takes one that names the source.
        source: Where the rows come from, for the report: ``id``, ``licence`` and the like.
        num_proc: Number of processes.

    Returns:
        The rows with every edit, and the report; nothing is left out.

    Raises:
        ColumnError: The text is missing or not text, or a column that is to be added exists already.
        GenderfairError: A value is out of range.

    Example:
        >>> rows = Dataset.from_dict({"text": ["My uncle is here.", "A king waits."]})
        >>> augment(rows, Counterfactual("en")).kept["text"][:]
        ['My aunt is here.', 'A king waits.']
    """
    recipe = AugmentRecipe(proposer, probability, fewest, sided)
    if shares and isinstance(rows, (DatasetDict, IterableDatasetDict)):
        raise GenderfairError("the rows have splits already: leave shares out, or join the splits first")
    made = carry_out(rows, recipe, "augment", title, source, num_proc)
    kept = split_twins(made.kept, shares, proposer.seed) if shares and isinstance(made.kept, Dataset) else made.kept
    return replace(made, kept=kept, excluded=None)
