"""Folders of unfinished runs that a stranger sent, or that were damaged: nothing runs, nothing outside is touched."""

import json
import os
import pickle
import shutil

import pyarrow as pa
import pyarrow.parquet as pq
import pytest
from datasets import Dataset
from deadly import Deadly
from golden import golden_rows
from killed import killed_at
from one_line import one_line

from hf_genderfair import GenderfairError, run
from hf_genderfair.scale.folder import PLAN_FILE, UNFINISHED, RunFolder, file_hash

ROWS = Dataset.from_dict({"text": [f"row {number}" for number in range(12)]})
DEEP = "[" * 50_000 + "]" * 50_000


def go_on(out):
    return run(ROWS, Deadly(at="no row"), out, shards=4, title="T")


@pytest.fixture(scope="module")
def expected(tmp_path_factory):
    return go_on(tmp_path_factory.mktemp("whole") / "out").data


@pytest.fixture(scope="module")
def begun(tmp_path_factory):
    """A run of which two shards or more are done."""
    place = tmp_path_factory.mktemp("begun")
    for step in range(25, 100, 5):
        assert killed_at(step, lambda: go_on(place / "out"), place)
        if len(RunFolder(place / "out").marks()) >= 2:
            return place / "out"
        shutil.rmtree(place / "out")
    raise AssertionError("no shard was done")


class Payload:
    """What a pickle makes when it is opened: a file."""

    def __init__(self, canary):
        self.canary = canary

    def __reduce__(self):
        return os.mkdir, (str(self.canary),)


def shard(out, number, name):
    return out / UNFINISHED / "0" / f"{number:05d}.{name}"


def edit(path, change):
    content = json.loads(path.read_text())
    change(content)
    path.write_text(json.dumps(content))


def edit_mark(values):
    return lambda out, home: edit(shard(out, 0, "json"), lambda mark: mark.update(values))


def edit_plan(values):
    return lambda out, home: edit(out / PLAN_FILE, lambda told: told["plan"].update(values))


def hidden_pickle(name):
    def make(out, home):
        file = out / UNFINISHED / "0" / name
        file.parent.mkdir(exist_ok=True)
        file.write_bytes(pickle.dumps(Payload(home / "canary")))

    return make


def link(name):
    def make(out, home):
        place = out / name
        if place.is_dir():
            shutil.rmtree(place)
        place.unlink(missing_ok=True)
        place.symlink_to(home / ("folder" if "." not in name.lstrip(".") else "mine.txt"))

    return make


def with_proof(name, content):
    """Put other content into a file, with a proof that fits."""

    def make(out, home):
        file = shard(out, 0, name)
        file.write_bytes(content)

        def prove(mark):
            if name == "counts":
                mark["counted"] = file_hash(file)
            else:
                mark["hashes"]["default"], mark["sizes"]["default"] = file_hash(file), len(content)

        edit(shard(out, 0, "json"), prove)

    return make


def parquet(table):
    sink = pa.BufferOutputStream()
    pq.write_table(table, sink)
    return sink.getvalue().to_pybytes()


def swap(out, home):
    first, second = (shard(out, number, "default.parquet") for number in (0, 1))
    content = first.read_bytes()
    first.write_bytes(second.read_bytes())
    second.write_bytes(content)


def fifo(out, home):
    (out / PLAN_FILE).unlink()
    os.mkfifo(out / PLAN_FILE)


def complete_without_data(out, home):
    edit(out / PLAN_FILE, lambda told: told.update(shards=[]))


def folder_for_mark(out, home):
    shard(out, 0, "json").unlink()
    shard(out, 0, "json").mkdir()


# what is damaged is done again, at once or by the next call; what no run makes is refused
WAYS = {"mark": edit_mark, "plan": edit_plan, "pickle": hidden_pickle}
MENDED = {
    **{what: WAYS[way](given) for what, way, given in golden_rows(__file__, "MENDED")},
    "counts that are forged": lambda out, home: shard(out, 0, "counts").write_text('[[["rows"], 999]]'),
    "counts of another form": with_proof("counts", b'[[["rows"], "999"]]'),
    "counts of great depth": with_proof("counts", DEEP.encode()),
    "files of shards that are swapped": swap,
    "a file that is no Parquet": with_proof("default.parquet", b"PAR1" * 9),
    "a file with other columns": with_proof("default.parquet", parquet(pa.table({"other": [1, 2, 3]}))),
    "a file with fewer rows": with_proof(
        "default.parquet", parquet(pa.table({"text": ["a"], "characters": pa.array([1], pa.int32())}))
    ),
    "a mark of great depth": lambda out, home: shard(out, 0, "json").write_text(DEEP),
    "a mark with a name elsewhere": lambda out, home: shard(out, 0, "json").rename(shard(out, 0, "..json")),
}
TWICE = {kind for kind, damage in MENDED.items() if "with_proof" in damage.__qualname__}
"""What only shows when the file is read."""

REFUSED = {
    **{what: WAYS[way](given) for what, way, given in golden_rows(__file__, "REFUSED")},
    "a link for the plan": link(PLAN_FILE),
    "a link for the shards": link(UNFINISHED),
    "a link for a pass": link(f"{UNFINISHED}/0"),
    "a link for the data": link("data"),
    "a link for a file of a shard": link(f"{UNFINISHED}/0/00000.default.parquet"),
    "a link for a mark": link(f"{UNFINISHED}/0/00000.json"),
    "a pipe for the plan": fifo,
    "a folder for a mark": folder_for_mark,
    "a file for the shards": lambda out, home: (shutil.rmtree(out / UNFINISHED), (out / UNFINISHED).touch()),
    "a plan of great depth": lambda out, home: (out / PLAN_FILE).write_text(DEEP),
    "a plan that is a list": lambda out, home: (out / PLAN_FILE).write_text("[]"),
    "a plan that is no text": lambda out, home: (out / PLAN_FILE).write_bytes(b"\xff\xfe\x00"),
    "a plan that says it is complete": complete_without_data,
}


def tree(place):
    return {path.relative_to(place).as_posix(): path.is_file() and path.read_bytes() for path in place.rglob("*")}


@pytest.fixture
def case(begun, tmp_path):
    out, home = tmp_path / "out", tmp_path / "home"
    shutil.copytree(begun, out)
    (home / "folder").mkdir(parents=True)
    for name in ("mine.txt", "folder/mine.tmp", "folder/00000.claim", "folder/00000.json"):
        (home / name).write_text("mine")
    return out, home


@pytest.mark.parametrize("kind", MENDED)
def test_what_is_damaged_is_done_again(kind, case, expected):
    out, home = case
    before = tree(home)
    MENDED[kind](out, home)
    if kind in TWICE:
        with one_line(GenderfairError, match="repeat the same command"):
            go_on(out)
    assert (go_on(out).data, tree(home)) == (expected, before)


@pytest.mark.parametrize("kind", REFUSED)
def test_what_no_run_makes_is_refused(kind, case):
    out, home = case
    before = tree(home)
    REFUSED[kind](out, home)
    with one_line(GenderfairError, match="choose another folder") as told:
        go_on(out)
    assert len(str(told.value)) < 600
    assert tree(home) == before
    # the folder is left as it came: it may be somebody's unfinished run
    assert (out / UNFINISHED).exists()
