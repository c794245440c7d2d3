"""Spanish and Catalan: what each rule finds, and what it leaves out."""

import pytest
from golden import all_rows

from hf_genderfair.languages.romance.person_forms import person_forms, plurals, suffix_forms
from hf_genderfair.languages.romance.words import romance_words
from hf_genderfair.representation.references.transform import PersonReferences


def found(lang, text):
    (references,) = PersonReferences(lang).find([text])
    return references


@all_rows
def test_what_looks_like_a_person_and_is_none(lang, text, word):
    persons = [text[reference.start : reference.end] for reference in found(lang, text) if reference.person]
    assert word not in persons


@all_rows
def test_persons_in_pronouns_and_words_made_from_others(lang, text, words):
    assert {text[word.start : word.end]: word.gender for word in found(lang, text) if word.person} == words


@all_rows
def test_words_that_pipelines_take_for_another_class(text, nouns):
    assert [text[word.start : word.end] for word in found("ca", text)] == nouns


@all_rows
def test_first_names_are_persons_and_surnames_are_left_out(lang, text, names):
    assert [text[word.start : word.end] for word in found(lang, text) if word.kind == "name" and word.person] == names


def test_split_forms_name_both_genders():
    text = "La carta es para el director/a y los profesores/as."
    persons = [word for word in found("es", text) if word.person]
    words = [(word.form, word.gender, text[word.start : word.end]) for word in persons]
    assert words == [
        ("", "masculine", "director"),
        ("directora", "feminine", "director/a"),
        ("", "masculine", "profesores"),
        ("profesoras", "feminine", "profesores/as"),
    ]


@all_rows
def test_plurals(lang, lemma, plural):
    assert plurals(lemma, lang)[0] == plural


def test_abbreviations_have_no_plural():
    assert plurals("sr.", "es") == ()


def test_a_form_of_both_genders_has_both_senses():
    assert person_forms("es")["artistas"].senses == {"masculine": "person", "feminine": "person"}
    assert person_forms("es")["música"].senses["feminine"] == "mostly_thing"


@pytest.mark.parametrize("lang", ["es", "ca"])
def test_endings_are_tried_from_the_longest_on_and_never_for_things(lang):
    endings, things = suffix_forms(lang)
    lengths = [len(ending) for ending in endings]
    assert lengths == sorted(lengths, reverse=True)
    assert all(romance_words(lang).suffixed(thing) is None for thing in things)


def test_an_unknown_word_for_a_person_is_known_by_its_ending():
    assert romance_words("es").suffixed("glaciólogas").senses == {"feminine": "person"}
    (word,) = found("es", "Llegan las gliptólogas.")
    assert (word.person, word.gender, word.source) == (True, "feminine", "suffix")
