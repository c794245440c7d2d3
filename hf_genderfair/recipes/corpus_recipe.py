"""The recipe of a first-person corpus as passes over shards; the result is that of `corpus`."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import pyarrow as pa
import pyarrow.compute as pc
from datasets import Dataset, Features, Value

from hf_genderfair.core.counts import Key
from hf_genderfair.core.errors import ColumnError
from hf_genderfair.first_person.duplicates import (
    FirstOccurrence,
    NormalisedHash,
    choose_bits,
    hash_values,
)
from hf_genderfair.first_person.posts import isolate_table, isolated_features
from hf_genderfair.first_person.reasons import FragmentReasons
from hf_genderfair.first_person.statistics import count_corpus
from hf_genderfair.first_person.tagger import FirstPerson
from hf_genderfair.hub.card import CardDetails
from hf_genderfair.hub.lines import PROBLEM
from hf_genderfair.recipes.corpus import corpus_report, corpus_tables, posts_step, report_figures, with_problems
from hf_genderfair.report.steps import describe_step
from hf_genderfair.scale.recipe import (
    Decision,
    Finished,
    Parted,
    PassTotals,
    Place,
    annotated,
    null_columns,
    recipe_identity,
    sum_excluded,
)
from hf_genderfair.scale.rows import Rows

REASON, STEP = "reason", "step"
POSTS = ("posts",)
"""Key under which posts are counted."""


@dataclass(frozen=True)
class CorpusRecipe:
    """Makes a first-person corpus over shards: posts, labels, reasons; then duplicates and statistics.

    Attributes:
        tagger: How to label.
        reasons: What to exclude; None takes `FragmentReasons` as it is. A column of reading problems is used where the
            rows have one.
        split_posts: Whether to cut texts into the posts that a page ran together.
        deduplicate: Whether to exclude texts that repeat an earlier one of the source.
        smoothing: Constant of the word lists; None takes one that suits the size of the corpus.
        listed: Number of words and websites in the tables.

    Example:
        >>> from tempfile import TemporaryDirectory
        >>> from hf_genderfair import run
        >>> texts = ["Byłam wczoraj w kinie.", "byłam wczoraj w KINIE", "Pada i pada."]
        >>> with TemporaryDirectory() as folder:
        ...     report = run(Dataset.from_dict({"text": texts}), CorpusRecipe(), f"{folder}/corpus", shards=3)
        >>> report.excluded
        {'duplicate': 1, 'no_expression': 1}
    """

    tagger: FirstPerson = field(default_factory=FirstPerson)
    reasons: FragmentReasons | None = None
    split_posts: bool = True
    deduplicate: bool = True
    smoothing: float | None = None
    listed: int = 15

    @property
    def passes(self) -> int:
        """Number of passes: the second one leaves out duplicates."""
        return 2 if self.deduplicate else 1

    @property
    def text_column(self) -> str:
        """The column of text."""
        return self.tagger.text_column

    def identity(self) -> dict[str, Any]:
        """Return what tells this recipe from others; see `Recipe`, as for all that follows."""
        return recipe_identity(self, None)

    def kept_features(self, number: int, features: Features) -> Features:
        """Return the columns of posts with labels, and in the first pass their hash."""
        tagged = self._tagged_features(features)
        hashed = self._hash(1).features() if self.deduplicate and number == 0 else {}
        return Features({name: kind for name, kind in tagged.items() if name != PROBLEM} | hashed)

    def excluded_features(self, features: Features) -> Features:
        """Return the columns of posts with labels, the reason and the step."""
        return Features({**self._tagged_features(features), REASON: Value("string"), STEP: Value("string")})

    def _tagged_features(self, features: Features) -> Features:
        posts = isolated_features(features, self.text_column) if self.split_posts else features
        self.tagger.check_columns(list(posts))
        for name in (REASON, STEP, "fragment_reason", *(("text_hash",) if self.deduplicate else ())):
            if name in features:
                raise ColumnError(f"the rows have a column {name!r} already: rename or remove it first")
        return self.tagger.output_features(posts)

    def rows_at_once(self, number: int) -> int | None:
        """Return None: any number of rows may be read at once."""
        return None

    def refused(self, number: int, rows: pa.Table) -> Mapping[int, str]:
        """Return no rows: none is too long."""
        return {}

    def apply(self, number: int, rows: pa.Table, place: Place, rank: int | None) -> Parted:
        """Label posts and exclude unfit ones; then exclude those that repeat an earlier one."""
        return self._label(rows, place, rank) if number == 0 else self._first_ones(rows, place)

    def _label(self, rows: pa.Table, place: Place, rank: int | None) -> Parted:
        posts = rows
        if self.split_posts:
            posts = isolate_table(rows, place.first_row, self.text_column, self.tagger.candidates)
        tagged = annotated(posts, self.tagger, rank)
        reasons = annotated(tagged, self._reasons(tagged.column_names), rank)["fragment_reason"]
        fits = pc.is_null(reasons)
        kept = tagged.filter(fits)
        if PROBLEM in kept.column_names:
            kept = kept.drop_columns([PROBLEM])
        counts: dict[Key, int] = {POSTS: len(posts)}
        if self.deduplicate:
            kept = annotated(kept, self._hash(place.source_rows), rank)
        else:
            counts |= count_corpus(Dataset(kept), self.text_column)
        return self._parted(kept, tagged.filter(pc.invert(fits)), reasons.drop_null(), FragmentReasons.__name__, counts)

    def _first_ones(self, rows: pa.Table, place: Place) -> Parted:
        assert place.decided is not None
        repeated = place.decided["repeated"]
        rows = rows.drop_columns(["text_hash"])
        kept, excluded = rows.filter(pc.invert(repeated)), rows.filter(repeated)
        reasons = pa.chunked_array([pa.repeat("duplicate", len(excluded))])
        counts = count_corpus(Dataset(kept), self.text_column)
        return self._parted(kept, excluded, reasons, "duplicate_reasons", counts)

    def _parted(
        self, kept: pa.Table, excluded: pa.Table, reasons: pa.ChunkedArray, step: str, counts: Mapping[Key, int]
    ) -> Parted:
        excluded = excluded.append_column(REASON, reasons).append_column(STEP, pa.repeat(step, len(excluded)))
        return Parted(kept, excluded, reasons, counts)

    def failed(self, number: int, row: pa.Table, reason: str, features: Features) -> pa.Table:
        """Return a row with the reason."""
        return null_columns(row, features, {REASON: reason, STEP: "run"})

    def decision_features(self, number: int, features: Features) -> Features:
        """Return the column of hashes after the first pass."""
        return self._hash(1).features() if number == 0 and self.deduplicate else Features()

    def decide(self, number: int, rows: Dataset, source_rows: int) -> Decision:
        """Find the rows that repeat an earlier one."""
        bits = choose_bits(source_rows)
        hashes, valid = hash_values(rows.data.table["text_hash"], bits)
        repeated = ~FirstOccurrence(bits, max(1, len(hashes))).keep(hashes, valid)
        return Decision(pa.table({"repeated": pa.array(repeated)}))

    def _reasons(self, column_names: Sequence[str]) -> FragmentReasons:
        return with_problems(self.reasons or FragmentReasons(text_column=self.text_column), column_names)

    def _hash(self, source_rows: int) -> NormalisedHash:
        return NormalisedHash(text_column=self.text_column, bits=choose_bits(source_rows))

    def finish(self, title: str, facts: Mapping[str, Any], source: Rows, totals: Sequence[PassTotals]) -> Finished:
        """Report the steps, the figures of the paper and what was left out."""
        rows, reasons = source.number, self._reasons(list(source.features))
        posts = totals[0].counts.get(POSTS, 0)
        steps = []
        if self.split_posts:
            steps.append(posts_step(self.tagger, rows, posts))
        steps.append(describe_step(self.tagger, posts, posts))
        steps.append(describe_step(reasons, posts, totals[0].kept))
        if self.deduplicate:
            steps.append(describe_step(self._hash(rows), totals[0].kept, totals[1].kept))
        tables = corpus_tables(totals[-1].counts, self.smoothing, self.listed)
        report = corpus_report(title, self.tagger.lang, steps, tables, sum_excluded(totals), facts)
        return Finished(report, CardDetails(), report_figures(report))
