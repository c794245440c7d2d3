import pytest

from hf_genderfair.hub.audited import load_audited


@pytest.fixture
def sample(sample):
    return sample.with_name("polish_posts.jsonl")


def test_the_sample_becomes_a_corpus_and_challenge_sets(made_of_sample, sample, tmp_path):
    options = ["--excluded-site", "travel-reviews.example", "--challenge", tmp_path / "sets"]
    said, audited = made_of_sample(*options)
    for words in ("Texts by gender", "data/train-"):
        assert words in said
    rows = len(sample.read_text(encoding="utf-8").splitlines())
    assert audited.report.steps[0].rows_in == rows
    assert len(audited.dataset) + len(audited.excluded) == audited.report.steps[0].rows_out > rows
    assert {"duplicate", "formula", "machine_translated_or_spam_site", "mixed"} <= set(audited.excluded["reason"])
    assert list(load_audited(tmp_path / "sets").dataset) == ["train", "dev", "test"]


def test_it_publishes_only_when_told_to(hub, run, made, sample, tmp_path):
    options = ["--license", "cc0-1.0", "--limit", "30", "--publish"]
    assert run(sample, "--out", tmp_path / "out", *options).exit_code == 2
    assert not (tmp_path / "out").exists()
    made(sample, *options, "--repo-id", "ania/posty")
    assert len(load_audited("ania/posty").dataset) > 0
