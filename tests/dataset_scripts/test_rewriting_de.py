from pathlib import Path

from hf_genderfair.hub.audited import load_audited

SCRIPTS = Path(__file__).parents[2] / "dataset_scripts"
SAMPLE = SCRIPTS / "sample" / "rewriting_de.jsonl"


def test_the_sample_becomes_pairs(becomes_pairs):
    becomes_pairs(SAMPLE)


def test_forward_takes_other_sentences(run, tmp_path):
    result = run(SAMPLE, "--out", tmp_path / "pairs", "--method", "forward", "--copy-share", "0", "--limit", "13")
    assert result.exit_code == 0, result.stderr
    audited = load_audited(tmp_path / "pairs")
    assert set(audited.dataset["method"]) == {"forward"}
    assert "gender_fair" in set(audited.excluded["reason"])


def test_half_fair_sentences_are_completed(run, tmp_path):
    source = tmp_path / "half.jsonl"
    source.write_text('{"text": "Alle Gärtner*innen fragten den Koch."}\n', encoding="utf-8")
    for options, target in (((), "den Koch."), (("--complete", "--overwrite"), "den*die Köch*in.")):
        result = run(source, "--out", tmp_path / "pairs", *options)
        assert result.exit_code == 0, result.stderr
        assert set(load_audited(tmp_path / "pairs").dataset["target"]) == {f"Alle Gärtner*innen fragten {target}"}
