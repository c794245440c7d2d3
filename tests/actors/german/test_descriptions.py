"""How German nouns fit what a text says of a person."""

import pytest
from as_one_test import as_one_test

from hf_genderfair.languages.coreference.descriptions import ANYBODY, FITS, OPEN, SAME, Person, fit, role_of_word
from hf_genderfair.lexicons.loader import load_lexicon


def person(*words, named=True):
    return Person({role_of_word(word, "de") for word in words}, set(), set(), named)


@as_one_test(
    ("word", "known", "named", "expected"),
    [
        ("Minister", ["Finanzminister"], True, SAME),
        ("Finanzminister", ["Minister"], True, SAME),
        ("Politiker", ["Finanzminister"], True, FITS),
        ("Kanzler", ["Finanzminister"], True, 0),
        ("Parteichef", ["Finanzminister"], True, FITS),
        ("Ministerpräsident", ["Regierungschef"], True, FITS),
        ("Ministerpräsident", ["Staatschef"], True, 0),
        ("Trainer", ["Stürmer"], True, 0),
        ("Mann", ["Stürmer"], True, ANYBODY),
        ("Verdächtiger", ["Stürmer"], True, OPEN),
        ("Verdächtiger", ["Opfer"], True, 0),
        ("Stürmer", [], True, OPEN),
        ("Autor", ["Sänger"], True, FITS),
        ("Autor", ["Sänger"], False, 0),
        ("Künstler", ["Sänger"], False, FITS),
        ("Zwirbler", ["Sänger"], False, 0),
        ("Zwirbler", ["Sänger"], True, OPEN),
        ("Fahrer", ["Beifahrer"], True, 0),
        ("Kanzler", ["Vizekanzler"], True, 0),
        ("Verursacher", ["Fahrer"], False, FITS),
        ("Opfer", ["Schülerin"], False, OPEN),
        ("Betrüger", ["Unbekannter"], False, FITS),
        ("Rektor", ["Vorsitzende"], True, OPEN),
    ],
)
def test_how_a_role_fits_a_person(word, known, named, expected):
    assert fit(role_of_word(word, "de"), person(*known, named=named)) == expected


@pytest.mark.parametrize(
    ("word", "kind_class"), [("CDU-Politiker", "politics"), ("Kaufmann", ""), ("Exil-Schotte", "anybody")]
)
def test_compounds_are_as_their_last_part_but_not_those_with_words_for_anybody(word, kind_class):
    assert role_of_word(word, "de").kind_class == kind_class


def test_every_word_of_the_table_has_a_known_dimension_and_kind():
    rows = load_lexicon("role_classes_de").rows
    assert {row[1] for row in rows} == {"person", "occupation", "deed", "case", "traffic"}
    assert {row[3] for row in rows} == {"general", "office", "leader", "plain", "unknown"}
    dimension_of = {}
    for _, dimension, kind_class, *_ in rows:
        assert dimension_of.setdefault(kind_class, dimension) == dimension
