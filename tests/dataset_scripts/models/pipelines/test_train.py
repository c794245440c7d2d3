"""From material to a model file that the package reads, with its card."""

import pytest

pytest.importorskip("torch")
pytest.importorskip("transformers")
pytest.importorskip("spacy")

from dataset_scripts.models.pipelines import train
from dataset_scripts.models.pipelines.train import Material, train_language, write_pipeline
from dataset_scripts.models.pipelines.treebanks import TrainingSentence, Word
from hf_genderfair.languages import embedded


def sentence(name):
    words = (
        Word(name, True, "PROPN", {"Gender": "Fem"}, name, 1, "nsubj", "B-PER"),
        Word("canta", False, "VERB", {"VerbForm": "Fin"}, "cantar", 1, "root", "O"),
        Word(".", True, "PUNCT", {}, ".", 1, "punct", "O"),
    )
    return TrainingSentence("ca_ancora", words)


@pytest.fixture
def trained(monkeypatch):
    monkeypatch.setattr(train, "ENTITY_STEPS", 2)
    monkeypatch.setitem(train.GOLD_SHARES, "ca", 0.5)
    sentences = tuple(sentence(name) for name in ("Aina", "Berta", "Carme", "Dolors") * 3)
    return train_language("ca", Material(sentences, sentences[:2], sentences[2:4]), sentences[:3], rounds=(3, 2))


def test_a_trained_model_is_written_with_a_card_and_read(trained, tmp_path, monkeypatch):
    path = write_pipeline(tmp_path, "ca", trained)
    monkeypatch.setattr(embedded, "MODELS", tmp_path)
    (analysis,) = embedded.EmbeddedPipeline("ca").analyse(["Berta canta."])
    assert [token.text for token in analysis.sentences[0].tokens] == ["Berta", "canta", "."]
    card = path.with_suffix(".md").read_text(encoding="utf-8")
    assert "Licence of this model: CC BY 4.0" in card
    assert "| of treebanks | 12 | 36 |" in card
    assert "| with gold entities | 2 | 6 |" in card
