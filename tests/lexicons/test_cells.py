"""Which cells and rows the lexicons may have: a pattern for what some columns hold together, and keys."""

import re
from fnmatch import filter as named

from golden import all_rows

from hf_genderfair.lexicons.loader import lexicon_names, load_lexicon

LEXICONS = {
    part for name in lexicon_names() for part in (name, *(f"{name}_{each}" for each in load_lexicon(name).parts))
}


def cells(name, columns):
    """Return the cells of some columns of each row, joined by spaces."""
    lexicon = load_lexicon(name)
    places = [lexicon.metadata["columns"].split().index(column) for column in columns.split()]
    return [" ".join(row[place] for place in places) for row in lexicon.rows]


@all_rows
def test_columns_hold_what_they_may(lexicons, columns, pattern):
    assert named(LEXICONS, lexicons)
    for name in named(LEXICONS, lexicons):
        assert [found for found in cells(name, columns) if not re.fullmatch(pattern, found)] == []


@all_rows
def test_every_value_of_a_column_is_used(lexicon, column, values):
    assert sorted(set(cells(lexicon, column))) == values


@all_rows
def test_rows_are_there_once(lexicons, columns):
    for name in named(LEXICONS, lexicons):
        keys = [key.casefold() for key in cells(name, columns)]
        assert len(keys) == len(set(keys)) > 0
