"""A source in another language than the command was told is noticed before anything is done."""

from __future__ import annotations

import pytest

ENGLISH = ["The gardener watered her roses before the rain came over the hills.", "He slept.", "They laughed about it."]
GERMAN = ["Die Gärtnerin goss ihre Rosen, bevor der Regen über die Hügel kam.", "Er schlief.", "Sie lachten darüber."]
POLISH = ["Ogrodniczka podlała róże, zanim deszcz nadszedł znad wzgórz.", "On spał.", "Śmiali się z tego."]


@pytest.fixture
def write(tmp_path):
    def make(name, texts):
        path = tmp_path / name
        path.write_text("".join(f"{text}\n" for text in texts), encoding="utf-8")
        return path

    return make


@pytest.mark.parametrize(
    "command",
    [
        ("rewrite", "--lang", "de"),
        ("references", "--lang", "de", "--jsonl"),
        ("audit", "--lang", "de"),
        ("tag",),
        ("counterfactual", "--lang", "es", "--out", "{out}"),
        ("balance", "--lang", "de", "--out", "{out}"),
    ],
    ids=lambda command: command[0],
)
def test_most_texts_of_another_language_stop_a_command(run, write, tmp_path, command):
    source, out = write("texts.txt", ENGLISH * 20), tmp_path / "out"
    arguments = [str(out) if each == "{out}" else each for each in command]
    result = run(command[0], source, *arguments[1:])
    assert result.exit_code == 2
    assert "of 60 texts 60 look English, not " in result.stderr
    assert "--lang en? With --keep-going they are read all the same." in result.stderr
    assert result.stdout == ""
    assert not out.exists()


def test_standard_input_is_looked_at_too(run):
    result = run("rewrite", "--lang", "en", stdin="".join(f"{text}\n" for text in GERMAN * 20).encode())
    assert (result.exit_code, result.stdout) == (2, "")
    assert "of 60 texts 60 look German, not English" in result.stderr


def test_one_may_go_on(run, write):
    result = run("rewrite", write("texts.txt", ENGLISH * 20), "--lang", "de", "--keep-going")
    assert result.exit_code == 0
    assert result.stderr == "Note: of 60 texts 60 look English, not German\n"
    assert len(result.stdout.splitlines()) == 60


def test_some_texts_of_another_language_are_told(run, write):
    mixed = [GERMAN[0]] * 30 + [POLISH[0]] * 10
    result = run("references", write("texts.txt", mixed), "--lang", "de")
    assert (result.exit_code, result.stderr) == (0, "Note: of 40 texts 10 look Polish, not German\n")


@pytest.mark.parametrize("text", ["Ok!", "Anna Bell", "12 345", "", "Where is she?"])
def test_what_is_not_clear_stops_nothing(run, text):
    result = run("rewrite", "--lang", "de", stdin=text.encode())
    assert (result.exit_code, result.stderr) == (0, "")


def test_rows_that_name_their_language_are_not_looked_at(run, tmp_path):
    path = tmp_path / "texts.csv"
    rows = [*(f"{text},en" for text in ENGLISH * 20), "Der Lehrer kommt.,de-AT", "Ja!,"]
    path.write_text("\n".join(["text,language", *rows]), encoding="utf-8")
    told = f"Note: {len(rows) - 1} of {len(rows)} rows are left alone: {len(rows) - 2} English, 1 without a language\n"
    printed = run("rewrite", path, "--lang", "de", "--lang-column", "language")
    written = run("rewrite", path, "--lang", "de", "--lang-column", "language", "--out", tmp_path / "fair")
    assert (printed.exit_code, printed.stderr) == (0, told)
    assert (written.exit_code, written.stderr) == (0, told)
