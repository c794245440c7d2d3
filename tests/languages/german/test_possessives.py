"""German possessives: what they are, and their forms."""

from __future__ import annotations

from golden import all_rows

from hf_genderfair.languages.document import Document
from hf_genderfair.languages.german.person_phrase import PersonPhrase, RoleNoun
from hf_genderfair.languages.german.possessives import forms, is_possessive
from hf_genderfair.languages.pipelines import pipeline

LAYERS = ("pos", "morph", "lemma", "syntax", "entities")


@all_rows
def test_possessives_are_told_from_the_verb_and_from_the_dative(text: str, place: int, expected: bool) -> None:
    document = Document(text, next(pipeline("de").analyse([text], LAYERS)), "de")

    assert is_possessive(document, place) == expected


@all_rows
def test_forms(word: str, expected: str) -> None:
    found = forms(word, None)

    assert found is not None
    assert found.star == expected


def test_the_ending_of_a_rewritten_noun_comes_third() -> None:
    noun = RoleNoun("feminine", (("Dat", "Sing"),), "Gegner", "Gegnerin", "person", "lexicon")
    found = forms("ihrer", PersonPhrase(1, 6, 14, noun, 0, (), "Dat", "Sing", noun.gender))

    assert found is not None
    assert found.star == "seinem*ihrem*r"
