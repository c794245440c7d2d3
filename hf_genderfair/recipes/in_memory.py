"""A recipe in memory: the passes of a run over one data set, whose rows go from pass to pass without a folder."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, TypeAlias

import pyarrow as pa
from datasets import (
    Dataset,
    DatasetDict,
    Features,
    IterableDataset,
    IterableDatasetDict,
    Value,
    concatenate_datasets,
)
from datasets.arrow_writer import ArrowWriter, SchemaInferenceError
from datasets.fingerprint import generate_random_fingerprint, get_temporary_cache_files_directory

from hf_genderfair import __version__
from hf_genderfair.core.batches import arrow_batches, check_rows, read_batch
from hf_genderfair.core.counts import Counts
from hf_genderfair.core.errors import GenderfairError
from hf_genderfair.core.keep import Keep
from hf_genderfair.core.transform import in_format_of, map_batches
from hf_genderfair.recipes.made import Made, joined
from hf_genderfair.report.examples import choose_examples, drawn_rows
from hf_genderfair.report.report import TextExample
from hf_genderfair.scale.recipe import Decision, Parted, PassTotals, Place, Recipe, reported
from hf_genderfair.scale.rows import DatasetRows
from hf_genderfair.scale.shard_work import with_all_columns

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
