"""Adapters on a local Hub: published once, loaded back, and never over another model."""

from dataclasses import replace

import pytest
from datasets import Dataset
from golden import each_row
from minihub import Fault
from one_line import one_line

from hf_genderfair.core.errors import GenderfairError, LicenseError, PublishError
from hf_genderfair.effects import CausalModel, TrainingSettings, finetune, publish_model, read_training
from hf_genderfair.effects.trained import begin
from hf_genderfair.effects.training import scratch_model

ROWS = Dataset.from_dict({"text": ["The gardener drinks tea."] * 8})
SETTINGS = TrainingSettings(rank=2, epochs=1, batch_size=2, accumulation=1, block_size=16)


def test_adapters_are_published_and_loaded_from_the_hub(hub, tmp_path):
    scratch = scratch_model(ROWS["text"], size="tiny")
    scratch.model.save_pretrained(tmp_path / "base")
    scratch.tokeniser.save_pretrained(tmp_path / "base")
    adapted = finetune(CausalModel.load(str(tmp_path / "base")), ROWS, SETTINGS, folder=tmp_path / "run")
    hub.faults.append(Fault("POST", "/commit/", status=503))
    about = {"license": "apache-2.0", "datasets": ["me/tea"], "wait_seconds": 0.0}
    revision = publish_model(tmp_path / "run", "me/tea-model", **about)
    assert publish_model(tmp_path / "run", "me/tea-model", **about) == revision == hub.repositories["me/tea-model"].head
    assert hub.repositories["me/tea-model"].tags == {"v1.0.0": revision}
    for name in (".env", "notes.txt"):
        (tmp_path / "run" / name).write_text("mine")
    (tmp_path / "run/figure.png").symlink_to("/etc/passwd")
    assert publish_model(tmp_path / "run", "me/tea-model", **about) == revision
    files = hub.files("me/tea-model")
    assert not {".env", "notes.txt", "figure.png", "plan.json"} & files.keys()
    assert {"README.md", "adapter_model.safetensors", "tokenizer.json", "training.json"} <= files.keys()
    card = files["README.md"].decode()
    assert "license: apache-2.0" in card
    assert "datasets:\n- me/tea\n" in card
    loaded = CausalModel.load("me/tea-model")
    assert revision in loaded.identity
    (tmp_path / "run/tokenizer.json").rename(tmp_path / "elsewhere")
    (tmp_path / "run/tokenizer.json").symlink_to(tmp_path / "elsewhere")
    with pytest.raises(PublishError, match="is a link"):
        publish_model(tmp_path / "run", "me/tea-model", **about)
    asked = ([""], ["The gardener"])
    assert loaded.log_likelihoods(*asked)[0] == pytest.approx(adapted.log_likelihoods(*asked)[0])

    finetune(scratch, ROWS, replace(SETTINGS, method="full"), folder=tmp_path / "other")
    with pytest.raises(PublishError, match="holds another model"):
        publish_model(tmp_path / "other", "me/tea-model", version_tag="v2")
    (tmp_path / "run/tokenizer.json").unlink()
    (tmp_path / "elsewhere").rename(tmp_path / "run/tokenizer.json")
    with pytest.raises(PublishError, match="marks another commit"):
        publish_model(tmp_path / "run", "me/tea-model", license="mit", wait_seconds=0.0)


def test_only_finished_trainings_are_published(tmp_path):
    with pytest.raises(GenderfairError, match="no finished training"):
        publish_model(tmp_path, "me/tea-model")
    with pytest.raises(LicenseError):
        publish_model(tmp_path, "me/tea-model", license="mine")


@each_row
def test_forged_facts_of_a_training_are_one_line(tmp_path, text):
    for name in ("training.json", "plan.json", "comparison.json", "adapter_config.json"):
        (tmp_path / name).write_text(text.replace("DEEP", "[" * 10**5))
    (tmp_path / "adapter_model.safetensors").write_bytes(b"")
    plan = {"model": "tea", "settings": {"rank": 2}}
    calls = [
        lambda: read_training(tmp_path),
        lambda: publish_model(tmp_path, "me/tea-model"),
        lambda: begin(tmp_path, plan),
        lambda: CausalModel.load(str(tmp_path)),
    ]
    for call in calls:
        with one_line(GenderfairError):
            call()
