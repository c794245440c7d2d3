"""Locate a source (a Hub id, a folder, a file, standard input), and read its bytes as lines of UTF-8."""

from __future__ import annotations

import bz2
import codecs
import gzip
import lzma
import re
import zlib
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from difflib import get_close_matches
from encodings.aliases import aliases
from functools import partial
from pathlib import Path, PurePosixPath
from typing import Any, BinaryIO, cast
from urllib.parse import unquote

import pyarrow as pa

from hf_genderfair.core.errors import SourceError, SourceOptionError
from hf_genderfair.core.records import read_json

LAYOUTS = {
    ".txt": "text",
    ".text": "text",
    ".jsonl": "jsonl",
    ".ndjson": "jsonl",
    ".json": "jsonl",
    ".csv": "csv",
    ".tsv": "tsv",
    ".parquet": "parquet",
}
HUB_SOURCE = re.compile(
    r"(?P<scheme>hf://datasets/)?(?P<id>[\w.-]+(?:/[\w.-]+)?)"
    r"(?:@(?P<revision>refs/(?:convert|pr)/[\w-]+|[^@/\s]+))?(?P<path>/\S+)?"
)
DATA_SET = "data set"
FORMATS = ("text", "jsonl", "json", "csv", "tsv", "parquet")
READ_BY_LINES = ("text", "jsonl", "csv", "tsv")
EFFECTIVE = {
    "split": (DATA_SET,),
    "config": (DATA_SET,),
    "layout": FORMATS,
    "encoding": READ_BY_LINES,
    "delimiter": ("csv", "tsv"),
    "url_lines": ("text",),
}
"""The kinds of sources on which an option has an effect."""

CARD, METADATA = "README.md", ".huggingface.yaml"
"""Where ``datasets`` looks for configurations."""

OF_HUB = "hf://"
STATES = {"state.json": ("_data_files", "filename"), "dataset_dict.json": ("splits",)}
"""Files of ``save_to_disk``, and where they name files or folders."""


COMPRESSIONS: dict[str, Callable[..., Any]] = {
    ".gz": gzip.open,
    ".bz2": bz2.open,
    ".xz": lzma.open,
    ".zst": partial(pa.input_stream, compression="zstd"),
}


@dataclass(frozen=True)
class HubSource:
    """A data set on the Hub, or files of it."""

    repo_id: str
    revision: str | None = None  # branch, tag or commit; None for the newest commit
    path: str = ""  # a folder, a file, or a pattern of files in it; empty for what its card says

    def __str__(self) -> str:
        """Return the source as a user names it."""
        at = f"@{self.revision}" if self.revision else ""
        return f"hf://datasets/{self.repo_id}{at}/{self.path}" if self.path else f"{self.repo_id}{at}"

    @property
    def load_options(self) -> dict[str, str]:
        """The options of ``load_dataset`` beside the id."""
        kind = "data_files" if _suffix(Path(self.path)) in LAYOUTS else "data_dir"
        return {name: value for name, value in (("revision", self.revision), (kind, self.path)) if value}


def hub_source(source: str) -> HubSource | None:
    """Return what a name means on the Hub; None for a name that no data set has."""
    match = HUB_SOURCE.fullmatch(source)
    if match is None or (match["path"] and not match["scheme"]):
        return None
    name = Path(match["id"])
    if not match["scheme"] and (_suffix(name) in LAYOUTS or name.suffix in COMPRESSIONS):
        return None
    return HubSource(match["id"], match["revision"] and unquote(match["revision"]), (match["path"] or "").strip("/"))


def source_name(source: str) -> str:
    """Return the name of a source in a report: a Hub id, or the last part of a path, which identifies no machine."""
    if source == "-":
        return "standard input"
    path = Path(source)
    name = path.resolve().name if path.exists() else source
    # a name of bytes that are no UTF-8 cannot stand in a report
    return name.encode("utf-8", "replace").decode()


def locate_source(source: str, layout: str | None = None, encoding: str | None = None) -> tuple[str, tuple[Path, ...]]:
    """Locate a source by its name."""
    if layout is not None and layout not in FORMATS:
        raise SourceError(f"unknown layout {layout!r}: choose one of {', '.join(sorted(FORMATS))}")
    if not source:
        raise SourceError("the source has no name: name a file, a folder or a data set, or - for standard input")
    if source == "-":
        return layout or "text", ()
    path = Path(source).expanduser()
    if path.is_file():
        return layout or _layout(path, encoding), (path,)
    if path.is_dir():
        return _locate_folder(path, layout, encoding)
    if path.is_symlink():
        raise SourceError(f"{source} is a link to a file that is not there")
    if path.exists():
        raise SourceError(f"{source} is a pipe or a device: send it to standard input, which is named -")
    if hub_source(source) is None:
        raise SourceError(f"no such file or folder: {source}")
    return DATA_SET, ()


def check_options(name: str, kind: str, given: Mapping[str, Any]) -> None:
    """Check that each option is valid, and has an effect on a source."""
    for option, value in given.items():
        if value is not None and kind not in EFFECTIVE[option]:
            what = "a data set, not a file" if kind == DATA_SET else f"read as {kind}"
            raise SourceOptionError(f"{name} is {what}", "leave out {}, which has no effect", option, wrong_use=True)
    if given.get("encoding") is not None:
        check_encoding(given["encoding"])
    delimiter = given.get("delimiter")
    if delimiter is not None and (len(delimiter) != 1 or not delimiter.isascii() or delimiter in '"\r\n'):
        problem = f"{delimiter!r} cannot divide the columns"
        raise SourceOptionError(problem, "give {} one sign, such as ; or \\t or |", "delimiter", wrong_use=True)


def decompressed(stream: BinaryIO, name: str) -> BinaryIO:
    """Return the content of a file."""
    opener = COMPRESSIONS.get(Path(name).suffix.lower())
    return cast(BinaryIO, opener(stream)) if opener else stream


def _locate_folder(path: Path, layout: str | None, encoding: str | None) -> tuple[str, tuple[Path, ...]]:
    """Return the layout and the data files of a folder; the folder itself if ``datasets`` knows how to open it."""
    check_folder(path)
    if any((path / name).exists() for name in ("README.md", "state.json", "dataset_dict.json")):
        return DATA_SET, (path,)
    files = [file for file in sorted(path.rglob("*")) if file.is_file() and not file.name.startswith(".")]
    known = {file: _layout(file, encoding) for file in files if _suffix(file) in LAYOUTS}
    layouts = sorted(set(known.values()))
    if not known:
        raise SourceError(f"{path} holds no data files: expected {', '.join(LAYOUTS)}, or a folder of a data set")
    if layout is None and len(layouts) > 1:
        problem = f"{path} mixes files of {' and '.join(layouts)}"
        raise SourceOptionError(problem, "name one file, or choose the files of one kind with {}", "layout")
    chosen = layout or layouts[0]
    if chosen not in layouts:
        raise SourceError(f"{path} holds no files of {chosen}, but of {' and '.join(layouts)}")
    return chosen, tuple(file for file, kind in known.items() if kind == chosen)


def _suffix(path: Path) -> str:
    """Return the suffix of a file name without that of a compression."""
    bare = path.with_suffix("") if path.suffix.lower() in COMPRESSIONS else path
    return bare.suffix.lower()


def _layout(path: Path, encoding: str | None) -> str:
    suffix = _suffix(path)
    if suffix not in LAYOUTS:
        advice = f"expected {', '.join(LAYOUTS)}, or name its format with {{}}"
        raise SourceOptionError(f"{path} has an unknown ending", advice, "layout")
    if suffix == ".json":
        with path.open("rb") as stream:
            begin = as_utf_8(decompressed(stream, path.name), encoding, path.name).read(64).removeprefix(BOM)
            return "json" if begin.lstrip().startswith(b"[") else "jsonl"
    return LAYOUTS[suffix]


def check_folder(folder: Path) -> None:
    """Refuse a folder of data that would lead elsewhere, to files of this machine or to a server."""
    home = folder.resolve()
    # in the cache of the Hub, files are links to their content
    allowed = (home, home.parent.parent / "blobs") if home.parent.name == "snapshots" else (home,)
    for path in folder.rglob("*"):
        if path.is_symlink() and not any(path.resolve().is_relative_to(place) for place in allowed):
            raise SourceError(f"{path} is a link that leads out of {folder}: put a copy in its place, or name the file")
        if path.name in STATES and path.is_file():
            _check(str(folder), _named(_content(path), STATES[path.name]))
    for name in (CARD, METADATA):
        if (folder / name).is_file():
            _check(str(folder), _configured(folder / name))


def check_repository(repo_id: str, revision: str | None = None, token: str | None = None) -> None:
    """Refuse a data set of the Hub that would lead to files of this machine, or to another server."""
    from huggingface_hub import hf_hub_download
    from huggingface_hub.errors import EntryNotFoundError, HTTPError  # type: ignore[attr-defined]

    for name in (CARD, METADATA):
        try:
            file = hf_hub_download(repo_id, name, repo_type="dataset", revision=revision, token=token)
        except (EntryNotFoundError, OSError, HTTPError):
            # there is none, or the Hub does not answer, which whoever loads the data says
            continue
        _check(repo_id, (place for place in _configured(Path(file)) if not place.startswith(OF_HUB)))


def _check(name: str, places: Iterator[str]) -> None:
    for place in places:
        if "://" in place or PurePosixPath(place).is_absolute() or ".." in PurePosixPath(place).parts:
            raise SourceError(f"{name} names {place!r}, which is not in it: name it as a source of its own")


def _configured(file: Path) -> Iterator[str]:
    """Yield what a card, or what stands for its metadata, names as files of configurations."""
    from huggingface_hub.repocard import REGEX_YAML_BLOCK
    from yaml import YAMLError

    from hf_genderfair.core.records import read_yaml

    try:
        text = file.read_text(encoding="utf-8")
        if file.name == CARD:
            # datasets looks for them so
            found = REGEX_YAML_BLOCK.search(text)
            text = found[2] if found else ""
        metadata = read_yaml(text)
    except (OSError, ValueError, YAMLError) as error:
        reason = " ".join(str(error).split())
        raise SourceError(f"{file} cannot be read ({reason}): correct or remove it") from error
    configurations = metadata.get("configs") if isinstance(metadata, dict) else None
    for entry in configurations if isinstance(configurations, list) else [configurations]:
        if isinstance(entry, dict):
            yield from _texts([entry.get("data_files"), entry.get("data_dir")])


def _texts(value: Any) -> Iterator[str]:
    """Yield the texts in plain values, which may hold one another by YAML's names."""
    waiting, seen = [value], set()
    while waiting:
        part = waiting.pop()
        if isinstance(part, str):
            yield part
        elif isinstance(part, (list, dict)) and id(part) not in seen:
            seen.add(id(part))
            waiting += part.values() if isinstance(part, dict) else part


def _content(path: Path) -> Any:
    try:
        return read_json(path.read_text(encoding="utf-8"))
    except (OSError, ValueError) as error:
        raise SourceError(f"{path} cannot be read ({error}): write the data set anew") from error


def _named(value: Any, keys: tuple[str, ...]) -> Iterator[str]:
    """Yield the texts under keys, one inside another, in lists or not."""
    for part in value if isinstance(value, list) else [value]:
        if keys and isinstance(part, dict):
            yield from _named(part.get(keys[0]), keys[1:])
        elif isinstance(part, str):
            yield part


UNREADABLE = "hf_genderfair.unreadable"
UTF_8 = ("utf-8", "utf_8")
NO_FILE_ENCODINGS = ("idna", "punycode", "unicode_escape", "raw_unicode_escape", "undefined")

BLOCK_BYTES = 8 << 20
MAX_LINE_BYTES = 1 << 30
BOM = b"\xef\xbb\xbf"
HEAD, FEWEST = 1000, 4
"""Bytes at the begin of a stream that tell its encoding, and how many of them must be NUL to tell a wide one."""

FILES = {
    b"\x1f\x8b": ("compressed by gzip", "rename it to end in .gz"),
    b"BZh": ("compressed by bzip2", "rename it to end in .bz2"),
    b"\xfd7zXZ\0": ("compressed by xz", "rename it to end in .xz"),
    b"\x28\xb5\x2f\xfd": ("compressed by zstd", "rename it to end in .zst"),
    b"PAR1": ("Parquet", "rename it to end in .parquet"),
    b"PK\x03\x04": ("an archive, or a document of an office", "take the text out of it first"),
    b"%PDF-": ("PDF", "take the text out of it first"),
    b"\x89PNG": ("a picture", "give a file of text"),
    b"\xff\xd8\xff": ("a picture", "give a file of text"),
}
"""How files begin that are no lines: what they are, and what to do."""


def _replacement(error: UnicodeError) -> tuple[str, int]:
    """Replace undecodable bytes by a lone surrogate, which becomes the byte 0xFF, which is never part of UTF-8."""
    return "\udcff", cast(UnicodeDecodeError, error).end


codecs.register_error(UNREADABLE, _replacement)


def check_encoding(encoding: str) -> str:
    """Return the name of an encoding as Python writes it."""
    found = _text_codec(encoding)
    if found is not None:
        return found.name
    known = sorted({name.replace("_", "-") for name in (*aliases, *aliases.values())})
    near = [name for name in get_close_matches(encoding.lower(), known, 9, 0.5) if _text_codec(name)][:4]
    near = near or ["utf-8", "latin-1", "cp1252"]
    problem = f"no encoding is called {encoding!r}, but there is {' or '.join(near)}"
    raise SourceOptionError(problem, "name one with {}", "encoding", wrong_use=True)


def _text_codec(encoding: str) -> codecs.CodecInfo | None:
    """Return the codec of an encoding of text files, or None."""
    try:
        found = codecs.lookup(encoding)
    except (LookupError, ValueError):
        return None
    return found if found._is_text_encoding and found.name.replace("-", "_") not in NO_FILE_ENCODINGS else None


def as_utf_8(stream: BinaryIO, encoding: str | None, name: str = "standard input") -> BinaryIO:
    """Return a stream that converts text to UTF-8 in constant memory."""
    if encoding is None or check_encoding(encoding) in UTF_8:
        return stream
    return cast(BinaryIO, _Transcoded(stream, encoding, name))


class _Transcoded:
    def __init__(self, stream: BinaryIO, encoding: str, name: str) -> None:
        self._stream, self._encoding, self._name = stream, encoding, name
        self._decoder = codecs.getincrementaldecoder(encoding)(UNREADABLE)

    def read(self, size: int) -> bytes:
        while chunk := self._stream.read(size):
            # an incomplete character gives no output yet, which must not look like the end
            if content := self._decode(chunk):
                return content
        return self._decode(b"", final=True)

    def _decode(self, chunk: bytes, final: bool = False) -> bytes:
        try:
            return self._decoder.decode(chunk, final).encode("utf-8", "surrogateescape")
        except UnicodeError as error:
            raise SourceOptionError(
                f"{self._name} is not {self._encoding}, {error}", "name its encoding with {}", "encoding"
            ) from error


def line_blocks(stream: BinaryIO, name: str, block_bytes: int) -> Iterator[bytes]:
    """Yield whole lines, about ``block_bytes`` at a time, each block ending in a line end."""
    pending: list[bytes] = []
    size, at_start, by_cr = 0, True, False
    while chunk := _read(stream, name, block_bytes):
        if at_start:
            _refuse_other_files(chunk, name)
            by_cr = ends_in_cr(chunk)
            chunk, at_start = chunk.removeprefix(BOM), False
        if by_cr:
            chunk = chunk.replace(b"\r", b"\n")
        end = chunk.rfind(b"\n") + 1
        if end:
            yield b"".join([*pending, chunk[:end]])
            pending, size = [], 0
        pending.append(chunk[end:])
        size += len(chunk) - end
        if size > MAX_LINE_BYTES:
            raise SourceError(f"{name} holds a line of more than {MAX_LINE_BYTES >> 30} GiB: it is not a text of lines")
    if size:
        yield b"".join([*pending, b"\n"])


def ends_in_cr(head: bytes) -> bool:
    """Return whether lines end in CR alone, as old systems wrote them."""
    return b"\n" not in head and head.count(b"\r") > 1


def _refuse_other_files(chunk: bytes, name: str) -> None:
    """Raise an error for what is no text in an encoding that lines can be found in."""
    for begin, (what, advice) in FILES.items():
        if chunk.startswith(begin) and not _is_utf_8(chunk[:HEAD]):
            raise SourceError(f"{name} is {what}, no text: {advice}")
    encoding = wide_encoding(chunk[:HEAD])
    if encoding:
        raise SourceOptionError(f"{name} is {encoding.upper()}, not UTF-8", f"give {{}} {encoding}", "encoding")


def _is_utf_8(head: bytes) -> bool:
    try:
        codecs.getincrementaldecoder("utf-8")().decode(head)
    except UnicodeDecodeError:
        return False
    return True


def wide_encoding(head: bytes) -> str | None:
    """Return the encoding of text in which the letters of most alphabets have bytes that are NUL; None for others."""
    # A byte order mark alone may be noise. Text in UTF-8 has no NUL, and a damaged one has few, anywhere.
    by_place = [head[place::4].count(0) for place in range(4)]
    even, odd = by_place[0] + by_place[2], by_place[1] + by_place[3]
    if even + odd < max(FEWEST, len(head) // 10):
        return None
    marked = head.startswith((b"\xff\xfe", b"\xfe\xff", b"\0\0\xfe\xff"))
    if (even + odd) * 2 > len(head) and min(by_place) * 4 < max(by_place):
        return "utf-32" if marked else "utf-32-le" if by_place[0] < by_place[3] else "utf-32-be"
    if min(even, odd) * 8 > max(even, odd):
        return None
    return "utf-16" if marked else "utf-16-le" if odd > even else "utf-16-be"


def _read(stream: BinaryIO, name: str, size: int) -> bytes:
    try:
        return stream.read(size)
    except (OSError, EOFError, lzma.LZMAError, zlib.error) as error:
        reason = " ".join(str(error).split()) or type(error).__name__
        raise SourceError(f"{name} cannot be read, it may be damaged or cut short: {reason}") from error
