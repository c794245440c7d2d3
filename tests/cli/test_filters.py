"""Lines in, lines out."""

import json

from golden import each_row
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


def test_plain_output_is_label_tab_text(run):
    result = run("tag", stdin="Byłem.\n\nByłam, byłem.\n„Byłam”.\n".encode())
    assert result.stdout_bytes.decode() == "male\tByłem.\nnone\t\nmixed\tByłam, byłem.\nnone\t„Byłam”.\n"


@each_row
def test_options_of_the_tagger(run, options, text, label):
    [row] = objects(run("tag", "--jsonl", *options, stdin=text.encode()))
    assert row["label"] == label


def test_neutralise(run):
    stdin = "Byłam zmęczona.\nByłem.\n".encode()
    assert run("neutralise", stdin=stdin).stdout_bytes.decode() == "Byłem zmęczony.\nByłem.\n"
    first, second = objects(run("neutralise", "--jsonl", stdin=stdin))
    assert first["text"] == "Byłem zmęczony."
    assert [edit["original"] for edit in first["edits"]] == ["Byłam", "zmęczona"]
    assert second == {"text": "Byłem.", "edits": []}


def test_posts(run):
    stdin = "Byłam tam. ~ola 12.03.2011 18:22 Ja też byłam.\nPada.\n".encode()
    assert run("posts", stdin=stdin).stdout_bytes.decode() == "Byłam tam.\nJa też byłam.\nPada.\n"
    first, second = objects(run("posts", "--jsonl", stdin=stdin))
    assert [post["author"] for post in first["posts"]] == [None, "~ola"]
    assert second["posts"] == [{"start": 0, "end": 5, "author": None, "date": None, "text": "Pada."}]


def test_dedupe(run):
    stdin = "Byłam tu!\nbyłam... TU\nByłem tu.\n1\n2\n1\n".encode()
    assert run("dedupe", stdin=stdin).stdout_bytes.decode() == "Byłam tu!\nByłem tu.\n1\n2\n"
    duplicates = [row["duplicate"] for row in objects(run("dedupe", "--jsonl", stdin=stdin))]
    assert duplicates == [False, True, False, False, False, True]


def test_filter(run):
    stdin = b"Zapomnia\xc5\x82em has\xc5\x82a.\nWczoraj by\xc5\x82am w kinie.\nPada i pada.\nBy\xb3am wczoraj tam.\n"
    assert run("filter", stdin=stdin).stdout_bytes.decode() == "Wczoraj byłam w kinie.\n"
    rows = objects(run("filter", "--jsonl", "--keep-going", stdin=stdin))
    assert [row["reason"] for row in rows] == ["formula", None, "no_expression", "unreadable"]
    rows = objects(run("filter", "--jsonl", "--keep-going", "--min-words", "9", stdin=stdin))
    assert rows[1]["reason"] == "too_short"
