"""The recipe of a first-person corpus: from raw texts to rows, excluded rows and a report."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pyarrow as pa
from datasets import Dataset, Value

from hf_genderfair.core.keep import Keep, Split
from hf_genderfair.core.transform import annotate
from hf_genderfair.first_person.duplicates import FirstOccurrence, NormalisedHash, duplicate_reasons
from hf_genderfair.first_person.reasons import FragmentReasons
from hf_genderfair.first_person.tagger import FirstPerson
from hf_genderfair.recipes.corpus_recipe import REASON, STEP, CorpusRecipe, check_taken
from hf_genderfair.recipes.in_memory import carry_out
from hf_genderfair.recipes.made import Made


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
    return carry_out(rows, recipe, "corpus", title, source, num_proc)[0]


def exclude_duplicates(rows: Dataset, text_hash: NormalisedHash, num_proc: int | None = None) -> Split:
    """Exclude rows that repeat an earlier one but for case, diacritics, digits, signs and spaces."""
    first = FirstOccurrence(text_hash.bits, max(1, len(rows)))
    check_taken(rows.column_names)
    judged = duplicate_reasons(annotate(rows, text_hash, num_proc), first).remove_columns("text_hash")
    kept, excluded = Keep("duplicate_reason").split(judged)
    excluded = excluded.rename_column("duplicate_reason", REASON)
    step = pa.array([duplicate_reasons.__name__] * len(excluded), pa.string())
    return Split(kept.remove_columns("duplicate_reason"), excluded.add_column(STEP, step, feature=Value("string")))
