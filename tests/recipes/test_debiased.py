import json

import pytest
from datasets import Dataset
from golden import golden_rows

from hf_genderfair import undo_edits
from hf_genderfair.counterfactual.transform import Counterfactual
from hf_genderfair.recipes.debias_recipe import debias

TEXTS = golden_rows(__file__, "TEXTS")


def test_groups_become_even_and_everything_is_told():
    rows = Dataset.from_dict({"text": TEXTS})
    debiased = debias(rows, source={"id": "letters"}, remove_stereotypes=True)
    overview = {row[0]: row[1] for row in debiased.report.tables[0].rows}
    assert overview["DR after"] < overview["DR before"]
    assert (overview["stereotypes removed"], list(debiased.figures)) == (2, ["swapped_sentences.png"])
    masked = [each for each in debiased.report.examples if any(piece.mark == "masked" for piece in each.pieces)]
    assert {each.kind for each in masked} == {"Removed"}
    others = [piece.text for each in debiased.report.examples if each not in masked for piece in each.pieces]
    assert others
    assert "•" not in "".join(others)
    assert overview["sentences swapped"] > 0
    assert debiased.edits["row"][:] == sorted(debiased.edits["row"])
    assert undo_edits(debiased.kept, debiased.edit_columns)["text"][:] == [*TEXTS[:5], "It rained."]
    assert (debiased.kept["text"][-1], debiased.excluded["reason"][:]) == ("It rained.", ["left empty"])
    assert debiased.report.excluded == {"left empty": 1}
    assert len(debiased.kept) + len(debiased.excluded) == len(TEXTS)
    assert sum(debiased.kept["gender_female"]) == overview_words(debiased.report)["female"]
    assert debiased.report.to_json() == debias(rows, source={"id": "letters"}, remove_stereotypes=True).report.to_json()


@pytest.mark.parametrize("show", [False, True])
def test_stereotypes_are_flagged_and_stay_unless_they_are_to_be_removed(show):
    debiased = debias(Dataset.from_dict({"text": TEXTS}), show=show)
    assert debiased.kept["text"][5:] == TEXTS[5:]
    listed = debiased.pages["stereotypes.jsonl"].decode().splitlines()
    assert [(json.loads(line)["row"], json.loads(line)["text"]) for line in listed] == [
        (5, "Women are always late."),
        (6, "Men are always late."),
    ]
    overview = {row[0]: row[1] for row in debiased.report.tables[0].rows}
    assert (overview["stereotypes flagged"], overview["stereotypes removed"]) == (2, 0)
    assert len(debiased.excluded) == 0
    flagged = [each for each in debiased.report.examples if each.kind == "Flagged as a stereotype"]
    assert any("late" in piece.text for each in flagged for piece in each.pieces) == show
    assert "stereotypes.jsonl has the list" in " ".join(debiased.report.answers)


def test_what_is_said_of_somebody_with_a_name_stays():
    texts = ["Robert Moss lost his hat.", "Robert Moss came in. He smiled.", "The man lost his hat."]
    kept = debias(
        Dataset.from_dict({"text": texts}), Counterfactual("en", to="female"), target={"female": 0.99, "male": 0.01}
    ).kept
    assert kept["text"][:] == [*texts[:2], "The woman lost her hat."]
    reasons = {one["reason"] for cell in kept["counterfactual_sentences"][:2] for one in cell}
    assert reasons == {"a person with a name", "goes on about a person with a name"}


def overview_words(report):
    return {row[0]: row[2] for row in report.tables[1].rows}


def test_twins_leave_the_texts_as_they_are():
    debiased = debias(Dataset.from_dict({"text": TEXTS}), sided="two", remove_stereotypes=True)
    originals = [
        text for text, twin in zip(debiased.kept["text"], debiased.kept["counterfactual_twin"], strict=True) if not twin
    ]
    assert originals == [*TEXTS[:5], "It rained."]
    assert len(debiased.kept) > len(originals)
