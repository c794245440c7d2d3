"""Commands that write a data set, and the whole way from raw posts to a published corpus."""

from __future__ import annotations

import json
import re
from collections import Counter

import pytest
from datasets import Dataset, load_dataset

from hf_genderfair.cli.origin import Origin
from hf_genderfair.hub.audited import load_audited
from hf_genderfair.recipes.corpus import corpus as make_corpus

ROWS = 21


def test_corpus_to_hub_and_back(hub, run, posts, tmp_path):
    out, sets = tmp_path / "corpus", tmp_path / "sets"
    made = run("corpus", posts, "--out", out, "--challenge", sets, "--license", "cc0-1.0", "--title", "Rowery")
    assert made.exit_code == 0, made.stderr
    assert f"Written to {out}" in made.stdout
    published = run("publish", out, "--repo-id", "ania/rowery")
    assert published.exit_code == 0, published.stderr
    audited = load_audited("ania/rowery")
    report = audited.report
    tagged = run("tag", "ania/rowery", "--config", "default")
    assert tagged.stdout_bytes.decode().splitlines()[0].startswith("female\tWczoraj kupiłam")
    assert len(audited.dataset) + len(audited.excluded) == ROWS
    assert report.excluded == dict(Counter(audited.excluded["reason"][:]))
    assert report.excluded == {"duplicate": 2, "formula": 1, "no_expression": 1, "unreadable": 1}
    assert [step.name for step in report.steps] == ["isolate_posts", "FirstPerson", "FragmentReasons", "NormalisedHash"]
    assert [(step.rows_in, step.rows_out) for step in report.steps] == [
        (ROWS, ROWS),
        (ROWS, ROWS),
        (ROWS, 16 + 2),
        (18, 16),
    ]
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


def test_steps_name_where_each_excluded_row_went(posts):
    corpus = make_corpus(Origin(str(posts)).rows())
    reasons = dict(
        zip(corpus.excluded["text"], zip(corpus.excluded["reason"], corpus.excluded["step"], strict=True), strict=True)
    )
    assert reasons["Zapomniałem hasła."] == ("formula", "FragmentReasons")
    assert reasons["Wczoraj kupiłam rower numer b... i jeżdżę."] == ("duplicate", "duplicate_reasons")
    assert "reading_problem" not in corpus.kept.column_names


@pytest.mark.parametrize("texts", [["Pada i pada."], ["Byłam wczoraj tam."], [None, None], ["Byłam tam."] * 3])
def test_no_row_is_lost(texts):
    corpus = make_corpus(Dataset.from_dict({"text": [*texts, "a"]}))
    assert len(corpus.kept) + len(corpus.excluded) == len(texts) + 1
    assert corpus.report.excluded == dict(Counter(corpus.excluded["reason"][:]))


def test_json_is_one_object_a_data_set(run, posts, tmp_path):
    made = json.loads(run("corpus", posts, "--out", tmp_path / "out", "--json").stdout)
    assert made["rows"] == {"default/train": 16, "excluded/train": 5}
    assert made["folder"] == str(tmp_path / "out")


def test_limit_reads_the_first_rows_only(run, posts, tmp_path):
    made = json.loads(run("corpus", posts, "--limit", 4, "--out", tmp_path / "out", "--json").stdout)
    assert made["rows"] == {"default/train": 4}


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
def test_out_writes_a_data_set_that_opens(run, posts, tmp_path, command, columns, rows):
    out = tmp_path / "out"
    result = run(command, posts, "--out", out)
    assert result.exit_code == 0, result.stderr
    loaded = load_dataset(str(out), split="train", cache_dir=str(tmp_path / "cache"))
    assert len(loaded) == rows
    assert columns <= set(loaded.column_names)
    assert load_audited(out).report.steps
    again = run(command, posts, "--out", out)
    assert (again.exit_code, again.stderr) == (
        1,
        f"Error: {out} is not empty: choose another folder, or give --overwrite\n",
    )
    assert run(command, posts, "--out", out, "--overwrite").exit_code == 0


@pytest.mark.parametrize(
    ("command", "answer", "drawn"),
    [
        ("posts", "21 texts were cut into 21 posts.", "Texts by their number of posts (n = 21): one 21."),
        ("dedupe", "2 of 21 texts (10 %) repeated an earlier one", "kept 19, left out: it repeats an earlier one 2."),
        ("neutralise", " texts (", "Texts by what became of them (n = 21): with forms that were changed "),
    ],
)
def test_reports_answer_with_a_picture(run, posts, tmp_path, command, answer, drawn):
    assert run(command, posts, "--out", tmp_path / "out").exit_code == 0
    page = (tmp_path / "out" / "report.html").read_text(encoding="utf-8").replace("\N{NO-BREAK SPACE}", " ")
    assert answer in re.sub("</?span[^>]*>", "", page)
    assert drawn in page
    assert page.count('class="example"') > 1


def test_url_lines(run, tmp_path):
    path = tmp_path / "pages.txt"
    path.write_text("http://a.example/1\nByłam tam wczoraj.\nhttp://b.example/\nByłem tam wczoraj.\n", encoding="utf-8")
    out = tmp_path / "out"
    assert run("corpus", path, "--url-lines", "--out", out, "--excluded-site", "b.example").exit_code == 0
    audited = load_audited(out)
    assert audited.dataset["url"][:] == ["http://a.example/1"]
    assert audited.excluded["reason"][:] == ["machine_translated_or_spam_site"]


def test_count(run, posts):
    result = run("count", posts)
    assert result.exit_code == 0
    assert "Fragments by gender" in result.stdout
    report = json.loads(run("count", posts, "--json", "--listed", 2, "--smoothing", 1).stdout)
    tables = {table["name"]: table["rows"] for table in report["tables"]}
    assert not tables.keys() & {"words_female", "words_male"}
    assert "No word is clearly more frequent" in result.stdout
    assert len(tables["websites_male"]) == 2
    assert [row[:2] for row in tables["fragments_by_gender"][1:3]] == [["female", 10], ["male", 9]]


def test_challenge_of_raw_posts(run, posts, tmp_path):
    made = json.loads(run("challenge", posts, "--out", tmp_path / "sets", "--dev", 0, "--test", 0.5, "--json").stdout)
    assert {part for part in made["rows"] if part.startswith("default/")} == {"default/train", "default/test"}


def test_columns(run):
    rows = json.loads(run("columns", "--json").stdout)
    assert {"added by", "column", "type", "meaning"} == set(rows[0])
    assert "class: female, male, mixed, none" in run("columns").stdout


def test_version(run):
    assert run("--version").stdout.startswith("hf-genderfair ")
