"""English: what each rule finds, and what it leaves out."""

import pytest
from golden import all_rows

from hf_genderfair.languages.english.person_forms import person_form, plural
from hf_genderfair.languages.person_words import KINDS, SENSES
from hf_genderfair.lexicons.loader import load_lexicon
from hf_genderfair.representation.references.transform import PersonReferences


def found(text):
    (references,) = PersonReferences("en").find([text])
    return references


@all_rows
def test_plurals(lemma, form):
    assert plural(lemma) == form
    assert person_form(form).plural


@pytest.mark.parametrize("word", ["computer", "specimen", "list", "wrists", "rainstorm", "printer"])
def test_things_that_end_like_persons(word):
    assert person_form(word) is None


@all_rows
def test_gender_is_meaning(word, gender, source):
    form = person_form(word)
    assert (form.gender, form.source) == (gender, source)


def test_first_names_are_persons_and_surnames_are_left_out():
    text = "Mary Shepherd called Dr. Baker and John Smith."
    assert [text[r.start : r.end] for r in found(text) if r.person] == ["Mary", "Dr.", "John"]


def test_lexicon_keeps_its_promises():
    for masculine, feminine, neuter, kind, masculine_sense, feminine_sense, _ in load_lexicon("person_words_en").rows:
        assert kind in KINDS
        assert masculine or feminine
        assert not neuter
        assert {masculine_sense, feminine_sense} <= set(SENSES)
        assert bool(masculine) == bool(masculine_sense)
        assert bool(feminine) == bool(feminine_sense)
        assert kind != "common" or masculine == feminine
