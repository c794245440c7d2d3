"""Mutated sentences of all languages through all that reads text."""

import pytest
from as_one_test import as_one_test
from every_transform import CONFIGURED, TRANSFORMS, describe
from golden import golden_rows

from benchmarks.languages import fuzzed_texts as fuzzed
from benchmarks.languages import fuzzing

SUBJECTS = {subject.name: subject for subject in fuzzing.subjects()}
TEXTS = 25


@as_one_test("name", SUBJECTS)
def test_nothing_goes_wrong(name):
    tally = fuzzing.Tally()
    subject = SUBJECTS[name]
    fuzzing.examine(subject, list(fuzzed.fuzzed_texts(subject.lang, TEXTS, 1)), tally)
    assert tally.texts == TEXTS
    assert tally.found == {kind: [] for kind in fuzzing.KINDS}


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
    assert kind in {found for found, _ in fuzzing.problems("He left.", row)}


def test_the_text_of_an_exception_is_found_in_its_batch():
    def read(texts):
        if any("bad" in text for text in texts):
            raise ValueError("no")
        return [{} for _ in texts]

    tally = fuzzing.Tally()
    fuzzing.examine(fuzzing.Subject("example", "en", read), ["a", "b", "bad", "c", "too bad"], tally)
    assert tally.found["exception"] == [("ValueError: no", "bad"), ("ValueError: no", "too bad")]
