import pytest
from datasets import Dataset
from golden import all_rows, golden_rows
from scripted_generator import ScriptedGenerator

from hf_genderfair import GroupWords, Stereotypes, annotate
from hf_genderfair.stereotypes.report import count_stereotypes, stereotype_tables

TEXTS = golden_rows(__file__, "TEXTS")


@pytest.fixture(scope="module")
def rows():
    return annotate(Dataset.from_dict({"text": TEXTS}), GroupWords(("gender", "age")))


def test_a_stereotype_is_told_with_its_place_and_its_indicators(rows):
    found = annotate(rows, Stereotypes("en", ("gender", "age")))
    (first,) = found["stereotypes"][0]
    assert TEXTS[0][first["start"] : first["end"]] == "Women are always late."
    assert TEXTS[0][first["label_start"] : first["label_end"]] == first["label"] == "Women"
    assert (first["attribute"], first["group"], first["remove"]) == ("gender", "female", True)
    assert found["stereotypes"][1][0]["attribute"] == "age"
    assert found["stereotypes_examined"][:] == [2, 1, 0, 0, 1]
    assert found["stereotypes"][2] == found["stereotypes"][3] == []


def test_long_sentences_are_counted_or_divided_and_thresholds_may_differ(rows):
    strict = annotate(rows, Stereotypes("en", ("gender", "age"), threshold={"gender": 0.99}))
    assert strict["stereotypes_remove"][:2] == [0, 1]
    left = annotate(rows, Stereotypes("en", longest=6))
    assert left["stereotypes_too_long"][:] == [0, 0, 0, 0, 1]
    divided = annotate(rows, Stereotypes("en", longest=6, split=True))
    assert divided["stereotypes_too_long"][:] == [0] * 5
    assert divided["stereotypes_examined"][4] > left["stereotypes_examined"][4]


@all_rows
def test_all_sentences_may_be_examined_in_every_language(lang, text, label):
    rows = annotate(Dataset.from_dict({"text": [text]}), Stereotypes(lang, "any", sentences="all"))
    (found,) = rows["stereotypes"][0]
    assert (found["label"], found["ling_form"], found["situation"]) == (label, "generic", "enduring characteristics")


def test_models_that_cannot_say_and_counts_of_reports_add_up(rows):
    found = annotate(rows, Stereotypes("en", generator=ScriptedGenerator((("always", ("It is rude.",)),))))
    assert found["stereotypes_unread"][0] >= 1
    assert {one["status"] for one in found["stereotypes"][0]} == {"unparsed"}
    assert all(one["score"] is None and not one["remove"] for one in found["stereotypes"][0])
    found = annotate(rows, Stereotypes("en", ("gender", "age")))
    whole = count_stereotypes(found)
    assert count_stereotypes(found.select([0, 1])) + count_stereotypes(found.select([2, 3, 4])) == whole
    totals, groups = stereotype_tables(whole)
    assert totals.rows[0][1] == sum(found["stereotypes_potential"])
    assert sum(row[2] for row in groups.rows) == sum(found["stereotypes_potential"])
    assert not any("Women" in str(cell) for table in (totals, groups) for row in table.rows for cell in row)


@all_rows
def test_what_nobody_says_of_a_group_but_to_judge_it_is_removed(lang, text, removed):
    rows = annotate(Dataset.from_dict({"text": [text]}), Stereotypes(lang, "any", sentences="all"))
    assert rows["stereotypes_remove"][:] == [int(removed)]
