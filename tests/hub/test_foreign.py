"""Repositories that this library did not make: nothing of others is lost unasked."""

import json

import pytest
from datasets import Dataset, DatasetDict, load_dataset
from golden import all_rows, each_row, golden_rows
from huggingface_hub import HfApi
from one_line import one_line

from hf_genderfair import load_audited, publish, write_dataset
from hf_genderfair.core.errors import PublishError
from hf_genderfair.hub.card import split_card

REPO = "ania/posts"
OTHERS = Dataset.from_dict({"text": ["Zadzwoniła.", "Napisał."]})


@pytest.fixture
def repository(hub):
    """Give what makes a repository with files of others, and returns its files."""

    def make(files):
        HfApi().create_repo(REPO, repo_type="dataset")
        for path, content in files.items():
            hub.write(REPO, path, content.encode() if isinstance(content, str) else content)
        return hub.files(REPO)

    return make


@pytest.fixture
def parquet(tmp_path):
    OTHERS.to_parquet(tmp_path / "others.parquet")
    return (tmp_path / "others.parquet").read_bytes()


FOREIGN = golden_rows(__file__, "FOREIGN")


@pytest.mark.parametrize(("files", "named"), FOREIGN, ids=lambda value: next(iter(value)))
def test_files_in_the_way_are_listed_and_stay(hub, repository, parquet, folder, files, named):
    files = {path: parquet if content == "parquet" else content for path, content in files.items()}
    before = repository(files)
    foreseen = publish(folder, REPO, dry_run=True)
    with one_line(PublishError, match="files that hf-genderfair did not write would be replaced or delet") as caught:
        publish(folder, REPO)
    assert all(name in str(caught.value) for name in named)
    assert "publish under another name, or pass replace=True" in str(caught.value)
    assert (foreseen.refusal, hub.files(REPO)) == (str(caught.value), before)
    assert hub.count("POST", "/commit/") == 0


@pytest.mark.parametrize(
    "files", [FOREIGN[1][0], FOREIGN[4][0], FOREIGN[7][0], FOREIGN[10][0]], ids=lambda files: next(iter(files))
)
def test_files_in_the_way_are_replaced_if_they_are_to_be(hub, repository, parquet, folder, kept, files):
    files = {path: parquet if content == "parquet" else content for path, content in files.items()}
    repository(files)
    assert publish(folder, REPO, dry_run=True, replace=True).refusal is None
    published = publish(folder, REPO, replace=True)
    assert published.changes.foreign == tuple(sorted(files))
    assert set(published.changes.deleted) == set(files) - set(hub.files(REPO))
    assert (hub.count("POST", "/commit/"), load_audited(REPO).dataset.to_dict()) == (1, kept.to_dict())
    again = publish(folder, REPO)
    assert (again.uploaded, again.changes.foreign) == ((), ())


@each_row
def test_files_beside_the_data_stay(hub, repository, folder, files):
    before = repository(files)
    foreseen = publish(folder, REPO, dry_run=True)
    published = publish(folder, REPO)
    after = hub.files(REPO)
    assert {path: after[path] for path in before if path != "README.md"} == {
        path: content for path, content in before.items() if path != "README.md"
    }
    others = set(files) - {"README.md"}
    assert set(published.changes.kept) == set(foreseen.changes.kept) == others
    assert foreseen.changes == published.changes
    assert (published.changes.foreign, published.changes.deleted, foreseen.refusal) == ((), (), None)
    for line in str(files.get("README.md", "")).replace("---", "").splitlines():
        assert line in published.card
    assert publish(folder, REPO).uploaded == ()


def test_a_data_set_that_others_pushed_is_refused_with_its_splits(hub, folder):
    DatasetDict({"train": OTHERS, "test": OTHERS}).push_to_hub(REPO)
    before = hub.files(REPO)
    with pytest.raises(PublishError, match=r"data/test-.*, data/train-.*the configuration default of its card"):
        publish(folder, REPO)
    assert hub.files(REPO) == before
    published = publish(folder, REPO, replace=True)
    assert published.changes.deleted == ("data/test-00000-of-00001.parquet",)
    assert published.changes.lost == ("the configuration default of its card",)
    assert list(load_dataset(REPO)) == ["train"]


def test_our_own_files_go_without_a_word(hub, folder, kept, report):
    publish(folder, REPO)
    splits = DatasetDict({"train": kept, "test": kept.select([2, 0])})
    published = publish(splits, REPO, report, license="cc-by-4.0", version_tag="v2")
    assert published.rows == {"default/train": 3, "default/test": 2}
    assert load_audited(REPO).dataset["test"]["text"][:] == [kept["text"][2], kept["text"][0]]
    published = publish(kept, REPO, report, license="cc-by-4.0", version_tag="v3")
    assert published.changes.deleted == ("data/test-00000-of-00001.parquet",)
    assert published.changes.foreign == ()
    assert set(hub.files(REPO)) - {".gitattributes"} == set(published.files)


def test_a_report_of_ours_under_a_card_of_others_makes_nothing_ours(hub, folder, kept, report):
    publish(folder, REPO)
    hub.write(REPO, "README.md", b"# Written anew by hand\n")
    with pytest.raises(PublishError, match=r"did not write .*bias_report\.json, .*data/train"):
        publish(kept.select([0]), REPO, report, license="cc-by-4.0", version_tag="v2")


@each_row
def test_another_licence_is_not_overwritten_unasked(hub, repository, folder, said, named):
    repository({"README.md": f"---\n{said}\n---\n# Ours\n"})
    with pytest.raises(PublishError) as caught:
        publish(folder, REPO)
    assert f"its licence is {named}, and the one to be published is cc-by-4.0" in str(caught.value)
    assert publish(folder, REPO, dry_run=True).refusal == str(caught.value)
    published = publish(folder, REPO, replace=True)
    assert (published.changes.license_before, published.changes.license) == (named, "cc-by-4.0")
    metadata, body = split_card(published.card)
    assert metadata["license"] == "cc-by-4.0"
    assert not {"license_name", "license_link"} & set(metadata)
    assert "# Ours" in body


@each_row
@pytest.mark.parametrize("named", ["unknown", None])
def test_their_licence_stays_where_ours_is_unknown(hub, repository, tmp_path, kept, report, said, named):
    without = json.loads(report.to_json()) | {"sources": []}
    write_dataset(tmp_path / "unlicensed", kept, report.from_json(json.dumps(without)))
    repository({"README.md": f"---\n{said}\n---\n# Ours\n"})
    published = publish(tmp_path / "unlicensed", REPO, license=named)
    for line in said.splitlines():
        key, value = line.split(": ")
        assert split_card(published.card)[0][key] in (value, ["mit", "apache-2.0"])
    assert publish(tmp_path / "unlicensed", REPO, license=named).uploaded == ()


def test_card_text_and_metadata_of_others_are_merged(hub, repository, folder):
    card = (
        "\ufeff---\r\npretty_name: Theirs\r\nlanguage: no\r\ntags:\r\n- web\r\n- {a: b}\r\ntask_categories:\r\n"
        "extra_gated_prompt: |-\r\n  # Read this\r\ndoi: 10.1/x\r\n---\r\n# Their title\r\n\r\nTheir text.\r\n"
    )
    repository({"README.md": card})
    metadata, body = split_card(publish(folder, REPO).card)
    assert (metadata["pretty_name"], metadata["language"]) == ("Theirs", ["no", "pl"])
    assert metadata["tags"] == ["web", {"a": "b"}, "gender", "hf-genderfair"]
    assert metadata["task_categories"] == ["text-classification"]
    assert (metadata["extra_gated_prompt"], metadata["doi"]) == ("# Read this", "10.1/x")
    assert "# Their title\n\nTheir text." in body
    assert publish(folder, REPO).uploaded == ()


@each_row
def test_what_a_card_would_lose_is_refused(hub, repository, folder, card, lost):
    before = repository({"README.md": card})
    with pytest.raises(PublishError, match=f"what others wrote would be lost: {lost}"):
        publish(folder, REPO)
    assert hub.files(REPO) == before
    published = publish(folder, REPO, replace=True)
    assert len(published.changes.lost) == 1
    assert "Text.\n" in published.card
    assert publish(folder, REPO).uploaded == ()


@all_rows
def test_a_tag_that_git_refuses_is_one_line_before_anything_is_sent(hub, folder, tag):
    with one_line(PublishError, match="is no tag of a version: use letters, digits, dots"):
        publish(folder, REPO, version_tag=tag)
    assert hub.calls == []
