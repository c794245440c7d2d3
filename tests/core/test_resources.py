"""Resources are built once, and only when they are needed."""

import os

import huggingface_hub
import pytest
from one_line import one_line

from hf_genderfair.core.errors import GenderfairError, GenerationError, MissingDependencyError
from hf_genderfair.core.pretrained import model_origin
from hf_genderfair.core.records import PIECE
from hf_genderfair.core.resources import require, resource


def test_a_failed_build_is_tried_again_and_a_missing_package_is_named():
    def fail():
        raise OSError("no disk")

    with pytest.raises(OSError, match="no disk"):
        resource((__name__, "fails"), fail)
    assert resource((__name__, "fails"), lambda: 7) == 7
    with one_line(MissingDependencyError, match=r"pip install 'hf-genderfair\[polish\]'") as caught:
        require("no_such_module_anywhere", "polish")
    assert isinstance(caught.value, GenderfairError)


def test_the_digest_of_a_folder_follows_its_files_and_large_ones_are_read_once(tmp_path):
    (tmp_path / "config.json").write_text("{}")
    before = model_origin(str(tmp_path))
    (tmp_path / "config.json").write_text("[]")
    assert model_origin(str(tmp_path)) != before
    weights = tmp_path / "weights.bin"
    weights.write_bytes(b"a" * (PIECE + 1))
    before = model_origin(str(tmp_path))
    assert model_origin(str(tmp_path)) == before
    weights.write_bytes(b"b" * (PIECE + 1))
    os.utime(weights, ns=(1, 1))
    assert model_origin(str(tmp_path)) != before


def test_a_model_of_the_hub_is_known_by_its_commit_and_one_that_is_nowhere_is_named(monkeypatch):
    def download(name, file, revision):
        return f"/cache/models--{name}/snapshots/{revision}-commit/{file}"

    monkeypatch.setattr(huggingface_hub, "hf_hub_download", download)
    assert model_origin("org/another", "branch", "weights/model.gguf") == "branch-commit"

    def fail(*_, **__):
        raise OSError("no such repository")

    monkeypatch.setattr(huggingface_hub, "hf_hub_download", fail)
    with pytest.raises(GenerationError, match="the model org/nowhere cannot be loaded"):
        model_origin("org/nowhere")
