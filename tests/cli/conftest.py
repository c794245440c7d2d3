"""Run a command in this process, as a shell would."""

import json

import pytest
from command_words import PYTHON_WORDS
from typer.testing import CliRunner

from hf_genderfair.cli.app import app


@pytest.fixture
def run():
    def invoke(*arguments, stdin=b""):
        return CliRunner().invoke(app, list(map(str, arguments)), input=stdin)

    return invoke


@pytest.fixture
def done(run):
    """Run a command that ends well."""

    def invoke(*arguments, stdin=b""):
        result = run(*arguments, stdin=stdin)
        assert result.exit_code == 0, result.output
        return result

    return invoke


@pytest.fixture(scope="session")
def fails():
    """Check that a command ended with exit code 1 and one line, which holds words and none of Python."""

    def check(result, *words):
        assert result.exit_code == 1, result.output
        assert result.stderr.startswith("Error: ")
        assert result.stderr.count("\n") == 1
        assert not PYTHON_WORDS.search(result.stderr)
        assert [word for word in words if word not in result.stderr] == []

    return check


@pytest.fixture
def posts(tmp_path):
    """Give a file of posts of our own: kept and excluded ones, both genders on each website."""
    rows = []
    for day in range(1, 9):
        host, date = f"http://forum{day % 3}.example/{day}", f"201{day}-05-01"
        rows += [
            {"text": f"Wczoraj kupiłam rower numer {'abcdefghi'[day]} i jeżdżę.", "url": host, "date": date},
            {"text": f"Wczoraj zgubiłem klucze od domu {'abcdefghi'[day - 1]} i szukam.", "url": host, "date": date},
        ]
    rows += [
        {"text": "wczoraj KUPILAM rower numer b i jezdze!", "url": None, "date": None},
        {"text": "Wczoraj kupiłam rower numer b... i jeżdżę.", "url": "http://copy.example/", "date": "2020"},
        {"text": "Pada i pada.", "url": "http://forum1.example/", "date": "2012"},
        {"text": "Zapomniałem hasła.", "url": "http://forum1.example/", "date": "2012"},
        {"text": None, "url": None, "date": None},
    ]
    path = tmp_path / "posts.jsonl"
    path.write_text("".join(json.dumps(row) + "\n" for row in rows), encoding="utf-8")
    return path
