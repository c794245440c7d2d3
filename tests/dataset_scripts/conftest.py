"""The programs of ``dataset_scripts/``, run in this process."""

from __future__ import annotations

import runpy
from collections import Counter
from pathlib import Path
from typing import NamedTuple

import pytest

from hf_genderfair import load_audited

SCRIPTS = Path(__file__).parents[2] / "dataset_scripts"


@pytest.fixture
def sample(request):
    """Return the sample of the program that the test module is named after."""
    return SCRIPTS / "sample" / f"{request.path.stem.removeprefix('test_')}.jsonl"


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
def made(run, tmp_path):
    """Return what runs the program, which ends well, and returns what it prints and the data set that it writes."""

    def made(source, *options):
        result = run(source, "--out", tmp_path / "out", *options)
        assert result.exit_code == 0, result.stderr or result.exception
        return result.stdout, load_audited(tmp_path / "out")

    return made


@pytest.fixture
def made_of_sample(hub, made, sample, tmp_path):
    """Return what does so with the sample, and checks that nothing is sent."""

    def made_of_sample(*options):
        said, audited = made(sample, *options, "--license", "cc0-1.0", "--repo-id", "ania/set")
        assert f"Written to {tmp_path / 'out'}" in said
        assert "Dry run: nothing was sent" in said
        assert hub.sent == []
        return said, audited

    return made_of_sample


@pytest.fixture
def pairs_of_sample(made_of_sample, tmp_path):
    """Make pairs of the sample of the program."""
    _, audited = made_of_sample()
    kinds = Counter(audited.dataset["kind"])
    assert kinds["masculine"] == kinds["feminine"] > 5
    assert kinds["non_gendered"] > 5
    assert {"duplicate", "biased", "language", "alphabet_ratio"} <= set(audited.excluded["reason"])
    card = (tmp_path / "out" / "README.md").read_text(encoding="utf-8")
    assert "amrhein-etal-2023-exploiting" in card
    assert "What the sentences are" in card
    assert (tmp_path / "out" / "report.html").is_file()
