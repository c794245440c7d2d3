import unicodedata
from collections import Counter
from pathlib import Path

import pytest
from golden import all_rows

import hf_genderfair
from hf_genderfair.languages.person_words import KINDS, SENSES
from hf_genderfair.lexicons.loader import load_lexicon
from hf_genderfair.lexicons.polish import UNACCENTED, personal_plural, regular_feminine

FOLDER = Path(hf_genderfair.__file__).parent / "lexicons"
NAMES = sorted(path.name.split(".")[0] for path in FOLDER.glob("person_words_*.tsv*"))


@pytest.fixture(params=NAMES)
def lexicon(request):
    return load_lexicon(request.param)


def forms(row):
    return {form for form in row[:3] if form}


def test_kinds_and_senses_are_known(lexicon):
    assert [row for row in lexicon.rows if row[3] not in KINDS] == []
    assert [row for row in lexicon.rows if row[4] not in SENSES or row[5] not in SENSES] == []


def test_a_form_has_a_sense_and_no_other_has(lexicon):
    assert [row for row in lexicon.rows if bool(row[0]) != bool(row[4]) or bool(row[1]) != bool(row[5])] == []


def test_no_row_is_there_twice(lexicon):
    counts = Counter(tuple(row[:3]) for row in lexicon.rows)
    assert [row for row, n in counts.items() if n > 1] == []


def test_forms_are_trimmed_and_composed(lexicon):
    cells = [cell for row in lexicon.rows for cell in row]
    assert [cell for cell in cells if cell != cell.strip() or cell != unicodedata.normalize("NFC", cell)] == []


def test_every_row_has_the_forms_of_its_kind(lexicon):
    """A pair with one form is a word for persons of one gender: *institutriz*, *Au-pair-Mädchen*."""
    for row in lexicon.rows:
        masculine, feminine, kind = row[0], row[1], row[3]
        assert forms(row), row
        if kind == "pair":
            assert masculine != feminine or row[2], row
        elif kind == "common":
            assert masculine == feminine, row
        else:
            assert len(forms(row)) == 1, row


@all_rows
def test_spanish_rows(form, masculine, feminine, kind, masculine_sense, feminine_sense):
    row = next(row for row in load_lexicon("person_words_es").rows if form in row[:2])
    assert row[:6] == [masculine, feminine, "", kind, masculine_sense, feminine_sense]


@pytest.mark.parametrize("thing", "ordenador lavadora primavera bandera tractor motor factor comedor lugar".split())
def test_spanish_things_are_no_words_for_persons(thing):
    assert all(thing not in row[:2] for row in load_lexicon("person_words_es").rows)


SUFFIXES = load_lexicon("person_suffixes_es").rows


def judge(word):
    """Return the row that decides on a Spanish noun: the word itself, else its longest ending."""
    things = {form: row for row in SUFFIXES if row[2] == "thing" for form in row[:2] if form}
    if word in things:
        return things[word]
    endings = [(form, row) for row in SUFFIXES if row[2] != "thing" for form in row[:2] if word.endswith(form[1:])]
    return max(endings, key=lambda ending: len(ending[0]), default=("", None))[1]


def test_spanish_suffixes_have_a_known_kind_and_sense():
    endings = [row for row in SUFFIXES if row[2] != "thing"]
    assert all(row[2] in {"pair", "common"} and {row[3], row[4]} <= set(SENSES) - {""} for row in endings)
    assert all(form.startswith("-") for row in endings for form in row[:2])
    assert all((row[0] == row[1]) == (row[2] == "common") for row in endings)


def test_spanish_things_need_their_exception_and_are_no_persons():
    persons = {form for row in load_lexicon("person_words_es").rows for form in row[:2]}
    things = [row[0] or row[1] for row in SUFFIXES if row[2] == "thing"]
    endings = tuple(form[1:] for row in SUFFIXES if row[2] != "thing" for form in row[:2])
    assert len(things) == len(set(things)) >= 300
    assert [thing for thing in things if thing in persons or not thing.endswith(endings)] == []


@all_rows
def test_spanish_suffixes_tell_persons_from_things(word, kind):
    assert judge(word)[2] == kind


def test_regular_feminines():
    assert [regular_feminine(word) for word in ("dobry", "tani", "wielki", "rad")] == [
        "dobra",
        "tania",
        "wielka",
        "rada",
    ]


def test_regular_personal_plurals():
    words = {"chory": "chorzy", "praktyczny": "praktyczni", "zmęczony": "zmęczeni", "drogi": "drodzy", "obcy": "obcy"}
    assert {word: personal_plural(word) for word in words} == words


def test_unaccented_letters():
    assert "zażółć gęślą jaźń".translate(UNACCENTED) == "zazolc gesla jazn"
