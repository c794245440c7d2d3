import bz2
import gzip
import io
import json
import lzma
import os
import subprocess
import sys
import types

import pyarrow as pa
import pytest
from datasets import Dataset, DatasetDict, IterableDataset
from golden import golden_rows
from one_line import one_line

from hf_genderfair.core.errors import SourceError
from hf_genderfair.hub.source import open_source

LINES = ["Byłam w lesie.", "", "Zgubiłem drogę."]


def zstd(content):
    sink = pa.BufferOutputStream()
    with pa.CompressedOutputStream(sink, "zstd") as stream:
        stream.write(content)
    return sink.getvalue().to_pybytes()


TEXT = "\n".join(LINES).encode()


FILES = {
    "a.txt": TEXT,
    "a.txt.gz": gzip.compress(TEXT),
    "a.txt.bz2": bz2.compress(TEXT),
    "a.txt.xz": lzma.compress(TEXT),
    "a.txt.zst": zstd(TEXT),
    "a.jsonl": "".join(json.dumps({"text": line}) + "\n" for line in LINES).encode(),
    "a.json": json.dumps([{"text": line} for line in LINES]).encode(),
    "a.csv": ("text\n" + "".join(f'"{line}"\n' for line in LINES)).encode(),
    "a.tsv": ("n\ttext\n" + "".join(f"0\t{line}\n" for line in LINES)).encode(),
}


@pytest.mark.parametrize("streaming", [False, True])
@pytest.mark.parametrize("name", FILES)
def test_texts_of_every_layout_and_compression_are_read(tmp_path, name, streaming):
    (tmp_path / name).write_bytes(FILES[name])
    dataset = open_source(tmp_path / name, streaming=streaming)
    assert isinstance(dataset, IterableDataset if streaming else Dataset)
    if ".txt" in name:
        assert list(dataset.features) == ["text", "reading_problem"]
    assert [row["text"] for row in dataset] == LINES


def test_a_file_that_changed_is_read_anew(tmp_path):
    path = tmp_path / "a.txt"
    path.write_text("raz\n")
    first, again = open_source(path), open_source(path)
    assert first._fingerprint == again._fingerprint
    path.write_text("dwa i\n")
    assert open_source(path)["text"][:] == ["dwa i"]


@pytest.mark.parametrize("streaming", [False, True])
def test_folders(tmp_path, folder, kept, streaming):
    assert [row["text"] for row in open_source(folder, streaming=streaming)] == kept["text"][:]
    excluded = open_source(folder, config="excluded", streaming=streaming)
    assert [row["reason"] for row in excluded] == ["no_expression", "too_short"]
    kept.save_to_disk(tmp_path / "saved")
    assert [row["text"] for row in open_source(tmp_path / "saved", streaming=streaming)] == kept["text"][:]
    plain = tmp_path / "plain"
    plain.mkdir()
    (plain / "b.txt").write_text("dwa\n")
    (plain / "a.txt").write_text("raz\n")
    (plain / "notes.pdf").write_bytes(b"%PDF")
    assert [row["text"] for row in open_source(plain, streaming=streaming)] == ["raz", "dwa"]


def test_splits_are_chosen(tmp_path, kept):
    DatasetDict({"train": kept, "test": kept.select([0])}).save_to_disk(tmp_path / "saved")
    with pytest.raises(SourceError, match="has the splits train, test: choose one"):
        open_source(tmp_path / "saved")
    assert len(open_source(tmp_path / "saved", split="test")) == 1
    with pytest.raises(SourceError, match="no split 'dev', but train, test"):
        open_source(tmp_path / "saved", split="dev")


def test_a_hub_id(hub, kept):
    kept.push_to_hub("ania/posts")
    assert open_source("ania/posts")["text"][:] == kept["text"][:]
    assert next(iter(open_source("ania/posts", streaming=True)))["text"] == kept["text"][0]
    with one_line(SourceError, match=r"ania/nothing, which is no file or folder here, cannot be read: .*doesn't exist"):
        open_source("ania/nothing")


def test_standard_input(monkeypatch):
    content = "http://a.example/\nByłam tu.\n".encode() + b"z\xb3e\n"
    monkeypatch.setattr(sys, "stdin", types.SimpleNamespace(buffer=io.BytesIO(content)))
    read = open_source("-", url_lines=True)
    assert read.to_dict() == {
        "text": ["Byłam tu.", "z\ufffde"],
        "url": ["http://a.example/"] * 2,
        "reading_problem": [None, "invalid_encoding"],
    }
    monkeypatch.setattr(sys, "stdin", types.SimpleNamespace(buffer=io.BytesIO(b'{"text": "raz"}\n')))
    assert list(open_source("-", layout="jsonl", streaming=True)) == [{"text": "raz", "reading_problem": None}]


@pytest.mark.parametrize("streaming", [False, True])
@pytest.mark.parametrize(
    ("name", "content", "message"),
    [
        *golden_rows(__file__, "test_what_cannot_be_read_is_one_clear_line"),
        ("a.txt.gz", gzip.compress(b"raz\n" * 99, mtime=0)[:-9], "damaged or cut short"),
        ("a.txt.xz", lzma.compress(os.urandom(999))[:-9], "damaged or cut short"),
    ],
)
def test_what_cannot_be_read_is_one_clear_line(tmp_path, name, content, message, streaming):
    if content is not None:
        (tmp_path / name).write_bytes(content)
    with one_line(SourceError, match=message):
        list(open_source(tmp_path / name, streaming=streaming))


def test_memory_stays_flat(tmp_path):
    path = tmp_path / "large.txt"
    with path.open("wb") as stream:
        for _ in range(120):
            stream.write("Wczoraj byłam w lesie i nic nie znalazłam.\n".encode() * 25_000)
    code = (
        "import resource, sys\n"
        "from hf_genderfair.hub.lines import read_lines\n"
        "before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss\n"
        "rows = sum(table.num_rows for table in read_lines(open(sys.argv[1], 'rb')))\n"
        "print(rows, resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before)\n"
    )
    output = subprocess.run([sys.executable, "-c", code, str(path)], capture_output=True, text=True, check=True).stdout
    rows, kilobytes = map(int, output.split())
    assert rows == 3_000_000
    assert kilobytes < 100_000
