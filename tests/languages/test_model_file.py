"""What is written must be read again, nearly exactly, and the same model must give the same bytes."""

import numpy as np
import pytest

from dataset_scripts.models.model_file import write_model
from hf_genderfair.languages.model_file import Model, read_model
from hf_genderfair.languages.word_features import WordClasses


@pytest.fixture
def model():
    chance = np.random.default_rng(3)
    weights = {
        "table.word": chance.normal(size=(50, 8)).astype(np.float32),
        "pos.weight": chance.normal(size=(16, 5)).astype(np.float32),
        "relation": chance.normal(size=(3, 9, 9)).astype(np.float32),
        "pos.bias": chance.normal(size=5).astype(np.float32),
    }
    lexicons = (WordClasses.build({"eins": 1, "zwei": 2, "drei": 300}), WordClasses.build({"Frau": 1}, backs_off=True))
    return Model(weights, lexicons, {"lang": "de", "pos": ["NOUN", "Ä"]})


def test_weights_come_back_within_one_step_of_eight_bits(model, tmp_path):
    write_model(tmp_path / "de.npz", model)
    again = read_model(tmp_path / "de.npz")
    assert again.weights.keys() == model.weights.keys()
    for name, weight in model.weights.items():
        assert np.abs(again.weights[name] - weight).max() <= np.abs(weight).max() / 120


def test_word_lists_and_facts_come_back(model, tmp_path):
    write_model(tmp_path / "de.npz", model)
    again = read_model(tmp_path / "de.npz")
    assert again.facts["pos"] == ["NOUN", "Ä"]
    assert again.lexicons[0].find(["eins", "drei", "vier"]).tolist() == [1, 300, 0]
    assert again.lexicons[1].find(["Hausfrau"]).tolist() == [1]
