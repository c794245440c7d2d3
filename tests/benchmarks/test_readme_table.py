"""The README says what the results files say."""

from __future__ import annotations

from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]


@pytest.fixture
def script(benchmark_script):
    return benchmark_script("readme_table")


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


def test_pipelines_have_a_row_for_each_set_and_language(script):
    numbers = {"value": 0.9512, "low": 0.94, "high": 0.96, "gold": 50}
    sets = {"GSD dev": {"sentences": 795, "sentence by sentence": {"UPOS": numbers, "lemmas": numbers}}}
    (row,) = script.pipelines_quality_rows({"de embedded": {"sets": sets}})
    assert row == ["pipeline de embedded", "GSD dev, sentence by sentence", 795, "UPOS 0.951 (0.940–0.960)"]


def test_speed_of_pipelines_with_and_without_memory(script):
    run = {"warm": {"words": 60000, "words_per_second": 9000.4}, "ratio_to_tokeniser": 0.1}
    measured = {"everything": run, "pos and morph": run}
    (row,) = script.pipelines_speed_rows({"de": measured})
    assert row[3] == (
        "everything 9,000 words/s; pos and morph 9,000 words/s; "
        "everything at 0.10 of the speed of spaCy's bare tokeniser"
    )
    (row,) = script.pipelines_speed_rows({"de": measured | {"memory": {"anonymous_mb": {"1000": 99.6}}}})
    assert row[3].endswith("; 100 MB after 1,000 short texts")
