from pathlib import Path

import pytest

from hf_genderfair.hub.audited import load_audited

SCRIPTS = Path(__file__).parents[2] / "dataset_scripts"
SAMPLE = SCRIPTS / "sample" / "small_heap_debiased.jsonl"
pytestmark = pytest.mark.usefixtures("without_pictures")


def test_the_sample_becomes_even(hub, run, tmp_path):
    result = run(SAMPLE, "--out", tmp_path / "heap", "--license", "cc0-1.0", "--repo-id", "ania/heap")
    assert result.exit_code == 0, result.stderr
    assert "Dry run: nothing was sent" in result.stdout
    assert hub.sent == []
    audited = load_audited(tmp_path / "heap")
    rows = {row[0]: row[1] for row in audited.report.tables[0].rows}
    assert rows["DR after"] < 0.2 * rows["DR before"]
    assert sum(audited.dataset["counterfactual_swapped"]) == rows["sentences swapped"]
    card = (tmp_path / "heap" / "README.md").read_text(encoding="utf-8")
    assert "Debiasing for gender" in card
    page = (tmp_path / "heap" / "report.html").read_text(encoding="utf-8")
    assert "Sentences that must stay as they are" in page


def test_other_attributes_choose_words_by_collocation(run, tmp_path):
    options = ("--attribute", "age", "--sided", "two", "--evidence", "--threshold", 0.99)
    result = run(SAMPLE, "--out", tmp_path / "heap", *options)
    assert result.exit_code == 0, result.stderr
    audited = load_audited(tmp_path / "heap")
    assert {row[0]: row[1] for row in audited.report.tables[0].rows}["sentences swapped"] > 0
    assert 0 < sum(audited.dataset["counterfactual_twin"]) <= sum(audited.dataset["counterfactual_swapped"])
    assert "stereotypes" in audited.dataset.column_names
    (proposer,) = [step for step in audited.report.steps if step.name == "Counterfactual"]
    assert proposer.parameters["collocations"].startswith("Collocations(")
