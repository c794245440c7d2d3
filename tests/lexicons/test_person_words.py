import unicodedata
from pathlib import Path

from as_one_test import as_one_test
from golden import all_rows

import hf_genderfair
from hf_genderfair.first_person.lexicon import UNACCENTED, personal_plural, regular_feminine
from hf_genderfair.lexicons.loader import load_lexicon

FOLDER = Path(hf_genderfair.__file__).parent / "lexicons"
KINDS = {"pair", "common", "epicene", "collective"}
SENSES = {"person", "mostly_person", "mostly_thing"}
NAMES = sorted(path.name.split(".")[0] for path in FOLDER.glob("person_words_*.tsv*"))


def faults(row):
    """Yield what is wrong with a row; a pair of one form is for persons of one gender, such as *institutriz*."""
    masculine, feminine, kind = row[0], row[1], row[3]
    forms = {form for form in row[:3] if form}
    allowed = {"pair": masculine != feminine or row[2], "common": masculine == feminine}.get(kind, len(forms) == 1)
    if kind not in KINDS or not {row[4], row[5]} <= SENSES | {""}:
        yield "kind or sense"
    if bool(masculine) != bool(row[4]) or bool(feminine) != bool(row[5]):
        yield "a form without its sense"
    if not forms or not allowed:
        yield "forms of another kind"
    if any(cell != unicodedata.normalize("NFC", cell.strip()) for cell in row):
        yield "not trimmed and composed"


@as_one_test("name", NAMES)
def test_each_row_is_sound_and_there_once(name):
    rows = load_lexicon(name).rows
    assert {tuple(row): found for row in rows if (found := list(faults(row)))} == {}
    assert len({tuple(row[:3]) for row in rows}) == len(rows)


@all_rows
def test_spanish_rows(form, masculine, feminine, kind, masculine_sense, feminine_sense):
    row = next(row for row in load_lexicon("person_words_es").rows if form in row[:2])
    assert row[:6] == [masculine, feminine, "", kind, masculine_sense, feminine_sense]


@all_rows
def test_spanish_things_are_no_words_for_persons(thing):
    assert all(thing not in row[:2] for row in load_lexicon("person_words_es").rows)


def test_spanish_things_need_their_exception_and_are_no_persons():
    persons = {form for row in load_lexicon("person_words_es").rows for form in row[:2]}
    suffixes = load_lexicon("person_suffixes_es").rows
    things = [row[0] or row[1] for row in suffixes if row[2] == "thing"]
    endings = tuple(form[1:] for row in suffixes if row[2] != "thing" for form in row[:2])
    assert len(things) == len(set(things)) >= 300
    assert [thing for thing in things if thing in persons or not thing.endswith(endings)] == []


@all_rows
def test_polish_forms(word, feminine, plural):
    assert feminine in ("", regular_feminine(word))
    assert plural in ("", personal_plural(word))


def test_unaccented_letters():
    assert "zażółć gęślą jaźń".translate(UNACCENTED) == "zazolc gesla jazn"
