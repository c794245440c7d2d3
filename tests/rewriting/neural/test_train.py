from dataclasses import replace

import pytest
import torch
from accelerate import debug_launcher
from accelerate.state import AcceleratorState
from datasets import Dataset

from hf_genderfair.core.errors import ColumnError, GenderfairError
from hf_genderfair.rewriting.neural.changes import LearnedChanges
from hf_genderfair.rewriting.neural.examples import example, lengths, make_batch, plan
from hf_genderfair.rewriting.neural.lattice import WordSpellings
from hf_genderfair.rewriting.neural.losses import choice_loss, guide_loss
from hf_genderfair.rewriting.neural.subwords import Subwords
from hf_genderfair.rewriting.neural.train import Schedule, main, read_curve, train

EVERY = Schedule(validate_every=4, checkpoint_every=3)


def same(first, second):
    weights = second.model.state_dict()
    return all(torch.equal(weight, weights[name]) for name, weight in first.model.state_dict().items())


def test_training_lowers_loss_and_errors(trained):
    out, _ = trained
    first, last = read_curve(out)
    assert last["validation_loss"] < first["validation_loss"]
    assert last["word_error_rate"] == 0
    assert (first["step"], last["step"]) == (75, 150)


@pytest.mark.parametrize("choice_weight", [0.0, 0.5])
def test_what_was_interrupted_ends_the_same(pairs, tiny, tmp_path, choice_weight):
    config = replace(tiny, choice_weight=choice_weight, dropout=0.2, accumulation=2)
    whole = train(pairs, tmp_path / "whole", config, schedule=EVERY)
    train(pairs, tmp_path / "parts", config, schedule=EVERY._replace(stop_after=5))
    parts = train(pairs, tmp_path / "parts", config, schedule=EVERY)
    assert same(whole, parts)
    curves = [read_curve(tmp_path / name) for name in ("whole", "parts")]
    assert [(row["step"], row["loss"], row["pieces"]) for row in curves[0]] == [
        (row["step"], row["loss"], row["pieces"]) for row in curves[1]
    ]


def test_seeds_give_the_same_and_other_weights(pairs, tiny, tmp_path):
    config = replace(tiny, steps=2)
    first, again = (train(pairs, tmp_path / name, config) for name in ("first", "again"))
    other = train(pairs, tmp_path / "other", replace(config, seed=1))
    assert same(first, again)
    assert not same(first, other)


def test_checkpoints_of_another_training_are_refused(pairs, tiny, tmp_path):
    train(pairs, tmp_path, replace(tiny, steps=3), schedule=EVERY)
    with pytest.raises(GenderfairError, match="another training"):
        train(pairs, tmp_path, replace(tiny, steps=6, learning_rate=1e-4), schedule=EVERY)


def test_pairs_are_needed(tiny, tmp_path):
    with pytest.raises(ColumnError, match="target"):
        train(Dataset.from_dict({"source": ["a"]}), tmp_path, tiny)
    with pytest.raises(ColumnError, match="no pairs"):
        train(Dataset.from_dict({"source": [], "target": []}), tmp_path, tiny)


def test_batches_hold_every_pair_once_an_epoch(pairs):
    subwords = Subwords.train(pairs["source"][:], size=330)
    sizes = lengths(pairs, subwords)
    seen = []
    for batch in plan(sizes, 300, seed=3):
        assert len(batch) * sizes[batch].max() <= 300
        seen += batch
        if len(seen) == len(pairs):
            break
    assert sorted(seen) == list(range(len(pairs)))


def test_losses_of_choices_and_looks():
    subwords = Subwords.train(["Der*die Leser*in liest."] * 20, size=300)
    words = WordSpellings(subwords, LearnedChanges({"Leser": ("Leser*in",)}, {}, {}))
    rows = [example("Leser liest", "Leser*in liest", words, True), example("liest", "etwas anderes", words, True)]
    assert rows[1].allowed == rows[1].looks == []
    batch = make_batch(rows)
    right = torch.full((*batch.labels.shape, len(subwords)), -5.0)
    right.scatter_(2, batch.labels.clamp(min=0)[:, :, None], 5.0)
    assert choice_loss(right, batch) < 0.01 < choice_loss(-right, batch)
    attention = torch.zeros(2, 1, batch.labels.shape[1], batch.source.shape[1])
    attention.scatter_(3, batch.looks.clamp(min=0)[:, None, :, None], 1.0)
    assert guide_loss((attention,), batch) < 0.01 < guide_loss((1 - attention,), batch)


def test_a_file_of_pairs_is_trained_on(pairs, tmp_path):
    pairs.select(range(40)).to_parquet(tmp_path / "pairs.parquet")
    main(tmp_path / "pairs.parquet", tmp_path / "out", small=True, steps=1)
    assert [row["step"] for row in read_curve(tmp_path / "out")] == [1]


def train_together(folder, config):
    """Train in one of several processes, which are forks of one that may have trained alone."""
    AcceleratorState._reset_state(reset_partial_state=True)
    train(Dataset.from_parquet(str(folder / "pairs.parquet")), folder / "out", config, schedule=Schedule(2, 2))


def test_two_processes_train_together(pairs, tiny, tmp_path):
    pairs.to_parquet(tmp_path / "pairs.parquet")
    debug_launcher(train_together, (tmp_path, replace(tiny, steps=4, choice_weight=0.5)), num_processes=2)
    assert [row["step"] for row in read_curve(tmp_path / "out")] == [2, 4]
    assert [path.name for path in (tmp_path / "out" / "checkpoints").iterdir()] == ["step-00000004"]
