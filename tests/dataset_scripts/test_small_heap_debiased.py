import pytest

pytestmark = pytest.mark.usefixtures("without_pictures")


def test_the_sample_becomes_even(made_of_sample, tmp_path):
    _, audited = made_of_sample()
    rows = {row[0]: row[1] for row in audited.report.tables[0].rows}
    assert rows["DR after"] < 0.2 * rows["DR before"]
    assert sum(audited.dataset["counterfactual_swapped"]) == rows["sentences swapped"]
    for name, said in (("README.md", "Debiasing for gender"), ("report.html", "Sentences that must stay as they are")):
        assert said in (tmp_path / "out" / name).read_text(encoding="utf-8")


def test_other_attributes_choose_words_by_collocation(made, sample):
    _, audited = made(sample, "--attribute", "age", "--sided", "two", "--evidence", "--threshold", 0.99)
    assert {row[0]: row[1] for row in audited.report.tables[0].rows}["sentences swapped"] > 0
    assert 0 < sum(audited.dataset["counterfactual_twin"]) <= sum(audited.dataset["counterfactual_swapped"])
    assert "stereotypes" in audited.dataset.column_names
    (proposer,) = [step for step in audited.report.steps if step.name == "Counterfactual"]
    assert proposer.parameters["collocations"].startswith("Collocations(")
