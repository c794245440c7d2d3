"""Rows of names without commas."""

from golden import all_rows

from hf_genderfair.languages.coreference.german_mentions import WORDS, parted

GIVEN = frozenset({"Timo", "Eva", "Jan", "Maria", "EVA", "TIMO"})


@all_rows
def test_where_a_name_ends(row, parts):
    assert parted(row.split(), WORDS, GIVEN.__contains__) == parts
