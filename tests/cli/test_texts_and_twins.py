"""The commands ``normalise``, ``biased``, ``counterfactual`` and ``debias``, and sources of several languages."""

from __future__ import annotations

import json

import pytest
from datasets import load_dataset

MIXED = '{"text": "Die Lehrer kommen.", "l": "de"}\n{"text": "Les profs.", "l": "fr"}\n'


@pytest.fixture
def lines(tmp_path):
    path = tmp_path / "lines.txt"
    path.write_text("He forgot his hat.\nThe boy slept.\nShe sang.\nIt rained.\n", encoding="utf-8")
    return path


@pytest.mark.parametrize(
    ("arguments", "line", "expected"),
    [
        (["normalise", "--lang", "de"], "Die Lehrer/innen", "Die Lehrer*innen"),
        (["normalise", "--lang", "de", "--form", "colon"], "Die Lehrer/innen", "Die Lehrer:innen"),
        (
            ["biased", "--lang", "de", "--gender", "masculine"],
            "Eine*n Ärzt*in kennt jede*r.",
            "Einen Arzt kennt jeder.",
        ),
    ],
    ids=["star", "colon", "masculine"],
)
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


@pytest.mark.parametrize(
    "command", [["debias"], ["counterfactual", "--lang", "en", "--sided", "two"]], ids=lambda c: c[0]
)
def test_a_data_set_is_made_over_shards(run, lines, tmp_path, command):
    whole = run(*command, lines, "--out", tmp_path / "whole", "--title", "T", "--json")
    divided = run(*command, lines, "--out", tmp_path / "out", "--title", "T", "--json", "--shards", "2")
    assert divided.exit_code == 0, divided.stderr
    told = json.loads(divided.stdout)
    assert told == {**json.loads(whole.stdout), "folder": str(tmp_path / "out")}
    assert told["rows"] == {"default/train": 5 if "two" in command else 4}
    first, second = (load_dataset(str(tmp_path / name), split="train") for name in ("whole", "out"))
    assert first[:] == second[:]
    assert "reading_problem" not in second.column_names
    report = json.loads((tmp_path / "out" / "bias_report.json").read_text(encoding="utf-8"))
    assert report["sources"] == [{"id": "lines.txt"}]
    again = run(*command, lines, "--out", tmp_path / "out", "--overwrite")
    assert again.exit_code == 0, again.stderr
    assert "Texts of lines.txt" in again.stdout.splitlines()[0]


def test_rows_that_could_not_be_read_are_marked(run, tmp_path):
    path = tmp_path / "rows.jsonl"
    texts = [*(f"It rained {day} days." for day in range(20)), 7]
    path.write_text("".join(f"{json.dumps({'text': text})}\n" for text in texts), encoding="utf-8")
    result = run("debias", path, "--out", tmp_path / "out")
    assert result.exit_code == 0, result.stderr
    problems = load_dataset(str(tmp_path / "out"), split="train")["reading_problem"]
    assert list(problems) == [None] * 20 + ["not_text"]


@pytest.mark.parametrize(
    ("arguments", "message", "code"),
    [
        (["normalise", "--lang", "en", "--form", "pair"], "--form has no effect with --lang en", 2),
        (["counterfactual", "-", "--lang", "en", "--parts", "a=1", "--out", "x"], "--parts has no effect", 2),
        (["counterfactual", "-", "--lang", "en", "--sided", "two", "--parts", "a=2", "--out", "x"], "sum to 1", 1),
        (
            ["counterfactual", "-", "--lang", "en", "--sided", "two", "--parts", "a=1", "--shards", "2", "--out", "x"],
            "--shards has no effect with --parts",
            2,
        ),
        (["debias", "-", "--lang", "de", "--out", "x"], "give --list and --method base", 1),
        (["debias", "-", "--private", "--out", "x"], "leave out --private", 2),
        (["normalise", "nothere.txt", "--lang", "de"], "no such file", 1),
        (["biased", "--lang", "de", "--gender", "neutral"], "--gender", 2),
    ],
    ids=lambda value: " ".join(value[:1]) if isinstance(value, list) else None,
)
def test_wrong_use_is_one_line(run, arguments, message, code):
    result = run(*arguments, stdin=b"a\n")
    assert result.exit_code == code
    assert message in " ".join(result.stderr.split())


def test_rows_of_other_languages_are_left_alone(run, tmp_path):
    path = tmp_path / "mixed.jsonl"
    path.write_text(MIXED, encoding="utf-8")
    result = run("rewrite", path, "--lang", "de", "--lang-column", "l", "--jsonl")
    rows = list(map(json.loads, result.stdout.splitlines()))
    assert [(row["text"], row["reason"]) for row in rows] == [
        ("Die Lehrer*innen kommen.", None),
        ("Les profs.", "language: fr"),
    ]
    wrong = run("rewrite", path, "--lang", "de", "--lang-column", "x")
    assert (wrong.exit_code, wrong.stderr.count("\n")) == (1, 1)
    assert "--lang-column" in wrong.stderr


def test_options_of_labels_are_refused_where_rows_are_labelled(run, tmp_path):
    path = tmp_path / "labelled.jsonl"
    path.write_text('{"text": "Byłam tam.", "first_person": "female"}\n', encoding="utf-8")
    result = run("count", path, "--context", "none")
    assert result.exit_code == 2
    assert "--context has no effect" in " ".join(result.stderr.split())
