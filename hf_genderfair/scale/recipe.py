"""What a run does with its rows: passes over shards, and between two passes decisions about all rows together."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, NamedTuple, Protocol

import pyarrow as pa
from datasets import Dataset, Features
from datasets.fingerprint import Hasher

from hf_genderfair.core.counts import Counts, Key
from hf_genderfair.core.transform import Transform
from hf_genderfair.hub.card import CardDetails
from hf_genderfair.report.figures import Figure
from hf_genderfair.report.report import Report, TextExample, software_versions
from hf_genderfair.scale.rows import Rows


@dataclass(frozen=True)
class Place:
    """Where some rows stand, and what was decided about them."""

    first_row: int  # number of the first of them among all rows of the pass
    source_rows: int  # number of rows of the source
    decided: pa.Table | None = None
    """A table with one line for each of them, of the decision before this pass; None where there was none."""
    settings: str = ""  # what that decision says of all rows; the recipe reads it

    def part(self, start: int, number: int) -> Place:
        """Return the place of some of the rows."""
        decided = None if self.decided is None else self.decided.slice(start, number)
        return replace(self, first_row=self.first_row + start, decided=decided)


class Parted(NamedTuple):
    """What becomes of some rows in a pass."""

    kept: pa.Table  # rows that go on to the next pass, or into the data set
    excluded: pa.Table  # rows that are left out here
    reasons: pa.ChunkedArray

    @classmethod
    def all_kept(cls, rows: pa.Table) -> Parted:
        """Return that all rows go on."""
        return cls(rows, rows.slice(0, 0), pa.chunked_array([[]], pa.string()))


class Decision(NamedTuple):
    """What is decided about all rows after a pass."""

    rows: pa.Table | None = None  # a table with one line for each row that goes on; None where rows are not told apart
    settings: str = ""  # what holds for all rows in the next pass, as text that each process reads; small
    known: Any = None  # what only the end of the run needs, which stays in the first process


@dataclass(frozen=True)
class PassTotals:
    """What a pass has made of all rows."""

    read: int
    kept: int
    excluded: Mapping[str, int]  # number of rows left out, by reason
    counts: Counts
    decision: Decision


@dataclass(frozen=True)
class Finished:
    """The documents of a run that is complete."""

    report: Report  # steps, figures, what was left out, and limits
    details: CardDetails  # what the card says beyond the report
    figures: Mapping[str, Figure] = field(default_factory=dict)
    pages: Mapping[str, bytes] = field(default_factory=dict)


class Recipe(Protocol):
    """What a run carries out. An instance holds configuration only, and is sent to other processes.

    The rows of a pass do not depend on how they are divided, and what is decided after it depends on all of them in
    their order: so the result is the same whatever the shards and processes.
    """

    @property
    def passes(self) -> int:
        """Number of passes."""

    def title(self, name: str) -> str:
        """Return the title of the report where none is asked for."""

    def identity(self) -> dict[str, Any]:
        """Return what tells this recipe from others: ``chain``, ``state``, ``keep`` and ``longest`` of a plan."""

    def kept_features(self, number: int, features: Features) -> Features:
        """Return the columns of rows that a pass keeps."""

    def excluded_features(self, features: Features) -> Features:
        """Return the columns of excluded rows, which are the same in every pass."""

    def rows_at_once(self, number: int) -> int | None:
        """Return how many rows a pass reads between two signs of progress; None for as many as the run reads."""

    def refused(self, number: int, rows: pa.Table) -> Mapping[int, str]:
        """Return the rows that a pass cannot read, by their number in the table, each with the reason."""

    def apply(self, number: int, rows: pa.Table, place: Place, rank: int | None) -> Parted:
        """Carry out a pass on some rows."""

    def depends_on(self, number: int) -> object:
        """Return what a pass makes of rows depends on, besides them and the decision before it."""

    def count(self, number: int, parted: Parted) -> Mapping[Key, int]:
        """Count some rows that a pass has read; counts of all rows add up."""

    def failed(self, number: int, row: pa.Table, reason: str, features: Features) -> pa.Table:
        """Return a row that a pass could not read, as it is excluded."""

    def decision_features(self, number: int, features: Features) -> Features:
        """Return the columns of kept rows that `decide` reads after a pass; none where nothing is decided."""

    def decide(self, number: int, rows: Dataset, source_rows: int) -> Decision:
        """Decide about all rows that a pass has kept."""

    def examples(self, number: int, kept: Dataset) -> list[TextExample]:
        """Return examples for the report."""

    def finish(self, title: str, source: Rows, totals: Sequence[PassTotals]) -> Finished:
        """Write the report, but for what is the same in all: what was left out, the sources and the software."""


def recipe_identity(recipe: Recipe, longest: int | None) -> dict[str, Any]:
    """Return the identity of a recipe that no file describes: its name, and the hash of its settings."""
    return {"chain": type(recipe).__name__, "state": Hasher.hash(recipe), "keep": (), "longest": longest}


def sum_excluded(totals: Sequence[PassTotals]) -> dict[str, int]:
    """Return the number of rows that all passes left out, by reason in its order."""
    return dict(sorted(sum((Counter(total.excluded) for total in totals), Counter[str]()).items()))


def reported(report: Report, facts: Mapping[str, Any], totals: Sequence[PassTotals]) -> Report:
    """Return the report of a recipe with what was left out, the source and the software."""
    sources = [dict(facts)] if facts else []
    return replace(report, excluded=sum_excluded(totals), sources=sources, software=software_versions())


def annotated(rows: pa.Table, transform: Transform, rank: int | None) -> pa.Table:
    """Return rows with the columns of a transform."""
    result = transform(rows, rank)
    assert isinstance(result, pa.Table)
    return result


def null_columns(row: pa.Table, features: Features, known: Mapping[str, Any], without: Sequence[str] = ()) -> pa.Table:
    """Return a row with other columns: what it holds, what is known beyond that, and null elsewhere."""
    schema = features.arrow_schema
    columns = []
    for name, kind in zip(schema.names, schema.types, strict=True):
        if name in known:
            columns.append(pa.array([known[name]], kind))
        elif name in row.column_names and name not in without and row.schema.field(name).type == kind:
            columns.append(row[name])
        else:
            columns.append(pa.nulls(1, kind))
    return pa.table(columns, schema)


def list_with_fields(feature: Any, fields: Sequence[str]) -> Any:
    """Return the type of a list of structs with some of their fields only, and any other type as it is."""
    struct = getattr(feature, "feature", None)
    if not fields or not isinstance(struct, Mapping) or not set(fields) <= set(struct):
        return feature
    return type(feature)({name: struct[name] for name in fields})
