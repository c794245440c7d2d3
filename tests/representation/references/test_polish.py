"""Polish: what each rule finds, and what it leaves out."""

import pytest
from golden import all_rows
from hypothesis import given, settings
from hypothesis import strategies as st

from hf_genderfair.core.errors import MissingDependencyError
from hf_genderfair.representation.references.polish import find
from hf_genderfair.representation.references.polish_words import (
    PolishDictionary,
    State,
    agree,
    choose,
    polish_forms,
    polish_words,
)

PIECES = "Pani Jan lekarka , . i dr x/ka student ( ) -  ł Ź 14-latek 👩 Ale ks".split(" ")


def persons(text):
    return [text[reference.start : reference.end] for reference in find(text) if reference.person]


@all_rows
def test_one_reading_is_chosen_by_what_stands_beside_it(text, word, lemma):
    forms = polish_forms()
    words = text.rstrip(".").replace(",", " ,").split()
    chosen = dict(zip(words, choose([forms.interpretations(form) for form in words]), strict=True))
    assert chosen[word].lemma == lemma


def test_agreement_needs_case_number_and_gender():
    noun = State("noun", "sg", "loc", frozenset({"f"}))
    assert agree(State("adjective", "sg", "loc", frozenset({"f"})), noun)
    assert not agree(State("adjective", "pl", "loc", frozenset({"f"})), noun)
    assert not agree(State("adjective", "sg", "loc", frozenset({"m1", "n"})), noun)


@all_rows
def test_words_for_persons(lemma, gender, sense):
    assert polish_words().person(lemma, gender).sense == sense


@pytest.mark.parametrize(("lemma", "gender"), [("książka", "f"), ("ulica", "f"), ("stół", "m3"), ("pies", "m2")])
def test_words_for_things(lemma, gender):
    assert polish_words().person(lemma, gender) is None


@all_rows
def test_feminine_nouns_that_the_dictionary_lacks(form, lemma):
    assert polish_words().feminative(form) == lemma


@all_rows
def test_first_names_are_persons_and_surnames_are_left_out(text, names):
    assert persons(text) == names


def test_pairs_are_not_generic_and_keep_the_written_out_form():
    masculine, feminine, _ = find("Każdy student/ka dostał stypendium.")
    assert (masculine.form, masculine.generic, feminine.form) == ("", False, "studentka")
    assert (feminine.start, feminine.end) == (6, 16)
    assert not any(reference.generic for reference in find("Posłanki i posłowie oraz studenci i studentki głosują."))
    assert [reference.generic for reference in find("Studenci i lekarki głosują.")] == [True, False]


@pytest.mark.parametrize("text", ["ania.lekarka@poczta.pl", "https://lekarka.pl/nauczyciel", "`lekarka`", "@lekarka"])
def test_addresses_and_code_are_no_nouns(text):
    assert find(text) == []


@pytest.mark.parametrize("text", ["W przypadku awarii", "Co roku pada.", "Na przykład tak."])
def test_nouns_of_fixed_expressions_are_left_out(text):
    words = {text[reference.start : reference.end] for reference in find(text)}
    assert not words & {"przypadku", "roku", "przykład"}


def test_what_is_needed_and_missing(monkeypatch):
    monkeypatch.setitem(__import__("sys").modules, "morfeusz2", None)
    with pytest.raises(MissingDependencyError, match=r"pip install 'hf-genderfair\[polish\]'"):
        PolishDictionary()


@settings(max_examples=30, deadline=None)
@given(st.lists(st.sampled_from(PIECES), max_size=12))
def test_references_are_in_order_and_inside_the_text(words):
    text = " ".join(words)
    references = find(text)
    assert references == find(text)
    assert [reference.start for reference in references] == sorted(reference.start for reference in references)
    assert all(0 <= reference.start < reference.end <= len(text) for reference in references)
