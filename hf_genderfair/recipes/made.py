"""What a recipe makes, which is written and published together; and the passes of a recipe in memory."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import zip_longest
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeAlias, TypeVar

import pyarrow as pa
from datasets import Dataset, DatasetDict, Features, IterableDataset, IterableDatasetDict, Value, concatenate_datasets
from datasets.arrow_writer import ArrowWriter, SchemaInferenceError
from datasets.fingerprint import generate_random_fingerprint, get_temporary_cache_files_directory

from hf_genderfair import __version__
from hf_genderfair.core.batches import arrow_batches, check_rows, read_batch
from hf_genderfair.core.counts import Counts
from hf_genderfair.core.errors import GenderfairError
from hf_genderfair.core.keep import Keep
from hf_genderfair.core.spans import EDIT_FEATURE
from hf_genderfair.core.transform import in_format_of, map_batches
from hf_genderfair.report.examples import choose_examples, drawn_rows
from hf_genderfair.report.report import MOST_LINES, Report, TextExample
from hf_genderfair.report.sentences import by_number, counted, in_lines, reason_in_words
from hf_genderfair.scale.recipe import Decision, Parted, PassTotals, Place, Recipe, reported
from hf_genderfair.scale.rows import DatasetRows
from hf_genderfair.scale.shard_work import with_all_columns

if TYPE_CHECKING:
    from hf_genderfair.hub.card import CardDetails
    from hf_genderfair.hub.publish import Published
    from hf_genderfair.report.figures import Figure

Rows = TypeVar("Rows", Dataset, DatasetDict)

LISTED_EDITS = Features({"row": Value("int64"), **EDIT_FEATURE.feature})
"""The columns of a list of edits."""


@dataclass(frozen=True, repr=False)
class Made:
    """What a recipe made of texts, with its report; shown as a few sentences on what happened, never as the data.

    Attributes:
        kept: The rows; split by split where splits came in or are made.
        report: Steps, figures, what was left out, and limits.
        excluded: The rows left out, with the reason; None where the recipe leaves out none.
        figures: Pictures for the report by file name; none where matplotlib is not installed.
        pages: Further pages by file name.
        details: What the card says beyond the report, but for the licence; None for one of annotated texts.

    Example:
        >>> from hf_genderfair import Report
        >>> Made(Dataset.from_dict({"text": ["Ginger tea."]}), Report("Tea", "en", answers=["One text is about tea."]))
        Tea
        1 row kept, none left out.
        One text is about tea.
        It has .kept, .report, .write(folder) and .publish(repo_id).
    """

    kept: Dataset | DatasetDict
    report: Report
    excluded: Dataset | DatasetDict | None = None
    figures: Mapping[str, Figure] = field(default_factory=dict)
    pages: Mapping[str, bytes] = field(default_factory=dict)
    details: CardDetails | None = None

    @property
    def edit_columns(self) -> list[str]:
        """The columns of the edits by which the texts were changed, in the order in which they were applied."""
        named = [f"{name}_edits" for name in self.details.changes.edited] if self.details else []
        parts = self.kept.values() if isinstance(self.kept, DatasetDict) else [self.kept]
        return [name for name in named if all(name in part.column_names for part in parts)]

    @property
    def edits(self) -> Dataset | DatasetDict | None:
        """The edits by which the texts were changed, one a row, with the number of the row of ``kept``.

        None where nothing edits texts. The offsets are those of the text before.
        """
        columns = self.edit_columns
        return _listed(self.kept, columns) if columns else None

    def __repr__(self) -> str:
        """Return what happened, in at most twelve lines."""
        left = "; ".join(f"{number:,} {reason_in_words(why)}" for why, number in by_number(self.report.excluded))
        total = f"{sum(self.report.excluded.values()):,} left out ({left})" if left else "none left out"
        some = {".excluded": self.excluded is not None, ".edits": bool(self.edit_columns)}
        names = [".kept", *(name for name, is_there in some.items() if is_there), ".report", ".write(folder)"]
        sentences = [self.report.title, f"{_number(self.kept)} kept, {total}.", *self.report.answers]
        lines = in_lines(sentences, MOST_LINES - 1)
        lines = ["… (the rest stands in .report)" if line == "…" else line for line in lines]
        return "\n".join([*lines, f"It has {', '.join(names)} and .publish(repo_id)."])

    def write(self, folder: str | Path, license: str | None = None, overwrite: bool = False) -> Report:
        """Write the rows as a data set with report, pictures and card; see `write_dataset`.

        Args:
            folder: Where to write.
            license: Licence of the texts, as the Hub spells it.
            overwrite: Replace a data set that stands there.

        Returns:
            The report with what ties it to the data.

        Raises:
            OutputError: The folder cannot be written, or there is no row.
        """
        from hf_genderfair.hub.card import CardDetails
        from hf_genderfair.hub.folder import write_dataset

        details = self.details or CardDetails()
        details = details if license is None else replace(details, license=license)
        return write_dataset(
            folder, self.kept, self.report, self.excluded, details, overwrite, figures=self.figures, pages=self.pages
        )

    def publish(self, repo_id: str, **options: Any) -> Published:
        """Publish the rows on the Hub, with report, pictures and card, and check them; see `publish`.

        Args:
            repo_id: ``namespace/name``; the repository is created if it is missing.
            **options: Those of `publish`, such as ``license``, ``version_tag`` or ``dry_run``.

        Returns:
            What was sent; or after a dry run, what would be.

        Raises:
            PublishError: See `publish`.
        """
        from hf_genderfair.hub.publish import publish

        return publish(self, repo_id, **options)


def joined(parts: Mapping[str, Made]) -> Made:
    """Return the results of splits as one: their names are in those of tables, pictures and pages."""
    first = next(iter(parts.values()))
    reports = {name: part.report for name, part in parts.items()}
    report = replace(
        first.report,
        steps=[step for each in reports.values() for step in each.steps],
        tables=[table.of_split(name) for name, each in reports.items() for table in each.tables],
        excluded={f"{name}: {why}": number for name, each in reports.items() for why, number in each.excluded.items()},
        limits=list(dict.fromkeys(limit for each in reports.values() for limit in each.limits)),
        # what matters most of every split stands first
        answers=[
            f"{name}: {answer}"
            for answers in zip_longest(*(each.answers for each in reports.values()))
            for name, answer in zip(reports, answers, strict=True)
            if answer is not None
        ],
        examples=choose_examples(example for each in reports.values() for example in each.examples),
    )
    left_out = {name: part.excluded for name, part in parts.items() if part.excluded is not None}
    return replace(
        first,
        kept=DatasetDict({name: part.kept for name, part in parts.items()}),
        report=report,
        excluded=DatasetDict(left_out) if left_out else None,
        figures={f"{name}_{file}": figure for name, part in parts.items() for file, figure in part.figures.items()},
        pages={f"{name}_{file}": page for name, part in parts.items() for file, page in part.pages.items()},
    )


def _number(rows: Dataset | DatasetDict) -> str:
    """Return how many rows there are, in words."""
    if not isinstance(rows, DatasetDict):
        return counted(len(rows), "row")
    parts = ", ".join(f"{name} {len(part):,}" for name, part in rows.items())
    return f"{counted(sum(map(len, rows.values())), 'row')} ({parts})"


def _listed(rows: Rows, columns: Sequence[str]) -> Rows:
    """Return the edits of rows, one a row."""
    if isinstance(rows, DatasetDict):
        return DatasetDict({name: _listed(part, columns) for name, part in rows.items()})
    chosen = rows.with_format(None).select_columns(list(columns))
    return chosen.map(
        _one_by_one, batched=True, with_indices=True, remove_columns=list(columns), features=LISTED_EDITS, desc="Edits"
    )


def _one_by_one(batch: Mapping[str, Sequence[Any]], indices: Sequence[int]) -> dict[str, list[Any]]:
    """Return the edits of a batch, one a row."""
    cells = zip(indices, *batch.values(), strict=True)
    found = [(row, edit) for row, *columns in cells for column in columns for edit in column or ()]
    named = {name: [edit[name] for _, edit in found] for name in EDIT_FEATURE.feature}
    return {"row": [row for row, _ in found], **named}


AnyRows: TypeAlias = Dataset | DatasetDict | IterableDataset | IterableDatasetDict

LEFT_OUT = "why a pass left it out"
"""Column of the rows of a pass that is null for those it kept."""


def read_to_end(rows: AnyRows) -> Dataset | DatasetDict:
    """Return the rows of a stream, which are kept on disk as long as the process; any other data set as it is."""
    if isinstance(rows, IterableDatasetDict):
        return DatasetDict({name: read_to_end(part) for name, part in rows.items()})
    if not isinstance(rows, IterableDataset):
        return rows
    path = Path(get_temporary_cache_files_directory(), f"stream-{generate_random_fingerprint()}.arrow")
    with ArrowWriter(path=str(path), features=rows.features) as writer:
        for table in arrow_batches(rows, desc="Read"):
            writer.write_table(table)
        try:
            writer.finalize()
        except SchemaInferenceError as error:
            raise GenderfairError("the stream has no rows, and says nothing of its columns") from error
    return Dataset.from_file(str(path))


def by_split(rows: DatasetDict, make: Callable[[str, Dataset], Made]) -> Made:
    """Make a result of each split, and of these one; what goes wrong names the split."""
    parts = {}
    for name, part in rows.items():
        try:
            parts[name] = make(name, part)
        except GenderfairError as error:
            error.args = (f"split {name!r}: {error.args[0]}", *error.args[1:])
            raise
    return joined(parts)


def carry_out(
    rows: AnyRows,
    recipe: Recipe,
    name: str,
    title: str | None = None,
    source: Mapping[str, Any] | None = None,
    num_proc: int | None = None,
) -> Made:
    """Carry out a recipe on all rows, or on those of each split; what goes wrong with a row is an error."""
    rows = read_to_end(rows)
    if isinstance(rows, DatasetDict) and rows:
        return by_split(rows, lambda _, part: carry_out(part, recipe, name, title, source, num_proc))
    check_rows(rows, name, streams=False)
    assert isinstance(rows, Dataset)
    for number in range(recipe.passes):
        recipe.kept_features(number, rows.features)
    kept = rows.with_format("arrow")
    parts: list[Dataset] = []
    totals: list[PassTotals] = []
    examples: list[TextExample] = []
    for number in range(recipe.passes):
        place = Place(0, len(rows))
        if totals:
            place = replace(place, decided=totals[-1].decision.rows, settings=totals[-1].decision.settings)
        read = len(kept)
        kept, excluded = _carry_out_pass(_Pass(recipe, number, rows.features, place), kept, num_proc)
        totals.append(_totals(recipe, number, rows, read, kept, excluded))
        excluded = excluded.remove_columns(LEFT_OUT)
        examples += recipe.examples(number, drawn_rows(kept.with_format(None)))
        parts.append(excluded)
    source = source or {}
    finished = recipe.finish(title or recipe.title(source.get("id", "")), DatasetRows(rows), totals)
    return Made(
        in_format_of(rows, kept),
        replace(reported(finished.report, source, totals), examples=choose_examples(examples)),
        in_format_of(rows, concatenate_datasets(parts)),
        finished.figures,
        finished.pages,
        finished.details,
    )


@dataclass(frozen=True)
class _Pass:
    """A pass as a function for ``map``: rows that it keeps and leaves out come back in one table."""

    recipe: Recipe
    number: int
    source: Features
    place: Place

    @property
    def kept(self) -> Features:
        return self.recipe.kept_features(self.number, self.source)

    @property
    def excluded(self) -> Features:
        return Features({**self.recipe.excluded_features(self.source), LEFT_OUT: Value("string")})

    @property
    def features(self) -> Features:
        return Features({**self.excluded, **self.kept})

    @property
    def state(self) -> object:
        """What the rows depend on, beside those that are read."""
        known = self.recipe.depends_on(self.number), self.place.decided, self.place.settings
        return type(self.recipe).__name__, self.number, known, self.features, __version__

    def __call__(self, batch: Any, indices: Sequence[int], rank: int | None = None, first_row: int = 0) -> pa.Table:
        place = self.place.part(first_row + indices[0], len(indices))
        parted = self.recipe.apply(self.number, read_batch(batch, "a pass"), place, rank)
        excluded = parted.excluded.append_column(LEFT_OUT, parted.reasons)
        schema = self.features.arrow_schema
        return pa.concat_tables([with_all_columns(rows, schema) for rows in (parted.kept, excluded)])


def _carry_out_pass(step: _Pass, rows: Dataset, num_proc: int | None) -> tuple[Dataset, Dataset]:
    """Return the rows that a pass keeps, and those that it leaves out, with the reason."""
    features = step.features
    desc = f"{type(step.recipe).__name__}, pass {step.number + 1} of {step.recipe.passes}"
    done = map_batches(
        rows, step, step.state, lambda: features, num_proc, with_indices=True, features=features, desc=desc
    )
    done = done.with_format("arrow")
    all_kept = done.data.table[LEFT_OUT].null_count == len(done)
    kept, excluded = (done, done.select([])) if all_kept else Keep(LEFT_OUT).split(done)
    assert isinstance(kept, Dataset)
    assert isinstance(excluded, Dataset)
    return kept.select_columns(list(step.kept)), excluded.select_columns(list(step.excluded))


def _totals(recipe: Recipe, number: int, rows: Dataset, read: int, kept: Dataset, excluded: Dataset) -> PassTotals:
    """Count what a pass has made of all rows, and decide about them."""
    reasons = excluded.data.table[LEFT_OUT]
    counts = recipe.count(number, Parted(kept.data.table, excluded.data.table, reasons))
    read_to_decide = list(recipe.decision_features(number, rows.features))
    decision = Decision()
    if read_to_decide:
        decision = recipe.decide(number, kept.select_columns(read_to_decide).with_format(None), len(rows))
    return PassTotals(read, len(kept), Counter(reasons.to_pylist()), Counts(dict(counts)), decision)
