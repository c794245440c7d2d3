"""Inputs that nobody should send, made in code: files of odd types, damaged, mislabelled, or of hostile content."""

import bz2
import gzip
import io
import json
import lzma
import os
import uuid
import zipfile
from datetime import datetime, timezone
from decimal import Decimal

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq
from datasets import Dataset
from golden import golden_rows

TEXT = "Wczoraj byłam w kinie."
TEXTS = [TEXT, "Pada.", "Kupiłem rower i pojechałem."]
BAD = b"Wczoraj by\xb3am w kinie."
HOSTILE = "\x1b[2J\x1b]0;title\x07\x9b31m Byłam \u202etam\u202c\x00\x08"
ROW = json.dumps({"text": TEXT}).encode() + b"\n"
ROWS = b"".join(json.dumps({"text": text, "n": n}).encode() + b"\n" for n, text in enumerate(TEXTS))
LINES = "".join(f"{text}\n" for text in TEXTS)
CSV = "text,n\n" + "".join(f"{text},{n}\n" for n, text in enumerate(TEXTS))
WORDS = ("text", TEXTS)
PARTS = {"<row>": ROW.decode(), "<rows>": ROWS.decode(), "<many>": ROW.decode() * 40, "<csv>": CSV, "<lines>": LINES}
"""What stands in the table for rows that many inputs have."""


def unchecked(values, size=""):
    """Return bytes as Arrow text that was never checked to be UTF-8."""
    found = pa.array(values, f"{size}binary")
    return pa.Array.from_buffers(pa.type_for_alias(f"{size}string"), len(found), found.buffers(), found.null_count)


def parquet(*columns, metadata=None, **options):
    """Return a Parquet file of columns, each a name and values; names may stand twice."""
    names, values = zip(*columns, strict=True) if columns else ((), ())
    arrays = [each if isinstance(each, pa.Array) else pa.array(each) for each in values]
    sink = io.BytesIO()
    pq.write_table(pa.Table.from_arrays(arrays, names=list(names)).replace_schema_metadata(metadata), sink, **options)
    return sink.getvalue()


def beside(values, kind=None):
    """Return a Parquet file with a column beside the text."""
    return parquet(WORDS, ("other", values if isinstance(values, pa.Array) else pa.array(values, kind)))


def damaged(content, place, change=b"\xff\xff\xff\xff"):
    """Return a file that is overwritten somewhere, from 0 (its begin) to 1."""
    start = int(len(content) * place)
    return content[:start] + change + content[start + len(change) :]


def zipped(name, content):
    sink = io.BytesIO()
    with zipfile.ZipFile(sink, "w") as archive:
        archive.writestr(name, content)
    return sink.getvalue()


def saved(folder):
    """Write a data set as `save_to_disk` does."""
    Dataset.from_dict({"text": TEXTS}).save_to_disk(str(folder))


def in_saved(change, file="*.arrow"):
    """Return what writes such a folder and changes a file of it."""

    def write(folder):
        saved(folder)
        change(next(folder.glob(file)))

    return write


def folder_of(files):
    """Return what writes a folder of files."""

    def write(folder):
        folder.mkdir()
        for name, content in files.items():
            (folder / name).write_bytes(content)

    return write


def written(text, encoding):
    """Return a text of the table in an encoding."""
    for name, part in PARTS.items():
        text = text.replace(name, part)
    return text.encode(encoding)


MAP = pa.array([[("a", 1)], [], None], pa.map_(pa.string(), pa.int64()))
UUIDS = pa.ExtensionArray.from_storage(pa.uuid(), pa.array([uuid.UUID(int=n).bytes for n in range(3)], pa.binary(16)))
NOON = datetime(2020, 1, 1, 12, tzinfo=timezone.utc)

WHOLE = parquet(WORDS)
NO_GROUP = io.BytesIO()
pq.ParquetWriter(NO_GROUP, pa.schema({"text": pa.string()})).close()

PARQUET = {
    **{
        name: parquet(*[WORDS] * (column != "text"), (column, pa.array(values, kind and pa.type_for_alias(kind))))
        for name, column, kind, values in golden_rows(__file__, "COLUMNS")
    },
    **{name: parquet(WORDS, (column, [1, 2, 3])) for name, column in golden_rows(__file__, "NAMED")},
    **{
        name: parquet(*[WORDS] * (column != "text"), (column, values), metadata={"huggingface": features})
        for name, column, values, features in golden_rows(__file__, "DESCRIBED")
    },
    "text that is no UTF-8": parquet(("text", unchecked([BAD, *map(str.encode, TEXTS)]))),
    "text that is no UTF-8, once in many": parquet(("text", unchecked([BAD, *[TEXT.encode()] * 40]))),
    "large text that is no UTF-8": parquet(("text", unchecked([BAD, *[TEXT.encode()] * 40], "large_"))),
    "other column that is no UTF-8": beside(unchecked([BAD, b"a", b"b"])),
    "nested text that is no UTF-8": beside(
        pa.ListArray.from_arrays(pa.array([0, 1, 2, 3], pa.int32()), unchecked([BAD, b"a", b"b"]))
    ),
    "text in a dictionary": parquet(("text", pa.array(TEXTS).dictionary_encode())),
    "text as bytes of one length": parquet(("text", pa.array([b"abcd", b"efgh"], pa.binary(4)))),
    "lists of no text": parquet(("text", pa.array([[], None, []], pa.list_(pa.string())))),
    "texts in maps": parquet(("text", MAP)),
    "bytes of one length beside": beside([b"abcd", b"efgh", None], pa.binary(4)),
    "dictionary beside": beside(pa.array(["a", "b", "a"]).dictionary_encode()),
    "dictionary of numbers beside": beside(pa.array([1, 2, 1]).dictionary_encode()),
    "map beside": beside(MAP),
    "nested map beside": beside([[[("a", 1)]], [], None], pa.list_(pa.map_(pa.string(), pa.int64()))),
    "UUID beside": beside(UUIDS),
    "JSON beside": beside(pa.ExtensionArray.from_storage(pa.json_(), pa.array(['{"a": 1}', "[", None]))),
    "bytes as truth beside": beside(pa.ExtensionArray.from_storage(pa.bool8(), pa.array([0, 1, None], pa.int8()))),
    "nested emptiness beside": beside([[[]], [[], []], []], pa.list_(pa.list_(pa.string()))),
    "large lists beside": beside([[1], [], None], pa.large_list(pa.int64())),
    "lists of one length beside": beside([[1, 2], [3, 4], [5, 6]], pa.list_(pa.int64(), 2)),
    "decimals beside": beside([Decimal("1.50"), None, Decimal("-2.25")], pa.decimal128(9, 2)),
    "large decimals beside": beside([Decimal(10) ** 60, None, None], pa.decimal256(70, 2)),
    "times with zone beside": beside([NOON, None, NOON], pa.timestamp("ns", "Europe/Warsaw")),
    "times of a zone that is not there": beside([NOON, None, NOON], pa.timestamp("us", "Mars/Olympus")),
    "no numbers beside": beside([float("nan"), float("inf"), -0.0]),
    "half precision beside": beside(pa.array(np.array([1, np.nan, np.inf], np.float16))),
    "a column twice": parquet(WORDS, ("n", [1, 2, 3]), ("n", ["a", "b", "c"])),
    "the text twice": parquet(WORDS, WORDS),
    "a column named as a field": parquet(WORDS, ("a", [{"b": 1}] * 3), ("a.b", [1, 2, 3])),
    "a name of 10 kB": parquet(WORDS, ("long " * 2000, [1, 2, 3])),
    "500 columns": parquet(WORDS, *((f"column {n}", [n] * 3) for n in range(500))),
    "no text column": parquet((HOSTILE, TEXTS), ("long " * 2000, TEXTS)),
    "no column": parquet(),
    "no row group": NO_GROUP.getvalue(),
    "many row groups": parquet(("text", TEXTS * 20), row_group_size=1),
    "hostile text": parquet(("text", [HOSTILE, "\u2028\u2029\ufeff", *TEXTS])),
    "a long text": parquet(("text", [f"{TEXT} " * 1000, *TEXTS])),
    "Parquet cut short": WHOLE[:-40],
    "Parquet cut at its begin": WHOLE[40:],
    "Parquet damaged in its rows": damaged(WHOLE, 0.02),
    "Parquet damaged in its footer": damaged(WHOLE, 0.8),
    "Parquet with a footer of another length": damaged(WHOLE, 1 - 8 / len(WHOLE)),
    "Parquet that is encrypted": WHOLE[:-4] + b"PARE",
}
"""Contents of Parquet files."""

FILES = {
    **{name: (".parquet", content) for name, content in PARQUET.items()},
    **{name: (ending, content) for name, ending, content in golden_rows(__file__, "OTHER")},
    **{name: (ending, written(text, code)) for name, ending, code, text in golden_rows(__file__, "WRITTEN")},
    # JSON lines
    "a number of 10,000 digits": (".jsonl", b'{"text":"a","n":%s}\n' % (b"9" * 10_000) + ROWS),
    "JSON nested 100,000 deep": (".jsonl", b'{"text":"a","n":' + b"[" * 100_000 + b"]" * 100_000 + b"}\n" + ROW * 40),
    "JSON nested 300 deep": (".jsonl", b'{"text":"a","n":' + b"[" * 300 + b"]" * 300 + b"}\n" + ROW * 40),
    "JSON keys that are odd": (
        ".jsonl",
        json.dumps({"text": TEXT, "": 1, "a.b": 2, "a\nb": 3, "🌍": 4, HOSTILE: 5, "k" * 10_000: 6}).encode() + b"\n",
    ),
    "JSON without a column of text": (".jsonl", json.dumps({HOSTILE: 1, "k" * 10_000: 2}).encode() + b"\n"),
    # CSV
    "a quotation mark that never closes": (".csv", (CSV + 'Byłam,"tam\n' + CSV * 40).encode()),
    "a head of 10 kB": (".csv", b"text," + b"long " * 2000 + b"\na,b\n"),
    "CSV that is no UTF-8": (".csv", CSV.encode("cp1250") + CSV.encode() * 20),
    # lines
    "NUL alone": (".txt", bytes(1000)),
    "noise": (".txt", bytes(range(256)) * 40),
    "a picture": (".txt", b"\x89PNG\r\n\x1a\n" + bytes(range(256)) * 4),
    "a long line": (".txt", f"{TEXT} ".encode() * 1000),
    # files under a wrong name
    "Parquet called text": (".txt", WHOLE),
    "Parquet called JSON lines": (".jsonl", WHOLE),
    "Parquet called CSV": (".csv", WHOLE),
    "gzip called text": (".txt", gzip.compress(LINES.encode())),
    "gzip called JSON": (".json", gzip.compress(ROWS)),
    "an archive called text": (".txt", zipped("posts.txt", LINES)),
    "an ending that nobody knows": (".docx", zipped("word/document.xml", LINES)),
    # compressed files
    "gzip cut short": (".jsonl.gz", gzip.compress(ROWS * 500)[:-60]),
    "gzip cut to its head": (".txt.gz", gzip.compress(LINES.encode())[:12]),
    "gzip damaged": (".txt.gz", damaged(gzip.compress(os.urandom(2000)), 0.5)),
    "gzip with noise behind": (".txt.gz", gzip.compress(LINES.encode()) + b"noise"),
    "gzip in two parts": (".txt.gz", gzip.compress(LINES.encode()) * 2),
    "gzip of nothing": (".txt.gz", gzip.compress(b"")),
    "gzip that is an archive": (".txt.gz", zipped("posts.txt", LINES)),
    "a gzipped array cut short": (".json.gz", gzip.compress(b"[" + b",".join([ROW] * 500) + b"]")[:-60]),
    "bzip2 cut short": (".txt.bz2", bz2.compress(LINES.encode())[:-10]),
    "xz cut short": (".txt.xz", lzma.compress(LINES.encode())[:-10]),
    "xz damaged": (".csv.xz", damaged(lzma.compress(CSV.encode()), 0.5)),
    "zstandard cut short": (".txt.zst", pa.compress(LINES.encode() * 100, codec="zstd", asbytes=True)[:-10]),
    "Parquet in gzip": (".parquet.gz", gzip.compress(WHOLE)),
}
"""Endings and contents of files."""

FOLDERS = {
    **{name: folder_of(files) for name, files in golden_rows(__file__, "FOLDERS")},
    "a folder of Parquet that differs": folder_of({"a.parquet": WHOLE, "b.parquet": beside([1, 2, 3])}),
    "a folder of Parquet of two types": folder_of({"a.parquet": beside([1, 2, 3]), "b.parquet": beside(TEXTS)}),
    "a folder with Parquet of no row": folder_of({"a.parquet": PARQUET["no row"], "b.parquet": WHOLE}),
    "a saved data set": saved,
    "a saved data set without its rows": in_saved(lambda file: file.unlink()),
    "a saved data set with rows of nothing": in_saved(lambda file: file.write_bytes(b"")),
    "a saved data set with damaged rows": in_saved(lambda file: file.write_bytes(damaged(file.read_bytes(), 0.1))),
    "a saved data set whose state is no JSON": in_saved(lambda file: file.write_text("{"), "state.json"),
    "a saved data set whose state is of nothing": in_saved(lambda file: file.write_text("{}"), "state.json"),
    "a pipe": os.mkfifo,
    "a link to nothing": lambda path: path.symlink_to("nothere.jsonl"),
    "a link to itself": lambda path: path.symlink_to(path.name),
}
"""What makes a folder, or anything that is no plain file."""


NAMES = {f"a file called {odd!r}": odd for odd in ("line\nbreak", "\x1b[31mred", "\udcff", " ", "-x", "a'b", "%s{}")}
"""Odd names of a file of JSON lines."""


def write_all(folder):
    """Write all odd inputs, and return where each lies."""
    places = {}
    for name, (ending, content) in FILES.items():
        places[name] = folder / f"{name.replace(' ', '-').replace(',', '')}{ending}"
        places[name].write_bytes(content)
    for name, make in FOLDERS.items():
        places[name] = folder / name.replace(" ", "-")
        make(places[name])
    for name, odd in NAMES.items():
        places[name] = folder / f"{odd}.jsonl"
        places[name].write_bytes(ROWS)
    return places
