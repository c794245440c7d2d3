"""The programs of ``dataset_scripts/``, run in this process."""

from __future__ import annotations

import runpy
from collections import Counter
from pathlib import Path
from typing import NamedTuple

import pytest

from hf_genderfair import load_audited

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


@pytest.fixture
def becomes_pairs(hub, run, tmp_path):
    """Return what checks that the program makes pairs of its sample, and sends nothing."""

    def check(sample):
        result = run(sample, "--out", tmp_path / "pairs", "--license", "cc0-1.0", "--repo-id", "ania/pairs")
        assert result.exit_code == 0, result.stderr
        assert f"Written to {tmp_path / 'pairs'}" in result.stdout
        assert "Dry run: nothing was sent" in result.stdout
        assert hub.sent == []
        audited = load_audited(tmp_path / "pairs")
        kinds = Counter(audited.dataset["kind"])
        assert kinds["masculine"] == kinds["feminine"] > 5
        assert kinds["non_gendered"] > 5
        assert {"duplicate", "biased", "language", "alphabet_ratio"} <= set(audited.excluded["reason"])
        card = (tmp_path / "pairs" / "README.md").read_text(encoding="utf-8")
        assert "amrhein-etal-2023-exploiting" in card
        assert "What the sentences are" in card
        assert (tmp_path / "pairs" / "report.html").is_file()

    return check
