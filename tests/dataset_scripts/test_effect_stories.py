import json

import pytest

pytestmark = [pytest.mark.whole, pytest.mark.usefixtures("short_measure", "without_pictures")]

SENTENCES = {
    "male": "The son told his father that he was tired, number {}.",
    "balanced": "The child told the parent that it rained, number {}.",
    "female": "The daughter told her mother that she was tired, number {}.",
}


def test_models_are_trained_on_each_set(run, tmp_path):
    given = []
    for name, sentence in SENTENCES.items():
        lines = [json.dumps({"text": sentence.format(number)}) for number in range(220)]
        (tmp_path / f"{name}.jsonl").write_text("\n".join(lines), encoding="utf-8")
        given += [f"--{name}", tmp_path / f"{name}.jsonl"]
    given += ["--lang", "en", "--model", "scratch:tiny", "--seeds", "1", "--minutes", "0.1"]
    result = run(*given, "--out", tmp_path / "out")
    assert result.exit_code == 0, result.exception
    found = json.loads((tmp_path / "out" / "effect.json").read_text(encoding="utf-8"))
    assert list(found["conditions"]) == ["untrained", "male", "balanced", "female"]
    assert {"stories-en", "perplexity"} <= {figure["name"] for figure in found["conditions"]["male"]}
    assert [training["tokens"] for training in found["trainings"]] == [found["trainings"][0]["tokens"]] * 3
    assert "too few to say" in result.stdout.lower()
