"""Comparisons in the processes that accelerate or torchrun started together."""

import json
import runpy
import sys

import pytest
from launched import TORCHRUN, launch

pytest.importorskip("torch")
pytestmark = pytest.mark.usefixtures("short_measure")

COMPARE = """
import json, sys
from pathlib import Path
from datasets import Dataset
from hf_genderfair.core.processes import launched_processes
from hf_genderfair.effects.training import BaseModel
from hf_genderfair.effects.training_data import conditions
from hf_genderfair.effects.experiment import effect
from hf_genderfair.effects.evaluation import Items, Measure
from hf_genderfair.effects.trained import TrainingSettings

class She:
    name, source, sampled = "she", "made up", False
    measures = (Measure("she", "Odds of she", lambda items: float(items.columns["odds"].mean()), "zero"),)

    def identity(self):
        return "she 1"

    def items(self, model, seed):
        sums, _ = model.log_likelihoods(["", ""], ["She drinks", "He drinks"])
        return Items.of({"odds": [float(sums[0] - sums[1])]}, ["drinks"])

texts = [[f"{word} drinks a cup of tea number {number}." for number in range(120)] for word in ("He", "She")]
before, after = (Dataset.from_dict({"text": each}) for each in texts)
settings = TrainingSettings(
    "full", learning_rate=0.003, warmup_steps=0, epochs=1, batch_size=4, accumulation=2, block_size=16
)
found = effect(
    BaseModel("scratch:tiny"),
    conditions(before, after, untrained=False),
    [She()],
    settings=settings,
    seeds=1,
    folder=Path(sys.argv[1], "compared"),
)
Path(sys.argv[1], f"{launched_processes().rank}.json").write_text(json.dumps(found.to_json()["conditions"]))
"""


@pytest.mark.whole
def test_two_processes_train_what_one_trains(tmp_path, monkeypatch):
    script = tmp_path / "compare.py"
    script.write_text(COMPARE)
    for name in ("one", "two"):
        (tmp_path / name).mkdir()
    monkeypatch.setattr(sys, "argv", [str(script), str(tmp_path / "one")])
    runpy.run_path(str(script))
    launch(TORCHRUN, script, tmp_path / "two")
    alone = json.loads((tmp_path / "one" / "0.json").read_text())
    first, second = (json.loads((tmp_path / "two" / f"{rank}.json").read_text()) for rank in (0, 1))
    assert first == second
    for condition, figures in alone.items():
        for figure, other in zip(figures, first[condition], strict=True):
            assert (figure["name"], figure["n"]) == (other["name"], other["n"])
            # sums of two processes are rounded otherwise, and Adam enlarges that in its first steps
            assert other["value"] == pytest.approx(figure["value"], abs=0.02)
