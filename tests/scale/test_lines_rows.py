"""Lines are read where they lie as they are through the cache of datasets."""

import pyarrow as pa
import pytest
from datasets import concatenate_datasets
from hypothesis import given
from hypothesis import strategies as st

from hf_genderfair import FirstPerson, run
from hf_genderfair.core.errors import RunError
from hf_genderfair.hub.lines import PROBLEM, count_rows, table_of_lines
from hf_genderfair.hub.locate import BOM
from hf_genderfair.hub.reading_problems import UnreadableError
from hf_genderfair.hub.source import open_source
from hf_genderfair.scale import rows as scale_rows
from hf_genderfair.scale.folder import RunFolder
from hf_genderfair.scale.rows import open_rows

JSON = '{"text": "raz", "id": 1}\n\n{"text": \n  {"id": 3}\n{"text": 7, "id": 4}\r\n   \n{"text": "żółw", "id": 5}'
TEXT = "raz\n\ndwa\r\ntrzy \n\n  \nkoniec"


@pytest.fixture(params=[5, 30, 10_000], ids="blocks of {} bytes".format)
def small_blocks(request, monkeypatch):
    monkeypatch.setattr(scale_rows, "ROWS_BYTES", request.param)


@pytest.mark.parametrize("bom", [b"", BOM], ids=["plain", "with a byte order mark"])
@pytest.mark.parametrize(("name", "content"), [("a.jsonl", JSON), ("a.jsonl", JSON * 3 + "\n"), ("a.txt", TEXT)])
def test_rows_are_those_of_the_cache(tmp_path, small_blocks, name, content, bom):
    path = tmp_path / name
    path.write_bytes(bom + content.encode() + (b'\n{"text": "dw\xb3a", "id": 9}' if name == "a.jsonl" else b"\n\xb3"))
    opened, rows = open_source(path), open_rows(path)
    assert (rows.features, rows.number) == (opened.features, len(opened))
    for first, number in [(0, len(opened)), (1, 3), (len(opened) - 1, 1), (2, 0)]:
        for at_once in (1, 2, 100):
            read = [row for table in rows.tables(first, number, at_once) for row in table.to_pylist()]
            assert read == list(opened.select(range(first, first + number)))
            assert all(len(table) <= at_once for table in rows.tables(first, number, at_once))


def test_several_files_follow_each_other(tmp_path, small_blocks):
    paths = []
    for number, text in enumerate(("raz", "dwa\ntrzy", "cztery")):
        paths.append(tmp_path / f"{number}.txt")
        paths[-1].write_text(text, encoding="utf-8")
    rows = open_rows(tmp_path)
    opened = concatenate_datasets([open_source(path) for path in paths])
    assert [row for table in rows.tables(0, 4, 3) for row in table.to_pylist()] == list(opened)


def test_what_changes_is_another_source(tmp_path):
    path = tmp_path / "a.txt"
    path.write_text("raz\ndwa\n", encoding="utf-8")
    before = open_rows(path)
    path.write_text("raz\ntrzy\n", encoding="utf-8")
    with pytest.raises(RunError, match=r"a\.txt has changed while it was read"):
        list(before.tables(0, 2, 2))
    assert open_rows(path).identity != before.identity


def test_problems_after_the_first_lines_stop_a_run_that_can_go_on(tmp_path, monkeypatch):
    monkeypatch.setattr("hf_genderfair.hub.lines.BLOCK_BYTES", 100)
    path = tmp_path / "a.jsonl"
    path.write_text('{"text": "Byłam tu."}\n' * 50 + "no JSON\n" * 10 + '{"text": null}\n', encoding="utf-8")
    out = tmp_path / "out"
    said = "10 of 61 rows could not be read: 10 no JSON; 1 row has no text"
    with pytest.raises(UnreadableError, match=f"{said}; mend the source, or pass keep_going=True"):
        run(path, FirstPerson(), out, shards=4)
    report = run(path, FirstPerson(), out, keep_going=True)
    assert report.sources == [{"id": "a.jsonl", "unreadable": said.partition(";")[0]}]
    assert RunFolder(out).reading_problems().in_words() == said


@given(st.lists(st.sampled_from(["", " ", "\t", "\r", " \x0b\x0c", "{}", ' {"text": 1} ', "x", "\u2003", "\xa0"])))
def test_rows_are_counted_as_they_are_read(lines):
    block = "".join(f"{line}\n" for line in lines).encode()
    schema = pa.schema({"text": pa.string(), PROBLEM: pa.string()})
    for layout in ("text", "jsonl"):
        table = table_of_lines(block + b"x\n", layout, "text", schema, "a.txt")
        assert table is not None
        assert count_rows(block, layout) == len(table) - 1
