"""Every command that annotates writes its columns with ``--out``: all, few, or those that are named."""

from __future__ import annotations

import json

import pytest
from datasets import load_dataset
from golden import golden_rows

from hf_genderfair.core.spans import undo_edits

ENGLISH = ["She asked her brother.", "Women are always late. It rained.", "It rains."]
GERMAN = ["Die Ärztin suchte ihren Hut.", "Die Lehrer/innen trafen Emil Brandt.", "Es regnet."]
TEXTS = {"en": ENGLISH, "de": GERMAN}
WAYS = {command: rest for command, *rest in golden_rows(__file__, "WAYS")}
"""By command its language, options, some of the columns that it adds, and some of the few that are plain."""


@pytest.fixture
def source(tmp_path):
    def make(texts):
        path = tmp_path / "texts.jsonl"
        path.write_text("".join(json.dumps({"id": n, "body": text}) + "\n" for n, text in enumerate(texts)))
        return path

    return make


@pytest.mark.parametrize("command", WAYS)
def test_columns_are_written_all_or_few(done, tmp_path, source, command):
    lang, options, added, few = WAYS[command]
    texts = TEXTS[lang]
    arguments = [command, source(texts), *options, "--text-column", "body", "--out"]
    written = {}
    for columns in ("all", "few"):
        result = done(*arguments, tmp_path / columns, "--columns", columns)
        assert len(result.stdout.splitlines()) <= 25
        written[columns] = load_dataset(str(tmp_path / columns), split="train")
    assert {"id", "body", *added} <= set(written["all"].column_names)
    assert {"id", "body", *few} <= set(written["few"].column_names) < set(written["all"].column_names)
    assert all(hasattr(kind, "dtype") for kind in written["few"].features.values())
    edits = f"{command}_edits"
    if edits in added:
        assert written["all"]["body"][:] != texts
        assert undo_edits(written["all"], edits, "body")["body"][:] == texts


@pytest.mark.parametrize("command", [*WAYS, "tag"])
def test_what_is_no_column_is_said_before_the_work(run, tmp_path, command):
    options = WAYS[command][1] if command in WAYS else []
    result = run(command, tmp_path / "nothing.jsonl", *options, "--out", tmp_path / "out", "--columns", "few,score")
    assert (result.exit_code, result.stdout) == (2, "")
    assert "--columns 'few' is no column that is added" in result.stderr
    assert not (tmp_path / "out").exists()


def test_columns_that_are_named_are_written(done, tmp_path, posts):
    done("tag", posts, "--out", tmp_path / "out", "--columns", "first_person")
    names = load_dataset(str(tmp_path / "out"), split="train").column_names
    assert "first_person" in names
    assert "first_person_expressions" not in names
