"""What is no plain prose: unchanged where it is unsure what is meant, never a crash, every edit undone exactly."""

import pytest
from as_one_test import as_one_test
from golden import all_rows

from hf_genderfair.core.spans import edit_text, restore_text
from hf_genderfair.rewriting.transform import GenderFair


@all_rows
def test_what_is_clear_is_rewritten_exactly(lang, text, expected):
    (found,) = GenderFair(lang, scope="all").find([text])
    assert edit_text(text, found.edits) == expected
    assert restore_text(expected, found.edits) == text
    for edit in found.edits:
        assert text[edit.start : edit.end] == edit.original


@all_rows
@as_one_test("scope", ["generic", "all"])
def test_what_is_unsure_fair_or_no_prose_stays(lang, text, scope):
    (found,) = GenderFair(lang, scope=scope).find([text])
    assert found.edits == []


GLUE = ["\u00ad", "\u200b", "\n", "😀", "<b>", "`", "*", "\u0301", "/", "\x00"]
SENTENCES = {
    "de": "Der Lehrer fragt seine Schülerin, ob sie zum Arzt geht.",
    "en": "She says he's lost her keys, isn't he tired?",
}


@pytest.mark.parametrize("lang", ["de", "en"])
def test_a_stray_sign_at_any_place_harms_nothing(lang):
    sentence = SENTENCES[lang]
    texts = [sentence[:place] + sign + sentence[place:] for sign in GLUE for place in range(0, len(sentence), 3)]
    for text, found in zip(texts, GenderFair(lang, scope="all").find(texts), strict=True):
        fair = edit_text(text, found.edits)
        assert restore_text(fair, found.edits) == text
        assert all(text[edit.start : edit.end] == edit.original for edit in found.edits)
        assert all(0 <= refusal.start < refusal.end <= len(text) for refusal in found.refusals)


@all_rows
def test_letters_of_other_scripts_and_sentences_that_break_off(lang, text):
    [found] = GenderFair(lang, scope="all").find([text])
    assert restore_text(edit_text(text, found.edits), found.edits) == text
    assert not any(set(edit.original) & set("ſı\u212a") for edit in found.edits)
