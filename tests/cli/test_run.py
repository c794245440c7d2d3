"""The command ``run``: what it prints and writes, and what it says of wrong input."""

import json

import pytest
from golden import each_row

from hf_genderfair import load_audited

CHAIN = "- transform: FirstPerson\n- transform: FragmentReasons\n"


@pytest.fixture
def chain(tmp_path):
    path = tmp_path / "chain.yaml"
    path.write_text(CHAIN, encoding="utf-8")
    return path


def test_a_run_writes_a_data_set(run, done, posts, chain, tmp_path):
    out = tmp_path / "out"
    asked = ["run", posts, "--chain", chain, "--out", out, *"--keep fragment_reason --license cc0-1.0 --json".split()]
    result = done(*asked)
    assert json.loads(result.stdout)["rows"] == {"default/train": 18, "excluded/train": 3}
    report = load_audited(out).report
    assert report.sources == [{"id": "posts.jsonl", "licence": "cc0-1.0"}]
    assert report.title == "Texts of posts.jsonl with annotations"
    again = run(*asked)
    assert again.stdout == result.stdout


def test_a_dry_run_writes_nothing(run, done, posts, chain, tmp_path):
    result = done("run", posts, "--chain", chain, "--out", tmp_path / "out", "--dry-run", "--num-proc", 4)
    assert "time with 4 processes" in result.stdout
    assert not (tmp_path / "out").exists()
    estimate = json.loads(run("run", posts, "--chain", chain, "--out", tmp_path / "out", "--dry-run", "--json").stdout)
    assert (estimate["rows"], estimate["shards"], estimate["sampled_rows"]) == (21, 1, 21)


@each_row
def test_what_is_wrong_is_one_line(run, posts, tmp_path, text, options, message):
    (tmp_path / "chain.yaml").write_text(text, encoding="utf-8")
    result = run("run", posts, "--chain", tmp_path / "chain.yaml", "--out", tmp_path / "out", *options)
    # what a chain names is wrong use, as an option is; what the rows lack is found out later
    assert result.exit_code == (2 if result.stderr.startswith("Error: chain.yaml") else 1), result.output
    assert result.stderr.startswith("Error: ")
    assert message in result.stderr
    assert result.stderr.count("\n") == 1
    assert not (tmp_path / "out").exists()


def test_a_run_is_uploaded_and_a_dry_run_says_what_would_be(run, done, hub, posts, chain, tmp_path):
    asked = ["run", posts, "--chain", chain, "--out", tmp_path / "out", "--license", "cc0-1.0"]
    asked += ["--push-to", "ania/posts"]
    before = done(*asked, "--dry-run", "--shards", 2)
    assert "it would be made" in before.stdout
    assert "7 at most, card, report and page among them" in before.stdout
    assert not hub.sent
    result = done(*asked, "--shards", 2, "--private")
    assert "All its files are in ania/posts on the Hub." in result.stdout
    assert hub.repositories["ania/posts"].private
    after = json.loads(run(*asked, "--dry-run", "--json").stdout)["upload"]
    assert after == {"repo_id": "ania/posts", "state": "it has 7 files", "files": 5, "arrived": 2, "refusal": None}
    other = run(*asked, "--dry-run", "--out", tmp_path / "other")
    assert "It would be refused: ania/posts holds something else than this run: the files data/train-0" in other.stdout
    assert run(*asked[:-2], "--private").exit_code == 2
