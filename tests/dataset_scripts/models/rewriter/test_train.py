import shutil
from dataclasses import replace

import pytest
import torch
from datasets import Dataset

from dataset_scripts.models.rewriter.__main__ import main
from dataset_scripts.models.rewriter.corpora.recipe import parallel_pairs
from dataset_scripts.models.rewriter.train import Settings, train
from hf_genderfair.core.errors import ColumnError
from hf_genderfair.rewriting.neural import NeuralRewriter

NOUNS = "Lehrer Schüler Bäcker Maler".split()
PAIRS = Dataset.from_dict(
    {
        "source": [f"Der {noun} singt {number} Lieder." for noun in NOUNS for number in range(4)],
        "target": [f"Der*die {noun}*in singt {number} Lieder." for noun in NOUNS for number in range(4)],
    }
)
TINY = replace(
    Settings.small(steps=4), vocabulary=120, encoder_layers=1, width=16, feed_forward=16, dropout=0.2, batch_size=4
)


def weights(model):
    return torch.cat([weight.flatten() for weight in model.state_dict().values()])


def test_what_was_interrupted_ends_the_same_and_rewrites(tmp_path):
    whole = train(PAIRS, tmp_path / "whole", TINY)
    steps = replace(TINY, steps=2)
    assert not torch.equal(weights(train(PAIRS, tmp_path / "half", steps)), weights(whole))
    interrupted = tmp_path / "interrupted"
    interrupted.mkdir()
    shutil.copytree(tmp_path / "half" / "checkpoint-2", interrupted / "checkpoint-2")
    assert torch.equal(weights(train(PAIRS, interrupted, TINY)), weights(whole))
    text = "Der Maler singt 3 Lieder."
    (found,) = NeuralRewriter(str(interrupted), beams=2, candidates=2).rewrite([text], "de")
    assert {edit.original for edit in found.edits} <= {"Der", "Maler"}


def test_pairs_of_a_folder_train_on_top_of_a_model(tmp_path, capsys):
    texts = [f"Die {noun}*innen singen {number} Lieder." for noun in NOUNS for number in "23"]
    parallel_pairs(Dataset.from_dict({"text": texts}), "de").write(tmp_path / "pairs")
    base = train(PAIRS, tmp_path / "base", TINY)
    out = str(tmp_path / "out")
    main([str(tmp_path / "pairs"), "--out", out, "--base", str(tmp_path / "base"), *"--small --steps 1".split()])
    assert capsys.readouterr().out.splitlines()[-1] == out
    tuned = NeuralRewriter(out)._written_by._loaded(None)[1]
    assert weights(tuned).shape == weights(base).shape
    assert not torch.equal(weights(tuned), weights(base))


def test_pairs_are_needed(tmp_path):
    with pytest.raises(ColumnError, match="target"):
        train(Dataset.from_dict({"source": ["a"]}), tmp_path, TINY)
    with pytest.raises(ColumnError, match="no pairs"):
        train(Dataset.from_dict({"source": [], "target": []}), tmp_path, TINY)
