"""Which pipeline is chosen."""

import pytest

from hf_genderfair.core.errors import PipelineError
from hf_genderfair.languages.pipelines import pipeline

spacy = pytest.importorskip("spacy")


@pytest.fixture
def folder(tmp_path):
    spacy.blank("ca").to_disk(tmp_path / "blank")
    return tmp_path / "blank"


def test_a_pipeline_is_loaded_once(folder, monkeypatch):
    first = pipeline("ca", str(folder))
    assert (first.lang, first.name) == ("ca", str(folder))
    monkeypatch.chdir(folder.parent)
    assert pipeline("ca", "blank") is first


def test_a_failure_is_not_kept(folder):
    with pytest.raises(PipelineError, match="is for 'ca', not for 'es'"):
        pipeline("es", str(folder))
    assert pipeline("ca", str(folder)).lang == "ca"


def test_sentences_and_tokens_come_without_any_layer(folder):
    chosen = pipeline("ca", str(folder))
    assert chosen.layers == frozenset()
    (analysis,) = chosen.analyse(["La doctora canta. Ell escolta."], ())
    assert [len(sentence.tokens) for sentence in analysis.sentences] == [4, 3]
    with pytest.raises(PipelineError, match=r"gives no pos .* only sentences and tokens: name another pipeline"):
        chosen.analyse([""])
