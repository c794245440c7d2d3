"""The commands ``swap`` and ``stereotypes``."""

import json

from hf_genderfair.core.spans import Edit, restore_text

LINES = ["He asked his nephew.", "", "The lamp flickered.", "Her uncle left."]


def test_one_line_in_one_line_out_and_nothing_else(run):
    result = run("swap", "--lang", "en", "--to", "female", stdin="\n".join(LINES).encode())
    assert result.exit_code == 0, result.stderr
    assert result.stdout.split("\n") == ["She asked her niece.", "", "The lamp flickered.", "Her aunt left.", ""]
    assert result.stderr == ""


def test_objects_hold_edits_that_can_be_undone(run):
    line = "He sold his boat at King's Cross."
    command = ("swap", "--lang", "en", "--to", "female", "--jsonl")
    found = json.loads(run(*command, "--names", "keep", stdin=line.encode()).stdout)
    assert found["text"] == "She sold her boat at King's Cross."
    assert restore_text(found["text"], [Edit(**edit) for edit in found["edits"]]) == line
    found = json.loads(run(*command, stdin=line.encode()).stdout)
    assert found["text"] == line
    assert "a person with a name" in {refusal["reason"] for refusal in found["refusals"]}


def test_stereotypes_are_taken_out_of_lines(run):
    result = run("stereotypes", "--lang", "en", stdin=b"Women are always late. It rained.\nIt snowed.")
    assert result.exit_code == 0, result.stderr
    assert result.stdout == "It rained.\nIt snowed.\n"


def test_stereotypes_are_told_with_their_indicators(run):
    result = run("stereotypes", "--attribute", "age", "--jsonl", stdin=b"Teenagers are always late.")
    row = json.loads(result.stdout)
    assert row["stereotypes_potential"] == 1
    (found,) = row["stereotypes"]
    assert found["label"] == "Teenagers"
    assert (found["target_type"], found["situation"]) == ("generic target", "enduring characteristics")
    assert found["source"] == "content model"
