"""The recipe of a first-person corpus: from raw texts to rows, excluded rows and a report."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from typing import Any, NamedTuple

import pyarrow as pa
from datasets import Dataset, DatasetDict, Value, concatenate_datasets

from hf_genderfair.core.counts import Counts
from hf_genderfair.core.errors import ColumnError, MissingDependencyError, OutputError
from hf_genderfair.core.keep import Keep, Split
from hf_genderfair.core.transform import annotate
from hf_genderfair.first_person.challenge import challenge_sets
from hf_genderfair.first_person.duplicates import FirstOccurrence, NormalisedHash, choose_bits, duplicate_reasons
from hf_genderfair.first_person.neutral import Neutralise
from hf_genderfair.first_person.posts import Posts, isolate_posts
from hf_genderfair.first_person.reasons import FragmentReasons
from hf_genderfair.first_person.statistics import (
    count_corpus,
    default_smoothing,
    fragments_table,
    imbalance_table,
    websites_table,
    years_table,
)
from hf_genderfair.first_person.tagger import FirstPerson
from hf_genderfair.hub.lines import PROBLEM
from hf_genderfair.report.figures import Figure, share_by_year
from hf_genderfair.report.render import render_html
from hf_genderfair.report.report import Report, Step, Table
from hf_genderfair.report.steps import describe_step, software_versions

LIMITS = (
    "A label says what the text says of its writer by its first-person forms; it is not the gender of a person.",
    "Polish first-person forms are feminine or masculine: non-binary people, and everyone who writes around these "
    "forms or with signs such as zrobiłxm, are invisible to the method.",
    "The masculine is also the generic form, in fixed phrases, in instructions and in texts written for others, so "
    "male may be counted more often than men write.",
    "Writers who play a role, quote a song or write under another name are labelled by the forms they use.",
    "Quotations and other persons' speech are found by quotation marks, dashes and speaker labels; what is quoted "
    "without any of these counts as the writer's own words.",
    "Texts without a gendered first-person form are excluded, so the corpus favours people who write about themselves "
    "in the past; shares by gender are shares of this corpus, not of all writers.",
    "Intervals treat fragments as independent; fragments of one writer or one website are not, so the true "
    "uncertainty is larger.",
    "The method re-implements that of Graliński et al. (2016) and is not bit-compatible with their corpus: lexicon, "
    "handling of quotations, reasons to exclude and the duplicate test differ.",
)


class Corpus(NamedTuple):
    """What a recipe makes; kept and excluded rows together are all rows that went in.

    Attributes:
        kept: The corpus.
        excluded: The rows left out, each with its ``reason`` and the ``step`` that gave it.
        report: Steps, figures, what was excluded, limits.
    """

    kept: Dataset
    excluded: Dataset
    report: Report


class Challenge(NamedTuple):
    """Challenge sets and what is not in them.

    Attributes:
        sets: ``train``, ``dev`` and ``test``, those that have rows.
        excluded: The other rows, with ``challenge_reason``.
        report: Steps, what was excluded, limits.
    """

    sets: DatasetDict
    excluded: Dataset
    report: Report


@dataclass(frozen=True)
class CorpusRecipe:
    """The steps of the paper in order: posts, labels, reasons to exclude, duplicates, statistics.

    Attributes:
        tagger: How to label.
        reasons: What to exclude; a column of reading problems is used where the rows have one.
        split_posts: Whether to cut texts into the posts that a page ran together.
        deduplicate: Whether to exclude texts that repeat an earlier one.
        smoothing: Constant of the word lists; None takes one that suits the size of the corpus.
        listed: Number of words and websites in the tables.
        title: Title of the report; None takes a general one.
        num_proc: Number of processes.

    Example:
        >>> texts = ["Byłam wczoraj w kinie.", "byłam wczoraj w KINIE", "Pada i pada."]
        >>> corpus = CorpusRecipe().build(Dataset.from_dict({"text": texts}))
        >>> corpus.kept["text"][:], corpus.excluded["reason"][:]
        (['Byłam wczoraj w kinie.'], ['no_expression', 'duplicate'])
    """

    tagger: FirstPerson = field(default_factory=FirstPerson)
    reasons: FragmentReasons = field(default_factory=FragmentReasons)
    split_posts: bool = True
    deduplicate: bool = True
    smoothing: float | None = None
    listed: int = 15
    title: str | None = None
    num_proc: int | None = None

    def build(self, rows: Dataset, source: Mapping[str, Any] | None = None) -> Corpus:
        """Make the corpus.

        Args:
            rows: Rows with a text and, where known, ``url`` and ``date``.
            source: Where they come from, for the report: ``id``, ``licence`` and the like.

        Returns:
            Kept rows, excluded rows and the report.

        Raises:
            ColumnError: The text is missing or not text, or a column that is to be added exists already.
        """
        steps: list[Step] = []
        posts = self._posts(rows, steps)
        tagged = annotate(posts, self.tagger, self.num_proc)
        steps.append(describe_step(self.tagger, len(tagged), len(tagged)))
        own, unfit = self._exclude_unfit(tagged, steps)
        kept, excluded = own, unfit
        if self.deduplicate:
            kept, repeated = exclude_duplicates(own, self.tagger.text_column, steps, self.num_proc)
            excluded = concatenate_datasets([unfit, repeated])
        found = Keep("reason").counts(excluded).under("excluded")
        report = corpus_report(
            self.title or "Polish texts by the gender of their first-person forms",
            self.tagger.lang,
            steps,
            corpus_tables(count_corpus(kept, self.tagger.text_column), self.smoothing, self.listed),
            excluded={key[0]: number for key, number in found.items()},
            source=source,
        )
        return Corpus(kept, excluded, report)

    def _posts(self, rows: Dataset, steps: list[Step]) -> Dataset:
        if not self.split_posts:
            return rows
        posts = isolate_posts(rows, self.tagger.text_column, self.num_proc)
        parameters = {"text_column": self.tagger.text_column}
        steps.append(Step("isolate_posts", Posts.version, parameters, len(rows), len(posts)))
        return posts

    def _exclude_unfit(self, tagged: Dataset, steps: list[Step]) -> Split:
        reasons = with_problems(self.reasons, tagged.column_names)
        kept, excluded = _split(annotate(tagged, reasons, self.num_proc), "fragment_reason", "FragmentReasons")
        steps.append(describe_step(reasons, len(tagged), len(kept)))
        return Split(kept.remove_columns(PROBLEM) if PROBLEM in kept.column_names else kept, excluded)


def with_problems(reasons: FragmentReasons, column_names: Sequence[str]) -> FragmentReasons:
    """Return reasons that read the column of reading problems where there is one.

    Args:
        reasons: What to exclude.
        column_names: The columns of the rows.

    Returns:
        The same reasons, or others with that column.
    """
    if reasons.problem_column is None and PROBLEM in column_names:
        return replace(reasons, problem_column=PROBLEM)
    return reasons


def exclude_duplicates(rows: Dataset, text_column: str, steps: list[Step], num_proc: int | None = None) -> Split:
    """Exclude rows that repeat an earlier one but for case, diacritics, digits, signs and spaces.

    Args:
        rows: Rows with a text.
        text_column: Column of text.
        steps: The step is appended here.
        num_proc: Number of processes.

    Returns:
        Kept rows, and excluded rows with ``reason`` and ``step``.

    Raises:
        ColumnError: The text is missing or not text, or a column that is to be added exists already.
    """
    text_hash = NormalisedHash(text_column=text_column, bits=choose_bits(len(rows)))
    first = FirstOccurrence(text_hash.bits, max(1, len(rows)))
    judged = duplicate_reasons(annotate(rows, text_hash, num_proc), first).remove_columns("text_hash")
    split = _split(judged, "duplicate_reason", "duplicate_reasons")
    steps.append(describe_step(text_hash, len(rows), len(split.kept)))
    return split


def build_challenge(
    rows: Dataset,
    seed: int = 0,
    proportions: tuple[float, float, float] = (0.8, 0.1, 0.1),
    source: Mapping[str, Any] | None = None,
) -> Challenge:
    """Make challenge sets with their report.

    Args:
        rows: Rows with ``text``, ``url``, ``first_person`` and ``first_person_expressions``.
        seed: Another one gives another choice.
        proportions: Shares of train, dev and test.
        source: Where the rows come from, for the report.

    Returns:
        The sets that have rows, what is in none of them with ``challenge_reason``, and the report.

    Raises:
        ColumnError: A column is missing.
        OutputError: No website has texts of both genders, so all sets are empty.
    """
    edits = Neutralise()
    neutral = annotate(rows, edits)
    sets, excluded = challenge_sets(neutral, seed, proportions)
    filled = DatasetDict({name: part for name, part in sets.items() if len(part)})
    if not filled:
        raise OutputError("no website has texts of both genders: there is nothing to make challenge sets of")
    reasons = Keep("challenge_reason").counts(excluded).under("excluded")
    size = sum(map(len, filled.values()))
    parameters = {"seed": seed, "proportions": list(proportions)}
    steps = [describe_step(edits, len(rows), len(rows)), Step("challenge_sets", "1", parameters, len(rows), size)]
    report = corpus_report(
        "Challenge sets: a writer's gender without the forms that give it away",
        "pl",
        steps,
        [],
        {key[0]: number for key, number in reasons.items()},
        source,
    )
    return Challenge(filled, excluded.remove_columns("first_person_edits"), report)


def corpus_tables(counts: Counts, smoothing: float | None = None, listed: int = 15) -> list[Table]:
    """Return the paper's tables: fragments, words, websites and years by gender.

    Args:
        counts: What `count_corpus` returned.
        smoothing: Constant of the word lists; None takes one that suits the size of the corpus.
        listed: Number of words and websites.

    Returns:
        The tables that have rows.
    """
    constant = default_smoothing(counts) if smoothing is None else smoothing
    tables = [
        fragments_table(counts),
        imbalance_table(counts, "female", constant, listed),
        imbalance_table(counts, "male", constant, listed),
        websites_table(counts, "female", listed),
        websites_table(counts, "male", listed),
        years_table(counts),
    ]
    return [table for table in tables if table.rows]


def corpus_report(
    title: str,
    language: str,
    steps: list[Step],
    tables: list[Table],
    excluded: dict[str, int] | None = None,
    source: Mapping[str, Any] | None = None,
) -> Report:
    """Return a report with the limits of the method and the versions of the software.

    Args:
        title: Name of the data set.
        language: BCP 47 code.
        steps: What was done.
        tables: Figures.
        excluded: Rows left out by reason.
        source: Where the texts come from.

    Returns:
        The report.
    """
    return Report(
        title,
        language,
        steps,
        tables,
        excluded or {},
        list(LIMITS),
        sources=[dict(source)] if source else [],
        software=software_versions(),
    )


def report_pages(report: Report) -> dict[str, bytes]:
    """Render a report for readers; the figure is left out where matplotlib is not installed or no year is known.

    Args:
        report: The report, with its data.

    Returns:
        Content by file name: ``report.html`` and, with a figure, ``share_by_year.png``.
    """
    figure = _figure(report)
    pages = {"report.html": render_html(report, *([figure] if figure else [])).encode()}
    return {**pages, "share_by_year.png": figure.png} if figure else pages


def _figure(report: Report) -> Figure | None:
    years = [table for table in report.tables if table.name == "years"]
    with suppress(MissingDependencyError):
        return share_by_year(years[0]) if years else None
    return None


def _split(rows: Dataset, column: str, step: str) -> Split:
    """Split by a column of reasons; excluded rows say ``reason`` and ``step``, kept rows need neither."""
    if "reason" in rows.column_names or "step" in rows.column_names:
        raise ColumnError("the rows have a column 'reason' or 'step' already: rename or remove it first")
    kept, excluded = Keep(column).split(rows)
    excluded = excluded.rename_column(column, "reason")
    excluded = excluded.add_column("step", pa.array([step] * len(excluded), pa.string()), feature=Value("string"))
    return Split(kept.remove_columns(column), excluded)
