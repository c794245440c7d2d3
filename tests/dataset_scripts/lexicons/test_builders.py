"""What makes the lists of first names, surnames and Polish words."""

import lzma
import sqlite3
from contextlib import closing
from itertools import islice

import pytest

from dataset_scripts.lexicons.build_names import METADATA, american_counts, names_table, write_table
from dataset_scripts.lexicons.build_polish import PolishBuilder, write_lexicon
from dataset_scripts.lexicons.build_surnames import METADATA as SURNAMES_METADATA
from dataset_scripts.lexicons.build_surnames import surnames
from dataset_scripts.lexicons.sgjp import Interpretation, interpretations, read_dictionary
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


@pytest.mark.parametrize(("name", "declared"), [("first_names", METADATA), ("surnames", SURNAMES_METADATA)])
def test_the_shipped_table_is_what_the_script_declares(name, declared):
    lexicon = load_lexicon(name)
    names = [row[0] for row in lexicon.rows]
    assert (lexicon.metadata, names) == (declared, sorted(set(names)))


def test_surnames_of_other_scripts_and_of_several_words_are_left_out():
    found = surnames(["Weber", "O'Neil", "Müller-Lüdenscheid", "van Dijk", "Иванов", "Li", "W", "weber"])
    assert found == ["li", "müller-lüdenscheid", "o'neil", "weber"]


def taken(*rows):
    builder = PolishBuilder()
    found = [Interpretation(form, lower, lemma, tag, name) for form, lower, lemma, tag, name in rows]
    for interpretation in found:
        builder.take(interpretation)
    for interpretation in found:
        builder.take_other(interpretation)
    return builder


def test_irregular_verbs_keep_what_does_not_follow():
    builder = taken(
        ("niósł", True, "nieść", "praet:sg:m1.m2.m3:imperf:nagl", ""),
        ("niosła", True, "nieść", "praet:sg:f:imperf", ""),
        ("niosłem", True, "nieść", "praet:sg:m1.m2.m3:pri:imperf", ""),
        ("nieśli", True, "nieść", "praet:pl:m1:imperf", ""),
    )
    assert builder.verbs() == [["niósł", "niosła", "niosłem", "nieśli", "imperf"]]


def test_other_readings_give_the_status():
    builder = taken(
        ("musiałem", True, "musieć", "praet:sg:m1.m2.m3:pri:imperf", ""),
        ("musiałem", False, "musiał:Sm1", "subst:sg:inst:m1", "nazwisko"),
        ("działem", True, "dziać", "praet:sg:m1.m2.m3:pri:imperf", ""),
        ("działem", True, "dział", "subst:sg:inst:m3", ""),
    )
    assert [row[:2] for row in builder.status()] == [["działem", "ambiguous"], ["musiałem", "surname"]]


def test_person_nouns_come_in_pairs():
    builder = taken(
        ("aktorem", True, "aktor", "subst:sg:inst:m1", "nazwa_pospolita"),
        ("aktorką", True, "aktorka", "subst:sg:inst:f", "nazwa_pospolita"),
        ("drukarką", True, "drukarka", "subst:sg:inst:f", "nazwa_pospolita"),
    )
    assert ["aktorką", "aktorem"] in builder.person_noun_pairs()
    assert all(feminine != "drukarką" for feminine, _ in builder.person_noun_pairs())


def test_a_written_lexicon_is_read_back(tmp_path):
    write_lexicon(tmp_path / "x.tsv", "pl.sgjp.sgjp-2026.06.01", "form", [["a"], ["b"]])
    lexicon = parse_lexicon("x", (tmp_path / "x.tsv").read_bytes())
    assert lexicon.rows == [["a"], ["b"]]
    assert lexicon.metadata["date"] == "2026-06-01"


def test_the_dictionary_can_be_walked():
    dictionary = read_dictionary()
    assert dictionary.dictionary_id == load_lexicon("pl_verbs").metadata["source"]
    found = list(islice(interpretations(dictionary), 2000))
    assert all(interpretation.form == interpretation.form.lower() and interpretation.tag for interpretation in found)
