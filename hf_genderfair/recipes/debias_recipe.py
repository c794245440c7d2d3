"""The pipeline of Görge et al. 2025 for one attribute: words, representation, stereotypes, counterfactuals, report."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from typing import Any

import orjson
import pyarrow as pa
import pyarrow.compute as pc
from datasets import Dataset, Features, Value
from datasets.fingerprint import generate_random_fingerprint

from hf_genderfair.core.batches import check_columns, refuse_columns
from hf_genderfair.core.counts import Counts, Key, Target, share, target_shares
from hf_genderfair.core.errors import GenderfairError
from hf_genderfair.core.settings import check_settings
from hf_genderfair.core.spans import apply_edits_to_table
from hf_genderfair.core.transform import Transform
from hf_genderfair.counterfactual.plan import (
    COLUMN,
    SENTENCE_FIELDS,
    CounterfactualPlan,
    plan_counterfactuals,
    read_plan,
)
from hf_genderfair.counterfactual.report import counterfactual_examples, draw_plan, plan_answers, plan_tables
from hf_genderfair.counterfactual.transform import Counterfactual
from hf_genderfair.counterfactual.twins import Sided, swap_table, swapped_features
from hf_genderfair.hub.card import CardDetails
from hf_genderfair.languages.chain import Chain
from hf_genderfair.lexicons.word_lists import WordList
from hf_genderfair.recipes.made import AnyRows, Made, carry_out
from hf_genderfair.report.change_list import ChangeColumns
from hf_genderfair.report.figures import Dot, Figure, dots_figure, draw_in_report
from hf_genderfair.report.report import Cell, Report, Step, Table, TextExample, describe_step
from hf_genderfair.report.sentences import counted, limits_of, percent, percent_with_limits
from hf_genderfair.representation.demographic import GroupCounts, count_groups
from hf_genderfair.representation.group_words import GroupWords
from hf_genderfair.representation.report import group_name
from hf_genderfair.representation.resampling import MINIMUM_DOCUMENTS, estimate_representation
from hf_genderfair.scale.recipe import (
    ANALYSED_AT_ONCE,
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
from hf_genderfair.stereotypes.report import (
    FLAGGED_FEATURE,
    count_stereotypes,
    flagged_sentences,
    stereotype_examples,
    stereotype_tables,
)
from hf_genderfair.stereotypes.transform import StereotypeEdits, Stereotypes

BASE_PROBABILITY = 0.5
"""With which the paper's base method swaps a sentence."""

HEADS = {
    "base": "each word exchanged, without checks",
    "gc": "whole sentences, checked by grammar and context",
    "DR before": "distance from target before",
    "DR after": "distance from target after",
    "reduction of DR": "share of the distance that is gone",
}
"""Words for symbols."""

EMPTY = "left empty"
REASON = "reason"

WORDS_TABLE = "group_words"
FLAGGED, FLAGGED_FILE = "flagged_sentences", "stereotypes.jsonl"
"""The column of flagged sentences between two passes, and the file that they are written to beside the data."""

DETAILS = CardDetails(
    tags=("counterfactual", "fairness"),
    task_categories=("text-generation", "fill-mask"),
    uses="language models that are to see the groups of an attribute named more evenly.",
    template="debiased_texts.md.j2",
)


SWAPPED = (
    "in which sentences about one group became sentences about another, as many as bring the groups nearer to even. "
    "Sentences about somebody with a name stay unless names were to be swapped. Swapped words can be put back; "
)


@dataclass(frozen=True)
class DebiasRecipe(Recipe):
    """Flags or removes strong stereotypes, and swaps sentences until the groups are even, over shards.

    Attributes:
        counterfactual: How sentences are swapped. Without a ``source`` it is the group with most words.
        stereotypes: How stereotypes are found; by default those of the same attribute.
        sided: Swapped sentences in place (``one``), or twins of rows beside them (``two``).
        target: Share that each group should have; the base method swaps with a probability of .5 instead.
        remove_stereotypes: Remove the sentences that are flagged as stereotypes. Otherwise they stay as they are, in
            the column ``stereotypes`` and, with their text, in the file ``stereotypes.jsonl`` beside the data.
        show: Show examples of them in the report as they are, not with masked letters.
        evidence: Keep what was removed, in columns and in a file beside the data. They are ``stereotypes`` and
            ``stereotype_edits``, and ``stereotypes.jsonl``.
        longest: Most characters of a text that a pipeline reads; a run excludes rows with longer ones.

    Example:
        >>> from tempfile import TemporaryDirectory
        >>> from hf_genderfair import run
        >>> rows = Dataset.from_dict({"text": ["He forgot his hat.", "The boy slept.", "She sang."]})
        >>> with TemporaryDirectory() as folder:
        ...     report = run(rows, DebiasRecipe(), f"{folder}/debiased", shards=2)
        >>> report.tables[1].rows
        [['female', 1, 2], ['male', 3, 2]]
    """

    counterfactual: Counterfactual = field(default_factory=Counterfactual)
    stereotypes: Stereotypes | None = None
    sided: Sided = "one"
    target: Target = "uniform"
    remove_stereotypes: bool = False
    show: bool = False
    evidence: bool = False
    longest: int | None = LONGEST_TEXT

    def __post_init__(self) -> None:
        """Check the options."""
        check_settings(self)
        if self.counterfactual.words() is None:
            raise GenderfairError(
                f"there is no list of words for {self.counterfactual.lang!r} to count representation with: give "
                "Counterfactual a WordList of yours as attribute, with method='base', or use 'en'"
            )
        target_shares(self.groups, self.target)

    @property
    def text_column(self) -> str:
        """The column of text."""
        return self.counterfactual.text_column

    @property
    def words(self) -> WordList:
        """The words of the groups."""
        words = self.counterfactual.words()
        assert words is not None
        return words

    @property
    def groups(self) -> tuple[str, ...]:
        """The groups of the attribute."""
        return tuple(self.words.groups)

    @property
    def finder(self) -> GroupWords:
        """What finds the words of the groups."""
        return GroupWords(self.words, self.text_column, overwrite=True)

    @property
    def examiner(self) -> Stereotypes:
        """What finds stereotypes."""
        default = Stereotypes(self.counterfactual.lang, self.words.attribute, text_column=self.text_column)
        return replace(self.stereotypes or default, overwrite=True)

    def proposer(self, majority: str | None = None) -> Counterfactual:
        """Return what proposes the swapped sentences.

        Args:
            majority: The group with most words; None where nobody knows it yet.
        """
        return replace(
            self.counterfactual,
            source=self.counterfactual.source or majority,
            # what is flagged stays as it is, to be looked at
            remove_stereotypes=self.counterfactual.remove_stereotypes or not self.remove_stereotypes,
            overwrite=True,
        )

    @property
    def hidden(self) -> list[str]:
        """The columns that hold what was removed, where that is not to be kept."""
        return ["stereotypes", "stereotype_edits"] if self.remove_stereotypes and not self.evidence else []

    @property
    def lists_flagged(self) -> bool:
        """Whether the flagged sentences are written to a file: not those that were removed for good."""
        return self.evidence or not self.remove_stereotypes

    @property
    def details(self) -> CardDetails:
        """What the card says beyond the report."""
        texts = "Texts"
        rest = f"sentences that may state a strong stereotype are unchanged, and listed in {FLAGGED_FILE}."
        if self.remove_stereotypes:
            texts = "Texts without the sentences that state a strong stereotype, and"
            rest = "removed sentences are counted in the report, and are in the data only where that was asked for."
        changes = ChangeColumns(self.text_column, ("stereotype", "counterfactual"))
        return replace(DETAILS, summary=f"{texts} {SWAPPED}{rest}", changes=changes)

    def _draw(
        self, report: Report, before: GroupCounts, after: GroupCounts, plan: CounterfactualPlan
    ) -> tuple[Report, dict[str, Figure]]:
        """Draw the shares of words before and after; what became of the sentences where there are too few words."""
        dots = []
        for group in self.groups:
            for when, counts in (("before", before), ("after", after)):
                part = estimate_representation(counts, self.target)
                low, high = (part.shares or {}).get(group, (None, None))
                value, target = (part.representation.shares or {}).get(group), part.representation.target[group]
                if value is not None:
                    dots.append(Dot(f"{group_name(group)}, {when}", value, low, high, (target, target)))
        title = f"Share of words by group (n = {sum(before.total().values()):,})"
        draw = partial(dots_figure, title, dots, "Lines: 95 % intervals over texts.")
        report, figures = draw_in_report(report, WORDS_TABLE, "group_words.png", draw)
        if figures:
            return report, figures
        return draw_plan(report, plan)

    @property
    def passes(self) -> int:
        """Number of passes: stereotypes are removed, sentences proposed, and those of the plan swapped."""
        return 3

    def title(self, name: str) -> str:
        """Return the title of the report where none is asked for; see `Recipe`, as for all that follows."""
        attribute = self.words.attribute
        of = f"Texts of {name}" if name else "Texts"
        return f"{of} debiased for {attribute}"

    def kept_features(self, number: int, features: Features) -> Features:
        """Return the columns of group words and stereotypes, then those of proposals, then those of swaps."""
        found = self._examined_features(features)
        if number == 0:
            return Features({**found, FLAGGED: FLAGGED_FEATURE})
        self.proposer().check_columns(list(found))
        found = self._shown(self.proposer().output_features(found))
        return found if number == 1 else self.finder.output_features(swapped_features(found, self.sided))

    def excluded_features(self, features: Features) -> Features:
        """Return the columns of group words and stereotypes, and the reason."""
        return Features({**self._shown(self._examined_features(features)), REASON: Value("string")})

    def _examined_features(self, features: Features) -> Features:
        refuse_columns(features, (REASON, FLAGGED))
        check_columns(features, [self.text_column], in_python="and Counterfactual takes another with text_column=")
        steps: list[Transform] = [Chain(self.finder, self.examiner)]
        if self.remove_stereotypes:
            steps.append(StereotypeEdits(self.text_column))
        for step in steps:
            step.check_columns(list(features))
            features = step.output_features(features)
        return features

    def _shown(self, features: Features) -> Features:
        hidden = self.hidden
        return Features({name: kind for name, kind in features.items() if name not in hidden})

    def rows_at_once(self, number: int) -> int | None:
        """Return how many rows are annotated between two signs of progress."""
        return None if number == 2 else ANALYSED_AT_ONCE

    def analysing(self, number: int, column_names: Sequence[str]) -> Sequence[Transform]:
        """Return what any pass analyses texts with: what is too long is left out in the first one."""
        return () if number else (self.finder, self.examiner, self.counterfactual)

    def apply(self, number: int, rows: pa.Table, place: Place, rank: int | None) -> Parted:
        """Remove stereotypes; then leave out empty texts and propose sentences; then swap those of the plan."""
        if number == 0:
            return self._examine(rows, place, rank)
        if number == 1:
            return self._propose(rows, place.settings, rank)
        swapped = annotated(
            swap_table(rows, read_plan(place.settings), self.sided, self.text_column), self.finder, rank
        )
        return Parted.all_kept(swapped)

    def _examine(self, rows: pa.Table, place: Place, rank: int | None) -> Parted:
        found = annotated(rows, Chain(self.finder, self.examiner), rank)
        flagged = (
            flagged_sentences(found, self.text_column, place.first_row) if self.lists_flagged else [[]] * len(rows)
        )
        if self.remove_stereotypes:
            found = annotated(found, StereotypeEdits(self.text_column), rank)
            found = apply_edits_to_table(found, "stereotype_edits", self.text_column)
        kind = Features({FLAGGED: FLAGGED_FEATURE}).arrow_schema.field(FLAGGED).type
        return Parted.all_kept(found.append_column(FLAGGED, pa.chunked_array([pa.array(flagged, kind)])))

    def _propose(self, rows: pa.Table, majority: str, rank: int | None) -> Parted:
        if not self.remove_stereotypes:
            found = annotated(annotated(rows, self.finder, rank), self.proposer(majority), rank)
            return Parted.all_kept(found)
        # removed sentences left nothing of their text
        emptied = zip(*(rows[name].to_pylist() for name in ("stereotypes_leave_empty", self.text_column)), strict=True)
        why = [EMPTY if empty and not (text or "").strip() else None for empty, text in emptied]
        reasons = pa.chunked_array([pa.array(why, pa.string())])
        left = rows.filter(pc.is_null(reasons))
        excluded = rows.filter(pc.is_valid(reasons)).append_column(REASON, reasons.drop_null())
        # one after the other, since words are found in a text that has changed since the columns were made
        left = annotated(annotated(left, self.finder, rank), self.proposer(majority), rank)
        return Parted(left, excluded, reasons.drop_null())

    def depends_on(self, number: int) -> object:
        """Return how words and stereotypes are found and removed; how sentences are proposed; how they are swapped."""
        if number == 0:
            return self.finder, self.examiner, self.remove_stereotypes, self.lists_flagged
        return (self.finder, self.proposer(), self.remove_stereotypes) if number == 1 else (self.finder, self.sided)

    def count(self, number: int, parted: Parted) -> Mapping[Key, int]:
        """Count the stereotypes of the source."""
        if number:
            return {}
        return count_stereotypes(Dataset(parted.kept, fingerprint=generate_random_fingerprint()))

    def failed(self, number: int, row: pa.Table, reason: str, features: Features) -> pa.Table:
        """Return a row with the reason."""
        return null_columns(row, features, {REASON: reason})

    def decision_features(self, number: int, features: Features) -> Features:
        """Return the numbers of group words, of the texts as they were and as they are; between them the sentences."""
        found = self.kept_features(number, features)
        if number == 1:
            return Features({COLUMN: list_with_fields(found[COLUMN], SENTENCE_FIELDS)})
        attribute = self.words.attribute
        names = (*self.groups, "sentences", "sentences_total")
        columns = [f"{attribute}_{name}" for name in names]
        counted = {name: list_with_fields(found[name], ("start",)) for name in columns if name in found}
        return Features({**counted, **({FLAGGED: FLAGGED_FEATURE} if number == 0 else {})})

    def decide(self, number: int, rows: Dataset, source_rows: int) -> Decision:
        """Find the group with most words; choose sentences; count the words of the new texts."""
        if number == 1:
            probability = BASE_PROBABILITY if self.counterfactual.method == "base" else None
            plan = plan_counterfactuals(rows, self.groups, target=self.target, probability=probability)
            return Decision(settings=plan.to_json(), known=plan)
        counts = count_groups(rows, self.words.attribute, self.groups)
        if number == 2:
            return Decision(known=counts)
        total = counts.total()
        majority = max(self.groups, key=lambda group: total[group])
        return Decision(settings=majority, known=(counts, [one for row in rows[FLAGGED] for one in row]))

    def examples(self, number: int, kept: Dataset) -> list[TextExample]:
        """Return examples of what was removed and swapped."""
        if number == 0:
            return list(stereotype_examples(kept, self.text_column, self.show))
        return list(counterfactual_examples(kept, self.text_column)) if number == 2 else []

    def finish(self, title: str, source: Rows, totals: Sequence[PassTotals]) -> Finished:
        """Report what was removed and swapped, and what came of it."""
        (before, flagged), plan, after = (total.decision.known for total in totals)
        # with the zeros of no row
        stereotypes = count_stereotypes(Dataset.from_dict({})) + totals[0].counts
        proposer = self.proposer(totals[0].decision.settings)
        rows, kept = source.number, totals[-1].kept
        steps = [describe_step(step, rows, rows) for step in (self.finder, self.examiner, proposer)]
        steps.append(Step("apply_counterfactuals", Counterfactual.version, {"sided": self.sided}, rows, kept))
        totals_of = zip(before.total().items(), after.total().values(), strict=True)
        occurrences: list[list[Cell]] = [[*was, now] for was, now in totals_of]
        tables = [
            self._overview(before, after, stereotypes["remove",], plan.swapped),
            Table(WORDS_TABLE, "Group words before and after", ["group", "before", "after"], occurrences),
            *plan_tables(plan),
            *stereotype_tables(stereotypes),
        ]
        report = Report(
            title,
            self.counterfactual.lang,
            steps,
            tables,
            limits=limits_of("counterfactuals", "stereotypes"),
            answers=[
                _shares_said(before, after),
                _stereotypes_said(stereotypes, self.remove_stereotypes),
                *plan_answers(plan),
            ],
        )
        report, figures = self._draw(report, before, after, plan)
        # one as JSON a line
        lines = [orjson.dumps(dict(one), option=orjson.OPT_APPEND_NEWLINE) for one in flagged]
        return Finished(report, self.details, figures, {FLAGGED_FILE: b"".join(lines)} if lines else {})

    def _overview(self, before: GroupCounts, after: GroupCounts, marked: int, swapped: int) -> Table:
        """Return the rows of the paper's Tables 7 and 8."""
        first, last = (estimate_representation(counts, self.target) for counts in (before, after))
        was, now = first.representation.value, last.representation.value
        relevant = before.relevant_sentences or 0
        part = share(swapped, relevant)
        lengths = ", ".join(f"{group}: {len(listed)}" for group, listed in self.words.groups.items())
        rows: list[list[Cell]] = [
            ["method", self.counterfactual.method, None, None, None],
            ["words listed", lengths, None, None, None],
            ["relevant sentences", relevant, None, None, before.sentences],
            ["stereotypes flagged", marked, None, None, relevant],
            ["stereotypes removed", marked if self.remove_stereotypes else 0, None, None, relevant],
            ["sentences swapped", swapped, None, None, relevant],
            ["share of relevant sentences that were swapped", part.value, part.low, part.high, relevant],
            ["DR before", was, first.low, first.high, sum(before.total().values())],
            ["DR after", now, last.low, last.high, sum(after.total().values())],
            ["reduction of DR", None if not was or now is None else 1 - now / was, None, None, None],
        ]
        note = (
            "Rows of Tables 7 and 8 of Görge et al. 2025. The distance of the shares of words from their target is 0 "
            "where they agree, and less than 1. n: sentences, of the distances words; "
            "a bootstrap interval over texts from 30 relevant texts on, a Wilson interval for shares."
        )
        columns = ["what", "value", "low", "high", "n"]
        return Table("debiasing", f"Debiasing for {self.words.attribute}", columns, rows, note, HEADS)


def _shares_said(before: GroupCounts, after: GroupCounts) -> str:
    """Say which share of words the largest group had, and has now."""
    total = before.total()
    if not sum(total.values()):
        return "No word of one of the groups occurs: there is nothing to debias."
    group = max(total, key=lambda name: total[name])
    shares = []
    for counts in (before, after):
        found = estimate_representation(counts)
        low, high = (found.shares or {}).get(group, (None, None))
        part = (found.representation.shares or {}).get(group)
        shares.append("unknown" if part is None else percent_with_limits(part, low, high))
    words = counted(sum(total.values()), "group word")
    few = "" if after.relevant_documents >= MINIMUM_DOCUMENTS else "; too few texts for intervals"
    return f"Of {words}, {shares[0]} were for {group_name(group)}; now it is {shares[1]}{few}."


def _stereotypes_said(stereotypes: Counts, removed: bool) -> str:
    """Say how many sentences were flagged or removed as stereotypes."""
    found, examined = stereotypes["remove",], stereotypes["examined",]
    if not examined:
        return "No sentence was examined for stereotypes."
    part = f"{found:,} ({percent(found / examined)}) {'was' if found == 1 else 'were'}"
    done = "removed as stereotypes" if removed else "flagged as stereotypes"
    where = "" if removed or not found else f" and left as written; {FLAGGED_FILE} has the list"
    return f"Of {counted(examined, 'sentence')} examined, {part} {done}{where}."


def debias(
    dataset: AnyRows,
    counterfactual: Counterfactual | None = None,
    stereotypes: Stereotypes | None = None,
    *,
    sided: Sided = "one",
    target: Target = "uniform",
    remove_stereotypes: bool = False,
    show: bool = False,
    evidence: bool = False,
    title: str | None = None,
    source: Mapping[str, Any] | None = None,
    num_proc: int | None = None,
) -> Made:
    """Find group words, flag strong stereotypes, swap sentences until the groups are even, and report.

    A sentence that is flagged, or that names somebody, stays as it is.

    Args:
        dataset: Rows with text; columns of group words that are there are replaced. Of several splits each is made
            even. A stream is read to its end.
        counterfactual: How sentences are swapped; by default English words of women and men, grammar-aware. Without a
            ``source`` it is the group with most words.
        stereotypes: How stereotypes are found; by default those of the same attribute.
        sided: See `apply_counterfactuals`.
        target: See `plan_counterfactuals`; the base method swaps with a probability of .5 instead.
        remove_stereotypes: Remove the sentences that are flagged; see `DebiasRecipe`.
        show: Show examples of them in the report as they are, not with their letters masked.
        evidence: Keep what was removed, in columns and in a file beside the data; see `DebiasRecipe`.
        title: Title of the report; None takes one that names the source.
        source: Where the rows come from, for the report: ``id``, ``licence`` and the like.
        num_proc: Number of processes.

    Returns:
        The rows with their new text, those of which nothing was left, with the ``reason``, and the report with the rows
        of the paper's Tables 7 and 8. Group words are those of the new text; the columns of `Counterfactual` point into
        the text before sentences were swapped, those of `Stereotypes` into the one given.

    Raises:
        GenderfairError: The attribute's words are not those of a list.

    Example:
        >>> rows = Dataset.from_dict({"text": ["He forgot his hat.", "The boy slept.", "She sang."]})
        >>> debiased = debias(rows)
        >>> sum("She" in text or "girl" in text for text in debiased.kept["text"])
        2
    """
    proposed = Counterfactual() if counterfactual is None else counterfactual
    recipe = DebiasRecipe(proposed, stereotypes, sided, target, remove_stereotypes, show, evidence)
    return carry_out(dataset, recipe, "debias", title, source, num_proc)
