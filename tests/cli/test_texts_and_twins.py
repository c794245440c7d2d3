"""The commands ``normalise``, ``biased``, ``counterfactual`` and ``debias``, and sources of several languages."""

import json
import re

import pytest
from datasets import load_dataset
from golden import all_rows

from hf_genderfair.core.spans import Edit, edit_text, restore_text
from hf_genderfair.hub.audited import load_audited


@pytest.fixture
def lines(tmp_path):
    path = tmp_path / "lines.txt"
    path.write_text("He forgot his hat.\nThe boy slept.\nShe sang.\nIt rained.\n", encoding="utf-8")
    return path


@all_rows
def test_objects_hold_edits_that_can_be_undone(done, options, line, expected, refused):
    found = json.loads(done(*options.split(), "--jsonl", stdin=line.encode()).stdout)
    edits = [Edit(**edit) for edit in found["edits"]]
    assert edit_text(line, edits) == found["text"] == expected
    assert restore_text(expected, edits) == line
    assert [line[left["start"] : left["end"]] for left in found.get("refusals", ()) if left["reason"]] == refused


def test_counterfactual_writes_twins_in_one_part(done, lines, tmp_path):
    out = tmp_path / "out"
    options = ["--lang", "en", "--sided", "two", "--parts", "train=0.5,test=0.5"]
    done("counterfactual", lines, *options, "--out", out)
    rows = [row for part in load_dataset(str(out)).values() for row in part]
    assert len(rows) == 5
    assert [row["text"] for row in rows if row["counterfactual_twin"]] in (["She forgot her hat."], ["The girl slept."])


def test_a_data_set_is_made_over_shards(run, done, lines, tmp_path):
    command = ["counterfactual", "--lang", "en", "--sided", "two"]
    whole = run(*command, lines, "--out", tmp_path / "whole", "--title", "T", "--json")
    divided = done(*command, lines, "--out", tmp_path / "out", "--title", "T", "--json", "--shards", "2")
    told = json.loads(divided.stdout)
    assert told == {**json.loads(whole.stdout), "folder": str(tmp_path / "out")}
    assert told["rows"] == {"default/train": 5}
    first, second = (load_dataset(str(tmp_path / name), split="train") for name in ("whole", "out"))
    assert first[:] == second[:]
    assert "reading_problem" not in second.column_names
    report = json.loads((tmp_path / "out" / "bias_report.json").read_text(encoding="utf-8"))
    assert report["sources"] == [{"id": "lines.txt"}]
    again = done(*command, lines, "--out", tmp_path / "out", "--overwrite")
    assert "Texts of lines.txt" in again.stdout.splitlines()[0]


def test_stereotypes_are_told_with_their_indicators(run):
    result = run("stereotypes", "--attribute", "age", "--jsonl", stdin=b"Teenagers are always late.")
    row = json.loads(result.stdout)
    assert row["stereotypes_potential"] == 1
    (found,) = row["stereotypes"]
    assert found["label"] == "Teenagers"
    assert (found["target_type"], found["situation"]) == ("generic target", "enduring characteristics")
    assert found["source"] == "content model"


LINES = ["Jeder Lehrer kennt die Schüler.", "", "Es regnet in Bonn.", "Der Computer rechnet."]
FAIR = ["Jede*r Lehrer*in kennt die Schüler*innen.", "", "Es regnet in Bonn.", "Der Computer rechnet."]


def test_a_data_set_is_written_with_card_report_and_edits(done, tmp_path):
    source, out = tmp_path / "lines.txt", tmp_path / "fair"
    source.write_text("\n".join(line for line in LINES if line), encoding="utf-8")
    done("rewrite", str(source), "--lang", "de", "--scope", "all", "--out", str(out))
    audited = load_audited(str(out))
    assert audited.dataset["text"][:] == [line for line in FAIR if line]
    assert audited.dataset["rewriting_edited"][:] == [3, 0, 0]
    (words,) = [table for table in audited.report.tables if table.name == "rewritten_words"]
    assert words.rows[0][:3] == ["texts edited", 1, 3]
    assert ["noun", 2] in [row[:2] for row in words.rows]
    page = (out / "report.html").read_text(encoding="utf-8")
    assert "<td>article or possessive</td>" in page
    assert not re.search("<td>determiner</td>|There is no picture", page)
    assert (out / "words.png").read_bytes().startswith(b"\x89PNG")
