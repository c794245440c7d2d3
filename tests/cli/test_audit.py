"""The commands ``audit`` and ``references``."""

import json

import pytest
from datasets import load_dataset

SPANISH = ("La directora saludó a los alumnos.\n" * 20 + "Llueve.\n").encode()


def test_audit_prints_the_report_as_json(run):
    report = json.loads(run("audit", "--lang", "es", "--json", stdin=SPANISH).stdout)
    assert report["tables"][0]["name"] == "person_ratio"


def test_audit_writes_rows_report_pictures_and_card(run, tmp_path):
    source = tmp_path / "texts.txt"
    source.write_bytes(SPANISH)
    out = tmp_path / "audited"
    result = run("audit", source, "--lang", "es", "--out", out, "--license", "cc0-1.0")
    assert result.exit_code == 0, result.stderr
    rows = load_dataset(str(out), split="train")
    assert rows["person_feminine"][:2] == [1, 1]
    assert {"report.html", "person_words.png", "README.md", "bias_report.json"} <= {path.name for path in out.iterdir()}
    card = (out / "README.md").read_text(encoding="utf-8")
    assert "first-person" not in card
    assert "{{" not in card
    assert "L_PM : L_PF" in result.stdout
    assert "Nouns and pronouns by person and gender" not in result.stdout
    again = run("audit", source, "--lang", "es", "--out", out, "--overwrite", "--tables")
    assert "Nouns and pronouns by person and gender" in again.stdout


def test_audit_compares_two_sources(run, tmp_path):
    for name, text in (("before", "She sees him and him.\n" * 40), ("after", "She sees him.\n" * 40)):
        (tmp_path / f"{name}.txt").write_text(text, encoding="utf-8")
    arguments = ["--lang", "en", "--against", tmp_path / "after.txt", "--paired", "--attribute", "gender", "--json"]
    report = json.loads(run("audit", tmp_path / "before.txt", *arguments).stdout)
    (change,) = [table for table in report["tables"] if table["name"] == "representation_change"]
    row = dict(zip(change["columns"], change["rows"][0], strict=True))
    assert row["DR here"] == pytest.approx(1 / 6)
    assert row["DR compared"] == 0


def test_rows_that_cannot_be_read_are_told(run, tmp_path):
    (tmp_path / "rows.jsonl").write_text('{"text": "She sees him."}\n{"text": 5}\n{"text": \n', encoding="utf-8")
    report = json.loads(run("audit", tmp_path / "rows.jsonl", "--lang", "en", "--json", "--keep-going").stdout)
    (problems,) = [table for table in report["tables"] if table["name"] == "reading_problems"]
    assert problems["rows"] == [["not_text", 1], ["invalid_json", 1]]
    assert problems["note"].startswith("Of 3 rows.")


def test_references_have_the_agreed_keys(run):
    result = run("references", "--lang", "es", "--jsonl", stdin="La médica ríe.\n\n".encode())
    first, second = map(json.loads, result.stdout.splitlines())
    assert first == {
        "text": "La médica ríe.",
        "words": [{"text": "médica", "start": 3, "end": 9, "person": True, "gender": "feminine", "epicene": False}],
    }
    assert second == {"text": "", "words": []}


def test_references_for_readers_and_with_details(run):
    assert run("references", "--lang", "es", stdin=b"Los alumnos leen.\n").stdout == "alumnos P,M\n"
    (word,) = json.loads(
        run("references", "--lang", "es", "--jsonl", "--details", stdin=b"Los alumnos leen.\n").stdout
    )["words"]
    assert (word["generic"], word["source"]) == (True, "lexicon")


def test_what_is_neither_masculine_nor_feminine_is_neuter_and_told_apart_in_details(run):
    sentence = b"The nurse sees it.\n"
    short = json.loads(run("references", "--lang", "en", "--jsonl", stdin=sentence).stdout)["words"]
    detailed = json.loads(run("references", "--lang", "en", "--jsonl", "--details", stdin=sentence).stdout)["words"]
    assert [word["gender"] for word in short] == ["neuter", "neuter"]
    assert [word["gender"] for word in detailed] == ["none", "neuter"]
