"""Data sets of the Hub are read by ranges, at one commit, with the bits of their files on disk."""

import io
import pickle

import pyarrow as pa
import pyarrow.parquet as pq
import pytest
from golden import each_row, golden_rows
from minihub import Fault, File, Repository
from one_line import one_line

from hf_genderfair import FirstPerson, load_audited, run
from hf_genderfair.core.errors import RunError, SourceError
from hf_genderfair.hub.locate import HubSource
from hf_genderfair.scale import rows
from hf_genderfair.scale.rows import HubRows, open_hub_rows, open_rows

REPO = "ania/posts"
SENTENCES = ["Wczoraj byłam w kinie.", "Pada.", "Kupiłem rower.", None, "", "Oni śpią."]
RESOLVE = r"/resolve/"


@pytest.fixture(autouse=True)
def _no_pauses(monkeypatch):
    monkeypatch.setattr("time.sleep", lambda seconds: None)
    rows._footer.cache_clear()


def parquet(first, number):
    table = pa.table(
        {"text": [SENTENCES[n % 6] for n in range(first, first + number)], "id": range(first, first + number)}
    )
    sink = io.BytesIO()
    pq.write_table(table, sink, row_group_size=30)
    return sink.getvalue()


@pytest.fixture
def files(hub):
    """Put three files on the Hub, and give their contents."""
    contents = {f"data/train-{n:05d}-of-00003.parquet": parquet(100 * n, 100) for n in range(3)}
    hub.repositories[REPO] = Repository(False)
    hub.repositories[REPO].add({path: File(content, True) for path, content in contents.items()})
    return contents


@pytest.fixture
def folder(files, tmp_path):
    for path, content in files.items():
        (tmp_path / "local" / path).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / "local" / path).write_bytes(content)
    return tmp_path / "local"


def texts_of(found, first=0, number=300):
    return [value for table in found.tables(first, number, 40) for value in table["id"].to_pylist()]


def test_rows_are_those_of_the_files_and_a_shard_fetches_only_its_row_groups(hub, files):
    found = pickle.loads(pickle.dumps(open_rows(REPO)))
    assert isinstance(found, HubRows)
    assert (found.number, found.num_bytes) == (300, sum(map(len, files.values())))
    for first, number in ((0, 300), (95, 10), (130, 1), (199, 101)):
        assert texts_of(found, first, number) == list(range(first, first + number))
    assert not hub.count("GET", r"/resolve/main/data")
    found = open_rows(REPO)
    rows._footer(HubSource(REPO, found.commit), found.files[1])
    hub.calls.clear()
    hub.sent_bytes = 0
    assert texts_of(found, 130, 30) == list(range(130, 160))
    assert {path.rpartition("/")[2] for _, path in hub.calls} == {"train-00001-of-00003.parquet"}
    assert 0 < hub.sent_bytes < len(list(files.values())[1]) * 0.6


def test_a_streamed_run_is_that_of_the_files(hub, folder, tmp_path):
    local = run(folder, FirstPerson(), tmp_path / "of files", title="T")
    streamed = run(REPO, FirstPerson(), tmp_path / "streamed", title="T", shards=7, num_proc=2)
    assert streamed.data == local.data
    commit = hub.repositories[REPO].head
    assert streamed.sources == [{"id": REPO, "revision": commit}]
    assert f"hf-genderfair run {REPO}@{commit} --chain" in load_audited(tmp_path / "streamed").card


@each_row
def test_a_revision_and_a_path_can_be_named(hub, files, source):
    repository = hub.repositories[REPO]
    repository.tags["v1"] = repository.head
    hub.write(REPO, "data/train-00003-of-00003.parquet", parquet(300, 100))
    assert (open_rows(source).number, open_rows(REPO).number) == (300, 400)


def test_a_run_goes_on_with_the_commit_of_its_beginning(hub, files, tmp_path):
    whole = run(REPO, FirstPerson(), tmp_path / "whole", shards=6, title="T")

    def opened(*arguments):
        found = open_hub_rows(*arguments)
        hub.faults.append(Fault("GET", RESOLVE + ".*00002-of", times=10**6, status=503))
        return found

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(rows, "open_hub_rows", opened)
        with pytest.raises(SourceError, match=r"ania/posts cannot be read: the Hub cannot answer now \(status 503\)"):
            run(REPO, FirstPerson(), tmp_path / "out", shards=6, title="T")
    assert len(list((tmp_path / "out").rglob("[0-9]*.json"))) == 4
    hub.faults.clear()
    hub.write(REPO, "data/train-00000-of-00003.parquet", parquet(7, 3))
    assert run(REPO, FirstPerson(), tmp_path / "out", title="T").data == whole.data
    with pytest.raises(RunError, match="holds a run with another source"):
        run(f"{REPO}@main", FirstPerson(), tmp_path / "out", title="T")


@each_row
def test_what_breaks_is_read_again(hub, files, settings):
    found, fault = open_rows(REPO), Fault("GET", RESOLVE, times=3, **settings)
    hub.faults.append(fault)
    assert texts_of(found) == list(range(300))
    assert not fault.times


REFUSALS = golden_rows(__file__, "REFUSALS")


@pytest.mark.parametrize(("status", "code", "message"), REFUSALS, ids=["missing", "gated", "revision", "busy"])
def test_what_the_hub_refuses_is_one_line(hub, files, tmp_path, status, code, message):
    hub.faults.append(Fault("GET", "/api/", times=10**6, status=status, headers={"X-Error-Code": code}))
    with one_line(SourceError, match=message):
        run(REPO, FirstPerson(), tmp_path / "out")
    assert not (tmp_path / "out").exists()
