"""The option --lang of every command: tags in any case, a list of what there is, exit code 2."""

import pytest
from golden import each_row, golden_rows

OFFERED = dict(golden_rows(__file__, "OFFERED"))


@pytest.mark.parametrize("command", OFFERED)
def test_languages_are_listed(run, command):
    shown, message = OFFERED[command]
    more = ["--to", "female"] if command == "swap" else []
    result = run(command, "--lang", "fr", *more, stdin=b"a\n")
    assert result.exit_code == 2
    assert message in " ".join(result.stderr.split())
    assert shown in run(command, "--help").stdout


@pytest.mark.parametrize("command", ["analyse", "audit"])
def test_what_is_no_language(run, command):
    result = run(command, "--lang", "klingonisch", stdin=b"a\n")
    assert result.exit_code == 2
    assert "'klingonisch' is no language: use a tag such as de" in " ".join(result.stderr.split())


def test_list_names_language_size_and_licence(done):
    result = done("pipelines", "list")
    rows = [line.split("\t") for line in result.stdout.splitlines()]
    assert [row[0] for row in rows] == ["ca", "de", "en", "es"]
    assert all(row[1].endswith(" MB") and row[2].startswith("CC BY") and row[3].endswith(".md") for row in rows)


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
    advice = "this command reads Polish." if command[0] == "tag" else "--lang en?"
    assert f"{advice} With --keep-going they are read all the same." in result.stderr
    assert result.stdout == ""
    assert not out.exists()


def test_no_language_is_advised_whose_words_a_command_has_no_list_of(run, write, tmp_path):
    german = "Die Gärtnerin goss ihre Rosen, bevor der Regen über die Hügel kam."
    result = run("debias", write("texts.txt", [german] * 20), "--out", tmp_path / "out")
    assert "look German, not English: this command reads English. With --keep-going" in result.stderr


def test_one_may_go_on(done, write):
    result = done("rewrite", write("texts.txt", ENGLISH * 20), "--lang", "de", "--keep-going")
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
