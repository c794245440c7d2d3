from collections import Counter
from pathlib import Path

from hf_genderfair.hub.audited import load_audited

SCRIPTS = Path(__file__).parents[2] / "dataset_scripts"
SAMPLE = SCRIPTS / "sample" / "rewriting_en.jsonl"


def test_the_sample_becomes_pairs(hub, run, tmp_path):
    result = run(SAMPLE, "--out", tmp_path / "pairs", "--license", "cc0-1.0", "--repo-id", "ania/pairs")
    assert result.exit_code == 0, result.stderr
    assert f"Written to {tmp_path / 'pairs'}" in result.stdout
    assert "Dry run: nothing was sent" in result.stdout
    assert hub.sent == []
    audited = load_audited(tmp_path / "pairs")
    kinds = Counter(audited.dataset["kind"])
    assert kinds["masculine"] == kinds["feminine"] > 5
    assert kinds["non_gendered"] > 5
    assert {"duplicate", "biased", "language", "alphabet_ratio"} <= set(audited.excluded["reason"])
    card = (tmp_path / "pairs" / "README.md").read_text(encoding="utf-8")
    assert "amrhein-etal-2023-exploiting" in card
    assert "What the sentences are" in card
    assert (tmp_path / "pairs" / "report.html").is_file()


def test_text_in_another_language_gives_no_pairs(run, tmp_path):
    source = tmp_path / "german.txt"
    source.write_text("Die Lehrer/innen streiken heute in Bonn.\n", encoding="utf-8")
    result = run(source, "--out", tmp_path / "pairs")
    assert result.exit_code == 1
    assert "needed are English sentences with they or neutral words" in str(result.exception)
    assert str(result.exception).endswith("1 non_gendered")
    assert not (tmp_path / "pairs").exists()
