"""What the audit counts beside the published figures, on invented sentences."""

from __future__ import annotations

import pytest
from datasets import Dataset

from benchmarks.actors import audit
from hf_genderfair.actors.columns import COUNT_COLUMNS
from hf_genderfair.actors.totals import count_actors
from hf_genderfair.actors.transform import ActorMetrics
from hf_genderfair.core.transform import annotate

TEXTS = [
    "Die Gärtnerin lobte ihren Bruder. Er schwieg, und sie wunderte sich.",
    "Ein Müller traf seine Tante. Sein Esel mochte sie nicht.",
    "Es regnete.",
]


@pytest.fixture(scope="module")
def rows():
    return annotate(Dataset.from_dict({"text": TEXTS}), ActorMetrics("de"))


def test_genders_by_pronouns_are_those_of_the_transform(rows):
    again = audit.with_genders(rows, audit.by_pronouns)
    read = annotate(Dataset.from_dict({"text": TEXTS}), ActorMetrics("de", gender="pronoun-majority"))
    assert again.select_columns(list(COUNT_COLUMNS)).to_list() == read.select_columns(list(COUNT_COLUMNS)).to_list()
    assert [[actor["gender"] for actor in row["actors"]] for row in again] == [
        [actor["gender"] for actor in row["actors"]] for row in read
    ]


def test_the_published_program_sees_no_possessives(rows):
    again = audit.with_genders(rows, audit.as_published)
    assert again[0]["female_mentions"] < rows[0]["female_mentions"]
    assert again[0]["female_objects"] == 0
    # the miller's only pronoun is a possessive
    assert (again[1]["male_actors"], again[1]["female_actors"]) == (0, 1)
    assert all(
        row[f"{gender}_named"] + row[f"{gender}_pronouns"] == row[f"{gender}_mentions"]
        for row in again
        for gender in ("female", "male", "unknown")
    )


def test_all_published_figures_are_there(rows):
    found = {(figure.figure, figure.of): figure for figure in audit.figures(count_actors(rows), "evidence")}
    assert round(found["actors per text with one", "both"].published, 2) == 1.48
    assert round(found["named share of mentions", "both"].published, 3) == 0.618
    assert round(found["object share of subjects and objects", "female"].published, 3) == 0.058
    assert found["share of texts with a female or male actor", "both"].by == len(TEXTS)


def test_written_rows_have_the_ratios_that_are_told():
    women, men = [1, 0, 0, 0, 1], [0, 1, 1, 1, 1]
    counts = {"female_actors": women, "male_actors": men, "female_mentions": women, "male_mentions": men}
    found = audit.balanced(Dataset.from_dict(counts), None, (0.75, 1.25), "fewest rows")
    assert (found["removed"], found["bound"], found["actors"], found["written in range"]) == (2, 2, 1.0, "yes")


def test_what_was_looked_at_has_numbers_only():
    found = audit.looked_at()
    assert found.pop("note") == "looked at by the maintainers"
    assert found.keys() == {"gnad10k", "germaparl"}
    numbers = {name: sum(classes.values()) for figures in found.values() for name, classes in figures.items()}
    assert {number for name, number in numbers.items() if "20 texts" not in name} == {20}
