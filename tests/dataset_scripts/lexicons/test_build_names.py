import lzma
import sqlite3
from contextlib import closing

from dataset_scripts.lexicons.build_names import METADATA, american_counts, names_table, write_table
from hf_genderfair.lexicons.loader import load_lexicon, parse_lexicon


def test_births_are_added_up_and_rare_names_left_out(tmp_path):
    with closing(sqlite3.connect(tmp_path / "us.sqlite")) as connection:
        connection.execute("CREATE TABLE usNameData (name TEXT, sex TEXT, births INTEGER)")
        births = [("lena", "F", 20), ("lena", "F", 10), ("lena", "M", 5), ("zyx", "M", 24)]
        connection.executemany("INSERT INTO usNameData VALUES (?, ?, ?)", births)
        connection.commit()
    assert american_counts(tmp_path / "us.sqlite") == {"lena": (30, 5)}


def test_the_table_joins_counts_and_lists(tmp_path):
    rows = names_table({"kim": (123456, 34900)}, {"kim": (0, 30)}, {"de": ({"Anna-Lena", "Kim"}, {"Kim"})})
    assert rows == [["anna lena", "", "", "", "", "de", ""], ["kim", "123000", "34900", "0", "30", "de", "de"]]
    write_table(tmp_path / "names.tsv.xz", rows)
    assert parse_lexicon("names", lzma.decompress((tmp_path / "names.tsv.xz").read_bytes())).rows == rows


def test_the_shipped_table_is_what_the_script_declares():
    lexicon = load_lexicon("first_names")
    assert lexicon.metadata == METADATA
    assert [row[0] for row in lexicon.rows] == sorted(row[0] for row in lexicon.rows)
