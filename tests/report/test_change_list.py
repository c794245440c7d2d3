"""Whatever was changed, left out or left as it is stands in one list beside the data, a line each."""

import csv

import pyarrow.parquet as pq
from datasets import Dataset

from hf_genderfair import write_dataset
from hf_genderfair.core.spans import EDIT_FEATURE, Edit
from hf_genderfair.hub.card import CardDetails
from hf_genderfair.report.change_list import LONGEST, SHOWN, ChangeColumns, list_changes
from hf_genderfair.report.report import Report
from hf_genderfair.scale.recipe import ERROR_COLUMN

COLUMNS = ChangeColumns("post", ("swap",))


def lines(path):
    with path.open(encoding="utf-8", newline="") as stream:
        return list(csv.reader(stream, delimiter="\t"))


def kept():
    edits = [[Edit(0, 2, "He", "She", "pronoun", "duplicate").to_dict()], [], []]
    refusals = [[{"start": 7, "end": 10, "rule": "noun", "reason": why} for why in ("thing", "duplicate")], [], []]
    posts = ["She saw the guy.", 'A tab\there, a "quote"\nand a line.', "It rains."]
    rows = Dataset.from_dict({"post": posts, "swap_edits": edits, "swap_refusals": refusals})
    rows = rows.cast_column("swap_edits", EDIT_FEATURE)
    return rows.add_column("swap_reason", [None, "thing", None])


def test_edits_refusals_and_rows_left_out_have_a_line_each(tmp_path):
    excluded = Dataset.from_dict(
        {
            "post": ["word " * 99, None, "Tea."],
            "my_reason": ["too_long: 495", "empty", None],
            ERROR_COLUMN: [None, None, "error: KeyError"],
        }
    )
    folder = tmp_path / "written"
    write_dataset(folder, kept(), Report("Tea", "en"), excluded, CardDetails(changes=COLUMNS))
    head, *found = lines(folder / "changes.tsv")
    assert head == ["row", "before", "after", "reason"]
    assert found[:3] == [
        ["train 0", "He", "She", "it repeats an earlier one"],
        ["train 0", "the", "the", "a thing is meant; it repeats an earlier one"],
        ["train 1", 'A tab here, a "quote" and a line.', 'A tab here, a "quote" and a line.', "a thing is meant"],
    ]
    long, *others = found[3:]
    assert (long[0], len(long[1]), long[2:]) == (
        "excluded train 0",
        LONGEST + 1,
        ["", "it is longer than was asked for: 495"],
    )
    assert [line[0] for line in others] == ["excluded train 1", "excluded train 2"]
    assert others[1][1:] == ["Tea.", "", "error: KeyError"]
    page, card = ((folder / name).read_text(encoding="utf-8") for name in ("report.html", "README.md"))
    for place in ("changes.tsv", "README.md", "data/", "excluded/", "bias_report.json"):
        assert f'href="{place}"' in page
    assert "[changes.tsv](changes.tsv)" in card


def test_edits_that_a_text_shows_are_found_by_themselves(tmp_path):
    he, his = (Edit(0, 2, "He", "She", "p", "").to_dict(), Edit(8, 11, "the", "her", "d", "").to_dict())
    rows = Dataset.from_dict(
        {
            "text": ["She saw her guy.", "He saw the guy.", "It rains."],
            "one_edits": [[he], [he], []],
            # found in the text that the first ones had changed
            "two_edits": [[his], [], []],
            "two_refusals": [[], [], [{"start": 0, "end": 2, "rule": "p", "reason": "thing"}]],
        }
    )
    for name in ("one_edits", "two_edits"):
        rows = rows.cast_column(name, EDIT_FEATURE)
    write_dataset(tmp_path / "written", rows, Report("Tea", "en"))
    assert [line[:3] for line in lines(tmp_path / "written" / "changes.tsv")[1:]] == [
        ["train 0", "the", "her"],
        ["train 0", "He", "She"],
    ]


def test_a_page_shows_the_first_of_each_kind_without_addresses_and_masks_what_was_removed(tmp_path):
    texts = ["Write to ola@tea.example", *(f"Text {number}" for number in range(9))]
    rows = Dataset.from_dict({"text": texts, "reason": ["duplicate"] * 10})
    pq.write_table(rows.data.table, tmp_path / "rows.parquet")
    found = list_changes(tmp_path / "list", [(True, "train", tmp_path / "rows.parquet")])
    assert found.number == {"left out": 10}
    assert [change.before for change in found.first] == [f"Text {number}" for number in range(SHOWN)]
    assert len(lines(tmp_path / "list")) == 11
    cliche = Edit(0, 21, "All of them are bad. ", "", "stereotype", "").to_dict()
    rows = Dataset.from_dict({"text": ["It rains."], "stereotype_edits": [[cliche]]})
    rows = rows.cast_column("stereotype_edits", EDIT_FEATURE)
    write_dataset(tmp_path / "written", rows, Report("Tea", "en"))
    page = (tmp_path / "written" / "report.html").read_text(encoding="utf-8")
    assert "A•• o• t••• a•• b••." in page
    assert "All of them" not in page
    assert lines(tmp_path / "written" / "changes.tsv")[1][1:3] == ["All of them are bad.", ""]


def test_where_nothing_was_changed_there_is_no_list(tmp_path):
    folder = tmp_path / "written"
    write_dataset(folder, Dataset.from_dict({"text": ["Tea."], "reason": ["x"]}), Report("Tea", "en"))
    assert not (folder / "changes.tsv").exists()
    assert "changes.tsv" not in (folder / "report.html").read_text(encoding="utf-8")
