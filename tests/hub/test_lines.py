import io

import pyarrow as pa
import pytest
from as_one_test import as_one_test
from golden import all_rows, golden_rows
from hypothesis import given
from hypothesis import strategies as st

from hf_genderfair.core.errors import SourceError
from hf_genderfair.hub import locate
from hf_genderfair.hub.lines import PROBLEM, read_csv, read_jsonl, read_lines
from hf_genderfair.hub.locate import BOM, FILES, ends_in_cr, wide_encoding


def rows(tables):
    return pa.concat_tables(tables, promote_options="default").to_pydict()


def texts(content, **options):
    return rows(read_lines(io.BytesIO(content), **options))


@all_rows
@as_one_test("block_bytes", [1, 2, 3, 5, 100])
def test_lines_do_not_depend_on_blocks(content, expected, block_bytes):
    read = texts(content, block_bytes=block_bytes)
    assert (read["text"], read[PROBLEM]) == (expected, [None] * len(expected))


@given(st.lists(st.binary(max_size=20).map(lambda line: line.replace(b"\n", b"").rstrip(b"\r"))), st.integers(3, 30))
def test_every_line_of_any_bytes_is_one_row(content, block_bytes):
    data = b"".join(line + b"\n" for line in content)
    head = data[:block_bytes]
    if not data or data.startswith((BOM, *FILES)) or ends_in_cr(head) or wide_encoding(head):
        return
    read = texts(data, block_bytes=block_bytes)
    assert read["text"] == [line.decode(errors="replace") for line in content]
    for line, problem in zip(content, read[PROBLEM], strict=True):
        assert (problem is None) == (line.decode(errors="ignore").encode() == line)


def test_a_byte_order_mark_is_no_letter_and_says_nothing_of_what_follows():
    assert texts(b"\xef\xbb\xbfraz\ncaf\xe9\n")["text"] == ["raz", "caf\ufffd"]


def test_huge_lines_are_one_row_and_lines_without_end_are_refused(monkeypatch):
    read = texts(b"a\n" + b"x" * 50_000_000 + b"\nb\n")
    assert [len(text) for text in read["text"]] == [1, 50_000_000, 1]
    monkeypatch.setattr(locate, "MAX_LINE_BYTES", 100)
    with pytest.raises(SourceError, match="not a text of lines"):
        texts(b"x" * 1000, block_bytes=10)


def test_a_stream_that_breaks_off_is_one_clear_error():
    class Broken(io.BytesIO):
        def read(self, size=-1):
            raise EOFError("Compressed file ended\nbefore the end")

    with pytest.raises(SourceError, match="damaged or cut short: Compressed file ended before the end"):
        list(read_lines(Broken()))


@pytest.mark.parametrize("block_bytes", [5, 1000])
def test_addresses_on_lines_of_their_own_belong_to_what_follows(block_bytes):
    content = b"Witam.\nhttp://a.example/x\nByla ulewa.\nhttp://to.nie adres\n https://b.example \n\nhttp://c.example\n"
    read = texts(content, url_lines=True, block_bytes=block_bytes)
    assert read["text"] == ["Witam.", "Byla ulewa.", "http://to.nie adres", ""]
    assert read["url"] == [None, "http://a.example/x", "http://a.example/x", "https://b.example"]


def test_json_lines_keep_their_fields_and_their_reasons_and_no_late_field_is_lost():
    content = b"\n".join(golden_rows(__file__, "JSON")).replace(b"DEEP", b"[" * 100_000 + b"]" * 100_000)
    read = rows(read_jsonl(io.BytesIO(content)))
    assert list(read) == ["text", "id", "date", "tags", PROBLEM]
    assert read["text"] == ["raz", "d\0wa", "z\ufffde", "\ufffd", "🦔", None, None, None, None, None, None, None]
    assert (read["id"][:5], read["date"][0]) == ([1, 2, 3, 4, 5], "2020-01-01")
    assert read["tags"][:2] == [["a"], None]
    missing, invalid = ["not_text", "missing_text", "missing_text"], ["invalid_json"] * 4
    assert read[PROBLEM] == [None, None, "invalid_encoding", "invalid_encoding", None, *missing, *invalid]
    with pytest.raises(SourceError, match="the field 'id' first occurs after"):
        rows(read_jsonl(io.BytesIO(b'{"text": "a"}\n{"text": "b", "id": 1}\n'), block_bytes=15))


@all_rows
def test_values_that_parsers_read_in_different_ways(number, expected):
    assert rows(read_jsonl(io.BytesIO(f'{{"text": "a", "id": {number}}}\n'.encode())))["id"] == [expected]


@all_rows
def test_a_later_block_is_read_as_the_first(lines, expected):
    first = b'{"text": "a", "id": 1}\n' + b" " * 200 + b"\n"
    read = rows(read_jsonl(io.BytesIO(first + b"\n".join(lines)), block_bytes=len(first)))
    assert list(zip(read["text"], read["id"], read[PROBLEM], strict=True))[1:] == expected


@given(st.lists(st.one_of(st.binary(max_size=30), st.sampled_from([b'{"text": "a"}', b'{"text": "\\udc00"}', b"{}"]))))
def test_no_bytes_make_json_lines_fail(content):
    data = b'{"text": "a", "id": 1}\n' + b"\n".join(content)
    assert set(rows(read_jsonl(io.BytesIO(data)))) == {"text", "id", PROBLEM}


def test_csv_cells_hold_commas_line_ends_and_broken_bytes():
    content = b'\xef\xbb\xbfid,text\n1,"raz, dwa\ntrzy"\n2,z\xb3e\n3,\n'
    read = rows(read_csv(io.BytesIO(content), ","))
    assert read == {
        "id": ["1", "2", "3"],
        "text": ["raz, dwa\ntrzy", "z\ufffde", ""],
        PROBLEM: [None, "invalid_encoding", None],
    }


@all_rows
def test_bad_csv_is_one_clear_error(content, message):
    with pytest.raises(SourceError, match=message):
        list(read_csv(io.BytesIO(content), ","))
