"""The recipe of a first-person corpus: from raw texts to rows, excluded rows and a report."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

import pyarrow as pa
from datasets import Dataset, Value, concatenate_datasets

from hf_genderfair.core.errors import ColumnError
from hf_genderfair.core.keep import Keep, Split
from hf_genderfair.core.transform import annotate
from hf_genderfair.first_person.duplicates import FirstOccurrence, NormalisedHash, duplicate_reasons
from hf_genderfair.first_person.posts import isolate_posts
from hf_genderfair.first_person.reasons import FragmentReasons
from hf_genderfair.first_person.statistics import count_corpus
from hf_genderfair.first_person.tagger import FirstPerson
from hf_genderfair.hub.lines import PROBLEM
from hf_genderfair.recipes.corpus_recipe import CORPUS_TITLE, DETAILS, REASON, STEP, CorpusRecipe, draw_report
from hf_genderfair.recipes.made import Made
from hf_genderfair.report.examples import choose_examples, drawn_rows


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
    recipe = CorpusRecipe(tagger or FirstPerson(), reasons, split_posts, deduplicate, smoothing, listed)
    posts = isolate_posts(rows, recipe.text_column, num_proc, recipe.tagger.candidates) if split_posts else rows
    tagged = annotate(posts, recipe.tagger, num_proc)
    judged = annotate(tagged, recipe.reasons_for(tagged.column_names), num_proc)
    fitting, unfit = _split(judged, "fragment_reason", FragmentReasons.__name__)
    parts = [unfit]
    kept = fitting = fitting.remove_columns(PROBLEM) if PROBLEM in fitting.column_names else fitting
    if deduplicate:
        kept, repeated = exclude_duplicates(fitting, recipe.hash_for(len(rows)), num_proc)
        parts.append(repeated)
    excluded = concatenate_datasets(parts)
    steps = recipe.steps(rows.column_names, len(rows), len(posts), len(fitting), len(kept))
    found = {key[0]: number for key, number in sorted(Keep(REASON).counts(excluded).under("excluded").items())}
    report = recipe.report(title or CORPUS_TITLE, source, steps, count_corpus(kept, recipe.text_column), found)
    shown = drawn_rows(kept)
    examples = [each for number, part in enumerate(parts) for each in recipe.examples(number, shown, drawn_rows(part))]
    report, figures = draw_report(replace(report, examples=choose_examples(examples)))
    return Made(kept, report, excluded, figures, details=DETAILS)


def exclude_duplicates(rows: Dataset, text_hash: NormalisedHash, num_proc: int | None = None) -> Split:
    """Exclude rows that repeat an earlier one but for case, diacritics, digits, signs and spaces.

    Args:
        rows: Rows with a text.
        text_hash: What tells texts apart.
        num_proc: Number of processes.

    Returns:
        Kept rows, and excluded rows with ``reason`` and ``step``.

    Raises:
        ColumnError: The text is missing or not text, or a column that is to be added exists already.
    """
    first = FirstOccurrence(text_hash.bits, max(1, len(rows)))
    judged = duplicate_reasons(annotate(rows, text_hash, num_proc), first).remove_columns("text_hash")
    return _split(judged, "duplicate_reason", duplicate_reasons.__name__)


def _split(rows: Dataset, column: str, step: str) -> Split:
    """Split by a column of reasons; excluded rows say ``reason`` and ``step``, kept rows need neither."""
    if REASON in rows.column_names or STEP in rows.column_names:
        raise ColumnError("the rows have a column 'reason' or 'step' already: rename or remove it first")
    kept, excluded = Keep(column).split(rows)
    excluded = excluded.rename_column(column, REASON)
    excluded = excluded.add_column(STEP, pa.array([step] * len(excluded), pa.string()), feature=Value("string"))
    return Split(kept.remove_columns(column), excluded)
