"""The command ``view``."""

from __future__ import annotations

import json
import re

import pytest
from datasets import Dataset

from hf_genderfair import Keep, Report, write_dataset
from hf_genderfair.cli.view import shares


@pytest.fixture
def corpus(tmp_path):
    """Give a folder with kept and excluded rows."""
    rows = Dataset.from_dict({"text": ["Pada.", "Wieje.", "Sypie."], "reason": [None, "too_short", None]})
    kept, excluded = Keep("reason").split(rows)
    write_dataset(tmp_path / "corpus", kept, Report("Weather <b>", "pl"), excluded)
    return tmp_path / "corpus"


def index(folder):
    return json.loads(re.fullmatch(r"index\((.*)\);\n", (folder / "index.js").read_text("utf-8"), re.DOTALL)[1])


def test_a_folder_is_shown_with_the_rows_left_out(run, corpus, tmp_path):
    result = run("view", corpus, "--out", tmp_path / "page")
    assert result.exit_code == 0, result.stderr
    assert (
        result.stdout
        == f"3 rows. Written to {tmp_path / 'page'}: open {tmp_path / 'page' / 'index.html'} in a browser.\n"
    )
    found = index(tmp_path / "page")
    assert found["title"] == "Weather <b>"
    assert found["parts"] == [["train", 0], ["excluded, train", 2]]
    assert [facet["name"] for facet in found["facets"]] == ["part", "reason"]


@pytest.mark.parametrize(
    "forged", ["[]", '{"title": 3}', "[" * 10**5, '{"title": "x", "language": "pl", "data": {"a": 1}}']
)
def test_a_forged_report_is_one_line(run, corpus, tmp_path, forged):
    (corpus / "bias_report.json").write_text(forged)
    result = run("view", corpus, "--out", tmp_path / "page")
    assert result.exit_code == 1
    assert re.fullmatch(r"Error: .*bias_report\.json cannot be read .*\n", result.stderr)


def test_the_folder_has_a_name_by_default(run, corpus, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    assert run("view", "corpus").exit_code == 0
    assert (tmp_path / "corpus-view" / "index.html").is_file()
    assert "is not empty" in run("view", "corpus").stderr
    assert run("view", "corpus", "--overwrite").exit_code == 0


def test_another_folder_is_not_replaced(run, corpus):
    result = run("view", corpus, "--out", corpus, "--overwrite")
    assert result.exit_code == 1
    assert "holds something else" in result.stderr
    assert (corpus / "data").is_dir()


def test_a_source_and_a_limit(run, tmp_path):
    (tmp_path / "lines.txt").write_text("one\ntwo\nthree\n", encoding="utf-8")
    assert run("view", tmp_path / "lines.txt", "--out", tmp_path / "page", "--limit", "2").exit_code == 0
    assert index(tmp_path / "page")["parts"] == [["lines.txt", 0]]
    assert index(tmp_path / "page")["note"] == "The first 2 rows."
    assert run("view", "-", "--out", tmp_path / "in", stdin=b"one\n").exit_code == 0
    assert index(tmp_path / "in")["title"] == "standard input"


def test_a_limit_leaves_some_of_each_part(run, corpus, tmp_path):
    assert run("view", corpus, "--out", tmp_path / "page", "--limit", "2").exit_code == 0
    found = index(tmp_path / "page")
    assert found["rows"] == 2
    assert found["note"] == "2 of 3 rows: the first ones of each part."
    assert shares({"a": 10, "b": 1, "c": 10}, 9) == {"b": 1, "a": 4, "c": 4}


def test_columns_of_any_attribute_belong_to_their_capability(run, tmp_path):
    words = [[{"start": 0, "end": 3, "group": "old", "word": "old"}], []]
    (tmp_path / "rows.jsonl").write_text(
        "".join(json.dumps({"text": "old men", "age_words": each}) + "\n" for each in words), encoding="utf-8"
    )
    rows = Dataset.from_json(str(tmp_path / "rows.jsonl"))
    from hf_genderfair import GroupWords

    kind = GroupWords("age", overwrite=True).features()["age_words"]
    rows.cast_column("age_words", kind).to_parquet(tmp_path / "rows.parquet")
    assert run("view", tmp_path / "rows.parquet", "--out", tmp_path / "page").exit_code == 0
    assert index(tmp_path / "page")["layers"][0]["capability"] == "representation"
