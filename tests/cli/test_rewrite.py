"""The command ``rewrite``."""

import json

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
