import json

import pytest
from datasets import Dataset, DatasetDict
from typer.testing import CliRunner

from hf_genderfair.cli.app import app
from hf_genderfair.hub.card import CardDetails
from hf_genderfair.hub.folder import write_dataset
from hf_genderfair.report.report import Report

REPO = "ania/posts"
OTHERS = DatasetDict({name: Dataset.from_dict({"text": [f"Zrobiła {name}."]}) for name in ("train", "test")})


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


def foreign(hub):
    """Make a repository that others made."""
    OTHERS.push_to_hub(REPO)
    card = hub.files(REPO)["README.md"].decode().replace("---\n", "---\nlicense: cc-by-sa-4.0\n", 1)
    hub.write(REPO, "README.md", card.encode())
    hub.write(REPO, "data/gold.csv", b"text\n")
    hub.write(REPO, "LICENSE", b"Ours.\n")
    return hub.files(REPO)


def test_a_dry_run_lists_what_would_change(hub, run, folder):
    before = foreign(hub)
    result = run(folder, "--repo-id", REPO, "--dry-run")
    lines = [" ".join(line.split()) for line in result.stdout.splitlines()]
    assert result.exit_code == 0
    assert any(line.startswith("data/train-00000-of-00001.parquet") and line.endswith("replaced") for line in lines)
    assert any(line.startswith("data/gold.csv") and line.endswith("deleted") for line in lines)
    assert any(line.startswith("bias_report.json") and line.endswith("added") for line in lines)
    for said in (
        "Files of others that would be replaced or deleted: data/gold.csv, data/test-00000-of-00001.parquet, data",
        "Of the card of others would be lost: the configuration default of its card.",
        "Files of others that stay as they are: LICENSE.",
        "Licence: mit, which replaces cc-by-sa-4.0.",
        "It would be refused: ania/posts: files that hf-genderfair did not write",
        "publish under another name, or pass --replace.",
        "Dry run: nothing was sent to ania/posts.",
    ):
        assert said in result.stdout
    assert "replace=True" not in result.stdout
    assert hub.files(REPO) == before
    replacing = run(folder, "--repo-id", REPO, "--dry-run", "--replace").stdout
    assert "It would be refused" not in replacing
    assert "would be replaced or deleted: data/gold.csv" in replacing
    assert hub.files(REPO) == before
    told = json.loads(run(folder, "--repo-id", REPO, "--dry-run", "--json").stdout)
    assert told["changes"]["deleted"] == ["data/gold.csv", "data/test-00000-of-00001.parquet"]
    assert told["changes"]["license_before"] == "cc-by-sa-4.0"
    assert told["refusal"].endswith("or pass --replace")


def test_files_of_others_are_replaced_only_when_asked(hub, run, folder):
    before = foreign(hub)
    refused = run(folder, "--repo-id", REPO)
    assert refused.exit_code == 1
    assert refused.stderr.count("\n") == 1
    assert refused.stderr.endswith("publish under another name, or pass --replace\n")
    assert hub.files(REPO) == before
    result = run(folder, "--repo-id", REPO, "--replace")
    assert result.exit_code == 0
    assert "Files of others that were replaced or deleted: data/gold.csv, data/test-" in result.stdout
    assert "Licence: mit, which replaces cc-by-sa-4.0." in result.stdout
    assert "Files of others that stay as they are: LICENSE." in result.stdout


def test_a_dry_run_of_a_new_repository_says_so(hub, run, folder):
    result = run(folder, "--repo-id", REPO, "--dry-run")
    said = "Note: ania/posts is not on the Hub, or is private and the token does not open it: it would be made."
    assert said in result.stdout


def test_a_dry_run_without_network_and_token_succeeds(hub, run, folder, monkeypatch):
    monkeypatch.setattr("huggingface_hub.constants.ENDPOINT", "http://127.0.0.1:9")
    monkeypatch.delenv("HF_TOKEN")
    result = run(folder, "--repo-id", REPO, "--dry-run")
    assert result.exit_code == 0
    assert "Note: the Hub could not be asked (the Hub cannot be reached" in result.stdout
    assert result.stderr == ""


@pytest.mark.parametrize(
    ("option", "value", "message"),
    [
        ("--license", "cc-by", "did you mean"),
        ("--license", "house rules", "is not one that the Hub knows"),
        ("--license", "other", "another licence needs a name"),
        ("--tag", "v 1", "is no tag of a version"),
        ("--tag", "", "is no tag of a version"),
        ("--tag", "a..b", "is no tag of a version"),
    ],
)
def test_licences_and_tags_that_are_none_are_wrong_use(hub, run, folder, option, value, message):
    result = run(folder, "--repo-id", REPO, option, value)
    assert result.exit_code == 2
    assert message in " ".join(result.stderr.replace("│", " ").split())
    assert hub.calls == []


def test_a_licence_in_capitals_or_of_another_name_is_taken(hub, run, folder):
    assert "license: cc-by-4.0\n" in run(folder, "--repo-id", REPO, "--dry-run", "--license", "CC-BY-4.0").stdout
    named = run(folder, "--repo-id", REPO, "--dry-run", "--license", "other:House rules").stdout
    assert "license: other\n" in named
    assert "license_name: House rules\n" in named
