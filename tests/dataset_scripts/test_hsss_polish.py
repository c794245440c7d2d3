from pathlib import Path

from hf_genderfair.hub.audited import load_audited

SCRIPTS = Path(__file__).parents[2] / "dataset_scripts"
SAMPLE = SCRIPTS / "sample" / "polish_posts.jsonl"


def test_the_sample_becomes_a_corpus_and_challenge_sets(hub, run, tmp_path):
    options = ["--excluded-site", "travel-reviews.example", "--challenge", tmp_path / "sets", "--license", "cc0-1.0"]
    result = run(SAMPLE, "--out", tmp_path / "corpus", *options, "--repo-id", "ania/posty")
    assert result.exit_code == 0, result.stderr
    for words in (
        "Fragments by gender",
        f"Written to {tmp_path / 'corpus'}",
        "data/train-",
        "Dry run: nothing was sent",
    ):
        assert words in result.stdout
    assert hub.sent == []
    audited = load_audited(tmp_path / "corpus")
    rows = len(SAMPLE.read_text(encoding="utf-8").splitlines())
    assert audited.report.steps[0].rows_in == rows
    assert len(audited.dataset) + len(audited.excluded) == audited.report.steps[0].rows_out > rows
    assert {"duplicate", "formula", "machine_translated_or_spam_site", "mixed"} <= set(audited.excluded["reason"])
    assert list(load_audited(tmp_path / "sets").dataset) == ["train", "dev", "test"]


def test_it_publishes_only_when_told_to(hub, run, tmp_path):
    options = ["--license", "cc0-1.0", "--limit", "30"]
    assert run(SAMPLE, "--out", tmp_path / "corpus", *options, "--publish").exit_code == 2
    assert not (tmp_path / "corpus").exists()
    result = run(SAMPLE, "--out", tmp_path / "corpus", *options, "--repo-id", "ania/posty", "--publish")
    assert result.exit_code == 0, result.stderr
    assert len(load_audited("ania/posty").dataset) > 0
