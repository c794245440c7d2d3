"""The ledger of what the rules decide, on five invented sentences a language."""

import json

import pyarrow.parquet as pq
import pytest
from golden import golden_rows

from dataset_scripts.models.reader.ledger import FEATURES, main

TEXTS = dict(golden_rows(__file__, "TEXTS"))
KINDS = dict(golden_rows(__file__, "KINDS"))
AGREEING = dict(golden_rows(__file__, "AGREEING"))


@pytest.fixture(scope="module", params=TEXTS)
def written(request, tmp_path_factory):
    """Return a language, the arguments of a run in shards of two texts, and its folder."""
    folder = tmp_path_factory.mktemp(request.param)
    source = folder / "texts.jsonl"
    source.write_text("".join(f"{json.dumps({'text': text})}\n" for text in TEXTS[request.param]), encoding="utf-8")
    given = [str(source), "--lang", request.param, "--out", str(folder / "ledger"), "--rows", "2"]
    main([*given, "--text"])
    return request.param, given, folder / "ledger"


def rows(folder):
    return [row for path in sorted(folder.glob("*.parquet")) for row in pq.read_table(path).to_pylist()]


def test_each_sentence_has_its_place_and_words(written):
    lang, _, folder = written
    assert sorted(path.name for path in folder.iterdir()) == ["00000.parquet", "00001.parquet", "ledger.json"]
    assert [pq.read_schema(path).names for path in folder.glob("*.parquet")] == [list(FEATURES)] * 2
    found = rows(folder)
    assert [row["row"] for row in found] == [0, 0, 1, 2, 3]
    for row in found:
        assert row["text"] == TEXTS[lang][row["row"]][row["start"] : row["end"]]
        assert "".join(row["text"].split()) == "".join(row["text"][w["start"] : w["end"]] for w in row["words"])


QUOTES = {"de": {("Ich komme", "sie")}, "en": {("that she was tired", "nurse")}, "es": set()}


def test_mentions_agreeing_words_and_quotes_are_what_the_rules_say(written):
    lang, _, folder = written
    found = rows(folder)
    mentions = {row["text"][each["start"] : each["end"]]: each for row in found for each in row["mentions"]}
    said = {word: (each["kind"], each["reference"], each["actor"]) for word, each in mentions.items()}
    assert {word: said[word] for word in KINDS[lang]} == KINDS[lang]
    assert not found[-1]["mentions"]

    def pairs(column, other):
        return {
            (row["text"][each["start"] : each["end"]], row["text"][each[f"{other}_start"] : each[f"{other}_end"]])
            for row in found
            for each in row[column]
        }

    # a word that a swap changes has the word that it agrees with, and a quote its speaker
    assert sorted(pairs("agreeing", "controller")) == AGREEING[lang]
    assert pairs("quotes", "speaker") == QUOTES[lang]
    assert "about male" in {each["reason"] for row in found for each in row["decisions"]}


def test_an_interrupted_run_goes_on_and_another_one_is_refused(written, capsys):
    _, given, folder = written
    before = rows(folder)
    (folder / "00001.parquet").unlink()
    main([*given, "--text"])
    assert rows(folder) == before
    assert capsys.readouterr().out.count("sentences") == 1
    with pytest.raises(SystemExit, match="give another --out"):
        main(given)
