"""The ledger of what the rules decide, on five invented sentences a language."""

import json

import pyarrow.parquet as pq
import pytest

from dataset_scripts.models.reader.ledger import FEATURES, main

TEXTS = {
    "de": (
        "Die neue Lehrerin Anna Weber lobte ihren Bruder. „Ich komme“, sagte sie.",
        "Jeder Kunde bekommt sein Geld.",
        "Alle Schüler mögen ihre Großmutter.",
        "Der Zug fuhr ab.",
    ),
    "en": (
        "The nurse said that she was tired. Her brother laughed.",
        "Two visitors left.",
        "My mother sang.",
        "The train left.",
    ),
    "es": (
        "La nueva profesora está cansada. Los alumnos saludaron a su abuela.",
        "Ella vino.",
        "El médico canta.",
        "El tren salió.",
    ),
}
KINDS = {
    "de": {
        "Lehrerin": ("role", "somebody", 0),
        "Anna Weber": ("name", "somebody", 0),
        "ihren": ("pronoun", "somebody", 0),
        "Bruder": ("kinship", "somebody", 1),
        "Ich": ("pronoun", "somebody", 0),
        "sie": ("pronoun", "somebody", 0),
        "Kunde": ("noun", "anybody", None),
        "Schüler": ("noun", "several", 0),
    },
    "en": {
        "nurse": ("role", "somebody", 0),
        "she": ("pronoun", "somebody", 0),
        "Her": ("pronoun", "somebody", 0),
        "visitors": ("generic", "several", 0),
        "mother": ("kinship", "somebody", 0),
    },
    "es": {
        "profesora": ("role", "unknown", None),
        "alumnos": ("noun", "anybody", None),
        "abuela": ("kinship", "unknown", None),
        "Ella": ("pronoun", "unknown", None),
    },
}
AGREEING = {
    "de": {("Die", "Lehrerin"), ("ihren", "Bruder"), ("ihre", "Großmutter")},
    "en": set(),
    "es": {
        ("La", "profesora"),
        ("nueva", "profesora"),
        ("cansada", "profesora"),
        ("El", "médico"),
        ("médico", "médico"),
    },
}


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


def test_mentions_are_what_the_rules_say(written):
    lang, _, folder = written
    found = rows(folder)
    mentions = {row["text"][each["start"] : each["end"]]: each for row in found for each in row["mentions"]}
    said = {word: (each["kind"], each["reference"], each["actor"]) for word, each in mentions.items()}
    assert {word: said[word] for word in KINDS[lang]} == KINDS[lang]
    assert not found[-1]["mentions"]


def test_words_that_a_swap_changes_have_the_word_that_they_agree_with(written):
    lang, _, folder = written
    pairs = {
        (row["text"][each["start"] : each["end"]], row["text"][each["controller_start"] : each["controller_end"]])
        for row in rows(folder)
        for each in row["agreeing"]
    }
    assert pairs == AGREEING[lang]
    reasons = {each["reason"] for row in rows(folder) for each in row["decisions"]}
    assert "about male" in reasons


def test_quotes_have_their_speaker(written):
    lang, _, folder = written
    said = {
        (row["text"][each["start"] : each["end"]], row["text"][each["speaker_start"] : each["speaker_end"]])
        for row in rows(folder)
        for each in row["quotes"]
    }
    assert said == {"de": {("Ich komme", "sie")}, "en": {("that she was tired", "nurse")}, "es": set()}[lang]


def test_an_interrupted_run_goes_on_and_another_one_is_refused(written, capsys):
    _, given, folder = written
    before = rows(folder)
    (folder / "00001.parquet").unlink()
    main([*given, "--text"])
    assert rows(folder) == before
    assert capsys.readouterr().out.count("sentences") == 1
    with pytest.raises(SystemExit, match="give another --out"):
        main(given)
