"""The recipe of a first-person corpus: from raw texts to rows, excluded rows and a report."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from typing import Any

import pyarrow as pa
from datasets import Dataset, Value, concatenate_datasets

from hf_genderfair.core.counts import Counts
from hf_genderfair.core.errors import ColumnError, MissingDependencyError
from hf_genderfair.core.keep import Keep, Split
from hf_genderfair.core.transform import annotate
from hf_genderfair.first_person.duplicates import FirstOccurrence, NormalisedHash, choose_bits, duplicate_reasons
from hf_genderfair.first_person.figures import share_by_year
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
from hf_genderfair.recipes.made import Made
from hf_genderfair.report.figures import Figure
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

CORPUS_TITLE = "Polish texts by the gender of their first-person forms"

EXCLUDED_MEANINGS = {
    "reason": "Why a row was left out; on the rows left out only.",
    "step": "Which step left it out; on the rows left out only.",
}


def corpus(
    rows: Dataset,
    *,
    tagger: FirstPerson | None = None,
    reasons: FragmentReasons | None = None,
    split_posts: bool = True,
    deduplicate: bool = True,
    smoothing: float | None = None,
    listed: int = 15,
    title: str | None = None,
    source: Mapping[str, Any] | None = None,
    num_proc: int | None = None,
) -> Made:
    """Make a first-person corpus by the steps of the paper: posts, labels, reasons, duplicates, statistics.

    Args:
        rows: Rows with a text and, where known, ``url`` and ``date``.
        tagger: How to label; None takes `FirstPerson` as it is.
        reasons: What to exclude; None takes `FragmentReasons` as it is. A column of reading problems is used where the
            rows have one.
        split_posts: Whether to cut texts into the posts that a page ran together.
        deduplicate: Whether to exclude texts that repeat an earlier one.
        smoothing: Constant of the word lists; None takes one that suits the size of the corpus.
        listed: Number of words and websites in the tables.
        title: Title of the report; None takes a general one.
        source: Where the rows come from, for the report: ``id``, ``licence`` and the like.
        num_proc: Number of processes.

    Returns:
        Kept rows, excluded rows and the report.

    Raises:
        ColumnError: The text is missing or not text, or a column that is to be added exists already.

    Example:
        >>> texts = ["Byłam wczoraj w kinie.", "byłam wczoraj w KINIE", "Pada i pada."]
        >>> made = corpus(Dataset.from_dict({"text": texts}))
        >>> made.kept["text"][:], made.excluded["reason"][:]
        (['Byłam wczoraj w kinie.'], ['no_expression', 'duplicate'])
    """
    tagger = tagger or FirstPerson()
    text_column = tagger.text_column
    steps: list[Step] = []
    posts = _posts(rows, tagger, steps, num_proc) if split_posts else rows
    tagged = annotate(posts, tagger, num_proc)
    steps.append(describe_step(tagger, len(tagged), len(tagged)))
    kept, excluded = _exclude_unfit(tagged, reasons or FragmentReasons(text_column=text_column), steps, num_proc)
    if deduplicate:
        kept, repeated = exclude_duplicates(kept, text_column, steps, num_proc)
        excluded = concatenate_datasets([excluded, repeated])
    found = Keep("reason").counts(excluded).under("excluded")
    report = corpus_report(
        title or CORPUS_TITLE,
        tagger.lang,
        steps,
        corpus_tables(count_corpus(kept, text_column), smoothing, listed),
        excluded={key[0]: number for key, number in sorted(found.items())},
        source=source,
    )
    return Made(kept, report, excluded, report_figures(report))


def _posts(rows: Dataset, tagger: FirstPerson, steps: list[Step], num_proc: int | None) -> Dataset:
    posts = isolate_posts(rows, tagger.text_column, num_proc, tagger.candidates)
    steps.append(posts_step(tagger, len(rows), len(posts)))
    return posts


def posts_step(tagger: FirstPerson, rows: int, posts: int) -> Step:
    """Return the step that cuts texts into posts, where a post may have a first-person form.

    Args:
        tagger: What finds the forms; a text that surely has none is excluded whole.
        rows: Number of texts.
        posts: Number of posts.
    """
    parameters = {"text_column": tagger.text_column, "where": "texts that may have first-person forms"}
    return Step("isolate_posts", Posts.version, parameters, rows, posts)


def _exclude_unfit(tagged: Dataset, reasons: FragmentReasons, steps: list[Step], num_proc: int | None) -> Split:
    reasons = with_problems(reasons, tagged.column_names)
    kept, excluded = _split(annotate(tagged, reasons, num_proc), "fragment_reason", "FragmentReasons")
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


def report_figures(report: Report) -> dict[str, Figure]:
    """Draw the figure of a report: the share of female fragments by year.

    Args:
        report: The report.

    Returns:
        The picture by file name; none where no year is known or matplotlib is not installed.
    """
    years = next((table for table in report.tables if table.name == "years"), None)
    if years is not None:
        with suppress(MissingDependencyError):
            return {"share_by_year.png": share_by_year(years)}
    return {}


def _split(rows: Dataset, column: str, step: str) -> Split:
    """Split by a column of reasons; excluded rows say ``reason`` and ``step``, kept rows need neither."""
    if "reason" in rows.column_names or "step" in rows.column_names:
        raise ColumnError("the rows have a column 'reason' or 'step' already: rename or remove it first")
    kept, excluded = Keep(column).split(rows)
    excluded = excluded.rename_column(column, "reason")
    excluded = excluded.add_column("step", pa.array([step] * len(excluded), pa.string()), feature=Value("string"))
    return Split(kept.remove_columns(column), excluded)
