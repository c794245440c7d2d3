"""Lines in, lines out."""

import json

from golden import all_rows
from hypothesis import HealthCheck, assume, given, settings
from hypothesis import strategies as st

from hf_genderfair.hub.locate import FILES, wide_encoding

KEYS = ["start", "end", "text", "gender", "kind", "counterpart", "status", "quoted"]


def objects(result):
    assert result.exit_code == 0, result.stderr
    return [json.loads(line) for line in result.stdout_bytes.decode().split("\n")[:-1]]


def test_tag_prints_exactly_the_agreed_keys(run):
    [row] = objects(run("tag", "--lang", "pl", "--jsonl", stdin="🙂 Wczoraj byłam.".encode()))
    assert list(row) == ["text", "label", "expressions"]
    assert (row["text"], row["label"]) == ("🙂 Wczoraj byłam.", "female")
    [expression] = row["expressions"]
    assert list(expression) == KEYS
    assert list(expression.values()) == [10, 15, "byłam", "female", "past", "byłem", "ok", False]


@settings(deadline=None, max_examples=15, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.lists(st.binary(max_size=30) | st.sampled_from(["Byłam.".encode(), b"\xff\xfe", b"\x00", b"\r", b""])))
def test_every_line_in_is_a_line_out(run, done, lines):
    stdin = b"".join(line.replace(b"\n", b" ") + b"\n" for line in lines)
    # what has zeros in turn is taken for UTF-16, what begins like a picture for one, and refused
    assume(wide_encoding(stdin) is None and not stdin.startswith(tuple(FILES)))
    assert len(objects(run("tag", "--jsonl", "--keep-going", stdin=stdin))) == len(lines)
    for command in ("tag", "neutralise"):
        result = done(command, "--keep-going", stdin=stdin)
        assert result.stdout_bytes.count(b"\n") == len(lines)


@all_rows
def test_options_of_the_tagger(run, options, text, label):
    [row] = objects(run("tag", "--jsonl", *options, stdin=text.encode()))
    assert row["label"] == label


@all_rows
def test_lines_in_are_lines_out(run, arguments, stdin, stdout):
    result = run(*arguments, stdin=stdin.encode())
    assert (result.exit_code, result.stdout_bytes.decode(), result.stderr) == (0, stdout, "")


def test_objects_of_filters(run):
    first, second = objects(run("neutralise", "--jsonl", stdin="Byłam zmęczona.\nByłem.\n".encode()))
    assert [edit["original"] for edit in first["edits"]] == ["Byłam", "zmęczona"]
    assert second == {"text": "Byłem.", "edits": []}
    first, second = objects(run("posts", "--jsonl", stdin="Byłam tam. ~ola 12.03.2011 18:22 Ja też.\nPada.\n".encode()))
    assert [post["author"] for post in first["posts"]] == [None, "~ola"]
    assert second["posts"] == [{"start": 0, "end": 5, "author": None, "date": None, "text": "Pada."}]
    rows = objects(run("dedupe", "--jsonl", stdin="Byłam tu!\nbyłam... TU\nByłem tu.\n1\n2\n1\n".encode()))
    assert [row["duplicate"] for row in rows] == [False, True, False, False, False, True]


def test_filter(run):
    stdin = b"Zapomnia\xc5\x82em has\xc5\x82a.\nWczoraj by\xc5\x82am w kinie.\nPada i pada.\nBy\xb3am wczoraj tam.\n"
    rows = objects(run("filter", "--jsonl", "--keep-going", stdin=stdin))
    assert [row["reason"] for row in rows] == ["formula", None, "no_expression", "unreadable"]
    rows = objects(run("filter", "--jsonl", "--keep-going", "--min-words", "9", stdin=stdin))
    assert rows[1]["reason"] == "too_short"
