"""Tokens follow the treebanks; sentences end where a reader would end them."""

import pytest
from golden import golden_rows
from hypothesis import given, settings
from hypothesis import strategies as st

from hf_genderfair.languages.tokens import MOST_WORDS, tokenise

SENTENCES = dict(golden_rows(__file__, "SENTENCES"))
CASES = [(lang, text, expected) for lang, rows in SENTENCES.items() for text, expected in rows]


@pytest.mark.parametrize(("lang", "text", "expected"), [case for case in CASES if case[2]])
def test_tokens_and_sentences(lang, text, expected):
    (document,) = tokenise([text], lang)
    assert [" ".join(sentence.forms) for sentence in document] == expected


@pytest.mark.parametrize("lang", ["de", "en", "es", "ca"])
@settings(max_examples=30)
@given(text=st.text(alphabet="abcÄß .,!?\n\t\u00a0-'’\"()5€\U0001f600", max_size=120))
def test_no_character_is_lost(lang, text):
    (document,) = tokenise([text], lang)
    covered = set()
    for sentence in document:
        for form, start, end in zip(sentence.forms, sentence.starts, sentence.ends, strict=True):
            assert text[start:end] == form
            assert not covered & set(range(start, end))
            covered |= set(range(start, end))
    assert {place for place, letter in enumerate(text) if not letter.isspace()} == covered


def test_very_long_sentences_are_cut():
    (document,) = tokenise(["wort " * (2 * MOST_WORDS + 5)], "de")
    assert [len(sentence.forms) for sentence in document] == [MOST_WORDS, MOST_WORDS, 5]


def test_a_very_long_run_of_letters_is_kept():
    (document,) = tokenise(["x" * 5050], "en")
    assert [len(form) for form in document[0].forms] == [1000, *[200] * 20, 50]
