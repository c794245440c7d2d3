"""The runner finds benchmarks, runs them and keeps what they return."""

import importlib
import json
import sys
from types import SimpleNamespace

import pytest

import benchmarks
from benchmarks import run
from benchmarks.measure import Measure
from benchmarks.run import in_new_process
from hf_genderfair import __version__

NUMBERS = '''"""Counting."""

from pathlib import Path

from benchmarks.measure import Figures, Measure


def numbers(data: Path, until: int = 3, lang: list[str] | None = None) -> Figures:
    """Count to a number."""
    for each in lang or ("de", "en"):
        yield Measure("numbers", data.name, until, "largest", until - 1, of=each, unit="")
'''
LETTERS = '''"""Letters."""

from benchmarks.measure import Figures


def letters(data, work) -> Figures:
    """Count letters."""
    yield from ()


def _more(data) -> Figures:
    yield from ()
'''


@pytest.fixture
def counting(tmp_path, monkeypatch):
    """A capability of two benchmarks, whose results go to a folder of the test."""
    folder = tmp_path / "counting"
    folder.mkdir()
    modules = {"__init__": '"""Counting."""\n', "numbers": NUMBERS, "letters": LETTERS, "words": '"""None."""\n'}
    for name, program in modules.items():
        (folder / f"{name}.py").write_text(program, encoding="utf-8")
    monkeypatch.setattr(benchmarks, "__path__", [*benchmarks.__path__, str(tmp_path)])
    monkeypatch.setattr(run, "FOLDER", tmp_path / "results")
    monkeypatch.setattr(run, "CAPABILITIES", (importlib.import_module("benchmarks.counting"),))
    for name in run.ONE_THREAD:
        monkeypatch.setenv(name, "1")
    yield tmp_path / "results" / "counting" / "numbers.json"
    for name in [name for name in sys.modules if name.startswith("benchmarks.counting")]:
        del sys.modules[name]
    del benchmarks.counting


def numbers(until, lang):
    return Measure("numbers", "folder", until, "largest", until - 1, of=lang, unit="")


def test_figures_are_kept_with_version_machine_and_time(counting, capsys):
    with pytest.raises(SystemExit) as end:
        run.main(["counting/numbers", "--data", "some/folder", "--until", "2"])
    assert end.value.code == 0
    written = json.loads(counting.read_text(encoding="utf-8"))
    assert list(written) == ["version", "machine", "seconds", "measures"]
    assert run.measures("counting/numbers") == [numbers(2, "de"), numbers(2, "en")]
    assert "numbers, de, folder, n = 2: largest 1" in capsys.readouterr().out
    assert written["version"] == __version__
    assert written["machine"]["cores"] >= 1
    assert written["seconds"] >= 0
    # figures of a part take the place of the same ones
    with pytest.raises(SystemExit):
        run.main("counting/numbers --data some/folder --until 3 --lang pl --lang de".split())
    assert run.measures("counting/numbers") == [numbers(3, "de"), numbers(2, "en"), numbers(3, "pl")]


def test_without_a_name_benchmarks_are_listed_with_a_sentence(counting, capsys):
    assert run.main([]) == 0
    lines = [line.split(maxsplit=1) for line in capsys.readouterr().out.splitlines()]
    assert lines == [["counting/letters", "Count letters."], ["counting/numbers", "Count to a number."]]


@pytest.mark.parametrize(("name", "code"), [("counting", 0), ("all", 1)])
def test_of_several_those_that_fail_or_need_more_are_named(counting, monkeypatch, capsys, name, code):
    commands = []

    def process(command, check):
        commands.append(command[2:])
        return SimpleNamespace(returncode=code)

    monkeypatch.setattr(run.subprocess, "run", process)
    assert run.main([name, "--data", "folder"]) == code
    assert commands == [["benchmarks.run", "counting/numbers", "--data", "folder"]]
    said = capsys.readouterr().out
    assert "counting/letters is left out, it needs: work" in said
    assert ("1 failed: counting/numbers" in said) == bool(code)


def test_a_new_process_has_a_cache_of_its_own_and_no_hub():
    assert in_new_process(environment_of, "HF_HUB_OFFLINE") == "1"
    assert in_new_process(environment_of, "HF_DATASETS_CACHE") != in_new_process(environment_of, "HF_DATASETS_CACHE")


def environment_of(name):
    import os

    return os.environ.get(name)
