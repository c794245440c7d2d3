"""A source in another language than the command was told is noticed before anything is done."""

import pytest
from golden import each_row

ENGLISH = ["The gardener watered her roses before the rain came over the hills.", "He slept.", "They laughed about it."]


@pytest.fixture
def write(tmp_path):
    def make(name, texts):
        path = tmp_path / name
        path.write_text("".join(f"{text}\n" for text in texts), encoding="utf-8")
        return path

    return make


@each_row
def test_most_texts_of_another_language_stop_a_command(run, write, tmp_path, command):
    source, out = write("texts.txt", ENGLISH * 20), tmp_path / "out"
    arguments = [str(out) if each == "{out}" else each for each in command]
    result = run(command[0], source, *arguments[1:])
    assert result.exit_code == 2
    assert "of 60 texts 60 look English, not " in result.stderr
    assert "--lang en? With --keep-going they are read all the same." in result.stderr
    assert result.stdout == ""
    assert not out.exists()


def test_one_may_go_on(run, write):
    result = run("rewrite", write("texts.txt", ENGLISH * 20), "--lang", "de", "--keep-going")
    assert result.exit_code == 0
    assert result.stderr == "Note: of 60 texts 60 look English, not German\n"
    assert len(result.stdout.splitlines()) == 60


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
