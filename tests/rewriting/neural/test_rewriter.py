from __future__ import annotations

import pytest
from datasets import Dataset
from datasets.fingerprint import Hasher

from hf_genderfair.core.errors import GenderfairError, GenerationError
from hf_genderfair.core.spans import apply_edits, undo_edits
from hf_genderfair.rewriting.neural.choose import PREFERRED
from hf_genderfair.rewriting.neural.rewriter import ModelChoice, NeuralRewriter
from hf_genderfair.rewriting.transform import GenderFair

TEXTS = ["Der Zeuge singt heute.", "Der Regen singt heute. Es ist 12 Uhr 😀.", "", None]


@pytest.fixture
def model(trained):
    return NeuralRewriter(str(trained[0]))


def test_a_model_takes_the_place_of_the_rules_and_can_be_undone(model):
    rows = Dataset.from_dict({"text": TEXTS}).map(GenderFair("de", model=model), batched=True)
    fair = apply_edits(rows, "rewriting_edits")
    assert {edit["rule"] for edits in rows["rewriting_edits"] for edit in edits} <= {"neural"}
    assert rows["rewriting_refused"][:] == [0] * len(TEXTS)
    assert undo_edits(fair, "rewriting_edits")["text"][:] == TEXTS
    assert fair["text"][1].endswith("12 Uhr 😀.")


def test_a_model_that_chooses_refuses_what_it_does_not_prefer(model):
    text = "Jeder Zeuge singt heute."
    (rules,) = GenderFair("de").find([text])
    (none,) = GenderFair("de", model=ModelChoice(model, margin=float("inf"))).find([text])
    (every,) = GenderFair("de", model=ModelChoice(model, margin=float("-inf"))).find([text])
    assert every.edits == rules.edits
    assert none.edits == []
    assert {refusal.reason for refusal in none.refusals} == {PREFERRED}
    assert [refusal[:2] for refusal in none.refusals] == [(edit.start, edit.end) for edit in rules.edits]


def test_the_state_follows_model_search_and_margin(model):
    kinds = [
        GenderFair("de"),
        GenderFair("de", model=model),
        GenderFair("de", model=NeuralRewriter(model.model, beams=2)),
        GenderFair("de", model=ModelChoice(model)),
        GenderFair("de", model=ModelChoice(model, margin=-1.0)),
    ]
    assert len({Hasher.hash(kind) for kind in kinds}) == len(kinds)


def test_wrong_models_are_told(model, tmp_path):
    with pytest.raises(GenderfairError, match="no form of models"):
        GenderFair("de", "colon", model=model)
    with pytest.raises(GenerationError, match="cannot be loaded"):
        list(GenderFair("de", model=NeuralRewriter(str(tmp_path))).find(["Der Zeuge singt."]))
