"""Texts in any Unicode form: the same words are found, at the offsets of the text as it is given."""

from __future__ import annotations

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hf_genderfair.languages.unicode_normalisation import normalise_unicode
from hf_genderfair.representation.references.transform import PersonReferences


@pytest.mark.parametrize(
    ("lang", "text"),
    [
        ("es", "😀 La niña habló con el médico."),
        ("ca", "👩‍👩‍👧 L'àvia va parlar amb el germà."),
        ("de", "Die Ärztin half dem Schüler, und die Köchin lachte über den Mönch."),
        ("pl", "Książę spotkał żonę i córkę; mężczyzna dał jej różę."),
        ("en", "The fiancée met her protégé."),
    ],
)
def test_words_with_accents_apart_are_found_where_they_stand(lang, text):
    apart = unicodedata.normalize("NFD", text)
    whole, found = (next(PersonReferences(lang).find([given])) for given in (text, apart))
    assert [word._replace(start=0, end=0) for word in found] == [word._replace(start=0, end=0) for word in whole]
    assert [unicodedata.normalize("NFC", apart[word.start : word.end]) for word in found] == [
        text[word.start : word.end] for word in whole
    ]


@given(st.text(alphabet=st.sampled_from("ae ñ\u0301\u0303\u0323각\u1100\u1161\u11a8\u0958\u0340\u200d👩")))
def test_offsets_rise_from_start_to_end(text):
    normalised, offsets = normalise_unicode(text)
    if offsets is None:
        assert normalised == text
        return
    assert len(offsets) == len(normalised) + 1
    assert offsets == sorted(offsets)
    assert (offsets[0], offsets[-1]) == (0, len(text))
    assert unicodedata.normalize("NFC", normalised) == unicodedata.normalize("NFC", text)
