"""German: what each rule finds, and what it leaves out."""

import pytest
from golden import all_rows

from hf_genderfair.languages.german.person_forms import person_form
from hf_genderfair.languages.person_words import KINDS, SENSES
from hf_genderfair.lexicons.loader import load_lexicon
from hf_genderfair.representation.references.transform import PersonReferences


def found(text):
    (references,) = PersonReferences("de").find([text])
    return references


@all_rows
def test_forms(word, tagged, gender, number):
    form = person_form(word, tagged)
    assert (form.gender, form.number) == (gender, number)


@pytest.mark.parametrize(
    "word", ["Computer", "Supercomputer", "Sekunden", "Kinderwagen", "Menschenrechte", "Medizin", "Gewerbe", "Konzern"]
)
def test_things_that_end_like_persons(word):
    assert person_form(word, "masculine") is None


@pytest.mark.parametrize("word", ["Menschenrechtlerin", "Limnologinnen", "Umdenker", "Kryptograf"])
def test_endings_make_words_for_persons(word):
    assert person_form(word, "feminine" if "in" in word else "masculine").source in ("suffix", "compound")


@all_rows
def test_a_form_for_several_genders_is_one_reference_without_gender(text, form):
    (reference,) = found(text)
    assert text[reference.start : reference.end] == form
    assert (reference.person, reference.gender, reference.generic) == (True, "none", False)


@all_rows
def test_first_names_are_persons_and_surnames_are_left_out(text, names):
    assert [text[reference.start : reference.end] for reference in found(text) if reference.person] == names


def test_lexicon_keeps_its_promises():
    for masculine, feminine, neuter, kind, masculine_sense, feminine_sense, _ in load_lexicon("person_words_de").rows:
        assert kind in KINDS
        assert masculine or feminine or neuter
        assert {masculine_sense, feminine_sense} <= set(SENSES)
        assert bool(masculine) == bool(masculine_sense)
        assert bool(feminine) == bool(feminine_sense)
        assert kind != "common" or masculine == feminine


def test_no_word_is_both_person_and_thing():
    persons = {cell for row in load_lexicon("person_words_de").rows for cell in row[:3]}
    assert persons.isdisjoint(row[0] for row in load_lexicon("thing_words_de").rows)
