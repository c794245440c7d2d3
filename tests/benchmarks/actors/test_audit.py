"""What the audit counts beside the published figures, on invented sentences."""

from functools import partial

import pytest
from datasets import Dataset
from golden import golden_rows

from benchmarks.actors import gender
from benchmarks.measure import Measure
from hf_genderfair import ActorMetrics, annotate

TEXTS = golden_rows(__file__, "TEXTS")


@pytest.fixture(scope="module")
def rows():
    return annotate(Dataset.from_dict({"text": TEXTS}), ActorMetrics("de"))


def test_the_published_program_sees_no_possessives(rows):
    again = gender.with_genders(rows)
    assert again[0]["female_mentions"] < rows[0]["female_mentions"]
    assert again[0]["female_objects"] == 0
    # the miller's only pronoun is a possessive
    assert (again[1]["male_actors"], again[1]["female_actors"]) == (0, 1)
    assert all(
        row[f"{gender}_named"] + row[f"{gender}_pronouns"] == row[f"{gender}_mentions"]
        for row in again
        for gender in ("female", "male", "unknown")
    )


def test_figures_stand_beside_the_published_ones(rows):
    found = {each.name: each.beside["Urchs 2025"] for each in gender._counted("invented", "evidence", rows)}
    assert round(found["actors per text with one"], 2) == 1.48
    assert round(found["named share of mentions"], 3) == 0.618
    assert round(found["object share of subjects and objects"], 2) == 0.05


def test_written_rows_have_the_ratios_that_are_told():
    women, men = [1, 0, 0, 0, 1], [0, 1, 1, 1, 1]
    counts = {"female_actors": women, "male_actors": men, "female_mentions": women, "male_mentions": men}
    of = partial(Measure, "balance", "invented", 5, unit="")
    found = {each.name: each for each in gender._balanced(of, Dataset.from_dict(counts), None, {})}
    assert (found["left out"].value, found["left out"].beside) == (2, {"bound": 2})
    assert (found["ratio of actors"].value, found["reached"].value) == (1.0, True)
