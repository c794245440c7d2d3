"""German possessives: what they are, and their forms."""

from __future__ import annotations

import pytest

from hf_genderfair.languages.document import Document
from hf_genderfair.languages.german.person_phrase import PersonPhrase, RoleNoun
from hf_genderfair.languages.german.possessives import forms, is_possessive
from hf_genderfair.languages.pipelines import pipeline

LAYERS = ("pos", "morph", "lemma", "syntax", "entities")


@pytest.mark.parametrize(
    ("text", "place", "expected"),
    [
        ("Sein Haus ist alt.", 0, True),
        ("Das muss alt sein.", 3, False),
        ("Die von ihr geleiteten Vereine wachsen.", 2, False),
        ("Er kam seinerseits zu spät.", 2, True),
    ],
)
def test_possessives_are_told_from_the_verb_and_from_the_dative(text: str, place: int, expected: bool) -> None:
    document = Document(text, next(pipeline("de").analyse([text], LAYERS)), "de")

    assert is_possessive(document, place) == expected


@pytest.mark.parametrize(
    ("word", "expected"),
    [
        ("sein", "sein*ihr"),
        ("ihre", "seine*ihre"),
        ("Seinem", "Seinem*ihrem"),
        ("IHRER", "SEINER*IHRER"),
        ("ihrerseits", "seiner*ihrerseits"),
    ],
)
def test_forms(word: str, expected: str) -> None:
    found = forms(word, None)

    assert found is not None
    assert found.star == expected


def test_the_ending_of_a_rewritten_noun_comes_third() -> None:
    noun = RoleNoun("feminine", (("Dat", "Sing"),), "Gegner", "Gegnerin", "person", "lexicon")
    found = forms("ihrer", PersonPhrase(1, 6, 14, noun, 0, (), "Dat", "Sing", noun.gender))

    assert found is not None
    assert found.star == "seinem*ihrem*r"
