"""What goes wrong ends in one line on standard error, exit code 1, and nothing half-written; wrong use in 2."""

from __future__ import annotations

import errno

import pyarrow as pa
import pyarrow.parquet as pq
import pytest
from as_one_test import as_one_test
from command_words import PYTHON_WORDS

import hf_genderfair.cli.corpus as corpus_module
from hf_genderfair.cli.app import COMMANDS
from hf_genderfair.core.errors import GenderfairError

READERS = ["tag", "neutralise", "posts", "dedupe", "filter", "count", "challenge", "corpus"]


def arguments(command, source, tmp_path):
    out = [] if command in ("tag", "neutralise", "posts", "dedupe", "filter", "count") else ["--out", tmp_path / "out"]
    return [command, source, *out]


def check(result, *words):
    assert result.exit_code == 1
    assert result.stderr.startswith("Error: ")
    assert result.stderr.count("\n") == 1
    assert not PYTHON_WORDS.search(result.stderr)
    for word in words:
        assert word in result.stderr


@pytest.fixture
def sources(tmp_path):
    folder = tmp_path / "sources"
    folder.mkdir()
    pq.write_table(pa.table({"body": ["Byłam."]}), folder / "column.parquet")
    pq.write_table(pa.table({"text": [1, 2]}), folder / "numbers.parquet")
    (folder / "empty.txt").write_bytes(b"")
    (folder / "empty.jsonl").write_bytes(b"\n\n")
    (folder / "damaged.parquet").write_bytes(b"PAR1 no more")
    (folder / "cut.txt.gz").write_bytes(b"\x1f\x8b\x08\x00 cut")
    (folder / "broken.csv").write_bytes(b"text,url\na,b,c\n")
    (folder / "file.docx").write_bytes(b"PK")
    (folder / "wide.txt").write_bytes("Byłam.\n".encode("utf-16"))
    return folder


WRONG = [
    ("missing.jsonl", "no such file"),
    ("column.parquet", "no column 'text'"),
    ("numbers.parquet", "not text"),
    ("empty.txt", "is empty"),
    ("empty.jsonl", "empty"),
    ("damaged.parquet", "cannot be read"),
    ("cut.txt.gz", "cannot be read"),
    ("broken.csv", "cannot be read as CSV"),
    ("file.docx", "unknown ending"),
    ("wide.txt", "UTF-16"),
]


@pytest.mark.parametrize("command", READERS)
@pytest.mark.parametrize(("name", "words"), WRONG)
def test_a_source_that_cannot_be_read(run, sources, tmp_path, command, name, words):
    check(run(*arguments(command, sources / name, tmp_path)), words)
    assert not (tmp_path / "out").exists()


def test_a_repository_that_is_not_there(run, hub):
    check(run("tag", "ania/nothing"), "ania/nothing")


@pytest.mark.parametrize(
    ("content", "reason"),
    [
        (b'{"text": null}\n{"text": null}\n', "unreadable"),
        (b'{"text": "Wczoraj by\xb3am w kinie."}\n', "unreadable"),
        (b'{"text": \n{"text": null}\n', "unreadable"),
        (b'{"text": 5}\n', "unreadable"),
        ('{"text": "Wczoraj byłam\\u0000w kinie."}\n'.encode(), None),
    ],
)
def test_rows_that_cannot_be_read_are_excluded_with_their_reason(run, tmp_path, content, reason):
    path, out = tmp_path / "rows.jsonl", tmp_path / "out"
    path.write_bytes(content + '{"text": "Wczoraj byłam w teatrze."}\n'.encode())
    assert run("corpus", path, "--out", out, "--keep-going").exit_code == 0
    found = corpus_module.Origin(str(out), config="excluded").rows()["reason"][:] if reason else [None]
    assert set(found) == {reason}


def test_nothing_left_is_said_and_nothing_written(run, tmp_path):
    path = tmp_path / "lines.txt"
    path.write_text("Pada.\n", encoding="utf-8")
    check(
        run("corpus", path, "--out", tmp_path / "out"),
        "nothing is left to write: of 1 row 1 was left out for too_short",
    )
    assert list(tmp_path.iterdir()) == [path]


def test_challenge_needs_urls_and_both_genders(run, tmp_path):
    path = tmp_path / "rows.jsonl"
    path.write_text('{"text": "Byłam tam."}\n', encoding="utf-8")
    check(run("challenge", path, "--out", tmp_path / "out"), "no column 'url'")
    path.write_text('{"text": "Byłam tam.", "url": "http://a.example/"}\n', encoding="utf-8")
    check(run("challenge", path, "--out", tmp_path / "out"), "both genders")


def test_columns_that_exist_already(run, tmp_path):
    path = tmp_path / "rows.jsonl"
    path.write_text('{"text": "Byłam tam.", "first_person": "female", "reason": null}\n', encoding="utf-8")
    check(run("corpus", path, "--out", tmp_path / "out"), "'first_person' exists already")


@pytest.mark.parametrize(
    "error",
    [
        OSError(errno.ENOSPC, "No space left on device", "/data/x"),
        PermissionError(errno.EACCES, "Permission denied"),
        GenderfairError("a reason\nin two lines"),
        ValueError("something unforeseen"),
        MemoryError(),
        RuntimeError("a worker died"),
    ],
)
def test_what_breaks_inside_is_one_line(run, posts, tmp_path, monkeypatch, error):
    def fail(*_):
        raise error

    monkeypatch.setattr("hf_genderfair.scale.sharded.open_rows", fail)
    result = run("corpus", posts, "--out", tmp_path / "out")
    check(result)
    assert "Traceback" not in result.output


def test_publishing_without_a_token(run, hub, posts, tmp_path, monkeypatch):
    out = tmp_path / "out"
    assert run("corpus", posts, "--out", out).exit_code == 0
    check(run("publish", out, "--repo-id", "ania/x"), "licence of the data is unknown")
    monkeypatch.setattr("hf_genderfair.hub.publish.get_token", lambda: None)
    check(run("publish", out, "--repo-id", "ania/x", "--license", "mit"), "no token")
    check(run("publish", tmp_path, "--repo-id", "ania/x"), "is no folder with a data set")
    check(run("publish", out, "--repo-id", "x"), "no repository id")


@pytest.mark.parametrize(
    "wrong",
    [
        ["nothing"],
        ["tag", "--lang", "xx"],
        ["tag", "--context", "far"],
        ["tag", "--nothing"],
        ["corpus"],
        ["corpus", "-"],
        ["corpus", "-", "--out", "x", "--min-words", "-1"],
        ["challenge", "-", "--out", "x", "--dev", "0.9", "--test", "0.9"],
        ["publish", "."],
    ],
)
def test_wrong_use_is_exit_code_2(run, wrong):
    result = run(*wrong)
    assert result.exit_code == 2
    assert "Error: " in result.stderr


@as_one_test("command", COMMANDS)
def test_help_has_examples(run, command):
    result = run(command, "--help")
    assert result.exit_code == 0
    assert "Examples:" in result.stdout
    assert result.stdout.count(f"hf-genderfair {command}") >= 2
