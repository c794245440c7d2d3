"""Inputs that nobody should send, made in code: files of odd types, damaged, mislabelled, or of hostile content."""

import bz2
import gzip
import io
import json
import lzma
import os
import uuid
import zipfile
from datetime import date, datetime, time, timedelta, timezone
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


def unchecked(values, kind=None):
    """Return bytes as Arrow text that was never checked to be UTF-8."""
    kind = kind or pa.string()
    wide = kind in (pa.large_string(), pa.large_binary())
    plain = pa.array(values, pa.large_binary() if wide else pa.binary())
    return pa.Array.from_buffers(kind, len(plain), plain.buffers(), plain.null_count)


def parquet(columns, metadata=None, **options):
    """Return a Parquet file; columns are those of a table, or pairs of name and values, names twice included."""
    if isinstance(columns, dict):
        columns = list(columns.items())
    table = pa.Table.from_arrays(
        [value if isinstance(value, (pa.Array, pa.ChunkedArray)) else pa.array(value) for _, value in columns],
        names=[name for name, _ in columns],
    )
    sink = io.BytesIO()
    pq.write_table(table.replace_schema_metadata(metadata), sink, **options)
    return sink.getvalue()


def texts_of(kind):
    """Return a Parquet file whose texts have another type."""
    return parquet({"text": pa.array(TEXTS).cast(kind)})


def beside(values, kind=None):
    """Return a Parquet file with a column beside the text."""
    return parquet({"text": TEXTS, "other": values if isinstance(values, pa.Array) else pa.array(values, kind)})


def features(**kinds):
    """Return metadata of a file that say which features of datasets the columns are."""
    return {"huggingface": json.dumps({"info": {"features": kinds}})}


def named(name):
    """Return a Parquet file with a column of an odd name."""
    return parquet([("text", TEXTS), (name, [1, 2, 3])])


def damaged(content, place, change=b"\xff\xff\xff\xff"):
    """Return a file that is overwritten somewhere, from 0 (its begin) to 1."""
    start = int(len(content) * place)
    return content[:start] + change + content[start + len(change) :]


def zipped(name, content):
    sink = io.BytesIO()
    with zipfile.ZipFile(sink, "w") as archive:
        archive.writestr(name, content)
    return sink.getvalue()


def zstandard(content):
    return bytes(pa.compress(content, codec="zstd", asbytes=True))


def saved(folder):
    """Write a data set as `save_to_disk` does."""
    Dataset.from_dict({"text": TEXTS}).save_to_disk(str(folder))


def in_saved(change):
    """Return what writes such a folder and changes it."""

    def write(folder):
        saved(folder)
        change(folder)

    return write


def folder_of(**files):
    """Return what writes a folder of files, whose names have two underscores for a dot."""

    def write(folder):
        folder.mkdir()
        for name, content in files.items():
            (folder / name.replace("__", ".")).write_bytes(content)

    return write


MAP = pa.array([[("a", 1)], [], None], pa.map_(pa.string(), pa.int64()))
UUIDS = pa.ExtensionArray.from_storage(pa.uuid(), pa.array([uuid.UUID(int=n).bytes for n in range(3)], pa.binary(16)))
NOON = datetime(2020, 1, 1, 12, tzinfo=timezone.utc)

PARQUET = {
    "text that is no UTF-8": lambda: parquet({"text": unchecked([BAD, *map(str.encode, TEXTS)])}),
    "text that is no UTF-8, once in many": lambda: parquet({"text": unchecked([BAD, *[TEXT.encode()] * 40])}),
    "large text that is no UTF-8": lambda: parquet(
        {"text": unchecked([BAD, *[TEXT.encode()] * 40], pa.large_string())}
    ),
    "other column that is no UTF-8": lambda: parquet({"text": TEXTS, "other": unchecked([BAD, b"a", b"b"])}),
    "nested text that is no UTF-8": lambda: beside(
        pa.ListArray.from_arrays(pa.array([0, 1, 2, 3], pa.int32()), unchecked([BAD, b"a", b"b"]))
    ),
    "large text": lambda: texts_of(pa.large_string()),
    "text views": lambda: texts_of(pa.string_view()),
    "text in a dictionary": lambda: parquet({"text": pa.array(TEXTS).dictionary_encode()}),
    "text as bytes": lambda: texts_of(pa.binary()),
    "text as large bytes": lambda: texts_of(pa.large_binary()),
    "text as bytes of one length": lambda: parquet({"text": pa.array([b"abcd", b"efgh"], pa.binary(4))}),
    "lists of texts": lambda: parquet({"text": [[text] for text in TEXTS]}),
    "lists of no text": lambda: parquet({"text": pa.array([[], None, []], pa.list_(pa.string()))}),
    "text in structs": lambda: parquet({"text": [{"body": text} for text in TEXTS]}),
    "texts in maps": lambda: parquet({"text": MAP}),
    "numbers for texts": lambda: parquet({"text": [1, 2, 3]}),
    "truth for texts": lambda: parquet({"text": [True, False, None]}),
    "nulls without type for texts": lambda: parquet({"text": pa.nulls(3)}),
    "nulls for texts": lambda: parquet({"text": pa.nulls(3, pa.string())}),
    "empty texts": lambda: parquet({"text": ["", " ", "\n"]}),
    "bytes of one length beside": lambda: beside([b"abcd", b"efgh", None], pa.binary(4)),
    "views beside": lambda: beside(pa.array(TEXTS).cast(pa.string_view())),
    "views of bytes beside": lambda: beside(pa.array([b"a", b"b", None]).cast(pa.binary_view())),
    "dictionary beside": lambda: beside(pa.array(["a", "b", "a"]).dictionary_encode()),
    "dictionary of numbers beside": lambda: beside(pa.array([1, 2, 1]).dictionary_encode()),
    "map beside": lambda: beside(MAP),
    "nested map beside": lambda: beside([[[("a", 1)]], [], None], pa.list_(pa.map_(pa.string(), pa.int64()))),
    "UUID beside": lambda: beside(UUIDS),
    "JSON beside": lambda: beside(pa.ExtensionArray.from_storage(pa.json_(), pa.array(['{"a": 1}', "[", None]))),
    "bytes as truth beside": lambda: beside(
        pa.ExtensionArray.from_storage(pa.bool8(), pa.array([0, 1, None], pa.int8()))
    ),
    "nulls beside": lambda: beside(pa.nulls(3)),
    "nested nulls beside": lambda: beside([[None], [], None], pa.list_(pa.null())),
    "nested emptiness beside": lambda: beside([[[]], [[], []], []], pa.list_(pa.list_(pa.string()))),
    "deep lists beside": lambda: beside([[[[[[1]]]]], [], None]),
    "struct beside": lambda: beside([{"a": 1, "b": {"c": None}}, {"a": None, "b": None}, None]),
    "large lists beside": lambda: beside([[1], [], None], pa.large_list(pa.int64())),
    "lists of one length beside": lambda: beside([[1, 2], [3, 4], [5, 6]], pa.list_(pa.int64(), 2)),
    "decimals beside": lambda: beside([Decimal("1.50"), None, Decimal("-2.25")], pa.decimal128(9, 2)),
    "large decimals beside": lambda: beside([Decimal(10) ** 60, None, None], pa.decimal256(70, 2)),
    "dates beside": lambda: beside([date(1, 1, 1), date(9999, 12, 31), None]),
    "times with zone beside": lambda: beside([NOON, None, NOON], pa.timestamp("ns", "Europe/Warsaw")),
    "times of a zone that is not there": lambda: beside([NOON, None, NOON], pa.timestamp("us", "Mars/Olympus")),
    "times out of range beside": lambda: beside(pa.array([2**62, -(2**62), None]).cast(pa.timestamp("us"))),
    "hours beside": lambda: beside([time(1, 2, 3), None, time(23)], pa.time64("us")),
    "durations beside": lambda: beside([timedelta(1), None, timedelta(-1)], pa.duration("ms")),
    "no numbers beside": lambda: beside([float("nan"), float("inf"), -0.0]),
    "half precision beside": lambda: beside(pa.array(np.array([1, np.nan, np.inf], np.float16))),
    "largest numbers beside": lambda: beside([2**64 - 1, 0, None], pa.uint64()),
    "a column twice": lambda: parquet([("text", TEXTS), ("n", [1, 2, 3]), ("n", ["a", "b", "c"])]),
    "the text twice": lambda: parquet([("text", TEXTS), ("text", TEXTS)]),
    "a column named as a field": lambda: parquet([("text", TEXTS), ("a", [{"b": 1}] * 3), ("a.b", [1, 2, 3])]),
    "a column that is added": lambda: parquet({"text": TEXTS, "first_person": [1, 2, 3]}),
    "a column of reading": lambda: parquet({"text": TEXTS, "reading_problem": [1, None, 2]}),
    "a column of errors": lambda: parquet({"text": TEXTS, "run_error": ["a", None, "b"]}),
    "a name with dots": lambda: named("a.b.c"),
    "a name with line breaks": lambda: named("a\r\nb\tc"),
    "a name of an emoji": lambda: named("🌍👩‍🚀"),
    "a name of 10 kB": lambda: named("long " * 2000),
    "no name": lambda: named(""),
    "a name with escapes": lambda: named(HOSTILE),
    "a name with marks": lambda: named("a|b`c\"d'e<script>{{f}}"),
    "500 columns": lambda: parquet([("text", TEXTS), *((f"column {n}", [n] * 3) for n in range(500))]),
    "no text column": lambda: parquet({HOSTILE: TEXTS, "long " * 2000: TEXTS}),
    "no column": lambda: parquet({}),
    "no row": lambda: parquet({"text": pa.array([], pa.string())}),
    "no row group": lambda: parquet_without_groups(),
    "many row groups": lambda: parquet({"text": TEXTS * 20}, row_group_size=1),
    "hostile text": lambda: parquet({"text": [HOSTILE, "\u2028\u2029\ufeff", *TEXTS]}),
    "a long text": lambda: parquet({"text": [f"{TEXT} " * 1000, *TEXTS]}),
    "features that are no JSON": lambda: parquet({"text": TEXTS}, {"huggingface": "{"}),
    "features that are no object": lambda: parquet({"text": TEXTS}, {"huggingface": "[1]"}),
    "features of other columns": lambda: parquet({"text": TEXTS}, features(body={"dtype": "string", "_type": "Value"})),
    "features of another type": lambda: parquet({"text": TEXTS}, features(text={"dtype": "int64", "_type": "Value"})),
    "features that nobody knows": lambda: parquet({"text": TEXTS}, features(text={"_type": "Hologram"})),
    "features without type": lambda: parquet({"text": TEXTS}, features(text={})),
    "classes that are not there": lambda: parquet(
        {"text": TEXTS, "label": [0, 7, -5]},
        features(text={"dtype": "string", "_type": "Value"}, label={"names": ["a", "b"], "_type": "ClassLabel"}),
    ),
    "pictures that are none": lambda: parquet(
        {"text": TEXTS, "picture": [{"bytes": b"no picture", "path": None}] * 3},
        features(text={"dtype": "string", "_type": "Value"}, picture={"_type": "Image"}),
    ),
    "sound that is none": lambda: parquet(
        {"text": TEXTS, "sound": [{"bytes": b"no sound", "path": None}] * 3},
        features(text={"dtype": "string", "_type": "Value"}, sound={"_type": "Audio"}),
    ),
    "texts that are pictures": lambda: parquet(
        {"text": [{"bytes": b"no picture", "path": None}] * 3}, features(text={"_type": "Image"})
    ),
    "Parquet cut short": lambda: texts_of(pa.string())[:-40],
    "Parquet cut at its begin": lambda: texts_of(pa.string())[40:],
    "Parquet damaged in its rows": lambda: damaged(texts_of(pa.string()), 0.02),
    "Parquet damaged in its footer": lambda: damaged(texts_of(pa.string()), 0.8),
    "Parquet with a footer of another length": lambda: damaged(
        texts_of(pa.string()), 1 - 8 / len(texts_of(pa.string()))
    ),
    "Parquet that is encrypted": lambda: texts_of(pa.string())[:-4] + b"PARE",
    "an empty Parquet": b"",
    "Parquet that is text": LINES.encode(),
    "Parquet that is a page": b"<!DOCTYPE html><title>404</title>",
}
"""Contents of Parquet files."""


def parquet_without_groups():
    sink = io.BytesIO()
    pq.ParquetWriter(sink, pa.schema({"text": pa.string()})).close()
    return sink.getvalue()


OTHER = {
    **{name: (ending, content) for name, ending, content in golden_rows(__file__, "OTHER")},
    # JSON lines
    "texts of mixed types": (".jsonl", ROWS * 20 + b'{"text":1}\n{"text":["a"]}\n{"text":{"a":1}}\n{"text":true}\n'),
    "a number of 10,000 digits": (".jsonl", b'{"text":"a","n":%s}\n' % (b"9" * 10_000) + ROWS),
    "JSON nested 100,000 deep": (".jsonl", b'{"text":"a","n":' + b"[" * 100_000 + b"]" * 100_000 + b"}\n" + ROW * 40),
    "JSON nested 300 deep": (".jsonl", b'{"text":"a","n":' + b"[" * 300 + b"]" * 300 + b"}\n" + ROW * 40),
    "halves of surrogate pairs": (".jsonl", b'{"text":"\\ud83d Bylam"}\n' + ROW * 40),
    "JSON keys that are odd": (
        ".jsonl",
        json.dumps({"text": TEXT, "": 1, "a.b": 2, "a\nb": 3, "🌍": 4, HOSTILE: 5, "k" * 10_000: 6}).encode() + b"\n",
    ),
    "JSON with NUL": (".jsonl", b'{"text":"By\\u0000lam"}\n{"text":"By\0lam"}\n' + ROW * 40),
    "JSON lines that end in CR": (".jsonl", ROWS.replace(b"\n", b"\r")),
    "one object over many lines": (".jsonl", json.dumps({"text": TEXT, "n": 1}, indent=2).encode()),
    "JSON without a column of text": (".jsonl", json.dumps({HOSTILE: 1, "k" * 10_000: 2}).encode() + b"\n"),
    "JSON with empty objects": (".jsonl", b"{}\n{}\n" + ROW),
    "JSON cut short": (".jsonl", ROW * 40 + b'{"text":"Byl'),
    "JSON in UTF-16 without a mark": (".jsonl", ROWS.decode().encode("utf-16-le")),
    "JSON with a mark": (".jsonl", b"\xef\xbb\xbf" + ROWS),
    "JSON that brings a field late": (".jsonl", ROW * 5 + b'{"text":"a","late":1}\n'),
    "an array with odd keys": (".json", json.dumps([{"text": TEXT, "": 1, HOSTILE: 2, "a.b": 3}]).encode()),
    "an object of columns": (".json", json.dumps({"text": TEXTS, "n": [1, 2, 3]}).encode()),
    # CSV
    "a quotation mark that never closes": (".csv", (CSV + 'Byłam,"tam\n' + CSV * 40).encode()),
    "a quotation mark that never closes at the begin": (".csv", ('"text,n\n' + CSV * 3).encode()),
    "a head of 10 kB": (".csv", b"text," + b"long " * 2000 + b"\na,b\n"),
    "a head with escapes": (".csv", f"text,{HOSTILE}\na,b\n".replace("\x00", "").encode()),
    "CSV with NUL": (".csv", CSV.replace("byłam", "by\0łam").encode()),
    "CSV that ends in CR": (".csv", CSV.replace("\n", "\r").encode()),
    "CSV with other signs": (".csv", CSV.replace(",", ";").encode()),
    "CSV that is no UTF-8": (".csv", CSV.encode("cp1250") + CSV.encode() * 20),
    "CSV in UTF-16 without a mark": (".csv", CSV.encode("utf-16-be")),
    "CSV of one column": (".csv", b"text\n" + LINES.encode()),
    "TSV that is CSV": (".tsv", CSV.encode()),
    # lines
    "lines that end in CR": (".txt", LINES.replace("\n", "\r").encode()),
    "UTF-16 without a mark": (".txt", LINES.encode("utf-16-le")),
    "UTF-16 of the other order without a mark": (".txt", LINES.encode("utf-16-be")),
    "UTF-16 with a mark": (".txt", LINES.encode("utf-16")),
    "UTF-32": (".txt", LINES.encode("utf-32")),
    "UTF-32 without a mark": (".txt", LINES.encode("utf-32-le")),
    "lines in cp1250": (".txt", LINES.encode("cp1250")),
    "NUL alone": (".txt", bytes(1000)),
    "lines with NUL": (".txt", f"By\0łam\n{LINES}".encode()),
    "noise": (".txt", bytes(range(256)) * 40),
    "a picture": (".txt", b"\x89PNG\r\n\x1a\n" + bytes(range(256)) * 4),
    "escapes of terminals": (".txt", f"{HOSTILE}\n{LINES}".encode()),
    "a long line": (".txt", f"{TEXT} ".encode() * 1000),
    # files under a wrong name
    "Parquet called text": (".txt", lambda: texts_of(pa.string())),
    "Parquet called JSON lines": (".jsonl", lambda: texts_of(pa.string())),
    "Parquet called CSV": (".csv", lambda: texts_of(pa.string())),
    "gzip called text": (".txt", gzip.compress(LINES.encode())),
    "gzip called JSON": (".json", gzip.compress(ROWS)),
    "CSV called JSON lines": (".jsonl", CSV.encode()),
    "JSON lines called CSV": (".csv", ROWS),
    "an archive called text": (".txt", zipped("posts.txt", LINES)),
    "an ending that nobody knows": (".docx", zipped("word/document.xml", LINES)),
    "no ending": ("", LINES.encode()),
    # compressed files
    "gzip cut short": (".jsonl.gz", gzip.compress(ROWS * 500)[:-60]),
    "gzip cut to its head": (".txt.gz", gzip.compress(LINES.encode())[:12]),
    "gzip damaged": (".txt.gz", damaged(gzip.compress(os.urandom(2000)), 0.5)),
    "gzip with noise behind": (".txt.gz", gzip.compress(LINES.encode()) + b"noise"),
    "gzip in two parts": (".txt.gz", gzip.compress(LINES.encode()) * 2),
    "gzip of nothing": (".txt.gz", gzip.compress(b"")),
    "gzip that is text": (".txt.gz", LINES.encode()),
    "gzip that is an archive": (".txt.gz", zipped("posts.txt", LINES)),
    "a gzipped array cut short": (".json.gz", gzip.compress(b"[" + b",".join([ROW] * 500) + b"]")[:-60]),
    "bzip2 cut short": (".txt.bz2", bz2.compress(LINES.encode())[:-10]),
    "xz cut short": (".txt.xz", lzma.compress(LINES.encode())[:-10]),
    "xz damaged": (".csv.xz", damaged(lzma.compress(CSV.encode()), 0.5)),
    "zstandard cut short": (".txt.zst", lambda: zstandard(LINES.encode() * 100)[:-10]),
    "zstandard that is text": (".jsonl.zst", ROWS),
    "Parquet in gzip": (".parquet.gz", lambda: gzip.compress(texts_of(pa.string()))),
}
"""Endings and contents of other files."""

FOLDERS = {
    "a folder of nothing": lambda path: path.mkdir(),
    "a folder of other files": folder_of(a__docx=b"PK", b__png=b"\x89PNG"),
    "a folder of two kinds": folder_of(a__txt=LINES.encode(), b__jsonl=ROWS),
    "a folder of files that differ": folder_of(a__jsonl=ROW, b__jsonl=ROWS),
    "a folder of Parquet that differs": folder_of(a__parquet=parquet({"text": TEXTS}), b__parquet=beside([1, 2, 3])),
    "a folder of Parquet of two types": folder_of(a__parquet=beside([1, 2, 3]), b__parquet=beside(["a", "b", "c"])),
    "a folder with a file of nothing": folder_of(a__jsonl=b"", b__jsonl=ROWS),
    "a folder with Parquet of no row": folder_of(
        a__parquet=parquet({"text": pa.array([], pa.string())}), b__parquet=parquet({"text": TEXTS})
    ),
    "a folder with a card alone": folder_of(README__md=b"# Posts\n"),
    "a folder with a card that is no YAML": folder_of(README__md=b"---\n\t: [\n---\n", a__jsonl=ROWS),
    "a folder with a card of no mapping": folder_of(README__md=b"---\n- 1\n---\n", a__jsonl=ROWS),
    "a folder with a card of odd splits": folder_of(
        README__md=b"---\nconfigs:\n- config_name: default\n  data_files: nothere.jsonl\n---\n", a__jsonl=ROWS
    ),
    "a folder with a card that is no UTF-8": folder_of(README__md=BAD, a__jsonl=ROWS),
    "a saved data set": saved,
    "a saved data set without its rows": in_saved(lambda path: next(path.glob("*.arrow")).unlink()),
    "a saved data set with rows of nothing": in_saved(lambda path: next(path.glob("*.arrow")).write_bytes(b"")),
    "a saved data set with damaged rows": in_saved(
        lambda path: next(path.glob("*.arrow")).write_bytes(damaged(next(path.glob("*.arrow")).read_bytes(), 0.1))
    ),
    "a saved data set whose state is no JSON": in_saved(lambda path: (path / "state.json").write_text("{")),
    "a saved data set whose state is of nothing": in_saved(lambda path: (path / "state.json").write_text("{}")),
    "splits that are no JSON": folder_of(dataset_dict__json=b"["),
    "splits that are not there": folder_of(dataset_dict__json=b'{"splits": ["train"]}'),
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

    def file(name, ending, content):
        places[name] = folder / f"{name.replace(' ', '-').replace(',', '')}{ending}"
        places[name].write_bytes(content() if callable(content) else content)

    for name, content in PARQUET.items():
        file(name, ".parquet", content)
    for name, (ending, content) in OTHER.items():
        file(name, ending, content)
    for name, make in FOLDERS.items():
        places[name] = folder / name.replace(" ", "-")
        make(places[name])
    for name, odd in NAMES.items():
        places[name] = folder / f"{odd}.jsonl"
        places[name].write_bytes(ROWS)
    return places
