from dataclasses import replace

import pytest
import torch
from datasets import Dataset

from hf_genderfair.rewriting.neural.model import RewriterConfig
from hf_genderfair.rewriting.neural.train import Schedule, train

NOUNS = "Lehrer Schüler Bäcker Maler Fahrer Leser Spieler Sprecher".split()
VERBS = "singt lacht liest schläft rennt wartet".split()
DAYS = "heute gestern morgens abends".split()


@pytest.fixture(scope="session", autouse=True)
def one_thread():
    torch.set_num_threads(1)


@pytest.fixture(scope="session")
def pairs():
    """Sentences in which every role noun becomes fair in the singular, and sentences that stay."""
    rows = []
    for noun in NOUNS:
        for verb in VERBS:
            for day in DAYS:
                rows.append((f"Der {noun} {verb} {day}.", f"Der*die {noun}*in {verb} {day}."))
                rows.append((f"Der Regen {verb} {day}.", f"Der Regen {verb} {day}."))
    return Dataset.from_dict({"source": [row[0] for row in rows], "target": [row[1] for row in rows]})


@pytest.fixture(scope="session")
def tiny():
    return RewriterConfig(
        vocabulary=320,
        encoder_layers=1,
        decoder_layers=1,
        width=32,
        feed_forward=64,
        heads=2,
        dropout=0.0,
        learning_rate=5e-3,
        warm_up=20,
        label_smoothing=0.0,
        batch_pieces=400,
        steps=8,
    )


@pytest.fixture(scope="session")
def trained(pairs, tiny, tmp_path_factory):
    """Folder and rewriter of a short training."""
    out = tmp_path_factory.mktemp("rewriter")
    config = replace(tiny, steps=150, cool_down=50, choice_weight=0.5, guide_weight=0.2)
    schedule = Schedule(validate_every=75, checkpoint_every=0)
    return out, train(pairs, out, config, validation=pairs.select(range(20)), schedule=schedule)
