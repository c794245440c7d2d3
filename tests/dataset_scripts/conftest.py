"""The programs of ``dataset_scripts/``, run in this process."""

from __future__ import annotations

import runpy
from pathlib import Path
from typing import NamedTuple

import pytest

SCRIPTS = Path(__file__).parents[2] / "dataset_scripts"


class Result(NamedTuple):
    exit_code: int
    stdout: str
    stderr: str
    exception: BaseException | None


@pytest.fixture
def run(request, monkeypatch, capsys):
    """Return what runs the program that the test module is named after."""
    monkeypatch.syspath_prepend(SCRIPTS)
    script = request.path.stem.removeprefix("test_")
    main = runpy.run_path(str(SCRIPTS / f"{script}.py"))["main"]

    def run(*arguments):
        exit_code, exception = 0, None
        try:
            main([str(argument) for argument in arguments])
        except SystemExit as error:
            exit_code = error.code
        except Exception as error:
            exit_code, exception = 1, error
        return Result(exit_code, *capsys.readouterr(), exception)

    return run
