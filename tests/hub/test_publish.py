import json
import shutil

import pytest
from datasets import ClassLabel, Dataset, Features, Value, load_dataset
from golden import each_row
from minihub import Fault
from one_line import one_line

from hf_genderfair import load_audited, publish, write_dataset
from hf_genderfair.core.errors import PublishError
from hf_genderfair.hub import publish as module
from hf_genderfair.hub.card import split_card

REPO = "ania/posts"


@pytest.fixture(autouse=True)
def _no_pauses(monkeypatch):
    monkeypatch.setattr("time.sleep", lambda seconds: None)


def test_a_folder_is_published_in_one_commit_and_comes_back(hub, folder, kept, excluded):
    published = publish(folder, REPO)
    assert hub.count("POST", "/commit/") == 1
    assert hub.repositories[REPO].tags == {"v1.0.0": published.revision}
    assert published.rows == {"default/train": 3, "excluded/train": 2}
    assert set(published.files) == set(hub.files(REPO)) - {".gitattributes"} == set(published.uploaded)
    audited = load_audited(REPO, revision="v1.0.0")
    assert (audited.dataset.to_dict(), audited.dataset.features) == (kept.to_dict(), kept.features)
    assert (audited.excluded.to_dict(), audited.report.title) == (excluded.to_dict(), "Małe posty")
    assert audited.card == published.card
    assert load_dataset(REPO, split="train")["text"][:] == kept["text"][:]
    second = publish(folder, REPO)
    assert (second.revision, second.uploaded) == (published.revision, ())
    assert hub.count("POST", "/commit/") == hub.count("POST", "/tag/") == 1


def test_a_tag_on_other_content_is_not_moved(hub, folder, kept, report):
    first = publish(folder, REPO)
    with pytest.raises(PublishError, match=r"v1\.0\.0 of ania/posts marks other content.*new tag"):
        publish(kept.select([0]), REPO, report, license="cc-by-4.0")
    assert hub.count("POST", "/commit/") == 1
    second = publish(kept.select([0]), REPO, report, license="cc-by-4.0", version_tag="v1.1.0")
    assert hub.repositories[REPO].tags == {"v1.0.0": first.revision, "v1.1.0": second.revision}
    assert not any(path.startswith("excluded/") for path in hub.files(REPO))
    assert (len(load_audited(REPO).dataset), len(load_audited(REPO, "v1.0.0").dataset)) == (1, 3)


def test_a_connection_that_breaks_for_good_leaves_nothing_and_can_be_repeated(hub, folder):
    hub.faults.append(Fault("PUT", "/lfs/", times=1000))
    with pytest.raises(PublishError, match=r"cannot be reached .*repeat the same command"):
        publish(folder, REPO)
    assert (set(hub.files(REPO)), hub.repositories[REPO].tags) == ({".gitattributes"}, {})
    hub.faults.clear()
    publish(folder, REPO)
    assert len(load_audited(REPO).dataset) == 3


def test_an_upload_that_is_cut_is_taken_up_again_and_a_file_that_arrived_is_not_sent_again(hub, folder):
    hub.faults[:] = [Fault("PUT", "/lfs/"), Fault("POST", "/commit/", times=1000, status=503)]
    with pytest.raises(PublishError, match="busy"):
        publish(folder, REPO)
    # two files, one of them twice
    assert hub.count("PUT", "/lfs/") == 3
    hub.faults.clear()
    publish(folder, REPO)
    assert (hub.count("PUT", "/lfs/"), len(load_audited(REPO).dataset)) == (3, 3)


def test_a_commit_whose_answer_is_lost_is_not_made_twice(hub, folder):
    hub.faults.append(Fault("POST", "/commit/", lost=True))
    hub.faults.append(Fault("POST", "/tag/", lost=True))
    published = publish(folder, REPO)
    assert len(hub.repositories[REPO].commits) == 2
    assert hub.repositories[REPO].tags == {"v1.0.0": published.revision}


@each_row
def test_a_busy_hub_is_asked_again(hub, folder, method, path, status):
    hub.faults.append(Fault(method, path, times=3, status=status))
    publish(folder, REPO)
    assert hub.repositories[REPO].tags.keys() == {"v1.0.0"}


@each_row
@pytest.mark.parametrize(("method", "path"), [("POST", "/repos/create"), ("POST", "/commit/"), ("POST", "/preupload/")])
def test_no_right_is_one_clear_line(hub, folder, status, message, method, path):
    hub.faults.append(Fault(method, path, times=1000, status=status))
    with one_line(PublishError, match=message):
        publish(folder, REPO)


def test_a_dry_run_needs_no_network(hub, folder, monkeypatch):
    monkeypatch.setattr(module, "get_token", lambda: None)
    monkeypatch.setattr("huggingface_hub.constants.ENDPOINT", "http://127.0.0.1:9")
    published = publish(folder, REPO, dry_run=True)
    assert hub.calls == []
    assert published.changes is published.refusal is None
    assert published.remark.startswith("what the repository holds is not known, since the Hub cannot be reached")
    assert published.revision is None
    assert published.files["data/train-00000-of-00001.parquet"] > 500
    assert "Only the past tense was looked for." in published.card


@pytest.mark.parametrize("kind", ["timestamp[s]", "timestamp[s, tz=UTC]", "time32[s]", "date64"])
def test_times_that_parquet_stores_otherwise_are_published(hub, report, kind):
    features = Features({"text": Value("string"), "when": Value(kind)})
    rows = Dataset.from_dict({"text": ["It rained."], "when": [None]}, features=features)
    assert publish(rows, REPO, report, license="cc0-1.0").rows == {"default/train": 1}
    assert load_audited(REPO).dataset.to_dict() == rows.to_dict()


def test_an_unknown_licence_is_not_published_unless_told(hub, tmp_path, kept, report):
    unlicensed = json.loads(report.to_json())
    unlicensed["sources"] = [{"id": "found somewhere"}]
    write_dataset(tmp_path / "posts", kept, report.from_json(json.dumps(unlicensed)))
    with pytest.raises(PublishError, match="licence of the data is unknown"):
        publish(tmp_path / "posts", REPO)
    assert hub.sent == []
    assert split_card(publish(tmp_path / "posts", REPO, license="unknown").card)[0]["license"] == "unknown"


def test_what_is_no_part_of_the_data_set_stays_in_the_folder(hub, folder):
    (folder / "data/private-notes.parquet").write_bytes(b"notes")
    (folder / "notes").mkdir()
    for name in (".env", "notes.txt", "notes/ideas.txt", "excluded/.hidden"):
        (folder / name).write_text("zebra crossing")
    left_out = (".env", "data/private-notes.parquet", "excluded/.hidden", "notes", "notes.txt")
    foreseen, published = publish(folder, REPO, dry_run=True), publish(folder, REPO)
    assert foreseen.left_out == published.left_out == left_out
    assert foreseen.files.keys() == published.files.keys() == set(hub.files(REPO)) - {".gitattributes"}
    assert not any(b"zebra" in content or b"/root:" in content for content in hub.files(REPO).values())


@pytest.mark.parametrize(
    "name", ["data", "data/train-00000-of-00001.parquet", "report.html", "README.md", "figure.png"]
)
def test_links_are_not_published(hub, folder, name):
    (folder / "figure.png").write_bytes(b"of nobody's report")
    elsewhere = (folder / name).rename(folder.parent / "elsewhere")
    (folder / name).symlink_to(elsewhere)
    with pytest.raises(PublishError, match=rf"{name} is a link"):
        publish(folder, REPO)
    assert hub.sent == []


def test_files_that_say_otherwise_than_the_card_or_its_proof_are_not_published(hub, folder, kept):
    table = kept.cast_column("first_person", ClassLabel(names=["male", "female", "mixed", "none"]))
    table.to_parquet(folder / "data/train-00000-of-00001.parquet")
    load_audited(folder)
    with pytest.raises(PublishError, match="says otherwise than its card what its columns are"):
        publish(folder, REPO)
    assert hub.calls == []
    shutil.rmtree(folder / "data")
    kept.map(lambda row: {"url": None}).cast(kept.features).to_parquet(folder / "data/train-00000-of-00001.parquet")
    with pytest.raises(PublishError, match="rows of default/train were changed"):
        publish(folder, REPO)
    assert hub.calls == []


def test_what_is_changed_on_the_way_is_noticed(hub, folder, kept, monkeypatch):
    def commit_and_spoil(*arguments, **options):
        commit = create_commit(*arguments, **options)
        Dataset.from_dict({**kept.to_dict(), "url": [None] * 3}, features=kept.features).to_parquet(spoiled)
        repository = hub.repositories[REPO]
        path = "data/train-00000-of-00001.parquet"
        hub.write(REPO, path, spoiled.read_bytes())
        repository.commits[commit.oid] = repository.commits.pop(repository.head)
        return commit

    spoiled = folder.parent / "spoiled.parquet"
    create_commit = module.HfApi.create_commit
    monkeypatch.setattr(module.HfApi, "create_commit", commit_and_spoil)
    with pytest.raises(PublishError, match="rows of default/train were changed"):
        publish(folder, REPO)
