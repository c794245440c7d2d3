"""The command ``run``: what it prints and writes, and what it says of wrong input."""

import json

import pytest

from hf_genderfair import load_audited

CHAIN = "- transform: FirstPerson\n- transform: FragmentReasons\n"


@pytest.fixture
def chain(tmp_path):
    path = tmp_path / "chain.yaml"
    path.write_text(CHAIN, encoding="utf-8")
    return path


def test_a_run_writes_a_data_set(run, posts, chain, tmp_path):
    out = tmp_path / "out"
    asked = [
        "run",
        posts,
        "--chain",
        chain,
        "--out",
        out,
        "--keep",
        "fragment_reason",
        "--license",
        "cc0-1.0",
        "--json",
    ]
    result = run(*asked)
    assert result.exit_code == 0, result.stderr
    assert json.loads(result.stdout)["rows"] == {"default/train": 18, "excluded/train": 3}
    report = load_audited(out).report
    assert report.sources == [{"id": "posts.jsonl", "licence": "cc0-1.0"}]
    assert report.title == "Texts of posts.jsonl with annotations"
    again = run(*asked)
    assert again.stdout == result.stdout


def test_a_dry_run_writes_nothing(run, posts, chain, tmp_path):
    result = run("run", posts, "--chain", chain, "--out", tmp_path / "out", "--dry-run", "--num-proc", 4)
    assert result.exit_code == 0, result.stderr
    assert "time with 4 processes" in result.stdout
    assert not (tmp_path / "out").exists()
    estimate = json.loads(run("run", posts, "--chain", chain, "--out", tmp_path / "out", "--dry-run", "--json").stdout)
    assert {name: estimate[name] for name in ("rows", "shards", "sampled_rows")} == {
        "rows": 21,
        "shards": 1,
        "sampled_rows": 21,
    }


@pytest.mark.parametrize(
    ("text", "options", "message"),
    [
        ("- transform: FirstPersn\n", [], "unknown transform 'FirstPersn': did you mean FirstPerson?"),
        ("- transform: FirstPerson\n  language: pl\n", [], "unknown parameter 'language': did you mean lang?"),
        (CHAIN, ["--keep", "reason"], "no column 'reason' to keep rows by: the rows have 'text', "),
        (CHAIN, ["--device", "tpu"], "unknown device 'tpu': give cpu, cuda or cuda:N"),
        (CHAIN, ["--device", "cuda:77"], "device 'cuda:77'"),
        (CHAIN, ["--text-column", "body"], "has no column 'body'"),
        ("- transform: ActorMetrics\n  text_column: body\n", [], "no column 'body': the data set has 'text'"),
    ],
)
def test_what_is_wrong_is_one_line(run, posts, tmp_path, text, options, message):
    (tmp_path / "chain.yaml").write_text(text, encoding="utf-8")
    result = run("run", posts, "--chain", tmp_path / "chain.yaml", "--out", tmp_path / "out", *options)
    # what a chain names is wrong use, as an option is; what the rows lack is found out later
    assert result.exit_code == (2 if result.stderr.startswith("Error: chain.yaml") else 1), result.output
    assert result.stderr.startswith("Error: ")
    assert message in result.stderr
    assert result.stderr.count("\n") == 1
    assert not (tmp_path / "out").exists()


def test_a_run_is_uploaded_and_a_dry_run_says_what_would_be(run, hub, posts, chain, tmp_path):
    asked = [
        "run",
        posts,
        "--chain",
        chain,
        "--out",
        tmp_path / "out",
        "--license",
        "cc0-1.0",
        "--push-to",
        "ania/posts",
    ]
    before = run(*asked, "--dry-run", "--shards", 2)
    assert before.exit_code == 0, before.stderr
    assert "it would be made" in before.stdout
    assert "7 at most, card, report and page among them" in before.stdout
    assert not hub.sent
    result = run(*asked, "--shards", 2, "--private")
    assert result.exit_code == 0, result.stderr
    assert "All its files are in ania/posts on the Hub." in result.stdout
    assert hub.repositories["ania/posts"].private
    after = json.loads(run(*asked, "--dry-run", "--json").stdout)["upload"]
    assert after == {"repo_id": "ania/posts", "state": "it has 7 files", "files": 5, "arrived": 2, "refusal": None}
    other = run(*asked, "--dry-run", "--out", tmp_path / "other")
    assert "It would be refused: ania/posts holds something else than this run: the files data/train-0" in other.stdout
    assert run(*asked[:-2], "--private").exit_code == 2
