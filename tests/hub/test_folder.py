import errno
import re
from pathlib import Path

import pyarrow.parquet as pq
import pytest
from datasets import Dataset, DatasetDict, Features, Value, load_dataset
from fresh_process import FreshProcess

from hf_genderfair.core.errors import GenderfairError, OutputError
from hf_genderfair.hub.audited import load_audited
from hf_genderfair.hub.card import split_card
from hf_genderfair.hub.fingerprint import data_fingerprint
from hf_genderfair.hub.folder import write_dataset
from hf_genderfair.report.report import Report


def names(place):
    return sorted(str(path.relative_to(place)) for path in place.rglob("*") if path.is_file())


def test_load_dataset_opens_the_folder(folder, kept, excluded):
    assert names(folder) == [
        ".written.json",
        "README.md",
        "bias_report.json",
        "croissant.json",
        "data/train-00000-of-00001.parquet",
        "excluded/train-00000-of-00001.parquet",
        "report.html",
    ]
    loaded = load_dataset(str(folder))
    assert loaded["train"].features == kept.features
    assert loaded["train"].to_dict() == kept.to_dict()
    assert load_dataset(str(folder), "excluded")["train"].to_dict() == excluded.to_dict()
    assert [row["text"] for row in load_dataset(str(folder), streaming=True)["train"]] == kept["text"][:]


def test_an_empty_column_of_reading_problems_is_not_written(tmp_path):
    features = Features({name: Value("string") for name in ("text", "url", "reading_problem")})
    empty = {"url": [None, None], "reading_problem": [None, None]}
    clean = Dataset.from_dict({"text": ["tea", "sugar"], **empty}, features)
    write_dataset(tmp_path / "a", clean, Report("A", "en"))
    assert load_dataset(str(tmp_path / "a"), split="train").column_names == ["text", "url"]
    faulty = Dataset.from_dict({"text": [None], "url": [None], "reading_problem": ["not_text"]}, features)
    write_dataset(tmp_path / "b", DatasetDict({"train": clean, "test": faulty}), Report("A", "en"))
    assert "reading_problem" in load_dataset(str(tmp_path / "b"), split="train").column_names


def test_the_report_is_tied_to_the_rows(tmp_path, kept, report):
    filled = write_dataset(tmp_path / "a", kept, report)
    assert filled.data["default/train"]["rows"] == 3
    assert filled.data["default/train"]["fingerprint"] == data_fingerprint(kept)
    assert Report.from_json((tmp_path / "a/bias_report.json").read_text("utf-8")) == filled
    assert report.data == {}


def test_splits_and_shards(tmp_path, kept):
    many = Dataset.from_dict({"text": [f"{number} {number**9}" for number in range(30_000)]})
    write_dataset(
        tmp_path / "a", DatasetDict({"train": many, "test": many.select([3])}), Report("A", "pl"), shard_bytes=1000
    )
    assert names(tmp_path / "a")[4:-1] == [
        "data/test-00000-of-00001.parquet",
        *(f"data/train-{number:05d}-of-00003.parquet" for number in range(3)),
    ]
    assert load_dataset(str(tmp_path / "a"))["train"]["text"][:] == many["text"][:]


def test_long_texts_are_written_in_smaller_batches(tmp_path):
    rows = Dataset.from_dict({"text": ["x" * 30_000_000] * 6})
    write_dataset(tmp_path / "a", rows, Report("A", "pl"))
    assert pq.ParquetFile(tmp_path / "a/data/train-00000-of-00001.parquet").num_row_groups == 3


def test_streams_filtered_sets_and_sets_with_empty_splits_are_written(tmp_path, kept):
    stream = write_dataset(tmp_path / "stream", kept.to_iterable_dataset(), Report("A", "pl"))
    whole = write_dataset(tmp_path / "whole", kept, Report("A", "pl"))
    assert stream == whole
    write_dataset(tmp_path / "some", kept.filter(lambda row: row["url"] is None), Report("A", "pl"))
    assert load_audited(tmp_path / "some").dataset["text"][:] == ["Zgubiłem klucze."]
    some = DatasetDict({"train": kept, "test": kept.select([])})
    write_dataset(tmp_path / "splits", kept, Report("A", "pl"), excluded=some)
    assert load_audited(tmp_path / "splits").excluded.to_dict() == kept.to_dict()
    write_dataset(tmp_path / "whole", kept, Report("A", "pl"), excluded=kept.select([]), overwrite=True)
    assert not (tmp_path / "whole/excluded").exists()


def test_nothing_is_not_written(tmp_path, kept):
    with pytest.raises(OutputError, match="the split 'train' has no rows"):
        write_dataset(tmp_path / "none", kept.select([]), Report("A", "pl"), excluded=kept)
    assert list(tmp_path.iterdir()) == []


def test_what_stands_there_is_kept(tmp_path, folder, kept, report):
    before = names(folder)
    with pytest.raises(OutputError, match="is not empty: choose another folder, or pass overwrite=True"):
        write_dataset(folder, kept, report)
    (tmp_path / "file").touch()
    with pytest.raises(OutputError, match="is a file"):
        write_dataset(tmp_path / "file", kept, report)
    (tmp_path / "home").mkdir()
    (tmp_path / "home" / "letters.txt").touch()
    with pytest.raises(OutputError, match="holds something else"):
        write_dataset(tmp_path / "home", kept, report, overwrite=True)
    assert names(folder) == before


def test_overwriting_keeps_what_a_person_wrote(folder, kept, report):
    card = (folder / "README.md").read_text("utf-8")
    (folder / "README.md").write_text(card.replace("---\n", "---\ndoi: 10.1234/x\n", 1) + "\nMy notes.\n", "utf-8")
    write_dataset(folder, kept.select([0]), report, overwrite=True)
    audited = load_audited(folder)
    assert len(audited.dataset) == 1
    assert audited.excluded is None
    assert split_card(audited.card)[0]["doi"] == "10.1234/x"
    assert split_card(audited.card)[0]["license"] == "cc0-1.0"
    assert audited.card.endswith("My notes.\n")
    assert [path.name for path in folder.parent.iterdir()] == ["posts"]


def test_an_existing_empty_folder_is_used(tmp_path, kept, report):
    (tmp_path / "a").mkdir()
    write_dataset(tmp_path / "a", kept, report)
    assert load_audited(tmp_path / "a").report.title == report.title


@pytest.mark.parametrize("existing", [False, True])
@pytest.mark.parametrize("part", [(pq.ParquetWriter, "write_table"), (Path, "write_bytes")])
def test_a_full_disk_leaves_nothing_that_looks_whole(tmp_path, folder, kept, report, monkeypatch, existing, part):
    def fail(*_, **__):
        raise OSError(errno.ENOSPC, "No space left on device")

    place = folder if existing else tmp_path / "new"
    before = names(tmp_path)
    monkeypatch.setattr(*part, fail)
    with pytest.raises(OutputError, match="cannot be written: No space left on device"):
        write_dataset(place, kept, report, overwrite=existing)
    monkeypatch.undo()
    assert names(tmp_path) == before
    assert place.exists() == existing


def test_a_limit_on_file_size_and_a_kill_leave_nothing_that_looks_whole(tmp_path):
    code = """
import os, resource, signal, sys
from datasets import Dataset
from hf_genderfair.core.errors import GenderfairError, OutputError
from hf_genderfair.hub.folder import write_dataset
from hf_genderfair.report.report import Report

rows = Dataset.from_dict({"text": [os.urandom(40).hex() for _ in range(30_000)]})
signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
resource.setrlimit(resource.RLIMIT_FSIZE, (100_000, resource.RLIM_INFINITY))
try:
    write_dataset(sys.argv[1] + "/full", rows, Report("A", "pl"))
except OutputError as error:
    print(error)
resource.setrlimit(resource.RLIMIT_FSIZE, (resource.RLIM_INFINITY, resource.RLIM_INFINITY))

def rows_then_kill():
    yield {"text": "a"}
    os.kill(os.getpid(), signal.SIGKILL)

from datasets import Features, IterableDataset, Value
stream = IterableDataset.from_generator(rows_then_kill, features=Features({"text": Value("string")}))
write_dataset(sys.argv[1] + "/killed", stream, Report("A", "pl"))
"""
    process = FreshProcess(code, tmp_path)
    printed, _ = process.communicate()
    assert re.search(r"full cannot be written: .*File too large; nothing is left there", printed)
    assert process.returncode == -9
    assert not (tmp_path / "full").exists()
    assert not (tmp_path / "killed").exists()
    assert not list(tmp_path.rglob("*-of-*"))


def test_an_error_of_the_rows_is_passed_on_and_leaves_nothing(tmp_path, kept):
    def fail(row):
        raise KeyError("row")

    stream = kept.to_iterable_dataset().map(fail, features=kept.features)
    with pytest.raises(KeyError):
        write_dataset(tmp_path / "a", stream, Report("A", "pl"))
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("wrong", [["Pada."], "Pada.", None, {"train": ["Pada."]}], ids=str)
def test_what_is_no_data_set_is_not_written(tmp_path, report, wrong):
    with pytest.raises(GenderfairError, match="write_dataset reads a data set, not"):
        write_dataset(tmp_path / "out", wrong, report)
    assert list(tmp_path.iterdir()) == []


def test_no_split_is_not_written(tmp_path, report):
    with pytest.raises(OutputError, match="there is no split in the data set"):
        write_dataset(tmp_path / "out", DatasetDict(), report)
    assert list(tmp_path.iterdir()) == []
