import json

import pytest
from datasets import Dataset
from typer.testing import CliRunner

from hf_genderfair.cli.app import app
from hf_genderfair.hub.card import CardDetails
from hf_genderfair.hub.folder import write_dataset
from hf_genderfair.report.report import Report

REPO = "ania/posts"


@pytest.fixture
def folder(tmp_path):
    place = tmp_path / "posts"
    write_dataset(place, Dataset.from_dict({"text": ["Byłam."]}), Report("Posty", "pl"), None, CardDetails("mit"))
    return str(place)


@pytest.fixture
def run():
    return lambda *arguments: CliRunner().invoke(app, ["publish", *arguments])


def test_a_folder_is_published(hub, run, folder):
    result = run(folder, "--repo-id", REPO, "--private")
    assert result.exit_code == 0
    assert "Published ania/posts v1.0.0 (default/train 1 rows), loaded back and checked." in result.stdout
    assert hub.repositories[REPO].private


def test_json_is_one_object(hub, run, folder):
    published = json.loads(run(folder, "--repo-id", REPO, "--tag", "v2", "--json").stdout)
    assert published["tag"] == "v2"
    assert hub.repositories[REPO].tags == {"v2": published["revision"]}


def test_a_dry_run_shows_files_and_card(hub, run, folder):
    result = run(folder, "--repo-id", REPO, "--dry-run", "--license", "cc0-1.0")
    assert result.exit_code == 0
    assert "bias_report.json" in result.stdout
    assert "license: cc0-1.0" in result.stdout
    assert hub.sent == []


def test_what_fails_is_one_line_and_exit_code_1(hub, run, tmp_path):
    result = run(str(tmp_path), "--repo-id", REPO)
    assert result.exit_code == 1
    assert result.stderr.startswith("Error: ")
    assert result.stderr.count("\n") == 1


def test_wrong_use_is_exit_code_2(hub, run, folder):
    assert run(folder).exit_code == 2


def test_help_has_examples(run):
    assert "--repo-id me/first-person-pl --dry-run" in run("--help").stdout
