"""Rows that cannot be read are counted and said; encodings and delimiters are named; long texts are left out."""

from __future__ import annotations

import bz2
import gzip
import json
import os

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

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
def test_rows_that_cannot_be_read_are_counted_on_standard_error(run, write, command):
    # the texts are Polish, which the command says too
    options = ["--lang", "en", "--keep-going"] if command == "polarity" else []
    result = run(command, write("a.txt", FEW), *options)
    assert result.exit_code == 0
    notes = ["Note: of 144 texts 140 look Polish, not English"] * bool(options)
    assert result.stderr.splitlines() == [*notes, "Note: 3 of 144 rows could not be read: 3 encoding"]
    assert run(command, *options, stdin=FEW).stderr == result.stderr


@pytest.mark.parametrize("command", ["rewrite", "swap", "analyse", "actors", "references", "stereotypes"])
def test_commands_with_a_pipeline_count_too(run, command):
    options = {"swap": ["--to", "female"], "stereotypes": []}.get(command, [])
    stdin = b"It rained.\n" * 20 + b"caf\xe9\n"
    result = run(command, "--lang", "en", *options, stdin=stdin)
    assert result.exit_code == 0
    assert note(result) == "Note: 1 of 21 rows could not be read: 1 encoding"


def test_all_reasons_are_said_in_words(run, write):
    rows = [{"text": WORDS, "n": 1}] * 95
    path = write("a.jsonl", jsonl(*rows, '{"text": ', {"text": 5}, {"text": ["a"]}, {"text": None}, {"n": 3}))
    result = run("tag", path)
    assert result.exit_code == 0
    assert note(result) == (
        "Note: 3 of 100 rows could not be read: 2 a number or list instead of text, 1 no JSON; 2 rows have no text"
    )


def test_rows_without_a_text_are_no_fault(run, write):
    result = run("tag", write("a.jsonl", jsonl({"text": WORDS}, {"text": None}, {"text": None})))
    assert result.exit_code == 0
    assert note(result) == "Note: 2 rows have no text"


def test_words_that_are_read_by_their_ends_are_counted(run, write):
    result = run("tag", write("a.jsonl", jsonl({"text": "GATTACA" * 30}, {"text": f"{WORDS} {'Ab' * 300}"})))
    assert result.exit_code == 0
    assert note(result) == "Note: 2 words of more than 200 letters are read by their ends alone"


def test_what_can_be_read_needs_no_word(run, write):
    assert run("tag", write("a.txt", GOOD + b"\n\n")).stderr == ""


def test_too_many_unreadable_lines_end_in_exit_code_1_and_all_lines_come_out(run):
    result = run("tag", stdin=FAULTY)
    assert failure(result).startswith("3 of 50 rows could not be read: 3 encoding; if the source has another encoding")
    assert "--encoding" in result.stderr
    assert "--keep-going" in result.stderr
    assert result.stdout_bytes.count(b"\n") == 50
    kept = run("tag", "--keep-going", stdin=FAULTY)
    assert (kept.exit_code, kept.stdout_bytes) == (0, result.stdout_bytes)
    assert note(kept) == "Note: 3 of 50 rows could not be read: 3 encoding"


@pytest.mark.parametrize("command", ["tag", "neutralise", "posts", "dedupe", "filter", "corpus"])
def test_too_many_unreadable_rows_are_said_before_a_data_set_is_made(run, write, tmp_path, command):
    out = tmp_path / "out"
    assert "3 of 50 rows" in failure(run(command, write("a.txt", FAULTY), "--out", out))
    assert not out.exists()


@pytest.mark.parametrize(("command", "options"), [("tag", []), ("corpus", ["--whole-texts"]), ("dedupe", [])])
def test_report_and_card_say_what_could_not_be_read(run, write, tmp_path, command, options):
    out = tmp_path / "out"
    result = run(command, write("a.txt", FAULTY), "--out", out, "--keep-going", *options)
    assert result.exit_code == 0, result.stderr
    said = "3 of 50 rows could not be read: 3 encoding"
    assert json.loads((out / "bias_report.json").read_text(encoding="utf-8"))["sources"] == [
        {"id": "a.txt", "unreadable": said}
    ]
    assert said in (out / "README.md").read_text(encoding="utf-8")
    assert said in (out / "report.html").read_text(encoding="utf-8")
    assert result.stderr.strip().endswith(f"Note: {said}")


def test_a_report_of_a_readable_source_does_not_speak_of_it(run, write, tmp_path):
    out = tmp_path / "out"
    assert run("tag", write("a.txt", GOOD), "--out", out).exit_code == 0
    assert json.loads((out / "bias_report.json").read_text(encoding="utf-8"))["sources"] == [{"id": "a.txt"}]


def test_what_an_earlier_reading_found_is_not_counted_again(run, write, tmp_path):
    out = tmp_path / "out"
    assert run("tag", write("a.txt", FAULTY), "--out", out, "--keep-going").exit_code == 0
    result = run("count", out)
    assert (result.exit_code, result.stderr) == (0, "")


def test_two_sources_are_told_apart(run, write):
    before, after = write("before.txt", "She sees him.\n"), write("after.txt", b"She sees th\xe9m.\n")
    result = run("audit", before, "--lang", "en", "--against", after, "--attribute", "gender")
    assert failure(result).startswith("after.txt: 1 of 1 row could not be read: 1 encoding")


ENCODED = [
    ("latin-1", "C'était déjà sûr."),
    ("cp1252", "“quoted” – dash…"),
    ("cp1250", WORDS),
    ("iso-8859-2", WORDS),
    ("utf-16", WORDS),
    ("utf-16-le", WORDS),
    ("utf-16-be", WORDS),
    ("utf-8-sig", WORDS),
    ("utf-32", WORDS),
    ("shift_jis", "彼女は来た。"),
    ("gb18030", "她来了🦔"),
]


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
    assert result.stdout_bytes.decode() == expected.replace("byłam", "byłem")
    assert result.stderr == ""


@pytest.mark.parametrize(
    ("name", "content", "layout"),
    [
        ("a.jsonl", json.dumps({"text": WORDS, "id": 1}, ensure_ascii=False) + "\n", "jsonl"),
        ("a.csv", f"id,text\n1,{WORDS}\n", "csv"),
        ("a.tsv", f"id\ttext\n1\t{WORDS}\n", "tsv"),
    ],
)
@pytest.mark.parametrize("encoding", ["cp1250", "utf-16"])
def test_other_encodings_of_other_formats(run, write, name, content, layout, encoding):
    expected = f"female\t{WORDS}\n"
    path = write(name, content.encode(encoding))
    assert run("tag", path, "--encoding", encoding).stdout_bytes.decode() == expected
    result = run("tag", "--layout", layout, "--encoding", encoding, stdin=content.encode(encoding))
    assert result.stdout_bytes.decode() == expected


def test_the_same_file_in_two_encodings_is_not_taken_from_the_cache(run, write):
    path = write("a.txt", b"caf\xb3\n")
    outs = [run("posts", path, "--encoding", encoding).stdout_bytes.decode() for encoding in ("cp1250", "latin-1")]
    assert outs == ["cafł\n", "caf³\n"]


def test_bytes_that_the_encoding_does_not_know_are_counted(run):
    result = run("posts", "--encoding", "cp1252", "--keep-going", stdin=b"caf\xe9\ncaf\x81x\n")
    assert result.stdout_bytes.decode() == "café\ncaf\ufffdx\n"
    assert note(result) == "Note: 1 of 2 rows could not be read: 1 encoding"


@pytest.mark.parametrize(
    ("encoding", "near"),
    [("latn-1", "latin-1"), ("utf8x", "utf-8"), ("cp125", "cp125"), ("base64", ""), ("rot13", ""), ("idna", "")],
)
def test_an_unknown_encoding_is_wrong_use(run, encoding, near):
    message = failure(run("tag", "--encoding", encoding, stdin=b"a\n"), 2)
    assert f"no encoding is called '{encoding}'" in message
    assert near in message
    assert "--encoding" in message


def test_utf_16_is_refused_with_the_option_that_reads_it(run, write):
    assert "give --encoding utf-16" in failure(run("tag", write("a.txt", WORDS.encode("utf-16"))))
    assert "is not utf-16" in failure(run("tag", "--encoding", "utf-16", stdin=b"no mark here\n"))


@pytest.mark.parametrize(
    ("content", "delimiter"),
    [("id;text\n1;raz, dwa\n", ";"), ("id\ttext\n1\traz, dwa\n", "\\t"), ("id|text\n1|raz, dwa\n", "|")],
)
def test_delimiters(run, write, content, delimiter):
    path = write("a.csv", content)
    assert f"give --delimiter '{delimiter}'" in failure(run("tag", path))
    assert run("tag", path, "--delimiter", delimiter).stdout == "none\traz, dwa\n"
    assert run("tag", "--layout", "csv", "--delimiter", delimiter, stdin=content.encode()).stdout == "none\traz, dwa\n"


@pytest.mark.parametrize("delimiter", [";;", "", "ł", '"', "\n"])
def test_a_delimiter_is_one_sign(run, write, delimiter):
    assert "cannot divide the columns" in failure(
        run("tag", write("a.csv", "text\nraz\n"), "--delimiter", delimiter), 2
    )


WRONG = {
    "array named jsonl": ("a.jsonl", '[{"text": "a"}]', "is one JSON array", "--layout json"),
    "object over lines": (
        "a.json",
        '{\n "text": "a"\n}\n',
        "no line of a.json is a JSON object",
        "an array of objects",
    ),
    "numbers in CSV": ("a.csv", "id,text,body\n1,1042,a\n2,7,b\n", "holds numbers, not text", "'id', 'body'"),
    "numbers alone": ("a.csv", "text\n1042\n", "holds numbers", "there is no other column"),
    "numbers in JSON": ("a.jsonl", '{"text": 1, "body": "a"}\n', "holds numbers, not text", "'body'"),
    "lists in JSON": ("a.jsonl", '{"text": ["a"], "body": "a"}\n', "holds lists", "'body'"),
    "other column": ("a.jsonl", '{"body": "a"}\n', "no column 'text', but 'body'", "--text-column"),
    "no header": ("a.csv", "raz,dwa\n1,2\n", "no column 'text', but 'raz', 'dwa'", "--text-column"),
    "header alone": ("a.csv", "text\n", "is empty", ""),
    "two columns alike": ("a.csv", "text,text\n1,2\n", "two columns of the same name", ""),
    "open quotes": ("a.csv", 'id,text\n1,"raz\n2,dwa\n', "a quotation mark that is never closed", ""),
    "no gzip": ("a.txt.gz", "raz\n", "damaged or cut short", ""),
    "no ending": ("lines", "raz\n", "unknown ending", "--layout"),
    "gzip named txt": ("b/a.zip", "PK", "unknown ending", "--layout"),
}


@pytest.mark.parametrize(("name", "content", "problem", "advice"), WRONG.values(), ids=WRONG)
def test_what_is_no_text_is_said_with_what_to_do(run, write, name, content, problem, advice):
    message = failure(run("tag", write(name, content)))
    assert problem in message
    assert advice in message
    assert "reading_problem" not in message
    assert "text_column" not in message


@pytest.mark.parametrize(
    "values",
    [[["a"], ["b"]], [True, False], [b"a", b"b"], [1.5, 2.0], pa.array([1, 2], pa.date32())],
    ids=["lists", "bools", "bytes", "floats", "dates"],
)
def test_columns_of_parquet_that_hold_no_text(run, tmp_path, values):
    pq.write_table(pa.table({"text": values, "body": ["a", "b"]}), tmp_path / "a.parquet")
    message = failure(run("tag", tmp_path / "a.parquet"))
    assert "not text; other columns are 'body': name the column of text with --text-column" in message


def test_an_array_is_read_by_its_layout(run, write):
    path = write("a.jsonl", json.dumps([{"text": WORDS}], ensure_ascii=False))
    assert run("tag", path, "--layout", "json").stdout_bytes.decode() == f"female\t{WORDS}\n"
    marked = write("a.json", b"\xef\xbb\xbf" + path.read_bytes())
    assert run("tag", marked).stdout_bytes.decode() == f"female\t{WORDS}\n"


RIGHT = {
    "mark, then Latin-1": (b"\xef\xbb\xbfraz\ncaf\xe9\n", "raz\ncaf\ufffd\n"),
    "mixed line ends": (b"raz\r\ndwa\ntrzy\r\n", "raz\ndwa\ntrzy\n"),
    "NUL bytes": (b"a\x00b\n", "a\x00b\n"),
    "cp1252 quotes": (b"\x93raz\x94\n", "\ufffdraz\ufffd\n"),
    "empty lines": (b"\n\nraz\n\n", "\n\nraz\n\n"),
    "white space": (b" \t\nraz\n", " \t\nraz\n"),
    "no last line end": (b"raz\ndwa", "raz\ndwa\n"),
    "line separators": ("raz\u2028dwa\n".encode(), "raz\u2028dwa\n"),
}


@pytest.mark.parametrize(("content", "expected"), RIGHT.values(), ids=RIGHT)
def test_every_line_stays_in_its_place(run, write, content, expected):
    result = run("neutralise", write("a.txt", content), "--keep-going")
    assert (result.exit_code, result.stdout_bytes.decode()) == (0, expected)
    assert ("\ufffd" in expected) == ("could not be read" in result.stderr)


def test_halves_of_surrogate_pairs_are_counted(run, write):
    result = run("posts", write("a.jsonl", '{"text": "raz \\ud83e"}\n'), "--keep-going")
    assert result.stdout_bytes.decode() == "raz \ufffd\n"
    assert note(result) == "Note: 1 of 1 row could not be read: 1 encoding"


def test_places_that_are_no_sources(run, write, tmp_path):
    (tmp_path / "gone.txt").symlink_to(tmp_path / "nothing")
    assert "a link to a file that is not there" in failure(run("tag", tmp_path / "gone.txt"))
    os.mkfifo(tmp_path / "pipe")
    assert "send it to standard input, which is named -" in failure(run("tag", tmp_path / "pipe"))
    (tmp_path / "empty").mkdir()
    assert "holds no data files" in failure(run("tag", tmp_path / "empty"))
    write("mixed/a.txt", "raz\n")
    write("mixed/b.csv", "text\nraz\n")
    assert "choose the files of one kind with --layout" in failure(run("tag", tmp_path / "mixed"))
    assert "holds no files of parquet" in failure(run("tag", tmp_path / "mixed", "--layout", "parquet"))
    assert run("tag", write("a name.txt", "raz\n")).stdout == "none\traz\n"


@pytest.mark.skipif(os.geteuid() == 0, reason="root may read everything")
def test_a_file_that_may_not_be_read(run, write):
    path = write("a.txt", "raz\n")
    path.chmod(0)
    assert "Permission denied" in failure(run("tag", path))


def test_a_split_must_be_chosen_with_an_option(run, tmp_path):
    from datasets import Dataset, DatasetDict

    rows = Dataset.from_dict({"text": [WORDS]})
    DatasetDict({"train": rows, "test": rows}).save_to_disk(tmp_path / "saved")
    assert failure(run("tag", tmp_path / "saved")).endswith("has the splits train, test: choose one with --split")
    assert run("tag", tmp_path / "saved", "--split", "test").exit_code == 0


def test_a_column_to_divide_by_must_be_one_of_the_user(run, write, tmp_path):
    path = write("a.jsonl", jsonl({"text": "She came.", "section": "news"}))
    for command in (["balance", "--out", tmp_path / "out"], ["audit", "--actors"]):
        message = failure(run(command[0], path, "--lang", "en", "--by", "nothere", *command[1:]))
        assert message == "no column 'nothere', but 'text', 'section': name one of them with --by"


def test_all_rows_left_out_is_said_with_the_reasons(run, write, tmp_path):
    path = write("a.txt", "Pada i pada.\nPada.\nZapomniałem hasła.\n")
    message = failure(run("filter", path, "--out", tmp_path / "out", "--min-words", "2"))
    assert (
        message
        == "nothing is left to write: of 3 rows 1 was left out for formula, 1 for no_expression, 1 for too_short"
    )


LONG = f"{WORDS}\n{'a' * 50}\n"


@pytest.mark.parametrize("command", ["tag", "neutralise", "posts", "dedupe", "filter"])
def test_long_texts_are_not_read_and_counted(run, write, command):
    for result in (
        run(command, write("a.txt", LONG), "--longest", "40", "--keep-going"),
        run(command, "--longest", "40", "--keep-going", stdin=LONG.encode()),
    ):
        assert result.exit_code == 0
        assert "aaaa" not in result.stdout
        assert note(result) == "Note: 1 of 2 rows could not be read: 1 too long"
    assert "raise --longest" in failure(run(command, "--longest", "40", stdin=LONG.encode()))


def test_the_row_of_a_long_text_stays(run, write, tmp_path):
    assert run("tag", "--longest", "40", "--keep-going", stdin=LONG.encode()).stdout.splitlines()[1] == "none\t"
    pq.write_table(pa.table({"text": [WORDS, "a" * 50], "n": [1, 2]}), tmp_path / "a.parquet")
    for source in (write("a.txt", LONG), tmp_path / "a.parquet"):
        out = tmp_path / f"out {source.name}"
        assert run("tag", source, "--longest", "40", "--keep-going", "--out", out).exit_code == 0
        rows = pq.read_table(out / "data").to_pydict()
        assert rows["text"] == [WORDS, None]
        assert rows["reading_problem"] == [None, "too_long"]


def test_a_line_that_no_pipeline_could_take_is_refused(run):
    stdin = b"She came.\n" * 20 + b"She came with him. " * 60_000 + b"\n"
    for command in ("rewrite", "analyse", "actors", "references", "swap"):
        options = ["--to", "female"] if command == "swap" else []
        result = run(command, "--lang", "en", *options, stdin=stdin)
        assert result.exit_code == 0
        assert note(result) == "Note: 1 of 21 rows could not be read: 1 too long"


def test_stereotypes_has_a_name_of_its_own_for_it(run):
    result = run(
        "stereotypes", "--longest-text", "20", "--keep-going", stdin=b"It rained.\n" + b"It rained. " * 9 + b"\n"
    )
    assert result.stdout == "It rained.\n\n"
    assert note(result) == "Note: 1 of 2 rows could not be read: 1 too long"
