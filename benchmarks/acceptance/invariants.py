"""What must hold of whatever a command says of texts: offsets, edits and their undoing, counts, values, rows."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cache, reduce
from operator import add
from pathlib import Path
from typing import Any

from datasets import Dataset, DatasetDict, concatenate_datasets

from hf_genderfair.actors.totals import count_actors
from hf_genderfair.cli.view import TRANSFORMS
from hf_genderfair.core.counts import Counts
from hf_genderfair.core.spans import edit_text, edits_applied, edits_of, restore_text
from hf_genderfair.first_person.statistics import count_corpus
from hf_genderfair.hub.audited import load_audited
from hf_genderfair.languages.types import MARKED_GENDERS, PERSON_GENDERS
from hf_genderfair.representation.references.ratios import count_references

Row = Mapping[str, Any]
SHOWN, SHARDS = 3, 3
"""So many rows are named that break a rule; so many shards are added up."""
MEASURES: Mapping[str, Callable[[list[Dataset]], Any]] = {
    "person_references": lambda parts: sum((count_references(rows).counts() for rows in parts), Counts()),
    "first_person": lambda parts: sum(map(count_corpus, parts), Counts()),
    "actors": lambda parts: reduce(add, map(count_actors, parts)).to_json(),
}
"""Columns with what counts them in several parts."""


def broken_objects(printed: str, texts: Sequence[str]) -> list[str]:
    """Return what does not hold of the JSON objects that a command prints, one for each text."""
    objects = [json.loads(line) for line in printed.splitlines()]
    if len(objects) != len(texts):
        return [f"{len(objects)} objects for {len(texts)} texts"]
    broken: list[str] = []
    for place, (found, text) in enumerate(zip(objects, texts, strict=True)):
        problems = list(_broken_spans({name: value for name, value in found.items() if name != "text"}, text))
        if "edits" in found:
            edits = edits_of(found["edits"])
            if edit_text(text, edits) != found["text"] or restore_text(found["text"], edits) != text:
                problems.append("edits do not make the text")
        elif found.get("text", text) != text:
            problems.append("another text")
        broken += [f"row {place}: {problem}" for problem in problems]
    return _shortened(broken)


def broken_folder(folder: Path, texts: Mapping[str, str]) -> list[str]:
    """Return what does not hold of a data set that a command wrote."""
    found = load_audited(folder)
    parts = [*_parts(found.dataset), *_parts(found.excluded)]
    broken = _broken_rows(parts, texts)
    for rows in parts:
        columns = rows.to_dict()
        before = _before_edits(columns)
        broken += _broken_sources(columns, before, texts)
        for name, values in columns.items():
            if name not in ("text", "source_start", "source_end"):
                broken += _broken_column(name, values, before, columns["text"])
        for row in rows:
            broken += [f"{row['id']}: {problem}" for problem in (*_broken_values(row), *_broken_counts(row))]
        broken += _broken_sums(rows)
    return _shortened(broken)


def same_rows(folder: Path, other: Path) -> list[str]:
    """Return whether two data sets differ in their rows."""
    first, second = (
        [row for rows in (*_parts(found.dataset), *_parts(found.excluded)) for row in rows]
        for found in map(load_audited, (folder, other))
    )
    return [] if first == second else [f"other rows than those of {other.name}"]


def _parts(dataset: Dataset | DatasetDict | None) -> list[Dataset]:
    if dataset is None:
        return []
    return list(dataset.values()) if isinstance(dataset, DatasetDict) else [dataset]


def _broken_rows(parts: Sequence[Dataset], texts: Mapping[str, str]) -> list[str]:
    """Return which rows of the source are neither kept nor excluded, or both; posts of one text may be both."""
    found = [row for rows in parts for row in rows if not row.get("counterfactual_twin")]
    names = [row["id"] for row in found]
    problems = []
    if missing := texts.keys() - set(names):
        problems.append(f"{len(missing)} rows are lost: {sorted(missing)[:SHOWN]}")
    if len(names) > len(set(names)) and not any("source_row" in row for row in found):
        problems.append(f"{len(names) - len(set(names))} rows are there twice")
    return problems


def _before_edits(columns: Mapping[str, list[Any]]) -> list[str]:
    """Return the texts of rows as they were before the edits that their columns hold."""
    lists = [values for name, values in columns.items() if name.endswith("_edits")]
    edits = [[edit for cell in row for edit in edits_of(cell or ())] for row in zip(*lists, strict=True)]
    texts: list[str] = columns["text"]
    if not lists:
        return texts
    applied = edits_applied(texts, edits)
    rows = zip(texts, edits, applied, strict=True)
    return [restore_text(text, changes) if done else text for text, changes, done in rows]


def _broken_sources(columns: Mapping[str, list[Any]], before: Sequence[str], texts: Mapping[str, str]) -> Iterator[str]:
    """Yield the rows whose text without edits is not that of the source, or of the part that a post is."""
    places = [columns.get(f"source_{name}", [None] * len(before)) for name in ("start", "end")]
    # what is deleted as a stereotype is not kept in the data set
    deleted = "stereotypes_leave_empty" in columns and "stereotype_edits" not in columns
    for name, text, start, end in zip(columns["id"], before, *places, strict=True):
        if texts[name][start:end] != text and not (deleted and text in texts[name]):
            yield f"{name}: undone edits do not give the text of the source back"


def _broken_column(name: str, values: Sequence[Any], before: Sequence[str], after: Sequence[str]) -> list[str]:
    """Return what is wrong with the offsets of a column, which all lie in the texts before edits, or in those after."""
    found = [
        [problem for value, text in zip(values, texts, strict=True) for problem in _broken_spans(value, text, name)]
        for texts in (before, after)
    ]
    return min(found, key=len)


def _structs(value: Any, name: str = "") -> Iterator[tuple[str, Row]]:
    """Yield the structs of a value at any depth, with where they stand."""
    if isinstance(value, list):
        for each in value:
            yield from _structs(each, name)
    elif isinstance(value, Mapping):
        yield name, value
        for key, each in value.items():
            yield from _structs(each, f"{name}.{key}".lstrip("."))


def _broken_spans(value: Any, text: str, name: str = "") -> Iterator[str]:
    """Yield the structs whose offsets lie outside of the text, or do not point at what they repeat."""
    for place, struct in _structs(value, name):
        start, end = struct.get("start"), struct.get("end")
        if isinstance(start, int) and isinstance(end, int):
            if not 0 <= start <= end <= len(text):
                yield f"{place} {start}-{end} lies outside of the text"
            # references writes out what the source shortens: *tutora* in *tutor/a*
            for field in ("original",) if place == "words" else ("original", "text"):
                if struct.get(field) is not None and struct[field] != text[start:end]:
                    yield f"{place} {start}-{end} is {text[start:end]!r}, not {struct[field]!r}"


@cache
def _values() -> dict[str, frozenset[str]]:
    """Return the values of all columns of categories."""
    return {name: frozenset(values) for kind in TRANSFORMS for name, values in kind.categories.items()}


def _broken_values(row: Row) -> Iterator[str]:
    """Yield the words that a column of categories does not have."""
    for place, struct in _structs(row):
        for key, value in struct.items():
            name = f"{place}.{key}".lstrip(".")
            for word in value if isinstance(value, list) else [value]:
                if isinstance(word, str) and name in _values() and word not in _values()[name]:
                    yield f"{name} is {word!r}"


def _broken_counts(row: Row) -> Iterator[str]:
    """Yield the numbers that are not those of the lists that they count."""
    words = [word for word in row.get("person_references") or () if word["person"]]
    persons = [actor for actor in row.get("actors") or () if not actor["group"]]
    numbers = {f"person_{name}": sum(word["gender"] == name for word in words) for name in MARKED_GENDERS}
    numbers |= {f"{name}_actors": sum(actor["gender"] == name for actor in persons) for name in PERSON_GENDERS}
    for total, column in (
        ("gender_fair_total", "gender_fair_forms"),
        ("generic_masculine_total", "generic_masculine"),
        ("rewriting_edited", "rewriting_edits"),
        ("rewriting_refused", "rewriting_refusals"),
    ):
        numbers[total] = len(row.get(column) or ())
    for name, number in numbers.items():
        if row.get(name) is not None and row[name] != number:
            yield f"{name} is {row[name]}, the list has {number}"


def _broken_sums(rows: Dataset) -> Iterator[str]:
    """Yield the measures whose counts of shards do not add up to those of all rows."""
    for column, measure in MEASURES.items():
        if column in rows.column_names and len(rows) >= SHARDS:
            shards = [rows.shard(SHARDS, number) for number in range(SHARDS)]
            if measure(shards) != measure([concatenate_datasets(shards)]):
                yield f"counts of {column} do not add up over shards"


def _shortened(broken: list[str]) -> list[str]:
    more = len(broken) - SHOWN
    return [*broken[:SHOWN], *([f"and {more} more"] if more > 0 else [])]
