"""The recipe of a first-person corpus: from raw texts to rows, excluded rows and a report."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from typing import Annotated, Any

import pyarrow as pa
import pyarrow.compute as pc
from datasets import Dataset, Features, Value
from datasets.fingerprint import generate_random_fingerprint

from hf_genderfair.core.batches import refuse_columns
from hf_genderfair.core.counts import Counts, Key
from hf_genderfair.core.keep import Keep, Split
from hf_genderfair.core.settings import Checked, Within
from hf_genderfair.core.transform import annotate
from hf_genderfair.first_person.duplicates import (
    FirstOccurrence,
    NormalisedHash,
    choose_bits,
    duplicate_reasons,
    hash_values,
)
from hf_genderfair.first_person.neutral import Neutralise
from hf_genderfair.first_person.posts import Posts, isolate_table, isolated_features
from hf_genderfair.first_person.reasons import FragmentReasons
from hf_genderfair.first_person.statistics import (
    corpus_answers,
    count_corpus,
    default_smoothing,
    first_person_examples,
    fragments_table,
    imbalance_table,
    share_by_year,
    share_of_all,
    websites_table,
    years_table,
)
from hf_genderfair.first_person.tagger import FirstPerson
from hf_genderfair.hub.card import CardDetails
from hf_genderfair.hub.lines import PROBLEM
from hf_genderfair.languages.types import BINARY_GENDERS
from hf_genderfair.recipes.made import AnyRows, Made, carry_out
from hf_genderfair.report.change_list import ChangeColumns
from hf_genderfair.report.examples import choose_examples
from hf_genderfair.report.figures import Figure, draw_in_report
from hf_genderfair.report.report import Report, Step, Table, TextExample, describe_step, software_versions
from hf_genderfair.report.sentences import limits_of
from hf_genderfair.scale.recipe import (
    Decision,
    Finished,
    Parted,
    PassTotals,
    Place,
    Recipe,
    annotated,
    null_columns,
    sum_excluded,
)
from hf_genderfair.scale.rows import Rows

REASON, STEP = "reason", "step"
DRAWN = (("years", "share_by_year.png", share_by_year), ("fragments_by_gender", "share_of_all.png", share_of_all))
"""Tables, files and drawings, of which the first one is shown that says anything."""

POSTS = ("posts",)
"""Key under which posts are counted."""

DETAILS = CardDetails(
    tags=("first-person",),
    task_categories=("text-classification",),
    uses="studies of how writers speak of themselves, and models that tell the gender of first-person forms.",
    template="first_person_corpus.md.j2",
)

CORPUS_TITLE = "Polish texts by the gender of their first-person forms"


@dataclass(frozen=True)
class CorpusRecipe(Checked, Recipe):
    """Makes a first-person corpus over shards: posts, labels, reasons; then duplicates and statistics.

    Attributes:
        tagger: How to label.
        reasons: What to exclude; None takes `FragmentReasons` as it is. A column of reading problems is used where the
            rows have one.
        split_posts: Whether to cut texts into the posts that a page ran together.
        deduplicate: Exclude texts that repeat an earlier one of the source.
        smoothing: Constant of the word lists; by default one that suits the size of the corpus.
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
    smoothing: Annotated[float | None, Within(0.001, 1e6)] = None
    listed: Annotated[int, Within(1)] = 15

    @property
    def text_column(self) -> str:
        """The column of text."""
        return self.tagger.text_column

    def reasons_for(self, column_names: Sequence[str]) -> FragmentReasons:
        """Return what to exclude.

        Args:
            column_names: The columns of the rows.
        """
        return with_problems(self.reasons or FragmentReasons(text_column=self.text_column), column_names)

    def hash_for(self, rows: int) -> NormalisedHash:
        """Return what tells texts apart.

        Args:
            rows: Number of rows of the source.
        """
        return NormalisedHash(text_column=self.text_column, bits=choose_bits(rows))

    @property
    def passes(self) -> int:
        """Number of passes: the second one leaves out duplicates."""
        return 2 if self.deduplicate else 1

    def title(self, name: str) -> str:
        """Return the title of the report where none is asked for; see `Recipe`, as for all that follows."""
        return CORPUS_TITLE

    def kept_features(self, number: int, features: Features) -> Features:
        """Return the columns of posts with labels, and in the first pass their hash."""
        tagged = self._tagged_features(features)
        hashed = self.hash_for(1).features() if self.deduplicate and number == 0 else {}
        return Features({name: kind for name, kind in tagged.items() if name != PROBLEM} | hashed)

    def excluded_features(self, features: Features) -> Features:
        """Return the columns of posts with labels, the reason and the step."""
        return Features({**self._tagged_features(features), REASON: Value("string"), STEP: Value("string")})

    def _tagged_features(self, features: Features) -> Features:
        posts = isolated_features(features, self.text_column) if self.split_posts else features
        self.tagger.check_columns(list(posts))
        refuse_columns(features, (REASON, STEP, "fragment_reason", *(("text_hash",) if self.deduplicate else ())))
        return self.tagger.output_features(posts)

    def rows_at_once(self, number: int) -> int | None:
        """Return None: any number of rows may be read at once."""
        return None

    def apply(self, number: int, rows: pa.Table, place: Place, rank: int | None) -> Parted:
        """Label posts and exclude unfit ones; then exclude those that repeat an earlier one."""
        return self._label(rows, place, rank) if number == 0 else self._first_ones(rows, place)

    def _label(self, rows: pa.Table, place: Place, rank: int | None) -> Parted:
        posts = rows
        if self.split_posts:
            posts = isolate_table(rows, place.first_row, self.text_column, self.tagger.candidates)
        tagged = annotated(posts, self.tagger, rank)
        reasons = annotated(tagged, self.reasons_for(tagged.column_names), rank)["fragment_reason"]
        fits = pc.is_null(reasons)
        kept = tagged.filter(fits)
        if PROBLEM in kept.column_names:
            kept = kept.drop_columns([PROBLEM])
        if self.deduplicate:
            kept = annotated(kept, self.hash_for(place.source_rows), rank)
        return self._parted(kept, tagged.filter(pc.invert(fits)), reasons.drop_null(), FragmentReasons.__name__)

    def _first_ones(self, rows: pa.Table, place: Place) -> Parted:
        assert place.decided is not None
        repeated = place.decided["repeated"]
        rows = rows.drop_columns(["text_hash"])
        kept, excluded = rows.filter(pc.invert(repeated)), rows.filter(repeated)
        reasons = pa.chunked_array([pa.repeat("duplicate", len(excluded))])
        return self._parted(kept, excluded, reasons, duplicate_reasons.__name__)

    def _parted(self, kept: pa.Table, excluded: pa.Table, reasons: pa.ChunkedArray, step: str) -> Parted:
        excluded = excluded.append_column(REASON, reasons).append_column(STEP, pa.repeat(step, len(excluded)))
        return Parted(kept, excluded, reasons)

    def depends_on(self, number: int) -> object:
        """Return how posts are labelled and excluded; nothing where those that repeat others are left out."""
        return None if number else (self.tagger, self.reasons, self.split_posts, self.deduplicate)

    def count(self, number: int, parted: Parted) -> Mapping[Key, int]:
        """Count the posts of the source, and what the corpus holds."""
        counts: dict[Key, int] = {} if number else {POSTS: len(parted.kept) + len(parted.excluded)}
        if number == self.passes - 1:
            # without a name the rows would be read to compute one
            kept = Dataset(parted.kept, fingerprint=generate_random_fingerprint())
            counts |= count_corpus(kept, self.text_column)
        return counts

    def failed(self, number: int, row: pa.Table, reason: str, features: Features) -> pa.Table:
        """Return a row with the reason."""
        return null_columns(row, features, {REASON: reason, STEP: "run"})

    def decision_features(self, number: int, features: Features) -> Features:
        """Return the column of hashes after the first pass."""
        return self.hash_for(1).features() if number == 0 and self.deduplicate else Features()

    def decide(self, number: int, rows: Dataset, source_rows: int) -> Decision:
        """Find the rows that repeat an earlier one."""
        bits = choose_bits(source_rows)
        hashes, valid = hash_values(rows.data.table["text_hash"], bits)
        repeated = ~FirstOccurrence(bits, max(1, len(hashes))).keep(hashes, valid)
        return Decision(pa.table({"repeated": pa.array(repeated)}))

    def examples(self, number: int, kept: Dataset) -> list[TextExample]:
        """Return examples of forms."""
        return list(first_person_examples(kept, self.text_column)) if number == self.passes - 1 else []

    def finish(self, title: str, source: Rows, totals: Sequence[PassTotals]) -> Finished:
        """Report the steps, the figures of the paper and what was left out."""
        first, last = totals[0], totals[-1]
        posts = first.counts.get(POSTS, 0)
        steps = []
        if self.split_posts:
            where = {"text_column": self.text_column, "where": "texts that may have first-person forms"}
            steps.append(Step("isolate_posts", Posts.version, where, source.number, posts))
        steps.append(describe_step(self.tagger, posts, posts))
        steps.append(describe_step(self.reasons_for(list(source.features)), posts, first.kept))
        if self.deduplicate:
            steps.append(describe_step(self.hash_for(source.number), first.kept, last.kept))
        tables = corpus_tables(last.counts, self.smoothing, self.listed)
        cut = (source.number, posts) if self.split_posts else None
        answers = corpus_answers(last.counts, sum_excluded(totals), cut)
        report = corpus_report(title, self.tagger.lang, steps, tables, answers=answers)
        report, figures = draw_report(report)
        return Finished(report, replace(DETAILS, changes=ChangeColumns(self.text_column)), figures)


def with_problems(reasons: FragmentReasons, column_names: Sequence[str]) -> FragmentReasons:
    """Return reasons that read the column of reading problems where there is one."""
    if reasons.problem_column is None and PROBLEM in column_names:
        return replace(reasons, problem_column=PROBLEM)
    return reasons


def corpus_tables(counts: Counts, smoothing: float | None = None, listed: int = 15) -> list[Table]:
    """Return the paper's tables: fragments, words, websites and years by gender."""
    constant = default_smoothing(counts) if smoothing is None else smoothing
    fragments = fragments_table(counts)
    words = [imbalance_table(counts, gender, constant, listed) for gender in BINARY_GENDERS]
    if not any(table.rows for table in words):
        unclear = "No word is clearly more frequent in the texts of one gender: there are too few texts."
        fragments = replace(fragments, note=f"{fragments.note} {unclear}")
    tables = [
        fragments,
        *words,
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
    answers: Sequence[str] = (),
    examples: Iterable[TextExample] = (),
) -> Report:
    """Return a report with the limits of what was done and the versions of the software."""
    taken = {step.name for step in steps}
    labelled = not taken.isdisjoint((FirstPerson.__name__, Neutralise.__name__))
    chosen = FragmentReasons.__name__ in taken
    parts = {"label": labelled, "choice": chosen, "figures": bool(tables), "method": True}
    return Report(
        title,
        language,
        steps,
        tables,
        excluded or {},
        limits_of(*(f"first_person_{part}" for part, holds in parts.items() if holds)),
        sources=[dict(source)] if source else [],
        software=software_versions(),
        answers=list(answers),
        examples=choose_examples(examples),
    )


def draw_report(report: Report) -> tuple[Report, dict[str, Figure]]:
    """Draw the figure of a report: the share of texts with feminine forms by year, or else of all texts."""
    tables = {table.name: table for table in report.tables}
    figures: dict[str, Figure] = {}
    for name, file, draw in DRAWN:
        if name in tables and not figures:
            report, figures = draw_in_report(report, name, file, partial(draw, tables[name]))
    return report, figures


def corpus(
    rows: AnyRows,
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
        rows: Rows with a text and, where known, ``url`` and ``date``. Of several splits each is a corpus, within which
            texts that repeat an earlier one are looked for. A stream is read to its end.
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
    return carry_out(rows, recipe, "corpus", title, source, num_proc)


def exclude_duplicates(rows: Dataset, text_hash: NormalisedHash, num_proc: int | None = None) -> Split:
    """Exclude rows that repeat an earlier one but for case, diacritics, digits, signs and spaces."""
    first = FirstOccurrence(text_hash.bits, max(1, len(rows)))
    refuse_columns(rows.column_names, (REASON, STEP))
    judged = duplicate_reasons(annotate(rows, text_hash, num_proc), first).remove_columns("text_hash")
    kept, excluded = Keep("duplicate_reason").split(judged)
    excluded = excluded.rename_column("duplicate_reason", REASON)
    step = pa.array([duplicate_reasons.__name__] * len(excluded), pa.string())
    return Split(kept.remove_columns("duplicate_reason"), excluded.add_column(STEP, step, feature=Value("string")))
