"""Mutated sentences of all languages through all that reads text."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import groupby
from typing import Any

import pytest
from as_one_test import as_one_test
from every_transform import CONFIGURED, TRANSFORMS, describe
from golden import golden_rows

from benchmarks.languages.fuzzing import Subject, fuzzed_texts, subjects
from hf_genderfair.core.spans import edit_text, edits_of, restore_text

SUBJECTS = {subject.name: subject for subject in subjects()}
KINDS = ("exception", "offset", "undo", "count")
SIGNED = "sentiment"
"""What may be below 0."""


@dataclass
class Tally:
    """Number of texts that a subject read, and what went wrong by kind, each with its text."""

    texts: int = 0
    found: dict[str, list[tuple[str, str]]] = field(default_factory=lambda: {kind: [] for kind in KINDS})


def examine(subject: Subject, texts: Sequence[str], tally: Tally) -> None:
    """Read texts and add what goes wrong to a tally."""
    for text, row in _read(subject, list(texts), tally):
        for kind, problem in problems(text, row):
            tally.found[kind].append((problem, text))
    tally.texts += len(texts)


def _read(subject: Subject, texts: list[str], tally: Tally) -> Iterator[tuple[str, Mapping[str, Any]]]:
    """Yield texts with what is found in them; where a batch fails, its halves are read, down to the single text."""
    try:
        yield from list(zip(texts, subject.read(texts), strict=True))
    except Exception as error:  # whatever it is, it is what is looked for
        if len(texts) == 1:
            tally.found["exception"].append((f"{type(error).__name__}: {error}"[:200], texts[0]))
        else:
            half = len(texts) // 2
            yield from _read(subject, texts[:half], tally)
            yield from _read(subject, texts[half:], tally)


def problems(text: str, row: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
    """Yield what is wrong with the things found in a text, as kind and words."""
    for name, value in row.items():
        if isinstance(value, int) and value < 0 and SIGNED not in name:
            yield "count", f"{name}={value}"
        yield from (("offset", f"{name}: {problem}") for problem in _misplaced(text, value))
        if isinstance(value, list) and value and isinstance(value[0], dict) and "replacement" in value[0]:
            yield from (("undo", f"{name}: {problem}") for problem in _not_undone(text, value))


def _misplaced(text: str, value: Any) -> Iterator[str]:
    if isinstance(value, list):
        for part in value:
            yield from _misplaced(text, part)
    elif isinstance(value, dict):
        for key, start in value.items():
            if key == "start" or key.endswith("_start"):
                end = value[key.removesuffix("start") + "end"]
                if (start is None) != (end is None) or (start is not None and not 0 <= start <= end <= len(text)):
                    yield f"{key} {start}-{end} of {len(text)}"
            elif isinstance(start, (list, dict)):
                yield from _misplaced(text, start)


def _not_undone(text: str, rows: Sequence[Mapping[str, Any]]) -> Iterator[str]:
    """Apply and undo edits; those of a counterfactual direction belong together."""

    def direction(row: Mapping[str, Any]) -> str:
        return str(row.get("direction", ""))

    for _, together in groupby(sorted(rows, key=direction), key=direction):
        edits = edits_of(together)
        try:
            if restore_text(edit_text(text, edits), edits) != text:
                yield "the text comes back changed"
        except ValueError as error:
            yield str(error)


@pytest.mark.parametrize("number", [8, pytest.param(25, marks=pytest.mark.whole)])
@as_one_test("name", SUBJECTS)
def test_nothing_goes_wrong(name, number):
    tally = Tally()
    subject = SUBJECTS[name]
    examine(subject, list(fuzzed_texts(subject.lang, number, 1)), tally)
    assert tally.texts == number
    assert tally.found == {kind: [] for kind in KINDS}


def test_every_transform_that_reads_text_is_a_subject():
    reading = {describe(each)[:60] for each in TRANSFORMS + CONFIGURED if "text" in each.inputs()}
    assert reading <= SUBJECTS.keys()


EDIT = {"start": 0, "end": 2, "original": "He", "replacement": "She", "rule": "pronoun", "reason": "example"}


@pytest.mark.parametrize(
    ("row", "kind"),
    [
        *golden_rows(__file__, "test_what_is_wrong_is_found"),
        ({"edits": [{**EDIT, "original": "She"}]}, "undo"),
        ({"edits": [EDIT, {**EDIT, "start": 1, "original": "e"}]}, "undo"),
    ],
)
def test_what_is_wrong_is_found(row, kind):
    assert kind in {found for found, _ in problems("He left.", row)}


def test_the_text_of_an_exception_is_found_in_its_batch():
    def read(texts):
        if any("bad" in text for text in texts):
            raise ValueError("no")
        return [{} for _ in texts]

    tally = Tally()
    examine(Subject("example", "en", read), ["a", "b", "bad", "c", "too bad"], tally)
    assert tally.found["exception"] == [("ValueError: no", "bad"), ("ValueError: no", "too bad")]
