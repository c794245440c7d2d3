"""The command ``polarity``: one object for the whole input."""

from __future__ import annotations

import json

import pytest

LINES = "“He’s late,” she told him.\n\nThe women waited for the men; her boy slept.\n"


def counted(result):
    assert result.exit_code == 0, result.stderr
    assert result.stdout.count("\n") == 1
    return json.loads(result.stdout)


def test_prints_one_object_for_the_whole_input(run):
    result = run("polarity", "--lang", "en", stdin=LINES.encode())
    assert result.stdout == '{"male":4,"female":3}\n'
    assert counted(result) == {"male": 4, "female": 3}


def test_paper_tokenization_misses_words_beside_punctuation(run):
    result = run("polarity", "--lang", "en", "--tokenization", "paper", stdin=LINES.encode())
    assert counted(result) == {"male": 1, "female": 3}


@pytest.mark.parametrize("stdin", [b"", b"\n", b"It rains.\n"])
def test_nothing_found_is_zero(run, stdin):
    assert counted(run("polarity", "--lang", "en", stdin=stdin)) == {"male": 0, "female": 0}


def test_reads_files_like_every_command(run, tmp_path):
    (tmp_path / "lines.txt").write_text(LINES, encoding="utf-8")
    rows = [json.dumps({"body": line or None}) + "\n" for line in LINES.splitlines()]
    (tmp_path / "rows.jsonl").write_text("".join(rows), encoding="utf-8")
    expected = {"male": 4, "female": 3}
    assert counted(run("polarity", tmp_path / "lines.txt", "--lang", "en")) == expected
    assert counted(run("polarity", tmp_path / "rows.jsonl", "--lang", "en", "--text-column", "body")) == expected


def test_blocks_add_up_and_damaged_bytes_stop_nothing(run):
    stdin = b"He saw her.\n" * 60_000 + b"\xff he\n" + b"no line end: she"
    assert counted(run("polarity", "--lang", "en", stdin=stdin)) == {"male": 60_001, "female": 60_001}


@pytest.mark.parametrize(
    "arguments", [[], ["--lang", "de"], ["--lang", "en", "--tokenization", "spaces"]], ids=["none", "de", "tokens"]
)
def test_wrong_use_ends_in_2(run, arguments):
    result = run("polarity", *arguments, stdin=LINES.encode())
    assert result.exit_code == 2
    assert result.stdout == ""


def test_a_source_that_is_missing_is_one_line(run):
    result = run("polarity", "missing.txt", "--lang", "en")
    assert result.exit_code == 1
    assert result.stderr.startswith("Error: ")
    assert "no such file" in result.stderr
