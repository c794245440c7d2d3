"""The README says what the results files say."""

from __future__ import annotations

import importlib.util
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]


@pytest.fixture
def script():
    spec = importlib.util.spec_from_file_location("readme_table", ROOT / "benchmarks" / "readme_table.py")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_readme_agrees_with_the_results(script):
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    table = script.measured_table(ROOT / "benchmarks" / "results")
    assert script.with_table(readme, table) == readme, "run: python benchmarks/readme_table.py"


def test_every_results_file_has_rows(script):
    named = {path.stem for path in (ROOT / "benchmarks" / "results").glob("*.json")}
    assert named <= set(script.BENCHMARKS)


def test_only_the_part_between_the_markers_changes(script):
    readme = f"before\n{script.START}\nold\n{script.END}\nafter\n"
    assert script.with_table(readme, "new") == f"before\n{script.START}\nnew\n{script.END}\nafter\n"


def test_no_results_give_no_rows(script, tmp_path):
    assert "precision" not in script.measured_table(tmp_path)
