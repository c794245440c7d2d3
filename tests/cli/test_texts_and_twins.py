"""The commands ``normalise``, ``biased``, ``counterfactual`` and ``debias``, and sources of several languages."""

import json

import pytest
from datasets import load_dataset
from golden import each_row


@pytest.fixture
def lines(tmp_path):
    path = tmp_path / "lines.txt"
    path.write_text("He forgot his hat.\nThe boy slept.\nShe sang.\nIt rained.\n", encoding="utf-8")
    return path


@each_row
def test_texts_are_rewritten(run, arguments, line, expected):
    assert run(*arguments, stdin=f"{line}\n".encode()).stdout == f"{expected}\n"
    row = json.loads(run(*arguments, "--jsonl", stdin=f"{line}\n".encode()).stdout)
    assert (list(row), row["text"]) == (["text", "edits"], expected)


def test_counterfactual_writes_twins_in_one_part(run, lines, tmp_path):
    out = tmp_path / "out"
    options = ["--lang", "en", "--sided", "two", "--parts", "train=0.5,test=0.5"]
    result = run("counterfactual", lines, *options, "--out", out)
    assert result.exit_code == 0, result.stderr
    rows = [row for part in load_dataset(str(out)).values() for row in part]
    assert len(rows) == 5
    assert [row["text"] for row in rows if row["counterfactual_twin"]] in (["She forgot her hat."], ["The girl slept."])


def test_a_data_set_is_made_over_shards(run, lines, tmp_path):
    command = ["counterfactual", "--lang", "en", "--sided", "two"]
    whole = run(*command, lines, "--out", tmp_path / "whole", "--title", "T", "--json")
    divided = run(*command, lines, "--out", tmp_path / "out", "--title", "T", "--json", "--shards", "2")
    assert divided.exit_code == 0, divided.stderr
    told = json.loads(divided.stdout)
    assert told == {**json.loads(whole.stdout), "folder": str(tmp_path / "out")}
    assert told["rows"] == {"default/train": 5}
    first, second = (load_dataset(str(tmp_path / name), split="train") for name in ("whole", "out"))
    assert first[:] == second[:]
    assert "reading_problem" not in second.column_names
    report = json.loads((tmp_path / "out" / "bias_report.json").read_text(encoding="utf-8"))
    assert report["sources"] == [{"id": "lines.txt"}]
    again = run(*command, lines, "--out", tmp_path / "out", "--overwrite")
    assert again.exit_code == 0, again.stderr
    assert "Texts of lines.txt" in again.stdout.splitlines()[0]
