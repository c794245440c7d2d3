"""The commands ``pipelines list`` and ``pipelines train``."""

from __future__ import annotations

import pytest


def test_list_names_language_size_and_licence(run):
    result = run("pipelines", "list")
    assert result.exit_code == 0, result.stderr
    rows = [line.split("\t") for line in result.stdout.splitlines()]
    assert [row[0] for row in rows] == ["ca", "de", "en", "es"]
    assert all(row[1].endswith(" MB") and row[2].startswith("CC BY") and row[3].endswith(".md") for row in rows)


@pytest.mark.parametrize(
    ("options", "message"),
    [
        (["--lang", "fi"], "no treebanks are known for fi"),
        (["--lang", ","], "no treebanks are known for no language"),
        ([], "has no folder treebanks"),
    ],
)
def test_train_says_what_is_missing(run, tmp_path, options, message):
    result = run("pipelines", "train", "--data", str(tmp_path), "--out", str(tmp_path / "out"), *options)
    assert result.exit_code == 1
    assert message in result.stderr
    assert result.stderr.count("\n") == 1
