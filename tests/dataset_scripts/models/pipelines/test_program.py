"""The programs that train pipelines and the content model say what is missing before any work."""

import pytest

from dataset_scripts.models.content.__main__ import main as train_content
from dataset_scripts.models.pipelines.__main__ import main as train_pipelines


@pytest.mark.parametrize(
    ("program", "options", "message"),
    [
        (train_pipelines, ["--lang", "fi"], "invalid choice: 'fi'"),
        (train_pipelines, [], "has no folder treebanks"),
        (train_content, [], "has no folder stereotypes"),
    ],
)
def test_programs_say_what_is_missing(program, options, message, tmp_path, capsys):
    with pytest.raises(SystemExit):
        program(["--data", str(tmp_path), "--out", str(tmp_path / "out"), *options])
    assert message in capsys.readouterr().err
    assert not (tmp_path / "out").exists()
