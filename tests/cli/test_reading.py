"""Rows that cannot be read are counted and said; encodings and delimiters are named; long texts are left out."""

import bz2
import gzip
import json

import pytest
from golden import each_row, golden_rows

WORDS = "Wczoraj byłam w kinie."
GOOD = f"{WORDS}\n".encode() * 47
FAULTY = GOOD + b"By\xb3am tu.\nPo\xb6z\xb3am.\nBy\xb3em.\n"


@pytest.fixture
def write(tmp_path):
    def to_file(name, content):
        path = tmp_path / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content if isinstance(content, bytes) else content.encode())
        return path

    return to_file


def jsonl(*rows):
    return "".join((row if isinstance(row, str) else json.dumps(row)) + "\n" for row in rows)


def note(result):
    """Return the one line on standard error."""
    assert result.stderr.count("\n") == 1, result.stderr
    return result.stderr.strip()


def failure(result, code=1):
    assert result.exit_code == code, result.stderr
    return result.stderr.strip().splitlines()[-1].removeprefix("Error: ").removeprefix("Invalid value: ")


FEW = GOOD + GOOD + FAULTY


@pytest.mark.parametrize("command", ["tag", "neutralise", "posts", "dedupe", "filter", "polarity"])
def test_rows_that_cannot_be_read_are_counted_on_standard_error(run, done, write, command):
    # the texts are Polish, which the command says too
    options = ["--lang", "en", "--keep-going"] if command == "polarity" else []
    result = done(command, write("a.txt", FEW), *options)
    notes = ["Note: of 144 texts 140 look Polish, not English"] * bool(options)
    assert result.stderr.splitlines() == [
        *notes,
        "Note: 3 of 144 rows could not be read: 3 encoding, the first in line 142",
    ]
    assert run(command, *options, stdin=FEW).stderr == result.stderr


def test_all_reasons_are_said_in_words(done, write):
    rows = [{"text": WORDS, "n": 1}] * 95
    # a blank line is no row
    path = write("a.jsonl", "\n" + jsonl(*rows, '{"text": ', {"text": 5}, {"text": ["a"]}, {"text": None}, {"n": 3}))
    result = done("tag", path)
    assert note(result) == (
        "Note: 3 of 100 rows could not be read: 2 a number or list instead of text, 1 no JSON, the first in line 97; "
        "2 rows have no text"
    )


@pytest.mark.parametrize("command", ["tag", "neutralise", "posts", "dedupe", "filter", "corpus"])
def test_too_many_unreadable_rows_are_said_before_a_data_set_is_made(run, write, tmp_path, command):
    out = tmp_path / "out"
    assert "3 of 50 rows" in failure(run(command, write("a.txt", FAULTY), "--out", out))
    assert not out.exists()


@pytest.mark.parametrize(("command", "options"), [("tag", []), ("corpus", ["--whole-texts"]), ("dedupe", [])])
def test_report_and_card_say_what_could_not_be_read(done, write, tmp_path, command, options):
    out = tmp_path / "out"
    result = done(command, write("a.txt", FAULTY), "--out", out, "--keep-going", *options)
    said = "3 of 50 rows could not be read: 3 encoding"
    assert json.loads((out / "bias_report.json").read_text(encoding="utf-8"))["sources"] == [
        {"id": "a.txt", "unreadable": said}
    ]
    assert said in (out / "README.md").read_text(encoding="utf-8")
    assert said in (out / "report.html").read_text(encoding="utf-8")
    assert result.stderr.strip().endswith(f"Note: {said}, the first in line 48")


ENCODED = golden_rows(__file__, "ENCODED")


@pytest.mark.parametrize(("encoding", "text"), ENCODED)
def test_other_encodings_are_read(run, write, encoding, text):
    content = f"{text}\n\n{text}\n".encode(encoding)
    expected = f"{text}\n\n{text}\n"
    for name, packed in (
        ("a.txt", content),
        ("a.txt.gz", gzip.compress(content)),
        ("a.txt.bz2", bz2.compress(content)),
    ):
        assert run("neutralise", write(name, packed), "--encoding", encoding).stdout_bytes.decode() == expected.replace(
            "byłam", "byłem"
        )
    result = run("neutralise", "--encoding", encoding, stdin=content)
    assert (result.stdout_bytes.decode(), result.stderr) == (expected.replace("byłam", "byłem"), "")


@each_row
def test_an_unknown_encoding_is_wrong_use(run, encoding, near):
    message = failure(run("tag", "--encoding", encoding, stdin=b"a\n"), 2)
    for said in (f"no encoding is called '{encoding}'", near, "--encoding"):
        assert said in message


WRONG = dict(golden_rows(__file__, "WRONG"))


@pytest.mark.parametrize(("name", "content", "problem", "advice"), WRONG.values(), ids=WRONG)
def test_what_is_no_text_is_said_with_what_to_do(run, write, name, content, problem, advice):
    message = failure(run("tag", write(name, content)))
    assert problem in message
    assert advice in message
    assert "reading_problem" not in message
    assert "text_column" not in message


LONG = f"{WORDS}\n{'a' * 50}\n"


@pytest.mark.parametrize("command", ["tag", "neutralise", "posts", "dedupe", "filter"])
def test_long_texts_are_not_read_and_counted(run, write, command):
    for result in (
        run(command, write("a.txt", LONG), "--longest", "40", "--keep-going"),
        run(command, "--longest", "40", "--keep-going", stdin=LONG.encode()),
    ):
        assert result.exit_code == 0
        assert "aaaa" not in result.stdout
        assert note(result) == "Note: 1 of 2 rows could not be read: 1 too long, the first in line 2"
    assert "raise --longest" in failure(run(command, "--longest", "40", stdin=LONG.encode()))
