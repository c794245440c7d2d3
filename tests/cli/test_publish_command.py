import json

import pytest
from datasets import Dataset, DatasetDict
from typer.testing import CliRunner

from hf_genderfair import CardDetails, Report, write_dataset
from hf_genderfair.cli.app import app

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
    assert "pretty_name" not in result.stdout
    assert "license: mit\n" in run(folder, "--repo-id", REPO, "--dry-run", "--card").stdout
    assert hub.files(REPO) == before
    replacing = run(folder, "--repo-id", REPO, "--dry-run", "--replace").stdout
    assert "It would be refused" not in replacing
    assert "would be replaced or deleted: data/gold.csv" in replacing
    assert hub.files(REPO) == before
    told = json.loads(run(folder, "--repo-id", REPO, "--dry-run", "--json").stdout)
    assert told["changes"]["deleted"] == ["data/gold.csv", "data/test-00000-of-00001.parquet"]
    added, replaced = (len(told["changes"][name]) for name in ("added", "replaced"))
    assert f"Files that would be added {added}, replaced {replaced}, deleted 2." in " ".join(result.stdout.split())
    assert told["changes"]["license_before"] == "cc-by-sa-4.0"
    assert told["refusal"].endswith("or pass --replace")
