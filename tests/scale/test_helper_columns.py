"""Columns for what goes wrong are in a data set where something went wrong, and only there."""

import json

import pyarrow.parquet as pq
import pytest
from datasets import Dataset, load_dataset

from hf_genderfair import Chain, FirstPerson, FragmentReasons, PersonReferences, load_audited, run
from hf_genderfair.hub.fingerprint import data_fingerprint
from hf_genderfair.scale import upload

CHAIN = Chain(FirstPerson(), FragmentReasons(min_words=2))
LINES = [b"Wczoraj bylam w kinie z siostra.", b"Pada.", "Kupiłem rower i pojechałem.".encode()] * 30
BAD = b"Kupi\xb3em rower i pojecha\xb3em."
REASON = "invalid_encoding"


@pytest.fixture(params=["txt", "jsonl"])
def source(request, tmp_path):
    """Give what writes texts, as lines or as JSON lines; the last of them unreadable where asked for."""

    def write(bad=False):
        path = tmp_path / f"posts.{request.param}"
        lines = [*LINES, *([BAD] if bad else [])]
        if request.param == "jsonl":
            lines = [b'{"text": "%b"}' % line for line in lines]
        path.write_bytes(b"\n".join(lines) + b"\n")
        return path

    return write


def load_files(files, cache):
    return load_dataset("parquet", data_files=list(map(str, files)), split="train", cache_dir=cache)


def columns_of(out):
    """Return the columns of each file, which are those of the card."""
    found = {}
    for folder, config in (("data", "default"), ("excluded", "excluded")):
        files = sorted((out / folder).glob("*.parquet"))
        names = {tuple(pq.read_schema(file).names) for file in files}
        assert len(names) == 1, names
        [rows] = load_dataset(str(out), config, cache_dir=out.parent / "cache").values()
        assert tuple(rows.column_names) in names
        # files without their card still tell the names of their classes
        assert load_files(files, out.parent / "cache").features == rows.features
        fingerprint = json.loads((out / "bias_report.json").read_text("utf-8"))["data"][f"{config}/train"]
        assert fingerprint["fingerprint"] == data_fingerprint(rows)
        assert {*fingerprint["columns"]} == {*rows.column_names}
        found[config] = rows.column_names
    return found


@pytest.mark.parametrize("shards", [1, 4])
def test_columns_in_which_no_row_has_a_value_are_absent(source, tmp_path, shards):
    run(source(), CHAIN, tmp_path / "out", keep="fragment_reason", shards=shards)
    for names in columns_of(tmp_path / "out").values():
        assert {"reading_problem", "run_error"}.isdisjoint(names)
        assert "fragment_reason" in names
    audited = load_audited(tmp_path / "out")
    assert audited.report.data["default/train"]["empty_columns"] == ["reading_problem"]
    assert audited.report.data["excluded/train"]["empty_columns"] == ["reading_problem", "run_error"]
    assert "Left out of default/train, since no row had a value: reading_problem." in audited.card


@pytest.mark.parametrize("shards", [1, 4])
def test_one_bad_row_brings_its_column_to_all_files(source, tmp_path, shards):
    report = run(source(bad=True), CHAIN, tmp_path / "out", shards=shards, keep="fragment_reason")
    columns = columns_of(tmp_path / "out")
    assert report.sources[0]["unreadable"] == "1 of 91 rows could not be read: 1 encoding"
    audited = load_audited(tmp_path / "out")
    parts = [part for part in (audited.dataset, audited.excluded) if "reading_problem" in part.column_names]
    assert [reason for part in parts for reason in part["reading_problem"] if reason] == [REASON]
    assert sum("reading_problem" in names for names in columns.values()) == 1
    assert "run_error" not in columns["excluded"]
    assert len(audited.dataset) + len(audited.excluded) == 91


def test_a_row_that_fails_brings_the_column_of_errors(tmp_path):
    texts = ["Die Ärztin lacht.", "Eine Lehrerin, die lange lachte.", None, "Byłam w domu."]
    data = Dataset.from_dict({"text": texts})
    chain = Chain(PersonReferences("de"), FirstPerson(), FragmentReasons(min_words=1))
    report = run(data, chain, tmp_path / "out", longest=20, keep="fragment_reason", shards=4)
    assert (report.excluded["too_long"], report.excluded["unreadable"]) == (1, 1)
    assert "run_error" in columns_of(tmp_path / "out")["excluded"]
    errors = load_audited(tmp_path / "out").excluded["run_error"][:]
    assert [error for error in errors if error] == ["too_long: 32 characters"]


def test_files_that_were_sent_before_they_got_a_column_are_sent_again(hub, source, tmp_path, monkeypatch):
    monkeypatch.setattr(upload, "INTERVAL", 0.01)
    leave = upload.Upload.__exit__

    def send_all_first(self, *error):
        self._send_done()
        leave(self, *error)

    monkeypatch.setattr(upload.Upload, "__exit__", send_all_first)
    run(source(bad=True), FirstPerson(), tmp_path / "out", shards=4, license="cc0-1.0", push_to="ania/posts")
    there = hub.files("ania/posts")
    files = sorted((tmp_path / "out/data").glob("*.parquet"))
    assert len(files) == 4
    for file in files:
        assert "reading_problem" in pq.read_schema(file).names
        assert there[f"data/{file.name}"] == file.read_bytes()
