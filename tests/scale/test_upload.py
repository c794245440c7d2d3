"""A run that uploads while it goes on: nothing is sent twice, nothing is lost, the local result is always whole."""

import random
import signal
import time

import pytest
from datasets import Dataset
from deadly import Deadly
from fresh_process import FreshProcess
from golden import each_row, golden_rows
from minihub import Fault, File, Repository

from hf_genderfair import load_audited, publish, run
from hf_genderfair.core.errors import PublishError
from hf_genderfair.hub.card import proved, set_repository
from hf_genderfair.hub.card_text import set_croissant_repository
from hf_genderfair.hub.publish import Published
from hf_genderfair.scale import upload

REPO = "ania/posts"
ROWS = Dataset.from_dict({"text": [f"row {index}" for index in range(100)]})
SHARDS = 6
DATA = {f"data/train-{shard:05d}-of-{SHARDS:05d}.parquet" for shard in range(SHARDS)}
WHOLE = {*DATA, ".gitattributes", "README.md", "bias_report.json", "croissant.json", "report.html"}


@pytest.fixture(autouse=True)
def _no_pauses(monkeypatch):
    slept = time.sleep
    monkeypatch.setattr("time.sleep", lambda seconds: slept(min(seconds, 0.002)))
    monkeypatch.setattr(upload, "INTERVAL", 0.01)


def uploaded(out, **options):
    given = {"shards": SHARDS, "license": "cc0-1.0", "title": "T", "push_to": REPO, **options}
    return run(ROWS, given.pop("chain", Deadly(at="no row")), out, **given)


def check_whole(hub, out):
    """Check that all is on the Hub, and that each content came once."""
    files = hub.files(REPO)
    assert set(files) == WHOLE
    for name in WHOLE - {".gitattributes", "README.md", "croissant.json"}:
        assert files[name] == (out / name).read_bytes(), name
    written = {name: (out / name).read_text("utf-8") for name in ("README.md", "croissant.json")}
    beside = {name: files[name] for name in files if "/" not in name and name not in (".gitattributes", "README.md")}
    assert files["README.md"].decode() == proved(set_repository(written["README.md"], REPO), beside)
    assert files["croissant.json"].decode() == set_croissant_repository(written["croissant.json"], REPO)
    assert (set(hub.received.values()), len(hub.received)) == ({1}, SHARDS)


def test_a_run_is_uploaded_and_comes_back(hub, tmp_path):
    report = uploaded(tmp_path / "out", private=True)
    check_whole(hub, tmp_path / "out")
    assert hub.repositories[REPO].private
    assert load_audited(REPO).report == report
    assert hub.count("POST", "/commit/") <= 3


def test_files_are_sent_while_the_run_goes_on(hub, tmp_path, monkeypatch):
    monkeypatch.setattr(upload, "COMMIT_FILES", 3)
    leave, there = upload.Upload.__exit__, []

    def wait(self, *error):
        for _ in range(10_000):
            there[:] = [name for name in hub.files(REPO) if name in DATA]
            if len(there) >= SHARDS - 2:
                break
            time.sleep(0.005)
        leave(self, *error)

    monkeypatch.setattr(upload.Upload, "__exit__", wait)
    uploaded(tmp_path / "out")
    assert len(there) >= SHARDS - 2
    commits = list(hub.repositories[REPO].commits.values())
    assert len(commits) <= 7
    assert b"is being written and is incomplete" in commits[1]["README.md"].content
    assert commits[1].keys() == {".gitattributes", "README.md"}
    assert b"is incomplete" not in commits[-1]["README.md"].content
    check_whole(hub, tmp_path / "out")


def test_a_second_time_sends_nothing(hub, tmp_path):
    uploaded(tmp_path / "out")
    hub.calls.clear()
    uploaded(tmp_path / "out")
    assert hub.count("POST", "/commit/") == hub.count("PUT", "/lfs/") == 0
    published = publish(tmp_path / "out", REPO)
    assert isinstance(published, Published)
    assert published.uploaded == ()
    check_whole(hub, tmp_path / "out")


@each_row
def test_what_breaks_is_sent_again_and_nothing_twice(hub, tmp_path, method, path, settings):
    fault = Fault(method, path, **settings)
    hub.faults.append(fault)
    uploaded(tmp_path / "out")
    assert not fault.times
    check_whole(hub, tmp_path / "out")


@pytest.mark.parametrize("seed", range(2))
def test_an_upload_that_fails_for_good_goes_on(hub, tmp_path, seed, monkeypatch):
    monkeypatch.setattr(upload, "COMMIT_FILES", 4)
    drawn, out = random.Random(seed), tmp_path / "out"
    uploaded(out, push_to=None)
    calls = [("PUT", "/lfs/"), ("POST", "/commit/"), ("POST", "/objects/batch")]
    for _ in range(5):
        hub.faults[:] = [
            Fault(*drawn.choice(calls), times=10**6, after=drawn.randrange(3), status=drawn.choice([None, 503]))
        ]
        try:
            uploaded(out)
        except PublishError as error:
            told = str(error)
            assert f"{out} is complete, but " in told or "the Hub " in told
            assert "\n" not in told
    hub.faults.clear()
    uploaded(out)
    check_whole(hub, out)


PROGRAM = """
import time, sys
from datasets import Dataset
from deadly import Deadly
from fresh_process import FreshProcess
from hf_genderfair import run
from hf_genderfair.scale import upload

upload.INTERVAL, upload.COMMIT_FILES = 0.01, 3
annotate = Deadly.annotate
Deadly.annotate = lambda *arguments: time.sleep(0.1) or annotate(*arguments)
rows = Dataset.from_dict({"text": [f"row {index}" for index in range(100)]})
run(rows, Deadly(at="row 77", once=sys.argv[1]), sys.argv[2], shards=6, license="cc0-1.0", title="T",
    push_to="ania/posts")
"""


def test_a_driver_that_is_killed_sends_nothing_twice(hub, tmp_path):
    out = tmp_path / "out"
    driver = FreshProcess(PROGRAM, tmp_path / "killed", out)
    driver.communicate()
    assert driver.returncode == -signal.SIGKILL
    assert hub.received
    uploaded(out, chain=Deadly(at="row 77", once=str(tmp_path / "killed")))
    check_whole(hub, out)


def test_a_folder_that_was_lost_is_made_again_and_not_sent_again(hub, tmp_path):
    uploaded(tmp_path / "first")
    first = list(hub.repositories[REPO].commits)[1]
    # as if the last commit had not been made
    hub.repositories[REPO].add(
        {**hub.repositories[REPO].commits[first], **{n: File(c, True) for n, c in hub.files(REPO).items() if n in DATA}}
    )
    uploaded(tmp_path / "second")
    check_whole(hub, tmp_path / "second")


FOREIGN = dict(golden_rows(__file__, "FOREIGN"))


@pytest.mark.parametrize("name", FOREIGN.values(), ids=FOREIGN)
def test_a_repository_with_something_else_is_refused_before_any_work(hub, tmp_path, name):
    hub.repositories[REPO] = Repository(False)
    hub.repositories[REPO].add({name: File(b"theirs")})
    with pytest.raises(PublishError, match=f"ania/posts holds something else than this run: the files {name}; choose"):
        uploaded(tmp_path / "out", chain=Deadly(at="row"))
    assert hub.files(REPO) == {name: b"theirs"}
    assert not list((tmp_path / "out").rglob("*.parquet"))


@pytest.mark.parametrize(
    ("status", "message"), [(401, "does not accept the token"), (403, "no right to write to ania/posts")]
)
def test_no_right_is_said_before_any_work(hub, tmp_path, status, message):
    hub.faults.append(Fault("GET", "/auth-check/write", status=status))
    with pytest.raises(PublishError, match=message):
        uploaded(tmp_path / "out", chain=Deadly(at="row"))
