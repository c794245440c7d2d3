import pytest
from as_one_test import as_one_test
from golden import all_rows, table
from hypothesis import example, given
from hypothesis import strategies as st

from hf_genderfair.core.errors import GenderfairError
from hf_genderfair.core.spans import edit_text, restore_text
from hf_genderfair.rewriting.forms import FORMS
from hf_genderfair.rewriting.languages import normalise, normalising_edits

GOLDEN = table(__file__, "normalise_golden.tsv")


@as_one_test(("text", "stars"), GOLDEN)
def test_every_spelling_becomes_a_star(text, stars):
    assert normalise(text) == stars


@all_rows
@as_one_test("form", FORMS)
def test_text_without_forms_stays(text, form):
    assert normalise(text, form=form) == text


@as_one_test("stars", [stars for _, stars in GOLDEN])
@as_one_test("form", [form for form in FORMS if form != "participle"])
def test_every_form_is_reached_once_and_stays(stars, form):
    once = normalise(stars, form=form)
    assert normalise(once, form=form) == once


@as_one_test("stars", [stars for _, stars in GOLDEN])
@as_one_test("form", ["colon", "gap", "internal_i", "slash"])
def test_signs_come_back_as_stars(stars, form):
    assert normalise(normalise(stars, form=form)) == stars


@all_rows
def test_how_forms_are_written(form, text, written):
    assert normalise(text, form=form) == written


@all_rows
def test_english_pairs(text, expected):
    assert normalise(text, "en") == expected
    assert normalise(expected, "en") == expected


@pytest.mark.parametrize("form", ["colon", "gap", "pair"])
def test_a_form_is_no_language(form):
    with pytest.raises(GenderfairError, match=f"lang='{form}' is a form: use form='{form}', and de or en for lang"):
        normalise("Lehrer:innen", form)


pieces = st.lists(
    st.sampled_from(
        "der/die er oder sie Lehrerin Lehrer Lehrer:innen und / * _ ÄrztInnen jede/r - -innen Ärztekammer Ärztinnen- "
        "( ) (innen) Arzt eine/n seine/ihre neue/n Vorsitzende(r) , . \n \xad vom von zur zum Ä *in".split(" ")
    )
)


@all_rows
def test_women_stay_first_in_determiners(form, text):
    once = normalise("Mit einer_m Piloten/in, wegen jeder*s Bot:in", form=form)
    assert once == text
    assert normalise(once, form=form) == once


@given(pieces)
@example(["neue/n", "neue/n", "Lehrer:innen"])
@example(["der/die", "ÄrztInnen\xadLehrer:innen"])
@example(["jede/r\xadeine/n,der/die"])
def test_any_text_is_read_once(words):
    # words stand apart: what is glued from several forms, as 'eine/n*eine/n', may show another form when one is read
    text = " ".join(words)
    once = normalise(text)
    assert normalise(once) == once


@given(pieces)
@example(["der/die", "ÄrztInnen", "\xad", "Lehrer:innen"])
@example(["eine/n", "*", "eine/n", "eine/n"])
def test_glued_words_settle_with_the_second_reading(words):
    twice = normalise(normalise("".join(words)))
    assert normalise(twice) == twice


@given(st.text(max_size=80))
def test_any_characters_are_read(text):
    edits = normalising_edits(text)
    assert restore_text(edit_text(text, edits), edits) == text
