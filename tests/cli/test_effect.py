"""The commands ``effect`` and ``evaluate-model``."""

import json

import pytest
from golden import each_row

pytestmark = pytest.mark.usefixtures("short_measure")


@pytest.fixture(scope="module")
def sources(tmp_path_factory):
    folder = tmp_path_factory.mktemp("sources")
    for name, pronoun in (("before", "He"), ("after", "She")):
        rows = [json.dumps({"text": f"{pronoun} drinks a cup of tea number {number}."}) for number in range(240)]
        (folder / f"{name}.jsonl").write_text("\n".join(rows), encoding="utf-8")
    return folder


def arguments(sources, out, *more, model="scratch:tiny"):
    paths = ("--before", sources / "before.jsonl", "--after", sources / "after.jsonl")
    return ("effect", "--model", model, *paths, "--out", out, *more)


@pytest.fixture(scope="module")
def written(sources, tmp_path_factory):
    from typer.testing import CliRunner

    from hf_genderfair.cli.app import app

    out = tmp_path_factory.mktemp("written") / "effect"
    given = arguments(sources, out, "--seeds", "2", "--minutes", "0.1", "--benchmark", "occupations")
    return out, CliRunner().invoke(app, list(map(str, given)))


def test_models_are_trained_compared_and_reported(written):
    out, result = written
    assert result.exit_code == 0, result.stderr
    found = json.loads((out / "effect.json").read_text(encoding="utf-8"))
    names = [benchmark["name"] for benchmark in found["benchmarks"]]
    assert "occupations" in names
    assert "perplexity" in names
    assert {benchmark["seeds"] for benchmark in found["benchmarks"]} == {2}
    assert "What differs: after against before" in result.stdout
    assert {"effect.json", "report.html", "report.md", "effect.png", "models", "answers", "plan.json"} == {
        path.name for path in out.iterdir()
    }


def test_a_trained_model_is_evaluated(written, done):
    out, _ = written
    result = done("evaluate-model", out / "models" / "after" / "seed-0", "--json")
    found = json.loads(result.stdout)
    assert found["benchmarks"][0]["name"] == "occupations"
    assert found["benchmarks"][0]["low"] <= found["benchmarks"][0]["value"] <= found["benchmarks"][0]["high"]


@each_row
def test_wrong_uses_are_told_in_one_line(sources, run, tmp_path, more, message):
    result = run(*arguments(sources, tmp_path / "out", *more))
    assert result.exit_code == 1
    assert message in result.stderr
    assert not (tmp_path / "out").exists()
