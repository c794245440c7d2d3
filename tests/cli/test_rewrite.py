"""The command ``rewrite``."""

from __future__ import annotations

import json

import pytest
from datasets import load_dataset

from hf_genderfair.core.spans import Edit, edit_text, restore_text
from hf_genderfair.hub.audited import load_audited

LINES = ["Jeder Lehrer kennt die Schüler.", "", "Es regnet in Bonn.", "Der Computer rechnet."]
FAIR = ["Jede*r Lehrer*in kennt die Schüler*innen.", "", "Es regnet in Bonn.", "Der Computer rechnet."]


def test_one_line_in_one_line_out_and_nothing_else(run):
    result = run("rewrite", "--lang", "de", "--form", "star", "--scope", "all", stdin="\n".join(LINES).encode())
    assert result.exit_code == 0, result.stderr
    assert result.stdout.split("\n") == [*FAIR, ""]
    assert result.stderr == ""


@pytest.mark.parametrize(
    ("form", "expected"),
    [
        ("colon", "Jede:r Lehrer:in kennt die Schüler:innen."),
        ("gap", "Jede_r Lehrer_in kennt die Schüler_innen."),
        ("internal_i", "JedeR LehrerIn kennt die SchülerInnen."),
        ("pair", "Jede Lehrerin und jeder Lehrer kennt die Schülerinnen und Schüler."),
    ],
)
def test_the_form_is_what_was_asked_for(run, form, expected):
    result = run("rewrite", "--lang", "de", "--form", form, stdin=LINES[0].encode())
    assert result.stdout == expected + "\n"


def test_scope_decides_whether_a_named_person_stays(run):
    line = "Sie sagt, dass Lehrer Emil Brandt seine Klasse lobt."
    generic, everybody = (
        run("rewrite", "--lang", "de", "--scope", scope, stdin=line.encode()).stdout.strip()
        for scope in ("generic", "all")
    )
    assert generic == line
    assert "Lehrer*in Emil Brandt" in everybody


def test_objects_hold_edits_that_can_be_undone_and_refusals_with_reasons(run):
    line = "Jeder Lehrer kennt den Leiter Emil Brandt."
    result = run("rewrite", "--lang", "de", "--jsonl", stdin=line.encode())
    found = json.loads(result.stdout)
    edits = [Edit(**edit) for edit in found["edits"]]
    assert edit_text(line, edits) == found["text"] == "Jede*r Lehrer*in kennt den Leiter Emil Brandt."
    assert restore_text(found["text"], edits) == line
    assert all(edit.rule and edit.reason for edit in edits)
    assert [(line[left["start"] : left["end"]], bool(left["reason"])) for left in found["refusals"]] == [
        ("Leiter", True)
    ]


def test_english_becomes_they(run):
    result = run("rewrite", "--lang", "en", "--scope", "all", stdin=b"She says that he has lost his keys.")
    assert result.stdout == "They say that they have lost their keys.\n"


def test_a_data_set_is_written_with_card_report_and_edits(run, tmp_path):
    source, out = tmp_path / "lines.txt", tmp_path / "fair"
    source.write_text("\n".join(line for line in LINES if line), encoding="utf-8")
    result = run("rewrite", str(source), "--lang", "de", "--scope", "all", "--out", str(out))
    assert result.exit_code == 0, result.stderr
    rows = load_dataset(str(out), split="train")
    assert rows["text"][:] == [line for line in FAIR if line]
    assert rows["rewriting_edited"][:] == [3, 0, 0]
    audited = load_audited(str(out))
    tables = {table.name: table for table in audited.report.tables}
    assert tables["rewritten_words"].rows[0][:3] == ["texts edited", 1, 3]
    assert ["noun", 2] in [row[:2] for row in tables["rewritten_words"].rows]
    card = (out / "README.md").read_text(encoding="utf-8")
    assert "Words left alone" in card
    page = (out / "report.html").read_text(encoding="utf-8")
    assert "Words rewritten" in page
    assert "<td>article or possessive</td>" in page
    assert "<td>determiner</td>" not in page
    assert "There is no picture" not in page
    assert (out / "words.png").read_bytes().startswith(b"\x89PNG")


@pytest.mark.parametrize(
    ("arguments", "code", "message"),
    [
        (["--lang", "fr"], 2, "'fr' is not one of"),
        ([], 2, "Missing option '--lang'"),
        (["--lang", "de", "--form", "dots"], 2, "'dots' is not one of"),
        (["--lang", "en", "--form", "colon"], 2, "--form has no effect with --lang en"),
        (["--lang", "de", "--scope", "men"], 2, "'men' is not one of"),
        (["nothing.txt", "--lang", "de"], 1, "nothing.txt"),
        (["--lang", "de", "--candidates", "1"], 1, "--candidates needs --model"),
        (["--lang", "de", "--model", "pyproject.toml"], 1, "cannot be loaded"),
    ],
)
def test_wrong_use_is_told_in_a_line(run, arguments, code, message):
    result = run("rewrite", *arguments, stdin=b"Der Lehrer kam.")
    assert result.exit_code == code
    assert message in result.stderr
    assert result.stdout == ""
