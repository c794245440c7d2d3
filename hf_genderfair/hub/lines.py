"""Read lines, JSON lines and CSV of any quality as Arrow tables, file after file; unreadable rows keep the reason."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any, BinaryIO

import numpy as np
import orjson
import pyarrow as pa
import pyarrow.compute as pc

from hf_genderfair.core.errors import SourceError, SourceOptionError
from hf_genderfair.hub.locate import BLOCK_BYTES, as_utf_8, decompressed, line_blocks

PROBLEM = "reading_problem"
URL_LINE = r"^\s*https?://\S+\s*$"
NUMBER = r"^\s*[+-]?[0-9]+([.,][0-9]+)*([eE][+-]?[0-9]+)?\s*$"
DELIMITERS = (",", ";", "\t", "|")
# The parsers read numbers of as many digits and such deep nesting in different ways.
_MANY_DIGITS, _DEEP = b"0" * 19, 500
_LARGE_NUMBER = re.compile(rb"[:,\[]\s*-?[0-9]{19}")
_DIGITS = bytes(ord("0") if chr(byte) in "0123456789" else ord(" ") for byte in range(256))
PLAIN_TYPES = {pa.string(), pa.int64(), pa.bool_()}
BLANK_LINE = re.compile(rb"\n[ \t\v\f\r]*(?=\n)")
UNLIKE = (b"\\ud", b"\\uD", b"\0")
UNFIT = (pa.ArrowInvalid, pa.ArrowTypeError, OverflowError)

SHOWN = 12
LONGEST_NAME = 60


def read_lines(
    stream: BinaryIO,
    text_column: str = "text",
    url_lines: bool = False,
    name: str = "standard input",
    block_bytes: int = BLOCK_BYTES,
) -> Iterator[pa.Table]:
    """Read text in blocks, one row for each line, in constant memory except for a very long line."""
    url: str | None = None
    for block in line_blocks(stream, name, block_bytes):
        texts, problems = _decode(_split(block))
        columns = {text_column: texts, PROBLEM: problems}
        if url_lines:
            is_url = pc.match_substring_regex(texts, URL_LINE)
            urls, url = _carry_forward(texts, is_url, url)
            columns = {text_column: texts, "url": urls, PROBLEM: problems}
            yield pa.table(columns).filter(pc.invert(is_url))
        else:
            yield pa.table(columns)


def read_jsonl(
    stream: BinaryIO, text_column: str = "text", name: str = "standard input", block_bytes: int = BLOCK_BYTES
) -> Iterator[pa.Table]:
    """Read JSON lines, one row for each line that is not blank."""
    # The first block decides on the columns and their types; a field whose values differ in type becomes JSON text.
    schema: pa.Schema | None = None
    for block in line_blocks(stream, name, block_bytes):
        table = _jsonl_table(block, schema, text_column, name, block_bytes)
        if table is not None:
            schema = schema or _without_problems(table.schema)
            yield table


def table_of_lines(block: bytes, layout: str, text_column: str, schema: pa.Schema, name: str) -> pa.Table | None:
    """Read some lines of a source as `read_lines` and `read_jsonl` do, with the columns of its first block."""
    block = block if block.endswith(b"\n") else block + b"\n"
    if layout == "jsonl":
        return _jsonl_table(block, _without_problems(schema), text_column, name, BLOCK_BYTES)
    texts, problems = _decode(_split(block))
    return pa.table({text_column: texts, PROBLEM: problems})


def count_rows(block: bytes, layout: str) -> int:
    """Return how many rows `table_of_lines` makes of some lines."""
    lines = block.count(b"\n")
    if layout == "text":
        return lines
    # each search begins at the end of a line, so that the end of a blank line is that before the next
    return lines - len(BLANK_LINE.findall(b"\n" + block))


def _without_problems(schema: pa.Schema) -> pa.Schema:
    return pa.schema([field for field in schema if field.name != PROBLEM])


def _jsonl_table(
    block: bytes, schema: pa.Schema | None, text_column: str, name: str, block_bytes: int
) -> pa.Table | None:
    """Return the rows of a block; None where all lines are blank. Without a schema they decide on the columns."""
    lines, encoding_problems = _decode(_split(block))
    is_text = encoding_problems.null_count == len(lines)
    plain = _read_plain(block, lines, schema, text_column) if schema and is_text else None
    if plain is not None:
        return plain
    stays = pc.not_equal(pc.ascii_trim_whitespace(lines), "")
    if not pc.any(stays).as_py():
        return None
    rows, found = _parsed(lines.filter(stays))
    problems = pc.coalesce(pa.array(found, pa.string()), encoding_problems.filter(stays)).to_pylist()
    if schema is None:
        if all(problem == "invalid_json" for problem in found):
            _refuse_other_json(lines.filter(stays)[0].as_py(), name)
        schema = _infer_schema(rows, text_column, name)
    unknown = set().union(*rows) - {*schema.names, PROBLEM}
    if unknown:
        raise SourceError(
            f"{name}: the field {min(unknown)!r} first occurs after {block_bytes >> 20} MB: "
            "put a line that has every field first"
        )
    return _typed_table(rows, problems, schema, text_column)


def read_csv(
    stream: BinaryIO, delimiter: str, text_column: str = "text", name: str = "standard input"
) -> Iterator[pa.Table]:
    """Read CSV or TSV with a header; every column is text, and quoted cells may hold line ends."""
    import pyarrow.csv as pcsv

    blocks = line_blocks(stream, name, BLOCK_BYTES)
    first = next(blocks, b"")
    header = first.partition(b"\n")[0]
    parse = pcsv.ParseOptions(delimiter=delimiter, newlines_in_values=True)
    try:
        names = pcsv.read_csv(pa.BufferReader(header + b"\n"), parse_options=parse).column_names
        if text_column not in names:
            _refuse_other_delimiter(header, delimiter, text_column, name)
        require_text_column(names, text_column, name)
        check_names(names, name)
        convert = pcsv.ConvertOptions(column_types={column: pa.binary() for column in names})
        # a row must fit into one block, so that blocks are large
        read = pcsv.ReadOptions(block_size=8 * BLOCK_BYTES)
        rejoined = _Rejoined(first, blocks)
        source = pa.PythonFile(rejoined, mode="r")
        last: pa.RecordBatch | None = None
        batches = pcsv.open_csv(source, read_options=read, parse_options=parse, convert_options=convert)
        for number, batch in enumerate(batches):
            decoded = {column: _decode(batch[column]) for column in names}
            if number == 0 and _are_numbers(decoded[text_column][0]):
                raise no_text_error(f"column {text_column!r} of {name} holds numbers", names, text_column)
            problems = pc.coalesce(*(problem for _, problem in decoded.values()))
            last = batch if len(batch) else last
            yield pa.table({**{column: texts for column, (texts, _) in decoded.items()}, PROBLEM: problems})
        if last is not None and rejoined.quotes % 2 and last[-1][-1].as_py().endswith(b"\n"):
            raise SourceError(f"{name} has a quotation mark that is never closed, so that its last row swallows others")
    except (pa.ArrowInvalid, pa.ArrowKeyError, UnicodeDecodeError) as error:
        reason = " ".join(str(error).split()) or type(error).__name__
        raise SourceError(f"{name} cannot be read as CSV: {reason}") from error


def require_text_column(names: Iterable[str], text_column: str, name: str) -> None:
    """Raise a `SourceOptionError` that names the columns there are, unless the text column is one of them."""
    known = [column for column in names if column != PROBLEM]
    if text_column not in known:
        there = named(known) or "no columns"
        raise SourceOptionError(
            f"{name} has no column {text_column!r}, but {there}", "name the column of text with {}", "text_column"
        )


def no_text_error(problem: str, names: Iterable[str], text_column: str) -> SourceOptionError:
    """Return the error of a text column that holds something else, with the other columns."""
    others = named(column for column in names if column not in (text_column, PROBLEM))
    there, advice = f"other columns are {others}", "name the column of text with {}"
    if not others:
        there, advice = "there is no other column", "add one, and name it with {}"
    return SourceOptionError(f"{problem}, not text; {there}", advice, "text_column")


def _refuse_other_delimiter(header: bytes, delimiter: str, text_column: str, name: str) -> None:
    """Raise an error if the header has the text column with another delimiter."""
    for other in DELIMITERS:
        cells = [cell.strip().strip(b'"') for cell in header.split(other.encode())]
        if other != delimiter and len(cells) > 1 and text_column.encode() in cells:
            written = r"\t" if other == "\t" else other
            problem = f"{name} has no column {text_column!r}; its columns seem to be divided by {other!r}"
            raise SourceOptionError(problem, f"give {{}} '{written}'", "delimiter")


def _refuse_other_json(first: str, name: str) -> None:
    """Raise an error for a source without a JSON object on any line of its first block."""
    if first.lstrip().startswith("["):
        raise SourceOptionError(
            f"{name} is one JSON array, not an object a line", "rename it to .json, or give {} json", "layout"
        )
    raise SourceError(f"no line of {name} is a JSON object: give one object a line, or an array of objects")


def _are_numbers(texts: pa.Array) -> bool:
    """Return whether all non-empty cells of a column are numbers."""
    written = texts.filter(pc.not_equal(pc.utf8_trim_whitespace(texts), ""))
    # the first cells decide for nearly every column
    head = written[:10]
    return all(len(part) and pc.all(pc.match_substring_regex(part, NUMBER)).as_py() for part in (head, written))


class _Rejoined:
    """The blocks as a file again, for the CSV reader."""

    closed = False

    def __init__(self, first: bytes, rest: Iterator[bytes]) -> None:
        self._pending, self._rest = first, rest
        self.quotes = first.count(b'"')

    def read(self, size: int) -> bytes:
        if not self._pending:
            self._pending = next(self._rest, b"")
            self.quotes += self._pending.count(b'"')
        part, self._pending = self._pending[:size], self._pending[size:]
        return part

    def close(self) -> None:
        self.closed = True


def _split(block: bytes) -> pa.Array:
    """Split at line ends into a binary array, without a Python object for each line."""
    if b"\r\n" in block:
        block = block.replace(b"\r\n", b"\n")
    ends = np.flatnonzero(np.frombuffer(block, np.uint8) == ord("\n"))
    offsets = np.zeros(len(ends) + 1, np.int32)
    offsets[1:] = ends - np.arange(len(ends))
    content = block.replace(b"\n", b"")
    return pa.Array.from_buffers(pa.binary(), len(ends), [None, pa.py_buffer(offsets), pa.py_buffer(content)])


def _decode(lines: pa.Array) -> tuple[pa.Array, pa.Array]:
    """Return texts and problems; only a block that is not valid UTF-8 is decoded line by line."""
    texts = lines.view(pa.string())
    try:
        texts.validate(full=True)
        return texts, pa.nulls(len(lines), pa.string())
    except pa.ArrowInvalid:
        decoded = [_decode_value(value) for value in lines.to_pylist()]
        return pa.array([text for text, _ in decoded], pa.string()), pa.array([why for _, why in decoded], pa.string())


def _decode_value(value: bytes | None) -> tuple[str | None, str | None]:
    if value is None:
        return None, None
    try:
        return value.decode(), None
    except UnicodeDecodeError:
        return value.decode(errors="replace"), "invalid_encoding"


def _carry_forward(texts: pa.Array, is_url: pa.Array, url: str | None) -> tuple[pa.Array, str | None]:
    """Return for each row the last address up to it, and the last one of all."""
    positions = np.where(is_url.to_numpy(zero_copy_only=False), np.arange(len(texts)), -1)
    last = np.maximum.accumulate(positions)
    found = pc.utf8_trim_whitespace(texts.take(pa.array(last, mask=last < 0)))
    urls = found if url is None else pc.fill_null(found, url)
    return urls, urls[-1].as_py() if len(urls) else url


def _read_plain(block: bytes, lines: pa.Array, schema: pa.Schema, text_column: str) -> pa.Table | None:
    """Return the rows of a block with one object of the known columns on each line."""
    # pyarrow is several times as fast as any parser that makes Python objects.
    import pyarrow.json as pjson

    # No object reaches over such lines, so that as many objects as lines are one on each.
    objects = pc.and_(pc.starts_with(lines, "{"), pc.ends_with(lines, "}"))
    if not (set(schema.types) <= PLAIN_TYPES and pc.all(objects).as_py()) or any(map(block.__contains__, UNLIKE)):
        return None
    parse = pjson.ParseOptions(explicit_schema=schema, unexpected_field_behavior="error")
    read = pjson.ReadOptions(use_threads=False, block_size=len(block) + 1)
    try:
        table = pjson.read_json(pa.BufferReader(block), read_options=read, parse_options=parse)
    except UNFIT:
        return None
    texts = table[text_column]
    problems = pc.if_else(pc.is_null(texts), "missing_text", pa.scalar(None, pa.string()))
    return table.select(schema.names).append_column(PROBLEM, problems) if len(table) == len(lines) else None


def _parsed(lines: pa.Array) -> tuple[list[dict[str, Any]], list[str | None]]:
    """Return the object of each line, empty where it holds none, and the problem."""
    content = lines.cast(pa.binary()).to_pylist()
    careful = _MANY_DIGITS in lines.buffers()[2].to_pybytes().translate(_DIGITS)
    if not careful and not any(map(_is_nested, content)):
        with suppress(orjson.JSONDecodeError):
            rows = list(map(orjson.loads, content))
            if set(map(type, rows)) == {dict}:
                return rows, [None] * len(rows)
    parsed = list(map(_parse, content))
    return [row for row, _ in parsed], [problem for _, problem in parsed]


def _parse(line: bytes) -> tuple[dict[str, Any], str | None]:
    """Parse a line as the standard library does, which also knows large numbers, NaN and half surrogate pairs."""
    if not _is_nested(line) and not _LARGE_NUMBER.search(line):
        with suppress(orjson.JSONDecodeError):
            row = orjson.loads(line)
            return (row, None) if isinstance(row, dict) else ({}, "invalid_json")
    return _parse_exactly(line)


def _is_nested(line: bytes) -> bool:
    """Return whether an object may be nested more deeply than the parsers agree on."""
    return len(line) > 2 * _DEEP and line.count(b"[") + line.count(b"{") > _DEEP


def _parse_exactly(line: bytes) -> tuple[dict[str, Any], str | None]:
    try:
        row = json.loads(line.decode())
    except (ValueError, RecursionError):
        return {}, "invalid_json"
    if not isinstance(row, dict):
        return {}, "invalid_json"
    if b"\\ud" in line.lower():
        whole = _whole(row)
        return whole, None if whole == row else "invalid_encoding"
    return row, None


def _infer_schema(rows: list[dict[str, Any]], text_column: str, name: str) -> pa.Schema:
    fields = [field for field in dict.fromkeys(field for row in rows for field in row) if field != PROBLEM]
    require_text_column(fields, text_column, name)
    check_names(fields, name)
    kinds = {type(row[text_column]) for row in rows if row.get(text_column) is not None}
    if kinds and str not in kinds:
        held = "numbers" if kinds <= {int, float} else "lists or other values"
        raise no_text_error(f"column {text_column!r} of {name} holds {held}", fields, text_column)
    return pa.schema([(field, pa.string() if field == text_column else _infer_type(rows, field)) for field in fields])


def _infer_type(rows: list[dict[str, Any]], field: str) -> pa.DataType:
    try:
        kind = pa.array([row.get(field) for row in rows]).type
    except UNFIT:
        return pa.string()
    return pa.string() if _is_open(kind) else kind


def _is_open(kind: pa.DataType) -> bool:
    """Return whether a type was inferred only from nulls and empty lists, which do not determine later values."""
    inner = [kind.field(index).type for index in range(kind.num_fields)]
    return pa.types.is_null(kind) or (pa.types.is_struct(kind) and not inner) or any(map(_is_open, inner))


def _typed_table(
    rows: list[dict[str, Any]], problems: list[str | None], schema: pa.Schema, text_column: str
) -> pa.Table:
    columns: dict[str, pa.Array] = {}
    for field in schema:
        values = [row.get(field.name) for row in rows]
        if field.name == text_column:
            columns[field.name] = _text_column(values, problems)
        elif field.type == pa.string():
            columns[field.name] = _string_column(values)
        else:
            columns[field.name] = _typed_column(values, field.type, problems)
    return pa.table({**columns, PROBLEM: pa.array(problems, pa.string())})


def _text_column(values: list[Any], problems: list[str | None]) -> pa.Array:
    """Return the texts, and note the rows that have none."""
    try:
        texts = pa.array(values, pa.string())
    except UNFIT:
        texts = pa.array([value if isinstance(value, str) else None for value in values], pa.string())
    for row in np.flatnonzero(np.asarray(pc.is_null(texts))).tolist():
        problems[row] = problems[row] or ("missing_text" if values[row] is None else "not_text")
    return texts


def _string_column(values: list[Any]) -> pa.Array:
    try:
        return pa.array(values, pa.string())
    except UNFIT:
        return pa.array([_as_text(value) for value in values], pa.string())


def _typed_column(values: list[Any], kind: pa.DataType, problems: list[str | None]) -> pa.Array:
    try:
        return pa.array(values, kind)
    except UNFIT:
        fitting = []
        for row, value in enumerate(values):
            try:
                fitting.append(pa.array([value], kind)[0].as_py())
            except UNFIT:
                fitting.append(None)
                problems[row] = problems[row] or "invalid_value"
        return pa.array(fitting, kind)


def _as_text(value: Any) -> str | None:
    return value if value is None or isinstance(value, str) else json.dumps(value, ensure_ascii=False)


def _whole(value: Any) -> Any:
    """Replace halves of surrogate pairs, which no encoding can hold, by U+FFFD."""
    if isinstance(value, str):
        return value.encode("utf-16", "surrogatepass").decode("utf-16", "replace")
    if isinstance(value, list):
        return [_whole(item) for item in value]
    if isinstance(value, dict):
        return {_whole(key): _whole(item) for key, item in value.items()}
    return value


def check_names(names: Sequence[str], source: str) -> None:
    """Refuse names of columns that Arrow cannot tell apart."""
    seen: set[str] = set()
    for name in names:
        if name in seen:
            raise SourceError(f"{source} has two columns of the same name, {named([name])}: rename one")
        if "\0" in name:
            raise SourceError(f"{source} has a column with the character NUL in its name, {named([name])}: rename it")
        seen.add(name)


def named(names: Iterable[str]) -> str:
    """Return names of columns for a message: the first ones, long ones cut short."""
    listed = list(names)
    shown = [repr(name if len(name) <= LONGEST_NAME else f"{name[:LONGEST_NAME]}…") for name in listed[:SHOWN]]
    return ", ".join([*shown, f"and {len(listed) - SHOWN:,} more"] if len(listed) > SHOWN else shown)


@dataclass(frozen=True)
class SourceFiles:
    """Files of lines, JSON lines or CSV, and how they are read."""

    paths: tuple[str, ...]
    layout: str  # ``text``, ``jsonl``, ``csv`` or ``tsv``; others are for `datasets` to read
    text_column: str = "text"
    url_lines: bool = False  # whether lines of text may be addresses
    encoding: str | None = None
    delimiter: str | None = None  # character between columns; None for that of the layout

    def tables(self) -> Iterator[pa.Table]:
        """Yield the rows of all files, all tables with the columns of the first."""
        return (table for table, _ in self.tables_with_progress())

    def tables_with_progress(self) -> Iterator[tuple[pa.Table, float]]:
        """Yield what `tables` yields, each with the share of the bytes of all files that was read by then."""
        schema: pa.Schema | None = None
        paths = list(map(Path, self.paths))
        sizes = [path.stat().st_size if path.is_file() else 0 for path in paths]
        for number, path in enumerate(paths):
            try:
                with path.open("rb") as file, decompressed(file, path.name) as stream:
                    for table in self._read(as_utf_8(stream, self.encoding, path.name), path.name):
                        schema = schema or table.schema
                        if table.schema.names != schema.names:
                            raise SourceError(f"{path.name} has other columns than {self.paths[0]}: open them apart")
                        yield table.cast(schema), (sum(sizes[:number]) + file.tell()) / sum(sizes)
            except (OSError, pa.ArrowInvalid) as error:
                raise SourceError(f"{path} cannot be read: {reason_in_one_line(error)}") from error
        if schema is None:
            raise SourceError(f"{Path(self.paths[0]).name} is empty: there is nothing to read")

    def line_of(self, row: int) -> str:
        """Return where a row stands, counted from 0: the number of its line, with its file where there are several."""
        for path in map(Path, self.paths if self.layout in ("text", "jsonl") and not self.url_lines else ()):
            with path.open("rb") as file, decompressed(file, path.name) as stream:
                line = 0
                for block in line_blocks(as_utf_8(stream, self.encoding, path.name), path.name, BLOCK_BYTES):
                    for content in block.split(b"\n")[:-1]:
                        line += 1
                        # blank lines are no rows of JSON lines
                        row -= self.layout == "text" or bool(content.strip())
                        if row < 0:
                            return f"line {line:,}{f' of {path.name}' if len(self.paths) > 1 else ''}"
        return ""

    def _read(self, stream: BinaryIO, name: str) -> Iterator[pa.Table]:
        if self.layout == "text":
            tables = read_lines(stream, self.text_column, self.url_lines, name)
        elif self.layout == "jsonl":
            tables = read_jsonl(stream, self.text_column, name)
        else:
            delimiter = self.delimiter or ("\t" if self.layout == "tsv" else ",")
            tables = read_csv(stream, delimiter, self.text_column, name)
        return (table for table in tables if table.num_rows)


def reason_in_one_line(error: BaseException) -> str:
    """Return the reason of an error in one line, without its number."""
    return getattr(error, "strerror", None) or next(iter(str(error).splitlines()), "") or type(error).__name__


def stamp(path: str) -> tuple[int, int]:
    """Return size and time of change of a file."""
    try:
        status = Path(path).stat()
    except OSError as error:
        raise SourceError(f"{path} cannot be read: {error.strerror}") from error
    return status.st_size, status.st_mtime_ns


def changed(name: str) -> str:
    """Return the message that a file has changed."""
    return f"{name} has changed while it was read: let nothing write to it, and begin anew in another folder"
