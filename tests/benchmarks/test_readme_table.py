"""The page of figures and the README say what the results files say."""

from __future__ import annotations

import shutil
from pathlib import Path

from benchmarks import readme_table as script

ROOT = Path(__file__).parents[2]


RESULTS = ROOT / "benchmarks" / "results"


def test_the_page_of_figures_agrees_with_the_results():
    page = (ROOT / "docs" / "figures.md").read_text(encoding="utf-8")
    assert script.with_figures(page, script.measured_page(RESULTS)) == page, "run: make figures"


def test_the_readme_has_ten_figures_of_the_results():
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    table = script.ten_table(RESULTS)
    assert script.with_figures(readme, table) == readme, "run: make figures"
    assert len(table.splitlines()) == 12, "a head, a line, and ten rows"


def test_every_results_file_belongs_to_one_capability():
    listed = [name for benchmarks in script.CAPABILITIES.values() for name in benchmarks]
    assert len(listed) == len(set(listed))
    assert {f"{path.parent.name}/{path.stem}" for path in RESULTS.rglob("*.json")} <= set(listed)


def test_only_the_part_between_the_markers_changes():
    page = f"before\n{script.START}\nold\n{script.END}\nafter\n"
    assert script.with_figures(page, "new") == f"before\n{script.START}\nnew\n{script.END}\nafter\n"


def test_a_capability_without_results_is_not_on_the_page(tmp_path):
    (tmp_path / "effects").mkdir()
    shutil.copy(RESULTS / "effects" / "models.json", tmp_path / "effects")
    assert [line for line in script.measured_page(tmp_path).splitlines() if line.startswith("#")] == [
        "## Effects on models"
    ]


def test_pipelines_have_a_row_for_each_set_and_language():
    numbers = {"value": 0.9512, "low": 0.94, "high": 0.96, "gold": 50}
    sets = {"GSD dev": {"sentences": 795, "sentence by sentence": {"UPOS": numbers, "lemmas": numbers}}}
    (row,) = script.pipelines_quality_rows({"de embedded": {"sets": sets}})
    assert row == ["pipeline de embedded", "GSD dev, sentence by sentence", 795, "UPOS 0.951 (0.940–0.960)"]


def test_speed_of_pipelines_with_and_without_memory():
    run = {"warm": {"words": 60000, "words_per_second": 9000.4}, "ratio_to_tokeniser": 0.1}
    measured = {"everything": run, "pos and morph": run}
    (row,) = script.pipelines_speed_rows({"de": measured})
    assert row[3] == (
        "everything 9,000 words/s; pos and morph 9,000 words/s; "
        "everything at 0.10 of the speed of spaCy's bare tokeniser"
    )
    (row,) = script.pipelines_speed_rows({"de": measured | {"memory": {"anonymous_mb": {"1000": 99.6}}}})
    assert row[3].endswith("; 100 MB after 1,000 short texts")
