"""Rows of names without commas."""

from golden import all_rows

from hf_genderfair.languages.coreference.german.mentions import WORDS
from hf_genderfair.languages.coreference.german.names import parted

GIVEN = frozenset({"Timo", "Eva", "Jan", "Maria", "EVA", "TIMO"})


@all_rows
def test_where_a_name_ends(row, parts):
    assert parted(row.split(), WORDS, GIVEN.__contains__) == parts
