"""Commands that write a data set, and the whole way from raw posts to a published corpus."""

from __future__ import annotations

import json
from collections import Counter

import pytest
from datasets import load_dataset

from hf_genderfair.hub.audited import load_audited

ROWS = 21
REFUSAL = "Error: {} is not empty: choose another folder, or give --overwrite\n"


def test_corpus_to_hub_and_back(hub, run, done, posts, tmp_path):
    out, sets = tmp_path / "corpus", tmp_path / "sets"
    made = done("corpus", posts, "--out", out, "--challenge", sets, "--license", "cc0-1.0", "--title", "Rowery")
    assert f"Written to {out}" in made.stdout
    done("publish", out, "--repo-id", "ania/rowery")
    audited = load_audited("ania/rowery")
    report = audited.report
    tagged = run("tag", "ania/rowery", "--config", "default")
    assert tagged.stdout_bytes.decode().splitlines()[0].startswith("female\tWczoraj kupiłam")
    assert len(audited.dataset) + len(audited.excluded) == ROWS
    assert report.excluded == dict(Counter(audited.excluded["reason"][:]))
    assert report.excluded == {"duplicate": 2, "formula": 1, "no_expression": 1, "unreadable": 1}
    assert [step.name for step in report.steps] == ["isolate_posts", "FirstPerson", "FragmentReasons", "NormalisedHash"]
    passed = [(step.rows_in, step.rows_out) for step in report.steps]
    assert passed == [(ROWS, ROWS), (ROWS, ROWS), (ROWS, 16 + 2), (18, 16)]
    assert {table.name for table in report.tables} >= {"fragments_by_gender", "websites_female", "years"}
    assert audited.dataset.features["first_person"].int2str(audited.dataset[0]["first_person"]) == "female"
    assert len(report.limits) > 5
    assert report.sources == [{"id": posts.name, "licence": "cc0-1.0"}]
    assert audited.card.count("non-binary") == 1
    assert "female" in (out / "report.html").read_text(encoding="utf-8")
    assert "There is no picture: every year has too few texts." in (out / "report.html").read_text(encoding="utf-8")
    assert (sets / "challenge_sets.png").read_bytes().startswith(b"\x89PNG")
    neutral = load_audited(sets)
    assert not any("łam" in text for text in neutral.dataset["text"])


@pytest.mark.parametrize(
    ("command", "columns", "rows"),
    [
        ("tag", {"first_person", "first_person_expressions"}, ROWS),
        ("neutralise", {"first_person", "first_person_edits"}, ROWS),
        ("posts", {"source_row", "source_start", "source_end"}, ROWS),
        ("dedupe", set(), 19),
        ("filter", {"first_person", "first_person_expressions"}, 18),
    ],
)
def test_out_writes_a_data_set_that_opens(run, done, posts, tmp_path, command, columns, rows):
    out = tmp_path / "out"
    done(command, posts, "--out", out)
    loaded = load_dataset(str(out), split="train", cache_dir=str(tmp_path / "cache"))
    assert len(loaded) == rows
    assert columns <= set(loaded.column_names)
    assert load_audited(out).report.steps
    again = run(command, posts, "--out", out)
    assert (again.exit_code, again.stderr) == (1, REFUSAL.format(out))
    assert run(command, posts, "--out", out, "--overwrite").exit_code == 0


def test_count(run, done, posts):
    result = done("count", posts)
    assert "Texts by gender" in result.stdout
    assert "No word is clearly more frequent" in result.stdout
    report = json.loads(done("count", posts, "--json", "--listed", 2, "--smoothing", 1).stdout)
    tables = {table["name"]: table["rows"] for table in report["tables"]}
    assert len(tables["websites_male"]) == 2
    assert [row[:2] for row in tables["fragments_by_gender"][1:3]] == [["female", 10], ["male", 9]]
