"""What tells the weights of a model apart."""

import os

import huggingface_hub
import pytest

from hf_genderfair.core.errors import GenerationError
from hf_genderfair.core.pretrained import PIECE, model_origin


def test_the_digest_of_a_folder_follows_its_files(tmp_path):
    (tmp_path / "config.json").write_text("{}")
    before = model_origin(str(tmp_path))
    (tmp_path / "config.json").write_text("[]")
    assert model_origin(str(tmp_path)) != before


def test_the_digest_of_a_large_file_is_kept_until_the_file_changes(tmp_path):
    weights = tmp_path / "weights.bin"
    weights.write_bytes(b"a" * (PIECE + 1))
    before = model_origin(str(tmp_path))
    assert model_origin(str(tmp_path)) == before
    weights.write_bytes(b"b" * (PIECE + 1))
    os.utime(weights, ns=(1, 1))
    assert model_origin(str(tmp_path)) != before


def test_a_model_of_the_hub_is_known_by_its_commit(monkeypatch):
    def download(name, file, revision):
        return f"/cache/models--{name}/snapshots/{revision}-commit/{file}"

    monkeypatch.setattr(huggingface_hub, "hf_hub_download", download)
    assert model_origin("org/another", "branch", "weights/model.gguf") == "branch-commit"


def test_a_model_that_is_nowhere_is_named(monkeypatch):
    def download(name, file, revision):
        raise OSError("no such repository")

    monkeypatch.setattr(huggingface_hub, "hf_hub_download", download)
    with pytest.raises(GenerationError, match="the model org/nowhere cannot be loaded"):
        model_origin("org/nowhere")
