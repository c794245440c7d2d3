import errno
from pathlib import Path

import pyarrow.parquet as pq
import pytest
from datasets import Dataset, DatasetDict, load_dataset

from hf_genderfair import Report, load_audited, write_dataset
from hf_genderfair.core.errors import OutputError
from hf_genderfair.report.report import Step


def names(place):
    return sorted(str(path.relative_to(place)) for path in place.rglob("*") if path.is_file())


def test_load_dataset_opens_the_folder(folder, kept, excluded):
    beside = ["README.md", "bias_report.json", "changes.tsv", "croissant.json"]
    files = [f"{part}/train-00000-of-00001.parquet" for part in ("data", "excluded")]
    assert names(folder) == [".written.json", *beside, *files, "report.html"]
    loaded = load_dataset(str(folder))
    assert (loaded["train"].features, loaded["train"].to_dict()) == (kept.features, kept.to_dict())
    assert load_dataset(str(folder), "excluded")["train"].to_dict() == excluded.to_dict()
    assert [row["text"] for row in load_dataset(str(folder), streaming=True)["train"]] == kept["text"][:]


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
    parts = DatasetDict({"train": kept, "test": kept.select([])})
    with pytest.raises(OutputError, match=r"^the split 'test' has no rows$"):
        write_dataset(tmp_path / "none", parts, Report("A", "pl", steps=[Step("made", "1", {}, 3, 3)]))
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


@pytest.mark.parametrize("existing", [False, True])
@pytest.mark.parametrize("part", [(pq.ParquetWriter, "write_table"), (Path, "write_bytes")])
def test_a_full_disk_leaves_nothing_that_looks_whole(tmp_path, folder, kept, report, monkeypatch, existing, part):
    def fail(*_, **__):
        raise OSError(errno.ENOSPC, "No space left on device")

    place = folder if existing else tmp_path / "new"
    before = names(tmp_path)
    monkeypatch.setattr(*part, fail)
    with pytest.raises(OutputError, match="cannot be written: No space left on device; nothing is left there"):
        write_dataset(place, kept, report, overwrite=existing)
    monkeypatch.undo()
    assert (names(tmp_path), place.exists()) == (before, existing)
