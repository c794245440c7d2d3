"""The command ``view``."""

import json
import re

import pytest
from datasets import Dataset

from hf_genderfair import Keep, Report, write_dataset


@pytest.fixture
def corpus(tmp_path):
    """Give a folder with kept and excluded rows."""
    rows = Dataset.from_dict({"text": ["Pada.", "Wieje.", "Sypie."], "reason": [None, "too_short", None]})
    kept, excluded = Keep("reason").split(rows)
    write_dataset(tmp_path / "corpus", kept, Report("Weather <b>", "pl"), excluded)
    return tmp_path / "corpus"


def test_a_folder_is_shown_with_the_rows_left_out(done, corpus, tmp_path):
    result = done("view", corpus, "--out", tmp_path / "page")
    place = tmp_path / "page"
    assert result.stdout == f"3 rows. Written to {place}: open {place / 'index.html'} in a browser.\n"
    found = json.loads(re.fullmatch(r"index\((.*)\);\n", (place / "index.js").read_text("utf-8"), re.DOTALL)[1])
    assert (found["title"], found["parts"]) == ("Weather <b>", [["train", 0], ["excluded, train", 2]])
    assert [facet["name"] for facet in found["facets"]] == ["part", "reason"]


@pytest.mark.parametrize(
    "forged", ["[]", '{"title": 3}', "[" * 10**5, '{"title": "x", "language": "pl", "data": {"a": 1}}']
)
def test_a_forged_report_is_one_line(run, corpus, tmp_path, forged):
    (corpus / "bias_report.json").write_text(forged)
    result = run("view", corpus, "--out", tmp_path / "page")
    assert result.exit_code == 1
    assert re.fullmatch(r"Error: .*bias_report\.json cannot be read .*\n", result.stderr)


@pytest.mark.parametrize("name", ["nofolder", "nofolder/"])
def test_a_folder_that_is_not_there_is_said_to_be_none_and_not_sought_on_the_hub(run, name):
    result = run("view", name)
    told = "a folder that a command wrote, a file, or a data set of the Hub such as me/posts"
    assert result.exit_code == 1
    assert result.stderr == f"Error: there is no folder or file {name} here: view takes {told}\n"


def test_another_folder_is_not_replaced(run, corpus):
    result = run("view", corpus, "--out", corpus, "--overwrite")
    assert result.exit_code == 1
    assert "holds something else" in result.stderr
    assert (corpus / "data").is_dir()
