"""What goes wrong ends in one line on standard error, exit code 1, and nothing half-written; wrong use in 2."""

import errno

import pytest
from as_one_test import as_one_test
from golden import each_row

from hf_genderfair.cli.app import COMMANDS
from hf_genderfair.core.errors import GenderfairError


@pytest.mark.parametrize(
    "error",
    [
        OSError(errno.ENOSPC, "No space left on device", "/data/x"),
        PermissionError(errno.EACCES, "Permission denied"),
        GenderfairError("a reason\nin two lines"),
        ValueError("something unforeseen"),
        MemoryError(),
        RuntimeError("a worker died"),
    ],
)
def test_what_breaks_inside_is_one_line(run, fails, posts, tmp_path, monkeypatch, error):
    def fail(*_):
        raise error

    monkeypatch.setattr("hf_genderfair.scale.sharded.open_rows", fail)
    result = run("corpus", posts, "--out", tmp_path / "out")
    fails(result)
    assert "Traceback" not in result.output


@each_row
def test_wrong_use_is_exit_code_2(run, wrong):
    result = run(*wrong)
    assert result.exit_code == 2
    assert "Error: " in result.stderr
    assert "Value error" not in result.stderr


@as_one_test("command", COMMANDS)
def test_help_has_examples(done, command):
    result = done(command, "--help")
    assert "Examples:" in result.stdout
    assert result.stdout.count(f"hf-genderfair {command}") >= 2
