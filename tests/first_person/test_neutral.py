import csv
from pathlib import Path

import pyarrow as pa
import pytest
from datasets import Dataset
from golden import all_rows, golden_rows
from hypothesis import given, settings
from hypothesis import strategies as st

from hf_genderfair import FirstPerson, Neutralise, annotate, apply_edits, undo_edits
from hf_genderfair.first_person.lexicon import first_person_forms, leaves_gender_open

GOLDEN = Path(__file__).with_name("golden_pl.tsv")

WORDS = golden_rows(__file__, "WORDS")


def read_golden():
    with GOLDEN.open(encoding="utf-8", newline="") as file:
        return [row["text"] for row in csv.DictReader(file, delimiter="\t", quoting=csv.QUOTE_NONE)]


def neutralised(texts):
    rows = annotate(annotate(Dataset.from_dict({"text": texts}), FirstPerson("pl")), Neutralise())
    return rows, apply_edits(rows, "first_person_edits")


def is_feminine(text, found):
    """Return whether a form is feminine, and not one for both genders."""
    start, end = found["start"], found["end"]
    for_both = leaves_gender_open(text.lower(), start, end, "female", first_person_forms())
    return found["gender"] == "female" and not for_both


@pytest.fixture(scope="module")
def golden():
    return neutralised(read_golden())


def test_no_feminine_form_is_left_and_other_text_stays_in_the_golden_table_until_it_is_undone(golden):
    _, edited = golden
    left = set()
    for before, row in zip(read_golden(), annotate(edited, FirstPerson("pl", overwrite=True)), strict=True):
        if any(is_feminine(row["text"], found) for found in row["first_person_expressions"]):
            left.add(before)
    assert left == set()
    rows, edited = golden
    names = rows.features["first_person"].int2str
    for before, after in zip(rows, edited, strict=True):
        marked = any(is_feminine(before["text"], found) for found in before["first_person_expressions"])
        edits = before["first_person_edits"]
        assert (before["text"] != after["text"]) == bool(edits)
        assert marked == any(edit["rule"] != "agreement" for edit in edits)
        assert marked or names(before["first_person"]) in ("male", "none")
    assert undo_edits(edited, "first_person_edits")["text"][:] == read_golden()


@settings(max_examples=30, deadline=None)
@given(st.lists(st.lists(st.sampled_from(WORDS), max_size=8).map(" ".join), min_size=1, max_size=4))
def test_any_text_comes_back(texts):
    rows = FirstPerson("pl")(pa.table({"text": texts}))
    rows = Dataset(Neutralise()(rows))
    assert undo_edits(apply_edits(rows, "first_person_edits"), "first_person_edits")["text"][:] == texts


@all_rows
def test_quoted_and_asymmetric_forms_are_edited_and_say_so(text, neutral, rule, reason):
    rows, edited = neutralised([text])
    assert edited["text"][0] == neutral
    assert [(edit["rule"], edit["reason"]) for edit in rows["first_person_edits"][0]] == [(rule, reason)]


@all_rows
def test_words_that_agree_with_the_speaker_are_edited(text, neutral):
    _, edited = neutralised([text])
    assert edited["text"][0] == neutral
    assert undo_edits(edited, "first_person_edits")["text"][0] == text


@all_rows
def test_words_of_others_and_forms_for_both_stay(text):
    rows, edited = neutralised([text])
    rules = [edit["rule"] for edit in rows["first_person_edits"][0]]
    assert "agreement" not in rules
    assert edited["text"][0] == text or "/" not in text
