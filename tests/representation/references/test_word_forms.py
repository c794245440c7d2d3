"""Forms of words for persons: what they mean, by themselves."""

import sys

import pytest
from as_one_test import as_one_test
from golden import all_rows

from hf_genderfair.core.errors import MissingDependencyError
from hf_genderfair.languages.english import person_forms as english
from hf_genderfair.languages.german.person_forms import person_form
from hf_genderfair.languages.romance.person_forms import person_forms, plurals, suffix_forms
from hf_genderfair.languages.romance.words import romance_words
from hf_genderfair.lexicons.loader import load_lexicon
from hf_genderfair.representation.references import polish_words as polish

ENGLISH_THINGS = "computer specimen list wrists rainstorm printer".split()
GERMAN_THINGS = "Computer Supercomputer Sekunden Kinderwagen Menschenrechte Medizin Gewerbe Konzern".split()


def test_things_are_no_persons():
    persons = {cell for row in load_lexicon("person_words_de").rows for cell in row[:3]}
    assert persons.isdisjoint(row[0] for row in load_lexicon("thing_words_de").rows)
    assert [word for word in ENGLISH_THINGS if english.person_form(word)] == []
    assert [word for word in GERMAN_THINGS if person_form(word, "masculine")] == []


@all_rows
def test_english_plurals(lemma, form):
    assert english.plural(lemma) == form
    assert english.person_form(form).plural


@all_rows
def test_english_gender_is_meaning(word, gender, source):
    form = english.person_form(word)
    assert (form.gender, form.source) == (gender, source)


@all_rows
def test_german_forms(word, tagged, gender, number):
    form = person_form(word, tagged)
    assert (form.gender, form.number) == (gender, number)


@as_one_test("word", ["Menschenrechtlerin", "Limnologinnen", "Umdenker", "Kryptograf"])
def test_german_endings_make_words_for_persons(word):
    assert person_form(word, "feminine" if "in" in word else "masculine").source in ("suffix", "compound")


@all_rows
def test_a_polish_reading_is_chosen_by_what_stands_beside_it(text, word, lemma):
    forms = polish.polish_forms()
    words = text.rstrip(".").replace(",", " ,").split()
    chosen = dict(zip(words, polish.choose([forms.interpretations(form) for form in words]), strict=True))
    assert chosen[word].lemma == lemma


def test_readings_agree_in_case_number_and_gender_and_forms_of_both_have_both_senses():
    noun = polish.State("noun", "sg", "loc", frozenset({"f"}))
    assert polish.agree(polish.State("adjective", "sg", "loc", frozenset({"f"})), noun)
    assert not polish.agree(polish.State("adjective", "pl", "loc", frozenset({"f"})), noun)
    assert not polish.agree(polish.State("adjective", "sg", "gen", frozenset({"f"})), noun)
    assert not polish.agree(polish.State("adjective", "sg", "loc", frozenset({"m1", "n"})), noun)
    assert person_forms("es")["artistas"].senses == {"masculine": "person", "feminine": "person"}
    assert person_forms("es")["música"].senses["feminine"] == "mostly_thing"


@all_rows
def test_polish_words_for_persons(lemma, gender, sense):
    found = polish.polish_words().person(lemma, gender)
    assert (found and found.sense) == sense


@all_rows
def test_polish_feminine_nouns_that_the_dictionary_lacks(form, lemma):
    assert polish.polish_words().feminative(form) == lemma


def test_without_the_polish_dictionary(monkeypatch):
    monkeypatch.setitem(sys.modules, "morfeusz2", None)
    with pytest.raises(MissingDependencyError, match=r"pip install 'hf-genderfair\[polish\]'"):
        polish.PolishDictionary()


@all_rows
def test_romance_plurals(lang, lemma, plurals_):
    assert plurals(lemma, lang)[:1] == tuple(plurals_)


@as_one_test("lang", ["es", "ca"])
def test_romance_endings_are_tried_from_the_longest_on_and_never_for_things(lang):
    endings, things = suffix_forms(lang)
    assert list(endings) == sorted(endings, key=len, reverse=True)
    assert all(romance_words(lang).suffixed(thing) is None for thing in things)
