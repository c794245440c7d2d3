"""What a run does with its rows: passes over shards, decisions between them about all rows, and a chain as one pass."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Any, NamedTuple, Protocol

import pyarrow as pa
import pyarrow.compute as pc
from datasets import ClassLabel, Dataset, Features, Value
from datasets.fingerprint import Hasher

from hf_genderfair.core.counts import Counts, Key, share
from hf_genderfair.core.errors import ChainFileError, ColumnError
from hf_genderfair.core.keep import REASON_TYPES
from hf_genderfair.core.transform import Transform, text_array
from hf_genderfair.hub.card import CardDetails
from hf_genderfair.languages.chain import Chain
from hf_genderfair.languages.text_transform import TextTransform
from hf_genderfair.report.change_list import ChangeColumns
from hf_genderfair.report.figures import Figure, draw_parts, kept_and_left_out
from hf_genderfair.report.report import Cell, Report, Step, Table, TextExample, describe_step, software_versions
from hf_genderfair.report.sentences import counted, limits_of, main_reason, percent
from hf_genderfair.scale.chain_file import chain_to_yaml
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

    @property
    def longest(self) -> int | None:
        """Most characters of a text that a pipeline reads; None where any text is read."""
        return None

    def title(self, name: str) -> str:
        """Return the title of the report where none is asked for."""

    def identity(self) -> dict[str, Any]:
        """Return what tells this recipe from others: ``chain``, ``state``, ``keep`` and ``longest`` of a plan."""
        return {"chain": type(self).__name__, "state": Hasher.hash(self), "keep": (), "longest": self.longest}

    def kept_features(self, number: int, features: Features) -> Features:
        """Return the columns of rows that a pass keeps."""

    def excluded_features(self, features: Features) -> Features:
        """Return the columns of excluded rows, which are the same in every pass."""
        return Features({**features, ERROR_COLUMN: Value("string")})

    def rows_at_once(self, number: int) -> int | None:
        """Return how many rows a pass reads between two signs of progress; None for as many as the run reads."""
        # texts are analysed in the first pass
        return None if number else ANALYSED_AT_ONCE

    def refused(self, number: int, rows: pa.Table) -> Mapping[int, str]:
        """Return the rows that a pass cannot read, by their number in the table, each with the reason."""
        return too_long(rows, analysed_columns(self.analysing(number, rows.column_names)), self.longest)

    def analysing(self, number: int, column_names: Sequence[str]) -> Sequence[Transform]:
        """Return what a pass analyses texts with, of which none may be too long for a pipeline."""
        return ()

    def apply(self, number: int, rows: pa.Table, place: Place, rank: int | None) -> Parted:
        """Carry out a pass on some rows."""

    def depends_on(self, number: int) -> object:
        """Return what a pass makes of rows depends on, besides them and the decision before it."""

    def count(self, number: int, parted: Parted) -> Mapping[Key, int]:
        """Count some rows that a pass has read; counts of all rows add up."""
        return {}

    def failed(self, number: int, row: pa.Table, reason: str, features: Features) -> pa.Table:
        """Return a row that a pass could not read, as it is excluded."""
        return null_columns(row, features, {ERROR_COLUMN: reason})

    def decision_features(self, number: int, features: Features) -> Features:
        """Return the columns of kept rows that `decide` reads after a pass; none where nothing is decided."""
        return Features()

    def decide(self, number: int, rows: Dataset, source_rows: int) -> Decision:
        """Decide about all rows that a pass has kept."""
        return Decision()

    def examples(self, number: int, kept: Dataset) -> list[TextExample]:
        """Return examples for the report."""
        return []

    def finish(self, title: str, source: Rows, totals: Sequence[PassTotals]) -> Finished:
        """Write the report, but for what is the same in all: what was left out, the sources and the software."""


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


ERROR_COLUMN = "run_error"
TOO_LONG = "too_long"
LONGEST_TEXT = 1_000_000
"""Characters of a text that a pipeline is given by default: about 150,000 words, more than a long book."""

ANALYSED_AT_ONCE = 200
"""Rows that are annotated between two signs of progress, where a pipeline reads them."""

LABEL, TRUE, SUM, ITEMS, KNOWN = "label", "true", "sum", "items", "known"
CLAUSE_END = re.compile(r"[.:;]( |$)")

IN_ALL = "sum over all rows"
"""Of what a row of the table counts."""

MOST_FOUND = 6
"""What a report says first of all columns."""

TITLE = "What the added columns hold"


@dataclass(frozen=True)
class ChainRecipe(Recipe):
    """Annotates all rows by a chain; a recipe of one pass."""

    chain: Chain
    keep: tuple[str, ...] = ()  # columns of reasons: rows with one are excluded
    longest: int | None = LONGEST_TEXT
    """Most characters of a text that a pipeline reads; rows with longer ones are excluded."""

    @property
    def passes(self) -> int:
        """Number of passes: one."""
        return 1

    def title(self, name: str) -> str:
        """Return the title of the report where none is asked for; see `Recipe`, as for all that follows."""
        return f"Texts of {name} with annotations" if name else "Texts with annotations"

    def identity(self) -> dict[str, Any]:
        """Return what tells this recipe from others."""
        try:
            written = chain_to_yaml(self.chain, public=True)
        except ChainFileError:
            written = ", ".join(type(link).__name__ for link in self.chain.links)
        return {"chain": written, "state": Hasher.hash(self.chain), "keep": self.keep, "longest": self.longest}

    def kept_features(self, number: int, features: Features) -> Features:
        """Return the columns of the source and of the chain."""
        self.chain.check_columns(list(features))
        columns = self.chain.output_features(features)
        for name in self.keep:
            if name not in columns:
                raise ColumnError(f"no column {name!r} to keep rows by: the rows have {', '.join(map(repr, columns))}")
            if getattr(columns[name], "dtype", None) not in REASON_TYPES:
                raise ColumnError(
                    f"column {name!r} holds {columns[name]}, not reasons: name a column of text and nulls"
                )
        return columns

    def excluded_features(self, features: Features) -> Features:
        """Return the columns of kept rows, and why a row failed."""
        return Features({**self.kept_features(0, features), ERROR_COLUMN: Value("string")})

    @cached_property
    def _added(self) -> Features:
        return self.chain.features()

    @cached_property
    def _analysed_columns(self) -> list[str]:
        return analysed_columns(self.chain.links)

    def rows_at_once(self, number: int) -> int | None:
        """Return how many rows are annotated between two signs of progress."""
        return ANALYSED_AT_ONCE if self._analysed_columns else None

    def refused(self, number: int, rows: pa.Table) -> Mapping[int, str]:
        """Return the rows with a text that is too long to be analysed."""
        return too_long(rows, self._analysed_columns, self.longest)

    def apply(self, number: int, rows: pa.Table, place: Place, rank: int | None) -> Parted:
        """Annotate rows, and divide them by their reasons."""
        found = annotated(rows, self.chain, rank)
        reasons = pc.coalesce(pa.nulls(len(rows), pa.string()), *(found[name].cast(pa.string()) for name in self.keep))
        if isinstance(reasons, pa.Array):
            reasons = pa.chunked_array([reasons])
        stays = pc.is_null(reasons)
        leaves = pc.invert(stays)
        excluded = found.append_column(ERROR_COLUMN, pa.nulls(len(rows), pa.string())).filter(leaves)
        return Parted(found.filter(stays), excluded, reasons.filter(leaves))

    def depends_on(self, number: int) -> object:
        """Return the chain and the columns of reasons."""
        return self.chain, self.keep

    def count(self, number: int, parted: Parted) -> Mapping[Key, int]:
        """Count the values of the columns that the chain adds."""
        return Counts.sum(count_columns(rows, self._added) for rows in (parted.kept, parted.excluded))

    def failed(self, number: int, row: pa.Table, reason: str, features: Features) -> pa.Table:
        """Return a row without what the chain adds."""
        return null_columns(row, features, {ERROR_COLUMN: reason}, list(self._added))

    def finish(self, title: str, source: Rows, totals: Sequence[PassTotals]) -> Finished:
        """Report what the columns hold."""
        [total] = totals
        rows = source.number
        steps = [describe_step(link, rows, rows) for link in self.chain.links]
        if self.keep or total.excluded:
            steps.append(Step("Keep", "1", {"column": list(self.keep)}, rows, total.kept))
        meanings = {name: words for link in self.chain.links for name, words in link.meanings().items()}
        counts = counts_table(total.counts, meanings)
        languages = list(dict.fromkeys(filter(None, (link.language() for link in self.chain.links))))
        report = Report(
            title,
            languages[0] if len(languages) == 1 else "mul" if languages else "und",
            steps,
            [counts] if counts else [],
            limits=limits_of("chain"),
            answers=[*first_counts(total.counts, self.chain.links), _said(rows, len(self.chain.links), total)],
        )
        texts = [link.text_column for link in self.chain.links if isinstance(link, TextTransform)]
        details = CardDetails(task_categories=(), changes=ChangeColumns(next(iter(texts), "text")))
        return Finished(report, details, _drawn(rows, total, meanings))


def _drawn(rows: int, total: PassTotals, meanings: Mapping[str, str]) -> dict[str, Figure]:
    """Draw what was left out, or else the labels of the first column that has any; nothing where there is neither."""
    if total.excluded:
        parts = kept_and_left_out(total.kept, total.excluded)
        return draw_parts("rows.png", f"What became of the rows (n = {rows:,})", parts)
    labels = sorted((key[0], key[2], number) for key, number in total.counts.items() if key[1] == LABEL)
    if not labels:
        return {}
    column = labels[0][0]
    title = f"{meanings.get(column, column).rstrip('.')} (n = {total.counts[column, KNOWN]:,})"
    return draw_parts("labels.png", title, {label: number for name, label, number in labels if name == column})


def first_counts(counts: Counts, links: Sequence[Transform]) -> list[str]:
    """Return what the links say was found, the last one first, else the first counts of their columns."""
    sums = {key[0]: number for key, number in counts.items() if key[1] == SUM and number}
    if said := [sentence for link in reversed(links) for sentence in link.found(sums)]:
        return said
    parts = [part for link in reversed(links) for part in _counts_of(counts, link)]
    return [f"{'; '.join(parts[:MOST_FOUND])}."] if parts else []


def _counts_of(counts: Counts, link: Transform) -> Iterator[str]:
    """Yield what the columns of a link hold, numbers before lists, and what is meant alike together."""
    alike: dict[str, dict[str, int]] = {}
    lists = {key[0] for key in counts if key[1] == ITEMS}
    meanings = link.meanings()
    for name in sorted(link.features(), key=lists.__contains__):
        meaning = meanings.get(name, name)
        base = meaning.removeprefix("As ").removesuffix(".") if meaning.startswith("As ") else name
        found = alike.setdefault(CLAUSE_END.split(meanings.get(base, base))[0], {})
        for (of, kind, *label), number in counts.items():
            if of == name and kind != KNOWN and number:
                found[label[0] if label else name] = number
    for words, found in alike.items():
        are_columns = found.keys() <= link.features().keys()
        if found and are_columns and len(found) == 1:
            yield f"{words}: {next(iter(found.values())):,}"
        elif found:
            labels = _told_apart(list(found)) if are_columns else list(found)
            numbers = zip(labels, found.values(), strict=True)
            yield f"{words}: {', '.join(f'{label} {number:,}' for label, number in numbers)}"


def _told_apart(names: Sequence[str]) -> Sequence[str]:
    """Leave out the parts that all names begin or end with: *female* and *male* of *female_actors*, *male_actors*."""
    parts = [name.split("_") for name in names]
    for end, rest in ((0, slice(1, None)), (-1, slice(None, -1))):
        while min(map(len, parts)) > 1 and len({part[end] for part in parts}) == 1:
            parts = [part[rest] for part in parts]
    return ["_".join(part) for part in parts]


def _said(rows: int, steps: int, total: PassTotals) -> str:
    """Return what was done, in a sentence."""
    left = sum(total.excluded.values())
    said = f"{counted(rows, 'row was', 'rows were')} annotated by {counted(steps, 'step')}"
    if not left:
        return f"{said}; none was left out."
    return f"{said}; {left:,} ({percent(left / rows)}) were left out; {main_reason(total.excluded)}."


def analysed_columns(links: Iterable[Transform]) -> list[str]:
    """Return the columns of text that a pipeline reads."""
    reading = [link for link in links if isinstance(link, TextTransform) and link.analysis_request() is not None]
    return list(dict.fromkeys(link.text_column for link in reading))


def too_long(rows: pa.Table, columns: Iterable[str], longest: int | None) -> dict[int, str]:
    """Return the rows with a text that is too long to be analysed, by their number, each with the reason."""
    found: dict[int, str] = {}
    for name in columns if longest is not None else ():
        if name in rows.column_names:
            lengths = pc.fill_null(pc.utf8_length(text_array(rows[name], name)), 0)
            for row in pc.indices_nonzero(pc.greater(lengths, longest)).to_pylist():
                found[row] = f"{TOO_LONG}: {lengths[row].as_py()} characters"
    return found


def count_columns(table: pa.Table, added: Features) -> Counts:
    """Count what some rows hold in the columns that a chain added."""
    counts: dict[Key, int] = {}
    for name, feature in added.items():
        column, kind = table[name], added.arrow_schema.field(name).type
        counted = _count(column, kind, feature)
        if counted:
            counts[name, KNOWN] = len(column) - column.null_count
            counts |= {(name, *key): number for key, number in counted.items()}
    return Counts(counts)


def _count(column: pa.ChunkedArray, kind: pa.DataType, feature: object) -> dict[Key, int]:
    if isinstance(feature, ClassLabel):
        found = {entry["values"]: entry["counts"] for entry in pc.value_counts(column).to_pylist()}
        return {(LABEL, label): found.get(number, 0) for number, label in enumerate(feature.names)}
    if pa.types.is_boolean(kind):
        return {(TRUE,): pc.sum(column).as_py() or 0}
    # unsigned numbers of eight bytes are hashes, whose sum says nothing
    if pa.types.is_integer(kind) and kind != pa.uint64():
        return {(SUM,): pc.sum(column).as_py() or 0}
    if pa.types.is_list(kind) or pa.types.is_large_list(kind):
        return {(ITEMS,): pc.sum(pc.list_value_length(column)).as_py() or 0}
    return {}


def counts_table(counts: Counts, meanings: Mapping[str, str]) -> Table | None:
    """Return what was counted as a table for readers; None where nothing was."""
    rows: list[list[Cell]] = []
    for key, number in sorted(counts.items()):
        name, kind, *label = key
        known = counts[name, KNOWN]
        words = CLAUSE_END.split(meanings.get(name, ""))[0] or name
        if kind in (LABEL, TRUE):
            part = share(number, known)
            rows.append([words, label[0] if label else TRUE, number, known, part.value, part.low, part.high, name])
        elif kind in (SUM, ITEMS):
            rows.append([words, IN_ALL, number, known, None, None, None, name])
    if not rows:
        return None
    columns = ["what", "counted", "number", "rows", "share", "low", "high", "column"]
    note = "Of all rows that were annotated, kept or not."
    if all(row[4] is None for row in rows):
        return Table("columns", TITLE, [*columns[:4], columns[-1]], [[*row[:4], row[-1]] for row in rows], note)
    note += (
        " The share of rows has a 95 % Wilson interval, which takes rows as independent of each other; sums are no "
        "shares of rows."
    )
    return Table("columns", TITLE, columns, rows, note)
