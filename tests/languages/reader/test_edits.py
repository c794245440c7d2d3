"""An edit makes one word another, whatever the capitals."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hf_genderfair.languages.reader.edits import edit_between, edited_word

LETTERS = st.text(alphabet="aeinrsuäß", min_size=1, max_size=8)


@pytest.mark.parametrize(
    ("word", "other", "edit"),
    [("Lehrerin", "Lehrer", "in>"), ("ihre", "seinen", "ihre>seinen"), ("der", "die", "er>ie"), ("sie", "Sie", "")],
)
def test_an_edit_is_what_two_words_do_not_share(word, other, edit):
    assert edit_between(word, other) == edit


@given(LETTERS, LETTERS)
def test_an_edit_makes_the_other_word(word, other):
    edit = edit_between(word, other)
    assert edited_word(word, edit) == (other if word != other else None)


@pytest.mark.parametrize(
    ("word", "edit", "made"), [("IHRE", "ihre>seinen", "SEINEN"), ("Die", "ie>er", "Der"), ("der", "in>", None)]
)
def test_a_word_keeps_its_capitals(word, edit, made):
    assert edited_word(word, edit) == made
